"""Numbers of an experiment for programs: the same records as CSV, and as a table for a pipe."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from mlslcs_ref.documents.document import Column, Table, Value

Records = Sequence[Mapping[str, Any]]


def csv_text(records: Records, heads: Sequence[str] = ()) -> str:
    """Return records as CSV with a header; a number that is not there is an empty cell.

    The names of the fields are by default those of the first record.
    """
    target = io.StringIO()
    writer = csv.DictWriter(target, _heads(records, heads), lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return target.getvalue()


def plain_table(records: Records, heads: Sequence[str] = ()) -> Table:
    """Return records as a table, with the parameters of `csv_text`."""
    names = _heads(records, heads)
    rows = tuple(tuple(_cell(record[name]) for name in names) for record in records)
    return Table(tuple(Column(name, "text") for name in names), rows)


def _heads(records: Records, heads: Sequence[str]) -> list[str]:
    return list(heads) or [name for record in records[:1] for name in record]


def _cell(value: Any) -> Value:
    if value is None:
        return ""
    found: Value = ("yes" if value else "no") if isinstance(value, bool) else value
    return found
