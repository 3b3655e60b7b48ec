"""Multi-label data sets from files: ARFF as Mulan and MEKA keep them, and separated values.

An ARFF file does not say which of its columns are labels. Mulan says it in a label XML beside the file, MEKA in the
relation's name (``-C 6``); a caller can also say it. Labels may stand anywhere and keep the order of the file. A label
is decided by the text ``1`` or ``0`` of its cell, never by its place in the declared set; a numeric label may hold only
0 and 1.

Clauses: REP-3 (codes of nominal values), REP-7 (no missing labels), REP-8 (values that a training schema does not
declare).
"""

from __future__ import annotations

from collections.abc import Collection
from os import fspath
from pathlib import Path

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.arff import ArffColumn, ArffTable, read_arff
from mlslcs_ref.data.csv_file import is_csv, read_csv
from mlslcs_ref.data.dataset import UNDECLARED, Attribute, ContinuousAttribute, Dataset, Schema
from mlslcs_ref.data.label_columns import (
    HOW_TO_SAY,
    decisions_of,
    label_positions_of,
    positions_of,
    require_same_labels,
)
from mlslcs_ref.data.label_specs import (
    LabelCount,
    LabelFile,
    LabelNames,
    Labels,
    LabelSpec,
    label_spec,
    meka_label_count,
    parse_labels_option,
    read_label_xml,
)
from mlslcs_ref.data.schema import nominal as nominal_attribute
from mlslcs_ref.data.schema import require_schema
from mlslcs_ref.data.text_lines import PathName, shown
from mlslcs_ref.errors import DataError

__all__ = [
    "LabelCount",
    "LabelFile",
    "LabelNames",
    "LabelSpec",
    "Labels",
    "label_xml_beside",
    "load_file",
    "load_instances",
    "parse_labels_option",
    "read_label_xml",
]

_SPLIT_ENDINGS = ("-train", "-test")


def load_file(
    path: PathName,
    labels: Labels | None = None,
    *,
    schema: Schema | None = None,
    encoding: str = "utf-8",
    drop: Collection[str] = (),
    nominal: Collection[str] = (),
) -> Dataset:
    """Load a multi-label data set from an ARFF file, or from one of separated values (.csv, .tsv).

    Parameters
    ----------
    path : str or path-like
        The file.
    labels : LabelSpec, str, int, path-like or sequence of str, optional
        Which columns are labels, see `label_spec`. By default: those that a label XML beside the file names, called
        like the file or like its name without ``-train`` or ``-test``; without one, those that MEKA's ``-C`` counts.
        The XML comes first because a file may have been rearranged after its header was written.
    schema : Schema, optional
        A training schema to read the file against: attributes and labels are found by name in any order, columns that
        it does not name are ignored, nominal values are matched by text, and one that it does not declare becomes -1.
    encoding : str, default="utf-8"
        How the ARFF file's text is encoded.
    drop : collection of str, optional
        Names of columns to leave out, whatever their type.
    nominal : collection of str, optional
        Names of columns of a file of separated values that are nominal whatever they hold; an ARFF file says it itself.

    Returns
    -------
    Dataset
        At least one instance; its name is the file's stem.

    Raises
    ------
    DataError
        If a file cannot be read or is not legal, the labels are not said or not there, a label is missing or neither 0
        nor 1, or the file does not fit `schema`.

    Notes
    -----
    Clauses: REP-3, REP-7, REP-8.
    """
    name = Path(path).stem
    if schema is not None:
        require_schema(schema)
        table = _read_for(schema, path, encoding, drop)
        if labels is not None:
            require_same_labels(table, label_spec(labels), schema)
        return Dataset(
            schema, _values_for(schema, table), decisions_of(table, positions_of(table, schema.labels)), name
        )
    table = _read(path, encoding, drop, nominal)
    label_positions = label_positions_of(table, _default_spec(table) if labels is None else label_spec(labels))
    is_label = frozenset(label_positions)
    attribute_positions = [position for position in range(len(table.columns)) if position not in is_label]
    if not attribute_positions:
        raise DataError("expected at least one attribute that is not a label, found none", table.file)
    found = Schema(
        tuple(_attribute(table.columns[position]) for position in attribute_positions),
        tuple(table.columns[position].name for position in label_positions),
    )
    return Dataset(
        found, np.take(table.values, attribute_positions, axis=1), decisions_of(table, label_positions), name
    )


