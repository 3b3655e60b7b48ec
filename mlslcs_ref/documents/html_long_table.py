"""Long tables as HTML: the first rows as they are, and all of them as data from which a script shows a page at a time.

Five thousand rows as HTML are tens of megabytes, and a browser takes seconds to lay them out. As data each piece of
text stands once: rows are numbers of parts, parts are numbers of words.
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
    what = _escaped(choice.what)
    options = "".join(
        f'<option value="{place}">{_escaped(name)}</option>' for place, name in enumerate(choice.values, 1)
    )
    yield '<div class="tools">'
    yield (
        f'<div><label for="search">Search {what}</label>'
        '<input id="search" type="search" autocomplete="off" spellcheck="false"></div>'
    )
    yield (
        f'<div><label for="choice">{_escaped(choice.name)}</label>'
        f'<select id="choice"><option value="">any</option>{options}</select></div>'
    )
    yield f'<output id="count" role="status" for="search choice" data-what="{what}"></output>'
    yield "</div>"
    yield f'<table id="searched" role="table" aria-label="{_escaped(table.title)}" data-anchor="{choice.anchor}">'
    yield '<thead role="rowgroup"><tr role="row">' + "".join(map(_sorting_head, table.columns)) + "</tr></thead>"
    yield '<tbody role="rowgroup">'
    for row in table.rows[:PAGE]:
        anchor = f"{choice.anchor}-{_escaped(cell_text(row[0], rounded=True))}"
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
    """Return a number for each item, small for those that are frequent; equals in the order of their first place."""
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
    button = f'<button type="button" title="{_escaped(column.meaning)}">{_escaped(column.name)}</button>'
    return f'<th role="columnheader" scope="col"{kind} aria-sort="none" data-first="{first}">{button}</th>'


def _cell(column: Column, cell: Value | Cell) -> str:
    found = cell_of(cell)
    if column.kind == "number":
        text = _escaped(cell_text(cell, rounded=True))
        return f'<td role="cell" class="number" data-name="{_escaped(column.name)}">{text}</td>'
    text = " ".join(f'<span class="{kind}">{_escaped(part)}</span>' for kind, part in found.parts)
    kind = ' class="rule"' if column.kind == "long" else ""
    return f'<td role="cell"{kind}>{text or _escaped(cell_text(cell, rounded=True))}</td>'


def _escaped(text: str) -> str:
    return html.escape(visible(text))
