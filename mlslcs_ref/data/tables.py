"""What a table holds, wherever it comes from: columns of numbers and codes, and where its rows stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import numpy as np

from mlslcs_ref._warned import warned
from mlslcs_ref.data.matrix import BLOCK_CELLS, Matrix
from mlslcs_ref.data.memory import require_room
from mlslcs_ref.data.narrowing import Numbers
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.spelling import IN_MEMORY, Spelling
from mlslcs_ref.errors import DataError, DataWarning

if TYPE_CHECKING:
    # which reads the names of MEKA's relations, and so the formats
    from mlslcs_ref.data.label_specs import LabelSpec

Known: TypeAlias = Mapping[str, tuple[str, ...] | None]
"""What columns are known to be: the declared values of a nominal one, None for a numeric one."""
AS_SPELLED: Final = ("",)
"""What a column is known to be, as this very object, each cell of which is a text as the file spells it."""
DAYS: Final = "days"
Wanted: TypeAlias = Callable[[str], bool]
"""Whether the column of a name is to be read."""


@dataclass(frozen=True, eq=False, kw_only=True)
class TableOrigin:
    """Where rows come from."""

    file: str | None
    """The file they were read from; None of a table in memory."""
    lines: Sequence[int] = field(default=(), repr=False)
    """Of length n_rows. The line of each row in the file; in memory its number, from 1."""
    is_named: bool = True
    """Whether the columns have names of their own."""

    @property
    def what(self) -> str:
        """What it is, for people."""
        return "table" if self.file is None else "file"

    def error(
        self,
        message: str,
        row: int | None = None,
        *,
        line: int | None = None,
        argument: str | None = None,
        column: str | None = None,
    ) -> DataError:
        """Return what is wrong with the row at a place, in a line, or with all of it."""
        place = line if row is None else self.lines[row]
        line, number = (None, place) if self.file is None else (place, None)
        return DataError(message, self.file, line, argument=argument, column=column, row=number)

    def drop(self, name: str) -> str:
        """Return what leaves out a column."""
        if self.file is not None:
            return f"drop=[{name!r}]"
        return f".drop(columns=[{name!r}])" if self.is_named else "numpy.delete"


@dataclass(frozen=True, eq=False, kw_only=True)
class Source(TableOrigin):
    """Where columns come from, how they are read, and what is known or said of them."""

    reading: Reading = field(default_factory=Reading)
    known: Known = field(default_factory=dict)
    said: Mapping[str, bool] = field(default_factory=dict)
    """Of columns of which a caller says it: whether they are nominal."""

    @cached_property
    def spelling(self) -> Spelling:
        """How texts spell numbers and missing values."""
        return IN_MEMORY if self.file is None and self.reading.delimiter is None else self._of_file

    @cached_property
    def _of_file(self) -> Spelling:
        return Spelling.of(self.reading)

    @property
    def delimiter(self) -> str:
        """What stands between cells of a file."""
        return str(self.reading.delimiter)

    def spelling_of(self, name: str) -> Spelling:
        """Return how the texts of a column are spelled: dates of the training data may be texts in memory."""
        return self._of_file if name in self.reading.date_columns else self.spelling


@dataclass(frozen=True, slots=True)
class TableColumn:
    """What a column holds."""

    name: str
    """Without quotes and escapes."""
    kind: Literal["nominal", "numeric", "dropped", "spelled"]
    """How its values are read; those of a dropped column are not. A spelled one becomes nominal with the texts of its
    cells."""
    values: tuple[str, ...] = ()
    """Declared values of a nominal column, in order; a value's code is its index. Empty for the other kinds."""
    position: int = 0
    """Its place in the table, from 0, counting dropped columns."""
    line: int = 0
    """The line that declares it; 0 if no line does."""
    dates: str = ""
    """How a numeric column has dates: the pattern that a file declares, see `arff_dates`, else `DAYS`; empty for every
    other column."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Table(TableOrigin):
    """The columns of a table, and what it says of its labels."""

    columns: tuple[TableColumn, ...]
    """Of length n_columns. The kept columns in their order."""
    declared: tuple[str, ...] = field(repr=False)
    """Names of all columns that there are, in order, dropped ones included."""
    cells: Matrix | Sequence[Callable[[], Numbers]] = field(repr=False)
    """Of shape (n_rows, n_columns), or a function for each column: numbers of numeric columns, codes (from 0) of
    nominal ones, NaN for a missing value."""
    first_omitted: tuple[int, ...] = field(default=(), repr=False)
    """Of length n_columns. The line of the first sparse row that leaves out a column, 0 if none does; empty if there
    are no sparse rows."""
    relation: str = ""
    """The relation's name of a file that has one."""
    labels: LabelSpec | None = None
    """The labels that the file itself names."""
    lists_labels: bool = False
    """Whether rows list the labels that they have, so that one that no row has may not be named at all."""
    remarks: tuple[DataWarning, ...] = ()
    """What a person should know of how columns were read."""

    def numbers(self, position: int) -> Numbers:
        """Return what the column at a position holds."""
        cells = self.cells
        return cells.column(position).numbers if isinstance(cells, Matrix) else cells[position]()

    def matrix(self, positions: Sequence[int]) -> Matrix:
        """Return what the columns at some positions hold."""
        if isinstance(self.cells, Matrix):
            return self.cells.selected(positions)
        return self.made(len(positions), lambda place: self.numbers(positions[place]))

    def made(self, n_columns: int, numbers: Callable[[int], Numbers]) -> Matrix:
        """Return a matrix of columns, which are asked for by their places; a small one is kept as it is."""
        n_rows = len(self.lines)
        if n_rows * n_columns <= BLOCK_CELLS:
            return Matrix.of(np.column_stack([numbers(place) for place in range(n_columns)]) + 0.0)
        return Matrix.made((n_rows, n_columns), numbers, partial(require_room, n_rows, n_columns, file=self.file))

    def place_of(self) -> dict[str, int]:
        """Return the positions of the columns by their names."""
        return {column.name: position for position, column in enumerate(self.columns)}

    def warned(self, remark: DataWarning) -> None:
        """Warn of something that is noticed in this table."""
        remark.file = self.file
        warned(remark)
