"""Names as people write them on the command line; an empty one is a mistake, most often an unset shell variable."""

from __future__ import annotations

import argparse
import os

__all__ = ["character", "expanded", "file", "labels", "name"]


def character(text: str) -> str:
    r"""Return one character, as `\t` or `tab` for a tab; ArgumentTypeError if it is none."""
    found = {"\\t": "\t", "tab": "\t"}.get(text.lower(), text)
    if len(found) != 1:
        raise argparse.ArgumentTypeError(f"expected one character, found {text!r}")
    return found


def expanded(path: str) -> str:
    """Return a path with ~ expanded, as a shell does not behind =."""
    # the Path of a user that does not exist raises
    return os.path.expanduser(path)  # noqa: PTH111


def file(text: str) -> str:
    """Return the path of a file, its `~` expanded; ArgumentTypeError if it is empty."""
    if not text:
        raise argparse.ArgumentTypeError("expected the name of a file, found nothing")
    return expanded(text)


def labels(text: str) -> str:
    """Return what tells the labels; ArgumentTypeError if it is empty."""
    if not text.strip():
        raise argparse.ArgumentTypeError("expected a label XML, a count or names separated by commas, found nothing")
    return text


def name(text: str) -> str:
    """Return a name; ArgumentTypeError if it is empty."""
    if not text:
        raise argparse.ArgumentTypeError("expected a name, found nothing")
    return text
