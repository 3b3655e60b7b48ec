"""Rules as they are read: short, and still right about the training data. Clauses: REP-9."""

from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest
from bitarray.util import zeros
from hypothesis import given
from hypothesis import strategies as st
from names import NAMES
from snapshots import snapshot
from strategies import chromosomes, datasets, settings, share
from unit.rulesets.builders import NAN, Spec, binary_schema, mixed_ruleset, plain, ruleset

from mlslcs_ref.core.classifier import restored
from mlslcs_ref.core.genes import IntervalGene
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute, NominalAttribute, Schema
from mlslcs_ref.rulesets.bridge import rule_of
from mlslcs_ref.rulesets.context import RuleContext
from mlslcs_ref.rulesets.display import display_text
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.settings import Settings

X: Final = Schema((ContinuousAttribute("x"),), ("l",))


def context_of(values: list[Any], run: Settings | None = None) -> RuleContext:
    """Give the context of rules that were learned from these values of one attribute."""
    column = np.array(values, dtype=np.float64)[:, None]
    dataset = Dataset(X, column, np.ones((len(column), 1), dtype=bool), "data")
    return RuleContext.of(dataset, dataset.ranges(), plain(precision_bits=2) if run is None else run)


def shown(context: RuleContext, first: int, second: int, others: list[float] | None = None) -> str:
    """Give what is read of a test with these bounds q."""
    gene = context.layout.conditions[0]
    assert isinstance(gene, IntervalGene)
    bits = zeros(context.layout.size, "little")
    context.layout.put(bits, 0, gene.code(True, first, second))
    beside = None if others is None else np.array(others, dtype=np.float64)[:, None]
    return display_text(context, bits, beside).removeprefix("IF ").removesuffix(" THEN nothing")


@pytest.mark.parametrize(
    ("first", "second", "text"),
    [
        (0, 3, "anything"),  # all values
        (1, 3, "x >= 59"),
        (0, 2, "x <= 61"),
        (1, 2, "59 <= x <= 61"),
        (2, 1, "59 <= x <= 61"),  # unordered bounds
        (3, 3, "x = 63"),
        (0, 0, "x = 57"),
    ],
)
def test_whole_numbers_are_read_as_whole_numbers(first: int, second: int, text: str) -> None:
    """From 57 to 63 with k = 2: bounds at 57, 59, 61, 63."""
    assert shown(context_of([57, 60, 63]), first, second) == text


def test_a_bound_between_two_whole_numbers_is_read_as_the_nearest_inside() -> None:
    """From 0 to 10 with k = 2: bounds at 10/3 and 20/3."""
    context = context_of([0, 3, 4, 6, 10])

    assert shown(context, 1, 3) == "x >= 4"
    assert shown(context, 0, 2) == "x <= 6"
    assert shown(context, 1, 2) == "4 <= x <= 6"
    assert shown(context, 1, 1) == f"x = {10 / 3}"


def test_a_bound_has_as_few_digits_as_part_the_training_values_as_it_does() -> None:
    """From 0 to 1 with k = 2, bounds at 1/3 and 2/3. Between 0.33 and 0.3334 it takes 0.333."""
    assert shown(context_of([0.0, 0.25, 0.5, 1.0]), 1, 3) == "x >= 0.3"
    assert shown(context_of([0.0, 0.33, 0.3334, 1.0]), 1, 3) == "x >= 0.333"
    assert shown(context_of([0.0, 1 / 3, 1.0]), 1, 2) == f"{1 / 3} <= x <= 0.7"


def test_beside_other_data_a_bound_parts_them_too() -> None:
    context = context_of([0.0, 0.25, 0.5, 1.0])

    assert shown(context, 1, 3, [0.2, 0.4, NAN]) == "x >= 0.3"
    assert shown(context, 1, 3, [0.32]) == f"x >= {1 / 3}"
    assert shown(context, 0, 3, [1.5]) == "x <= 1"
    assert shown(context, 1, 3, [1.5]) == "0.3 <= x <= 1"


def test_where_missing_values_fail_tests_a_test_of_all_values_says_that_one_is_there() -> None:
    """Clauses: REP-7."""
    run = plain(precision_bits=2, missing_values="unhandled")

    assert shown(context_of([0.0, NAN, 1.0], run), 0, 3) == "x is known"
    assert shown(context_of([0.0, 0.5, 1.0], run), 0, 3) == "anything"


def test_without_the_training_data_bounds_have_all_their_digits() -> None:
    rules = ruleset(X, [Spec("1 10 01 11")], plain(precision_bits=2), ((0.0, 1.0),))

    assert rules[0].display == f"IF {1 / 3} <= x <= {2 / 3} THEN l"


@pytest.mark.parametrize(
    ("chromosome", "text"),
    [
        ("00 1111 0 00 00 11 11", "IF anything THEN l1, l2"),
        ("00 1100 0 00 00 11 10", "IF colour = red THEN l1, NOT l2"),
        ("00 1101 0 00 00 10 11", "IF colour != green THEN NOT l1, l2"),
        ("00 1000 0 00 00 11 11", "IF colour in {} THEN l1, l2"),
        ("11 1100 1 00 11 11 10", "IF smooth = YES AND colour = red THEN l1, NOT l2"),
        ("00 0000 0 00 00 00 00", "IF anything THEN nothing"),
    ],
)
def test_tests_that_say_nothing_are_left_out(chromosome: str, text: str) -> None:
    assert mixed_ruleset(chromosome)[0].display == text


