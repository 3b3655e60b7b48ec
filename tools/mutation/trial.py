"""Trials of faults: a process that is forked for each plants the fault and answers the cases that meet it.

A fault inside a function is planted by giving the function other code, wherever it is known by now. What runs at
import, as a default of a class, takes a new import of everything, which is ten times slower.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import inspect
import os
import resource
import select
import signal
import sys
import types
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from mutation.bench import Bench, answers_to
from mutation.operators import narrowing_helpers
from mutation.sites import Fault, mutated

__all__ = ["MUTATED", "VOID", "Mutant", "outcome"]

ROOT: Final = Path(__file__).resolve().parents[2]
SECONDS: Final = 900
"""An end of the wait for a process that doesn't count its own time any more."""
MUTATED: Final = frozenset({"mlslcs_ref", "model"})
"""Packages that a trial imports anew, whatever has been imported before."""
MEMORY: Final = 6 << 30
VOID: Final = "nothing is changed by it"
"""Said of a narrower type of something that never has the wider one."""
PATIENCE: Final = 30
"""A case may take so many times as long as without a fault, and two seconds."""


def outcome(fault: Fault, bench: Bench) -> str:
    """Return what notices a fault: a vector's id or `trace NAME`, with how; an empty text if nothing does."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        try:
            said = _noticed(fault, bench, writer)
        except BaseException as error:  # noqa: BLE001 - a fault may show as anything, at import too
            said = f"import {type(error).__name__}"
        os.write(writer, f"\n{said}".encode())
        os._exit(0)
    os.close(writer)
    heard = b""
    try:
        while select.select([reader], [], [], SECONDS)[0] and (chunk := os.read(reader, 65_536)):
            heard += chunk
    finally:
        os.kill(child, signal.SIGKILL)
        os.close(reader)
        os.waitpid(child, 0)
    *begun, said = heard.decode().split("\n")
    if said.isdigit():
        begun, said = [*begun, said], f"{bench.cases[int(said)].name} ends the process"
    if said and begun and begun[-1].isdigit():
        bench.praise(fault, int(begun[-1]))
    return said


class _TooLongError(Exception):
    pass


def _noticed(fault: Fault, bench: Bench, writer: int) -> str:
    """Return what notices a fault; which case is under way is written first, in case that it ends the process."""
    numbers = bench.meeting(fault)
    mutant = Mutant(fault)
    signal.signal(signal.SIGVTALRM, _give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, 20.0)
    if not mutant.planted():
        for name in [name for name in sys.modules if name.partition(".")[0] in MUTATED]:
            del sys.modules[name]
        sys.meta_path.insert(0, mutant)
    answers = answers_to(bench.model)
    narrow = "_as_" in ast.unparse(mutant.tree)
    for number in numbers:
        os.write(writer, f"\n{number}".encode())
        signal.setitimer(signal.ITIMER_VIRTUAL, 2.0 + PATIENCE * bench.seconds[number])
        case = bench.cases[number]
        try:
            wrong = case.fails(answers, bench.comparisons)
        except Exception as error:  # noqa: BLE001 - a fault may show as any error
            wrong = type(error).__name__.strip("_")
        if wrong:
            return f"{case.name} {wrong}"
    return VOID if narrow and not mutant.met and bench.runs(fault) else ""


def _give_up(_signal: int, _frame: types.FrameType | None) -> None:
    raise _TooLongError


class Mutant(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Loads one module with its fault, and knows whether a narrower type has met anything of its kind."""

    def __init__(self, fault: Fault) -> None:
        self.met: list[bool] = []
        self._path = ROOT / fault.file
        self._name = module_of(fault.file)
        self.tree: ast.Module = mutated(self._path, fault.number)

    def planted(self) -> bool:
        """Give functions of the loaded module the code that the fault makes of theirs; false if it makes none."""
        module = import_module(self._name)
        sound = _codes(compile(self.get_source(self._name), str(self._path), "exec", dont_inherit=True))
        wrong = _codes(compile(self.tree, str(self._path), "exec", dont_inherit=True))
        known = {_key(function.__code__): function for function in _functions(module)}
        changed = [key for key in sound if wrong.get(key) != sound[key] and key in known]
        module.__dict__.update(narrowing_helpers(self.met))
        for key in changed:
            known[key].__code__ = wrong[key]
        return bool(changed)

    def find_spec(self, fullname: str, _path: Any = None, _target: Any = None) -> importlib.machinery.ModuleSpec | None:
        """Find the mutated module, and no other."""
        if fullname != self._name:
            return None
        package = self._path.name == "__init__.py"
        return importlib.machinery.ModuleSpec(fullname, self, origin=str(self._path), is_package=package)

    def get_source(self, _fullname: str) -> str:
        """Return the source without the fault."""
        return self._path.read_text(encoding="utf-8")

    def exec_module(self, module: types.ModuleType) -> None:
        """Run the module with its fault."""
        module.__file__ = str(self._path)
        module.__dict__.update(narrowing_helpers(self.met))
        exec(compile(self.tree, str(self._path), "exec", dont_inherit=True), module.__dict__)  # noqa: S102


def _key(code: types.CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _codes(code: types.CodeType) -> dict[tuple[str, int], types.CodeType]:
    """Return the code of all functions of a module, those in classes too."""
    found: dict[tuple[str, int], types.CodeType] = {}
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            found |= {_key(inner): inner} | _codes(inner)
    return found


def _functions(owner: types.ModuleType | type) -> Iterator[types.FunctionType]:
    """Yield the functions that a module or a class has made itself."""
    for value in list(vars(owner).values()):
        if isinstance(value, type):
            if value.__module__ == (owner.__name__ if isinstance(owner, types.ModuleType) else owner.__module__):
                yield from _functions(value)
            continue
        parts = (value.fget, value.fset) if isinstance(value, property) else (getattr(value, "__func__", value),)
        for function in (inspect.unwrap(part) for part in parts if callable(part)):
            if isinstance(function, types.FunctionType):
                yield function


def module_of(file: str) -> str:
    """Return the name by which a file of the repository is imported; tools and specs are on the path."""
    parts = Path(file).with_suffix("").parts
    parts = parts[1:] if parts[0] in {"tools", "specs"} else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
