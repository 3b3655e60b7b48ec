"""Names as people write them on the command line; an empty one is a mistake, most often an unset shell variable."""

from __future__ import annotations

import argparse

from mlslcs_ref.cli.call.loading import expanded

__all__ = ["file", "labels", "name"]


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
