"""The header of an ARFF file: the relation's name and the declared columns.

KEEL's files are read too: ranges behind numeric types, which are ignored, and the lines ``@inputs`` and ``@outputs``.
Keywords may be written in any case, ``c1{0,1}`` needs no blank, and comments may follow anything. Dates are days. The
types ``string`` and ``relational`` have no meaning for a rule, so a column of such a type, or of an unknown one, is
refused until the caller drops it by name; it is never guessed to be a number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from mlslcs_ref.data.formats.arff_dates import ISO, reader_of
from mlslcs_ref.data.formats.arff_scanner import Scanner
from mlslcs_ref.data.tables import TableColumn
from mlslcs_ref.data.words import shown
from mlslcs_ref.errors import DataError

Lines: TypeAlias = Iterator[tuple[int, str]]

_NUMERIC_TYPES = frozenset({"numeric", "real", "integer"})
_RANGE = re.compile(r"([A-Za-z]+)\s*\[[^\[\],]*,[^\[\],]*\]")
_DATE = re.compile(r"date(?![^\s'\"])", re.IGNORECASE)
_ROLES = {"@input": "@inputs", "@inputs": "@inputs", "@output": "@outputs", "@outputs": "@outputs"}


@dataclass(frozen=True)
class ArffHeader:
    """What stands above the rows."""

    relation: str
    """The relation's name; empty if there is none."""
    columns: tuple[TableColumn, ...]
    """Of length >= 1. Every declared column in order, dropped ones included."""
    data_line: int
    """The line that holds ``@data``."""
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    """`inputs`, `outputs`: The attributes and labels that a file of KEEL names; empty if it names none."""


def read_header(
    lines: Lines, file: str, dropped: Callable[[str], bool], as_spelled: Collection[str] = ()
) -> ArffHeader:
    """Read the lines up to ``@data``; afterwards `lines` stands at the first row.

    The cells of the columns `as_spelled` are texts, whatever their type.
    """
    relation: str | None = None
    roles: dict[str, tuple[str, ...]] = {}
    columns: dict[str, TableColumn] = {}
    line = 0
    for line, text in lines:
        scanner = Scanner(text, file, line)
        if scanner.ended:
            continue
        keyword = scanner.keyword()
        if keyword == "@attribute":
            column = _column(scanner, lines, columns, line, dropped, as_spelled)
            if column.name in columns:
                first = columns[column.name].line
                raise scanner.error(f"the attribute is already declared in line {first}", column.name)
            columns[column.name] = column
        elif keyword == "@relation" and relation is None:
            relation = _relation(scanner)
        elif keyword == "@data":
            _require_end(scanner, "@data")
            if not columns:
                raise scanner.error("expected an @attribute line before @data, found none")
            return ArffHeader(
                relation or "",
                tuple(columns.values()),
                line,
                _known(roles.get("@inputs", ()), columns, scanner),
                _known(roles.get("@outputs", ()), columns, scanner),
            )
        elif keyword in _ROLES and _ROLES[keyword] not in roles:
            roles[_ROLES[keyword]] = _names(scanner)
        else:
            raise scanner.error(
                "expected @relation (once), @attribute, @data, or @inputs and @outputs of KEEL, found "
                f"{shown(text.strip())}"
            )
    found = "none" if line else "an empty file"
    raise DataError(f"expected a line @data, found {found}", file)


def _names(scanner: Scanner) -> tuple[str, ...]:
    """Read names that commas separate, as KEEL lists attributes."""
    names = [] if scanner.ended else [scanner.name()]
    while not scanner.ended:
        if not scanner.take(","):
            raise scanner.error(f"expected a comma between names, found {shown(scanner.rest.strip())}")
        names.append(scanner.name())
    return tuple(names)


def _known(names: tuple[str, ...], columns: dict[str, TableColumn], scanner: Scanner) -> tuple[str, ...]:
    for name in names:
        if name not in columns:
            raise scanner.error(f"@inputs or @outputs name {shown(name)}, but no @attribute declares it")
    return names


def _relation(scanner: Scanner) -> str:
    """Read the relation's name; without quotes it may hold blanks, as people write it."""
    if scanner.next_character() not in ("'", '"'):
        return scanner.rest.partition("%")[0].strip()
    name = scanner.name()
    _require_end(scanner, "the relation's name")
    return name


def _column(
    scanner: Scanner,
    lines: Lines,
    before: dict[str, TableColumn],
    line: int,
    dropped: Callable[[str], bool],
    as_spelled: Collection[str],
) -> TableColumn:
    position, name = len(before), scanner.name()
    if dropped(name):
        _skip_relational(scanner, lines, name)
        return TableColumn(name, "dropped", (), position, line)
    if name in as_spelled:
        _skip_relational(scanner, lines, name)
        # what a sparse row means that leaves it out
        return TableColumn(name, "spelled", (scanner.value().text if scanner.take("{") else "0",), position, line)
    if scanner.take("{"):
        values = _declared_values(scanner, name)
        # thousands of columns have the same
        last = next(reversed(before.values())).values if before else ()
        return TableColumn(name, "nominal", last if last == values else values, position, line)
    kind = scanner.rest.partition("%")[0].strip()
    if _DATE.match(kind):
        return TableColumn(name, "numeric", (), position, line, _date_pattern(scanner, name))
    if ranged := _RANGE.fullmatch(kind):
        kind = ranged[1]
    if kind.lower() not in _NUMERIC_TYPES:
        raise scanner.error(
            "expected the type numeric, real, integer, date or a set of values {...}, found "
            f"{shown(kind)}; correct it (quote a name that contains blanks or commas), or leave the attribute out with "
            f"drop=[{shown(name)}]",
            name,
        )
    return TableColumn(name, "numeric", (), position, line)


def _date_pattern(scanner: Scanner, name: str) -> str:
    """Read the type ``date`` with the pattern behind it, if there is one."""
    scanner.name()
    if scanner.ended:
        return ISO
    pattern = scanner.value().text
    _require_end(scanner, f"the pattern of {shown(name)}")
    if reader_of(pattern) is None:
        raise scanner.error(
            "expected a pattern of dates made of yyyy, MM and dd, and of HH, mm and ss for times, found "
            f"{shown(pattern)}; write the dates as yyyy-MM-dd, or leave the attribute out with drop=[{shown(name)}]",
            name,
        )
    return pattern


def _declared_values(scanner: Scanner, name: str) -> tuple[str, ...]:
    """Read the values of a nominal column behind their opening brace."""
    if scanner.next_character() == "}":
        raise scanner.error("expected at least one declared value, found none", name)
    values: dict[str, None] = {}
    more = True
    while more:
        value = scanner.value().text
        if value in values:
            raise scanner.error(f"the value {shown(value)} is declared twice", name)
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
    raise scanner.error(f"expected a line @end {name} at its end, found none", name)


def _require_end(scanner: Scanner, what: str) -> None:
    if not scanner.ended:
        raise scanner.error(f"expected nothing after {what}, found {shown(scanner.rest.strip())}")
