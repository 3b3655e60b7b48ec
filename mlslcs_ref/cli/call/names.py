"""Names as people write them on the command line; an empty one is a mistake, most often an unset shell variable."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Final

STANDARD_STREAM: Final = "-"
"""Standard input where data are read, standard output where a command writes nothing else."""

DOCUMENTS: Final = tuple(
    f".{ending}"
    for ending in (
        *("html", "htm", "md", "txt", "tex", "pdf", "ipynb", "py", "sql", "dot"),
        *("svg", "png", "jpg", "jpeg", "gif", "webp"),
        *("json", "jsonl", "csv", "tsv", "toml", "yaml", "xml", "arff", "dat", "svm", "parquet", "xlsx", "gz", "zip"),
    )
)
"""How names of files end that no folder should have."""


def text(word: str) -> str:
    """Return a word that occurs in data, read as UTF-8 whatever the locale; one that is not UTF-8 stays as it is."""
    try:
        return os.fsencode(word).decode("utf-8")
    except UnicodeError:
        return word


def character(word: str) -> str:
    r"""Return one character, as `\t` or `tab` for a tab; ArgumentTypeError if it is not one."""
    found = {"\\t": "\t", "tab": "\t"}.get(word.lower(), text(word))
    if len(found) != 1:
        raise argparse.ArgumentTypeError(f"expected one character, found {found!r}")
    return found


def expanded(path: str) -> str:
    """Return a path with ~ expanded, as a shell does not behind =."""
    # the Path of a user that does not exist raises
    return os.path.expanduser(path)  # noqa: PTH111


def file(text: str) -> str:
    """Return the path of a file, its `~` expanded; ArgumentTypeError if it is empty or `-`."""
    if text == STANDARD_STREAM:
        raise argparse.ArgumentTypeError(
            "expected the name of a file, found '-': standard input is only read as data, and standard output has what "
            "the command shows; './-' is a file of that name"
        )
    return data(text)


def data(text: str) -> str:
    """Return the path of a file, its `~` expanded, or `-`; ArgumentTypeError if it is empty."""
    if not text:
        raise argparse.ArgumentTypeError("expected the name of a file, found nothing")
    return expanded(text)


def output(text: str) -> str | None:
    """Return the path of a file to write, None for `-`, which is where a command writes if no file is named."""
    return None if text == STANDARD_STREAM else file(text)


def new_folder(text: str) -> str:
    """Return the path of a folder that is there or can be made; ArgumentTypeError if it is called like a file."""
    path = file(text)
    if is_document(path, DOCUMENTS):
        raise argparse.ArgumentTypeError(
            f"expected a folder, found the name of a file, {text!r}; {text + '/'!r} is a folder"
        )
    return path


def is_document(path: str, endings: tuple[str, ...]) -> bool:
    """Tell whether a path has such an ending and is not a folder."""
    return path.lower().endswith(endings) and not Path(path).is_dir()


def labels(word: str) -> str:
    """Return what tells the labels; ArgumentTypeError if it is empty."""
    if not word.strip():
        raise argparse.ArgumentTypeError("expected a label XML, a count or names separated by commas, found nothing")
    return word if os.path.lexists(word) else text(word)


def name(text: str) -> str:
    """Return a name; ArgumentTypeError if it is empty."""
    if not text:
        raise argparse.ArgumentTypeError("expected a name, found nothing")
    return text
