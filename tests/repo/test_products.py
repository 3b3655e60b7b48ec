"""No product, quotient, remainder or power in the compiled core is one of integers without a bound.

Those of large Python integers ask whether a signal has come. Where its handler raises, the compiled code finds no
result, takes that for a lack of memory and aborts the interpreter. Sums, shifts and masks don't ask; small integers, 64
bit ones (`i64`) and floats never become large integers.
"""

import ast
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

import pytest
from repo.source import Module, modules, parse, qualified

pytest.importorskip("mypy")

from mypy.build import build
from mypy.modulefinder import BuildSource
from mypy.options import Options

RISKY: Final = (ast.Mult, ast.FloorDiv, ast.Mod, ast.Pow)
CORE: Final = "mlslcs_ref/core/"
NOT_COMPILED: Final = {"mlslcs_ref/core/__init__.py"}

SIZE: Final = "sizes of objects in memory, times a small constant"
BOUNDED: Final = {
    ("chromosome", "2 * n_labels"): SIZE,
    ("chromosome", "2 * label"): SIZE,
    ("genes", "2 * bits"): SIZE,
    ("genetic", "2 * (layout.n_labels - 1)"): SIZE,
    ("population", "2 * self._n_kept"): SIZE,
    ("population", "2 * block"): SIZE,
    ("population", "12 * (len(self.cohorts) - 2)"): SIZE,
}
"""The other operations, as (module, expression): what keeps their operands below 2^62."""


class Operation(NamedTuple):
    """An operation that is risky for large integers: its module, its text, and the types of its operands."""

    module: str
    text: str
    types: tuple[str, str]

    @property
    def may_be_large(self) -> bool:
        """Whether it may be carried out on Python's integers."""
        return not any(is_harmless(operand) for operand in self.types)


def is_harmless(operand: str) -> bool:
    """Tell whether an operation with an operand of this type is none of large integers."""
    return operand in {"float", "mypy_extensions.i64", "str"} or operand.startswith(("list[", "Literal[1."))


def typed(sources: Sequence[Module]) -> Mapping[tuple[int, int, int | None, int | None], str]:
    """Give the types that mypy finds for expressions, by their places in modules whose lines are numbered through."""
    options = Options()
    options.python_version = (3, 11)
    options.incremental = False
    options.export_types = options.preserve_asts = True
    # what numpy's functions give is unknown then, and taken for integers here
    options.follow_imports = "skip"
    options.per_module_options = {name: {"follow_imports": "normal"} for name in ("bitarray.*", "mypy_extensions")}
    options.build_per_module_cache()
    result = build(
        [
            BuildSource(module.path, module.path.removesuffix(".py").replace("/", "."), module.text)
            for module in sources
        ],
        options,
    )
    return {
        (node.line, node.column, node.end_line, node.end_column): str(found) for node, found in result.types.items()
    }


def numbered_through(sources: Sequence[Module]) -> list[Module]:
    """Put empty lines before each module, so that no two of them have a line of the same number."""
    moved: list[Module] = []
    n_lines = 0
    for module in sources:
        moved.append(parse(module.path, "\n" * n_lines + module.text))
        n_lines += module.text.count("\n") + 1
    return moved


def operations(sources: Sequence[Module], further: Sequence[Module] = ()) -> list[Operation]:
    """Give the risky operations of modules; types of `further` ones are known."""
    moved = numbered_through([*sources, *further])
    types = typed(moved)

    def type_of(node: ast.expr) -> str:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            return "float"
        return types.get((node.lineno, node.col_offset, node.end_lineno, node.end_col_offset), "unknown")

    found: list[Operation] = []
    for module in moved[: len(sources)]:
        name = module.path.rpartition("/")[2].removesuffix(".py")
        for _, node in qualified(module.tree):
            if isinstance(node, ast.BinOp) and isinstance(node.op, RISKY):
                found.append(Operation(name, ast.unparse(node), (type_of(node.left), type_of(node.right))))
            elif isinstance(node, ast.AugAssign) and isinstance(node.op, RISKY):
                found.append(Operation(name, ast.unparse(node), (type_of(node.target), type_of(node.value))))
    return found


EXAMPLES: Final = {
    "integers": ("def f(a: int, b: int) -> int:\n    return a * b\n", 1),
    "truths": ("def f(a: int, b: bool) -> int:\n    return (a + 1) // (b + 1)\n", 1),
    "in_place": ("def f(a: int) -> int:\n    a %= 3\n    a **= 2\n    return a << 5\n", 2),
    "attributes": ("class A:\n    n: int\n\ndef f(a: A) -> int:\n    return a.n * a.n\n", 1),
    "unknown": ("import numpy as np\n\ndef f(a: int) -> object:\n    return np.sum([1]) * a\n", 1),
    "floats": ("def f(a: int, b: float) -> float:\n    return a * b * a\n", 0),
    "lists": ("def f(a: int) -> list[int]:\n    return [1] * a\n", 0),
    "words": ("from mypy_extensions import i64\n\ndef f(a: int, b: i64) -> i64:\n    return a * b // 7 % a\n", 0),
}
"""Modules by name, each with how many of its operations may be of large integers."""


@cache
def found_operations() -> tuple[Operation, ...]:
    """Give the risky operations of the core and of the examples, all of which mypy reads in one build."""
    core = [module for module in modules("core") if module.path not in NOT_COMPILED]
    further = [
        module for module in modules("data", "errors", "settings") if module.path != "mlslcs_ref/data/__init__.py"
    ]
    examples = [parse(f"{CORE}{name}.py", text) for name, (text, _) in EXAMPLES.items()]
    return tuple(operations([*core, *examples], further))


def test_operations_of_the_core_are_of_64_bits_floats_or_bounded_integers() -> None:
    risky = {(found.module, found.text) for found in found_operations() if found.may_be_large}

    assert {operation for operation in risky if operation[0] not in EXAMPLES} == set(BOUNDED)


def test_an_operation_is_told_by_the_types_of_its_operands() -> None:
    risky = {name: sum(one.may_be_large for one in found_operations() if one.module == name) for name in EXAMPLES}

    assert risky == {name: n_risky for name, (_, n_risky) in EXAMPLES.items()}
