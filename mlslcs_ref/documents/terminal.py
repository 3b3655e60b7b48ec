"""Pages for people: tables that fit the terminal and never lose a column, whatever its width."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, Literal

from rich.box import Box
from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text
from rich.theme import Theme

from mlslcs_ref.documents.document import (
    Block,
    Bullets,
    Cell,
    Column,
    Command,
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
from mlslcs_ref.documents.look import Look
from mlslcs_ref.documents.visible import visible

GAP: Final = 2
# a long column narrower than this, or than this share of its longest text, gets lines of its own
LEAST_LONG: Final = 24
MOST_LINES: Final = 3
INDENT: Final = 4
BAR: Final = "="
LEAST_BAR: Final = 6
MOST_BAR: Final = 30
# only the line below the heads is drawn
RULED: Final = Box("    \n    \n ── \n    \n    \n    \n    \n    \n")
RULED_ASCII: Final = Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)
END: Final = re.compile(r"(?: |\x1b\[[0-9;]*m)+$")
TERNARY: Final = re.compile(r"[01#]+ -> [01#]+")

Rows = list[list[str]]


def terminal_text(blocks: Sequence[Block], look: Look) -> str:
    """Return a page as it is to be written to a terminal."""
    target = io.StringIO()
    console = Console(
        file=target,
        width=look.width,
        force_terminal=look.colour,
        color_system="standard" if look.colour else None,
        no_color=not look.colour,
        markup=False,
        emoji=False,
        highlight=False,
        legacy_windows=False,
        theme=Theme({"markdown.code": "cyan"}),
    )
    for number, block in enumerate(blocks):
        if number and (isinstance(block, Heading) or isinstance(blocks[number - 1], Markdown)):
            console.print()
        _print(console, block, look)
    # rich fills lines up with blanks, and puts two blank lines around code
    lines = [_trimmed(line) for line in target.getvalue().removesuffix("\n").split("\n")]
    return "".join(f"{line}\n" for before, line in pairwise(["-", *lines]) if _is_seen(before) or _is_seen(line))


def _trimmed(line: str) -> str:
    """Return a line without the blanks at its end, which may stand among escape codes."""
    return END.sub(lambda match: match.group().replace(" ", ""), line)


def _is_seen(line: str) -> bool:
    """Tell whether a line has more than blanks and escape codes."""
    return END.sub("", line) != ""


def _print(console: Console, block: Block, look: Look) -> None:
    if isinstance(block, Heading):
        console.print(Text(visible(block.text), style="bold cyan"))
    elif isinstance(block, Paragraph):
        _print_text(console, _spelled(block.text, look))
    elif isinstance(block, Markdown):
        # it loads a parser of Markdown, which few pages need
        from rich.markdown import Markdown as RichMarkdown  # noqa: PLC0415

        text = "\n".join(map(visible, block.text.splitlines()))
        console.print(RichMarkdown(text, code_theme="ansi_dark", hyperlinks=False))
    elif isinstance(block, Command):
        console.print(Text(visible(block.purpose), style="dim", overflow="fold"))
        # the terminal breaks it where it must, and copies it in one piece
        console.print(Text("  " + visible(block.text)), soft_wrap=True)
    elif isinstance(block, Bullets | Figure | Entries):
        for line in _texts(block):
            _print_text(console, line)
    else:
        _print_table(console, block if isinstance(block, Table) else _fact_table(block), look)


def _fact_table(block: Facts) -> Table:
    return Table((Column("fact", "text"), Column("value")), block.pairs)


def _texts(block: Bullets | Figure | Entries) -> Iterator[str]:
    if isinstance(block, Figure):
        yield f"{block.title}. {block.caption}"
    elif isinstance(block, Bullets):
        yield from (f"- {item}" for item in block.items)
    else:
        for entry in block.items:
            also = f" ({entry.also})" if entry.also else ""
            yield f"{entry.status}{also}: {entry.text} ({entry.where})"
            yield from (f"  {name}: {text}" for name, text in (*entry.facts, ("See", entry.see[1])) if text)


def _print_text(console: Console, text: str) -> None:
    console.print(Text(visible(text), overflow="fold"))


def _print_table(console: Console, table: Table, look: Look) -> None:
    if table.title:
        console.print(Text(visible(table.title), style="bold", overflow="fold"))
    _print_rows(console, table, look)
    for remark in table.remarks:
        _print_text(console, _spelled(remark, look))


def _print_rows(console: Console, table: Table, look: Look) -> None:
    rows = [[_spelled(_shown(cell), look) for cell in row] for row in table.rows]
    long = table.columns[-1].kind == "long"
    short_columns = table.columns[:-1] if long else table.columns
    widths = [_width(column, [row[index] for row in rows]) for index, column in enumerate(short_columns)]
    used = _total(widths)
    if table.columns[-1].kind == "bar":
        _print_rows(console, _with_bars(table, look.width - _total(widths[:-1]) - GAP), look)
        return
    if not long:
        if used <= look.width:
            console.print(_rich_table(table.columns, widths, rows, look))
        else:
            _print_records(console, table.columns, rows)
        return
    longest = max(cell_len(text) for text in [visible(table.columns[-1].name), *(row[-1] for row in rows)])
    left = look.width - used - GAP
    if left >= longest or (left >= LEAST_LONG and longest <= MOST_LINES * left):
        console.print(_rich_table(table.columns, [*widths, min(left, longest)], rows, look))
    elif used <= look.width:
        _print_stacked(console, table.columns, widths, rows, look)
    else:
        _print_records(console, table.columns, rows)


def _with_bars(table: Table, room: int) -> Table:
    """Return a table whose last column is drawn as bars, or left out if there is no room."""
    length = min(room, MOST_BAR)
    if length < LEAST_BAR:
        return Table(table.columns[:-1], tuple(row[:-1] for row in table.rows))
    rows = tuple((*row[:-1], BAR * round(length * float(cell_of(row[-1]).value))) for row in table.rows)
    return Table((*table.columns[:-1], Column(table.columns[-1].name, "text")), rows)


def _spelled(text: str, look: Look) -> str:
    """Return a text as the stream's encoding can write it."""
    return text.replace("±", "+-") if look.ascii else text


