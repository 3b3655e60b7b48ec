"""The two output streams: pages, documents and messages."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from importlib import import_module
from typing import Any, Final, TextIO

from mlslcs_ref._signals import ending_at_once
from mlslcs_ref.atomic import write_text, write_whole
from mlslcs_ref.documents.document import Block
from mlslcs_ref.documents.look import Look, look_of
from mlslcs_ref.documents.records import records_text
from mlslcs_ref.documents.visible import visible
from mlslcs_ref.errors import OutputError

DRAWING: Final = ("matplotlib.figure", "matplotlib.backends.backend_svg")
STDOUT: Final = "standard output"
SLOW_SECONDS: Final = 1.0


def load_matplotlib(alone: bool) -> None:
    """Load matplotlib, which takes a second; if it is missing, the error comes later.

    Python does not react to a signal while a module loads. A process that has begun nothing, and exists for this call
    alone, can be ended by the signal itself.
    """
    with ending_at_once() if alone else nullcontext(), suppress(ImportError):
        for module in DRAWING:
            import_module(module)


def stdout_look() -> Look:
    """Return the look of standard output."""
    return look_of(sys.stdout)


def page_text(blocks: Sequence[Block], look: Look) -> str:
    """Return the text of a page."""
    if not look.terminal:
        return records_text(blocks, look.colour)
    # it loads rich
    from mlslcs_ref.documents.terminal import terminal_text  # noqa: PLC0415

    return terminal_text(blocks, look)


def print_page(blocks: Sequence[Block], look: Look) -> None:
    """Write a page to standard output."""
    write_stdout(page_text(blocks, look))


def print_json(document: dict[str, Any]) -> None:
    """Write a JSON document to standard output, in ASCII, which every terminal and program takes."""
    write_document(json.dumps(document, indent=1, allow_nan=False) + "\n")


def require_stdout() -> None:
    """Check, before work is done for it, that there is a standard output."""
    if sys.stdout is None:
        raise OutputError("it is closed", STDOUT)


def write_stdout(text: str) -> None:
    """Write a page to its last byte; what the stream's encoding does not have is escaped."""
    require_stdout()
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    _write_stdout(text.encode(encoding, "backslashreplace"), encoding)


def write_document(text: str) -> None:
    """Write text that programs read to its last byte, in UTF-8 whatever the encoding is said to be.

    On a terminal, characters that cannot be seen or that its encoding lacks are escaped.
    """
    require_stdout()
    if sys.stdout.isatty():
        write_stdout("".join(f"{visible(line)}\n" for line in text.removesuffix("\n").split("\n")))
    else:
        _write_stdout(text.encode("utf-8"), "utf-8")


def write_output(file: str | None, text: str) -> None:
    """Write text that programs read to a file, or to standard output."""
    if file is None:
        write_document(text)
    else:
        write_text(file, text)


def _write_stdout(data: bytes, encoding: str) -> None:
    stream = sys.stdout
    try:
        # a program may have replaced the stream by one of text alone
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


@contextmanager
def said_when_slow(what: str, quiet: bool = False) -> Iterator[None]:
    """Say on a terminal what is being done, once it has taken more than a second."""
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    timer = threading.Timer(SLOW_SECONDS, complain, (f"mlslcs_ref: {what} ...",))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def write_stderr(text: str) -> None:
    """Write text to standard error if possible; if not, there is nowhere else to report it."""
    if sys.stderr is None:
        return
    with suppress(OSError, ValueError):
        sys.stderr.write(_encodable(text, sys.stderr))
        sys.stderr.flush()


def silence(stream: TextIO | None) -> None:
    """Discard the buffer of a stream, so that the interpreter does not fail on it at its end."""
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
