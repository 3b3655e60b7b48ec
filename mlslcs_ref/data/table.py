"""Data sets from tables in memory, and back to data frames."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from mlslcs_ref._given import brief
from mlslcs_ref._meant import did_you_mean
from mlslcs_ref._warned import warned
from mlslcs_ref.data.columns import TableColumn, declared_truth
from mlslcs_ref.data.dataset import Dataset, require_dataset
from mlslcs_ref.data.dates import PARTS
from mlslcs_ref.data.frames import columns_of, frame_of, is_frame, names_of
from mlslcs_ref.data.indicator import indicator
from mlslcs_ref.data.matrix import BLOCK_CELLS, Matrix
from mlslcs_ref.data.memory import require_room
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.remarks import constant_labels, dates_for_numbers, numbers_for_dates, undeclared_remark
from mlslcs_ref.data.schema import Attribute, ContinuousAttribute, Schema, require_schema
from mlslcs_ref.data.schema import nominal as nominal_attribute
from mlslcs_ref.data.table_remarks import remarks_in_memory
from mlslcs_ref.data.words import further, listed, listed_names, shown
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
        Which columns of `X` are nominal: by the rule in `mlslcs_ref.data.columns`, none, or those that are listed; the
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
        columns = _columns_for(X, schema, reading)
        positive = positive or (() if reading is None else reading.positive)
        attributes = tuple(
            _extended(attribute, column) if extend else attribute
            for attribute, column in zip(schema.attributes, columns, strict=True)
        )
        known = Schema(attributes, schema.labels)
        return _with_rows(Dataset(known, _matched(columns, known), decided(Y, schema, positive), name))
    decisions, labels = indicator(Y, _words(positive))
    columns = columns_of(X)
    labels = _apart(labels, columns, Y)
    said = _said(columns, nominal, _told_continuous(X))
    remarks = remarks_in_memory(names_of(X), columns, inferred=isinstance(nominal, str))
    for remark in [*remarks, *constant_labels(labels, decisions)]:
        warned(remark)
    attributes = tuple(column.attribute(said[place]) for place, column in enumerate(columns))
    dates = tuple(column.name for column in columns if column.of_dates)
    reading = Reading(date_columns=dates) if dates else None
    return _with_rows(Dataset(Schema(attributes, labels), _stacked(columns, attributes), decisions, name, reading))


def warn_of_order(X: Any, Y: Any) -> None:
    """Warn if two data frames have the same rows by their indexes, in different orders: they are taken by place."""
    rows: list[Any]
    others: list[Any]
    rows, others = (getattr(getattr(table, "index", None), "tolist", list)() for table in (X, Y))
    if rows != others and len(rows) == len(others) and set(rows) == set(others):
        order = "the rows of Y are those of X in another order, by their index, and are taken by place"
        warned(DataWarning(f"{order}; Y.loc[X.index] has the order of X"))


def _words(positive: str | Collection[str]) -> tuple[str, ...]:
    return (positive,) if isinstance(positive, str) else listed_names(positive, "positive")


def _apart(labels: tuple[str, ...], columns: Sequence[TableColumn], Y: Any) -> tuple[str, ...]:
    """Return names of labels; those that were not given differ from the columns' names."""
    taken = {column.name for column in columns}
    is_named = names_of(Y) or getattr(Y, "name", None) or labels != tuple(f"y{place}" for place in range(len(labels)))
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


def decided(Y: Any, schema: Schema, positive: str | Collection[str] = ()) -> npt.NDArray[np.bool_]:
    """Return label sets in the order of a schema's labels, of shape (n_instances, n_labels).

    The columns of a data frame are found by name, those of any other table by place; words are as for `from_table`.
    """
    require_schema(schema)
    decisions, names = indicator(Y, _words(positive), schema.labels)
    if len(names) != schema.n_labels:
        raise DataError(f"expected {schema.n_labels} labels, found {len(names)}")
    are_same = sorted(names) == sorted(schema.labels)
    if not (names_of(Y) or (is_frame(Y) and are_same)):
        return decisions
    if not are_same:
        absent = [label for label in schema.labels if label not in names]
        raise DataError(f"the table has no such label; it has {listed(names)}", column=absent[0])
    return decisions[:, [names.index(label) for label in schema.labels]]


def encoded(X: Any, schema: Schema, reading: Reading | None = None) -> Matrix:
    """Return a table in the codes of a schema, as in `Dataset`.

    The code of a nominal value that the schema does not declare is -1.

    Parameters
    ----------
    X : as for `from_table`
        The columns of a data frame are found by name and further ones ignored; those of any other table by place.
    reading : Reading, optional
        How the training data were read. Texts are then read as in such a file: numbers, missing values and words as
        it spells them if it had separated values, and dates in columns that had dates. Other texts that stand for
        numbers are refused.

    Warns
    -----
    DataWarning
        If there are nominal values that the schema does not declare.

    Notes
    -----
    Clauses: REP-7, REP-8.
    """
    return _matched(_columns_for(X, schema, reading), schema)


def _matched(columns: Sequence[TableColumn], schema: Schema) -> Matrix:
    """Return columns in the codes of a schema, and warn of values that it does not declare."""
    found = _stacked(columns, schema.attributes)
    if remark := undeclared_remark(found, schema):
        warned(remark)
    return found


