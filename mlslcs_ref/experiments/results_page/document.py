"""What a results page is made of before it is HTML or Markdown: sections of text, tables, figures and verdicts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

__all__ = [
    "Block",
    "Bullets",
    "Cell",
    "Document",
    "Facts",
    "Figure",
    "Head",
    "Judged",
    "Paragraph",
    "Section",
    "Table",
    "Verdicts",
    "shown",
]

EMPTY: Final = "-"


@dataclass(frozen=True)
class Cell:
    """A cell of a table.

    Parameters
    ----------
    text : str
        What it says.
    notes : tuple of str
        What stands below it in small letters: a spread, the paper's number.
    strong : bool
        Whether it stands out, as the best of a row does.
    """

    text: str = EMPTY
    notes: tuple[str, ...] = ()
    strong: bool = False


@dataclass(frozen=True)
class Head:
    """The head of a column.

    Parameters
    ----------
    name : str
        What it says.
    group : str
        What stands above it and its neighbours of the same group.
    number : bool
        Whether its cells are set to the right.
    """

    name: str
    group: str = ""
    number: bool = True

    @property
    def full(self) -> str:
        """The name with its group, for where there is only one line of heads."""
        return f"{self.group}: {self.name}" if self.group else self.name


@dataclass(frozen=True)
class Paragraph:
    """A text."""

    text: str
    kind: ClassVar[str] = "paragraph"


@dataclass(frozen=True)
class Bullets:
    """Texts, one below the other."""

    items: tuple[str, ...]
    kind: ClassVar[str] = "bullets"


@dataclass(frozen=True)
class Facts:
    """Numbers with their names."""

    pairs: tuple[tuple[str, str], ...]
    kind: ClassVar[str] = "facts"


@dataclass(frozen=True)
class Table:
    """A table; the first cell of a row names it.

    Parameters
    ----------
    title : str
        What it shows.
    heads : tuple of Head
        At least one.
    rows : tuple of tuple of Cell
        As many cells as heads.
    remarks : tuple of str
        What stands below it.
    """

    title: str
    heads: tuple[Head, ...]
    rows: tuple[tuple[Cell, ...], ...]
    remarks: tuple[str, ...] = ()
    kind: ClassVar[str] = "table"

    @property
    def shape(self) -> str:
        """What style sheets call it, by how many columns it has and how they are grouped."""
        width = "cards" if len(self.heads) > 4 else "narrow"
        grouped = [size for group, size in self.groups if group]
        return f"{width} threes" if len(grouped) > 1 and set(grouped) == {3} else width

    @property
    def groups(self) -> tuple[tuple[str, int], ...]:
        """The groups of heads from left to right, with their widths; none if no head has one."""
        found: list[tuple[str, int]] = []
        for head in self.heads:
            if found and head.group and found[-1][0] == head.group:
                found[-1] = (head.group, found[-1][1] + 1)
            else:
                found.append((head.group, 1))
        return tuple(found) if any(group for group, _width in found) else ()


@dataclass(frozen=True)
class Figure:
    """A picture.

    Parameters
    ----------
    name : str
        What its file is called, without an ending.
    title, caption : str
        What stands below it.
    svg : str
        An SVG element, as `svg_text` gives it.
    """

    name: str
    title: str
    caption: str
    svg: str
    kind: ClassVar[str] = "figure"


@dataclass(frozen=True)
class Judged:
    """What became of a claim of the paper.

    Parameters
    ----------
    status : str
        `reproduced`, `not reproduced` or `not testable`.
    where : str
        Where the paper says it.
    claim : str
        What it says.
    paper, ours : str
        The numbers that it rests on, and those found here; empty if there are none.
    why : str
        Why the verdict is what it is.
    rest : str
        What the status were if the data sets that are there were all; empty if that is not known or no matter.
    doubts : tuple of str
        The places where the paper does not fit that bear on it, as `Section` `doubts` names them.
    """

    status: str
    where: str
    claim: str
    paper: str
    ours: str
    why: str
    rest: str = ""
    doubts: tuple[str, ...] = ()

    @property
    def slug(self) -> str:
        """The status as a name for style sheets."""
        return self.status.replace(" ", "-")

    @property
    def rest_slug(self) -> str:
        """The status on the rest as such a name."""
        return self.rest.replace(" ", "-")


@dataclass(frozen=True)
class Verdicts:
    """Claims of the paper, each with its verdict."""

    items: tuple[Judged, ...]
    kind: ClassVar[str] = "verdicts"


Block: TypeAlias = Paragraph | Bullets | Facts | Table | Figure | Verdicts


@dataclass(frozen=True)
class Section:
    """A part of the page.

    Parameters
    ----------
    name : str
        Its anchor.
    title : str
        Its heading.
    blocks : tuple of Block
        What it holds.
    level : int
        2 for a part that the navigation names, 3 for one inside the part before it.
    """

    name: str
    title: str
    blocks: tuple[Block, ...]
    level: int = 2


@dataclass(frozen=True)
class Document:
    """A results page.

    Parameters
    ----------
    title, subtitle : str
        Its heading.
    sections : tuple of Section
        Its parts.
    """

    title: str
    subtitle: str
    sections: tuple[Section, ...]


def shown(text: str) -> str:
    r"""Return a text in which what cannot be seen is written as Python does, `\x1b` or `\n`."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
        for character in text
    )
