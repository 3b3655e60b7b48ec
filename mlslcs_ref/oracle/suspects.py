"""Which clause an implementation most likely has wrong, from which vectors fail and what they point to."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from mlslcs_ref.oracle.judging import Result, Status
from mlslcs_ref.oracle.parts import depths

FAILING: Final[tuple[Status, ...]] = ("fail", "error")
"""What speaks against a clause: answers. A process that is lost says nothing about which clause it had wrong."""
PASSING: Final[tuple[Status, ...]] = ("pass", "other", "unexpected-pass")
NAMED: Final = 1.0
"""How much a vector says about a clause that it names."""
FIRST: Final = 2.0
"""How much it says about the one that it names first, its topic; a random case has none."""
NO_TOPIC: Final = frozenset({"drawn", "large", "three-hundred"})
"""Topics of random cases: every clause of their format is at work in them, and the first that they name is no topic."""
GIVEN: Final = 4.0
"""How much a failing one says about the clause that gives what differs first, named by the vector or not.

In whole steps many clauses are at work, of which a vector names few.
"""
DOUBT: Final = 5.0
"""As if so much more had passed about every clause: if its only vector fails, that says less than fifty of sixty."""
OUTER: Final = 1.0 / 64.0
"""The share that is left of this in a format of which a part fails too: the fault is more likely in the part.

Once more if a part of that part fails, and so on.
"""
CLEARED: Final = 0.25
"""The share that is left of a score if vectors name the clause first, and none of these fails.

They test it alone; what fails elsewhere has a field that it gives, or a step in which it takes part.
"""


@dataclass(frozen=True)
class Suspect:
    """A clause that failing vectors point to: they name it, or it defines the first field that differs."""

    clause: str
    """Its id."""
    failed: int
    """The failing vectors that point to it."""
    ran: int
    """All vectors that ran and name it or point to it."""
    elsewhere: int
    """The failing vectors that do not point to it."""
    score: float
    """Ochiai's coefficient with weights, from 0 to 1: F / sqrt((R + 5) * A), where F and R add up what the `failed` and
    the `ran` vectors say about it, and A adds up the most that each failing vector says about any clause. The vectors
    of a group say as much together as a single one elsewhere: many that ask the same are no more evidence. A quarter
    of it if no vector fails that names the clause first, and some pass."""


def suspects(results: Sequence[Result]) -> tuple[Suspect, ...]:
    """Return the clauses that failing vectors point to, the most suspicious first, of equal ones the first by name."""
    failing = [result for result in results if result.status in FAILING]
    ran = [*failing, *(result for result in results if result.status in PASSING)]
    outside = depths({_format(result) for result in failing})
    sizes = Counter(_group(result) for result in ran)
    against, about = _Said(failing, outside, sizes), _Said(ran, outside, sizes)
    cleared = {_topic(result) for result in ran} - {_topic(result) for result in failing}
    found = [
        Suspect(
            clause,
            against.vectors[clause],
            about.vectors[clause],
            len(failing) - against.vectors[clause],
            (CLEARED if clause in cleared else 1.0)
            * math.fsum(against.said[clause])
            / math.sqrt((DOUBT + math.fsum(about.said[clause])) * math.fsum(against.most)),
        )
        for clause in against.said
    ]
    return tuple(sorted(found, key=lambda suspect: (-suspect.score, suspect.clause)))


class _Said:
    """What vectors say about clauses.

    Parameters
    ----------
    results : sequence of Result
        The vectors.
    outside : mapping of str to int
        By format that fails, how many failing parts are one within the other in it.
    sizes : mapping of str to int
        By group, how many vectors ran.

    Attributes
    ----------
    said : dict of str to list of float
        By clause, what each says about it. The order of results must not count, so that fsum adds them up.
    vectors : Counter
        By clause, how many point to it.
    most : list of float
        The most that each says about any clause.
    """

    def __init__(self, results: Sequence[Result], outside: Mapping[str, int], sizes: Mapping[str, int]) -> None:
        self.said: dict[str, list[float]] = {}
        self.vectors: Counter[str] = Counter()
        self.most: list[float] = []
        for result in results:
            share = OUTER ** outside.get(_format(result), 0) / sizes[_group(result)]
            weights = dict(_weights(result))
            for clause, weight in weights.items():
                self.said.setdefault(clause, []).append(share * weight)
            self.vectors.update(weights.keys())
            self.most.append(share * max(weights.values(), default=0.0))


def _weights(result: Result) -> Iterator[tuple[str, float]]:
    """Yield the clauses to which a vector points, each with how much it says about it; the last time counts."""
    for clause in reversed(result.clauses):
        yield clause, FIRST if clause == _topic(result) else NAMED
    if result.difference is not None and _given(result):
        # a draw that is used otherwise follows from a decision before it, which is often another clause's
        yield _given(result), NAMED if result.difference.path.startswith("draws/") else GIVEN


def points_to(result: Result, clause: str) -> bool:
    """Tell whether a vector names a clause, or the clause gives what differs first in its answer."""
    return clause in result.clauses or clause == _given(result)


def _given(result: Result) -> str:
    """Return the clause that gives what differs first; an empty text if nothing does that could tell."""
    if result.status not in FAILING or result.difference is None:
        return ""
    return result.difference.clause


def _topic(result: Result) -> str:
    """Return the clause that a vector is about; an empty text if it is a random case."""
    return "" if result.id.partition("/")[2].partition("/")[0] in NO_TOPIC else result.clauses[0]


def _format(result: Result) -> str:
    return result.id.partition("/")[0]


def _group(result: Result) -> str:
    return result.id.rpartition("/")[0]
