"""What holds for every rule and every mechanism, whatever the data, the settings and the draws."""

from collections.abc import Callable
from itertools import product

import pytest
from bitarray import bitarray
from hypothesis import assume, given
from hypothesis import strategies as st
from recount import covered, decisions
from strategies import ANY_LABELS, assembly, chromosomes, datasets, populations, rules, settings
from twins import model_world
from unit.core.builders import Bench, correct_sets, every_instance

from mlslcs_ref.core.assembly import Assembly
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.clock import GaClock, GaDue, StepClock, TruncatedGaDue
from mlslcs_ref.core.draws import PcgDraws
from mlslcs_ref.core.sets import CorrectSets
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.settings import Settings
from model.matching import matches
from model.representation import equal, repaired
from model.subsumption import general as is_general_in_model


def listed_bits(rule: Classifier) -> list[int]:
    return [int(bit) for bit in rule.chromosome.to01()]


# ------------------------------------------------------------------------------------------------- conditions, equality


@pytest.mark.clause("MAT-1", "MAT-2", "REP-7")
@given(dataset=datasets(), run=settings(), data=st.data())
def test_coverage_is_what_the_tests_accept_one_by_one(dataset: Dataset, run: Settings, data: st.DataObject) -> None:
    parts = assembly(dataset, run)
    rule = data.draw(rules(parts))

    expected = covered(parts.layout, rule, dataset.X.tolist(), run.missing_values == "match")

    assert [bool(bit) for bit in rule.coverage] == expected
    assert rule.n_covered == sum(expected)


@pytest.mark.clause("MAT-2", "GEN-7")
@given(dataset=datasets(), run=settings(), data=st.data())
def test_among_instances_looked_at_first_is_found_what_is_in_the_coverage(
    dataset: Dataset, run: Settings, data: st.DataObject
) -> None:
    parts = assembly(dataset, run)
    chromosome = data.draw(chromosomes(parts.layout))
    index = parts.factory.index
    whole = index.matched(chromosome)
    for places in data.draw(st.lists(st.tuples(*[st.integers(0, dataset.n_instances)] * 2), min_size=1, max_size=4)):
        start, stop = sorted(places)
        index.look_at(start, stop)

        assert index.matched_near(chromosome) == (whole[start:stop] if whole[start:stop].any() else whole)


@pytest.mark.clause("REP-2", "REP-3", "REP-4", "REP-5", "REP-6", "MAT-1")
@given(dataset=datasets(), run=settings(), data=st.data())
def test_coverage_is_what_the_model_matches(dataset: Dataset, run: Settings, data: st.DataObject) -> None:
    """Bits that were not repaired are among those compared: they are what `authors` tests for coverage (GEN-7)."""
    parts = assembly(dataset, run)
    rule = data.draw(rules(parts, repaired=data.draw(st.booleans())))

    world = model_world(dataset, run)

    assert [bool(bit) for bit in rule.coverage] == [
        matches(world, listed_bits(rule), instance.x) for instance in world.instances
    ]


@pytest.mark.clause("REP-5", "REP-6")
@given(dataset=datasets(), run=settings(), data=st.data())
def test_repair_is_that_of_the_model_and_repeats_nothing(dataset: Dataset, run: Settings, data: st.DataObject) -> None:
    layout = assembly(dataset, run).layout
    bits = data.draw(chromosomes(layout))
    expected = repaired(model_world(dataset, run), [int(bit) for bit in bits.to01()])

    layout.repair(bits)

    assert [int(bit) for bit in bits.to01()] == expected
    again = bits.copy()
    layout.repair(again)
    assert again == bits
    # who knows of the REPAIR need not put bounds in order once more (REP-10)
    assert layout.identity(bits, repaired=True) == layout.identity(bits)


@pytest.mark.clause("REP-10", "SUB-2")
@given(dataset=datasets(), run=settings(), data=st.data())
def test_equality_and_generality_are_those_of_the_model(dataset: Dataset, run: Settings, data: st.DataObject) -> None:
    parts = assembly(dataset, run)
    world = model_world(dataset, run)
    one = data.draw(rules(parts))
    other = data.draw(st.one_of(rules(parts), rules(parts, relative=one)))
    bits, other_bits = listed_bits(one), listed_bits(other)

    assert one.equals(other) == equal(world, bits, other_bits)
    assert parts.subsumption().is_general(one, other) == is_general_in_model(world, bits, other_bits)


