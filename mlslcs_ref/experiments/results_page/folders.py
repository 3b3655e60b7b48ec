"""Finding folders of results, and writing a page about them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from mlslcs_ref.atomic import make_folder, require_writable_in, write_text
from mlslcs_ref.documents.document import Document
from mlslcs_ref.documents.html import html_page
from mlslcs_ref.documents.markdown import figure_files, markdown_text
from mlslcs_ref.errors import PlanError
from mlslcs_ref.experiments.tuning.document import TUNING

HTML: Final = "index.html"
MARKDOWN: Final = "report.md"
MARK: Final = "plan.toml"


class Found(NamedTuple):
    """The contents of the given folders."""

    results: tuple[Path, ...]
    """Folders of results."""
    tunings: tuple[Path, ...]
    """Folders of `experiment tune`, which hold results of their own, of its steps."""


def found_folders(paths: Sequence[str | Path]) -> Found:
    """Return the given folders of results, or those in them, each once."""
    found: dict[Path, Path] = {}
    for path in map(Path, paths):
        if not os.path.isdir(path):  # noqa: PTH112 - of a name too long too
            raise PlanError("expected a folder of results, found none", str(path))
        inside = [path] if _is_one(path) else sorted(filter(_is_one, path.iterdir()))
        if not inside:
            raise PlanError(f"expected a folder of results, or one that holds such folders, found no {MARK}", str(path))
        for folder in inside:
            found.setdefault(folder.resolve(), folder)
    folders = tuple(found.values())
    return Found(
        tuple(folder for folder in folders if not (folder / TUNING).is_file()),
        tuple(folder for folder in folders if (folder / TUNING).is_file()),
    )


def _is_one(folder: Path) -> bool:
    return (folder / MARK).is_file() or (folder / TUNING).is_file()


def require_page_folder(folder: Path) -> None:
    """Check before work is done that a page can be written; OutputError if it cannot."""
    require_writable_in(folder, HTML)


def write_page(document: Document, folder: Path) -> tuple[Path, Path]:
    """Write a page as HTML, and as Markdown with its figures beside it, and return where both are."""
    html, markdown, figures = html_page(document), markdown_text(document), figure_files(document)
    require_page_folder(folder)
    make_folder(folder)
    for name, text in figures.items():
        write_text(folder / name, text)
    write_text(folder / MARKDOWN, markdown)
    write_text(folder / HTML, html)
    return folder / HTML, folder / MARKDOWN
