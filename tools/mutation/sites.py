"""The faults of a file: every operator at every node that decides something, and wrong attributes and arguments."""

from __future__ import annotations

import ast
import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from mutation.operators import EXPRESSIONS, STATEMENTS, Change

__all__ = ["Fault", "faults_of", "mutated"]

_NO_PART: Final = frozenset({"__repr__", "__str__", "__hash__"})
_SPARED: Final = (ast.Raise, ast.Assert, ast.Import, ast.ImportFrom)


@dataclass(frozen=True)
class Fault:
    """One fault."""

    file: str
    """The file, from the root of the repository."""
    place: str
    """The class and function."""
    line: int
    """Where it is."""
    kind: str
    """The operator."""
    words: str
    """The fault in words."""
    number: int
    """Its place among the faults of the file."""
    text: str
    """The code that it changes."""
    first_line: int = 0
    last_line: int = 0
    """`first_line`, `last_line`: The statement, or the head of one with a body."""
    function: range = range(0)
    """The lines of the function; empty for what runs at import."""

    @cached_property
    def name(self) -> str:
        """Name it in a way that holds while its line moves."""
        return f"{self.file}:{self.place}: `{self.text}`: {self.words}"


@dataclass(frozen=True)
class _Site:
    place: str
    node: ast.AST
    kind: str
    words: str
    substitute: ast.AST | list[ast.stmt]
    first_line: int
    last_line: int
    function: range
    text: str


def faults_of(path: Path, file: str) -> list[Fault]:
    """Return every fault of a file."""
    return [
        Fault(
            file,
            site.place,
            getattr(site.node, "lineno", 0),
            site.kind,
            site.words,
            number,
            site.text,
            site.first_line,
            site.last_line,
            site.function,
        )
        for number, site in enumerate(_sites(ast.parse(path.read_text(encoding="utf-8"))))
    ]


def mutated(path: Path, number: int) -> ast.Module:
    """Return the tree of a file with one of its faults."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    site = next(site for place, site in enumerate(_sites(tree)) if place == number)
    substitute = copy.deepcopy(site.substitute)
    _Substitution(site.node, substitute).visit(tree)
    return ast.fix_missing_locations(tree)


class _Substitution(ast.NodeTransformer):
    def __init__(self, node: ast.AST, substitute: ast.AST | list[ast.stmt]) -> None:
        self._node = node
        self._substitute = substitute

    def visit(self, node: ast.AST) -> ast.AST:
        return self._substitute if node is self._node else self.generic_visit(node)  # type: ignore[return-value]


def _text(node: ast.AST) -> str:
    first = ast.unparse(node).splitlines()[0]
    return first if len(first) <= 60 else first[:57] + "..."


def _sites(tree: ast.Module) -> Iterator[_Site]:
    """Find all places, in the order of the file."""
    attributes = _attributes(tree)
    lines, statement = (0, 0), ast.AST()
    for node, place, owner in _decisive(tree, "", None):
        function = range(owner.lineno, (owner.end_lineno or owner.lineno) + 1) if owner else range(0)
        table = STATEMENTS if isinstance(node, ast.stmt) else EXPRESSIONS
        if isinstance(node, ast.stmt):
            lines, statement = _lines(node), node
        elif isinstance(node, ast.expr) and not lines[0] <= node.lineno <= lines[1]:
            lines = (node.lineno, node.end_lineno or node.lineno)
        for kind, operator in table.items():
            for words, substitute in operator(node):
                yield _Site(place, node, kind, words, substitute, *lines, function, _text(node))
        for words, substitute in _confusions(node, attributes):
            yield _Site(place, node, "attribute", words, substitute, *lines, function, _text(node))
        for words, substitute in _other_names(node, owner) if owner else ():
            yield _Site(place, node, "name", words, substitute, *lines, function, _text(statement))


def _lines(statement: ast.stmt) -> tuple[int, int]:
    """Return the first and the last line of a statement, or of its head if it has a body."""
    body: list[ast.stmt] = getattr(statement, "body", [])
    last = statement.end_lineno or statement.lineno
    return statement.lineno, max(statement.lineno, body[0].lineno - 1) if body else last


_Decisive = tuple[ast.AST, str, ast.FunctionDef | None]


def _decisive(node: ast.AST, place: str, function: ast.FunctionDef | None) -> Iterator[_Decisive]:
    """Yield all nodes that run, with their class and function, also itself; annotations and errors don't decide."""
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns", "decorator_list", "bases", "defaults", "kw_defaults", "type_params"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or isinstance(child, _SPARED):
                continue
            if isinstance(child, ast.AnnAssign) and not place:
                continue
            if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
                if child.name not in _NO_PART:
                    inner = child if isinstance(child, ast.FunctionDef) else function
                    yield from _decisive(child, f"{place}.{child.name}".lstrip("."), inner)
                continue
            if place:
                yield child, place, function
            yield from _decisive(child, place, function)


def _attributes(tree: ast.Module) -> dict[str, list[str]]:
    """Return, for every name, the attributes that the file reads of it."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found.setdefault(node.value.id, set()).add(node.attr)
    return {name: sorted(attributes) for name, attributes in found.items()}


def _confusions(node: ast.AST, attributes: dict[str, list[str]]) -> Iterator[Change]:
    """Yield another attribute of the same object, chosen by its name."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and isinstance(node.ctx, ast.Load):
        others = [name for name in attributes[node.value.id] if name != node.attr]
        if others:
            other = random.Random(f"{node.value.id}.{node.attr}.{node.lineno}").choice(others)  # noqa: S311 - no secret
            yield f"{node.attr} is {other}", ast.Attribute(node.value, other, ast.Load())


def _other_names(node: ast.AST, function: ast.FunctionDef) -> Iterator[Change]:
    """Yield another variable of the function in place of one, and a variable that keeps the value it has."""
    given = [argument.arg for argument in function.args.args if argument.arg != "self"]
    bound = [part for part in ast.walk(function) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)]
    names = {*given, *(part.id for part in bound)}
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names:
        others = sorted(names - {node.id})
        if others:
            other = random.Random(f"{node.id} {node.lineno} {node.col_offset}").choice(others)  # noqa: S311 - no secret
            yield f"{node.id} is {other}", ast.Name(other, ast.Load())
    if isinstance(node, ast.Assign):
        targets = {part.id for target in node.targets for part in ast.walk(target) if isinstance(part, ast.Name)}
        known = {*given, *(part.id for part in bound if part.lineno < node.lineno)}
        if targets and targets <= known and all(map(_is_of_names, node.targets)):
            yield "keeps its value", [ast.Pass()]


def _is_of_names(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) or (isinstance(target, ast.Tuple) and all(map(_is_of_names, target.elts)))
