"""An immutable `Dataset`: the codes and numbers of instances, with their label sets.

Nothing here reads files. Clauses: REP-4 (ranges), REP-7 (missing values), REP-8 (undeclared nominal values).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref._facts import facts_html
from mlslcs_ref._given import brief, require_given
from mlslcs_ref.data.dataset_arrays import UNDECLARED, decisions_of, matrix_of, require_codes, require_shape
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.schema import (
    Attribute,
    BinaryAttribute,
    ContinuousAttribute,
    NominalAttribute,
    Schema,
    require_schema,
)
from mlslcs_ref.errors import DataError

__all__ = ["UNDECLARED", "Attribute", "BinaryAttribute", "Dataset", "NominalAttribute", "Schema", "require_dataset"]

MOST_SHOWN: Final = 20
_UNDECLARED_HERE = (
    "expected a value that the schema declares, found another; read the data without a schema, or with "
    "from_table(..., schema=..., extend=True), which declares more"
)


@dataclass(frozen=True, eq=False, repr=False, init=False)
class Dataset:
    """Instances with their label sets; neither the object nor its arrays can be changed.

    Parameters
    ----------
    schema : Schema
        Attributes and labels, one for each column of `X` and `Y`.
    X : Matrix or array_like of shape (n_instances, n_attributes)
        Codes of binary and nominal values, numbers of continuous ones, NaN or a masked cell for a missing value (REP-7)
        and -1 for a nominal value that the schema does not declare (REP-8). Kept as `matrix`, as narrow as they are,
        0.0 for -0.0.
    Y : array_like of shape (n_instances, n_labels)
        Whether the instance has the label: bool, or 0 and 1, and no masked cell. Kept as read-only bool.
    name : str, default="data"
        Name for reports.
    reading : Reading, optional
        How the file was read that it comes from, None if from none.

    Raises
    ------
    DataError
        If a shape does not fit the schema, a code is outside its attribute's declared values, or `Y` holds anything but
        0 and 1.
    """

    schema: Schema
    matrix: Matrix
    """The values, of shape (n_instances, n_attributes), a row, a column or a few rows at a time."""
    Y: npt.NDArray[np.bool_]
    name: str
    reading: Reading | None

    def __init__(
        self,
        schema: Schema,
        X: Matrix | npt.ArrayLike,
        Y: npt.ArrayLike,
        name: str = "data",
        reading: Reading | None = None,
    ) -> None:
        require_schema(schema)
        if reading is not None:
            require_given("reading", reading, Reading, "a Reading, as `reading` of a data set")
        if not isinstance(name, str):
            raise DataError(f"expected a text as the name of the data, found {brief(name)}")
        matrix = matrix_of(X)
        decisions = decisions_of(Y)
        require_shape("X", matrix.shape, schema.n_attributes)
        require_shape("Y", decisions.shape, schema.n_labels)
        if len(matrix) != len(decisions):
            raise DataError(f"expected as many rows in Y as in X, found {len(decisions)} and {len(matrix)}")
        if len(matrix):
            for column, attribute in zip(matrix.columns(), schema.attributes, strict=True):
                require_codes(column, attribute)
        for field, value in (("schema", schema), ("matrix", matrix), ("Y", decisions), ("name", name)):
            object.__setattr__(self, field, value)
        object.__setattr__(self, "reading", reading)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Copy and unpickle through the constructor, because numpy forgets that an array was read-only."""
        Dataset.__init__(self, state["schema"], state["matrix"], state["Y"], state["name"], state["reading"])

    @property
    def X(self) -> npt.NDArray[np.float64]:  # noqa: N802 - as tables of attributes are called
        """The values as a read-only array of shape (n_instances, n_attributes), made again at each access.

        It takes 8 bytes a cell, many times what `matrix` does where most attributes are binary.
        """
        numbers = self.matrix.rows()
        numbers.flags.writeable = False
        return numbers

    def __repr__(self) -> str:
        return (
            f"<Dataset {self.name}: {self.n_instances} instances, {self.n_attributes} attributes "
            f"({', '.join(f'{n} {kind}' for kind, n in self._kinds()) or 'none'}), {self.n_labels} labels>"
        )

    def _kinds(self) -> list[tuple[str, int]]:
        kinds = [type(attribute) for attribute in self.schema.attributes]
        counts = [
            ("binary", kinds.count(BinaryAttribute)),
            ("nominal", kinds.count(NominalAttribute)),
            ("continuous", kinds.count(ContinuousAttribute)),
        ]
        return [(kind, n) for kind, n in counts if n]

    def _repr_html_(self) -> str:
        """Return the size, and how often each of the first labels holds."""
        positives = self.Y.sum(axis=0).tolist()
        shown = list(zip(self.schema.labels, positives, strict=True))[:MOST_SHOWN]
        title = repr(self)[1:-1]
        if len(shown) < self.n_labels:
            title += f"; the first {len(shown)} labels:"
        return facts_html(title, ("label", "instances"), shown)

    @property
    def n_instances(self) -> int:
        """Number of instances, |D|."""
        return len(self.matrix)

    @property
    def n_attributes(self) -> int:
        """Number of attributes."""
        return self.schema.n_attributes

    @property
    def n_labels(self) -> int:
        """Number of labels, |L|."""
        return self.schema.n_labels

    @property
    def absent_labels(self) -> tuple[str, ...]:
        """Labels that nothing is known of, as the file does not hold them; no instance counts as having them."""
        return () if self.reading is None else self.reading.absent_labels

    @property
    def known_labels(self) -> npt.NDArray[np.bool_]:
        """Which labels something is known of, of shape (n_labels,)."""
        absent = frozenset(self.absent_labels)
        return np.array([label not in absent for label in self.schema.labels], dtype=np.bool_)

    @property
    def label_cardinality(self) -> float:
        """Mean number of labels of an instance (LCA); 0 without instances."""
        return int(np.count_nonzero(self.Y)) / max(self.n_instances, 1)

    @property
    def label_density(self) -> float:
        """Share of the (instance, label) pairs that hold, in [0, 1] (DENS); 0 without instances."""
        return int(np.count_nonzero(self.Y)) / max(self.Y.size, 1)

    @property
    def n_label_combinations(self) -> int:
        """Number of different label sets (DIST)."""
        return len({row.tobytes() for row in np.packbits(self.Y, axis=1)})

    @property
    def identifier_attributes(self) -> tuple[str, ...]:
        """Names of the nominal attributes with another value in every instance, which a rule can only memorise."""
        return tuple(
            attribute.name
            for column, attribute in zip(self.matrix.columns(), self.schema.attributes, strict=True)
            if isinstance(attribute, NominalAttribute) and len(np.unique(column.numbers)) == self.n_instances
        )

    def rows(self) -> Iterator[list[float]]:
        """Yield the values of the instances in their order."""
        for _places, block in self.matrix.blocks():
            yield from block.tolist()

    def ranges(self) -> tuple[tuple[float, float], ...]:
        """Return the smallest and largest present value of each attribute.

        Returns
        -------
        tuple of (float, float), length n_attributes
            (x_min, x_max) over the present values; (nan, nan) for an attribute that is not continuous or has none.

        Notes
        -----
        Clauses: REP-4, REP-6.
        """
        return tuple(
            _range(column.numbers) if isinstance(attribute, ContinuousAttribute) else (np.nan, np.nan)
            for column, attribute in zip(self.matrix.columns(), self.schema.attributes, strict=True)
        )

    def reordered(self, order: Sequence[int]) -> Dataset:
        """Return the same instances in another order.

        Parameters
        ----------
        order : sequence of int, length n_instances
            The present positions, from 0, in the new order; each exactly once.

        Returns
        -------
        Dataset
            A new data set with the same schema and name.

        Raises
        ------
        DataError
            If `order` is not a permutation of the positions.
        """
        given = np.asarray(order)
        positions = given.astype(np.int64) if given.dtype.kind in "iu" else np.zeros(0, dtype=np.int64)
        if not np.array_equal(np.sort(positions, axis=None), np.arange(self.n_instances)):
            raise DataError(
                f"expected each position from 0 to {self.n_instances - 1} exactly once in the order, found "
                f"{brief(order)}"
            )
        return self.taken(positions)

    def taken(self, rows: Any) -> Dataset:
        """Return some of the instances: those at places from 0, in this order, or those that an array of bool marks.

        Raises
        ------
        DataError
            If there are no such instances.
        """
        chosen = self.matrix.places(rows)
        return Dataset(self.schema, self.matrix.taken(chosen), self.Y[chosen], self.name, self.reading)

    def named(self, name: str) -> Dataset:
        """Return the same instances under another name."""
        return Dataset(self.schema, self.matrix, self.Y, name, self.reading)

    def require_labels(self) -> None:
        """Check that something is known of every label.

        Raises
        ------
        DataError
            If the file does not hold one.
        """
        if self.absent_labels:
            absent = ", ".join(map(repr, self.absent_labels[:MOST_SHOWN]))
            what = f"expected all labels of the schema, but the file lacks {absent}"
            raise DataError(what, self.name, column=self.absent_labels[0])

    def require_trainable(self) -> None:
        """Check that a learner can be trained on this data set.

        Raises
        ------
        DataError
            If there is no instance, nothing is known of a label, a nominal value is not in the schema, or a number is
            infinite.

        Notes
        -----
        Clauses: REP-7.
        """
        if self.n_instances == 0:
            raise DataError("no data rows, expected at least one to learn from", self.name)
        self.require_labels()
        for column, attribute in zip(self.matrix.columns(), self.schema.attributes, strict=True):
            if isinstance(attribute, ContinuousAttribute):
                unfit, what = np.isinf(column.kinds), "expected a finite number, found infinity"
            else:
                unfit, what = column.kinds == UNDECLARED, _UNDECLARED_HERE
            if unfit.any() and (rows := column.spread(unfit)).any():
                row = int(np.argmax(rows)) + 1
                raise DataError(what, self.name, column=attribute.name, row=row)


def _range(column: npt.NDArray[np.float64]) -> tuple[float, float]:
    present = column[~np.isnan(column)]
    return (float(present.min()), float(present.max())) if present.size else (np.nan, np.nan)


def require_dataset(dataset: object) -> None:
    """Refuse, as a `DataError`, what is no data set."""
    if not isinstance(dataset, Dataset):
        raise DataError(
            f"expected a Dataset, as from_table or load_dataset returns, found a value of type {type(dataset).__name__}"
        )
