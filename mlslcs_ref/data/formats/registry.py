"""The formats of files: how each is recognised, read and written. A new format is an entry here and a module."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, fields, replace
from os import fspath
from typing import Any, Final, TypeAlias

from mlslcs_ref._lazy import later
from mlslcs_ref._warned import warned
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.tables import Known, Table, Wanted
from mlslcs_ref.data.text_lines import PathName, head_of, numbered_lines, seems_utf_8
from mlslcs_ref.data.words import shown
from mlslcs_ref.errors import DataError, DataWarning

Reader: TypeAlias = Callable[[PathName, Reading, Wanted | None, Known], tuple[Table, Reading]]
"""Returns what a file holds, at least one row and one column, and how it was read, with what the reader has found.

It reads the columns whose names are wanted, or all if nothing is said. A file that cannot be read, or is not of the
format, is a `DataError` that names the file and, where there is one, the line.
"""


@dataclass(frozen=True)
class FileFormat:
    """A format of files."""

    name: str
    """As `Reading.format` says it."""
    what: str
    """What it is, for people."""
    endings: tuple[str, ...]
    """How names of such files end, without ``.gz``."""
    read: Reader
    """Its reader."""
    write: Callable[[Dataset], str]
    """Its writer: a data set as text."""
    begins: Callable[[str], bool]
    """Whether a text, the beginning of a file, looks like this format."""
    options: frozenset[str]
    """Which fields of a `Reading` say something of such a file."""
    counts_from: int | None = None
    """The number of the first attribute and label, None where they have names."""


def _later(module: str, name: str) -> Any:
    # most runs need one format or none
    return later(f"mlslcs_ref.data.formats.{module}", name)


def _first_line(head: str) -> str:
    lines = (line.strip() for line in head.splitlines())
    return next((line for line in lines if line and line[0] != "%"), "")


def _begins_arff(head: str) -> bool:
    return _first_line(head).startswith("@") or head.lstrip().startswith("%")


def _begins_extreme(head: str) -> bool:
    first, _end, others = head.partition("\n")
    words = first.split()
    # 1 2 0 may be a row as well
    return len(words) == 3 and all(word.isascii() and word.isdecimal() for word in words) and ":" in others


def _begins_libsvm(head: str) -> bool:
    bodies = (line.partition("#")[0].split() for line in head.splitlines())
    words = next(filter(None, bodies), [])
    pairs = words if words and ":" in words[0] else words[1:]
    return bool(pairs) and all(
        index.isdecimal() and value.replace(".", "", 1).lstrip("+-")[:1].isdigit()
        for index, _colon, value in (pair.partition(":") for pair in pairs[:-1] or pairs)
    )


def _begins_separated(head: str) -> bool:
    return any(delimiter in _first_line(head) for delimiter in ",;\t|")


_separated_text: Final = _later("writers", "separated_text")
_EVERY: Final = frozenset(
    {"format", "encoding", "drop", "positive", "label_separator", "label_column", "absent_labels", "date_columns"}
)
_ARFF: Final = _EVERY | {"day_first"}
_SEPARATED: Final = frozenset(field.name for field in fields(Reading))
FORMATS: Final = (
    FileFormat(
        "arff",
        "ARFF, as of Weka, MEKA and Mulan",
        (".arff",),
        _later("arff", "read_arff"),
        _later("arff_writer", "arff_text"),
        _begins_arff,
        _ARFF,
    ),
    FileFormat(
        "keel",
        "KEEL's .dat",
        (".dat",),
        _later("arff", "read_arff"),
        _later("writers", "keel_text"),
        _begins_arff,
        _ARFF,
    ),
    FileFormat(
        "csv",
        "separated values",
        (".csv", ".tsv", ".tab"),
        _later("separated", "read_separated"),
        _separated_text,
        _begins_separated,
        _SEPARATED,
    ),
    FileFormat(
        "extreme",
        "extreme classification",
        (".xc",),
        _later("sparse_text", "read_extreme"),
        _later("writers", "extreme_text"),
        _begins_extreme,
        _EVERY,
        counts_from=0,
    ),
    FileFormat(
        "libsvm",
        "LIBSVM's for several labels",
        (".svm", ".libsvm", ".svmlight"),
        _later("sparse_text", "read_libsvm"),
        _later("writers", "libsvm_text"),
        _begins_libsvm,
        _EVERY,
        counts_from=1,
    ),
)
_BY_NAME: Final[Mapping[str, FileFormat]] = {known.name: known for known in FORMATS}
_SNIFFED: Final = ("arff", "extreme", "libsvm", "csv")
# endings that many formats share tell nothing
_SHARED: Final = (".dat",)


def format_names() -> tuple[str, ...]:
    """Return the names of all formats."""
    return tuple(_BY_NAME)


def format_of(path: PathName, reading: Reading) -> FileFormat:
    """Return the format of a file: the one that is given, or else that of its ending or of its first lines.

    A reading that says what means nothing in it is refused.
    """
    if reading.format is not None and reading.format not in _BY_NAME:
        raise DataError(f"expected one of {', '.join(_BY_NAME)}, found {shown(reading.format)}", argument="format")
    found = _BY_NAME[reading.format] if reading.format is not None else _found(path, reading)
    plain = Reading()
    for field in fields(Reading):
        if field.name not in found.options and getattr(reading, field.name) != getattr(plain, field.name):
            raise DataError(
                f"{field.name}=... does not apply to this file, which is read as {found.what}; if it has another "
                f"format, give format=...: {', '.join(_BY_NAME)}",
                fspath(path),
                argument=field.name,
            )
    return found


def carried_over(reading: Reading, path: PathName) -> Reading:
    """Return those parts of the reading of a file that apply to another file, perhaps of another format.

    A column that was left out need not be there: with a schema only its columns are read.
    """
    decided, said = format_by_ending(path), _BY_NAME.get(reading.format or "")
    found = decided or said or _found(path, reading)
    plain = Reading()
    kept = found.options - {"drop"}
    changes = {field.name: getattr(plain, field.name) for field in fields(Reading) if field.name not in kept}
    return replace(reading, **changes, format=None if decided else reading.format)


def format_by_ending(path: PathName) -> FileFormat | None:
    """Return the format that the ending of a name says, None if it says nothing or many formats share it."""
    return None if _plain_name(path).endswith(_SHARED) else _likely_by_ending(path)


def _plain_name(path: PathName) -> str:
    return fspath(path).lower().removesuffix(".gz")


def _likely_by_ending(path: PathName) -> FileFormat | None:
    name = _plain_name(path)
    return next((known for known in FORMATS if name.endswith(known.endings)), None)


def _found(path: PathName, reading: Reading) -> FileFormat:
    decided = format_by_ending(path)
    if decided is not None:
        return decided
    head = head_of(path, reading.encoding)
    sniffed = next((_BY_NAME[known] for known in _SNIFFED if _BY_NAME[known].begins(head)), None)
    found = sniffed or _likely_by_ending(path) or (_BY_NAME["csv"] if reading.delimiter is not None else None)
    if found is not None:
        return found
    with closing(numbered_lines(path, reading.encoding)) as lines:
        # which says what is packed, binary or of another program
        first = next((text.strip() for _number, text in lines if text.strip()), "")
    if first:
        message = f"the format is known neither by the ending nor by the first line, {shown(first)}; give format=..."
        cure = "; of values that blanks separate, delimiter=' '"
        raise DataError(f"{message}: {', '.join(_BY_NAME)}{cure}", fspath(path), argument="format")
    return _BY_NAME["arff"]


def read_table(
    path: PathName, reading: Reading, wanted: Wanted | None = None, known: Known | None = None
) -> tuple[Table, Reading]:
    """Read a file of any format; the arguments are those of a `Reader`."""
    if seems_utf_8(path, reading.encoding):
        message = f"the text seems to be UTF-8, and is read as {reading.encoding}; if so, give encoding='utf-8'"
        warned(DataWarning(message, file=fspath(path)))
    return format_of(path, reading).read(path, reading, wanted, known or {})


def format_to_write(path: PathName, kind: str | None = None) -> FileFormat:
    """Return the format of a file that is to be written; the parameters are those of `written`."""
    found = _likely_by_ending(path) if kind is None else _BY_NAME.get(kind)
    if found is None:
        formats = ", ".join(f"{known.name} ({' '.join(known.endings)})" for known in FORMATS)
        raise DataError(
            f"expected a file that ends as those of a format, or the format, with --to; there are {formats}",
            fspath(path),
            argument="kind",
        )
    return found


def written(dataset: Dataset, path: PathName, kind: str | None = None) -> bytes:
    """Return a data set as the bytes of a file, whose ending tells the format, or `kind`, and whether it is packed."""
    found = format_to_write(path, kind)
    delimited = found.name == "csv" and _plain_name(path).endswith((".tsv", ".tab"))
    text = _separated_text(dataset, "\t") if delimited else found.write(dataset)
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError:
        raise DataError("a name or value contains half a surrogate pair and cannot be written", fspath(path)) from None
    # without the time, for the same data are to be the same bytes
    return gzip.compress(data, mtime=0) if fspath(path).lower().endswith(".gz") else data
