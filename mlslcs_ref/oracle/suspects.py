"""Which clause an implementation most likely has wrong, from which vectors fail and which clauses they cite."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mlslcs_ref.oracle.judging import Result, Status

__all__ = ["FAILING", "Suspect", "suspects"]

FAILING: Final[tuple[Status, ...]] = ("fail", "error")
"""What speaks against a clause: answers. A process that is lost says nothing about which clause it had wrong."""
PASSING: Final[tuple[Status, ...]] = ("pass", "other", "unexpected-pass")
FIRST: Final = 2
"""How much a vector says about the clause that it names first, its topic; about the others it says 1."""


@dataclass(frozen=True)
class Suspect:
    """A clause that failing vectors cite.

    Parameters
    ----------
    clause : str
        Its id.
    failed : int
        The failing vectors that cite it.
    ran : int
        All vectors that ran and cite it.
    elsewhere : int
        The failing vectors that do not cite it.
    score : float
        Ochiai's coefficient with weights, from 0 to 1: F / sqrt(R * A), where F and R add up what the `failed`
        and the `ran` vectors say about it, and A is the most that all failing vectors could say.
    """

    clause: str
    failed: int
    ran: int
    elsewhere: int
    score: float


def suspects(results: Sequence[Result]) -> tuple[Suspect, ...]:
    """Return the clauses that failing vectors cite, the most suspicious first, of equal ones the first by name."""
    failing = [result for result in results if result.status in FAILING]
    ran = [*failing, *(result for result in results if result.status in PASSING)]
    cited = sorted({clause for result in failing for clause in result.clauses})
    found = [_suspect(clause, failing, ran) for clause in cited]
    return tuple(sorted(found, key=lambda suspect: (-suspect.score, suspect.clause)))


def _suspect(clause: str, failing: Sequence[Result], ran: Sequence[Result]) -> Suspect:
    against, about = _said(clause, failing), _said(clause, ran)
    score = sum(against) / math.sqrt(sum(about) * FIRST * len(failing))
    return Suspect(clause, len(against), len(about), len(failing) - len(against), score)


def _said(clause: str, results: Sequence[Result]) -> list[int]:
    """Return what each of the vectors that cite a clause says about it."""
    return [FIRST if result.clauses[0] == clause else 1 for result in results if clause in result.clauses]
