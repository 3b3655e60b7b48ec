"""Whether results confirm the paper's claims: each is reproduced, not reproduced or not testable, with the reason.

A claim is never called reproduced on a part of its data sets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from mlslcs_ref.experiments.paper.checks import artificial, rivals, ways
from mlslcs_ref.experiments.paper.evidence import CheckResult, Evidence, NotTestableError
from mlslcs_ref.experiments.paper.tables import Paper, paper, read_toml


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


@dataclass(frozen=True)
class Claim:
    """A claim of the paper."""

    id: str
    """A name for reference."""
    where: str
    """Section or table."""
    text: str
    """The claim, in our words."""
    check: str
    """How it is checked: a name of `CHECKS`."""
    options: Mapping[str, Any]
    """What the check is called with."""
    see: tuple[str, ...] = ()
    """Ids of inconsistencies of the paper that bear on it."""


class Verdict(NamedTuple):
    """The verdict on a claim."""

    claim: Claim
    found: CheckResult
    """The outcome, why, and the numbers that it rests on."""

    @property
    def says_something(self) -> bool:
        """Whether at least a part of the claim could be tested."""
        return self.found.outcome != "not testable" or self.found.rest is not None


@cache
def claims() -> tuple[Claim, ...]:
    """Return the paper's claims, in its order."""
    return tuple(
        Claim(
            entry.pop("id"),
            entry.pop("where"),
            entry.pop("claim"),
            entry.pop("check"),
            see=tuple(entry.pop("see", ())),
            options=entry,
        )
        for entry in read_toml("claims.toml")["claims"]
    )


def verdict(claim: Claim, evidence: Evidence) -> Verdict:
    """Return the verdict on one claim."""
    try:
        found: CheckResult = CHECKS[claim.check](evidence, paper(), **claim.options)
    except NotTestableError as error:
        found = CheckResult("not testable", str(error))
    return Verdict(claim, found)


def verdicts(evidence: Evidence) -> tuple[Verdict, ...]:
    """Return the verdict on every claim."""
    return tuple(verdict(claim, evidence) for claim in claims())