@pytest.mark.clause("SUB-2", "REP-10")
@given(dataset=datasets(), run=settings(), data=st.data())
def test_generality_is_a_preorder_that_enlarges_coverage(dataset: Dataset, run: Settings, data: st.DataObject) -> None:
    """It is reflexive and transitive, holds both ways only between rules that say the same, and implies a superset.

    Under `first_bound` equality (REP-10 `authors`) rules of the same intervals are equal, and others are too.
    """
    parts = assembly(dataset, run)
    is_general = parts.subsumption().is_general
    drawn = [data.draw(rules(parts))]
    for _relative in range(2):
        drawn.append(data.draw(rules(parts, relative=drawn[-1])))
    drawn.append(data.draw(rules(parts)))

    for a, b in product(drawn, repeat=2):
        if is_general(a, b):
            assert (a.coverage | b.coverage) == a.coverage
            assert all(
                mine == theirs or theirs is None
                for mine, theirs in zip(decisions(parts.layout, a), decisions(parts.layout, b), strict=True)
            )
            assert not is_general(b, a) or a.equals(b)
    for a, b, c in product(drawn, repeat=3):
        assert is_general(a, a)
        assert not (is_general(a, b) and is_general(b, c)) or is_general(a, c)


# ------------------------------------------------------------------------------------------------------------- covering


@pytest.mark.clause("COV-1", "COV-2", "COV-3", "COV-4", "REP-7")
@given(dataset=datasets(), run=settings(["paper"]), data=st.data(), seed=st.integers(0, 2**31))
def test_covering_matches_its_instance_and_decides_rightly(
    dataset: Dataset, run: Settings, data: st.DataObject, seed: int
) -> None:
    """A rule of covering matches the instance, missing values included; it decides its focus, and nothing wrongly."""
    row = data.draw(st.integers(0, dataset.n_instances - 1))
    focus = data.draw(st.integers(0, dataset.n_labels - 1))
    rule = covering_rule(assembly(dataset, run, PcgDraws(seed)), dataset, row, focus)
    layout = assembly(dataset, run).layout

    truth = [int(y) for y in dataset.Y[row]]

    assert rule.coverage[row]
    assert all(decision in {None, y} for decision, y in zip(decisions(layout, rule), truth, strict=True))
    assert decisions(layout, rule)[focus] == truth[focus]


@pytest.mark.clause("COV-2", "COV-4")
@given(
    dataset=datasets(["binary", "nominal"], missing=False),
    run=settings(["authors"]),
    data=st.data(),
    seed=st.integers(0, 2**31),
)
def test_covering_of_the_authors_matches_present_codes(
    dataset: Dataset, run: Settings, data: st.DataObject, seed: int
) -> None:
    """In `authors` only a missing value, or a bound rounded to 32 bits, lets covering miss its instance (GEN-7)."""
    row = data.draw(st.integers(0, dataset.n_instances - 1))
    rule = covering_rule(assembly(dataset, run, PcgDraws(seed)), dataset, row, 0)

    assert rule.coverage[row]


def covering_rule(parts: Assembly, dataset: Dataset, row: int, focus: int) -> Classifier:
    """The rule that covering makes of an instance."""
    covering = parts.covering(parts.settings.p_hash, parts.settings.p_label_hash, True)
    bits = covering.generate(dataset.X[row].tolist(), bitarray(dataset.Y[row].tolist(), "little"), focus)
    return parts.factory.make(bits, parts.factory.index.matched(bits), 0)


# --------------------------------------------------------------------------------------------------------- correct sets


@pytest.mark.clause("CYC-0", "CYC-3", "UPD-3", "REP-11")
@given(dataset=datasets(labels=ANY_LABELS), run=settings(), data=st.data())
def test_correct_sets_are_those_found_rule_by_rule(dataset: Dataset, run: Settings, data: st.DataObject) -> None:
    """Members, sums of num and of num*ts, and cs_min."""
    parts = assembly(dataset, run)
    members = data.draw(populations(parts))
    truth = [int(y) for y in dataset.Y[0]]
    decided = {rule.serial: decisions(parts.layout, rule) for rule in members}
    expected = [[rule for rule in members if decided[rule.serial][label] == y] for label, y in enumerate(truth)]

    sets = CorrectSets(dataset.n_labels)
    sets.form(members, parts.instances.words(0), 1)

    for correct_set, correct in zip(sets.by_label, expected, strict=True):
        assert sets.members(correct_set) == correct
        assert correct_set.num == sum(rule.num for rule in correct)
        assert correct_set.num_ts == sum(rule.num * rule.ts for rule in correct)
    for rule in members:
        sizes = [sets.by_label[label].num for label, y in enumerate(truth) if decided[rule.serial][label] == y]
        assert rule.consequent.n_right == len(sizes)
        assert not sizes or rule.consequent.cs_min == min(sizes)