def _shown(cell: Value | Cell) -> str:
    notes = cell_of(cell).notes
    return visible(cell_text(cell, rounded=True) + (f" ({'; '.join(notes)})" if notes else ""))


def _width(column: Column, cells: list[str]) -> int:
    """Return the least width in which no cell is broken; a head may be broken between its words."""
    return max(cell_len(text) for text in [*visible(column.name).split(" "), *cells])


def _total(widths: list[int]) -> int:
    total = -GAP
    for width in widths:
        total += width + GAP
    return max(total, 0)


def _rich_table(columns: tuple[Column, ...], widths: list[int], rows: Rows, look: Look) -> RichTable:
    table = RichTable(
        box=RULED_ASCII if look.ascii else RULED,
        show_edge=False,
        pad_edge=False,
        padding=(0, GAP - 1, 0, 0),
        header_style="bold",
        border_style="dim",
    )
    roomy = _total([max(width, cell_len(column.name)) for column, width in zip(columns, widths, strict=True)])
    for column, width in zip(columns, widths, strict=True):
        full = max(width, cell_len(column.name)) if roomy <= look.width else width
        justify: Literal["left", "right"] = "right" if column.kind == "number" else "left"
        table.add_column(Text(visible(column.name)), width=full, justify=justify, vertical="top", overflow="fold")
    for row in rows:
        table.add_row(*(_styled(column, cell) for column, cell in zip(columns, row, strict=True)))
    return table


def _print_stacked(console: Console, columns: tuple[Column, ...], widths: list[int], rows: Rows, look: Look) -> None:
    """Print the short columns as a table, and below each of its rows the long cell across the terminal."""
    with console.capture() as head:
        console.print(_rich_table(columns[:-1], widths, [], look))
    *names, line = head.get().removesuffix("\n").split("\n")
    console.file.write("".join(f"{one}\n" for one in names))
    console.print(Padding(Text(visible(columns[-1].name), style="bold"), (0, 0, 0, INDENT)))
    console.file.write(f"{line}\n")
    for row in rows:
        body = _rich_table(columns[:-1], widths, [row[:-1]], look)
        body.show_header = False
        console.print(body)
        if row[-1]:
            console.print(Padding(_styled(columns[-1], row[-1]), (0, 0, 0, INDENT)))


def _print_records(console: Console, columns: tuple[Column, ...], rows: Rows) -> None:
    """Print every cell on a line of its own, for terminals that are narrower than the table."""
    for number, row in enumerate(rows):
        if number:
            console.print()
        for column, cell in zip(columns, row, strict=True):
            console.print(Text(f"{visible(column.name)}: ", style="bold").append_text(_styled(column, cell)))


def _styled(column: Column, cell: str) -> Text:
    text = Text(cell, overflow="fold")
    if column.kind == "long":
        for start, stop in _faint(cell):
            text.stylize("dim", start, stop)
    return text


def _faint(rule: str) -> Iterator[tuple[int, int]]:
    """Yield which parts of a rule to dim, so that its tests and decisions stand out."""
    pattern = "#+" if TERNARY.fullmatch(rule) else r"\b(?:IF|AND|THEN)\b"
    for match in re.finditer(pattern, rule):
        yield match.span()
