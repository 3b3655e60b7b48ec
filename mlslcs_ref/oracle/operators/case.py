"""A case as its operator sees it: settings, draws, inputs that are asked for by name and kind; and how it fails."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from mlslcs_ref.core.draws import Draws
from mlslcs_ref.errors import DataError, MlsLcsError
from mlslcs_ref.settings import Settings
from mlslcs_ref.untrusted import Untrusted

REFUSED_BY: Final[Mapping[str, str]] = {
    "infinite-value": "REP-7",
    "missing-label": "REP-7",
    "no-instances": "REP-7",
    "omega-above-phi": "UPD-5",
    "range-overflow": "REP-4",
    "setting-out-of-range": "PAR-2",
    "undeclared-value": "REP-7",
    "unknown-problem": "PRB-1",
}
"""The codes of refusal, each with the clause that says when."""
REJECT_CODES: Final = tuple(REFUSED_BY)
SUMS_BELOW: Final = 2**62
"""What counts, times and sums of num*ts stay below in any run that can be carried out: it has 64 bits for each."""
_NON_FINITE: Final = ("inf", "-inf", "nan")


class Reject(MlsLcsError):  # noqa: N818 - an answer, not a fault: the case is to be refused
    """What a case asks for must be refused.

    Parameters
    ----------
    reason : str
        One of `REJECT_CODES`.
    message : str
        Why, in words.
    """

    code = "reject"

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(reason, message)
        self.reason = reason
        self.message = message

    def __str__(self) -> str:
        return f"{self.reason}: {self.message}"


@contextmanager
def overflow_rejected() -> Iterator[None]:
    """Refuse a case whose numbers are too large to compute with, as data of a run are refused."""
    try:
        yield
    except DataError as error:
        raise Reject("range-overflow", str(error)) from None


class CaseError(MlsLcsError):
    """A case that is none: a field is missing or wrong, or the tape of draws does not fit.

    Parameters
    ----------
    message : str
        What was expected, and what was found.
    place : str, optional
        Where, as `rules[0].bits`.
    """

    code = "case"

    def __init__(self, message: str, place: str | None = None) -> None:
        super().__init__(message, place)
        self.message = message
        self.place = place

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


class DrawsError(CaseError):
    """The tape of draws has too few or too many numbers.

    Parameters
    ----------
    message : str
        How many.
    made : tuple of str
        What each draw was made for, in order, including the one that the tape lacks.
    """

    def __init__(self, message: str, made: tuple[str, ...]) -> None:
        super().__init__(message, "draws")
        self.made = made


def count_of(node: Untrusted, low: int = 0) -> int:
    """Return a whole number from `low` to 2^62."""
    return node.integer(low, SUMS_BELOW - 1)


def positions_of(node: Untrusted, size: int) -> list[int]:
    """Return an array of positions in something of `size` elements, counted from 0."""
    return [item.integer(0, size - 1) for item in node.items()]


def real(node: Untrusted) -> float:
    """Return a number, which is text where JSON has none for it."""
    return float(node.value) if node.value in _NON_FINITE and isinstance(node.value, str) else node.number()


@dataclass(frozen=True)
class Case:
    """One case."""

    inputs: Untrusted
    """Its `in`. A field that is never read is an error."""
    settings: Settings
    """The profile with the case's changes."""
    draws: Draws
    """The tape."""
    changed: Collection[str] = ()
    """The settings that the case changes, by name."""


def written(value: Any) -> Any:
    """Return a value as JSON can hold it: numbers without a spelling become text."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict):
        return {name: written(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [written(item) for item in value]
    return value