@pytest.mark.clause("CYC-2", "CYC-3")
@given(
    rows=st.lists(
        st.tuples(
            st.text("1#", min_size=4, max_size=4),
            st.integers(1, 3),
            st.integers(-5, 5) | st.sampled_from([-(2**28), 2**28]),
        ),
        max_size=5,
    ),
    now=st.integers(0, 20) | st.sampled_from([2**28, 2**29, 2**30]),
    theta=st.integers(0, 3) | st.just(2**28),
    truncated=st.booleans(),
    per_label=st.booleans(),
)
def test_whatever_is_stamped_on_the_way_a_ga_is_due_as_by_sums_made_anew(
    rows: list[tuple[str, int, int]], now: int, theta: int, truncated: bool, per_label: bool
) -> None:
    """Label by label, sets that are due being stamped; sums that wrap and rules stamped later than now included."""
    home = Bench(every_instance(1), 4)
    for consequent, num, age in rows:
        home.insert(f"1 -> {consequent}", num=num, ts=max(0, now - age))
    sets = correct_sets(home, [0b1111])
    clock = GaClock() if per_label else StepClock()
    test = TruncatedGaDue(theta) if truncated else GaDue(theta)
    clock.now = now

    for correct_set in sets.by_label:
        if correct_set.num:
            clock.tick()
            anew = sum(rule.num * rule.ts for rule in sets.members(correct_set))
            due = test.is_due(clock.now, correct_set.num, anew)
            assert test.is_due(clock.now, correct_set.num, correct_set.num_ts) == due
            if due:
                sets.stamp(correct_set, clock.now)


# ---------------------------------------------------------------------------------------------------------- subsumption


@pytest.mark.clause("SUB-1", "SUB-2", "SUB-3", "SUB-5")
@given(dataset=datasets(), run=settings(), data=st.data())
def test_whoever_absorbs_a_rule_is_able_and_general_or_equal(
    dataset: Dataset, run: Settings, data: st.DataObject
) -> None:
    """It covers a superset and decides whatever the rule decides, or says the same; and such a rule is always found.

    In `authors` an able rule that is equal by its first bounds, but not general, absorbs nothing (SUB-3).
    """
    parts = assembly(dataset, run)
    subsumption = parts.subsumption()
    world = model_world(dataset, run)
    members = data.draw(populations(parts))
    child = data.draw(st.one_of(rules(parts), rules(parts, relative=members[0]), rules(parts, relative=members[-1])))
    assume(child.n_covered)
    able = {rule.serial for rule in members if subsumption.could_subsume(rule)}
    general = [
        rule
        for rule in members
        if rule.serial in able and is_general_in_model(world, listed_bits(rule), listed_bits(child))
    ]
    alike = [rule for rule in members if equal(world, listed_bits(rule), listed_bits(child))]
    strongest = run.absorption == "strongest"

    for absorber, candidates in (
        (subsumption.rule_for(child), members),
        (subsumption.parent_for(child, members[0], members[-1]), [members[0], members[-1]]),
    ):
        found = [rule for rule in candidates if rule in general] or [rule for rule in candidates if rule in alike]
        if strongest:
            assert absorber is (max(reversed(found), key=strength(run)) if found else None)
        elif candidates is members:
            eligible = general + [rule for rule in alike if rule.serial not in able]
            assert absorber in eligible if eligible else absorber is None
        if absorber in general:
            assert (absorber.coverage | child.coverage) == absorber.coverage
        else:
            assert absorber is None or absorber.equals(child)


def strength(run: Settings) -> Callable[[Classifier], tuple[float, int]]:
    """What candidates are compared by (SUB-5), position left out."""
    threshold = run.theta_exp if run.discount_threshold == "theta_exp" else run.theta_del
    return lambda rule: (float(rule.num) * (rule.fitness if rule.exp >= threshold else 0.0), rule.exp)
