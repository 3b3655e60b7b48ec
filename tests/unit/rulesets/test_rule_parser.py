"""Rules read from text, by hand. Clauses: REP-9."""

import pytest
from unit.core.builders import bits
from unit.rulesets.builders import Spec, binary_schema, mixed_ruleset, plain, ruleset

from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute, Schema
from mlslcs_ref.errors import DataError
from mlslcs_ref.rulesets.rule_parser import parsed_rule


@pytest.mark.parametrize(
    ("text", "chromosome"),
    [
        # smooth: activation, value; colour: activation, red, green, blue; area: activation, b1, b2, 0 to 3 with k = 2
        ("IF anything THEN nothing", "00 0000 0 00 00 00 00"),
        ("IF smooth = YES THEN l1", "11 0000 0 00 00 11 00"),
        ("IF smooth in {YES} THEN l1", "11 0000 0 00 00 11 00"),
        ("IF smooth not in {NO} THEN l1", "11 0000 0 00 00 11 00"),
        ("IF colour = green THEN NOT l2", "00 1010 0 00 00 00 10"),
        ("IF colour in {green, red} THEN NOT l2", "00 1110 0 00 00 00 10"),
        ("IF colour not in {green,} THEN NOT l2", "00 1101 0 00 00 00 10"),
        ("IF colour in {} THEN NOT l2", "00 1000 0 00 00 00 10"),
        ('  IF "colour" in {"red"}\n AND area in [1.4,2.6] THEN l2 , NOT l1', "00 1100 1 10 11 10 11"),
        ("IF area in [2, 1] THEN l1", "00 0000 1 01 10 11 00"),
        ("IF area in [-0, +3.0e0] AND smooth = NO THEN l1", "10 0000 1 00 11 11 00"),
    ],
)
def test_a_rule_by_names_becomes_bits(text: str, chromosome: str) -> None:
    """Tests in any order, numbers by the nearest of 0, 1, 2, 3, and every bit of an inactive gene 0."""
    assert parsed_rule(text, mixed_ruleset()) == bits(chromosome)


@pytest.mark.parametrize(
    ("text", "column", "problem"),
    [
        ("", 1, "expected IF, found the end"),
        ("smooth = YES THEN l1", 1, "expected IF, found smooth"),
        ("IF smooth = YES", 16, "expected THEN, found the end"),
        ("IF smooth = YES THEN", 21, "expected the name of a label, found the end"),
        ("IF smooth = YES THEN l1 l2", 25, "expected a comma or the end, found l2"),
        ("IF smoth = YES THEN l1", 4, 'smoth is no attribute (did you mean "smooth"?)'),
        ("IF l1 = YES THEN l1", 4, "l1 is no attribute"),
        ("IF smooth = MAYBE THEN l1", 13, "MAYBE is no value"),
        ("IF smooth in {YES, NO} THEN l1", 4, "expected one value of smooth, found 2"),
        ("IF smooth in {} THEN l1", 4, "expected one value of smooth, found 0"),
        ("IF smooth > 3 THEN l1", 11, "expected = or in or not in, found >"),
        ("IF area = 3 THEN l1", 9, "expected in, found ="),
        ("IF area in [low, 3] THEN l1", 13, "expected a number, found low"),
        ("IF area in [0, 300] THEN l1", 16, "expected a number from 0.0 to 3.0, found 300"),
        ("IF area in [0, inf] THEN l1", 16, "expected a number, found inf"),
        ("IF smooth = NO AND smooth = NO THEN l1", 20, "attribute smooth is tested twice"),
        ("IF anything THEN l1, NOT l1", 26, "label l1 is decided twice"),
        ("IF colour in {red, ... 3 more} THEN l1", 20, "this rule has been cut; print it in full (rules --all)"),
        ('IF "smooth = YES THEN l1', 4, "a double quote is not closed"),
        (r'IF "\smooth" = YES THEN l1', 4, r'"\smooth" is not a valid JSON string'),
        ("1## -> 11", 1, "expected IF, found 1##"),
    ],
)
def test_what_is_no_rule_is_refused_with_its_column(text: str, column: int, problem: str) -> None:
    with pytest.raises(DataError) as caught:
        parsed_rule(text, mixed_ruleset())

    assert caught.value.message == f"not a rule of this problem: {text!r}: character {column}: {problem}"


def test_a_problem_of_zeros_and_ones_is_read_in_both_notations() -> None:
    rules = ruleset(binary_schema(3, 2))

    assert parsed_rule("1#0 -> #1", rules) == parsed_rule("IF a1 = 1 AND a3 = 0 THEN l2", rules) == bits("110010 0011")


def test_one_declared_value_and_no_value_are_told_apart() -> None:
    """Clauses: REP-3."""
    rules = ruleset(Schema((BinaryAttribute("only", ("YES",)),), ("l",)))

    assert parsed_rule("IF only = YES THEN l", rules) == bits("10 11")
    assert parsed_rule("IF only in {} THEN l", rules) == bits("11 11")


def test_an_attribute_without_values_has_no_bounds() -> None:
    """Clauses: REP-6."""
    rules = ruleset(Schema((ContinuousAttribute("x"),), ("l",)), [Spec("1 00 00 11")], plain(precision_bits=2))

    assert rules.rules[0].text == "IF x in {} THEN l"
    assert parsed_rule("IF x in {} THEN l", rules) == bits("1 00 00 11")
