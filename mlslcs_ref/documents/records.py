"""Pages for programs: one record a line, separated by tabs, nothing cut, remarks behind `#`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mlslcs_ref.documents.document import (
    Block,
    Bullets,
    Cell,
    Command,
    Entries,
    Facts,
    Figure,
    Heading,
    Markdown,
    Paragraph,
    Value,
    cell_of,
    cell_text,
)
from mlslcs_ref.documents.visible import visible

BOLD: Final = "\x1b[1m"
DIM: Final = "\x1b[2m"
PLAIN: Final = "\x1b[0m"


def records_text(blocks: Sequence[Block], colour: bool = False) -> str:
    """Return a page as lines of records.

    With `colour`, escape codes set heads off.
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
    elif isinstance(block, Markdown):
        for line in block.text.splitlines():
            yield DIM, f"# {visible(line)}".rstrip()
    elif isinstance(block, Facts):
        yield from _records(("fact", "value"), block.pairs)
    elif isinstance(block, Entries):
        rows = [
            (one.status, one.also, one.where, one.text, *(text for _name, text in one.facts)) for one in block.items
        ]
        names = [name for name, _text in block.items[0].facts] if block.items else []
        yield from _records(("status", "also", "where", "text", *names), rows)
    elif isinstance(block, Paragraph | Command | Bullets | Figure):
        for remark in _remarks(block):
            yield DIM, f"# {visible(remark)}"
    else:
        yield from _records([column.full for column in block.columns], block.rows)
        for remark in block.remarks:
            yield DIM, f"# {visible(remark)}"


def _remarks(block: Paragraph | Command | Bullets | Figure) -> tuple[str, ...]:
    if isinstance(block, Paragraph):
        return (block.text,)
    if isinstance(block, Bullets):
        return block.items
    return (f"{block.purpose}: {block.text}" if isinstance(block, Command) else f"{block.title}. {block.caption}",)


def _records(heads: Sequence[str], rows: Sequence[Sequence[Value | Cell]]) -> Iterator[tuple[str, str]]:
    yield BOLD, "\t".join(map(visible, heads))
    for row in rows:
        yield "", "\t".join(map(_record, row))


def _record(cell: Value | Cell) -> str:
    notes = cell_of(cell).notes
    return visible(cell_text(cell, rounded=False) + (f" ({'; '.join(notes)})" if notes else ""))
