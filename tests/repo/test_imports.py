"""Every module of the package can be the first that is imported: no circle of imports stands in its way."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from terminals import variables

import mlslcs_ref

PACKAGE = Path(mlslcs_ref.__file__).parent
ALL = """
import importlib, os, sys
import numpy
for name in sys.argv[1:]:
    child = os.fork()
    if not child:
        importlib.import_module(name)
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        print(name)
"""


def modules() -> Iterator[str]:
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.name != "__main__.py":
            parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="processes that begin as copies")
def test_every_module_can_be_imported_first() -> None:
    found = subprocess.run(
        [sys.executable, "-c", ALL, *modules()], capture_output=True, text=True, check=True, env=variables()
    )

    assert found.stdout.splitlines() == []
