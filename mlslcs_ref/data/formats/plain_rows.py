"""Rows of plain numbers, read many at a time: the same values as cell by cell, or none at all."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.spelling import may_be_small

_PLAIN: Final = b"0123456789+-.eE,\n"
_COMMA, _LINE_FEED = b",\n"
_AROUND: Final = (",,", ",\n", "\n,", "\n\n")


def plain_numbers(
    rows: Sequence[str], width: int, delimiter: str = ",", missing: Collection[str] = ()
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.intp]] | None:
    """Return rows of decimal numbers, without blanks and quotes, and how many characters each number has.

    Both have the shape (n_rows, width). A missing cell is NaN and has no characters. The result is None if any cell is
    neither missing nor a finite number.
    """
    text = "\n".join(("", *rows, ""))
    if delimiter != ",":
        if "," in text or (delimiter == " " and "  " in text):
            return None
        text = text.replace(delimiter, ",")
    # one with a comma is never one cell, and quotes are no part of a cell
    named = [cell for cell in sorted(missing) if cell and cell in text and not {",", '"'}.intersection(cell)]
    may_be_empty = "" in missing or (bool(named) and not any(around in text for around in _AROUND))
    for cell in named:
        text = _exchanged(text, cell, "")
    text = text[1:]
    data = text.encode("ascii", "replace")
    if data.translate(None, _PLAIN) or may_be_small(text):
        return None
    characters = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero((characters == _COMMA) | (characters == _LINE_FEED))
    if len(ends) != len(rows) * width or not (characters[ends[width - 1 :: width]] == _LINE_FEED).all():
        return None
    lengths = np.diff(ends, prepend=-1) - 1
    if not (may_be_empty or lengths.all()):
        return None
    numbers = _numbers(text if lengths.all() else _exchanged(f"\n{text}", "", "0")[1:])
    if numbers is None or len(numbers) != len(ends) or not np.isfinite(numbers).all():
        return None
    numbers[lengths == 0] = np.nan
    return numbers.reshape(len(rows), width), lengths.reshape(len(rows), width)


def _exchanged(text: str, cell: str, by: str) -> str:
    """Return a text, from a line feed on, with other cells in the place of some."""
    for before, after in _AROUND:
        for _turn in range(2):  # the second time those whose neighbour ended where they begin
            text = text.replace(f"{before}{cell}{after}", f"{before}{by}{after}")
    return text


def _numbers(text: str) -> npt.NDArray[np.float64] | None:
    with warnings.catch_warnings():
        # numpy warns where the text does not end in a number
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            return np.fromstring(text[:-1].replace("\n", ","), dtype=np.float64, sep=",")
        except ValueError:
            return None
