"""The documentation site can be made, and its notebooks run."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
from builds import ROOT

DOCS = ROOT / "tools" / "docs"


@pytest.mark.parametrize("notebook", sorted((DOCS / "notebooks").glob("*.py")), ids=lambda path: path.stem)
def test_a_notebook_runs_from_its_first_cell_to_its_last(notebook: Path, tmp_path: Path) -> None:
    """Its assertions are the check of what it says."""
    done = subprocess.run(
        [sys.executable, notebook],
        cwd=tmp_path,
        env={**os.environ, "MPLBACKEND": "Agg", "COLUMNS": "100"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("mkdocs") is None, reason="`dev.py docs` installs what the site needs")
def test_every_link_of_the_site_leads_somewhere() -> None:
    done = subprocess.run([sys.executable, DOCS / "build.py"], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
