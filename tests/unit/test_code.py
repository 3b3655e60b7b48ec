"""Which code results are of: whatever can decide a result counts, and nothing else does."""

import subprocess
import sys
from pathlib import Path

import pytest

from mlslcs_ref._build import source_folder
from mlslcs_ref._code import ROOT, SHOWING, Code, code_in, this_code

FILES = {
    "__init__.py": "",
    "core/__init__.py": "",
    "core/cycle.py": "X = 1\n",
    "experiments/folds.py": "Y = 1\n",
    "experiments/grid/tasks.py": "Z = 1\n",
    "experiments/statistics/ranks.py": "R = 1\n",
    "cli/main.py": "C = 1\n",
}
LOADED = """
import sys
from importlib import import_module
from mlslcs_ref.experiments.grid import tasks
from mlslcs_ref.experiments.methods import KINDS
for place in KINDS.values():
    import_module(place.partition(":")[0])
print(*(name for name in sys.modules if name.startswith("mlslcs_ref.")))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a small package in it."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(text.encode())
    return tmp_path


def test_parts_are_the_folders_that_decide(folder: Path) -> None:
    assert list(code_in(folder).parts) == [ROOT, "core", "experiments", "experiments.grid"]


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("__init__.py", ROOT),
        ("core/cycle.py", "core"),
        ("core/new.py", "core"),
        ("new/x.py", "new"),
        ("experiments/grid/tasks.py", "experiments.grid"),
    ],
)
def test_a_change_of_what_decides_is_other_code_and_its_part_is_told(folder: Path, name: str, part: str) -> None:
    before = code_in(folder)
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("# changed\n")
    after = code_in(folder)

    assert after.sha256 != before.sha256
    assert after.differences(before) == before.differences(after) == (part,)


def test_what_moves_from_one_module_to_the_next_is_other_code(folder: Path) -> None:
    before = code_in(folder)
    (folder / "core" / "__init__.py").write_text("X = 1\n")
    (folder / "core" / "cycle.py").write_text("")

    assert code_in(folder).sha256 != before.sha256


def test_what_only_shows_results_and_what_a_build_leaves_make_no_other_code(folder: Path) -> None:
    before = code_in(folder)
    for name in ("cli/main.py", "experiments/statistics/ranks.py", "core/cycle.so", "core/__pycache__/cycle.pyc"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("changed")
    # a checkout on Windows
    (folder / "core" / "cycle.py").write_bytes(b"X = 1\r\n")

    assert code_in(folder) == before


def test_the_release_decides_nothing() -> None:
    assert Code("0.1.0", {"core": "a"}).sha256 == Code("(not installed)", {"core": "a"}).sha256


def test_no_unit_of_work_loads_what_does_not_count() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    loaded = {name.removeprefix("mlslcs_ref.") for name in done.stdout.split()}

    assert "experiments.rivals.mlknn" in loaded
    assert [name for name in loaded if any(f"{name}.".startswith(f"{shown}.") for shown in SHOWING)] == []
    # the specification is in the package where that is installed, and beside it in the repository
    for shown in SHOWING - {"specs"}:
        assert source_folder().joinpath(*shown.split(".")).is_dir()


def test_a_process_has_one_code_whatever_becomes_of_its_files() -> None:
    assert this_code() is this_code()
    assert this_code().parts.keys() >= {"core", "data", "inference", "rulesets", "experiments.rivals"}
