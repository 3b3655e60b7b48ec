"""Numbered lines of a text file; whatever is wrong with the file becomes a `DataError`.

It knows nothing about formats. A file packed by gzip is unpacked as it is read. Memory is bounded by the longest line,
and lines, files and what gzip makes of them have limits, so that no input takes the machine with it.
"""

from __future__ import annotations

import codecs
import gzip
import io
import re
import zlib
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from os import PathLike, fspath
from pathlib import Path
from typing import IO, Any, BinaryIO, Final, TypeAlias

from mlslcs_ref.data.words import shown
from mlslcs_ref.errors import DataError

PathName: TypeAlias = str | PathLike[str]

CHUNK: Final = 2**16
MAX_BYTES: Final = 2**32
"""Most bytes that are read of a file, unpacked (4 GiB)."""
MAX_LINE: Final = 2**24
"""Most characters of a line (16 Mi)."""
MAX_WHOLE: Final = 2**28
"""Most bytes of what is read into memory as a whole: a label XML, standard input (256 MiB)."""

_GZIP: Final = b"\x1f\x8b"
_UTF_8_MARK: Final = b"\xef\xbb\xbf"
_ONE_BYTE: Final = ("iso8859", "cp125", "cp437", "cp85", "mac", "koi8")
_LINE_END = re.compile(rb"\r\n|\r|\n")
_COMPRESSED = {b"PK\x03\x04": "zip", b"BZh": "bzip2", b"\xfd7zXZ": "xz", b"(\xb5/\xfd": "zstd"}
_WORKBOOK: Final = re.compile(
    rb"PK\x03\x04.*(\[Content_Types\]\.xml|docProps/|xl/|application/vnd\.oasis)|\xd0\xcf\x11\xe0", re.DOTALL
)
_OTHERS: Final = (
    (_WORKBOOK, "a workbook", "read_excel"),
    (re.compile(b"PAR1"), "Parquet", "read_parquet"),
    (re.compile(b"ARROW1"), "Feather", "read_feather"),
    (re.compile(b"SQLite format 3"), "a database", "read_sql"),
    (re.compile(rb"\x89HDF"), "HDF5", "read_hdf"),
    (re.compile(rb"\s*<(!doctype html|html)", re.IGNORECASE), "HTML", "read_html"),
    (re.compile(rb"(\xef\xbb\xbf)?\s*(\{\s*\"[^\"\n]*\"\s*:|\[\s*[\[{])"), "JSON", "read_json"),
)
"""Files of other programs: how they begin, what they are, and what reads them."""
_POINTER: Final = b"version https://git-lfs"
_SNIFFED_BYTES = 4096
_BUFFER: Final = 2**18


@dataclass(frozen=True)
class TextSource(PathLike[str]):
    """What is read: a file, or bytes that are here already."""

    name: str
    """The path of the file, or what to call the bytes in messages."""
    data: bytes | None = field(default=None, repr=False)
    """The bytes; by default those of the file."""

    def __fspath__(self) -> str:
        """Return the name, so that a source can stand where a path can."""
        return self.name


def standard_input(stream: IO[bytes]) -> TextSource:
    """Return what standard input holds, read once and to its end."""
    name = "standard input"
    with _readable(name):
        return TextSource(name, _whole(stream, name, MAX_WHOLE))


def rereadable(path: PathName) -> PathName:
    """Return what can be read more than once: the source itself, or what a pipe holds, read to its end."""
    name = fspath(path)
    with _readable(name):
        if isinstance(path, TextSource) or not Path(name).is_fifo():
            return path
        with Path(name).open("rb") as stream:
            return TextSource(name, _whole(stream, name, MAX_WHOLE))


def read_bytes(path: PathName, most: int = MAX_WHOLE) -> bytes:
    """Read a whole file, unpacked if it is packed by gzip."""
    name = fspath(path)
    with _opened(path) as binary, _readable(name):
        return _whole(binary, name, most)


def seems_utf_8(path: PathName, encoding: str) -> bool:
    """Tell whether a text begins as UTF-8 beyond ASCII does, though it is read in an encoding of a byte a character."""
    try:
        if not codecs.lookup(encoding).name.startswith(_ONE_BYTE):
            return False
    except (LookupError, ValueError):  # ValueError: a NUL character in the name
        return False
    with _opened(path) as binary, _readable(fspath(path)):
        head = binary.read(_SNIFFED_BYTES)
    try:
        # its end may cut a character
        return not (head.startswith(_UTF_8_MARK) or codecs.getincrementaldecoder("utf-8")().decode(head).isascii())
    except UnicodeDecodeError:
        return False


def head_of(path: PathName, encoding: str) -> str:
    """Return the beginning of a text, with a question mark for what is not in the encoding; its end may cut a line."""
    name = fspath(path)
    with _opened(path) as binary, _readable(name):
        head = binary.read(_SNIFFED_BYTES)
    try:
        codecs.lookup(encoding)
        return head.decode("utf-8" if head.startswith(_UTF_8_MARK) else encoding, "replace").removeprefix("\ufeff")
    except (LookupError, ValueError):
        raise _unknown_encoding(encoding, name) from None