def load_instances(
    path: PathName, schema: Schema, *, encoding: str = "utf-8", drop: Collection[str] = ()
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_] | None]:
    """Load instances to predict, whose label sets may be unknown.

    Parameters
    ----------
    path : str or path-like
        The ARFF file.
    schema : Schema
        The training schema; the file is read against it as in `load_file`.
    encoding : str, default="utf-8"
        How the file's text is encoded.
    drop : collection of str, optional
        Names of columns to leave out, whatever their type.

    Returns
    -------
    X : ndarray of shape (n_instances, n_attributes)
        As in `Dataset`.
    Y : ndarray of shape (n_instances, n_labels), or None
        The label sets; None if the file has no label column, or ``?`` in every label's cell.

    Raises
    ------
    DataError
        As `load_file`; also if some labels are there and others are not.

    Notes
    -----
    Clauses: REP-7, REP-8.
    """
    table = _read_for(schema, path, encoding, drop)
    instances = _values_for(schema, table)
    names = {column.name for column in table.columns}
    if names.isdisjoint(schema.labels):
        return instances, None
    label_positions = positions_of(table, schema.labels)
    if np.isnan(table.values[:, label_positions]).all():
        return instances, None
    return instances, decisions_of(table, label_positions)


def label_xml_beside(path: PathName) -> Path | None:
    """Return the label XML that belongs to an ARFF file by its name, if there is one.

    Parameters
    ----------
    path : str or path-like
        For example ``flags-train.arff``.

    Returns
    -------
    Path or None
        ``flags-train.xml`` in the same folder, else ``flags.xml``, else None.
    """
    arff = Path(path)
    stems = [arff.stem, *(arff.stem.removesuffix(ending) for ending in _SPLIT_ENDINGS if arff.stem.endswith(ending))]
    candidates = [arff.with_name(f"{stem}.xml") for stem in stems if stem]
    return next((candidate for candidate in candidates if candidate.is_file()), None)


def _default_spec(table: ArffTable) -> LabelSpec:
    beside = label_xml_beside(table.file)
    if beside is not None:
        return LabelFile(str(beside))
    try:
        said = meka_label_count(table.relation)
    except DataError as error:
        raise DataError(f"{error.message}; {HOW_TO_SAY}", table.file) from None
    if said is None:
        relation = f" {shown(table.relation)}" if table.relation else ""
        raise DataError(
            "no label XML beside the file and no option -C behind a colon in its relation's name"
            f"{relation}; {HOW_TO_SAY}",
            table.file,
        )
    return said


def _attribute(column: ArffColumn) -> Attribute:
    return (
        nominal_attribute(column.name, column.values) if column.kind == "nominal" else ContinuousAttribute(column.name)
    )


def _read_for(schema: Schema, path: PathName, encoding: str, drop: Collection[str]) -> ArffTable:
    """Read the columns that a schema names; others may be of any type."""
    wanted = {*(attribute.name for attribute in schema.attributes), *schema.labels}
    if not is_csv(path):
        return read_arff(path, encoding, drop=drop, keep=wanted)
    known = {
        attribute.name: None if isinstance(attribute, ContinuousAttribute) else attribute.values
        for attribute in schema.attributes
    }
    return read_csv(path, encoding, drop=drop, keep=wanted, known=known)


def _read(path: PathName, encoding: str, drop: Collection[str], nominal: Collection[str]) -> ArffTable:
    if is_csv(path):
        return read_csv(path, encoding, drop=drop, nominal=nominal)
    if nominal:
        raise DataError("an ARFF file declares which columns are nominal; change its header instead", fspath(path))
    return read_arff(path, encoding, drop=drop)


def _values_for(schema: Schema, table: ArffTable) -> npt.NDArray[np.float64]:
    """Return the attributes' columns in the schema's order and codes."""
    names = tuple(attribute.name for attribute in schema.attributes)
    positions = positions_of(table, names, " that the training schema has")
    values = np.take(table.values, positions, axis=1)
    for index, (attribute, position) in enumerate(zip(schema.attributes, positions, strict=True)):
        column = table.columns[position]
        _require_kind(attribute, column, table.file)
        if not isinstance(attribute, ContinuousAttribute) and attribute.values != column.values:
            values[:, index] = _recoded(values[:, index], column.values, attribute.values)
    return values


def _require_kind(attribute: Attribute, column: ArffColumn, file: str) -> None:
    expected = "numeric" if isinstance(attribute, ContinuousAttribute) else "nominal"
    if column.kind != expected:
        raise DataError(
            f"attribute {shown(column.name)}: expected a {expected} one as in the training schema, found a "
            f"{column.kind} one",
            file,
            column.line or None,
        )


def _recoded(
    codes: npt.NDArray[np.float64], declared: tuple[str, ...], wanted: tuple[str, ...]
) -> npt.NDArray[np.float64]:
    """Turn codes of a file's declared values into those of a schema's, by text; NaN stays NaN."""
    code_of = {value: float(code) for code, value in enumerate(wanted)}
    recode = np.array([*(code_of.get(value, UNDECLARED) for value in declared), np.nan])
    return recode[np.where(np.isnan(codes), len(declared), codes).astype(np.intp)]
