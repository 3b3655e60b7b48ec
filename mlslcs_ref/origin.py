"""Reading files that may hold anything, whole or line by line, with a limit of size."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final, cast

from mlslcs_ref.errors import FileError, ModelError

MOST_BYTES: Final = 2**27
"""Of a document, or of a line of a file of records: more than any that the package writes."""
GZIP: Final = b"\x1f\x8b"
DAMAGED: Final = "the file is damaged or cut short"


@dataclass(frozen=True)
class Origin:
    """Where values come from."""

    file: str | None
    """The file, for messages."""
    what: str = "a model"
    """What the file is: `a model`, `a plan`. Said where it is not even JSON or TOML."""
    error: type[FileError] = ModelError
    """What is raised."""
    line: int | None = None
    """The line, where each line is a document of its own."""

    def fault(self, message: str, line: int | None = None, place: str | None = None) -> FileError:
        """Return an error of this file."""
        return self.error(message, self.file, self.line or line, place=place)

    def read(self) -> str:
        """Return the text of the file, in UTF-8, which may be packed by gzip and has at most `MOST_BYTES`."""
        with self._told(), self._opened() as stream:
            data = stream.read(MOST_BYTES + 1)
            if len(data) > MOST_BYTES:
                raise self.fault(f"expected {self.what} of at most {MOST_BYTES} bytes, found more")
            return data.decode("utf-8")

    def records(self) -> Iterator[tuple[int, Any]]:
        """Yield the number and the JSON value of every line of the file, which may be packed by gzip."""
        line = 0
        with self._told(), self._opened() as stream:
            while text := stream.readline(MOST_BYTES + 1):
                line += 1
                if len(text) > MOST_BYTES:
                    raise self.fault(f"expected lines of at most {MOST_BYTES} bytes, found a longer one", line)
                try:
                    value = json.loads(text.decode("utf-8"))
                except json.JSONDecodeError as error:
                    found = f"expected JSON, found other text ({error.msg.lower()})"
                    raise self.fault(found, line) from None
                except (RecursionError, ValueError):
                    raise self.fault(DAMAGED, line) from None
                yield line, value

    @contextmanager
    def _opened(self) -> Iterator[IO[bytes]]:
        if "\0" in (self.file or ""):
            raise self.fault("cannot be read: there is a NUL character in its name")
        with Path(self.file or "").open("rb") as file:
            is_packed = file.peek(len(GZIP)).startswith(GZIP)
            yield cast("IO[bytes]", gzip.GzipFile(fileobj=file)) if is_packed else file

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Say of this file what reading it raises."""
        try:
            yield
        except (EOFError, zlib.error, gzip.BadGzipFile):
            raise self.fault(DAMAGED) from None
        except UnicodeDecodeError:
            raise self.fault(f"expected {self.what} in UTF-8, found other bytes") from None
        except OSError as error:
            raise self.fault(f"cannot be read: {error.strerror or error}") from None
