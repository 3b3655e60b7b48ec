"""How a case can end without an answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from mlslcs_ref.errors import DataError, MlsLcsError

__all__ = ["REJECT_CODES", "CaseError", "Reject", "overflow_rejected"]

REJECT_CODES: Final = (
    "infinite-value",
    "missing-label",
    "no-instances",
    "omega-above-phi",
    "range-overflow",
    "setting-out-of-range",
    "undeclared-value",
    "unknown-problem",
)


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
    """A case that is none: a field is missing or wrong, or the tape of draws does not fit."""

    code = "case"
