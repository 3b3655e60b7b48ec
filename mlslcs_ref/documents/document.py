"""What a page holds, before it is known whether a terminal, a program, a browser or a notebook shows it.

The room that knows the numbers builds the blocks once. The renderers are `terminal_text`, `records_text`,
`markdown_text`, `html_fragment` and `html_page`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

EMPTY: Final = "-"

Value: TypeAlias = str | int | float


@dataclass(frozen=True)
class Heading:
    """The title of what follows."""

    text: str
    """What it says."""
    level: int = 2
    """2 for a part that a page's navigation names, 3 for one inside the part before it."""
    name: str = ""
    """Its anchor in a page; empty if nothing points to it."""


@dataclass(frozen=True)
class Paragraph:
    """A text, wrapped on a terminal."""

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
class Bullets:
    """Texts, one below the other."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class Facts:
    """Values with their names."""

    pairs: tuple[tuple[str, Value], ...]


@dataclass(frozen=True)
class Cell:
    """A cell of a table that is more than its value."""

    value: Value = EMPTY
    """What it says."""
    notes: tuple[str, ...] = ()
    """What stands below it in small letters: a spread, the paper's number."""
    strong: bool = False
    """Whether it stands out, as the best of a row does."""
    parts: tuple[tuple[str, str], ...] = ()
    """The value in pieces, each with its kind (`word`, `test`, `yes`, `maybe`, `no`), for pages that set them off;
    joined by blanks they are the value."""
    told: str = ""
    """What people are shown in place of the value, as `3 of 10`; programs are given the value."""


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    name: str
    """Its head."""
    kind: Literal["number", "text", "long", "bar"] = "number"
    """`number` is set to the right, `text` to the left; `long` is a text that may take several lines; `bar` is a share
    in [0, 1], which a terminal draws where there is room for it. Only the last column may be long or a bar."""
    group: str = ""
    """What stands above it and its neighbours of the same group."""
    meaning: str = ""
    """What it holds, in a sentence."""
    rising: bool = False
    """Whether the smallest number comes first where a reader sorts by it."""

    @property
    def full(self) -> str:
        """The name with its group, for where there is only one line of heads."""
        return f"{self.group}: {self.name}" if self.group else self.name


@dataclass(frozen=True)
class Choice:
    """What the rows of a long table can be chosen by, in a browser."""

    what: str
    """What a row is, in the plural: `rules`."""
    name: str
    """What is chosen."""
    values: tuple[str, ...]
    """From what."""
    of_rows: tuple[tuple[int, ...], ...]
    """The places in `values` that each row belongs to."""
    anchor: str
    """How the anchors of rows begin; the first cell of a row, its id, stands behind it: `rule-7`."""
    joint: str
    """The word that stands between any two neighbouring parts of the kind `test`."""


@dataclass(frozen=True)
class Table:
    """A table; the first cell of a row names it."""

    columns: tuple[Column, ...]
    """At least one."""
    rows: tuple[tuple[Value | Cell, ...], ...]
    """Values or `Cell`s, as many as columns."""
    title: str = ""
    """What it shows; empty where the heading says so."""
    remarks: tuple[str, ...] = ()
    """What stands below it."""
    choice: Choice | None = None
    """Makes it a table to search, to sort and to page in a browser."""

    @property
    def groups(self) -> tuple[tuple[str, int], ...]:
        """The groups of columns from left to right, with their widths; none if no column has one."""
        found: list[tuple[str, int]] = []
        for column in self.columns:
            if found and column.group and found[-1][0] == column.group:
                found[-1] = (column.group, found[-1][1] + 1)
            else:
                found.append((column.group, 1))
        return tuple(found) if any(group for group, _width in found) else ()


@dataclass(frozen=True)
class Figure:
    """A picture."""

    name: str
    """What its file is called, without an ending."""
    title: str
    caption: str
    """`title`, `caption`: What stands below it."""
    svg: str
    """An SVG element."""


@dataclass(frozen=True)
class Entry:
    """Something that was judged."""

    status: str
    """The verdict."""
    text: str
    """What was judged."""
    where: str = ""
    """Where it stands."""
    facts: tuple[tuple[str, str], ...] = ()
    """What the verdict rests on."""
    also: str = ""
    """A second verdict, on what is there, where the first cannot be given."""
    see: tuple[str, str] = ("", "")
    """The anchor of a part of the page that bears on it, and what is said of it there; empty if there is none."""


@dataclass(frozen=True)
class Entries:
    """Things that were judged, each with its verdict."""

    items: tuple[Entry, ...]


Block: TypeAlias = Heading | Paragraph | Markdown | Command | Bullets | Facts | Table | Figure | Entries


@dataclass(frozen=True)
class Document:
    """A page."""

    title: str
    subtitle: str
    """`title`, `subtitle`: Its heading."""
    blocks: tuple[Block, ...]
    """What it holds."""


def cell_of(cell: Value | Cell) -> Cell:
    """Return a cell as a `Cell`."""
    return cell if isinstance(cell, Cell) else Cell(cell)


def cell_text(cell: Value | Cell, rounded: bool) -> str:
    """Return what a cell says: reals with four decimals for people, and with all they have for programs."""
    value = cell.value if isinstance(cell, Cell) else cell
    if rounded and isinstance(cell, Cell) and cell.told:
        return cell.told
    if not isinstance(value, float):
        return str(value)
    if math.isnan(value):
        return "undefined"
    if not rounded:
        return repr(value)
    # a small number is not to look like none
    return f"{value:.4f}" if value == 0.0 or abs(value) >= 0.0001 else f"{value:.1e}"
