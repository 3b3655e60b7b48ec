"""What a page of output is made of, before it is known whether a person or a program reads it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["Block", "Cell", "Column", "Command", "Heading", "Markdown", "Prose", "Table", "cell_text"]

Cell: TypeAlias = str | int | float


@dataclass(frozen=True)
class Heading:
    """The title of what follows."""

    text: str


@dataclass(frozen=True)
class Prose:
    """A remark, which is wrapped on a terminal."""

    text: str


@dataclass(frozen=True)
class Markdown:
    """A text with paragraphs, formulas and tables, as Markdown writes them."""

    text: str


@dataclass(frozen=True)
class Command:
    """A command to copy, which is never wrapped, and what it is for."""

    purpose: str
    text: str


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Parameters
    ----------
    name : str
        Its head.
    kind : str
        `number` is set to the right, `text` to the left; `long` is a text that may take several lines. Only the last
        column may be long.
    """

    name: str
    kind: Literal["number", "text", "long"] = "number"


@dataclass(frozen=True)
class Table:
    """A table.

    Parameters
    ----------
    columns : tuple of Column
        At least one.
    rows : tuple of tuple of str, int or float
        Cells, as many as columns.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


Block: TypeAlias = Heading | Markdown | Prose | Command | Table


def cell_text(cell: Cell, terminal: bool) -> str:
    """Return a cell as text: reals with four decimals on a terminal, and with all they have elsewhere."""
    if not isinstance(cell, float):
        return str(cell)
    if math.isnan(cell):
        return "undefined"
    if not terminal:
        return repr(cell)
    # a small number is not to look like none
    return f"{cell:.4f}" if cell == 0.0 or abs(cell) >= 0.0001 else f"{cell:.1e}"
