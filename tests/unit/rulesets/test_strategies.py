"""Compaction strategies by hand, as specs/compaction.md defines them.

The data are 00, 01, 10, 11 with labels l1 = a1 and l2 = a2: 8 cells.
"""

from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest
from raising import raising
from unit.core.builders import every_instance
from unit.rulesets.builders import Spec, binary_schema, plain, ruleset

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.problems import mlposition, problem
from mlslcs_ref.errors import DataError
from mlslcs_ref.rulesets.losses import worth
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.rulesets.strategies import STRATEGIES, Strategy, compact

DATA: Final = Dataset(binary_schema(2, 2), np.array(every_instance(2)), np.array(every_instance(2), dtype=bool), "id")
HALVES: Final = (
    Spec("## -> 11", 9, 4, 4),
    Spec("0# -> 0#", 5, 4, 4),
    Spec("1# -> 1#", 4, 4, 4),
    Spec("#0 -> #0", 3, 4, 4),
    Spec("#1 -> #1", 2, 4, 4),
)


def rules(*specs: Spec, **changes: Any) -> RuleSet:
    return ruleset(DATA.schema, specs, plain(**changes))


def kept(strategy: Strategy, *specs: Spec, **changes: Any) -> list[tuple[str, int]]:
    """The rules that a strategy keeps, each with its num."""
    before = rules(*specs, **changes)
    found = compact(before, DATA, strategy)
    texts = [rule.text for rule in found.ruleset]
    assert texts == [before.rules[place].text for place in found.places]
    assert list(found.places) == sorted(found.places)
    return list(zip(texts, (rule.num for rule in found.ruleset), strict=True))


def test_greedy_leaves_out_what_decides_nothing_new() -> None:
    """num*F 3, 2, 1.5, 1: ## -> 1# decides l1 everywhere, so 1# -> 1# adds nothing, but 1# -> 11 decides l2 of 1#."""
    specs = (Spec("0# -> #0", 1, 4, 4), Spec("1# -> 11", 3, 4, 4), Spec("1# -> 1#", 4, 4, 4), Spec("## -> 1#", 6, 4, 4))

    assert kept("greedy", *specs) == [("0# -> #0", 1), ("1# -> 11", 3), ("## -> 1#", 6)]
    assert kept("paper", *specs) == [("0# -> #0", 1), ("1# -> 11", 3), ("1# -> 1#", 4), ("## -> 1#", 6)]


def test_greedy_keeps_every_cell_that_the_rules_decide_even_if_not_all_are_decided() -> None:
    assert kept("greedy", Spec("11 -> 1#", 1, 4, 4), Spec("1# -> 1#", 2, 4, 4)) == [("1# -> 1#", 2)]


def test_an_able_general_rule_absorbs_with_num() -> None:
    """Exp is 8 * 2 = 16 > 10, acc = 16/16: 1# -> 11 is general for 11 -> 1#, but not for 11 -> 10.

    Clauses: SUB-1, SUB-2.
    """
    specs = (Spec("11 -> 1#", 2, 8, 8), Spec("11 -> 10", 5, 8, 8), Spec("1# -> 11", 3, 8, 16))

    assert kept("subsumed", *specs) == [("11 -> 10", 5), ("1# -> 11", 5)]
    # with exp at theta_exp it is not able
    assert kept("subsumed", *specs, theta_exp=16) == [("11 -> 1#", 2), ("11 -> 10", 5), ("1# -> 11", 3)]
    # nor with acc = 15/16
    assert kept("subsumed", *specs[:2], Spec("1# -> 11", 3, 8, 15)) == [
        ("11 -> 1#", 2),
        ("11 -> 10", 5),
        ("1# -> 11", 3),
    ]


def test_equal_rules_become_one_even_if_they_are_not_able() -> None:
    """The one with larger num*F stays. Clauses: SUB-3, SUB-5."""
    specs = (Spec("1# -> 1#", 2, 2, 1), Spec("0# -> 0#", 1, 2, 1), Spec("1# -> 1#", 3, 2, 1))

    assert kept("subsumed", *specs, theta_exp=0) == [("0# -> 0#", 1), ("1# -> 1#", 5)]


def test_absorption_goes_on_along_a_chain() -> None:
    """11 goes to 1#, and 1# with it to ##. Micro-classifiers are never lost."""
    specs = (Spec("11 -> 1#", 1, 8, 8), Spec("1# -> 1#", 2, 8, 8), Spec("## -> 1#", 4, 8, 8))

    assert kept("subsumed", *specs) == [("## -> 1#", 7)]


