"""Data sets from tables in memory, and back to data frames."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from mlslcs_ref._given import brief, is_listed
from mlslcs_ref._meant import did_you_mean
from mlslcs_ref._warned import warned
from mlslcs_ref.data.coding import attribute_of, coded, dataset_of, known_columns, known_positions
from mlslcs_ref.data.columns import RawColumn
from mlslcs_ref.data.dataset import Dataset, require_dataset
from mlslcs_ref.data.frames import columns_of, frame_of, has_names, is_frame
from mlslcs_ref.data.indicator import indicator
from mlslcs_ref.data.kinds import Part, in_parts, read_column, table_of
from mlslcs_ref.data.label_sets import label_sets
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.schema import ContinuousAttribute, Schema, require_schema
from mlslcs_ref.data.tables import Source, Table
from mlslcs_ref.data.words import listed, listed_names, shown
from mlslcs_ref.errors import DataError, DataWarning

# among the attributes of a data frame of pandas, the columns of numbers that are continuous whatever their values are
CONTINUOUS: Final = "mlslcs_ref.continuous"

Nominal: TypeAlias = Literal["infer"] | Sequence[bool] | Sequence[int] | Sequence[str] | None


def from_table(
    X: Any,
    Y: Any,
    *,
    nominal: Nominal = "infer",
    schema: Schema | None = None,
    extend: bool = False,
    name: str = "data",
    positive: str | Collection[str] = (),
    reading: Reading | None = None,
) -> Dataset:
    """Make a data set from a table in memory.

    Parameters
    ----------
    X : DataFrame, ndarray, sparse matrix or sequence of rows, of shape (n_instances, n_attributes)
        Numbers, texts, booleans and categories; missing cells are None, NaN, NA, NaT, or masked. Not changed.
    Y : DataFrame, Series, ndarray, sparse matrix or sequence, of shape (n_instances, n_labels) or (n_instances,)
        0 and 1, booleans, or lists of the names of labels; see `indicator`. Rows of `X` and `Y` belong together by
        their place, whatever indexes say.
    nominal : "infer", None, or sequence of names, of places from 0, or of one bool for each column
        Which columns of `X` are nominal: by the rule in `mlslcs_ref.data.kinds`, none, or those that are listed; the
        others are continuous.
    schema : Schema, optional
        Known attributes and labels; `X` is then read as by `encoded`, `Y` as by `decided`, and `nominal` is ignored.
    extend : bool, default=False
        Whether to add nominal values that `schema` does not declare after its own, for training on further data.
    name : str, default="data"
        Name for reports.
    positive : str or collection of str
        Words, beside yes and true, that mean that a label applies; the other word of its column means that it does not.
    reading : Reading, optional
        How texts are read against `schema`, see `encoded`; its words for yes stand for `positive` where that is not
        given.

    Returns
    -------
    Dataset
        At least one instance.

    Raises
    ------
    DataError
        If a cell, a shape, a name or the schema is wrong, or there is no row; the error names column and row.

    Notes
    -----
    Clauses: REP-3, REP-7, REP-8.

    Examples
    --------
    >>> dataset = from_table([["red", 1.5], ["blue", None]], [[1, 0], [0, 1]])
    >>> dataset.schema.attributes[0]
    BinaryAttribute(name='x0', values=('blue', 'red'))
    >>> dataset.X.tolist()
    [[1.0, 1.5], [0.0, nan]]
    """
    warn_of_order(X, Y)
    if schema is not None:
        table = _table_for(X, schema, reading)
        known = schema
        if extend:
            # the new values behind those that are declared
            columns = [table.columns[position] for position in known_positions(table, schema)]
            known = Schema(tuple(map(attribute_of, columns)), schema.labels)
        values = coded(table, known, reading)
        return _with_rows(Dataset(known, values, decided(Y, schema, positive, reading), name))
    decisions, labels = indicator(Y, _words(positive))
    given = columns_of(X)
    said = _said(given.names, nominal, _told_continuous(X))
    source = Source(file=None, lines=range(1, given.n_rows + 1), is_named=given.is_named, said=said)
    parts = [part for place in range(len(given.names)) for part in read_column(given.at(place), source)]
    table = table_of(source, given.names, parts)
    dates = tuple(column.name for column in table.columns if column.dates)
    found = Reading(date_columns=dates) if dates else None
    return _with_rows(dataset_of(table, range(len(parts)), _apart(labels, given.names, Y), decisions, name, found))


def warn_of_order(X: Any, Y: Any) -> None:
    """Warn if two data frames have the same index in different orders, because rows are taken by their places."""
    rows: list[Any]
    others: list[Any]
    rows, others = (getattr(getattr(table, "index", None), "tolist", list)() for table in (X, Y))
    if rows != others and len(rows) == len(others) and set(rows) == set(others):
        order = "the rows of Y are those of X in another order, by their index, and are taken by place"
        warned(DataWarning(f"{order}; Y.loc[X.index] has the order of X"))


def _words(positive: str | Collection[str]) -> tuple[str, ...]:
    return (positive,) if isinstance(positive, str) else listed_names(positive, "positive")


def _apart(labels: tuple[str, ...], columns: Sequence[str], Y: Any) -> tuple[str, ...]:
    """Return names of labels; those that were not given differ from the columns' names."""
    taken = frozenset(columns)
    is_named = has_names(Y) or getattr(Y, "name", None) or labels != tuple(f"y{place}" for place in range(len(labels)))
    if is_named or taken.isdisjoint(labels):
        return labels
    prefix = "label"
    while any(f"{prefix}{place}" in taken for place in range(len(labels))):
        prefix += "_"
    return tuple(f"{prefix}{place}" for place in range(len(labels)))


