"""Rules that every module of the package keeps."""

import re
from pkgutil import resolve_name
from typing import Final

import pytest
from repo.rules import bare_exceptions, foreign_randomness, module_state, sum_calls, undocumented
from repo.source import PACKAGE, Module, modules, parse

LONGEST: Final = 420
"""Lines of a module, at most."""

EXACT: Final = ("core", "inference", "metrics")
"""The parts of the package whose results are the same to the last bit everywhere."""

DOTTED: Final = re.compile(r"`(mlslcs_ref(?:\.\w+)+)`")
FORMAT: Final = re.compile(r'"(mlslcs_ref\.\w+)"')
"""A name between backticks, and the name of a format of files."""

ALLOWED_SUMS: Final[dict[tuple[str, str], str]] = {}
"""Calls of sum: (path, qualified name of the function) -> why no float is added up there."""


def test_the_package_is_found() -> None:
    assert {"mlslcs_ref/__init__.py", "mlslcs_ref/errors.py"} <= {module.path for module in modules()}
    assert all(modules(part) for part in EXACT)


def test_every_module_and_public_definition_has_a_docstring() -> None:
    assert [place for module in modules() for place in undocumented(module)] == []


def test_every_dotted_name_that_a_docstring_gives_leads_to_something() -> None:
    named = {(module.path, name) for module in modules() for name in DOTTED.findall(module.text)}
    given = {name for module in modules() for name in FORMAT.findall(module.text)}

    assert [place for place in sorted(named) if place[1] not in given and not leads_somewhere(place[1])] == []
    assert not leads_somewhere("mlslcs_ref.rulesets.nothing")


def leads_somewhere(name: str) -> bool:
    try:
        resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


def test_no_module_is_long() -> None:
    lengths = {module.path: len(module.text.splitlines()) for module in modules()}

    assert {path: length for path, length in lengths.items() if length > LONGEST} == {}


def test_every_folder_of_the_package_is_a_package() -> None:
    """A folder without ``__init__.py`` would be missing from the wheel."""
    folders = {path.parent for path in PACKAGE.rglob("*.py")}

    assert [folder.name for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []


def test_the_package_says_that_it_is_typed() -> None:
    assert (PACKAGE / "py.typed").read_bytes() == b""


def test_only_named_functions_call_sum_where_results_are_exact() -> None:
    """The builtin adds floats up differently from Python 3.12 on, and fsum differently from left to right."""
    found = [call for module in modules(*EXACT) for call in sum_calls(module)]

    assert [f"{path}:{line}: {name}" for path, name, line in found if (path, name) not in ALLOWED_SUMS] == []
    assert set(ALLOWED_SUMS) == {(path, name) for path, name, _line in found}, "an entry that is not needed any more"
    assert all(ALLOWED_SUMS.values()), "an entry without a reason"


def test_random_numbers_come_from_the_raw_generator_alone() -> None:
    assert [place for module in modules() for place in foreign_randomness(module)] == []


def test_no_module_has_state_where_results_are_exact() -> None:
    assert [place for module in modules(*EXACT) for place in module_state(module)] == []


def test_every_error_has_a_type_of_its_own() -> None:
    assert [place for module in modules() for place in bare_exceptions(module)] == []


def sample(text: str) -> Module:
    return parse("sample.py", text)


@pytest.mark.parametrize(
    "text",
    [
        "x = 1",
        "x: int = 1",
        "from typing import Final\nx: Final = []",
        "from typing import Final\nx: Final[dict[str, int]] = dict()",
        "import functools\n@functools.lru_cache(maxsize=1)\ndef f() -> int: ...",
        "def f() -> None:\n    global x\n    x = 1",
        "for i in range(3): pass",
        "print()",
        "CACHE = other",
    ],
)
def test_a_module_with_state_is_found(text: str) -> None:
    assert list(module_state(sample(text)))


@pytest.mark.parametrize(
    "text",
    [
        '"""A docstring."""\nimport math\n__all__ = ["f"]\ndef f() -> int: ...\nclass C: ...',
        "from typing import Final\nx: Final = (1, 2)",
        'from typing import Final\nx: Final = float("inf")\n"""What it is."""',
        "Attribute = Binary | Nominal",
        "Rows = tuple[int, ...]",
        "from typing import TypeAlias\nBits: TypeAlias = int",
    ],
)
def test_a_module_without_state_passes(text: str) -> None:
    assert list(module_state(sample(text))) == []


@pytest.mark.parametrize(
    "text",
    [
        "import random",
        "from random import Random",
        "import numpy as np\nnp.random.default_rng(1).normal()",
        "from numpy import random",
        "from numpy.random import PCG64, Generator",
        "import numpy.random",
    ],
)
def test_foreign_randomness_is_found(text: str) -> None:
    assert list(foreign_randomness(sample(text)))


def test_the_raw_generator_passes() -> None:
    text = "import numpy as np\nfrom numpy.random import PCG64\nnp.random.PCG64(1).random_raw(5)"

    assert list(foreign_randomness(sample(text))) == []


def test_sum_is_found_with_the_function_it_stands_in() -> None:
    text = "class A:\n    def b(self) -> float:\n        return sum(x for x in self.y)\n"

    assert list(sum_calls(sample(text))) == [("sample.py", "A.b", 3)]


@pytest.mark.parametrize("raised", ["Exception", "Exception('no')", "BaseException()"])
def test_an_error_without_a_type_is_found(raised: str) -> None:
    assert len(list(bare_exceptions(sample(f"raise {raised}")))) == 1


def test_a_missing_docstring_is_found() -> None:
    text = (
        "class A:\n    def b(self) -> None: ...\n    def _c(self) -> None: ...\n"
        "def d() -> None:\n    def e() -> None: ..."
    )

    assert [place.rpartition(" ")[2] for place in undocumented(sample(text))] == ["module", "A", "A.b", "d"]
