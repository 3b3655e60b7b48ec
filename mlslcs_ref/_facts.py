"""A table for a notebook, for the rooms that know no pages."""

from __future__ import annotations

import html
from collections.abc import Iterable


def facts_html(title: str, heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a title and a table as HTML; every text is escaped."""
    head = "".join(f"<th>{html.escape(text)}</th>" for text in heads)
    lines = ["".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) for row in rows]
    table = (
        f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(f'<tr>{line}</tr>' for line in lines)}</tbody></table>"
    )
    return f"<p>{html.escape(title)}</p>" + (table if lines else "")
