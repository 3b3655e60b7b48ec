"""How much of a shortest complete solution a ruleset holds (MET-B)."""

from __future__ import annotations

from mlslcs_ref.rulesets.notation import chromosome_of
from mlslcs_ref.rulesets.ruleset import RuleSet

__all__ = ["scs_share"]


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
    layout = ruleset.layout
    present = {rule.meaning for rule in ruleset}
    best = 0.0
    for solution in solutions:
        found = 0
        for text in solution:
            chromosome = chromosome_of(text, layout)
            found += layout.meaning(chromosome, layout.care(chromosome)) in present
        best = max(best, found / len(solution))
    return best
