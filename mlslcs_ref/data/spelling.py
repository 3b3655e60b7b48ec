"""How texts of data spell numbers, truths and missing values: in files, and in tables in memory beside such files."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from mlslcs_ref.data.columns import MOST_EXACT, declared_truth, number_text
from mlslcs_ref.data.reading import Reading

LIST_MARKS: Final = ";|,"
"""What people put between the values of a cell that lists several, the least doubtful first."""
DECIMAL: Final = re.compile(r"[+-]?(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][+-]?[0-9]++)?")
_INFINITE: Final = frozenset({"inf", "+inf", "-inf", "infinity", "+infinity", "-infinity"})
_SMALL: Final = re.compile("[eE]-[0-9]{3}")
_ZEROS: Final = 200 * "0"
_NOT_ZERO: Final = re.compile(r"[+-]?[0.]*+[1-9]")


def may_be_small(text: str) -> bool:
    """Tell whether some number of a text may be too small for a 64-bit float, as is true of few others."""
    # a pattern takes many times as long to find that there is none
    may_be_power = "e-" in text or "E-" in text
    return _ZEROS in text or (may_be_power and _SMALL.search(text) is not None)


def is_held(text: str, number: float) -> bool:
    """Tell whether a 64-bit float holds the number of a text: it is not infinite, and 0 only if the text is."""
    return not math.isinf(number) and (number != 0.0 or not _NOT_ZERO.match(text))


@dataclass(frozen=True)
class Spelling:
    """How numbers and missing values are written."""

    missing: frozenset[str]
    decimal: str = "."
    thousands: str = ""
    grouped: re.Pattern[str] | None = None
    missing_numbers: tuple[float, ...] = ()
    has_numbers: bool = True
    """Whether a text can be a number."""

    @classmethod
    def of(cls, reading: Reading) -> Spelling:
        """Return what a reading says."""
        comma, point = re.escape(reading.thousands), re.escape(reading.decimal)
        grouped = re.compile(rf"[+-]?[1-9][0-9]{{0,2}}(?:{comma}[0-9]{{3}})+(?:{point}.*)?") if comma else None
        plain = cls(reading.missing_texts, reading.decimal, reading.thousands, grouped)
        found = (plain.number(text) for text in sorted(plain.missing))
        return replace(plain, missing_numbers=tuple(number for number in found if number is not None))

    @property
    def is_plain(self) -> bool:
        """Whether numbers are written as in Python, and each of them is one."""
        return self.has_numbers and self.decimal == "." and self.grouped is None and not self.missing_numbers

    def is_missing(self, text: str | None) -> bool:
        """Tell whether a cell is a missing value; if -999 is one, -999.0 is one too."""
        return (
            text is None
            or text in self.missing
            or (bool(self.missing_numbers) and self.number(text) in self.missing_numbers)
        )

    def number(self, text: str) -> float | None:
        """Return a text as a number, None if it is none; infinity for one that a 64-bit float cannot hold."""
        if not self.has_numbers:
            return None
        if self.grouped is not None and self.grouped.fullmatch(text):
            text = text.replace(self.thousands, "")
        if self.decimal != ".":
            if "." in text:
                return None
            text = text.replace(self.decimal, ".")
        if DECIMAL.fullmatch(text):
            number = float(text)
            return number if is_held(text, number) else np.inf
        return np.inf if text.lower() in _INFINITE else None

    def value(self, text: str, declared: Sequence[str], numeric: bool = False) -> str:
        """Return a text as a nominal value; 1.0 is 1 if all are numbers, or that is declared, as True is true."""
        number = None if text in declared else self.number(text)
        plain = text if number is None or abs(number) >= MOST_EXACT else number_text(number)
        plain = declared_truth(plain, declared)
        return plain if numeric or plain in declared else text


IN_MEMORY: Final = Spelling(frozenset(), has_numbers=False)
"""That of tables in memory, where a number is no text and a missing value is none."""
