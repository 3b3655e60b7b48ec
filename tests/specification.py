"""The suite of the specification: thousands of vectors, which a process of tests reads once."""

import gc
from functools import cache
from pathlib import Path

from repo.source import ROOT

from mlslcs_ref.oracle.suite import Suite, load_suite


@cache
def suite_of(folder: Path) -> Suite:
    """Return the suite of a folder, which stays: nobody looks through its millions of values for garbage."""
    suite = load_suite(folder)
    gc.freeze()
    return suite


def whole_suite() -> Suite:
    """Return the suite of this repository."""
    return suite_of(ROOT / "specs")
