"""The label columns of a table: which they are, and what they say.

Clauses: REP-7 (no missing labels).
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.arff import ArffTable
from mlslcs_ref.data.label_specs import LabelCount, LabelFile, LabelSpec, read_label_xml
from mlslcs_ref.data.schema import Schema
from mlslcs_ref.data.text_lines import shown
from mlslcs_ref.errors import DataError

__all__ = ["HOW_TO_SAY", "decisions_of", "label_positions_of", "positions_of", "require_same_labels"]

HOW_TO_SAY = "say which columns are labels with labels=...: a count (6 or -6), names, or a label XML"
_SHOWN_NAMES = 10
_MEANING: Final = {
    "0": False,
    "1": True,
    "false": False,
    "true": True,
    "False": False,
    "True": True,
    "FALSE": False,
    "TRUE": True,
}


def label_positions_of(table: ArffTable, spec: LabelSpec) -> list[int]:
    """Return the positions of the label columns among the kept columns, in the file's order."""
    if isinstance(spec, LabelCount):
        counted = frozenset(_counted_names(table, spec))
        positions = [position for position, column in enumerate(table.columns) if column.name in counted]
        if not positions:
            raise DataError("expected at least one label, but every one of them is dropped", table.file)
        return positions
    if isinstance(spec, LabelFile):
        return sorted(positions_of(table, read_label_xml(spec.path), f" that {spec.path} names as labels"))
    if not spec.names:
        raise DataError(f"expected at least one label, found none; {HOW_TO_SAY}", table.file)
    if len(set(spec.names)) != len(spec.names):
        raise DataError(f"expected each label once, found one twice in {_listed(spec.names)}", table.file)
    return sorted(positions_of(table, spec.names))


def _counted_names(table: ArffTable, spec: LabelCount) -> tuple[str, ...]:
    total, count = len(table.declared), spec.count
    if total == 1:
        raise DataError(
            f"expected a column of a label and one of an attribute at least, found only {_listed(table.declared)}; are "
            "its columns separated by another character?",
            table.file,
        )
    if not 1 <= abs(count) < total:
        raise DataError(
            f"expected a number of labels from 1 to {total - 1} (or negative for the last columns), since the file "
            f"declares {total} columns, found {count}{spec.origin}",
            table.file,
        )
    return table.declared[:count] if count > 0 else table.declared[count:]


def positions_of(table: ArffTable, names: tuple[str, ...], whose: str = "") -> list[int]:
    """Return the positions of the columns of these names, in the order of the names."""
    by_name = {column.name: position for position, column in enumerate(table.columns)}
    absent = tuple(name for name in names if name not in by_name)
    if absent:
        every = frozenset(table.declared)
        if declared := tuple(name for name in absent if name in every):
            raise DataError(f"the column {_listed(declared)}{whose} is dropped, but needed", table.file)
        raise DataError(f"the file has no column {_listed(absent)}{whose}", table.file)
    return [by_name[name] for name in names]


def decisions_of(table: ArffTable, positions: list[int]) -> npt.NDArray[np.bool_]:
    """Return the label columns as truth values of shape (n_rows, len(positions))."""
    decisions = np.empty((len(table.values), len(positions)), dtype=np.bool_)
    for label, position in enumerate(positions):
        decisions[:, label] = _decided(table, position)
    return decisions


def _decided(table: ArffTable, position: int) -> npt.NDArray[np.bool_]:
    """Return one label column as truth values."""
    column, cells = table.columns[position], table.values[:, position]
    missing = np.isnan(cells)
    if missing.any():
        row = int(np.argmax(missing))
        raise DataError(
            f"label {shown(column.name)}: expected 0 or 1, found a missing value", table.file, table.lines[row]
        )
    if column.kind == "nominal":
        return _decided_by_text(table, position)
    legal = (cells == 0) | (cells == 1)
    if not legal.all():
        row = int(np.argmin(legal))
        raise DataError(
            f"label {shown(column.name)}: expected 0 or 1, found {cells[row]}; is this column a label?",
            table.file,
            table.lines[row],
        )
    return np.equal(cells, 1)


def _decided_by_text(table: ArffTable, position: int) -> npt.NDArray[np.bool_]:
    column = table.columns[position]
    if not _MEANING.keys() >= set(column.values):
        raise DataError(
            f"label {shown(column.name)}: expected the values {{0,1}}, found {_listed(column.values)}; is this column "
            "a label?",
            table.file,
            column.line or _first_line_without_meaning(table, position),
        )
    omitted = table.first_omitted[position]
    if omitted and _MEANING[column.values[0]]:
        # Weka reads the first declared value, other programs 0: the wrong guess would turn most of the label over.
        raise DataError(
            f"label {shown(column.name)} is declared {{{','.join(column.values)}}} and left out in a sparse row, which "
            "some programs read as 1 and others as 0; write it out, or declare it {0,1}",
            table.file,
            omitted,
        )
    means_one = np.array([_MEANING[value] for value in column.values])
    return means_one[table.values[:, position].astype(np.intp)]


def _first_line_without_meaning(table: ArffTable, position: int) -> int:
    values = table.columns[position].values
    codes = table.values[:, position].astype(np.intp).tolist()
    return next(line for line, code in zip(table.lines, codes, strict=True) if values[code] not in _MEANING)


def require_same_labels(table: ArffTable, spec: LabelSpec, schema: Schema) -> None:
    """Refuse labels that are not the schema's."""
    if isinstance(spec, LabelCount):
        said = _counted_names(table, spec)
    else:
        said = read_label_xml(spec.path) if isinstance(spec, LabelFile) else spec.names
    differing = tuple(sorted(set(said).symmetric_difference(schema.labels)))
    if differing:
        raise DataError(
            f"expected the labels of the training schema, but labels=... differs from them in {_listed(differing)}",
            table.file,
        )


def _listed(names: tuple[str, ...]) -> str:
    listed = ", ".join(shown(name) for name in names[:_SHOWN_NAMES])
    return listed if len(names) <= _SHOWN_NAMES else f"{listed} and {len(names) - _SHOWN_NAMES} more"
