"""Finding folders of results, and writing a page about them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from mlslcs_ref.atomic import require_writable, write_text
from mlslcs_ref.errors import OutputError, PlanError
from mlslcs_ref.experiments.results_page.document import Document
from mlslcs_ref.experiments.results_page.html_page import html_text
from mlslcs_ref.experiments.results_page.markdown_page import figure_files, markdown_text

__all__ = ["HTML", "MARKDOWN", "require_page_folder", "results_folders", "write_page"]

HTML: Final = "index.html"
MARKDOWN: Final = "report.md"
MARK: Final = "plan.toml"


def results_folders(paths: Sequence[str | Path]) -> tuple[Path, ...]:
    """Return the folders of results that are named, or that stand in a folder that is named, each once.

    Raises
    ------
    PlanError
        If a path is no folder, or there are no results in it.
    """
    found: dict[Path, Path] = {}
    for path in map(Path, paths):
        if not path.is_dir():
            raise PlanError("expected a folder of results, found none", str(path))
        if (path / MARK).is_file():
            folders = [path]
        else:
            folders = sorted(folder for folder in path.iterdir() if (folder / MARK).is_file())
        if not folders:
            raise PlanError(f"expected a folder of results, or one that holds such folders, found no {MARK}", str(path))
        for folder in folders:
            found.setdefault(folder.resolve(), folder)
    return tuple(found.values())


def require_page_folder(folder: Path) -> None:
    """Check before work is done that a page can be written.

    Raises
    ------
    OutputError
        If it cannot.
    """
    if folder.is_dir():
        require_writable(folder / HTML)
    elif folder.exists():
        raise OutputError("expected a directory for the page, found a file", str(folder))
    else:
        require_writable(folder)


def write_page(document: Document, folder: Path) -> tuple[Path, Path]:
    """Write a page as HTML, and as Markdown with its figures beside it, and return where both are.

    Raises
    ------
    OutputError
        If a file cannot be written.
    """
    html, markdown, figures = html_text(document), markdown_text(document), figure_files(document)
    require_page_folder(folder)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise OutputError(error.strerror or str(error), str(folder)) from None
    for name, text in figures.items():
        write_text(folder / name, text)
    write_text(folder / MARKDOWN, markdown)
    write_text(folder / HTML, html)
    return folder / HTML, folder / MARKDOWN
