"""Sparse rows as text: LIBSVM's format for several labels, and that of the extreme classification repository.

A row is its labels, with commas between them, a blank, and ``index:number`` for every value that is not 0. LIBSVM
counts indices and labels as they are written, from 1 as a rule; the other format counts from 0, and its first line
holds the numbers of rows, attributes and labels. A label is called by its number as it is written, an attribute by its
index behind an ``x``. A column with both 0 and 1 and nothing else is binary, as everywhere; any other is continuous.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from os import fspath
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.columns import BOOLEAN, only_zero_and_one
from mlslcs_ref.data.label_specs import LabelNames
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.data.memory import require_room
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.spelling import DECIMAL, is_held
from mlslcs_ref.data.strips import Strips
from mlslcs_ref.data.tables import AS_SPELLED, Known, Table, TableColumn, Wanted
from mlslcs_ref.data.text_lines import PathName, numbered_lines
from mlslcs_ref.data.words import listed, shown
from mlslcs_ref.errors import DataError

_INDEX: Final = re.compile(r"[0-9]{1,9}")
_HEAD: Final = re.compile(r"\s*([0-9]{1,9})\s+([0-9]{1,9})\s+([0-9]{1,9})\s*")
_OTHER: Final = 2.0
"""The code of a number that an attribute known to be binary does not have."""


class _Rows(NamedTuple):
    """What the lines of a file hold: the labels, and the attributes that are not 0, of one row after the other."""

    lines: list[int]
    labels: list[tuple[int, ...]]
    ends: array[int]
    """Behind the last of each row."""
    indices: array[int]
    numbers: array[float]
    spelled: dict[int, dict[str, float]]
    """For each attribute that is read as it is spelled, a number for each of its texts."""


def read_libsvm(path: PathName, reading: Reading, wanted: Wanted | None, known: Known) -> tuple[Table, Reading]:
    """Read a file in LIBSVM's format, as a `Reader` does. It has all attributes and labels that are known."""
    file = fspath(path)
    with closing(numbered_lines(path, reading.encoding)) as lines:
        rows = _rows(lines, file, known)
    attributes = sorted(set(rows.indices) | _numbers_of(known, "x"))
    labels = sorted({label for row in rows.labels for label in row} | _numbers_of(known, ""))
    if attributes:
        # an attribute that is 0 in every row is one too
        require_room(len(rows.lines), attributes[-1] + 1, 0, file)
        attributes = list(range(min(1, attributes[0]), attributes[-1] + 1))
    return _table(file, rows, attributes, labels, reading, wanted, known), reading


def read_extreme(path: PathName, reading: Reading, wanted: Wanted | None, known: Known) -> tuple[Table, Reading]:
    """Read a file in the format of the extreme classification repository, as a `Reader` does."""
    file = fspath(path)
    with closing(numbered_lines(path, reading.encoding)) as lines:
        head = next(lines, (1, ""))
        match = _HEAD.fullmatch(head[1])
        if match is None:
            raise DataError(
                "expected the numbers of rows, attributes and labels in the first line, found "
                f"{shown(head[1].strip())}",
                file,
                1,
            )
        n_rows, n_attributes, n_labels = map(int, match.groups())
        require_room(n_rows, n_attributes + n_labels, 0, file)
        rows = _rows(lines, file, known, blank_is_row=True, n_attributes=n_attributes, n_labels=n_labels, most=n_rows)
    if len(rows.lines) != n_rows:
        raise DataError(f"expected {n_rows} rows, as the first line says, found {len(rows.lines)}", file)
    return _table(file, rows, list(range(n_attributes)), list(range(n_labels)), reading, wanted, known), reading


def _rows(
    lines: Iterator[tuple[int, str]],
    file: str,
    known: Known,
    blank_is_row: bool = False,
    n_attributes: int | None = None,
    n_labels: int | None = None,
    most: int | None = None,
) -> _Rows:
    spelled = [name for name, values in known.items() if values is AS_SPELLED]
    texts = {index: {"0": 0.0} for index in _numbers_of(spelled, "x")}
    binary = frozenset(_numbers_of((name for name, values in known.items() if values == BOOLEAN), "x"))
    rows = _Rows([], [], array("q"), array("I"), array("d"), texts)
    for number, text in lines:
        body = text if blank_is_row else text.partition("#")[0]
        if not body.strip() and (not blank_is_row or len(rows.lines) == most):
            continue
        words = body.split()
        has_labels = bool(words) and ":" not in words[0] and not body[0].isspace()
        try:
            labels = _labels(words[0], n_labels) if has_labels else ()
            found = _values(words[1 if has_labels else 0 :], n_attributes, texts, binary)
        except ValueError as error:
            raise DataError(str(error), file, number) from None
        rows.lines.append(number)
        rows.labels.append(labels)
        rows.indices.extend(found)
        rows.numbers.extend(found.values())
        rows.ends.append(len(rows.indices))
    if not rows.lines:
        raise DataError("no data rows, expected at least one", file)
    return rows


