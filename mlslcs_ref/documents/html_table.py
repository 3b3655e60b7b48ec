"""Tables as HTML: with groups of columns, and cards on narrow screens."""

from __future__ import annotations

import html
from collections.abc import Iterator

from mlslcs_ref.documents.document import Cell, Column, Table, Value, cell_of, cell_text
from mlslcs_ref.documents.html_long_table import long_table_lines
from mlslcs_ref.documents.visible import visible


def table_lines(table: Table) -> Iterator[str]:
    """Yield a table; the roles keep it one for screen readers where style sheets make cards of its rows."""
    if table.choice is not None:
        yield from long_table_lines(table, table.choice)
        return
    label = _escaped(table.title or "Table")
    yield f'<div class="scroll" tabindex="0" role="region" aria-label="{label}">'
    yield f'<table role="table" class="{_shape(table)}">'
    if table.title:
        yield f"<caption>{label}</caption>"
    yield from ('<thead role="rowgroup">', *_group_row(table), _head_row(table), "</thead>", '<tbody role="rowgroup">')
    for row in table.rows:
        yield '<tr role="row">' + _cells(table.columns, row) + "</tr>"
    yield from ("</tbody>", "</table>", "</div>")
    yield from (f'<p class="remark">{_escaped(remark)}</p>' for remark in table.remarks)


def _shape(table: Table) -> str:
    """Return what style sheets call it, by how many columns it has and how they are grouped."""
    width = "cards" if len(table.columns) > 4 else "narrow"
    grouped = [size for group, size in table.groups if group]
    return f"{width} threes" if len(grouped) > 1 and set(grouped) == {3} else width


def _group_row(table: Table) -> Iterator[str]:
    if table.groups:
        heads = (
            f'<th role="columnheader" scope="colgroup" colspan="{width}">{_escaped(group)}</th>'
            if group
            else '<td role="cell"></td>'
            for group, width in table.groups
        )
        yield '<tr role="row" class="groups">' + "".join(heads) + "</tr>"


def _head_row(table: Table) -> str:
    return '<tr role="row">' + "".join(map(_head, table.columns)) + "</tr>"


def _head(column: Column) -> str:
    kind = ' class="number"' if column.kind == "number" else ""
    return f'<th role="columnheader" scope="col"{kind}>{_escaped(column.name)}</th>'


def _cells(columns: tuple[Column, ...], row: tuple[Value | Cell, ...]) -> str:
    first = f'<th role="rowheader" scope="row">{_inside(cell_of(row[0]))}</th>'
    # what is alone in its row heads nothing
    n_heads = int(len(columns) > 1)
    return first * n_heads + "".join(
        f'<td role="cell"{_class(column)} data-name="{_escaped(column.full)}">{_inside(cell_of(cell))}</td>'
        for column, cell in zip(columns[n_heads:], row[n_heads:], strict=True)
    )


def _class(column: Column) -> str:
    return {"number": ' class="number"', "long": ' class="rule"'}.get(column.kind, "")


def _inside(cell: Cell) -> str:
    # a narrow screen may break a word of a program where its parts meet
    text = _escaped(cell_text(cell, rounded=True)).replace("_", "_<wbr>")
    if cell.parts:
        text = " ".join(f'<span class="{kind}">{_escaped(part)}</span>' for kind, part in cell.parts)
    notes = "".join(f'<span class="note">{_escaped(note)}</span>' for note in cell.notes)
    return (f"<strong>{text}</strong>" if cell.strong else text) + notes


def _escaped(text: str) -> str:
    return html.escape(visible(text))
