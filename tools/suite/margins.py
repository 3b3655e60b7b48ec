"""The margin guard: no decision of a vector hangs on the last digits of a real.

A case is run again with every draw, every real input and every real setting a little larger and a little smaller. What
is not a real must stay as it was, so that an implementation whose exp or power differs by an ulp decides the same.
"""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from mlslcs_ref.oracle.operators.case import CaseError, Reject
from mlslcs_ref.oracle.operators.run_case import run_case

__all__ = ["closest_decision"]

MARGIN: Final = 1e-9
TOLERANCE: Final = 1e-6
"""Reals of the answer may move by so much, relative to their size, when an input moves by the margin."""

Path = tuple[str | int, ...]


def closest_decision(
    case: Mapping[str, Any],
    out: Mapping[str, Any],
    exempt: Sequence[str],
    *,
    one_by_one: bool = True,
    by_lot: bool = False,
) -> str | None:
    """Return the path of an input whose change by 1e-9 of its size decides something else, or None.

    Parameters
    ----------
    case, out : mapping
        A case and its answer.
    exempt : sequence of str
        Paths of inputs that are part of an exact tie; a path names all that stands below it.
    one_by_one : bool
        Whether each input is also moved alone.
    by_lot : bool
        Whether all inputs are also moved together in directions drawn by lot.
    """
    case = copy.deepcopy(dict(case))
    reals = [path for path in _reals(case) if not any(_below("/".join(map(str, path)), named) for named in exempt)]
    if not reals:
        return None

    def holds(*moves: tuple[Path, float]) -> bool:
        with _moved(case, moves):
            return _same(out, _answer(case))

    for path in reals if one_by_one else ():
        for factor in (1.0 - MARGIN, 1.0 + MARGIN):
            if not holds((path, factor)):
                return "/".join(map(str, path))
    # neighbours in opposite directions: one comparison often has two inputs
    for first in (1.0 - MARGIN, 1.0 + MARGIN):
        moves = [(path, first if place % 2 else 2.0 - first) for place, path in enumerate(reals)]
        if not holds(*moves):
            return "all of them"
    if by_lot:
        stream = random.Random(len(reals))  # noqa: S311 - no secret
        moves = [(path, stream.choice((1.0 - MARGIN, 1.0 + MARGIN))) for path in reals]
        if not holds(*moves):
            return "some of them"
    return None


def _below(path: str, named: str) -> bool:
    return path == named or path.startswith(f"{named}/")


def _answer(case: Mapping[str, Any]) -> Any:
    try:
        return run_case(case)
    except (Reject, CaseError) as error:
        return str(error)


def _reals(case: Mapping[str, Any]) -> Iterator[Path]:
    """Find the reals that may decide something: draws, and floats among inputs and settings."""
    for name in ("draws", "in", "settings"):
        yield from _floats(case[name], (name,))


def _floats(value: Any, path: Path) -> Iterator[Path]:
    if isinstance(value, float) and value != 0.0:
        yield path
    elif isinstance(value, Mapping):
        for name, item in value.items():
            yield from _floats(item, (*path, name))
    elif isinstance(value, (list, tuple)):
        for place, item in enumerate(value):
            yield from _floats(item, (*path, place))


@contextmanager
def _moved(case: Mapping[str, Any], moves: Sequence[tuple[Path, float]]) -> Iterator[None]:
    """Make some reals of a case a little larger or smaller, until the block ends."""
    kept = []
    for path, factor in moves:
        place: Any = case
        for name in path[:-1]:
            place = place[name]
        kept.append((place, path[-1], place[path[-1]]))
        place[path[-1]] *= factor
    yield
    for place, name, real in kept:
        place[name] = real


def _same(one: Any, other: Any) -> bool:
    """Tell whether two answers are the same but for small differences of reals."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_same(one[name], other[name]) for name in one)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, float) and isinstance(other, (int, float)):
        return math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return bool(one == other)
