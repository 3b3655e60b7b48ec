"""Which build of the package is running: its version, and whether the core is compiled."""

from __future__ import annotations

import importlib.util
import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

__version__ = "0.2.0"
SPECIFICATION = "0.11.0"
"""The version of the specification that this package does, as `specs/VERSION` has it."""


def is_compiled() -> bool:
    """Tell whether this is the compiled build, by the file that Python loads for a module of `core`.

    Both builds give the same results; the pure one takes longer.
    """
    spec = importlib.util.find_spec("mlslcs_ref.core.cycle")
    return spec is not None and spec.origin is not None and spec.origin.endswith(tuple(EXTENSION_SUFFIXES))


def source_folder() -> Path:
    """Return the folder that this package is loaded from."""
    return Path(__file__).resolve().parent


def hidden_build() -> Path | None:
    """Return the folder of a compiled build that is hidden by sources in the current folder.

    `python -m` looks in the current folder first, often unmeant. What PYTHONPATH names is meant: it hides none.
    """
    here = source_folder()
    named = [Path(entry).resolve() for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry]
    if is_compiled() or sys.flags.safe_path or here.parent in named or here.parent != Path.cwd():
        return None
    for entry in sys.path:
        folder = Path(entry).resolve() / __package__
        if folder != here and any((folder / "core" / f"cycle{suffix}").is_file() for suffix in EXTENSION_SUFFIXES):
            return folder
    return None
