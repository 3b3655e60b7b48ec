"""Which build the tests run on; `tools/dev.py test` says which one it is to be."""

import importlib
import os
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from repo.source import PACKAGE, ROOT

import mlslcs_ref
from mlslcs_ref._build import is_compiled

INTERPRETED = {"__init__", "building", "events"}


def is_extension(path: str) -> bool:
    return path.endswith(tuple(EXTENSION_SUFFIXES))


def test_the_build_that_is_to_be_tested_is_loaded() -> None:
    expected = os.environ.get("MLSLCS_REF_EXPECT_BUILD")
    if expected is None:
        pytest.skip("MLSLCS_REF_EXPECT_BUILD does not say which build is to be tested: `tools/dev.py test` sets it")

    assert is_compiled() == {"pure": False, "compiled": True}[expected]
    assert (Path(mlslcs_ref.__file__).parent == PACKAGE) == (expected == "pure")


def test_the_core_is_compiled_as_a_whole_or_not_at_all() -> None:
    names = {path.stem for path in (PACKAGE / "core").glob("*.py")} - INTERPRETED
    files = {name: importlib.import_module(f"mlslcs_ref.core.{name}").__file__ or "" for name in names}

    assert {name for name, file in files.items() if is_extension(file)} == (names if is_compiled() else set())


def test_nothing_compiled_stands_beside_the_sources() -> None:
    folders = [PACKAGE, ROOT / "tools", ROOT / "tests"]

    assert [path for folder in folders for path in folder.rglob("*") if is_extension(path.name)] == []
