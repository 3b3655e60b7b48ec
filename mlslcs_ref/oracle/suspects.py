"""Which clause an implementation most likely has wrong, from which vectors fail and what they point to.

A format consists of others: if a part fails too, a failure of the whole means little.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from mlslcs_ref.oracle.judging import DRAWING, Result, Status

PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "match": ("decode",),
    "generality": ("layout", "decode"),
    "equality": ("layout", "decode"),
    "repair": ("layout", "decode"),
    "notation": ("layout",),
    "coverage": ("layout", "match"),
    "correct-sets": ("coverage",),
    "update": ("correct-sets", "parameters"),
    "control": ("coverage", "parameters"),
    "deletion": ("roulette", "parameters"),
    "covering": ("layout", "decode"),
    "selection": ("roulette", "parameters"),
    "crossover": ("layout", "equality"),
    "ga": ("selection", "crossover", "repair", "coverage"),
    "subsumption": ("generality", "equality", "parameters"),
    "discovery": ("correct-sets", "ga-due", "covering", "ga", "subsumption"),
    "step": ("control", "update", "discovery", "deletion"),
    "clustering": ("k-means", "covering", "coverage", "equality", "deletion"),
    "final-merge": ("subsumption",),
    "run": ("step", "clustering", "final-merge"),
    "votes": ("coverage", "parameters"),
    "thresholds": ("active-labels", "metrics"),
    "best": ("coverage", "parameters"),
    "evaluation": ("votes", "thresholds", "best", "metrics"),
    "compaction": ("coverage", "parameters"),
    "scs": ("equality", "notation"),
    "trace": ("run",),
}
"""The formats that a format is made of, next to it; one that is not here is made of none."""
FAILING: Final[tuple[Status, ...]] = ("fail", "error")
"""What speaks against a clause: answers. A process that is lost says nothing about which clause it had wrong."""
PASSING: Final[tuple[Status, ...]] = ("pass", "other", "unexpected-pass")
RANDOM: Final = "drawn"
MANY: Final = 3
"""A vector of the topic `drawn`, or that names more clauses than this, is broad: much is at work in it."""
BROAD: Final = 1.0 / 8.0
"""The vote of a broad vector."""
DOUBT: Final = 32.0
"""As many passing votes count for every clause besides: else one witness decides about a clause of few vectors."""
OUTER: Final = 1.0 / 64.0
"""The share that is left of a vote in a format of which a part fails too: the fault is more likely in the part.

Once more if a part of that part fails, and so on.
"""


@cache
def parts_of(name: str) -> frozenset[str]:
    """Return all formats that a format is made of, those of its parts included."""
    near = PARTS.get(name, ())
    return frozenset(near).union(*map(parts_of, near))


def depths(failing: Collection[str]) -> dict[str, int]:
    """Return for each format that fails the length of the longest chain of failing parts within it."""
    found: dict[str, int] = {}
    # what has fewer parts is no whole of what has more
    for name in sorted(failing, key=lambda name: len(parts_of(name))):
        found[name] = max((found[part] + 1 for part in parts_of(name) & found.keys()), default=0)
    return found


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
    """Ochiai's coefficient of votes, with doubt, above 0, below 1: F / sqrt((R + 32) * A), where F are the votes of
    failing vectors for the clause, R those of all that ran, and A all votes of failing ones. A vector has one vote,
    divided evenly among the clauses that it names, once more its topic, and once more the clause that gives what
    differs first; a broad one has an eighth, and no topic."""


def suspects(results: Sequence[Result]) -> tuple[Suspect, ...]:
    """Return the clauses that failing vectors point to, the most suspicious first, of equal ones the first by name."""
    failing = [result for result in results if result.status in FAILING]
    ran = [*failing, *(result for result in results if result.status in PASSING)]
    outside = depths({_format(result) for result in failing})
    against, about = _votes(failing, outside), _votes(ran, outside)
    cast = math.fsum(_vote(result, outside) for result in failing)
    found = [
        Suspect(
            clause,
            len(votes),
            len(about[clause]),
            len(failing) - len(votes),
            math.fsum(votes) / math.sqrt((math.fsum(about[clause]) + DOUBT) * cast),
        )
        for clause, votes in against.items()
    ]
    return tuple(sorted(found, key=lambda suspect: (-suspect.score, suspect.clause)))


def _votes(results: Sequence[Result], outside: Mapping[str, int]) -> dict[str, list[float]]:
    """Return by clause the votes for it, one of each vector that points to it; the order must not count, so fsum adds.

    `outside` is what `depths` returns.
    """
    votes: dict[str, list[float]] = {}
    for result in results:
        pointed = Counter(_pointed(result))
        vote = _vote(result, outside)
        for clause, times in pointed.items():
            votes.setdefault(clause, []).append(vote * times / pointed.total())
    return votes


def _vote(result: Result, outside: Mapping[str, int]) -> float:
    return float((BROAD if _is_broad(result) else 1.0) * OUTER ** outside.get(_format(result), 0))


def points_to(result: Result, clause: str) -> bool:
    """Tell whether a vector names a clause, or the clause gives what differs first in its answer."""
    return clause in _pointed(result)


def _pointed(result: Result) -> list[str]:
    """Return the clauses to which a vector points, as often as it does."""
    given = "" if result.status not in FAILING or result.difference is None else result.difference.clause
    return [*result.clauses, *filter(None, (_topic(result), given))]


def _topic(result: Result) -> str:
    """Return the clause that a vector is about, the first that it names; an empty text if it is broad."""
    return "" if _is_broad(result) else result.clauses[0]


def _is_broad(result: Result) -> bool:
    topic = result.id.partition("/")[2].partition("/")[0]
    return topic == RANDOM or len({*result.clauses} - {DRAWING}) > MANY


def _format(result: Result) -> str:
    return result.id.partition("/")[0]
