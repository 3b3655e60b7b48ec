"""Multi-label data sets from files of any format: which columns are labels, and what all columns are to a schema.

An ARFF file does not say which of its columns are labels. Mulan says it in a label XML beside the file, MEKA in the
relation's name (``-C 6``); a caller can also say it. Labels may stand anywhere and keep the order of the file. A label
is decided by the text ``1`` or ``0`` of its cell, never by its place in the declared set; a numeric label may hold only
0 and 1.

Clauses: REP-3 (codes of nominal values), REP-7 (no missing labels), REP-8 (values that a training schema does not
declare).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import fspath
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

from mlslcs_ref._warned import warned
from mlslcs_ref.data.columns import recoded
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.formats.registry import carried_over, read_table
from mlslcs_ref.data.formats.table import AS_SPELLED, FileColumn, FileTable
from mlslcs_ref.data.label_columns import (
    HOW_TO_SAY,
    decisions_of,
    label_positions_of,
    positions_of,
    require_same_labels,
)
from mlslcs_ref.data.label_sets import with_label_sets
from mlslcs_ref.data.label_specs import (
    LabelFile,
    LabelNames,
    Labels,
    LabelSpec,
    label_spec,
    meka_label_count,
    read_label_listing,
)
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.data.reading import HowToRead, Reading
from mlslcs_ref.data.remarks import constant_labels, remarks_on, undeclared_remark
from mlslcs_ref.data.schema import Attribute, ContinuousAttribute, Schema, require_schema
from mlslcs_ref.data.schema import nominal as nominal_attribute
from mlslcs_ref.data.spelling import Spelling
from mlslcs_ref.data.text_lines import PathName, rereadable
from mlslcs_ref.data.words import listed, shown
from mlslcs_ref.errors import DataError, DataWarning

_SPLIT_ENDINGS = ("-train", "-test")


def load_file(
    path: PathName,
    labels: Labels | None = None,
    *,
    schema: Schema | None = None,
    reading: Reading | None = None,
    **how: Unpack[HowToRead],
) -> Dataset:
    """Load a multi-label data set from a file of any format.

    Parameters
    ----------
    path : str or path-like
        The file; it may be packed by gzip.
    labels : LabelSpec, str, int, path-like or sequence of str, optional
        Which columns are labels, see `label_spec`. By default: those that the file itself names; those that a label XML
        beside the file names, called like the file or like its name without ``-train`` or ``-test``; those of R's
        ``NAME_labels.csv`` beside it; those that MEKA's ``-C`` counts. The XML comes before ``-C`` because a file may
        have been rearranged after its header was written.
    schema : Schema, optional
        A training schema to read the file against: attributes and labels are found by name in any order, columns that
        it does not name are ignored, nominal values are matched by text, and one that it does not declare becomes -1.
    reading : Reading, optional
        How the file is read where it does not say it itself, as another file was.
    **how
        Changes to `reading`, by the names of its parameters: ``encoding="latin-1"``, ``drop=["id"]``,
        ``missing=["NA"]``.

    Returns
    -------
    Dataset
        At least one instance; its name is the file's stem, and its `reading` says how it was read, and which labels of
        `schema` the file does not hold.

    Raises
    ------
    DataError
        If a file cannot be read or is not legal, the labels are not said or not there, a label is missing or neither 0
        nor 1, or the file does not fit `schema`.

    Warns
    -----
    DataWarning
        If a column is not what it looks like: numbers with texts between them, an index of the rows, dates. Of a file
        read against a schema: if nominal values or labels are not in it, or labels are not in the file.

    Notes
    -----
    Clauses: REP-3, REP-7, REP-8.
    """
    path = rereadable(path)
    name = _stem(path)
    if schema is not None:
        require_schema(schema)
        table, chosen = _read_for(schema, path, _carried(reading, path, how))
        if labels is not None:
            require_same_labels(table, label_spec(labels), schema)
        decisions, absent = _decisions_for(schema, table, chosen)
        values = _values_for(schema, table, None if "missing" in how else reading)
        return Dataset(schema, values, decisions, name, replace(chosen, absent_labels=absent))
    chosen = replace(Reading.of(reading, how), absent_labels=())
    table, chosen, label_positions = _with_labels(path, None if labels is None else label_spec(labels), chosen)
    is_label = frozenset(label_positions)
    attribute_positions = [position for position in range(len(table.columns)) if position not in is_label]
    if not attribute_positions:
        raise DataError("expected at least one attribute that is not a label, found none", table.file)
    found = Schema(
        tuple(_attribute(table.columns[position]) for position in attribute_positions),
        tuple(table.columns[position].name for position in label_positions),
    )
    instances = table.values.selected(attribute_positions)
    decisions = decisions_of(table, label_positions, chosen.positive)
    for remark in [*remarks_on(table, attribute_positions), *constant_labels(found.labels, decisions)]:
        _warn(table, remark)
    return Dataset(found, instances, decisions, name, chosen)


def _carried(reading: Reading | None, path: PathName, how: Mapping[str, Any]) -> Reading:
    """Return how the training data were read, as far as it says something of this file, with changes."""
    return Reading.of(None if reading is None else carried_over(reading, path), how)


def _decisions_for(schema: Schema, table: FileTable, reading: Reading) -> tuple[npt.NDArray[np.bool_], tuple[str, ...]]:
    """Return the label columns in the schema's order, and the labels that the file says nothing of."""
    there = {column.name for column in table.columns}
    held = tuple(label for label in schema.labels if label in there)
    absent = tuple(label for label in schema.labels if label not in there)
    listing = () if reading.label_column is None else (reading.label_column,)
    positions = positions_of(table, held or listing or schema.labels, " with labels")
    decisions = np.zeros((len(table.values), schema.n_labels), dtype=np.bool_)
    decisions[:, [schema.labels.index(label) for label in held]] = decisions_of(
        table, positions, reading.positive, is_further=True
    )
    known = frozenset(schema.labels)
    own = table.labels.names if isinstance(table.labels, LabelNames) else ()
    if others := tuple(label for label in own if label not in known):
        _warn(table, DataWarning(f"the training data had no label {listed(others)}, which is ignored here", others[0]))
    if table.lists_labels:
        return decisions, ()
    if absent:
        message = f"the file has no label {listed(absent)}, so what is measured is measured on the others"
        _warn(table, DataWarning(message, absent[0]))
    return decisions, absent