def test_a_text_names_every_value_and_a_display_says_how_many_are_left_out() -> None:
    values = tuple(f"v{number}" for number in range(40))
    schema = Schema((NominalAttribute("id", values),), ("l",))
    rule = ruleset(schema, [Spec("1" + "1" * 20 + "0" * 20 + "11")])[0]

    assert rule.text == f"IF id in {{{', '.join(values[:20])}}} THEN l"
    assert rule.display == f"IF id in {{{', '.join(values[:8])}, ... 12 more}} THEN l"


def test_a_display_says_how_many_tests_and_labels_are_left_out_and_names_active_labels_first() -> None:
    """70 attributes, all tested, and 40 labels, of which the last 3 are 1."""
    rules = ruleset(binary_schema(70, 40), [Spec("11" * 70 + "10" * 37 + "11" * 3)])
    full, brief = rules[0].text, rules[0].display

    assert (full.count(" AND "), full.count("NOT ")) == (69, 37)
    assert full.endswith("NOT l37, l38, l39, l40")
    tests = " AND ".join(f"a{place} = 1" for place in range(1, 21))
    labels = ", ".join(["l38", "l39", "l40", *(f"NOT l{place}" for place in range(1, 8))])
    assert brief == f"IF {tests} AND ... 50 more THEN {labels}, ... NOT 30 more"


def test_where_more_labels_are_active_than_are_shown_what_is_left_out_is_of_both_kinds() -> None:
    rules = ruleset(binary_schema(70, 20), [Spec("00" * 70 + "10" * 8 + "11" * 12)])

    labels = ", ".join(f"l{place}" for place in range(9, 19))
    assert rules[0].display == f"IF anything THEN {labels}, ... 10 more"


def test_a_display_is_one_line_of_bounded_length_whatever_the_names() -> None:
    """The longest text of a rule on a page had 8,656 characters."""
    for name in (*NAMES, "n" * 9000):
        schema = Schema((BinaryAttribute(name, ("NO", name)),), (f"{name}.", "m"))
        text = ruleset(schema, [Spec("11 11 11")])[0].display
        assert text.splitlines() == [text]
        assert len(text) < 250


@given(data=st.data(), dataset=datasets())
@share(0.5)
def test_a_rule_as_it_is_read_matches_the_same_training_instances(data: st.DataObject, dataset: Dataset) -> None:
    """Bounds that are read in place of a test's part the values of its column as the test does. Clauses: REP-4."""
    run = data.draw(settings(["paper", "authors"]))
    context = RuleContext.of(dataset, dataset.ranges(), run)
    bits = data.draw(chromosomes(context.layout))
    empty = snapshot(dataset.schema, dataset.ranges(), run, (), dataset.n_instances)
    rule = rule_of(restored(bits, context.layout, context.accounting, bits[:0]), context, 0)
    names = [attribute.name for attribute in dataset.schema.attributes]
    wanted = RuleSet(empty.context, [rule]).coverage_index(dataset.X).matched(rule.chromosome)
    named = display_text(replace(context, notation="name"), bits)

    condition = named.partition(" THEN ")[0].removeprefix("IF ")
    for row, instance in enumerate(dataset.X.tolist()):
        if not np.isnan(instance).any():
            values = dict(zip(names, instance, strict=True))
            assert all(_holds(test, values, dataset) for test in condition.split(" AND ")) == bool(wanted[row])


def _holds(test: str, instance: dict[str, float], dataset: Dataset) -> bool:
    """Tell whether a test holds, as a reader would."""
    if test == "anything" or test.endswith(" is known"):
        return True
    words = test.split(" ")
    if len(words) == 5 and words[1] == words[3] == "<=":
        return float(words[0]) <= instance[words[2]] <= float(words[4])
    name, operator = words[0], " ".join(words[1:-1])
    place = [one.name for one in dataset.schema.attributes].index(name)
    attribute, x = dataset.schema.attributes[place], instance[name]
    if isinstance(attribute, ContinuousAttribute):
        if operator == "in":
            return False
        bound = float(words[-1])
        return {">=": x >= bound, "<=": x <= bound, "=": x == bound}[operator]
    found = attribute.values[int(x)]
    listed = test.partition("{")[2].removesuffix("}").split(", ")
    if "{" in test:
        return (found in listed) != (" not in {" in test)
    return (found == words[-1]) == (operator == "=")


@pytest.mark.parametrize("same", ["Which of these do you use? ", "x" * 80, "a question with several answers: " * 9])
def test_long_names_that_differ_at_their_end_are_told_apart(same: str) -> None:
    """Columns of surveys begin with the question, and end with the answer."""
    names = [f"{same}{answer}" for answer in ("tram", "bus", "car", "boat")]
    schema = Schema(
        (BinaryAttribute(names[0], ("no", "yes")), BinaryAttribute(names[1], ("no", "yes"))), tuple(names[2:])
    )
    texts = [ruleset(schema, [Spec(bits, 1, 4, 4)]).rules[0].display for bits in ("1# -> 1#", "#1 -> 1#", "1# -> #1")]

    assert len(set(texts)) == 3
    assert all(len(text) < 150 for text in texts)
