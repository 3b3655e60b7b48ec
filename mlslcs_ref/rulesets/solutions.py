"""How much of a shortest complete solution a ruleset has (MET-B), and which rules replace the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.inference.votes import decisions, matched_instances
from mlslcs_ref.rulesets.notation import chromosome_of
from mlslcs_ref.rulesets.rule import Rule
from mlslcs_ref.rulesets.ruleset import RuleSet

MOST_STAND_INS: Final = 3


@dataclass(frozen=True)
class StandIn:
    """A rule that does part of the work of a missing one.

    Parameters
    ----------
    place : int
        Its place, from 0 in population order.
    relation : str
        What its condition and decisions are to those of the missing rule (SUB-2).
    cells : int
        Labels of instances that both decide alike.
    """

    place: int
    relation: Literal["general for it", "a case of it", "overlaps it"]
    cells: int


@dataclass(frozen=True)
class SolutionRule:
    """A rule of a solution and where it is.

    Parameters
    ----------
    text : str
        The rule in the paper's notation.
    place : int or None
        Its place in the ruleset, from 0 in population order; None if it is missing.
    cells : int
        Labels of instances that it decides.
    stand_ins : tuple of StandIn
        For a missing rule those that decide most of the same cells alike, the best first.
    covered : int
        Cells of a missing rule that any rule with experience decides as it does.
    """

    text: str
    place: int | None
    cells: int
    stand_ins: tuple[StandIn, ...]
    covered: int


def scs_share(ruleset: RuleSet, solutions: tuple[tuple[str, ...], ...]) -> float:
    """Return %SCS as a share: the largest, over alternative solutions, of the share of their rules that are present.

    Parameters
    ----------
    ruleset : RuleSet
        Rules on binary attributes.
    solutions : tuple of tuple of str
        Alternative solutions, at least one, each of rules in the paper's notation.

    Returns
    -------
    float
        In [0, 1]. Rules are the same by REP-10, consequents included.

    Notes
    -----
    Clauses: MET-B.
    """
    return share_held(ruleset, ruleset.layout, solutions)


def share_held(rules: Iterable[Classifier | Rule], layout: Layout, solutions: Sequence[Sequence[str]]) -> float:
    """Return what `scs_share` says of rules of this layout, which need not be a ruleset (MET-B)."""
    present = {rule.equality_key for rule in rules}
    best = 0.0
    for solution in solutions:
        found = 0
        for text in solution:
            found += _equality_key(layout, text) in present
        best = max(best, found / len(solution))
    return best


def solution_rules(ruleset: RuleSet, dataset: Dataset, solution: tuple[str, ...]) -> tuple[SolutionRule, ...]:
    """Return where the rules of a solution are in a ruleset, and what stands in for those that are missing.

    Parameters
    ----------
    ruleset : RuleSet
        Rules on binary attributes.
    dataset : Dataset
        Every instance of the problem.
    solution : tuple of str
        Its rules, in the paper's notation.

    Notes
    -----
    Clauses: MET-B, REP-10.
    """
    present = _places(ruleset)
    ruleset.require_schema_of(dataset)
    index = ruleset.coverage_index(dataset.matrix)
    n_labels = dataset.n_labels
    experienced = [place for place, rule in enumerate(ruleset.rules) if rule.exp > 0]
    matched = matched_instances([ruleset.rules[place] for place in experienced], index)
    signed = {
        place: _signed_cells(instances.tolist(), decisions(ruleset.rules[place], n_labels).tolist())
        for place, instances in zip(experienced, matched, strict=True)
    }
    found = []
    for text in solution:
        bits = chromosome_of(text, ruleset.layout)
        signs = [
            0 if not bits[start] else 1 if bits[start + 1] else -1
            for start in map(ruleset.layout.label_start, range(n_labels))
        ]
        cells = _signed_cells(list(index.matched(bits).search(1)), signs)
        place = present.get(_equality_key(ruleset.layout, text))
        stand_ins, covered = ((), len(cells)) if place is not None else _stand_ins(ruleset, text, cells, signed)
        found.append(SolutionRule(text, place, len(cells), stand_ins, covered))
    return tuple(found)


def _places(ruleset: RuleSet) -> dict[bytes, int]:
    """Return the places of rules by their equality; of equal ones the first."""
    return {rule.equality_key: place for place, rule in reversed(list(enumerate(ruleset.rules)))}


def _equality_key(layout: Layout, text: str) -> bytes:
    bits = chromosome_of(text, layout)
    return layout.equality_key(bits, layout.care(bits))


def _signed_cells(instances: list[int], signs: list[int]) -> set[tuple[int, int, int]]:
    decided = [(label, sign) for label, sign in enumerate(signs) if sign]
    return {(instance, label, sign) for instance in instances for label, sign in decided}


def _stand_ins(
    ruleset: RuleSet, text: str, cells: set[tuple[int, int, int]], signed: dict[int, set[tuple[int, int, int]]]
) -> tuple[tuple[StandIn, ...], int]:
    shared = {place: cells & others for place, others in signed.items() if not cells.isdisjoint(others)}
    covered = set[tuple[int, int, int]]().union(*shared.values())
    best = sorted(shared, key=lambda place: (len(shared[place]), *ruleset.rank(ruleset.rules[place])), reverse=True)
    return tuple(
        StandIn(place, _relation(ruleset, place, text), len(shared[place])) for place in best[:MOST_STAND_INS]
    ), len(covered)


def _relation(ruleset: RuleSet, place: int, text: str) -> Literal["general for it", "a case of it", "overlaps it"]:
    layout, rule = ruleset.layout, ruleset.rules[place]
    bits = chromosome_of(text, layout)
    care = layout.care(bits)
    own_care = layout.care(rule.chromosome)
    if layout.generalises(rule.chromosome, own_care, bits, care):
        return "general for it"
    return "a case of it" if layout.generalises(bits, care, rule.chromosome, own_care) else "overlaps it"
