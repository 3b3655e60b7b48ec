"""What rules as text mean, by hand. Clauses: REP-9."""

import pytest
from rule_reader import parsed_rule
from unit.core.builders import bits
from unit.rulesets.builders import Spec, binary_schema, mixed_ruleset, plain, ruleset

from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute, Schema


@pytest.mark.parametrize(
    ("text", "chromosome"),
    [
        # smooth: activation, value; colour: activation, red, green, blue; area: activation, b1, b2, 0 to 3 with k = 2
        ("IF anything THEN nothing", "00 0000 0 00 00 00 00"),
        ("IF smooth = YES THEN l1", "11 0000 0 00 00 11 00"),
        ("IF colour = green THEN NOT l2", "00 1010 0 00 00 00 10"),
        ("IF colour in {red, green} THEN NOT l2", "00 1110 0 00 00 00 10"),
        ("IF colour not in {green} THEN NOT l2", "00 1101 0 00 00 00 10"),
        ("IF colour in {} THEN NOT l2", "00 1000 0 00 00 00 10"),
        ('IF "colour" = red AND area in [1.4, 2.6] THEN NOT l1, l2', "00 1100 1 10 11 10 11"),
        ("IF area in [2, 1] THEN l1", "00 0000 1 01 10 11 00"),
    ],
)
def test_a_rule_by_names_becomes_bits(text: str, chromosome: str) -> None:
    """Numbers by the nearest of 0, 1, 2, 3, and every bit of an inactive gene 0."""
    assert parsed_rule(text, mixed_ruleset()) == bits(chromosome)


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
