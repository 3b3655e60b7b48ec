"""The documentation site can be made, and its notebooks run."""

import importlib.util
import sys
from pathlib import Path

import pytest
from builds import ROOT
from terminals import ran, variables

DOCS = ROOT / "tools" / "docs"


@pytest.mark.parametrize("notebook", sorted((DOCS / "notebooks").glob("*.py")), ids=lambda path: path.stem)
def test_a_notebook_runs_from_its_first_cell_to_its_last(notebook: Path, tmp_path: Path) -> None:
    """Its assertions are the check of what it says."""
    done = ran(sys.executable, notebook, cwd=tmp_path, env=variables(MPLBACKEND="Agg", COLUMNS="100"))

    assert done.status == 0, done.err


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("mkdocs") is None, reason="`dev.py docs` installs what the site needs")
def test_every_link_of_the_site_leads_somewhere() -> None:
    done = ran(sys.executable, DOCS / "build.py", timeout=None)

    assert done.status == 0, done.err
