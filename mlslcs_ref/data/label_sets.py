"""Labels that stand in one column, with a character between them: ``drama;horror``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref._warned import warned
from mlslcs_ref.data.columns import is_missing, number_text
from mlslcs_ref.data.formats.table import FileColumn, FileTable
from mlslcs_ref.data.label_specs import LabelNames
from mlslcs_ref.data.looks import is_spelled_missing
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.remarks import two_spellings
from mlslcs_ref.data.words import shown
from mlslcs_ref.errors import DataError, DataWarning

_LIST: Final = re.compile(r"\s*(\[.*\]|\{.*\}|\(.*\))\s*", re.DOTALL)


def with_label_sets(
    table: FileTable, positions: list[int], reading: Reading, labels: Sequence[str] | None = None
) -> tuple[FileTable, Reading, list[int]]:
    """Return a table with a column for each label, behind the others, in place of the one that holds them all.

    A row without any label has none of them. The reading has the name of the column; the places are the labels'
    columns.

    Parameters
    ----------
    labels : sequence of str, optional
        The labels of a training schema; by default those that occur, in the order of their characters.

    Raises
    ------
    DataError
        If more than one column is given, no label occurs, or one that the training schema does not have.
    """
    if len(positions) != 1:
        raise DataError(
            f"expected one column with all labels, found {len(positions)}; for several columns leave out "
            "label_separator",
            table.file,
            argument="label_separator",
        )
    place = positions[0]
    column = table.columns[place]
    cells = _texts(table, place)
    for line, cell in zip(table.lines, cells, strict=True):
        if _LIST.fullmatch(cell):
            raise DataError(
                f"expected names of labels with {reading.label_separator!r} between them, found brackets around them: "
                f"{shown(cell)}; write the names alone",
                table.file,
                line,
                column=column.name,
            )
    sets = [_split(cell, str(reading.label_separator)) for cell in cells]
    occurring = sorted({label for found in sets for label in found})
    names = occurring if labels is None else list(labels)
    if not names:
        raise DataError("expected at least one label, found none", table.file, column=column.name)
    if labels is None:
        for remark in _remarks(names, sets, column.name):
            remark.file = table.file
            warned(remark)
    known = frozenset(names)
    for line, found in zip(table.lines, sets, strict=True):
        if unknown := sorted(found - known):
            raise DataError(
                f"expected the labels of the training data, separated by {shown(str(reading.label_separator))}, found "
                f"{shown(unknown[0])}; correct it, or leave the row out",
                table.file,
                line,
                column=column.name,
            )
    others = [number for number in range(len(table.columns)) if number != place]

    def numbers(column: int) -> npt.NDArray[np.float64]:
        if column < len(others):
            return table.values.column(others[column]).numbers
        label = names[column - len(others)]
        return np.array([label in found for found in sets], dtype=np.float64)

    whole = replace(
        table,
        columns=(
            *(table.columns[number] for number in others),
            *(FileColumn(label, "nominal", ("0", "1"), column.position, column.line) for label in names),
        ),
        values=Matrix.made((len(sets), len(others) + len(names)), numbers),
        first_omitted=(*(table.first_omitted[number] for number in others), *(0 for _label in names)),
        labels=LabelNames(tuple(names)),
        remarks=tuple(remark for remark in table.remarks if remark.column != column.name),
    )
    return whole, replace(reading, label_column=column.name), list(range(len(others), len(others) + len(names)))


def _remarks(names: Sequence[str], sets: Sequence[frozenset[str]], column: str) -> Iterator[DataWarning]:
    """Say of labels that they seem to mean that there is none, or to be spelled in two ways."""
    for name in filter(is_spelled_missing, names):
        sizes = [len(found) for found in sets if name in found]
        if max(sizes) == 1:
            found = f"{shown(column)} has {shown(name)} in {len(sizes)} rows, which is read as a label"
            yield DataWarning(f"{found}; if it means that there is none, give missing=[{name!r}]", column)
    if twice := two_spellings(column, names, "labels"):
        yield twice


def labels_in_memory(
    name: str, cells: Sequence[object], reading: Reading, labels: Sequence[str]
) -> npt.NDArray[np.bool_]:
    """Return the label sets of a column of texts in memory, of shape (n_rows, n_labels); a missing cell has none.

    Missing is also what the reading of the training data says is.
    """
    decisions = np.zeros((len(cells), len(labels)), dtype=np.bool_)
    place_of = {label: place for place, label in enumerate(labels)}
    for row, cell in enumerate(cells):
        for label in sorted(_split("" if is_missing(cell) else str(cell), str(reading.label_separator))):
            if label not in place_of and str(cell).strip() in reading.missing_texts:
                continue
            if label not in place_of:
                raise DataError(
                    f"expected the labels of the training data, found {shown(label)}", column=name, row=row + 1
                )
            decisions[row, place_of[label]] = True
    return decisions


def _texts(table: FileTable, place: int) -> list[str]:
    """Return the cells of a column as texts, an empty one where missing."""
    column, cells = table.columns[place], table.values.column(place).numbers.tolist()
    if column.kind == "nominal":
        return ["" if cell != cell else column.values[int(cell)] for cell in cells]  # noqa: PLR0124
    return ["" if cell != cell else number_text(cell) for cell in cells]  # noqa: PLR0124


def _split(cell: str, separator: str) -> frozenset[str]:
    return frozenset(label for label in map(str.strip, cell.split(separator)) if label)
