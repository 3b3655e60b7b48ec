"""The header of an ARFF file: the relation's name and the declared columns.

Keywords may be written in any case, ``c1{0,1}`` needs no blank, and comments may follow anything. The types ``string``,
``date`` and ``relational`` have no meaning for a rule, so a column of such a type, or of an unknown one, is refused
until the caller drops it by name; it is never guessed to be a number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from mlslcs_ref.data.arff_scanner import Scanner
from mlslcs_ref.data.text_lines import shown
from mlslcs_ref.errors import DataError

__all__ = ["ArffColumn", "ArffHeader", "Lines", "read_header"]

Lines: TypeAlias = Iterator[tuple[int, str]]

_NUMERIC_TYPES = frozenset({"numeric", "real", "integer"})


@dataclass(frozen=True)
class ArffColumn:
    """A declared column.

    Parameters
    ----------
    name : str
        Its name, without quotes and escapes.
    kind : {"nominal", "numeric", "dropped"}
        How its values are read; those of a dropped column are not.
    values : tuple of str
        Declared values of a nominal column, in order; a value's code is its index. Empty for the other kinds.
    position : int
        Its place in the file, from 0, counting dropped columns.
    line : int
        The line that declares it; 0 if no line does.
    """

    name: str
    kind: Literal["nominal", "numeric", "dropped"]
    values: tuple[str, ...]
    position: int
    line: int


@dataclass(frozen=True)
class ArffHeader:
    """What stands above the rows.

    Parameters
    ----------
    relation : str
        The relation's name; empty if there is none.
    columns : tuple of ArffColumn, length >= 1
        Every declared column in order, dropped ones included.
    data_line : int
        The line that holds ``@data``.
    """

    relation: str
    columns: tuple[ArffColumn, ...]
    data_line: int


def read_header(lines: Lines, file: str, dropped: Callable[[str], bool]) -> ArffHeader:
    """Read the lines up to ``@data``.

    Parameters
    ----------
    lines : iterator of (int, str)
        Numbered lines; afterwards it stands at the first line after ``@data``.
    file : str
        Name of the file, for errors.
    dropped : callable
        Whether the column of a name is to be dropped.

    Returns
    -------
    ArffHeader
        The relation and the columns.

    Raises
    ------
    DataError
        If a line is not a declaration, a type is unsupported, a name or value is declared twice, or ``@data`` or every
        attribute is missing.
    """
    relation: str | None = None
    columns: dict[str, ArffColumn] = {}
    for line, text in lines:
        scanner = Scanner(text, file, line)
        if scanner.ended:
            continue
        keyword = scanner.keyword()
        if keyword == "@attribute":
            column = _column(scanner, lines, len(columns), line, dropped)
            _require_new(column, columns, scanner)
            columns[column.name] = column
        elif keyword == "@relation" and relation is None:
            relation = _relation(scanner)
        elif keyword == "@data":
            _require_end(scanner, "@data")
            if not columns:
                raise scanner.error("expected an @attribute line before @data, found none")
            return ArffHeader(relation or "", tuple(columns.values()), line)
        else:
            raise scanner.error(f"expected @relation (once), @attribute or @data, found {shown(text.strip())}")
    raise DataError("expected a line @data, found none", file)


def _relation(scanner: Scanner) -> str:
    """Read the relation's name; without quotes it may hold blanks, as people write it."""
    if scanner.next_character() not in ("'", '"'):
        return scanner.rest.partition("%")[0].strip()
    name = scanner.name()
    _require_end(scanner, "the relation's name")
    return name


def _column(scanner: Scanner, lines: Lines, position: int, line: int, dropped: Callable[[str], bool]) -> ArffColumn:
    name = scanner.name()
    if dropped(name):
        _skip_relational(scanner, lines, name)
        return ArffColumn(name, "dropped", (), position, line)
    if scanner.take("{"):
        return ArffColumn(name, "nominal", _declared_values(scanner, name), position, line)
    kind = scanner.rest.partition("%")[0].strip()
    if kind.lower() not in _NUMERIC_TYPES:
        raise scanner.error(
            f"attribute {shown(name)}: expected the type numeric, real, integer or a set of values {{...}}, "
            f"found {shown(kind)}; correct it (quote a name that holds blanks or commas), or leave the attribute out "
            f"with drop=[{shown(name)}]"
        )
    return ArffColumn(name, "numeric", (), position, line)


def _declared_values(scanner: Scanner, name: str) -> tuple[str, ...]:
    """Read the values of a nominal column behind their opening brace."""
    if scanner.next_character() == "}":
        raise scanner.error(f"attribute {shown(name)}: expected at least one declared value, found none")
    values: dict[str, None] = {}
    more = True
    while more:
        value = scanner.value().text
        if value in values:
            raise scanner.error(f"attribute {shown(name)}: the value {shown(value)} is declared twice")
        values[value] = None
        more = scanner.another("}")
    scanner.take("}")
    _require_end(scanner, f"the values of {shown(name)}")
    return tuple(values)


def _skip_relational(scanner: Scanner, lines: Lines, name: str) -> None:
    """Skip the inner declarations of a dropped relational attribute, up to its ``@end``."""
    if not scanner.rest.strip().lower().startswith("relational"):
        return
    for line, text in lines:
        inner = Scanner(text, "", line)
        if not inner.ended and inner.keyword() == "@end" and inner.rest.strip(" \t\r\n'\"") == name:
            return
    raise scanner.error(f"attribute {shown(name)}: expected a line @end {name} that closes it, found none")


def _require_new(column: ArffColumn, columns: dict[str, ArffColumn], scanner: Scanner) -> None:
    if column.name in columns:
        first = columns[column.name].line
        raise scanner.error(f"the attribute {shown(column.name)} is already declared in line {first}")


def _require_end(scanner: Scanner, what: str) -> None:
    if not scanner.ended:
        raise scanner.error(f"expected nothing after {what}, found {shown(scanner.rest.strip())}")
