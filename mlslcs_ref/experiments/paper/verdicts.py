"""Whether results bear out the paper's claims: for each claim reproduced, not reproduced or not testable, and why.

Nothing is called reproduced on a part of what the claim is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from mlslcs_ref.experiments.paper.checks import CHECKS
from mlslcs_ref.experiments.paper.evidence import CheckResult, Evidence, NotTestableError, Outcome, PaperNumber
from mlslcs_ref.experiments.paper.tables import paper, read_toml

__all__ = ["Claim", "Verdict", "claims", "verdict", "verdicts"]


@dataclass(frozen=True)
class Claim:
    """Something the paper says.

    Parameters
    ----------
    id : str
        A name for reference.
    where : str
        Section or table.
    text : str
        The claim, in our words.
    check : str
        How it is checked: a name of `CHECKS`.
    options : mapping of str to object
        What the check is called with.
    see : tuple of str
        Ids of inconsistencies of the paper that bear on it.
    """

    id: str
    where: str
    text: str
    check: str
    options: Mapping[str, Any]
    see: tuple[str, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """The verdict on a claim.

    Parameters
    ----------
    claim : Claim
        The claim.
    outcome : {"reproduced", "not reproduced", "not testable"}
        The verdict.
    reason : str
        Why, in a sentence.
    numbers : tuple of PaperNumber
        What it rests on, ours beside the paper's.
    rest : {"reproduced", "not reproduced"}, optional
        As of `CheckResult`.
    """

    claim: Claim
    outcome: Outcome
    reason: str
    numbers: tuple[PaperNumber, ...]
    rest: Outcome | None = None


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
    """Return the verdict on one claim.

    Raises
    ------
    UsageError
        If scipy is not installed.
    """
    try:
        found: CheckResult = CHECKS[claim.check](evidence, paper(), **claim.options)
    except NotTestableError as error:
        found = CheckResult("not testable", str(error))
    return Verdict(claim, found.outcome, found.reason, found.numbers, found.rest)


def verdicts(evidence: Evidence) -> tuple[Verdict, ...]:
    """Return the verdict on every claim."""
    return tuple(verdict(claim, evidence) for claim in claims())
