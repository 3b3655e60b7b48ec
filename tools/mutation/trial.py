"""Trials of faults: a process that is forked for each imports the mutated module and answers vectors, then traces."""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import os
import resource
import select
import signal
import sys
import types
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from mutation.operators import narrowing_helpers
from mutation.sites import Fault, mutated

__all__ = ["outcome", "preload"]

ROOT: Final = Path(__file__).resolve().parents[2]
SECONDS: Final = 150
MUTATED: Final = frozenset({"mlslcs_ref", "model"})
"""Packages that a trial imports anew, whatever has been imported before."""
MEMORY: Final = 6 << 30
PRELOADED: Final = (
    "numpy",
    "bitarray",
    "bitarray.util",
    "json",
    "hashlib",
    "gzip",
    "fractions",
    "dataclasses",
    "struct",
)


def preload() -> None:
    """Import once what no fault changes."""
    for name in PRELOADED:
        import_module(name)


def outcome(fault: Fault | None, *, with_traces: bool) -> str:
    """Return what notices a fault: a vector's id, `trace NAME`, or an empty text; with the error, if one did.

    Raises
    ------
    RuntimeError
        If the trial itself fails.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        try:
            said = _noticed(fault, with_traces=with_traces)
        except BaseException as error:  # noqa: BLE001 - a fault may show as anything, at import too
            said = f"import {type(error).__name__}"
        os.write(writer, said.encode())
        os._exit(0)
    os.close(writer)
    try:
        if not select.select([reader], [], [], SECONDS)[0]:
            os.kill(child, signal.SIGKILL)
            return "no answer"
        said = os.read(reader, 10_000).decode()
    finally:
        os.close(reader)
        _, status = os.waitpid(child, 0)
    return said if status == 0 else "process ended"


def _noticed(fault: Fault | None, *, with_traces: bool) -> str:
    for name in [name for name in sys.modules if name.partition(".")[0] in MUTATED]:
        del sys.modules[name]
    if fault is not None:
        sys.meta_path.insert(0, _Mutant(fault))
    model = fault is not None and not fault.file.startswith("mlslcs_ref")
    return first_failure(model) or (first_trace(model) if with_traces else "")


class _Mutant(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Loads one module with its fault."""

    def __init__(self, fault: Fault) -> None:
        self._path = ROOT / fault.file
        self._name = module_of(fault.file)
        self._tree: ast.Module = mutated(self._path, fault.number)

    def find_spec(self, fullname: str, _path: Any = None, _target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if fullname != self._name:
            return None
        package = self._path.name == "__init__.py"
        return importlib.machinery.ModuleSpec(fullname, self, origin=str(self._path), is_package=package)

    def get_source(self, _fullname: str) -> str:
        return self._path.read_text(encoding="utf-8")

    def exec_module(self, module: types.ModuleType) -> None:
        module.__file__ = str(self._path)
        module.__dict__.update(narrowing_helpers())
        exec(compile(self._tree, str(self._path), "exec", dont_inherit=True), module.__dict__)  # noqa: S102


def module_of(file: str) -> str:
    """Return the name by which a file of the repository is imported; tools and specs are on the path."""
    parts = Path(file).with_suffix("").parts
    parts = parts[1:] if parts[0] in {"tools", "specs"} else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def first_failure(model: bool) -> str:
    """Return the id of the first vector that fails."""
    vectors: Any = import_module("mlslcs_ref.oracle.vectors")
    answer, refusal = _executor(model)
    comparisons = vectors.load_comparisons(ROOT / "specs")
    for vector in vectors.load_vectors(ROOT / "specs"):
        if vector.level == "may":
            continue
        try:
            found = answer(vector.case)
        except refusal as error:
            if str(getattr(error, "reason", error)) != vector.error:
                return f"{vector.id} refused"
        except Exception as error:  # noqa: BLE001 - a fault may show as any error
            return f"{vector.id} {type(error).__name__}"
        else:
            if vector.out is None or comparisons[vector.format].first_difference(vector.out, found) is not None:
                return str(vector.id)
    return ""


def _executor(model: bool) -> tuple[Callable[[Any], Any], Any]:
    if not model:
        operators: Any = import_module("mlslcs_ref.oracle.operators")
        return operators.run_case, operators.Reject
    arithmetic: Any = import_module("model.arithmetic")
    formats: Any = import_module("model.formats")
    return lambda case: arithmetic.speakable(formats.answer(case)), arithmetic.RefusalError


def first_trace(model: bool) -> str:
    """Return the name of the first trace that is not reproduced; the short ones come first."""
    paths: Sequence[Path] = sorted(
        (ROOT / "specs" / "traces").glob("*.trace.jsonl.gz"), key=lambda path: path.stat().st_size
    )
    for path in paths:
        try:
            if model:
                model_traces: Any = import_module("model.traces")
                wrong = model_traces.replay_trace(model_traces.read_lines(path)) is not None
            else:
                traces: Any = import_module("mlslcs_ref.oracle.traces")
                wrong = traces.replay_trace(traces.open_trace(path)).difference is not None
        except Exception as error:  # noqa: BLE001 - a fault may show as any error
            return f"trace {path.name} {type(error).__name__}"
        if wrong:
            return f"trace {path.name}"
    return ""
