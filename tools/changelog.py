"""Check the list of changes of the specification against its version and its vectors.

People test their programs against a version. So `specs/CHANGELOG.md` says of each, the newest first, what changed, and
how many vectors there were and which hash `index.json` had: vectors that change without a word are noticed.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

__all__ = ["changelog_faults", "suite_line"]

DIGITS: Final = 16
_VERSION: Final = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
_HEADING: Final = re.compile(r"^## (.+)$", re.MULTILINE)
_HOW: Final = "raise VERSION (specs/README.md says which part of it) and say what changed in an entry of its own"


def suite_line(specs: Path) -> str:
    """Return the line by which an entry says which vectors its version has."""
    index = (specs / "index.json").read_bytes()
    n_vectors = sum(map(len, json.loads(index)["vectors"].values()))
    return f"{n_vectors} vectors; SHA-256 of `index.json`: `{hashlib.sha256(index).hexdigest()[:DIGITS]}`."


def changelog_faults(specs: Path) -> list[str]:
    """Return what is wrong with `CHANGELOG.md`, in words."""
    path = specs / "CHANGELOG.md"
    if not path.is_file():
        return ["specs/CHANGELOG.md: there is no such file"]
    parts = _HEADING.split(path.read_text(encoding="utf-8"))
    entries = list(zip(parts[1::2], parts[2::2], strict=True))
    return [f"specs/CHANGELOG.md: {fault}" for fault in _faults(specs, entries)]


def _faults(specs: Path, entries: list[tuple[str, str]]) -> Iterator[str]:
    wrong = [name for name, _text in entries if not _VERSION.fullmatch(name)]
    if wrong or not entries:
        yield f"expected headings `## MAJOR.MINOR.PATCH`, found {', '.join(wrong) or 'none'}"
        return
    for (newer, _), (older, _) in pairwise(entries):
        if _numbers(newer) <= _numbers(older):
            yield f"{newer} stands above {older}"
    for name, text in entries:
        if not re.search(r"^- \S", text, re.MULTILINE):
            yield f"{name}: expected a list of what changed"
    newest, text = entries[0]
    version = (specs / "VERSION").read_text(encoding="utf-8").strip()
    if newest != version:
        yield f"VERSION is {version}, the newest entry {newest}: {_HOW}"
    elif suite_line(specs) not in text.splitlines():
        yield f"{newest}: the vectors are others than then: {_HOW}, with the line: {suite_line(specs)}"


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))
