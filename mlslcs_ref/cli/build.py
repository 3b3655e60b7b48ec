"""The version and the build, as the program shows them."""

from __future__ import annotations

import sys

from mlslcs_ref._build import __version__, hidden_build, is_compiled, source_folder
from mlslcs_ref.documents.visible import visible


def version_text() -> str:
    """Return version, build and place, a line each for a program to read."""
    build = "compiled" if is_compiled() else "pure"
    lines = [
        f"mlslcs_ref {__version__}, {build} build, Python {sys.version.split()[0]}",
        f"loaded from {visible(str(source_folder()))}",
    ]
    hint = build_hint()
    return "".join(f"{line}\n" for line in (lines if hint is None else [*lines, hint]))


def build_hint() -> str | None:
    """Return how to use the compiled build if the current folder hides it, else None."""
    try:
        hidden = hidden_build()
    except OSError:
        # the current folder is gone
        return None
    if hidden is None:
        return None
    return (
        "Python uses the pure sources in the current folder, with the same results but slower; python -P -m "
        f"mlslcs_ref uses the compiled build in {visible(str(hidden))}"
    )
