"""Pages as Markdown, their figures in files of their own beside them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from mlslcs_ref._build import __version__
from mlslcs_ref.documents.document import (
    Block,
    Bullets,
    Cell,
    Command,
    Document,
    Entries,
    Facts,
    Figure,
    Heading,
    Markdown,
    Paragraph,
    Table,
    Value,
    cell_of,
    cell_text,
)
from mlslcs_ref.documents.visible import visible

MARKUP: Final = re.compile(r"[\\`*_{}\[\]<>#|~!&$]")
ENTITIES: Final = {"<": "&lt;", "&": "&amp;"}
LIST: Final = re.compile(r"^(\d*)([-+=.)])(?=\s)")
# a picture that stands in a file of its own has no page to take its ink from
STYLE: Final = (
    "<style>svg{color:#1b1f24;font-family:sans-serif}@media (prefers-color-scheme:dark){svg{color:#e7ebf0}}</style>"
)
XMLNS: Final = ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def markdown_text(document: Document) -> str:
    """Return a page as Markdown; markup in its texts is escaped."""
    head = f"# {_escaped(document.title)}\n\n{_escaped(document.subtitle)}\n\n"
    return f"{head}{markdown_blocks(document.blocks)}\nWritten by mlslcs\\_ref {__version__}.\n"


def markdown_blocks(blocks: Sequence[Block]) -> str:
    """Return blocks as Markdown, a blank line between them."""
    return "".join("\n".join(_lines(block)) + "\n\n" for block in blocks).removesuffix("\n")


def figure_files(document: Document) -> dict[str, str]:
    """Return the figures of a page as SVG files, by the names that its Markdown gives them."""
    return {
        _file(block): "<svg" + XMLNS + block.svg.removeprefix("<svg").replace(">", ">" + STYLE, 1)
        for block in document.blocks
        if isinstance(block, Figure)
    }


def _lines(block: Block) -> Iterator[str]:
    if isinstance(block, Heading):
        yield f"{'#' * block.level} {_escaped(block.text)}"
    elif isinstance(block, Paragraph):
        yield _escaped(block.text)
    elif isinstance(block, Markdown):
        yield block.text
    elif isinstance(block, Command):
        yield f"{_escaped(block.purpose)}:"
        yield from ("", f"    {visible(block.text)}")
    elif isinstance(block, Bullets):
        yield from (f"- {_escaped(item)}" for item in block.items)
    elif isinstance(block, Facts):
        yield from (f"- {_escaped(name)}: {_escaped(cell_text(value, rounded=True))}" for name, value in block.pairs)
    elif isinstance(block, Figure):
        yield f"![{_escaped(block.title)}]({_file(block)})"
        yield ""
        yield f"**{_escaped(block.title)}.** {_escaped(block.caption)}"
    elif isinstance(block, Entries):
        yield from _entries(block)
    else:
        yield from _table(block)


def _entries(block: Entries) -> Iterator[str]:
    for item in block.items:
        also = f" ({_escaped(item.also)})" if item.also else ""
        where = f" ({_escaped(item.where)})" if item.where else ""
        yield f"- **{_escaped(item.status)}**{also}: {_escaped(item.text)}{where}"
        yield from (f"  - {_escaped(name)}: {_escaped(text)}" for name, text in item.facts if text)
        if item.see[1]:
            yield f"  - See: {_escaped(item.see[1])}"


def _table(table: Table) -> Iterator[str]:
    if table.title:
        yield f"**{_escaped(table.title)}**"
        yield ""
    yield _row(_escaped(column.full) for column in table.columns)
    yield _row("---:" if column.kind == "number" else ":---" for column in table.columns)
    yield from (_row(map(_cell, row)) for row in table.rows)
    for remark in table.remarks:
        yield ""
        yield _escaped(remark)


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _cell(given: Value | Cell) -> str:
    cell = cell_of(given)
    text = _escaped(cell_text(cell, rounded=True))
    return "<br>".join([f"**{text}**" if cell.strong else text, *map(_escaped, cell.notes)])


def _file(figure: Figure) -> str:
    return f"{figure.name}.svg"


def _escaped(text: str) -> str:
    escaped = MARKUP.sub(lambda match: ENTITIES.get(match[0], "\\" + match[0]), visible(text))
    # what would begin a list or a heading
    return LIST.sub(r"\1\\\2", escaped)
