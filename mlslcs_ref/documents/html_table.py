"""Tables as HTML: with groups of columns, cards on narrow screens, and long ones that a script pages.

Five thousand rows as HTML are tens of megabytes, and a browser takes seconds to lay them out. As data each piece of
text is stored once: rows are lists of numbers of parts, and parts are lists of numbers of words.
"""

from __future__ import annotations

import html
import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from mlslcs_ref.documents.document import Cell, Choice, Column, Table, Value, cell_of, cell_text
from mlslcs_ref.documents.visible import visible

PAGE: Final = 25
"""Rows that are shown at a time."""
Row = tuple[Value | Cell, ...]


def long_table_lines(table: Table, choice: Choice) -> Iterator[str]:
    """Yield a table that can be searched, sorted and paged by a script; without one it shows its first rows."""
    what = escaped(choice.what)
    options = "".join(
        f'<option value="{place}">{escaped(name)}</option>' for place, name in enumerate(choice.values, 1)
    )
    yield '<div class="tools">'
    yield (
        f'<div><label for="search">Search {what}</label>'
        '<input id="search" type="search" autocomplete="off" spellcheck="false"></div>'
    )
    yield (
        f'<div><label for="choice">{escaped(choice.name)}</label>'
        f'<select id="choice"><option value="">any</option>{options}</select></div>'
    )
    yield f'<output id="count" role="status" for="search choice" data-what="{what}"></output>'
    yield "</div>"
    yield f'<table id="searched" role="table" aria-label="{escaped(table.title)}" data-anchor="{choice.anchor}">'
    yield '<thead role="rowgroup"><tr role="row">' + "".join(map(_sorting_head, table.columns)) + "</tr></thead>"
    yield '<tbody role="rowgroup">'
    for row in table.rows[:PAGE]:
        anchor = f"{choice.anchor}-{escaped(cell_text(row[0], rounded=True))}"
        yield f'<tr role="row" id="{anchor}">{"".join(map(_cell, table.columns, row))}</tr>'
    yield from ("</tbody>", "</table>")
    if not table.rows:
        yield f"<p>0 {what}</p>"
    if len(table.rows) > PAGE:
        yield (
            f'<noscript><p class="remark">{PAGE} of {len(table.rows)} {what}; a script shows the others.</p></noscript>'
        )
    buttons = "".join(
        f'<button type="button" id="{name}">{text}</button>'
        for name, text in (("first", "First"), ("previous", "Previous"), ("next", "Next"), ("last", "Last"))
    )
    yield f'<div class="pager" role="group" aria-label="Pages of {what}">{buttons}<span id="shown"></span></div>'
    yield f'<script type="application/json" id="rows">{_data(table, choice)}</script>'


def _data(table: Table, choice: Choice) -> str:
    """Return all rows as JSON: `words`, `parts` of words with their look, and rows of numbers, texts and parts.

    The word that joins neighbouring parts of the look `test` is left out.
    """
    kinds = [_kind(column, [row[place] for row in table.rows]) for place, column in enumerate(table.columns)]
    joint = ("word", choice.joint)
    parts = _by_frequency(part for row in table.rows for cell in row for part in cell_of(cell).parts if part != joint)
    words = _by_frequency(word for _kind_of, text in parts for word in text.split(" "))
    looks = _by_frequency(look for look, _text in parts)
    rows = [
        [*(_datum(cell, kind, parts, joint) for cell, kind in zip(row, kinds, strict=True)), list(places)]
        for row, places in zip(table.rows, choice.of_rows, strict=True)
    ]
    document = {
        "page": PAGE,
        "kinds": kinds,
        "joint": choice.joint,
        "looks": list(looks),
        "words": list(words),
        "parts": [[looks[look], *(words[word] for word in text.split(" "))] for look, text in parts],
        "rows": rows,
    }
    # no text can end the element
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _kind(column: Column, cells: list[Value | Cell]) -> str:
    if column.kind != "number":
        return "parts" if column.kind == "long" else "text"
    return "real" if any(isinstance(cell_of(cell).value, float) for cell in cells) else "whole"


def _by_frequency(items: Iterable[Any]) -> dict[Any, int]:
    """Return a number for each item, small for frequent ones; equally frequent items keep their order of appearance."""
    return {item: number for number, (item, _count) in enumerate(Counter(items).most_common())}


