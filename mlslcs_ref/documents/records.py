"""Pages for programs: one record a line, separated by tabs, nothing cut, remarks behind `#`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mlslcs_ref.documents.document import Block, Command, Heading, Markdown, Prose, Table, cell_text
from mlslcs_ref.documents.visible import visible

__all__ = ["piped_text"]

BOLD: Final = "\x1b[1m"
DIM: Final = "\x1b[2m"
PLAIN: Final = "\x1b[0m"


def piped_text(blocks: Sequence[Block], colour: bool = False) -> str:
    """Return a page as lines of records.

    Parameters
    ----------
    blocks : sequence of Block
        The page.
    colour : bool
        Whether heads are set off by escape codes.
    """
    lines = [
        f"{style}{line}{PLAIN}" if colour and style and line else line
        for number, block in enumerate(blocks)
        for style, line in _lines(block, first=number == 0)
    ]
    return "".join(f"{line}\n" for line in lines)


def _lines(block: Block, first: bool) -> Iterator[tuple[str, str]]:
    """Yield the style and the text of each line."""
    if isinstance(block, Heading):
        if not first:
            yield "", ""
        yield BOLD, f"# {visible(block.text)}"
    elif isinstance(block, Prose):
        yield DIM, f"# {visible(block.text)}"
    elif isinstance(block, Markdown):
        for line in block.text.splitlines():
            yield DIM, f"# {visible(line)}".rstrip()
    elif isinstance(block, Command):
        yield DIM, f"# {visible(block.purpose)}: {visible(block.text)}"
    else:
        yield from _records(block)


def _records(table: Table) -> Iterator[tuple[str, str]]:
    yield BOLD, "\t".join(visible(column.name) for column in table.columns)
    for row in table.rows:
        yield "", "\t".join(visible(cell_text(cell, terminal=False)) for cell in row)
