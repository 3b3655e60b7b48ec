"""How narrow numbers can be kept: as bits, bytes, 32-bit or 64-bit floats, or, where most are 0, only the others."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

Numbers: TypeAlias = npt.NDArray[np.float64]
ONE: Final = 0x3FF0000000000000
LEAST: Final = -127
MISSING: Final = -128
"""The byte that stands for NaN."""


class Kind(IntEnum):
    """How a column is kept."""

    BITS = 0
    BYTES = 1
    SINGLES = 2
    DOUBLES = 3
    SPARSE = 4


TYPES: Final = (np.uint8, np.int8, np.float32, np.float64)


def narrowest(numbers: Numbers) -> Kind:
    """Return the narrowest kind, `SPARSE` apart, that holds numbers; 0.0 and -0.0 are one, and all NaN."""
    with np.errstate(invalid="ignore", over="ignore"):
        # mostly the first one tells, whatever the others are
        if numbers.size and np.float32(numbers.flat[0]) != numbers.flat[0] and not np.isnan(numbers.flat[0]):
            return Kind.DOUBLES
        raw = numbers.view(np.int64)
        if bool(((raw == 0) | (raw == ONE)).all()):
            return Kind.BITS
        missing = np.isnan(numbers)
        small = numbers.astype(np.int8)
        if bool(((small == numbers) & (small >= LEAST) | missing).all()):
            return Kind.BYTES
        is_single = bool(((numbers.astype(np.float32) == numbers) | missing).all())
    return Kind.SINGLES if is_single else Kind.DOUBLES


def kind_of(numbers: Numbers) -> Kind:
    """Return the kind by which a column takes least memory."""
    kind = narrowest(numbers)
    if kind == Kind.BITS:
        return kind
    # of each that is not 0 the row and the number, in the order of columns and in that of rows
    entry = 2 * (4 + size(kind, 1))
    return Kind.SPARSE if np.count_nonzero(numbers.view(np.int64)) * entry < size(kind, len(numbers)) else kind


def size(kind: Kind, n: int) -> int:
    """Return how many bytes so many numbers take."""
    return n // 8 if kind == Kind.BITS else n * np.dtype(TYPES[kind]).itemsize


def narrowed(numbers: Numbers, kind: Kind) -> npt.NDArray[Any]:
    """Return numbers in the type of a kind, bits as bytes of 0 and 1."""
    if kind == Kind.BYTES:
        return np.where(np.isnan(numbers), MISSING, numbers).astype(np.int8)
    return numbers.astype(TYPES[kind])


def widened(numbers: npt.NDArray[Any]) -> Numbers:
    """Return what `narrowed` was made of; 64-bit floats as they are."""
    wide: Numbers = numbers.astype(np.float64, copy=False)
    if numbers.dtype == np.int8:
        wide[numbers == MISSING] = np.nan
    return wide
