"""Two rulesets compared, by hand. Clauses: REP-10, SUB-2."""

import numpy as np
import pytest
from raising import raising
from unit.core.builders import every_instance
from unit.rulesets.builders import MIXED, NAN, Spec, binary_schema, model, plain, ruleset

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute, Schema
from mlslcs_ref.documents.document import Table, cell_text
from mlslcs_ref.errors import DataError
from mlslcs_ref.rulesets.agreement import agreement
from mlslcs_ref.rulesets.comparison import compare
from mlslcs_ref.rulesets.ruleset import RuleSet

A = BinaryAttribute("a", ("0", "1"))


def rules(*specs: Spec | str) -> RuleSet:
    made = [Spec(spec, 1, 4, 4) if isinstance(spec, str) else spec for spec in specs]
    return ruleset(binary_schema(2, 2), made)


def test_rules_are_in_common_changed_or_in_one_only() -> None:
    """1# -> 1# is in both, 0# -> 0# with another num; the bits of # do not matter."""
    first = rules("1# -> 1#", Spec("0# -> 0#", 2, 4, 4), "11 -> 11")
    second = rules("00 -> 00", Spec("10 01 10 01", 3, 4, 4), Spec("11 01 11 00", 1, 4, 4))
    found = compare(first, second)

    assert found.common == ((0, 2), (1, 1))
    assert found.changed == ((1, 1),)
    assert (found.only_first, found.only_second) == ((2,), (0,))
    assert (found.same_rules, found.equal) == (False, False)


def test_a_ruleset_equals_itself_in_any_order() -> None:
    specs = ("1# -> 1#", "0# -> 0#", "#1 -> 11")

    assert compare(rules(*specs), rules(*specs[::-1])).equal
    assert compare(rules(), rules()).equal


def test_equal_rules_are_counted() -> None:
    """Two of a kind against one: the second has no partner."""
    found = compare(rules("1# -> 1#", "1# -> 1#"), rules("1# -> 1#"))

    assert (found.common, found.only_first) == (((0, 0),), (1,))


def test_the_best_more_general_and_more_special_rules_are_named() -> None:
    """Num*F of 1# -> 1# is 1, of ## -> 1# 3; 1# -> 10 decides more than 11 -> 1#, and 11 -> #1 something else."""
    first = rules("11 -> 1#")
    second = rules("1# -> 1#", Spec("## -> 1#", 3, 4, 4), "11 -> #1")
    found = compare(first, second)

    assert (found.generalised, found.specialised) == (((0, 1),), ())
    back = compare(second, first)
    assert (back.generalised, back.specialised) == ((), ((0, 0), (1, 0)))
    assert compare(first, rules("1# -> 10")).generalised == ((0, 0),)
    assert compare(first, rules("1# -> 01")).generalised == ()


def test_bounds_are_compared_as_numbers() -> None:
    """0 to 3 in thirds and 0 to 1 in one step: [0, 1] is the same for both."""
    schema = Schema((ContinuousAttribute("x"),), ("l",))
    coarse = ruleset(schema, [Spec("1 0 1 11", 1, 4, 4)], plain(precision_bits=1), ((0.0, 1.0),))
    fine = ruleset(
        schema, [Spec("1 00 10 11", 1, 4, 4), Spec("1 00 01 11", 1, 4, 4)], plain(precision_bits=2), ((0.0, 3.0),)
    )
    found = compare(coarse, fine)

    assert (found.common, found.only_second) == (((0, 0),), (1,))


def test_models_of_both_profiles_can_be_compared() -> None:
    """Missing values, 32-bit bounds and experience by match are settings of a model, not of its rules."""
    specs = [Spec("10 1011 1 10 01 11 10"), Spec("11 0000 0 00 00 11 00"), Spec("00 0000 1 11 11 00 11")]
    ranges = ((NAN, NAN), (NAN, NAN), (0.1, 0.7))
    paper, authors = (
        ruleset(MIXED, specs, plain(profile, precision_bits=2), ranges) for profile in ("paper", "authors")
    )
    found = compare(paper, authors)

    assert found.common == ((0, 0), (1, 1), (2, 2))
    assert (found.same_rules, found.changed) == (True, ())
    assert ("missing_values", "match", "unhandled") in found.decisive


@pytest.mark.parametrize(
    ("other", "column"),
    [
        (Schema((BinaryAttribute("b", ("0", "1")),), ("l", "m")), "a"),
        (Schema((A,), ("l",)), "m"),
        (Schema((A,), ("m", "l")), None),
        (Schema((BinaryAttribute("a", ("1", "0")),), ("l", "m")), "a"),
        (Schema((ContinuousAttribute("a"),), ("l", "m")), "a"),
    ],
)
def test_other_problems_are_refused_with_what_differs(other: Schema, column: str | None) -> None:
    with raising(DataError, column=column):
        compare(ruleset(Schema((A,), ("l", "m"))), ruleset(other, (), None, ((NAN, NAN),) * len(other.attributes)))


def test_models_of_which_one_knows_more_attributes_are_compared_by_what_they_share() -> None:
    """One was trained without b and with c in front of a: its 1# -> 1# is ##1 -> 1# by the names of the other one."""
    b, c = (BinaryAttribute(name, ("0", "1")) for name in "bc")
    first = model(ruleset(Schema((A, b), ("l", "m")), [Spec(text, 1, 4, 4) for text in ("1# -> 1#", "11 -> 1#")]))
    second = model(ruleset(Schema((c, A), ("l", "m")), [Spec(text, 1, 4, 4) for text in ("#1 -> 1#", "11 -> 1#")]))
    found, back = compare(first, second), compare(second, first)

    assert (found.common, found.only_first, found.only_second) == (((0, 0),), (1,), (1,))
    assert found.decisive == (("attribute b", "known", "not known"), ("attribute c", "not known", "known"))
    assert not found.equal
    assert (back.common, back.decisive[0]) == (((0, 0),), ("attribute c", "known", "not known"))
    three = Schema((c, A, b), ("l", "m"))
    data = Dataset(three, np.array(every_instance(3), dtype=float), np.zeros((8, 2), dtype=bool))
    assert {(one.instances, one.cells) for one in agreement(first, second, data)} == {(8, 16)}
    with raising(DataError):
        agreement(first, second, Dataset(first.ruleset.schema, data.X[:, :2], data.Y))


def test_agreement_counts_instances_and_labels() -> None:
    """1# -> 1# and 1# -> 11 differ in label 2 of 10 and 11, in BEST and in votes; on 0# neither says anything."""
    X = np.array(every_instance(2))
    found = agreement(model(rules("1# -> 1#")), model(rules("1# -> 11")), X)

    assert [(one.method, one.instances, one.cells) for one in found] == [("pcut", 2, 6), ("ival", 2, 6), ("best", 2, 6)]


def test_a_person_is_shown_as_few_digits_as_tell_two_thresholds_apart() -> None:
    """Programs are given all of them."""
    one, near, far = (model(rules("1# -> 1#"), 0.1 + 0.2, ival) for ival in (0.25, 0.25 + 1e-9, 0.5))

    for other, told in ((far, ("0.2500", "0.5000")), (near, ("0.250000000", "0.250000001"))):
        tables = [block for block in compare(one, other).blocks() if isinstance(block, Table)]
        (row,) = (row for table in tables for row in table.rows if row[0] == "ival threshold")
        assert tuple(cell_text(cell, rounded=True) for cell in row[1:]) == told
        assert tuple(cell_text(cell, rounded=False) for cell in row[1:]) == ("0.25", str(other.thresholds.ival))
