"""How a case can end without an answer."""

from __future__ import annotations

from typing import Final

from mlslcs_ref.errors import MlsLcsError

__all__ = ["REJECT_CODES", "CaseError", "Reject"]

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


class CaseError(MlsLcsError):
    """A case that is none: a field is missing or wrong, or the tape of draws does not fit."""

    code = "case"
