"""What shows on standard error how far a run is: a bar on a terminal, else a line now and then."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TextIO

from mlslcs_ref.documents.look import look_of
from mlslcs_ref.documents.progress import Display, LineDisplay, NoDisplay


@contextmanager
def display_on_stderr(quiet: bool = False, log: bool = True) -> Iterator[Display]:
    """Give the display that fits standard error, and wipe it at the end, and before a warning is shown.

    A `quiet` one shows nothing; `log` asks for lines where standard error is no terminal.
    """
    display = _display(sys.stderr, quiet, log)
    others = warnings.showwarning

    def show(*given: Any, **named: Any) -> None:
        display.clear()
        others(*given, **named)

    with warnings.catch_warnings():
        warnings.showwarning = show
        try:
            yield display
        finally:
            display.clear()


def _display(stream: TextIO | None, quiet: bool, log: bool) -> Display:
    if quiet or stream is None:
        return NoDisplay()
    look = look_of(stream)
    in_notebook = type(stream).__module__.startswith("ipykernel")
    if not look.terminal and not in_notebook:
        return LineDisplay(stream) if log else NoDisplay()
    if look.terminal and os.environ.get("TERM", "") == "dumb":
        return LineDisplay(stream)
    # it loads rich
    from mlslcs_ref.documents.bar import BarDisplay  # noqa: PLC0415

    # a cell of a notebook goes back to the beginning of a line, and knows no other code
    return BarDisplay(stream, look if look.terminal else replace(look, colour=False))
