"""Which clause an implementation most likely has wrong, from which vectors fail and which clauses they cite."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mlslcs_ref.oracle.judging import Result, Status

__all__ = ["FAILING", "Suspect", "suspects"]

FAILING: Final[tuple[Status, ...]] = ("fail", "error", "died", "timeout")
"""What a wrong clause can do to a vector."""
PASSING: Final[tuple[Status, ...]] = ("pass", "other", "unexpected-pass")


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
        failed / sqrt(ran * all failing vectors), above 0 and at most 1, which is Ochiai's coefficient.
    first : int
        The failing vectors that name it as their first clause, which is what they are about.
    """

    clause: str
    failed: int
    ran: int
    elsewhere: int
    score: float
    first: int


def suspects(results: Sequence[Result]) -> tuple[Suspect, ...]:
    """Return the clauses that failing vectors cite, the most suspicious first.

    Ties go to the clause that more failing vectors name first, then to the alphabet.
    """
    failing = [result for result in results if result.status in FAILING]
    ran = [*failing, *(result for result in results if result.status in PASSING)]
    cited = sorted({clause for result in failing for clause in result.clauses})
    found = [_suspect(clause, failing, ran) for clause in cited]
    return tuple(sorted(found, key=lambda suspect: (-suspect.score, -suspect.first, suspect.clause)))


def _suspect(clause: str, failing: Sequence[Result], ran: Sequence[Result]) -> Suspect:
    n_failed = len([result for result in failing if clause in result.clauses])
    n_ran = len([result for result in ran if clause in result.clauses])
    n_first = len([result for result in failing if result.clauses[:1] == (clause,)])
    score = n_failed / math.sqrt(n_ran * len(failing))
    return Suspect(clause, n_failed, n_ran, len(failing) - n_failed, score, n_first)
