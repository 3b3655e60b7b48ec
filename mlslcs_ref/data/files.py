"""Multi-label data sets from files of any format: which columns are labels, and how all are coded by a schema.

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
from mlslcs_ref.data.coding import coded, dataset_of, known_columns
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.formats.registry import carried_over, read_table
from mlslcs_ref.data.label_columns import (
    HOW_TO_SAY,
    decisions_of,
    label_positions_of,
    positions_of,
    require_same_labels,
)
from mlslcs_ref.data.label_sets import label_sets
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
from mlslcs_ref.data.schema import Schema, require_schema
from mlslcs_ref.data.tables import AS_SPELLED, Table
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
    """Load a multi-label data set from a file of any format; the parameters are those of `load_dataset`.

    Clauses: REP-3, REP-7, REP-8.
    """
    path = rereadable(path)
    if schema is not None:
        require_schema(schema)
        table, chosen = _read_for(schema, path, _carried(reading, path, how))
        if labels is not None:
            require_same_labels(table, label_spec(labels), schema)
        decisions, absent = _decisions_for(schema, table, chosen)
        values = coded(table, schema, None if "missing" in how else reading)
        return Dataset(schema, values, decisions, _stem(path), replace(chosen, absent_labels=absent))
    chosen = replace(Reading.of(reading, how), absent_labels=())
    table, chosen, positions = _with_labels(path, None if labels is None else label_spec(labels), chosen)
    attributes = [position for position in range(len(table.columns)) if position not in frozenset(positions)]
    if not attributes:
        raise table.error("expected at least one attribute that is not a label, found none")
    if chosen.label_separator is None:
        names = tuple(table.columns[position].name for position in positions)
        decisions = decisions_of(table, positions, chosen.positive)
    elif len(positions) > 1:
        found = f"found {len(positions)}; for several columns leave out label_separator=..."
        raise table.error(f"expected one column with all labels, {found}", argument="label_separator")
    else:
        names, decisions = label_sets(table, positions[0], chosen.label_separator)
        chosen = replace(chosen, label_column=table.columns[positions[0]].name)
    return dataset_of(table, attributes, names, decisions, _stem(path), chosen)


def _carried(reading: Reading | None, path: PathName, how: Mapping[str, Any]) -> Reading:
    """Return how the training data were read, as far as it applies to this file, with changes."""
    return Reading.of(None if reading is None else carried_over(reading, path), how)


def _decisions_for(schema: Schema, table: Table, reading: Reading) -> tuple[npt.NDArray[np.bool_], tuple[str, ...]]:
    """Return the label columns in the schema's order, and the labels that the file says nothing of."""
    place_of = table.place_of()
    if reading.label_column in place_of and reading.label_separator is not None:
        return label_sets(table, place_of[reading.label_column], reading.label_separator, schema.labels)[1], ()
    held = tuple(label for label in schema.labels if label in place_of)
    absent = tuple(label for label in schema.labels if label not in place_of)
    if table.lists_labels and not held:
        message = f"no row has one of the training data's labels, {listed(schema.labels)}"
        raise DataError(f"{message}; without labels the file can be predicted, not measured", table.file)
    listing = () if reading.label_column is None else (reading.label_column,)
    positions = positions_of(table, held or listing or schema.labels, " with labels")
    decisions = np.zeros((len(table.lines), schema.n_labels), dtype=np.bool_)
    places = [schema.labels.index(label) for label in held]
    decisions[:, places] = decisions_of(table, positions, reading.positive, is_further=True)
    own = table.labels.names if isinstance(table.labels, LabelNames) else ()
    if others := tuple(label for label in own if label not in frozenset(schema.labels)):
        table.warned(DataWarning(f"the training data had no label {listed(others)}, which is ignored here", others[0]))
    if absent and not table.lists_labels:
        message = f"the file has no label {listed(absent)}, so what is measured is measured on the others"
        table.warned(DataWarning(message, absent[0]))
        return decisions, absent
    return decisions, ()


def _stem(path: PathName) -> str:
    name = Path(path)
    return Path(name.stem).stem if name.suffix.lower() == ".gz" else name.stem


def _with_labels(path: PathName, spec: LabelSpec | None, reading: Reading) -> tuple[Table, Reading, list[int]]:
    """Return a file's columns, how it was read, and which of them are labels."""
    listing = _listing(path, spec, reading)
    if listing is not None and reading.header is False:
        # the names of labels, by their places
        names = read_label_listing(listing)
        reading = replace(reading, names=_named_by(names, path, reading))
    table, reading = read_table(path, reading)
    if spec is None:
        spec = LabelNames(tuple(read_label_listing(listing))) if listing is not None else _default_spec(table)
    return table, reading, label_positions_of(table, spec)


