"""Separated values as they stand in the file, before anybody knows what they hold, and how the file is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from mlslcs_ref.data.formats.table import Known
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.spelling import Spelling
from mlslcs_ref.data.stores import Column
from mlslcs_ref.errors import DataError

_END: Final = "\0"


@dataclass(frozen=True)
class Source:
    """A file, how it is read, and what its columns are known to be."""

    file: str
    reading: Reading
    known: Known

    @cached_property
    def spelling(self) -> Spelling:
        """How it spells numbers and missing values."""
        return Spelling.of(self.reading)

    @property
    def delimiter(self) -> str:
        """What stands between its cells."""
        return str(self.reading.delimiter)

    def error(self, message: str, line: int | None = 1, **where: str) -> DataError:
        """Return what is wrong with the file: in its first line, which names the columns, unless another is said."""
        return DataError(message, self.file, line, argument=where.get("argument"), column=where.get("column"))


@dataclass
class RawColumn:
    """The cells of one column: their texts, or what holds their numbers where all are plain numbers."""

    name: str
    """Its name."""
    position: int
    """Its place in the file, from 0."""
    packed: Sequence[str | Sequence[str]]
    """The texts of some rows after the other, packed by `packed_texts`, for a million short texts take many times the
    memory of a long one."""
    numbers: Column | None = field(default=None)
    """Its numbers; there are no texts then."""
    first: Sequence[str] = ()
    """The first cells of a column of numbers."""
    order_by: str = ""
    """The other column that tells of these dates whether the day comes first; empty if none has to."""

    @property
    def texts(self) -> list[str]:
        """The texts, made again at each access."""
        return [text for block in self.packed for text in (block.split(_END) if isinstance(block, str) else block)]


def packed_texts(texts: Sequence[str]) -> str | Sequence[str]:
    """Return texts as one, if none holds the character that is put between them."""
    joined = _END.join(texts)
    return joined if joined.count(_END) == len(texts) - 1 else texts
