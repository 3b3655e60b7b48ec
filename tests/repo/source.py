"""The repository as text and syntax trees, for the tests that read it."""

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGE: Final = ROOT / "mlslcs_ref"

Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


class Module(NamedTuple):
    """A module of the package: its path from the root of the repository, its text and its syntax tree."""

    path: str
    text: str
    tree: ast.Module


def parse(path: str, text: str) -> Module:
    """Give the module that has this text."""
    return Module(path, text, ast.parse(text, path))


@cache
def modules(*parts: str) -> tuple[Module, ...]:
    """Give every module of the package, or those of the named parts of it, in alphabetical order."""
    chosen = [
        path
        for path in sorted(PACKAGE.rglob("*.py"))
        if not parts or path.relative_to(PACKAGE).with_suffix("").parts[0] in parts
    ]
    return tuple(parse(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) for path in chosen)


@cache
def repository_files() -> tuple[str, ...]:
    """List the files of the repository: those that git tracks and those that it would add."""
    listing = subprocess.run(
        # CI may run as another user than the one who owns the clone; git then wants to be told that this is all right
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    names = {name for name in listing.stdout.split("\0") if name}
    return tuple(sorted(name for name in names if (ROOT / name).is_file()))


def qualified(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Give every node below `tree` with the qualified name of the definition it stands in ("" for the module)."""
    for child in ast.iter_child_nodes(tree):
        name = prefix
        if isinstance(child, Definition):
            name = f"{prefix}.{child.name}" if prefix else child.name
        yield name, child
        yield from qualified(child, name)
