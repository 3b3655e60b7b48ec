"""Which clause an implementation most likely has wrong, from which vectors fail and which clauses they cite."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mlslcs_ref.oracle.judging import Result, Status

__all__ = ["FAILING", "Suspect", "points_to", "suspects"]

FAILING: Final[tuple[Status, ...]] = ("fail", "error")
"""What speaks against a clause: answers. A process that is lost says nothing about which clause it had wrong."""
PASSING: Final[tuple[Status, ...]] = ("pass", "other", "unexpected-pass")
FIRST: Final = 2
"""How much a vector says about the clause that it names first, its topic; about the others that it names it says 1.

As much says an answer about the clause that above all gives the first field that differs, named by the vector or not:
in whole steps many clauses are at work, of which a vector names few.
"""


@dataclass(frozen=True)
class Suspect:
    """A clause that failing vectors point to: they name it, or it gives the first field that differs.

    Parameters
    ----------
    clause : str
        Its id.
    failed : int
        The failing vectors that point to it.
    ran : int
        All vectors that ran and name it or point to it.
    elsewhere : int
        The failing vectors that do not point to it.
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
    """Return the clauses that failing vectors point to, the most suspicious first, of equal ones the first by name."""
    failing = [result for result in results if result.status in FAILING]
    ran = [*failing, *(result for result in results if result.status in PASSING)]
    named = sorted({clause for result in failing for clause in (*result.clauses, _given(result)) if clause})
    found = [_suspect(clause, failing, ran) for clause in named]
    return tuple(sorted(found, key=lambda suspect: (-suspect.score, suspect.clause)))


def _suspect(clause: str, failing: Sequence[Result], ran: Sequence[Result]) -> Suspect:
    against, about = _said(clause, failing), _said(clause, ran)
    score = sum(against) / math.sqrt(sum(about) * FIRST * len(failing))
    return Suspect(clause, len(against), len(about), len(failing) - len(against), score)


def _said(clause: str, results: Sequence[Result]) -> list[int]:
    """Return what each of the vectors that point to a clause says about it."""
    return [
        FIRST if clause in {result.clauses[0], _given(result)} else 1 for result in results if points_to(result, clause)
    ]


def points_to(result: Result, clause: str) -> bool:
    """Tell whether a vector names a clause, or the clause gives the first field in which its answer differs."""
    return clause in result.clauses or clause == _given(result)


def _given(result: Result) -> str:
    """Return the clause that gives the first field that differs; an empty text if nothing does that could tell."""
    if result.status not in FAILING or result.difference is None:
        return ""
    return result.difference.clause
