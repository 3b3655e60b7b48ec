"""Numbers: 32-bit floats, exponentials and powers (`specs/README.md`, Numbers)."""

import math
import struct
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]

Bits = list[int]

Value = float | None  # of an attribute; None: missing

Draw = Callable[[], float]


class RefusalError(Exception):
    """`protocol.md`, run: the case is refused; the message is the code."""


def round32(number: float) -> float:
    """README, Numbers: the nearest 32-bit float, infinity beyond their range."""
    try:
        return float(struct.unpack("<f", struct.pack("<f", number))[0])
    except OverflowError:
        return math.copysign(math.inf, number)


def exponential(number: float) -> float:
    """DEL-3: the exponential function, infinity where no double holds it."""
    try:
        return math.exp(number)
    except OverflowError:
        return math.inf


def power(base: float, exponent: float) -> float:
    """PAR-1: a whole exponent is that many multiplications less one, any other is the C library's pow."""
    if exponent != math.floor(exponent):
        return math.pow(base, exponent)
    product = base
    for _ in range(int(exponent) - 1):
        product = product * base
    return product


def speakable(value: Any) -> Any:
    """README, Numbers: what JSON cannot spell is text."""
    if isinstance(value, dict):
        return {name: speakable(each) for name, each in value.items()}
    if isinstance(value, list):
        return [speakable(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    return value


def finite(text: str) -> float:
    """README, Numbers: a number that a double can hold."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"No double can hold {text}.")
    return number
