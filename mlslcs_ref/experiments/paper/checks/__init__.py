"""How claims are checked: one function each, called with the evidence, the paper and the arguments of the claim."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from mlslcs_ref.experiments.paper.checks import artificial, rivals, ways
from mlslcs_ref.experiments.paper.evidence import CheckResult, Evidence
from mlslcs_ref.experiments.paper.tables import Paper

__all__ = ["CHECKS"]


def _judgement(_evidence: Evidence, _paper: Paper, reason: str) -> CheckResult:
    return CheckResult("not testable", reason)


CHECKS: Final[Mapping[str, Callable[..., CheckResult]]] = {
    "judgement": _judgement,
    "position": rivals.position,
    "mean_position": rivals.mean_position,
    "wins": rivals.wins,
    "outperforms": rivals.outperforms,
    "friedman": rivals.friedman,
    "nemenyi": rivals.nemenyi,
    "no_difference": rivals.no_difference,
    "margin": rivals.margin,
    "value": rivals.value,
    "no_way_dominates": ways.no_way_dominates,
    "way_with_most_bests": ways.way_with_most_bests,
    "way_wins": ways.way_wins,
    "way_gains_most": ways.way_gains_most,
    "best_has_fewer_rules": ways.best_has_fewer_rules,
    "mean_of_runs": artificial.mean_of_runs,
    "perfect_runs": artificial.perfect_runs,
    "omega_affects": artificial.omega_affects,
    "omega_order": artificial.omega_order,
    "omega_trade_off": artificial.omega_trade_off,
    "larger_than_the_solution": artificial.larger_than_the_solution,
}
"""The checks by the names that claims.toml uses."""