def _with_rows(dataset: Dataset) -> Dataset:
    if not dataset.n_instances:
        raise DataError("expected at least one row, found none")
    return dataset


def decided(
    Y: Any, schema: Schema, positive: str | Collection[str] = (), reading: Reading | None = None
) -> npt.NDArray[np.bool_]:
    """Return label sets in the order of a schema's labels, of shape (n_instances, n_labels).

    The columns of a data frame are found by name, those of any other table by place; words are as for `from_table`. A
    data frame may also have the only column that lists all labels, if the training data had.
    """
    require_schema(schema)
    if reading is not None and reading.label_separator is not None and is_frame(Y):
        columns = columns_of(Y)
        if columns.names == (reading.label_column,):
            source = Source(file=None, lines=range(1, columns.n_rows + 1), reading=reading)
            table = table_of(source, columns.names, read_column(_spelled(columns.at(0), source), source))
            return label_sets(table, 0, reading.label_separator, schema.labels)[1]
    words = _words(positive or (() if reading is None else reading.positive))
    decisions, names = indicator(Y, words, schema.labels)
    if len(names) != schema.n_labels:
        raise DataError(f"expected {schema.n_labels} labels, found {len(names)}")
    are_same = sorted(names) == sorted(schema.labels)
    if not (has_names(Y) or (is_frame(Y) and are_same)):
        return decisions
    if not are_same:
        absent = [label for label in schema.labels if label not in names]
        raise DataError(f"the table has no such label; it has {listed(names)}", column=absent[0])
    return decisions[:, [names.index(label) for label in schema.labels]]


def encoded(X: Any, schema: Schema, reading: Reading | None = None) -> Matrix:
    """Return a table in the codes of a schema, as in `Dataset`.

    The code of a nominal value that the schema does not declare is -1, and is warned of. The columns of a data frame
    are found by name and further ones ignored; those of any other table by place. `reading` says how the training data
    were read: texts are then read as in such a file, numbers, missing values and words if it had separated values, and
    dates in columns that had dates. Other texts that stand for numbers are refused. Clauses: REP-7, REP-8.
    """
    return coded(_table_for(X, schema, reading), schema, reading)


def _table_for(X: Any, schema: Schema, reading: Reading | None) -> Table:
    """Return the columns of a table that a schema names, or as many as it has."""
    require_schema(schema)
    columns, known, given = columns_of(X), known_columns(schema), reading or Reading()
    wanted = {name: name for name in columns.names if name in known}
    are_found = is_frame(X) and len(wanted) == len(known)
    if are_found or (columns.is_named and not _is_by_place(X, schema)):
        # whatever is a date there may be the parts of one here
        wanted |= {name: name for name in columns.names if in_parts(name, {*known} - {*columns.names}, given)}
    elif len(columns.names) != len(known):
        raise DataError(f"expected {len(known)} columns, found {len(columns.names)}")
    else:
        wanted = dict(zip(columns.names, known, strict=True))
    # `X` of a data set has days as numbers, and so has what `to_frame` made
    of_days = frozenset(given.date_columns).intersection(_told_continuous(X) if is_frame(X) else known)
    source = Source(file=None, lines=range(1, columns.n_rows + 1), reading=given, known=known)
    parts: list[Part] = []
    for place, name in enumerate(columns.names):
        if name in wanted:
            cells = columns.at(place)
            cells.name = wanted[name]
            cells = _spelled(cells, source)
            cells.of_dates |= cells.name in of_days and cells.cells is not None
            parts += read_column(cells, source)
    table = table_of(source, columns.names, parts)
    for remark in table.remarks if reading is not None else ():
        table.warned(remark)
    return table


