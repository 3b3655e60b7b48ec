"""%SCS by hand. Clauses: MET-B, PRB-1, REP-10."""

from typing import Final

import pytest
from unit.rulesets.builders import Spec, binary_schema, ruleset

from mlslcs_ref.data.problems import problem
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.rulesets.solutions import scs_share

COMMON: Final = ("1##### -> 01##", "01#### -> 10##", "00#### -> 11##")
A1: Final = ("####00 -> ##00", "####01 -> ##01", "####10 -> ##10", "####11 -> ##11")
A2: Final = ("#####0 -> ###0", "#####1 -> ###1", "####0# -> ##0#", "####1# -> ##1#")
BOTH: Final = (COMMON + A1, COMMON + A2)


def toy(*texts: str) -> RuleSet:
    return ruleset(binary_schema(6, 4), [Spec(text) for text in texts])


def test_the_solutions_of_toy6x4_are_a_common_part_and_either_a1_or_a2() -> None:
    """Clauses: PRB-1."""
    known = problem("toy6x4")

    assert known is not None
    assert known.solutions == BOTH


@pytest.mark.parametrize(
    ("present", "share"),
    [
        ((), 0.0),
        (COMMON, 3 / 7),
        (COMMON + A1, 1.0),
        (COMMON + A2, 1.0),
        (A2 + COMMON[::-1], 1.0),  # in any order
        (A1, 4 / 7),
        (COMMON[:1] + A1[:2] + A2[:3], 4 / 7),  # 1 + 2 of A1, 1 + 3 of A2
        (COMMON[:2] + A1[:3] + A2[:1], 5 / 7),  # 2 + 3, 2 + 1
        (COMMON + A1[:2] + A2[2:], 5 / 7),  # 3 + 2 both times: parts of two solutions are not added up
        (COMMON * 3, 3 / 7),  # once each
    ],
)
def test_scs_is_the_largest_share_of_a_solution_that_is_present(present: tuple[str, ...], share: float) -> None:
    assert scs_share(toy(*present), BOTH) == share


@pytest.mark.parametrize(
    "other",
    [
        "1##### -> 01#0",  # decides more
        "1##### -> 0###",  # decides less
        "1##### -> 00##",  # decides otherwise
        "11#### -> 01##",  # tests more
        "###### -> 01##",
        "0##### -> 01##",
    ],
)
def test_a_rule_counts_only_with_its_condition_and_its_consequent(other: str) -> None:
    assert scs_share(toy(other), BOTH) == 0.0


def test_bits_of_inactive_genes_are_ignored() -> None:
    """1##### -> 01## is 11, five times 00, then 10 11 00 00; here the # have their value bits set. Clauses: REP-10."""
    rules = ruleset(binary_schema(6, 4), [Spec("11 01 01 01 01 01 10 11 01 01")])

    assert scs_share(rules, BOTH) == 1 / 7


def test_experience_and_numerosity_do_not_matter() -> None:
    rules = ruleset(binary_schema(6, 4), [Spec(COMMON[0], 500, 64, 0)])

    assert scs_share(rules, BOTH) == 1 / 7


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_mlposition_has_one_solution_of_n_plus_1_rules(n: int) -> None:
    """0^(j-1) 1 #^(n-j) decides that label j alone is 1, and 0^n that none is. Clauses: PRB-1."""
    by_hand = {
        1: ("1 -> 1", "0 -> 0"),
        2: ("1# -> 10", "01 -> 01", "00 -> 00"),
        3: ("1## -> 100", "01# -> 010", "001 -> 001", "000 -> 000"),
        4: ("1### -> 1000", "01## -> 0100", "001# -> 0010", "0001 -> 0001", "0000 -> 0000"),
    }
    known = problem(f"mlposition{n}")

    assert known is not None
    assert known.solutions == (by_hand[n],)
    rules = ruleset(binary_schema(n, n), [Spec(text) for text in by_hand[n][:-1]])
    assert scs_share(rules, known.solutions) == n / (n + 1)
