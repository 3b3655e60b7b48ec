"""A results page as Markdown, its figures in files of their own beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from mlslcs_ref._build import __version__
from mlslcs_ref.experiments.results_page.document import (
    Block,
    Bullets,
    Cell,
    Document,
    Facts,
    Figure,
    Paragraph,
    Table,
    Verdicts,
    shown,
)

__all__ = ["figure_files", "markdown_text"]

MARKUP: Final = re.compile(r"[\\`*_{}\[\]<>#|~!&$]")
ENTITIES: Final = MappingProxyType({"<": "&lt;", "&": "&amp;"})
LIST: Final = re.compile(r"^(\d*)([-+=.)])(?=\s)")
# a picture that stands in a file of its own has no page to take its ink from
STYLE: Final = (
    "<style>svg{color:#1b1f24;font-family:sans-serif}@media (prefers-color-scheme:dark){svg{color:#e7ebf0}}</style>"
)
XMLNS: Final = ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def markdown_text(document: Document) -> str:
    """Return the page as Markdown; markup in its texts is escaped.

    Parameters
    ----------
    document : Document
        What it shows.
    """
    lines = [f"# {_escaped(document.title)}", "", _escaped(document.subtitle)]
    for section in document.sections:
        lines += ["", f"{'#' * section.level} {_escaped(section.title)}"]
        for block in section.blocks:
            lines += ["", *_lines(block)]
    return "\n".join([*lines, "", f"Written by mlslcs\\_ref {__version__}.", ""])


def figure_files(document: Document) -> dict[str, str]:
    """Return the figures of a document as SVG files, by the names that the Markdown gives them."""
    return {
        _file(block): "<svg" + XMLNS + block.svg.removeprefix("<svg").replace(">", ">" + STYLE, 1)
        for section in document.sections
        for block in section.blocks
        if isinstance(block, Figure)
    }


def _lines(block: Block) -> Iterator[str]:
    if isinstance(block, Paragraph):
        yield _escaped(block.text)
    elif isinstance(block, Bullets):
        yield from (f"- {_escaped(item)}" for item in block.items)
    elif isinstance(block, Facts):
        yield from (f"- {_escaped(name)}: {_escaped(value)}" for name, value in block.pairs)
    elif isinstance(block, Figure):
        yield f"![{_escaped(block.title)}]({_file(block)})"
        yield ""
        yield f"**{_escaped(block.title)}.** {_escaped(block.caption)}"
    elif isinstance(block, Verdicts):
        yield from _verdicts(block)
    else:
        yield from _table(block)


def _verdicts(block: Verdicts) -> Iterator[str]:
    for item in block.items:
        rest = f" ({_escaped(item.rest)} on the rest)" if item.rest else ""
        yield f"- **{_escaped(item.status)}**{rest}: {_escaped(item.claim)} ({_escaped(item.where)})"
        told = (("Paper", item.paper), ("Here", item.ours), ("Why", item.why), ("See", "; ".join(item.doubts)))
        yield from (f"  - {name}: {_escaped(text)}" for name, text in told if text)


def _table(table: Table) -> Iterator[str]:
    yield f"**{_escaped(table.title)}**"
    yield ""
    yield _row(_escaped(head.full) for head in table.heads)
    yield _row("---:" if head.number else ":---" for head in table.heads)
    yield from (_row(_cell(cell) for cell in row) for row in table.rows)
    for remark in table.remarks:
        yield ""
        yield _escaped(remark)


def _row(cells: Iterator[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _cell(cell: Cell) -> str:
    text = _escaped(cell.text)
    return "<br>".join([f"**{text}**" if cell.strong else text, *map(_escaped, cell.notes)])


def _file(figure: Figure) -> str:
    return f"{figure.name}.svg"


def _escaped(text: str) -> str:
    escaped = MARKUP.sub(lambda match: ENTITIES.get(match[0], "\\" + match[0]), shown(text))
    # what would begin a list or a heading
    return LIST.sub(r"\1\\\2", escaped)