def test_cra_by_hand() -> None:
    """Right of the prefixes by num: 4 (all 0), ## -> 11 4, 0# -> 0# 6, 1# -> 1# 6, #0 -> #0 8, #1 -> #1 8.

    F is 1/2 for ## -> 11 and 1 for the others, so BEST asks them first. The smallest prefix with 8 has four rules;
    ##, 0# and #0 raised right, the first from 0. Of these ## decides most cells, all 8, and leaves none open.
    """
    assert kept("cra", *HALVES) == [("## -> 11", 9)]


@pytest.mark.parametrize("strategy", [name for name in STRATEGIES if name != "select"])
def test_a_smallest_solution_stays_whole(strategy: Strategy) -> None:
    """A rule that decides zeros alone is needed too: without it nothing decides them.

    `select` makes rules of its own, which decide by estimates.
    """
    dataset = mlposition(3)
    known = problem("mlposition3")
    assert known is not None
    solution = ruleset(dataset.schema, [Spec(text) for text in known.solutions[0]], n_instances=8)
    solution = solution.with_rules(replace(rule, exp=10 * dataset.n_labels, acc=1.0, fitness=1.0) for rule in solution)

    assert len(compact(solution, dataset, strategy).ruleset) == 4


def test_fu1_by_hand() -> None:
    """Right of all is 8. By rising num #1 -> #1 goes (## -> 11 says the same), #0 -> #0 may not: 6.

    Then #0 -> #0 must stay, 1# -> 1# goes, 0# -> 0# and ## -> 11 must stay. Of the cells ## -> 11 decides all 8, and
    the others decide nothing that is still open.
    """
    assert kept("fu1", *HALVES) == [("## -> 11", 9)]


def test_fu1_is_repeated_until_no_rule_goes() -> None:
    """num*F .75, 1, .75: 2 cells are right with all, and 3 without #0 -> #1, which goes.

    0# -> #1 loses 1 of 2 at that time, and so stays; afterwards 3 are right without it as well.
    """
    assert kept("fu1", Spec("0# -> #1", 1, 4, 3), Spec("#0 -> #1", 1, 4, 4), Spec("#0 -> 10", 2, 4, 3)) == [
        ("#0 -> 10", 2)
    ]


def test_cra_is_repeated_until_no_rule_goes() -> None:
    """Once, ## -> #0 and #1 -> 01 are left, with 3 cells right; #1 -> 01 alone has as many, and the larger num."""
    assert kept("cra", Spec("11 -> 10", 5, 4, 1), Spec("#1 -> 01", 4, 4, 1), Spec("## -> #0", 2, 4, 3)) == [
        ("#1 -> 01", 4)
    ]


def test_the_worth_tells_what_is_lost() -> None:
    """## -> 11 alone: 4 instances matched, 8 cells decided, 4 rightly; 01 and 10 share half of their labels with 11."""
    before = rules(Spec("## -> 11", 9, 4, 4), Spec("0# -> 0#", 5, 4, 4), Spec("#0 -> #0", 3, 4, 4), Spec("## -> 00", 1))
    found = worth(before, DATA)
    after = worth(compact(before, DATA, "fu1").ruleset, DATA)

    assert (found.rules, found.micro, found.matched, found.decided) == (4, 18, 4, 8)
    assert dict(found.scores)["best"] == (1.0, 1.0, 0.0)
    assert (after.rules, after.micro, after.matched, after.decided) == (1, 9, 4, 8)
    assert dict(after.scores)["best"] == (0.5, 0.25, 0.5)
    # 11 alone is predicted as before
    assert dict(found.n_changed(after))["best"] == 3
    # a rule without experience matches and decides nothing
    nothing = worth(rules(Spec("## -> 00", 1)), DATA)
    assert (nothing.rules, nothing.matched, nothing.decided) == (1, 0, 0)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_ruleset_without_rules_or_experience_becomes_empty(strategy: Strategy) -> None:
    assert kept(strategy) == []
    assert kept(strategy, Spec("## -> 11", 9)) == []


def test_only_select_asks_for_rows_that_can_be_learned_from() -> None:
    """What it counts on others is not what its rules match: a value that is not declared may count as a rare one."""
    later = Dataset(DATA.schema, np.where(DATA.X[:, :1] == 0, [[-1.0, 1.0]], DATA.X), DATA.Y, "later")
    for strategy in STRATEGIES:
        if strategy == "select":
            with raising(DataError, file="later", column="a1", row=1):
                compact(rules(*HALVES), later, strategy)
        else:
            assert compact(rules(*HALVES), later, strategy).ruleset


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_original_is_not_changed(strategy: Strategy) -> None:
    before = rules(Spec("1# -> 1#", 2, 8, 8), Spec("11 -> 1#", 3, 8, 8))
    compact(before, DATA, strategy)

    assert [(rule.text, rule.num) for rule in before] == [("1# -> 1#", 2), ("11 -> 1#", 3)]
