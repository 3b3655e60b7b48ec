"""Small suites and executors for tests."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from processes import PATIENCE

from mlslcs_ref.oracle.executor_process import Limits
from mlslcs_ref.oracle.protocol import Description
from mlslcs_ref.oracle.suite import Suite, clauses_of
from mlslcs_ref.oracle.vectors.comparison import Comparison
from mlslcs_ref.oracle.vectors.files import Level, Vector

FAKE: Final = Path(__file__).with_name("fake_executor.py")
QUICK: Final = Limits(case=0.5, start=PATIENCE, stop=0.5, line=100_000, faults=3)
DESCRIPTION: Final = Description("fake", "1", "Python", formats=("match", "update"), profiles=("paper",))
NOW: Final[Mapping[str, Any]] = {"out": {"x": "now"}}
"""The `in` of the case at which the fake executor misbehaves."""
CHAPTER: Final = """\
# ABC: the update component

Not a clause.

## ABC-1 What a decision adds

First paragraph.

    tp = tp + 1

## ABC-2: What experience counts

Second clause.

# Remarks

Not a clause either.
"""


def fake(behaviour: str = "good") -> list[str]:
    """The command of an executor that misbehaves."""
    return [sys.executable, "-S", "-E", str(FAKE), behaviour]


def vector(
    identity: str,
    said: Mapping[str, Any] | None = None,
    *clauses: str,
    level: Level = "must",
    out: Mapping[str, Any] | None = None,
    error: str | None = None,
    profile: str = "paper",
    aliases: tuple[str, ...] = (),
) -> Vector:
    """A vector that the fake executor answers with `said`, by default with what is wanted."""
    wanted = {"reject": error} if error else {"out": out or {"x": 1}}
    case = {
        "format": identity.partition("/")[0],
        "settings": {"profile": profile},
        "in": wanted if said is None else said,
        "draws": [],
    }
    found = None if error else (out or {"x": 1})
    return Vector(identity, "a comment", clauses or ("ABC-1",), level, "hand", case, found, error, aliases)


def suite(vectors: Sequence[Vector]) -> Suite:
    """A suite with these vectors."""
    comparisons = {"update": Comparison({"x": {"rel": 1e-9}}), "match": Comparison({}), "echo": Comparison({})}
    clauses = {clause.id: clause for clause in clauses_of(CHAPTER)}
    return Suite(Path("specs"), tuple(vectors), comparisons, clauses, "1.0.0", "0" * 64)