def _spelled(cells: RawColumn, source: Source) -> RawColumn:
    """Return a column whose texts are as those of the training file, without blanks around them."""
    if cells.cells is not None or not source.spelling_of(cells.name).has_numbers:
        return cells
    return replace(cells, packed=[[None if text is None else text.strip() for text in cells.texts]])


def _is_by_place(X: Any, schema: Schema) -> bool:
    """Tell whether a table without names was learned from, and a data frame has names that are no texts."""
    are_places = all(attribute.name == f"x{place}" for place, attribute in enumerate(schema.attributes))
    return are_places and not any(isinstance(name, str) for name in frame_of(X).columns)


def to_frame(dataset: Dataset) -> tuple[Any, Any]:
    """Return the attributes and the labels of a data set as pandas data frames.

    Returns
    -------
    X : DataFrame of shape (n_instances, n_attributes)
        Nominal attributes as categories of their declared values, continuous ones as numbers; NaN where missing. Its
        `attrs` name the continuous ones, so that `from_table` makes the same attributes of it and of its parts, even
        where a continuous one has no values but 0 and 1.
    Y : DataFrame of shape (n_instances, n_labels)
        Booleans.

    Raises
    ------
    DataError
        If it is no data set, or pandas is not installed.
    """
    require_dataset(dataset)
    try:
        import pandas as pd  # noqa: PLC0415 -- an extra
    except ImportError:
        raise DataError("data frames need pandas: pip install pandas") from None
    columns = {
        attribute.name: (
            column.numbers.copy()
            if isinstance(attribute, ContinuousAttribute)
            else pd.Categorical.from_codes(np.nan_to_num(column.numbers, nan=-1.0).astype(np.int64), attribute.values)
        )
        for column, attribute in zip(dataset.matrix.columns(), dataset.schema.attributes, strict=True)
    }
    frame = pd.DataFrame(columns)
    frame.attrs[CONTINUOUS] = [
        attribute.name for attribute in dataset.schema.attributes if isinstance(attribute, ContinuousAttribute)
    ]
    return frame, pd.DataFrame(dataset.Y.copy(), columns=list(dataset.schema.labels))


def _told_continuous(X: Any) -> frozenset[str]:
    """Return the columns that `to_frame` has marked as continuous, if they still are."""
    kept = getattr(X, "attrs", None)
    told = kept.get(CONTINUOUS) if isinstance(kept, Mapping) else None
    listed = told if isinstance(told, list | tuple) else ()
    return frozenset(name for name in listed if name in X and X[name].dtype.kind in "biuf")


def _said(names: Sequence[str], nominal: Nominal, continuous: Collection[str]) -> dict[str, bool]:
    """Return of which columns it is said whether they are nominal, and whether they are."""
    if nominal is None:
        return dict.fromkeys(names, False)
    if isinstance(nominal, str):
        if nominal != "infer":
            raise DataError(f"expected 'infer', None or a list of columns, found {shown(nominal)}", argument="nominal")
        return dict.fromkeys(continuous, False)
    if isinstance(nominal, Mapping | bytes) or not is_listed(nominal):
        raise DataError(f"expected 'infer', None or a list of columns, found {brief(nominal)}", argument="nominal")
    chosen: tuple[Any, ...] = tuple(nominal)
    if chosen and all(isinstance(item, bool | np.bool_) for item in chosen):
        if len(chosen) != len(names):
            raise DataError(
                f"expected one bool for each of the {len(names)} columns, found {len(chosen)}", argument="nominal"
            )
        return {name: bool(item) for name, item in zip(names, chosen, strict=True)}
    places = {_place(item, names) for item in chosen}
    return {name: place in places for place, name in enumerate(names)}


def _place(item: Any, names: Sequence[str]) -> int:
    if isinstance(item, str):
        if item not in names:
            hint = did_you_mean(item, names, shown)
            raise DataError(f"the table has no such column{hint}", argument="nominal", column=item)
        return names.index(item)
    if isinstance(item, bool) or not isinstance(item, int | np.integer) or not -len(names) <= item < len(names):
        raise DataError(
            f"expected the name of a column or a place from 0 to {len(names) - 1}, found {brief(item)}",
            argument="nominal",
        )
    return int(item) % len(names)
