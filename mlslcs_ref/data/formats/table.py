"""What a file holds, whatever its format: columns of numbers and codes, and what the file says of its labels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.errors import DataWarning

if TYPE_CHECKING:
    # which reads the names of MEKA's relations, and so the formats
    from mlslcs_ref.data.label_specs import LabelSpec

Known: TypeAlias = Mapping[str, tuple[str, ...] | None]
"""What columns are known to be: the declared values of a nominal one, None for a numeric one."""
AS_SPELLED: Final = ("",)
"""What a column is known to be, as this very object, each cell of which is a text as the file spells it."""
Wanted: TypeAlias = Callable[[str], bool]
"""Whether the column of a name is to be read."""


@dataclass(frozen=True, slots=True)
class FileColumn:
    """A column of a file."""

    name: str
    """Without quotes and escapes."""
    kind: Literal["nominal", "numeric", "dropped", "spelled"]
    """How its values are read; those of a dropped column are not. A spelled one becomes nominal with the texts of its
    cells."""
    values: tuple[str, ...]
    """Declared values of a nominal column, in order; a value's code is its index. Empty for the other kinds."""
    position: int
    """Its place in the file, from 0, counting dropped columns."""
    line: int = 0
    """The line that declares it; 0 if no line does."""
    dates: str = ""
    """How a numeric column of dates has them, see `arff_dates`; empty for every other column."""


@dataclass(frozen=True, eq=False)
class FileTable:
    """The contents of a file."""

    file: str
    """The file it was read from."""
    relation: str
    """The relation's name; empty if there is none."""
    columns: tuple[FileColumn, ...]
    """Of length n_columns. The kept columns in the file's order."""
    declared: tuple[str, ...] = field(repr=False)
    """Names of all columns that the file has, in order, dropped ones included."""
    values: Matrix = field(repr=False)
    """Of shape (n_rows, n_columns). Numbers of numeric columns, codes (from 0) of nominal ones, NaN for a missing
    value."""
    lines: tuple[int, ...] = field(repr=False)
    """Of length n_rows. The line of each row."""
    first_omitted: tuple[int, ...] = field(repr=False)
    """Of length n_columns. For each column the line of the first sparse row that leaves it out; 0 if none does."""
    labels: LabelSpec | None = None
    """The labels that the file itself names."""
    lists_labels: bool = False
    """Whether rows list the labels that they have, so that one that no row has may not be named at all."""
    remarks: tuple[DataWarning, ...] = ()
    """What a person should know of how columns were read."""
