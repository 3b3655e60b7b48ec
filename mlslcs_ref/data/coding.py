"""Making data sets of tables, with attributes of their own or in the codes of a known schema.

Clauses: REP-3 (codes of nominal values), REP-8 (values that a training schema does not declare).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.columns import recoded
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.label_columns import positions_of
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.data.narrowing import Numbers
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.remarks import constant_labels, remarks_on, undeclared_remark
from mlslcs_ref.data.schema import Attribute, ContinuousAttribute, Schema, nominal
from mlslcs_ref.data.spelling import Spelling
from mlslcs_ref.data.tables import Table, TableColumn


def dataset_of(
    table: Table,
    attributes: Sequence[int],
    labels: tuple[str, ...],
    decisions: npt.NDArray[np.bool_],
    name: str,
    reading: Reading | None,
) -> Dataset:
    """Return the data set of the columns at the positions `attributes`, and say what a person should know of it."""
    found = Schema(tuple(attribute_of(table.columns[position]) for position in attributes), labels)
    dataset = Dataset(found, table.matrix(attributes), decisions, name, reading)
    for remark in [*remarks_on(table, attributes), *constant_labels(labels, decisions)]:
        table.warned(remark)
    return dataset


def attribute_of(column: TableColumn) -> Attribute:
    """Return the attribute that a column makes."""
    return nominal(column.name, column.values) if column.kind == "nominal" else ContinuousAttribute(column.name)


def known_columns(schema: Schema) -> dict[str, tuple[str, ...] | None]:
    """Return for each attribute its values, None if it has numbers."""
    return {attribute.name: getattr(attribute, "values", None) for attribute in schema.attributes}


def known_positions(table: Table, schema: Schema) -> list[int]:
    """Return the positions of a schema's attributes; one that is not there is refused."""
    cure = f"; add it to the {table.what}, or train without it"
    return positions_of(table, tuple(known_columns(schema)), ", as the training data have", cure)


def coded(table: Table, schema: Schema, reading: Reading | None) -> Matrix:
    """Return the attributes' columns in the schema's order and codes, and warn of values that it does not declare.

    What was a number for a missing value in the training data, as `reading` says it, is one.
    """
    missing = () if reading is None else Spelling.of(reading).missing_numbers
    positions = known_positions(table, schema)
    for attribute, position in zip(schema.attributes, positions, strict=True):
        _require_kind(table, table.columns[position], attribute)

    def codes(place: int) -> Numbers:
        attribute, column = schema.attributes[place], table.columns[positions[place]]
        numbers = table.numbers(positions[place])
        if isinstance(attribute, ContinuousAttribute):
            return np.where(np.isin(numbers, missing), np.nan, numbers) if missing else numbers
        return numbers if attribute.values == column.values else recoded(numbers, column.values, attribute.values)

    values = table.made(len(positions), codes)
    if remark := undeclared_remark(values, schema):
        table.warned(remark)
    return values


def _require_kind(table: Table, column: TableColumn, attribute: Attribute) -> None:
    expected = "numeric" if isinstance(attribute, ContinuousAttribute) else "nominal"
    if column.kind != expected:
        raise table.error(
            f"expected a {expected} one as in the training data, found a {column.kind} one",
            line=column.line or None,
            column=column.name,
        )
