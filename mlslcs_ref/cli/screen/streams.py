"""Standard output and standard error: what they can show, and writing to them without surprises."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Final, TextIO

from mlslcs_ref.atomic import write_whole
from mlslcs_ref.documents.look import Look
from mlslcs_ref.documents.visible import visible
from mlslcs_ref.errors import OutputError

__all__ = ["complain", "look_of", "require_stdout", "silence", "write_document", "write_stderr", "write_stdout"]

DEFAULT_WIDTH: Final = 80
LEAST_WIDTH: Final = 20
STDOUT: Final = "standard output"


def look_of(stream: TextIO | None, environ: Mapping[str, str] | None = None) -> Look:
    """Return how output to a stream is to look.

    NO_COLOR forbids escape codes and FORCE_COLOR asks for them; each counts if it is not empty, and the first wins. A
    terminal that calls itself dumb gets none. COLUMNS is the width if it is a number.
    """
    variables = os.environ if environ is None else environ
    terminal = stream is not None and stream.isatty()
    dumb = variables.get("TERM", "") in {"dumb", "unknown"}
    forced = variables.get("FORCE_COLOR", "") not in {"", "0"}
    colour = not variables.get("NO_COLOR") and not dumb and (terminal or forced)
    encoding = (getattr(stream, "encoding", None) or "utf-8").lower()
    return Look(terminal, colour, max(_width(stream, variables), LEAST_WIDTH), not encoding.startswith("utf"))


def _width(stream: TextIO | None, variables: Mapping[str, str]) -> int:
    columns = variables.get("COLUMNS", "")
    if columns.isascii() and columns.isdecimal() and len(columns) < 6 and int(columns) > 0:
        return int(columns)
    with suppress(OSError, ValueError):
        if stream is not None and (width := os.get_terminal_size(stream.fileno()).columns) > 0:
            return width
    return DEFAULT_WIDTH


def require_stdout() -> None:
    """Check, before work is done for it, that there is a standard output.

    Raises
    ------
    OutputError
        If it is closed.
    """
    if sys.stdout is None:
        raise OutputError("it is closed", STDOUT)


def write_stdout(text: str) -> None:
    """Write a page to its last byte; what the stream's encoding does not have is escaped.

    Raises
    ------
    OutputError
        If it is closed or full.
    BrokenPipeError
        If nobody reads it any more.
    """
    require_stdout()
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    _write_stdout(text.encode(encoding, "backslashreplace"), encoding)


def write_document(text: str) -> None:
    """Write text that programs read to its last byte, in UTF-8 whatever the encoding is said to be.

    On a terminal what is not seen is escaped, and what the terminal's encoding does not have.

    Raises
    ------
    OutputError
        If it is closed or full.
    BrokenPipeError
        If nobody reads it any more.
    """
    require_stdout()
    if sys.stdout.isatty():
        write_stdout("".join(f"{visible(line)}\n" for line in text.removesuffix("\n").split("\n")))
    else:
        _write_stdout(text.encode("utf-8"), "utf-8")


def _write_stdout(data: bytes, encoding: str) -> None:
    stream = sys.stdout
    try:
        # whoever replaces the stream may give one of text alone
        binary = getattr(stream, "buffer", None)
        stream.flush()
        if binary is None:
            stream.write(data.decode(encoding))
            stream.flush()
        else:
            write_whole(binary, data)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(error.strerror or str(error), STDOUT) from None


def complain(text: str) -> None:
    """Write a message that may hold anything as one line to standard error."""
    write_stderr(visible(text) + "\n")


def write_stderr(text: str) -> None:
    """Write text to standard error, if there is one that takes it: there is nobody left to tell otherwise."""
    if sys.stderr is None:
        return
    with suppress(OSError, ValueError):
        sys.stderr.write(_encodable(text, sys.stderr))
        sys.stderr.flush()


def silence(stream: TextIO | None) -> None:
    """Send what a stream still holds to nowhere, so that the interpreter does not fail on it at its end."""
    if stream is None:
        return
    with suppress(OSError, ValueError):
        descriptor = stream.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, descriptor)
        os.close(nowhere)


def _encodable(text: str, stream: TextIO) -> str:
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)