def load_instances(
    path: PathName, schema: Schema, *, reading: Reading | None = None, **how: Unpack[HowToRead]
) -> tuple[Matrix, npt.NDArray[np.bool_] | None]:
    """Load instances to predict, read against the training schema as by `load_dataset`.

    Their label sets, of shape (n_instances, n_labels), are None if the file does not hold all of the labels, has ``?``
    in every label's cell, or they cannot be read, which is warned of. Clauses: REP-7, REP-8.
    """
    path = rereadable(path)
    table, chosen = _read_for(schema, path, _carried(reading, path, how))
    instances = coded(table, schema, None if "missing" in how else reading)
    place_of = table.place_of()
    try:
        if chosen.label_column in place_of and chosen.label_separator is not None:
            return instances, _decisions_for(schema, table, chosen)[0]
        if not place_of.keys() >= set(schema.labels):
            # labels that are not all there decide nothing
            return instances, None
        positions = positions_of(table, schema.labels)
        if all(np.isnan(table.numbers(position)).all() for position in positions):
            return instances, None
        return instances, decisions_of(table, positions, chosen.positive, is_further=True)
    except DataError as error:
        # a prediction needs none
        message = f"{error}. The labels of the file are left aside, and nothing is measured by them"
        warned(DataWarning(message, error.column))
        return instances, None


def column_texts(
    path: PathName, names: Sequence[str], schema: Schema, *, reading: Reading | None = None, **how: Unpack[HowToRead]
) -> list[list[str]]:
    """Return columns of a file as texts, such as identifiers that no rule has learned from.

    They are as the file spells them, without quotes, escapes and blanks around them.
    """
    chosen = _carried(reading, path, how)
    chosen = replace(chosen, drop=tuple(name for name in chosen.drop if name not in names))
    known = {**known_columns(schema), **dict.fromkeys(names, AS_SPELLED)}
    table, _reading = read_table(path, chosen, known.__contains__, known)
    return [
        [table.columns[position].values[int(code)] for code in table.numbers(position).tolist()]
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
    free = set(range(1, n_columns + 1))
    for name, place in places.items():
        if place is None or place not in free:
            found = "none" if place is None else f"{place}"
            raise DataError(
                f"expected a place of its own among {n_columns} columns, found {found}", fspath(path), column=name
            )
        free.remove(place)
        names[place - 1] = name
    return tuple(names)


def _default_spec(table: Table) -> LabelSpec:
    if table.labels is not None:
        return table.labels
    beside = label_xml_beside(str(table.file))
    if beside is not None:
        return LabelFile(str(beside))
    last = ", ".join(shown(column.name) for column in table.columns[-4:])
    found = f"it is not known which of its {len(table.columns)} columns are labels (the last ones are {last})"
    if table.relation:
        found = f"no label XML beside it and no option -C after a colon in its relation's name {shown(table.relation)}"
    try:
        said = meka_label_count(table.relation)
    except DataError as error:
        said, found = None, error.message
    if said is None:
        raise table.error(f"{found}; {HOW_TO_SAY}", argument="labels")
    return said


def _read_for(schema: Schema, path: PathName, reading: Reading) -> tuple[Table, Reading]:
    """Read the columns that a schema names; others may be of any type."""
    wanted = {*(attribute.name for attribute in schema.attributes), *schema.labels, reading.label_column}
    known = known_columns(schema)
    table, reading = read_table(path, reading, wanted.__contains__, known)
    for remark in table.remarks:
        if remark.column in known:
            table.warned(remark)
    if table.lists_labels and (other := _other_indices(table, schema)):
        # a file that counts from 0 where the training data counted from 1 is read all the same, one place off
        how = "; does it count from 0, or the training data from 1?" if other[0] == "x0" else ""
        message = f"the training data had no attribute {listed(other)}, which is ignored here{how}"
        table.warned(DataWarning(message, other[0]))
    return table, reading


def _other_indices(table: Table, schema: Schema) -> tuple[str, ...]:
    """Return the attributes of a sparse file that a schema does not have."""
    known = frozenset(attribute.name for attribute in schema.attributes)
    return tuple(name for name in table.declared if name.startswith("x") and name not in known)
