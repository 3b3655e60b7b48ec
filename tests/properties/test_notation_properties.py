"""Rules as text and as plain values: both say all that the bits say."""

import math
from typing import Final

import numpy as np
import pytest
from bitarray import bitarray
from bitarray.util import zeros
from hypothesis import assume, given
from hypothesis import strategies as st
from recount import generalises
from rule_reader import parsed_rule
from snapshots import snapshot
from strategies import chromosomes, datasets, settings, share

from mlslcs_ref.core.assembly import index_for
from mlslcs_ref.core.classifier import restored
from mlslcs_ref.core.genes import IntervalGene, single
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute, NominalAttribute, Schema
from mlslcs_ref.errors import DataError
from mlslcs_ref.rulesets.bridge import rule_of
from mlslcs_ref.rulesets.conditions import IntervalTest, is_general_for
from mlslcs_ref.rulesets.rule import Rule
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.settings import PROFILES, Settings

NAMES: Final = st.text(st.characters(exclude_categories=["Cs"]), max_size=6) | st.sampled_from(
    ("IF", "AND", "THEN", "NOT", "in", "not", "anything", "nothing", "", " ", "a b", 'x"y', "1", "-1.5", "=", "the end")
)
SCALES: Final = st.integers(-300, 300)


def classifier(ruleset: RuleSet, bits: bitarray) -> Rule:
    context = ruleset.context
    return rule_of(restored(bits, context.layout, context.accounting, zeros(ruleset.n_instances, "little")), context)


@st.composite
def problems(draw: st.DrawFn) -> RuleSet:
    """Problems with any names, values and ranges."""
    names = draw(st.lists(NAMES, min_size=2, max_size=6, unique=True))
    n_labels = draw(st.integers(1, len(names) - 1))
    attributes: list[BinaryAttribute | NominalAttribute | ContinuousAttribute] = []
    ranges: list[tuple[float, float]] = []
    for name in names[n_labels:]:
        values = tuple(draw(st.lists(NAMES, max_size=5, unique=True)))
        if not values:
            low, width = draw(st.floats(-100.0, 100.0)), draw(st.floats(0.0, 100.0))
            scale = 10.0 ** draw(SCALES)
            ranges.append((low * scale, (low + width) * scale))
            attributes.append(ContinuousAttribute(name))
        else:
            ranges.append((math.nan, math.nan))
            attributes.append((BinaryAttribute if len(values) < 3 else NominalAttribute)(name, values))
    run = Settings.profile(
        draw(st.sampled_from(PROFILES)),
        interval_arithmetic="double",
        precision_bits=draw(st.sampled_from((1, 5, 9, 16))),
    )
    try:
        return snapshot(Schema(tuple(attributes), tuple(names[:n_labels])), tuple(ranges), run, (), 3)
    except DataError:
        # the range is beyond the largest number
        assume(False)
        raise


@given(data=st.data(), ruleset=problems())
def test_a_rule_by_names_is_read_back_with_its_tests_bounds_and_decisions(
    data: st.DataObject, ruleset: RuleSet
) -> None:
    """Whatever the names, and at any scale. Clauses: REP-9."""
    bits = data.draw(chromosomes(ruleset.layout))
    rule = classifier(ruleset, bits)
    text = rule.text
    again = classifier(ruleset, parsed_rule(text, ruleset))

    assert len(text.splitlines()) == 1
    assert again.text == text
    assert again.decisions == rule.decisions
    codes, codes_again = ruleset.layout.active_codes(bits), ruleset.layout.active_codes(again.chromosome)
    assert [index for index, _code in codes] == [index for index, _code in codes_again]
    for (index, code), (_index, found) in zip(codes, codes_again, strict=True):
        gene = ruleset.layout.conditions[index]
        if not isinstance(gene, IntervalGene):
            assert found == code
            continue
        for wanted, q in zip(gene.ends(code), gene.ends(found), strict=True):
            assert gene.value(q) == gene.value(wanted)
            distinct = len({gene.value(near) for near in range(max(wanted - 1, 0), min(wanted + 2, gene.levels + 1))})
            assert q == wanted or distinct < 3


