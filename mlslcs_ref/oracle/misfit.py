"""Draws that do not fit a case: the first one that is used otherwise, and the clause that puts such draws in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import Any, Final

from mlslcs_ref.oracle.operators.errors import CaseError, Reject
from mlslcs_ref.oracle.operators.run_case import FORMATS, purposes
from mlslcs_ref.oracle.vectors.comparison import FirstDifference

ORDERED_BY: Final[Mapping[str, str]] = {"cluster": "INI-6", "cover": "COV-6", "ga": "GEN-8", "delete": "DEL-1"}
"""The clause that orders the draws of a mechanism, by the first word of their purposes."""
CUT: Final = "ga.cut"
LABEL: Final = "cover.label"
PARENT: Final = "ga.parent"
WHOLE: Final = frozenset({"discovery", "step", "run"})
"""Formats in which a GA is run if it is due."""
NONE: Final = "no draw"


def first_misfit(case: Mapping[str, Any], made: Sequence[str]) -> FirstDifference | None:
    """Return the first draw of a case, which has a tape, that is used otherwise; None if none is known to be.

    `made` is what an executor made its draws for; an empty text fits everything.
    """
    if not isinstance(case.get("draws"), Sequence) or case["format"] not in FORMATS:
        return None
    wanted: tuple[str, ...] = ()
    with suppress(Reject, CaseError):
        wanted = purposes(case)
    for index, (one, other) in enumerate(zip_longest(wanted, made)):
        if one != other and not (one is not None and other == ""):
            before = wanted[index - 1] if index else ""
            clause = _decided_by(one, other, before, case["format"]) or _ordered_by(one, other, wanted)
            return FirstDifference(f"draws/{index}", one or NONE, NONE if other is None else other or "a draw", clause)
    return None


def _decided_by(one: str | None, other: str | None, before: str, format_name: str) -> str:
    """Return the clause that decides whether a draw of the GA or of a label is made; an empty text if it is another."""
    if CUT in {one, other}:
        return "GEN-4"
    # the labels of a rule have one draw more, or one less
    if LABEL in {one, other} and (before == LABEL or _clause(one) != _clause(other)):
        return "INI-1" if format_name == "clustering" else "COV-2"
    if format_name not in WHOLE or PARENT not in {one, other} or _clause(one) == _clause(other):
        return ""
    # a GA begins where there is none, or another mechanism has its turn
    return "CYC-2"


def _ordered_by(one: str | None, other: str | None, wanted: Sequence[str]) -> str:
    """Return the clause that puts draws of this purpose in order, or those before them."""
    return _clause(one) or _clause(other) or _clause(wanted[-1] if wanted else None)


def _clause(purpose: str | None) -> str:
    """Return the clause that orders draws of a purpose; an empty text if none is known."""
    return ORDERED_BY.get((purpose or "").partition(".")[0], "")
