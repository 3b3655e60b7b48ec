"""How much of a shortest complete solution a ruleset has (MET-B)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.rulesets.notation import chromosome_of
from mlslcs_ref.rulesets.rule import Rule
from mlslcs_ref.rulesets.ruleset import RuleSet


def scs_share(ruleset: RuleSet, solutions: tuple[tuple[str, ...], ...]) -> float:
    """Return %SCS as a share: the largest, over alternative solutions, of the share of their rules that are present.

    There is at least one solution, each of rules in the notation of the paper. Rules are the same by REP-10,
    consequents included.

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
            found += layout.identity(chromosome_of(text, layout))[1] in present
        best = max(best, found / len(solution))
    return best