def numbered_lines(path: PathName, encoding: str) -> Generator[tuple[int, str], None, None]:
    r"""Yield the lines of a text file with their numbers from 1; ``\r\n`` and ``\r`` also end a line.

    A byte order mark at the beginning is skipped. A file that cannot be opened, is compressed otherwise than by gzip or
    binary, or is not written in the encoding is a `DataError`.
    """
    name = fspath(path)
    if not isinstance(encoding, str):
        raise DataError(
            f"expected the name of an encoding, found a value of type {type(encoding).__name__}",
            name,
            argument="encoding",
        )
    with _opened(path) as binary, _readable(name):
        try:
            _refuse_other_formats(binary, name, encoding)
            codecs.lookup(encoding)
            if binary.peek(3).startswith(_UTF_8_MARK):
                # whatever encoding was said
                binary.read(3)
                encoding = "utf-8"
            text = io.TextIOWrapper(binary, encoding=encoding)
            number = 0
            while line := text.readline(MAX_LINE + 1):
                number += 1
                if len(line) > MAX_LINE:
                    raise DataError(
                        f"expected lines of at most {MAX_LINE} characters, found a longer one", name, number
                    )
                yield number, line.removeprefix("\ufeff") if number == 1 else line
        except DataError:  # it is a ValueError too
            raise
        except UnicodeError:
            raise _not_in_encoding(path, encoding) from None
        except (LookupError, ValueError):
            raise _unknown_encoding(encoding, name) from None


def _unknown_encoding(encoding: str, name: str) -> DataError:
    return DataError(f"unknown encoding {shown(encoding)}; examples: utf-8, latin-1, cp1252", name, argument="encoding")


class _Bounded(io.RawIOBase):
    """The bytes of a stream, up to a limit that no file should reach."""

    def __init__(self, stream: BinaryIO | gzip.GzipFile, name: str, packed: io.BufferedIOBase | None = None) -> None:
        self._stream = stream
        self._packed = packed
        self._name = name
        self._left = MAX_BYTES

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._stream.read(len(buffer))
        self._left -= len(data)
        if self._left < 0:
            raise DataError(f"expected at most {MAX_BYTES} bytes (unpacked), found more", self._name)
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._stream.close()
        if self._packed is not None:
            # a stream that unpacks leaves the packed one open
            self._packed.close()
        super().close()


def _whole(stream: Any, name: str, most: int) -> bytes:
    data = bytearray()
    # a stream makes room at once for all that it is asked for
    while found := stream.read(CHUNK):
        data += found
        if len(data) > most:
            raise DataError(f"expected at most {most} bytes, found more", name)
    return bytes(data)


def _opened(path: PathName) -> io.BufferedReader:
    """Open a source, unpacked; the caller closes it."""
    name = fspath(path)
    with _readable(name):
        if isinstance(path, TextSource) and path.data is not None:
            binary: BinaryIO = io.BytesIO(path.data)
        elif Path(name).is_dir():
            raise DataError("expected a file, found a directory", name)
        else:
            binary = Path(name).open("rb")  # noqa: SIM115 -- the caller closes it
    buffered = binary if isinstance(binary, io.BufferedReader) else io.BufferedReader(_Bounded(binary, name))
    with _readable(name), ExitStack() as failed:
        failed.callback(buffered.close)
        packed = buffered.peek(2)[:2] == _GZIP
        failed.pop_all()
    unpacked = gzip.GzipFile(fileobj=buffered) if packed else buffered
    return io.BufferedReader(_Bounded(unpacked, name, buffered), _BUFFER)


@contextmanager
def _readable(name: str) -> Iterator[None]:
    """Turn what a file raises that is not there, damaged or cut off into a `DataError`."""
    try:
        yield
    except FileNotFoundError:
        raise DataError("no such file", name) from None
    except DataError:  # it is a ValueError too
        raise
    except (OSError, EOFError, zlib.error, ValueError) as error:  # ValueError: a NUL character in the name
        reason = error.strerror if isinstance(error, OSError) else None
        raise DataError(f"cannot be read: {reason or error}", name) from None


def _refuse_other_formats(binary: io.BufferedReader, name: str, encoding: str) -> None:
    """Recognise compressed and binary files by their first bytes, without consuming them."""
    head = binary.peek(_SNIFFED_BYTES)[:_SNIFFED_BYTES]
    for beginning, kind, reader in _OTHERS:
        if beginning.match(head):
            raise DataError(
                f"expected text with a row on each line, found {kind}; pandas.{reader} makes a table of it, which "
                "to_csv writes as such a file, and MlsLcsClassifier takes as it is",
                name,
            )
    if head.startswith(_POINTER):
        raise DataError("expected data, found a pointer of Git LFS in their place; git lfs pull fetches them", name)
    for magic, program in _COMPRESSED.items():
        if head.startswith(magic):
            raise DataError(f"expected text, found a {program} file; unpack it first", name)
    normalised = encoding.lower().replace("_", "-")
    if b"\x00" in head and not normalised.startswith(("utf-16", "utf-32", "u16", "u32", "utf16", "utf32")):
        raise DataError(
            "expected text, found NUL bytes: this is a binary file, or text that needs encoding='utf-16'",
            name,
            argument="encoding",
        )


def _not_in_encoding(path: PathName, encoding: str) -> DataError:
    return DataError(
        f"the text is not in the encoding {encoding!r}; choose another with encoding=..., "
        "for example encoding='latin-1' or 'cp1252'",
        fspath(path),
        _first_undecodable_line(path, encoding),
        argument="encoding",
    )


def _first_undecodable_line(path: PathName, encoding: str) -> int | None:
    """Find the line that `encoding` cannot express; text files are decoded in blocks, so the reader does not know."""
    try:
        data = read_bytes(path)
        data.decode(encoding)
    except UnicodeDecodeError as error:
        return sum(1 for _ in _LINE_END.finditer(data[: error.start])) + 1
    except (DataError, UnicodeError):
        pass
    return None