def _labels(word: str, below: int | None) -> tuple[int, ...]:
    found: dict[int, None] = {}
    for text in word.split(","):
        if not _INDEX.fullmatch(text):
            raise ValueError(f"expected the numbers of labels with commas between them, found {shown(word)}")
        if int(text) in found:
            raise ValueError(f"expected each label once, found {text} twice")
        found[_counted(text, below, "a label")] = None
    return tuple(found)


def _values(
    words: list[str], below: int | None, spelled: Mapping[int, dict[str, float]], binary: frozenset[int]
) -> dict[int, float]:
    found: dict[int, float] = {}
    for word in words:
        index, _colon, text = word.partition(":")
        if index == "qid":
            raise ValueError(f"expected attributes, found {shown(word)}: queries of rankings are not supported")
        if not _INDEX.fullmatch(index) or not DECIMAL.fullmatch(text):
            raise ValueError(f"expected index:number with a decimal number, found {shown(word)}")
        number = float(text)
        if not is_held(text, number):
            raise ValueError(f"expected a number that a 64-bit float can hold, found {shown(word)}")
        position = _counted(index, below, "an attribute")
        if position in found:
            raise ValueError(f"expected each attribute once in a row, found {position} twice")
        if position in binary and number not in (0.0, 1.0):
            number = _OTHER
        codes = spelled.get(position)
        found[position] = number if codes is None else codes.setdefault(text, float(len(codes)))
    return found


def _counted(text: str, below: int | None, what: str) -> int:
    number = int(text)
    if below is not None and number >= below:
        raise ValueError(f"expected {what} from 0 to {below - 1}, found {text}")
    return number


def _numbers_of(names: Iterable[str], prefix: str) -> set[int]:
    """Return the numbers behind a prefix in names: ``x`` for attributes, none for labels."""
    bodies = (name.removeprefix(prefix) for name in names if name.startswith(prefix))
    return {int(body) for body in bodies if _INDEX.fullmatch(body)}


def _table(
    file: str,
    rows: _Rows,
    attributes: list[int],
    labels: list[int],
    reading: Reading,
    wanted: Wanted | None,
    known: Known,
) -> Table:
    names = (*(f"x{index}" for index in attributes), *map(str, labels))
    unknown = [name for name in reading.drop if name not in names]
    if unknown:
        raise DataError("cannot be dropped: the file has no such column", file, argument="drop", column=unknown[0])
    values = _matrix(file, rows, attributes, labels)
    kept = [place for place, name in enumerate(names) if name not in reading.drop and (wanted is None or wanted(name))]
    spelled = {f"x{index}": tuple(codes) for index, codes in rows.spelled.items()}
    columns = tuple(
        TableColumn(name, "nominal", spelled[name], place)
        if (name := names[place]) in spelled
        else _column(name, place, values.column(place).numbers, place >= len(attributes), known)
        for place in kept
    )
    if not columns:
        found = f"; the file has {listed(names)}, and the training data {listed(tuple(known))}" if known else ""
        raise DataError(f"expected at least one column to read, found none that is not dropped{found}", file, 1)
    return Table(
        file=file,
        columns=columns,
        declared=names,
        cells=values.selected(kept),
        lines=tuple(rows.lines),
        labels=LabelNames(tuple(str(label) for label in labels if str(label) not in reading.drop)),
        lists_labels=True,
    )


def _matrix(file: str, rows: _Rows, attributes: list[int], labels: list[int]) -> Matrix:
    """Return a row for each line: its attributes, ascending, and behind them its labels."""
    strips = Strips(len(attributes) + len(labels), file)
    wanted = np.array(attributes, dtype=np.int64)
    indices = np.searchsorted(wanted, np.frombuffer(rows.indices, dtype=np.uint32))
    numbers = np.frombuffer(rows.numbers, dtype=np.float64)
    ends = np.concatenate([[0], np.frombuffer(rows.ends, dtype=np.int64)])
    label_place = {label: len(attributes) + place for place, label in enumerate(labels)}
    for start in range(0, len(rows.lines), strips.rows_at_once):
        stop = min(start + strips.rows_at_once, len(rows.lines))
        block = np.zeros((stop - start, strips.n_columns))
        some = slice(ends[start], ends[stop])
        block[np.repeat(np.arange(stop - start), np.diff(ends[start : stop + 1])), indices[some]] = numbers[some]
        for row, held in zip(block, rows.labels[start:stop], strict=True):
            row[[label_place[label] for label in held]] = 1.0
        strips.append(block, rows.lines[stop - 1])
    return strips.matrix()


def _column(name: str, place: int, values: npt.NDArray[np.float64], is_label: bool, known: Known) -> TableColumn:
    binary = known[name] == BOOLEAN if known.get(name) is not None else name not in known and only_zero_and_one(values)
    if is_label or binary:
        others = ("other",) if (values == _OTHER).any() else ()
        return TableColumn(name, "nominal", (*BOOLEAN, *others), place)
    return TableColumn(name, "numeric", (), place)
