"""What a fault looks like in a report: the results of all vectors with it, and the clause that it truly breaks."""

from __future__ import annotations

import ast
import os
import pickle
import re
import select
import signal
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import FrameType
from typing import Any, Final

from mutation.bench import ROOT, Bench
from mutation.sites import Fault
from mutation.trial import MUTATED, Mutant

from mlslcs_ref.oracle.judging import Result
from mlslcs_ref.oracle.vectors.comparison import FirstDifference

__all__ = ["clauses_of", "results_with"]

CITATION: Final = re.compile(r"(?<![\w-])[A-Z]{3}-[0-9A-Z]+\b")
DISTANT: Final = 3
"""A docstring that cites more clauses than this tells nothing about one of its lines."""
SECONDS: Final = 120
"""How long a trial may take before it counts as not noticed."""
PER_CASE: Final = 5
LONGEST: Final = 200

Facts = tuple[str, tuple[str, str, str, str] | None, str]
"""Status, difference and message of a result, as they go from one process to another."""


def clauses_of(fault: Fault) -> tuple[str, ...]:
    """Return the clauses that the function of a fault does, as its docstring cites them; empty if it cites none."""
    node: ast.AST = ast.parse((ROOT / fault.file).read_text(encoding="utf-8"))
    for name in fault.place.split("."):
        node = next(part for part in ast.walk(node) if _is_named(part, name))
    if not isinstance(node, ast.FunctionDef):
        return ()
    cited = tuple(dict.fromkeys(CITATION.findall(ast.get_docstring(node) or "")))
    return cited if len(cited) <= DISTANT else ()


def _is_named(node: ast.AST, name: str) -> bool:
    return isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == name


def results_with(fault: Fault, bench: Bench) -> list[Result]:
    """Return the results of all vectors with a fault in force; none if it takes too long, or nothing loads."""
    failing = _trial(fault, bench)
    if failing is None:
        return []
    results = []
    for number, case in enumerate(bench.cases):
        status, difference, message = failing.get(number, ("pass", None, ""))
        clauses = case.vector.clauses
        if case.vector.case["draws"] and "RND-1" not in clauses:
            clauses = (*clauses, "RND-1")
        first = None if difference is None else FirstDifference(*difference)
        results.append(Result(case.name, status, case.vector.level, clauses, first, message))  # type: ignore[arg-type]
    return results


def _trial(fault: Fault, bench: Bench) -> dict[int, Facts] | None:
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        with os.fdopen(writer, "wb") as pipe:
            try:
                pickle.dump(_failures(fault, bench), pipe)
            except BaseException:  # noqa: BLE001 - a fault may show as anything, at import too
                pickle.dump(None, pipe)
            pipe.flush()
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        try:
            if not select.select([pipe], [], [], SECONDS)[0]:
                return None
            said = pipe.read()
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    found: dict[int, Facts] | None = pickle.loads(said) if said else None  # noqa: S301 - from our own process
    return found


def _failures(fault: Fault, bench: Bench) -> dict[int, Facts]:
    for name in [name for name in sys.modules if name.partition(".")[0] in MUTATED]:
        del sys.modules[name]
    sys.meta_path.insert(0, Mutant(fault))
    answer = _answering(bench.model)
    # what judges is sound again
    for name in [name for name in sys.modules if name.partition(".")[0] == "mlslcs_ref"]:
        del sys.modules[name]
    sys.meta_path.pop(0)
    judging: Any = import_module("mlslcs_ref.oracle.judging")
    found: dict[int, Facts] = {}
    for number in bench.meeting(fault):
        vector = bench.cases[number].vector
        said = _as_sound(_in_time(answer, vector.case))
        result = judging.judged(vector, said, bench.comparisons[vector.format])
        if result.bad:
            found[number] = (result.status, _plain(result.difference), result.message[:LONGEST])
    return found


def _plain(difference: Any) -> tuple[str, str, str, str] | None:
    if difference is None:
        return None
    wanted, found = (str(value)[:LONGEST] for value in (difference.wanted, difference.found))
    return difference.path, wanted, found, difference.clause


def _answering(model: bool) -> Callable[[Mapping[str, Any]], Any]:
    """Return how the package, or the model, answers a case; the answer is of the modules that are loaded now."""
    if not model:
        executor: Any = import_module("mlslcs_ref.oracle.executor")
        answer: Callable[[Mapping[str, Any]], Any] = executor.answer
        return answer
    executor = import_module("model.executor")
    protocol: Any = import_module("mlslcs_ref.oracle.protocol")
    return lambda case: protocol.parsed_answer({"seq": 1, **executor.respond(case)}, 1)


def _as_sound(answer: Any) -> Any:
    """Return an answer of the mutated package as one of the sound package, which judges it."""
    answers: Any = import_module("mlslcs_ref.oracle.protocol")
    return getattr(answers, type(answer).__name__)(**vars(answer))


def _in_time(answer: Callable[[Mapping[str, Any]], Any], case: Mapping[str, Any]) -> Any:
    """Return the answer to a case; one that never ends, or whose error nobody catches, is an error."""

    def end(_number: int, _frame: FrameType | None) -> None:
        raise TimeoutError("no answer in time")

    signal.signal(signal.SIGALRM, end)
    signal.alarm(PER_CASE)
    try:
        return answer(case)
    except Exception as error:  # noqa: BLE001 - a fault may show as any error
        return import_module("mlslcs_ref.oracle.protocol").Errored(f"{type(error).__name__}: {error}")
    finally:
        signal.alarm(0)
