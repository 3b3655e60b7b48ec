"""Whether results confirm the paper's claims: each is reproduced, not reproduced or not testable, with the reason.

A claim is never called reproduced on a part of its data sets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from mlslcs_ref.experiments.paper.checks import CHECKS
from mlslcs_ref.experiments.paper.evidence import CheckResult, Evidence, NotTestableError
from mlslcs_ref.experiments.paper.tables import paper, read_toml


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
