"""Writing pages and documents to standard output."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from importlib import import_module
from typing import Any, Final

from mlslcs_ref._signals import ending_at_once
from mlslcs_ref.cli.screen.streams import write_document, write_stdout
from mlslcs_ref.documents.document import Block
from mlslcs_ref.documents.look import Look, look_of
from mlslcs_ref.documents.records import records_text

DRAWING: Final = ("matplotlib.figure", "matplotlib.backends.backend_svg")


def load_matplotlib(alone: bool) -> None:
    """Load matplotlib, which takes a second; if it is missing, the error comes later.

    A signal is not heard while a module loads, but it can end a process that has begun nothing and is there for this
    call alone.
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
