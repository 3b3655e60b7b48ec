"""A results page as one HTML file: no network, no script, for narrow screens, the dark and screen readers too."""

from __future__ import annotations

from importlib.resources import files

from mlslcs_ref._build import __version__
from mlslcs_ref.experiments.extra import needed_by
from mlslcs_ref.experiments.results_page.document import Document, shown

__all__ = ["html_text"]


def html_text(document: Document) -> str:
    """Return the page.

    Parameters
    ----------
    document : Document
        What it shows; markup in its texts is escaped.

    Raises
    ------
    UsageError
        If jinja2 is not installed.
    """
    with needed_by("a report"):
        from jinja2 import Environment, StrictUndefined  # noqa: PLC0415 - an extra
    here = files("mlslcs_ref.experiments.results_page")
    house = (files("mlslcs_ref.experiments") / "page.css").read_text(encoding="utf-8")
    environment = Environment(autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True, finalize=_visible)
    template = environment.from_string((here / "page.html").read_text(encoding="utf-8"))
    css = house + (here / "page.css").read_text(encoding="utf-8")
    return template.render(document=document, css=css, version=__version__)


def _visible(value: object) -> object:
    # the style sheet and the pictures are marked safe, and no plain text
    return shown(value) if type(value) is str else value
