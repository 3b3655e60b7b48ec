"""Numbered lines of a text file, with every way in which a file can fail to be one turned into a `DataError`.

It knows nothing about ARFF. Memory is bounded by the longest line.
"""

from __future__ import annotations

import io
import re
from collections.abc import Generator, Iterable
from os import PathLike, fspath
from pathlib import Path
from typing import TypeAlias

from mlslcs_ref.errors import DataError

__all__ = ["PathName", "listed_names", "numbered_lines", "read_bytes", "shown"]

PathName: TypeAlias = str | PathLike[str]

_LINE_END = re.compile(rb"\r\n|\r|\n")
_COMPRESSED = {b"\x1f\x8b": "gzip", b"PK\x03\x04": "zip", b"BZh": "bzip2", b"\xfd7zXZ": "xz"}
_SNIFFED_BYTES = 4096
_SHOWN_CHARACTERS = 60


def shown(text: str) -> str:
    """Return `text` quoted, made printable and cut to a length that fits a message."""
    return repr(text) if len(text) <= _SHOWN_CHARACTERS else repr(text[:_SHOWN_CHARACTERS]) + "..."


def listed_names(names: Iterable[str], what: str) -> tuple[str, ...]:
    """Return names as a tuple; one text is not a list of its letters.

    Raises
    ------
    DataError
        If they are no collection of texts; the error says what they were for.
    """
    listed = None if isinstance(names, str) or not isinstance(names, Iterable) else tuple(names)
    if listed is None or not all(isinstance(name, str) for name in listed):
        raise DataError(f"{what}: expected a list of names, found {shown(repr(names))[1:-1]}")
    return listed


def read_bytes(path: PathName) -> bytes:
    """Read a whole file.

    Parameters
    ----------
    path : str or path-like
        The file.

    Returns
    -------
    bytes
        Its contents.

    Raises
    ------
    DataError
        If there is no such file, it is a directory, or it cannot be read.
    """
    with _opened(path) as binary:
        try:
            return binary.read()
        except OSError as error:
            raise _unreadable(fspath(path), error) from None


def numbered_lines(path: PathName, encoding: str) -> Generator[tuple[int, str], None, None]:
    r"""Yield the lines of a text file with their numbers.

    Parameters
    ----------
    path : str or path-like
        The file.
    encoding : str
        Name of a text encoding that Python knows. A byte order mark at the beginning is skipped.

    Yields
    ------
    number : int
        Number of the line, from 1.
    text : str
        The line; ``\r\n`` and ``\r`` also end a line.

    Raises
    ------
    DataError
        If the file cannot be opened, is compressed or binary, or is not written in `encoding`.
    """
    name = fspath(path)
    if not isinstance(encoding, str):
        raise DataError(f"expected the name of an encoding, found a value of type {type(encoding).__name__}", name)
    with _opened(path) as binary:
        try:
            _refuse_other_formats(binary, name, encoding)
            text = io.TextIOWrapper(binary, encoding=encoding)
            for number, line in enumerate(text, start=1):
                yield number, line.removeprefix("\ufeff") if number == 1 else line
        except DataError:  # it is a ValueError too
            raise
        except UnicodeError:
            raise _not_in_encoding(name, encoding) from None
        except (LookupError, ValueError):
            raise DataError(f"unknown encoding {shown(encoding)}; examples: utf-8, latin-1, cp1252", name) from None
        except OSError as error:
            raise _unreadable(name, error) from None


def _opened(path: PathName) -> io.BufferedReader:
    """Open a file; the caller closes it."""
    name = fspath(path)
    try:
        if Path(name).is_dir():
            raise DataError("expected a file, found a directory", name)
        return Path(name).open("rb")
    except FileNotFoundError:
        raise DataError("no such file", name) from None
    except DataError:  # it is a ValueError too
        raise
    except (OSError, ValueError) as error:  # ValueError: a NUL character in the name
        raise _unreadable(name, error) from None


def _unreadable(name: str, error: Exception) -> DataError:
    reason = error.strerror if isinstance(error, OSError) else None
    return DataError(f"cannot be read: {reason or error}", name)


def _refuse_other_formats(binary: io.BufferedReader, name: str, encoding: str) -> None:
    """Recognise compressed and binary files by their first bytes, without consuming them."""
    head = binary.peek(_SNIFFED_BYTES)[:_SNIFFED_BYTES]
    for magic, program in _COMPRESSED.items():
        if head.startswith(magic):
            raise DataError(f"expected text, found a {program} file; unpack it first", name)
    normalised = encoding.lower().replace("_", "-")
    if b"\x00" in head and not normalised.startswith(("utf-16", "utf-32", "u16", "u32", "utf16", "utf32")):
        raise DataError("expected text, found NUL bytes: a binary file, or text that needs encoding='utf-16'", name)


def _not_in_encoding(name: str, encoding: str) -> DataError:
    return DataError(
        f"not written in the encoding that was tried, {encoding!r}; choose another with encoding=..., "
        "for example encoding='latin-1' or 'cp1252'",
        name,
        _first_undecodable_line(name, encoding),
    )


def _first_undecodable_line(name: str, encoding: str) -> int | None:
    """Find the line that `encoding` cannot express; text files are decoded in blocks, so the reader does not know."""
    try:
        data = read_bytes(name)
        data.decode(encoding)
    except UnicodeDecodeError as error:
        return sum(1 for _ in _LINE_END.finditer(data[: error.start])) + 1
    except (DataError, UnicodeError):
        pass
    return None