def _columns_for(X: Any, schema: Schema, reading: Reading | None) -> tuple[TableColumn, ...]:
    """Return the columns of a table that a schema names, or as many as it has."""
    columns = _given_for(X, schema, reading)
    if reading is None:
        return columns
    from mlslcs_ref.data.spelling import Spelling, read_as_file  # noqa: PLC0415 - few tables are like a file

    # `X` of a data set has days as numbers, and so has what `to_frame` made
    of_days = _told_continuous(X) if is_frame(X) else reading.date_columns
    for column, attribute in zip(columns, schema.attributes, strict=True):
        name, numbers = attribute.name, column.numbers
        if numbers is None or not isinstance(attribute, ContinuousAttribute):
            continue
        if column.of_dates and name not in reading.date_columns:
            warned(dates_for_numbers(name))
        elif name in reading.date_columns and not (column.of_dates or name in of_days or np.isnan(numbers).all()):
            warned(numbers_for_dates(name))
    spelling = Spelling.of(reading)
    return tuple(
        read_as_file(column, attribute, reading, spelling)
        for column, attribute in zip(columns, schema.attributes, strict=True)
    )


def _given_for(X: Any, schema: Schema, reading: Reading | None) -> tuple[TableColumn, ...]:
    require_schema(schema)
    columns = columns_of(X)
    by_name = {column.name: column for column in columns}
    are_found = is_frame(X) and all(attribute.name in by_name for attribute in schema.attributes)
    if are_found or (names_of(X) and not _is_by_place(X, schema)):
        if reading is not None and reading.dates == "parts":
            by_name |= _parts(columns, schema, reading)
        absent = [attribute.name for attribute in schema.attributes if attribute.name not in by_name]
        if absent:
            known = [name for name in by_name if name not in {attribute.name for attribute in schema.attributes}]
            hint = did_you_mean(absent[0], known, shown)
            raise DataError(f"the table has no such column{hint}{further(absent)}", column=absent[0])
        return tuple(by_name[attribute.name] for attribute in schema.attributes)
    if len(columns) != schema.n_attributes:
        raise DataError(f"expected {schema.n_attributes} columns, found {len(columns)}")
    return columns


def _is_by_place(X: Any, schema: Schema) -> bool:
    """Tell whether a table without names was learned from, and a data frame has names that are no texts."""
    are_places = all(attribute.name == f"x{place}" for place, attribute in enumerate(schema.attributes))
    return are_places and not any(isinstance(name, str) for name in frame_of(X).columns)


def _parts(columns: Sequence[TableColumn], schema: Schema, reading: Reading) -> dict[str, TableColumn]:
    """Return by their names the parts of dates that a schema has of columns."""
    from mlslcs_ref.data.spelling import parts_in_memory  # noqa: PLC0415 - few have dates in parts

    known = {attribute.name for attribute in schema.attributes}
    given = {column.name for column in columns}
    found: dict[str, TableColumn] = {}
    for column in columns:
        wanted = {f"{column.name} {part}" for part in PARTS} & known
        if wanted - given:
            found |= {part.name: part for part in parts_in_memory(column, reading) if part.name not in given}
    return found


def _extended(attribute: Attribute, column: TableColumn) -> Attribute:
    """Return an attribute that declares every value of a column, the new ones behind those it declared."""
    if isinstance(attribute, ContinuousAttribute):
        return attribute
    declared = attribute.values
    new = tuple(value for value in column.occurring() if declared_truth(value, declared) not in declared)
    return nominal_attribute(attribute.name, declared + new) if new else attribute


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
    """Return the columns of which a data frame made by `to_frame` knows that they are continuous."""
    kept = getattr(X, "attrs", None)
    told = kept.get(CONTINUOUS) if isinstance(kept, Mapping) else None
    return frozenset(name for name in told if isinstance(name, str)) if isinstance(told, list | tuple) else frozenset()


def _said(columns: Sequence[TableColumn], nominal: Nominal, continuous: Collection[str]) -> list[bool]:
    """Return for each column whether it is nominal."""
    if nominal is None:
        return [False] * len(columns)
    if isinstance(nominal, str):
        if nominal != "infer":
            raise DataError(f"expected 'infer', None or a list of columns, found {shown(nominal)}", argument="nominal")
        return [
            column.is_nominal and not (column.numbers is not None and column.name in continuous) for column in columns
        ]
    chosen = _listed(nominal)
    if chosen and all(isinstance(item, bool | np.bool_) for item in chosen):
        if len(chosen) != len(columns):
            raise DataError(
                f"expected one bool for each of the {len(columns)} columns, found {len(chosen)}", argument="nominal"
            )
        return [bool(item) for item in chosen]
    names = [column.name for column in columns]
    places = {_place(item, names) for item in chosen}
    return [place in places for place in range(len(columns))]


def _listed(nominal: Any) -> tuple[Any, ...]:
    try:
        if not isinstance(nominal, Mapping | bytes):
            return tuple(nominal)
    except TypeError:
        pass
    raise DataError(f"expected 'infer', None or a list of columns, found {brief(nominal)}", argument="nominal")


def _place(item: Any, names: list[str]) -> int:
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


def _stacked(columns: Sequence[TableColumn], attributes: Sequence[Attribute]) -> Matrix:
    def codes(place: int) -> npt.NDArray[np.float64]:
        return columns[place].codes(attributes[place])

    n_rows = len(columns[0])
    if n_rows * len(columns) <= BLOCK_CELLS:
        return Matrix.of(np.column_stack([codes(place) for place in range(len(columns))]) + 0.0)
    return Matrix.made((n_rows, len(columns)), codes, partial(require_room, n_rows, len(columns)))
