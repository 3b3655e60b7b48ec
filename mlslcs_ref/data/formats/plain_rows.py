"""Rows of plain numbers, read many at a time: the same values as cell by cell, or none at all."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.formats.arff_cells import may_be_small

_PLAIN: Final = b"0123456789+-.eE,\n"
_COMMA, _LINE_FEED = b",\n"


def plain_numbers(
    rows: Sequence[str], width: int, delimiter: str = ","
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.intp]] | None:
    """Return rows of decimal numbers, without blanks, quotes and missing cells.

    Parameters
    ----------
    rows : sequence of str
        Lines without their ends.
    width : int
        How many cells each has.
    delimiter : str
        The character between cells.

    Returns
    -------
    (ndarray of shape (n_rows, width), ndarray of shape (n_rows, width)) or None
        The numbers, all finite, and how many characters each has; None if any cell is anything else.
    """
    text = "\n".join(rows) + "\n"
    if not text.isascii():
        return None
    if delimiter != ",":
        if "," in text:
            return None
        text = text.replace(delimiter, ",")
    data = text.encode("ascii")
    if data.translate(None, _PLAIN) or may_be_small(text):
        return None
    characters = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero((characters == _COMMA) | (characters == _LINE_FEED))
    if len(ends) != len(rows) * width or not (characters[ends[width - 1 :: width]] == _LINE_FEED).all():
        return None
    lengths = np.diff(ends, prepend=-1) - 1
    numbers = _numbers(text)
    if numbers is None or len(numbers) != len(ends) or not lengths.all() or not np.isfinite(numbers).all():
        return None
    return numbers.reshape(len(rows), width), lengths.reshape(len(rows), width)


def _numbers(text: str) -> npt.NDArray[np.float64] | None:
    with warnings.catch_warnings():
        # numpy warns where the text does not end in a number
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            return np.fromstring(text[:-1].replace("\n", ","), dtype=np.float64, sep=",")
        except ValueError:
            return None
