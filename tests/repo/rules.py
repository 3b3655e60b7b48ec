"""Rules about the sources that no linter knows, as functions from a module to the places that break them."""

import ast
from collections.abc import Iterator
from typing import Final

from repo.source import Definition, Module, qualified

GENERATORS: Final = frozenset({"BitGenerator", "PCG64", "SeedSequence"})
"""What may be used of numpy.random: sources of raw numbers, no distributions, whose numbers change between releases."""

MUTABLE_CALLS: Final = frozenset(
    {"Counter", "OrderedDict", "array", "bitarray", "bytearray", "defaultdict", "deque", "dict", "list", "set", "vec"}
)
MUTABLE_DISPLAYS: Final = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.GeneratorExp)
CACHES: Final = frozenset({"cache", "cached_property", "lru_cache"})


def dotted(node: ast.AST) -> str:
    """Give a name with its dots as it is written; "" for any other expression."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return f"{before}.{node.attr}" if before else ""
    if isinstance(node, ast.Call | ast.Subscript):
        return dotted(node.func if isinstance(node, ast.Call) else node.value)
    return ""


def is_public(name: str) -> bool:
    """Tell whether no part of a qualified name begins with an underscore (magic methods explain themselves)."""
    return not any(part.startswith("_") for part in name.split("."))


def undocumented(module: Module) -> Iterator[str]:
    """Find the module, public classes and public functions that have no docstring.

    A function inside a function is nobody's interface, and an overload is described by what it stands for.
    """
    if not ast.get_docstring(module.tree):
        yield f"{module.path}: the module"
    inside = {
        id(inner)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for inner in ast.walk(node)
        if inner is not node
    }
    for name, node in qualified(module.tree):
        if not isinstance(node, Definition) or id(node) in inside or not is_public(name):
            continue
        decorators = {dotted(decorator).rpartition(".")[2] for decorator in node.decorator_list}
        if not ast.get_docstring(node) and not decorators & {"overload", "override", "setter"}:
            yield f"{module.path}:{node.lineno}: {name}"


def sum_calls(module: Module) -> Iterator[tuple[str, str, int]]:
    """Find the calls of the builtin sum and of math.fsum: path, qualified name of the function, line."""
    for name, node in qualified(module.tree):
        if isinstance(node, ast.Call) and dotted(node.func) in {"sum", "math.fsum", "fsum"}:
            yield module.path, name, node.lineno


def foreign_randomness(module: Module) -> Iterator[str]:
    """Find the uses of the module random, of secrets, and of numpy.random beyond `GENERATORS`."""
    for node in ast.walk(module.tree):
        found: list[str] = []
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names if alias.name in {"random", "secrets", "numpy.random"}]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [alias.name for alias in node.names]
            if node.module in {"random", "secrets"}:
                found = [node.module]
            elif node.module == "numpy" and "random" in names:
                found = ["numpy.random"]
            elif node.module == "numpy.random":
                found = [name for name in names if name not in GENERATORS]
        elif isinstance(node, ast.Attribute) and dotted(node.value) in {"np.random", "numpy.random"}:
            found = [node.attr] if node.attr not in GENERATORS else []
        yield from (f"{module.path}:{getattr(node, 'lineno', 0)}: {name}" for name in found)


def _is_mutable(value: ast.expr | None) -> bool:
    return isinstance(value, MUTABLE_DISPLAYS) or (
        isinstance(value, ast.Call) and dotted(value.func).rpartition(".")[2] in MUTABLE_CALLS
    )


def _is_alias(node: ast.stmt) -> bool:
    """Tell whether an assignment names a type anew, as in `Bits = bitarray`, `Row = tuple[int]`, `A = B | C`."""
    if not (isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)):
        return False
    if isinstance(node.value, ast.Call):
        return dotted(node.value.func).rpartition(".")[2] in {"NewType", "ParamSpec", "TypeVar"}
    is_type = isinstance(node.value, ast.Name | ast.Attribute | ast.Subscript | ast.BinOp)
    return is_type and node.targets[0].id[0].isupper() and not node.targets[0].id.isupper()


def _is_constant(node: ast.stmt) -> bool:
    """Tell whether a statement declares ``__all__``, a type alias, or a Final name of a value that does not change."""
    if isinstance(node, ast.Assign) and [dotted(target) for target in node.targets] == ["__all__"]:
        return True
    if isinstance(node, ast.AnnAssign):
        kind = dotted(node.annotation).rpartition(".")[2]
        return kind == "TypeAlias" or (kind == "Final" and not _is_mutable(node.value))
    return _is_alias(node)


def _top_level(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Give the statements at the top of a module, those under `if TYPE_CHECKING:` and the like included."""
    for node in body:
        if isinstance(node, ast.If):
            yield from _top_level([*node.body, *node.orelse])
        else:
            yield node


def module_state(module: Module) -> Iterator[str]:
    """Find what may change while the program runs and belongs to a module.

    At the top of a module may stand docstrings, imports, definitions and constants; functions rebind no global name and
    keep no cache.
    """
    for statement in _top_level(module.tree.body):
        is_docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        is_definition = isinstance(statement, Definition | ast.Import | ast.ImportFrom)
        if not (is_docstring or is_definition or _is_constant(statement)):
            yield f"{module.path}:{statement.lineno}: {ast.unparse(statement).splitlines()[0]}"
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Global):
            yield f"{module.path}:{node.lineno}: {ast.unparse(node)}"
        if isinstance(node, ast.FunctionDef):
            for decorator in node.decorator_list:
                if dotted(decorator).rpartition(".")[2] in CACHES:
                    yield f"{module.path}:{node.lineno}: @{ast.unparse(decorator)}"


def bare_exceptions(module: Module) -> Iterator[str]:
    """Find the errors that are raised without a type of their own."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Raise) and node.exc is not None and dotted(node.exc) in {"Exception", "BaseException"}:
            yield f"{module.path}:{node.lineno}: {ast.unparse(node)}"
