"""How a case can end without an answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from mlslcs_ref.errors import DataError, MlsLcsError

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
        What each draw was made for, in order, the one that the tape lacks included.
    """

    def __init__(self, message: str, made: tuple[str, ...]) -> None:
        super().__init__(message, "draws")
        self.made = made
