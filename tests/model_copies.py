"""Copies of the model of the specification with a fault in them."""

import importlib
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Final

from repo.source import ROOT

MODEL: Final = ROOT / "specs" / "model"


def faulty_copy(folder: Path, sound: str, faulty: str) -> Path:
    """Copy the model into a folder, with another text where `sound` stands, which is in one place."""
    copy = Path(shutil.copytree(MODEL, folder / "model", ignore=shutil.ignore_patterns("__pycache__")))
    places = [path for path in sorted(copy.glob("*.py")) if sound in path.read_text(encoding="utf-8")]
    assert len(places) == 1, f"{sound!r} stands in {len(places)} files"
    source = places[0].read_text(encoding="utf-8")
    assert source.count(sound) == 1, f"{sound!r} stands in {places[0].name} more than once"
    places[0].write_text(source.replace(sound, faulty), encoding="utf-8")
    return copy


@contextmanager
def imported_copy(copy: Path) -> Iterator[ModuleType]:
    """Give the executor of a copy, imported in place of the model itself, which comes back afterwards."""
    own = {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] == "model"}
    sys.path.insert(0, str(copy.parent))
    importlib.invalidate_caches()
    try:
        yield importlib.import_module("model.executor")
    finally:
        sys.path.remove(str(copy.parent))
        for name in [name for name in sys.modules if name.partition(".")[0] == "model"]:
            del sys.modules[name]
        sys.modules.update(own)
