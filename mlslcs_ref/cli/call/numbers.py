"""Numbers as people write them on the command line: ASCII digits, no blanks, no underscores."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Final

INTEGER: Final = re.compile(r"[+-]?[0-9]+")
REAL: Final = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
# Python reads no number of more than 4300 digits, and no option takes one of a hundred
MOST_DIGITS: Final = 100
SHOWN: Final = 40


def integer(text: str) -> int:
    """Return a whole number of at most 100 characters; ArgumentTypeError if it is not one."""
    return _whole(text, "")


def natural(text: str) -> int:
    """Return a whole number from 0; ArgumentTypeError if it is not one."""
    return _whole(text, " from 0", 0)


def count(text: str) -> int:
    """Return a whole number from 1; ArgumentTypeError if it is not one."""
    return _whole(text, " from 1", 1)


def count_to(most: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from 1 to `most`; that many things are made at once."""
    return lambda text: _whole(text, f" from 1 to {most:,}", 1, most)


def _whole(text: str, what: str, low: float = -math.inf, high: float = math.inf) -> int:
    """Return a whole number, also one that is written as 1e4, as settings take it."""
    number = Decimal(text) if len(text) <= MOST_DIGITS and REAL.fullmatch(text) else Decimal("nan")
    if not (number.is_finite() and number.adjusted() < MOST_DIGITS and number == int(number) and low <= number <= high):
        raise argparse.ArgumentTypeError(f"expected a whole number{what}, found {found(text)}")
    return int(number)


def real(text: str) -> int | float:
    """Return a number, an `int` if it is written as one; `nan` and `inf` are none."""
    if len(text) > MOST_DIGITS or not REAL.fullmatch(text):
        raise ValueError(text)
    # 1e4 is a whole number too: `integer` and the like find that out
    return int(text) if INTEGER.fullmatch(text) else float(text)


def within(text: str, low: float, high: float) -> float:
    """Return a number from `low` to `high`; ArgumentTypeError if it is not one."""
    number = _real_or_none(text)
    if number is None or not low <= number <= high:
        raise argparse.ArgumentTypeError(f"expected a number from {low:g} to {high:g}, found {found(text)}")
    return number


def share(text: str) -> float:
    """Return a number from 0 to 1; ArgumentTypeError if it is not one."""
    return within(text, 0.0, 1.0)


def positive(text: str) -> float:
    """Return a finite number above 0; ArgumentTypeError if it is not one."""
    number = _real_or_none(text)
    if number is None or not 0.0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"expected a number above 0, found {found(text)}")
    return number


def _real_or_none(text: str) -> float | None:
    try:
        return float(real(text))
    except (ValueError, OverflowError):
        return None


def found(text: str) -> str:
    """Return what was found in place of a number, cut to what fits a message."""
    return repr(text) if len(text) <= SHOWN else repr(text[:SHOWN]) + "..."