@pytest.mark.parametrize("profile", PROFILES)
@given(data=st.data(), dataset=datasets())
def test_plain_tests_accept_what_the_genes_accept(profile: str, data: st.DataObject, dataset: Dataset) -> None:
    """In ordinary numbers, for any settings, missing and undeclared values.

    Clauses: REP-3, REP-4, REP-6, REP-7, REP-8.
    """
    run = data.draw(settings([profile, "mixture"]))
    ruleset = snapshot(dataset.schema, dataset.ranges(), run, (), dataset.n_instances)
    rule = classifier(ruleset, data.draw(chromosomes(ruleset.layout)))
    X = dataset.X.copy()
    for column, attribute in enumerate(dataset.schema.attributes):
        if not isinstance(attribute, ContinuousAttribute):
            X[data.draw(st.integers(0, len(X) - 1)), column] = -1.0
    tests = rule.tests
    wanted = index_for(ruleset.layout, X, run).matched(rule.chromosome)

    for row, instance in enumerate(X.tolist()):
        accepted = True
        for test in tests:
            x = instance[test.attribute]
            if math.isnan(x):
                accepted &= test.accepts_missing
            elif isinstance(test, IntervalTest):
                accepted &= test.lower <= x <= test.upper
            else:
                accepted &= x in test.codes
        assert accepted == bool(wanted[row])


@given(data=st.data(), dataset=datasets())
@share(0.5)
def test_a_rule_is_general_for_another_by_values_as_by_bits(data: st.DataObject, dataset: Dataset) -> None:
    """Clauses: SUB-2."""
    ruleset = snapshot(dataset.schema, dataset.ranges(), data.draw(settings(["paper"])), (), dataset.n_instances)
    layout = ruleset.layout
    drawn = [data.draw(chromosomes(layout)) for _turn in range(2)]
    for bits in drawn:
        layout.repair(bits)
    one, other = (classifier(ruleset, bits) for bits in drawn)
    # bounds that are the same number are the same by value, not by bits
    genes = [gene for gene in layout.conditions if isinstance(gene, IntervalGene) and not gene.constant]
    assume(all(gene.value(q) < gene.value(q + 1) for gene in genes for q in range(gene.levels)))
    by_values = is_general_for(
        one.tests,
        one.decisions,
        other.tests,
        other.decisions,
    )

    assert by_values == generalises(one, other)


@given(
    q=st.tuples(st.integers(0, 31), st.integers(0, 31)),
    low=st.floats(-1e30, 1e30).map(single),
    width=st.floats(1e-6, 1e30).map(single),
    data=st.data(),
)
def test_bounds_in_32_bits_are_the_64_bit_numbers_that_round_into_them(
    q: tuple[int, int], low: float, width: float, data: st.DataObject
) -> None:
    """The largest and the smallest number accepted, and the next ones, which are not. Clauses: REP-4."""
    schema = Schema((ContinuousAttribute("x"),), ("l",))
    high = single(low + width)
    assume(low < high < math.inf)
    ruleset = snapshot(schema, ((low, high),), Settings.authors(), (), 1)
    gene = ruleset.layout.conditions[0]
    assert isinstance(gene, IntervalGene)
    bits = zeros(ruleset.layout.size, "little")
    ruleset.layout.put(bits, 0, gene.code(True, *sorted(q)))
    (test,) = classifier(ruleset, bits).tests
    assert isinstance(test, IntervalTest)

    code = gene.code(True, *sorted(q))
    assert gene.accepts(code, test.lower)
    assert gene.accepts(code, test.upper)
    assert not gene.accepts(code, float(np.nextafter(test.lower, -math.inf)))
    assert not gene.accepts(code, float(np.nextafter(test.upper, math.inf)))
    x = data.draw(st.floats(test.lower, test.upper))
    assert gene.accepts(code, x)
