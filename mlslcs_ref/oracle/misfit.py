"""Draws that do not fit a case: the first one that is used otherwise, and the clause that puts such draws in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import Any, Final

from mlslcs_ref.oracle.operators import FORMATS, CaseError, Reject, purposes
from mlslcs_ref.oracle.vectors import FirstDifference

ORDERED_BY: Final[Mapping[str, str]] = {"cluster": "INI-6", "cover": "COV-6", "ga": "GEN-8", "delete": "DEL-1"}
"""The clause that orders the draws of a mechanism, by the first word of their purposes."""
NONE: Final = "no draw"


def first_misfit(case: Mapping[str, Any], made: Sequence[str]) -> FirstDifference | None:
    """Return the first draw of a case that is used otherwise; None if none is known to be.

    Parameters
    ----------
    case : mapping
        With a tape.
    made : sequence of str
        What an executor made its draws for; an empty text fits everything.
    """
    if not isinstance(case.get("draws"), Sequence) or case["format"] not in FORMATS:
        return None
    wanted: tuple[str, ...] = ()
    with suppress(Reject, CaseError):
        wanted = purposes(case)
    for index, (one, other) in enumerate(zip_longest(wanted, made)):
        if one != other and not (one is not None and other == ""):
            clause = _clause(one) or _clause(other) or _clause(wanted[-1] if wanted else None)
            return FirstDifference(f"draws/{index}", one or NONE, NONE if other is None else other or "a draw", clause)
    return None


def _clause(purpose: str | None) -> str:
    """Return the clause that orders draws of a purpose; an empty text if none is known."""
    return ORDERED_BY.get((purpose or "").partition(".")[0], "")
