"""Which build of the package is running: its version, and whether the core is compiled."""

from __future__ import annotations

import importlib.metadata
import importlib.util
from importlib.machinery import EXTENSION_SUFFIXES

__all__ = ["is_compiled", "version"]


def is_compiled() -> bool:
    """Tell whether this is the compiled build, by the file that Python loads for a module of `core`.

    Both builds give the same results; the pure one takes longer.
    """
    spec = importlib.util.find_spec("mlslcs_ref.core.cycle")
    return spec is not None and spec.origin is not None and spec.origin.endswith(tuple(EXTENSION_SUFFIXES))


def version() -> str:
    """Return the version of the installed package, or say that it is not installed."""
    try:
        return importlib.metadata.version("mlslcs_ref")
    except importlib.metadata.PackageNotFoundError:
        return "(not installed)"
