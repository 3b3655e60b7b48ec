"""`report`: a saved model as one page for a browser."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from mlslcs_ref.atomic import make_folder, require_writable, require_writable_in, write_text
from mlslcs_ref.cli.call import names
from mlslcs_ref.cli.call.loading import require_other_file
from mlslcs_ref.cli.models.model_data import model_dataset, noted, row_of
from mlslcs_ref.cli.screen import load_matplotlib, said_when_slow, write_stdout
from mlslcs_ref.documents.visible import visible
from mlslcs_ref.errors import UsageError
from mlslcs_ref.rulesets.model_file import load_model

PAGE: Final = "index.html"
PAGES: Final = (".html", ".htm")


def report(arguments: argparse.Namespace) -> int:
    """Do the command and return the exit status."""
    # loading matplotlib takes a second, and pages without pictures do not need it
    from mlslcs_ref.rulesets.page.model_page import html_report, pictures_of  # noqa: PLC0415

    file = _page_file(arguments.out)
    require_other_file(str(file), "--out", arguments.model, arguments.data)
    model = noted(load_model(arguments.model), arguments)
    dataset = model_dataset(model, arguments)
    if arguments.row is not None and dataset is None:
        raise UsageError(f"--row needs the data ({model.record.data}): add --data FILE")
    row = row_of(1 if arguments.row is None else arguments.row, dataset.n_instances, dataset.name) if dataset else 0
    if arguments.no_pictures and arguments.row is not None:
        raise UsageError("--row draws a picture; leave out --no-pictures")
    if not arguments.no_pictures:
        load_matplotlib(arguments.alone)
    with said_when_slow("making the page"):
        pictures = () if arguments.no_pictures else pictures_of(model, dataset, row)
        page = html_report(model, pictures, dataset)
    make_folder(file.parent)
    write_text(file, page)
    write_stdout(visible(str(file)) + "\n")
    return 0


def _page_file(out: str) -> Path:
    """Return the file to write: the given path if it is named like a page, else a page in that folder."""
    named = Path(out)
    if names.is_document(out, PAGES):
        require_writable(named)
        return named
    if names.is_document(out, names.DOCUMENTS):
        raise UsageError(
            f"--out {out}: expected a page, as {named.with_suffix(PAGES[0])}, or a folder, found the name of another "
            f"file; pictures alone are drawn in Python, as model.plot.coverage().figure.savefig({named.name!r})"
        )
    require_writable_in(named, PAGE)
    return named / PAGE