def _datum(cell: Value | Cell, kind: str, parts: dict[tuple[str, str], int], joint: tuple[str, str]) -> Any:
    found = cell_of(cell)
    if kind == "parts":
        return [parts[part] for part in found.parts if part != joint] if found.parts else visible(str(found.value))
    if isinstance(found.value, float):
        # as many digits as are shown; a number that is not defined is null
        return None if math.isnan(found.value) else float(cell_text(found.value, rounded=True))
    return found.value if isinstance(found.value, int) else visible(found.value)


def _sorting_head(column: Column) -> str:
    first = "ascending" if column.rising or column.kind != "number" else "descending"
    kind = ' class="number"' if column.kind == "number" else ""
    button = f'<button type="button" title="{escaped(column.meaning)}">{escaped(column.name)}</button>'
    return f'<th role="columnheader" scope="col"{kind} aria-sort="none" data-first="{first}">{button}</th>'


def _cell(column: Column, cell: Value | Cell) -> str:
    found = cell_of(cell)
    if column.kind == "number":
        text = escaped(cell_text(cell, rounded=True))
        return f'<td role="cell" class="number" data-name="{escaped(column.name)}">{text}</td>'
    text = " ".join(f'<span class="{kind}">{escaped(part)}</span>' for kind, part in found.parts)
    kind = ' class="rule"' if column.kind == "long" else ""
    return f'<td role="cell"{kind}>{text or escaped(cell_text(cell, rounded=True))}</td>'


def table_lines(table: Table) -> Iterator[str]:
    """Yield a table; the roles keep it one for screen readers where style sheets make cards of its rows."""
    if table.choice is not None:
        yield from long_table_lines(table, table.choice)
        return
    label = escaped(table.title or "Table")
    yield f'<div class="scroll" tabindex="0" role="region" aria-label="{label}">'
    yield f'<table role="table" class="{_shape(table)}">'
    if table.title:
        yield f"<caption>{label}</caption>"
    yield from ('<thead role="rowgroup">', *_group_row(table), _head_row(table), "</thead>", '<tbody role="rowgroup">')
    for row in table.rows:
        yield '<tr role="row">' + _cells(table.columns, row) + "</tr>"
    yield from ("</tbody>", "</table>", "</div>")
    yield from (f'<p class="remark">{escaped(remark)}</p>' for remark in table.remarks)


def _shape(table: Table) -> str:
    """Return its classes for style sheets, by how many columns it has and how they are grouped."""
    width = "cards" if len(table.columns) > 4 else "narrow"
    grouped = [size for group, size in table.groups if group]
    return f"{width} threes" if len(grouped) > 1 and set(grouped) == {3} else width


def _group_row(table: Table) -> Iterator[str]:
    if table.groups:
        heads = (
            f'<th role="columnheader" scope="colgroup" colspan="{width}">{escaped(group)}</th>'
            if group
            else '<td role="cell"></td>'
            for group, width in table.groups
        )
        yield '<tr role="row" class="groups">' + "".join(heads) + "</tr>"


def _head_row(table: Table) -> str:
    return '<tr role="row">' + "".join(map(_head, table.columns)) + "</tr>"


def _head(column: Column) -> str:
    kind = ' class="number"' if column.kind == "number" else ""
    return f'<th role="columnheader" scope="col"{kind}>{escaped(column.name)}</th>'


def _cells(columns: tuple[Column, ...], row: tuple[Value | Cell, ...]) -> str:
    first = f'<th role="rowheader" scope="row">{_inside(cell_of(row[0]))}</th>'
    # what is alone in its row heads nothing
    n_heads = int(len(columns) > 1)
    return first * n_heads + "".join(
        f'<td role="cell"{_class(column)} data-name="{escaped(column.full)}">{_inside(cell_of(cell))}</td>'
        for column, cell in zip(columns[n_heads:], row[n_heads:], strict=True)
    )


def _class(column: Column) -> str:
    return {"number": ' class="number"', "long": ' class="rule"'}.get(column.kind, "")


def _inside(cell: Cell) -> str:
    # a narrow screen may break a word of a program where its parts meet
    text = escaped(cell_text(cell, rounded=True)).replace("_", "_<wbr>")
    if cell.parts:
        text = " ".join(f'<span class="{kind}">{escaped(part)}</span>' for kind, part in cell.parts)
    notes = "".join(f'<span class="note">{escaped(note)}</span>' for note in cell.notes)
    return (f"<strong>{text}</strong>" if cell.strong else text) + notes


def escaped(text: str) -> str:
    """Return a text escaped for a page, so that nothing in it is invisible or read as markup."""
    return html.escape(visible(text))
