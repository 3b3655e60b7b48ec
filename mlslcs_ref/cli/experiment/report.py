"""`experiment report`: folders of results as one page, in HTML and in Markdown."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from mlslcs_ref.cli.call import names
from mlslcs_ref.cli.call.options import add_data_dir
from mlslcs_ref.cli.screen import load_matplotlib, write_stdout
from mlslcs_ref.documents.visible import visible
from mlslcs_ref.experiments.results_page.folders import found_folders, load_with_data, require_page_folder, write_page
from mlslcs_ref.experiments.results_page.pages import results_document
from mlslcs_ref.experiments.tuning.document import load_tuned

PAGE: Final = "page"


def add_experiment_report(actions: Any, add: Callable[..., Any]) -> None:
    """Add the action; `add` is as in `add_experiment`."""
    parser = add(
        actions, "report", "make a page of folders of results: tables, figures, and verdicts on the paper's claims"
    )
    parser.add_argument(
        "folders", type=names.file, nargs="+", metavar="DIR", help="a folder of results, or a folder of such folders"
    )
    parser.add_argument(
        "--out", type=names.new_folder, metavar="DIR", help=f"folder for the page (default: {PAGE} in the first DIR)"
    )
    add_data_dir(parser)


def experiment_report(arguments: argparse.Namespace) -> int:
    """Do the action and return the exit status."""
    load_matplotlib(arguments.alone)
    found = found_folders(arguments.folders)
    out = Path(arguments.folders[0]) / PAGE if arguments.out is None else Path(arguments.out)
    require_page_folder(out)
    runs = [load_with_data(folder, arguments.data_dir) for folder in found.results]
    document = results_document(runs, [load_tuned(folder) for folder in found.tunings])
    for path in write_page(document, out):
        write_stdout(visible(str(path)) + "\n")
    return 0
