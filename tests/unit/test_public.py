"""What `import mlslcs_ref` offers."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import mlslcs_ref
from mlslcs_ref import _build


@pytest.mark.parametrize("name", mlslcs_ref.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(mlslcs_ref, name) is not None
    assert name in dir(mlslcs_ref)


def test_the_names_that_are_loaded_when_asked_for_are_those_that_are_typed() -> None:
    """Each is the object that a checker of types takes it for; the version alone is there from the start."""
    tree = ast.parse(Path(mlslcs_ref.__file__).read_text(encoding="utf-8"))
    typed = [node for branch in tree.body if isinstance(branch, ast.If) for node in branch.body]
    found = {alias.name: node.module for node in typed if isinstance(node, ast.ImportFrom) for alias in node.names}

    assert sorted(found) == sorted(set(mlslcs_ref.__all__) - {"__version__"})
    for name, module in found.items():
        assert module is not None
        assert getattr(mlslcs_ref, name) is getattr(sys.modules[module], name)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'nothing'"):
        _ = mlslcs_ref.nothing  # type: ignore[attr-defined]


def test_the_package_loads_nothing_slow_before_it_is_needed() -> None:
    code = "import mlslcs_ref, sys; print('numpy' in sys.modules); mlslcs_ref.errors.DataError"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "False\n"


def test_a_run_whose_output_nobody_draws_loads_neither_what_draws_nor_pools() -> None:
    code = (
        "import sys; from mlslcs_ref.cli import main; main(['run', 'toy6x4', '--passes', '1', '--quiet', '--json']);"
        "sys.stderr.write(' '.join({'rich', 'multiprocessing', 'mlslcs_ref.documents.html'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stderr == ""


def test_a_caller_can_ask_which_build_it_is() -> None:
    assert mlslcs_ref.is_compiled is _build.is_compiled
    assert mlslcs_ref.is_compiled() in {True, False}