def _warn(table: FileTable, remark: DataWarning) -> None:
    remark.file = table.file
    warned(remark)


def _stem(path: PathName) -> str:
    name = Path(path)
    return Path(name.stem).stem if name.suffix.lower() == ".gz" else name.stem


def _with_labels(path: PathName, spec: LabelSpec | None, reading: Reading) -> tuple[FileTable, Reading, list[int]]:
    """Return a file's columns, how it was read, and which of them are labels."""
    listing = _listing(path, spec, reading)
    if listing is not None and reading.header is False:
        # the names of labels, by their places
        names = read_label_listing(listing)
        reading = replace(reading, names=_named_by(names, path, reading))
    table, reading = read_table(path, reading)
    chosen = spec
    if chosen is None:
        chosen = LabelNames(tuple(read_label_listing(listing))) if listing is not None else _default_spec(table)
    if reading.label_separator is not None:
        positions = label_positions_of(table, chosen)
        return with_label_sets(table, positions, reading)
    return table, reading, label_positions_of(table, chosen)


def load_instances(
    path: PathName, schema: Schema, *, reading: Reading | None = None, **how: Unpack[HowToRead]
) -> tuple[Matrix, npt.NDArray[np.bool_] | None]:
    """Load instances to predict, whose label sets may be unknown.

    Parameters
    ----------
    schema : Schema
        The training schema; the file is read against it as in `load_file`.
    reading : Reading, optional
        How the training data were read, as `Dataset.reading` and `Model.reading` say it.
    **how
        Changes to `reading`, see `load_file`.

    Returns
    -------
    X : Matrix of shape (n_instances, n_attributes)
        As in `Dataset`.
    Y : ndarray of shape (n_instances, n_labels), or None
        The label sets; None if the file does not hold all of the labels, or ``?`` in every label's cell.

    Warns
    -----
    DataWarning
        As `load_file`, and of labels that are missing in some rows or cannot be read; Y is None then.

    Notes
    -----
    Clauses: REP-7, REP-8.
    """
    path = rereadable(path)
    table, chosen = _read_for(schema, path, _carried(reading, path, how), labelled=False)
    instances = _values_for(schema, table, None if "missing" in how else reading)
    if not {column.name for column in table.columns}.issuperset(schema.labels):
        # labels that are not all there decide nothing
        return instances, None
    label_positions = positions_of(table, schema.labels)
    if all(np.isnan(table.values.column(position).numbers).all() for position in label_positions):
        return instances, None
    try:
        return instances, decisions_of(table, label_positions, chosen.positive, is_further=True)
    except DataError as error:
        _leave_labels(error)
    return instances, None


def _leave_labels(error: DataError) -> None:
    """Say why the labels of a file are not used: a prediction needs none."""
    message = f"{error}. The labels of the file are left aside, and nothing is measured by them"
    warned(DataWarning(message, error.column))


def column_texts(
    path: PathName, names: Sequence[str], schema: Schema, *, reading: Reading | None = None, **how: Unpack[HowToRead]
) -> list[list[str]]:
    """Return columns of a file as texts, such as identifiers that no rule has learned from.

    They are as the file spells them, without quotes, escapes and blanks around them.
    """
    chosen = _carried(reading, path, how)
    chosen = replace(chosen, drop=tuple(name for name in chosen.drop if name not in names))
    known = {**_known(schema), **dict.fromkeys(names, AS_SPELLED)}
    table, _reading = read_table(path, chosen, known.__contains__, known)
    return [
        [table.columns[position].values[int(code)] for code in table.values.column(position).numbers.tolist()]
        for position in positions_of(table, tuple(names))
    ]


