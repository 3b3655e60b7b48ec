"""The suite of the specification: thousands of vectors, which a process of tests reads once."""

from functools import cache
from typing import Final

from repo.source import ROOT

from mlslcs_ref.oracle.suite import Suite, load_suite

SUITE_OF: Final = cache(load_suite)
"""The suite of a folder."""


def whole_suite() -> Suite:
    """Return the suite of this repository."""
    return SUITE_OF(ROOT / "specs")