def label_xml_beside(path: PathName) -> Path | None:
    """Return the label XML that belongs to a file by its name: ``flags-train.xml`` beside it, else ``flags.xml``."""
    arff = Path(path)
    stems = [arff.stem, *(arff.stem.removesuffix(ending) for ending in _SPLIT_ENDINGS if arff.stem.endswith(ending))]
    candidates = [arff.with_name(f"{stem}.xml") for stem in stems if stem]
    return next((candidate for candidate in candidates if candidate.is_file()), None)


def _listing(path: PathName, spec: LabelSpec | None, reading: Reading) -> str | None:
    """Return R's list of labels that is said, or stands beside a file without a header and a label XML."""
    if isinstance(spec, LabelFile) and spec.path.lower().endswith(".csv"):
        return spec.path
    if spec is not None or reading.header is not False or label_xml_beside(path) is not None:
        return None
    beside = Path(path).with_name(f"{_stem(path)}_labels.csv")
    return str(beside) if beside.is_file() else None


def _named_by(places: Mapping[str, int | None], path: PathName, reading: Reading) -> tuple[str, ...]:
    """Return names of all columns: those of labels by their places, x1, x2 and so on for the others."""
    n_columns = len(read_table(path, replace(reading, names=()))[0].declared)
    names = [f"x{place + 1}" for place in range(n_columns)]
    for name, place in places.items():
        if place is None or not 1 <= place <= n_columns:
            raise DataError(f"expected a place from 1 to {n_columns}, found {place}", fspath(path), column=name)
        names[place - 1] = name
    return tuple(names)


def _default_spec(table: FileTable) -> LabelSpec:
    if table.labels is not None:
        return table.labels
    beside = label_xml_beside(table.file)
    if beside is not None:
        return LabelFile(str(beside))
    try:
        said = meka_label_count(table.relation)
    except DataError as error:
        raise DataError(f"{error.message}; {HOW_TO_SAY}", table.file, argument="labels") from None
    if said is None:
        if not table.relation:
            names = ", ".join(shown(column.name) for column in table.columns[-4:])
            raise DataError(
                f"it is not known which of its {len(table.columns)} columns are labels (the last ones are {names}); "
                f"{HOW_TO_SAY}",
                table.file,
                argument="labels",
            )
        raise DataError(
            "no label XML beside the file and no option -C after a colon in its relation's name "
            f"{shown(table.relation)}; {HOW_TO_SAY}",
            table.file,
            argument="labels",
        )
    return said


def _attribute(column: FileColumn) -> Attribute:
    return (
        nominal_attribute(column.name, column.values) if column.kind == "nominal" else ContinuousAttribute(column.name)
    )


def _read_for(schema: Schema, path: PathName, reading: Reading, labelled: bool = True) -> tuple[FileTable, Reading]:
    """Read the columns that a schema names; others may be of any type, labels too unless they are needed."""
    wanted = {*(attribute.name for attribute in schema.attributes), *schema.labels, reading.label_column}
    known = _known(schema)
    table, reading = read_table(path, reading, wanted.__contains__, known)
    for remark in table.remarks:
        if remark.column in known:
            _warn(table, remark)
    if reading.label_column is not None and any(column.name == reading.label_column for column in table.columns):
        positions = positions_of(table, (reading.label_column,))
        try:
            table, reading, _found = with_label_sets(table, positions, reading, schema.labels)
        except DataError as error:
            if labelled:
                raise
            _leave_labels(error)
    return table, reading


def _known(schema: Schema) -> dict[str, tuple[str, ...] | None]:
    """Return for each attribute its values, None if it has numbers."""
    return {
        attribute.name: None if isinstance(attribute, ContinuousAttribute) else attribute.values
        for attribute in schema.attributes
    }


def _values_for(schema: Schema, table: FileTable, reading: Reading | None) -> Matrix:
    """Return the attributes' columns in the schema's order and codes; what was a missing number in training is one."""
    missing = () if reading is None else Spelling.of(reading).missing_numbers
    names = tuple(attribute.name for attribute in schema.attributes)
    positions = positions_of(table, names, ", as the training data have", "; add it to the file, or train without it")
    for attribute, position in zip(schema.attributes, positions, strict=True):
        _require_kind(attribute, table.columns[position], table.file)

    def codes(place: int) -> npt.NDArray[np.float64]:
        attribute, column = schema.attributes[place], table.columns[positions[place]]
        numbers = table.values.column(positions[place]).numbers
        if isinstance(attribute, ContinuousAttribute):
            return np.where(np.isin(numbers, missing), np.nan, numbers) if missing else numbers
        same = attribute.values == column.values
        return numbers if same else recoded(numbers, column.values, attribute.values)

    values = Matrix.made((len(table.values), len(positions)), codes)
    if remark := undeclared_remark(values, schema):
        _warn(table, remark)
    return values


def _require_kind(attribute: Attribute, column: FileColumn, file: str) -> None:
    expected = "numeric" if isinstance(attribute, ContinuousAttribute) else "nominal"
    if column.kind != expected:
        raise DataError(
            f"expected a {expected} one as in the training data, found a {column.kind} one",
            file,
            column.line or None,
            column=column.name,
        )
