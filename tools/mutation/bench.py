"""The cases on which faults are tried, and which lines each of them runs.

The lines are found once, by a trace function, so that a fault is tried on nothing but the cases that meet it. A case
that has noticed a fault of the same function before comes first, then the cheap ones; traces are last.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

from mutation.sites import Fault

__all__ = ["Bench", "BenchCase", "answers_to", "lines_run"]

ROOT: Final = Path(__file__).resolve().parents[2]

ENOUGH: Final = 300
"""Calls of a function in a case without a new line, after which it is believed to have shown all."""

MOST_BYTES_OF_MODEL: Final = 34_000
"""The longer traces take the model too long."""

Lines = dict[str, frozenset[int]]
"""By file, from the root of the repository."""


@dataclass(frozen=True)
class BenchCase:
    """A vector or a trace."""

    name: str
    """Id of a vector, or `trace` and the name of a file."""
    vector: Any
    """The vector, or None."""
    path: Path | None
    """The trace, or None."""

    def fails(self, answers: Callable[[Any], Any], comparisons: Any) -> str:
        """Return what is wrong with an implementation in a word, or an empty text."""
        if self.vector is None:
            return "" if answers(self.path) else "other"
        try:
            found = answers(self.vector.case)
        except RefusedError as error:
            return "" if error.code == self.vector.error else "refused"
        if self.vector.out is None:
            return "not refused"
        return "" if comparisons[self.vector.format].first_difference(self.vector.out, found) is None else "other"


class RefusedError(Exception):
    """A case was refused, with a code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def answers_to(model: bool) -> Callable[[Any], Any]:
    """Return how the package, or the model, answers a case, and whether it replays the trace of a path."""
    return _model() if model else _package()


def _package() -> Callable[[Any], Any]:
    operators: Any = import_module("mlslcs_ref.oracle.operators.run_case")
    files: Any = import_module("mlslcs_ref.oracle.traces.files")
    replaying: Any = import_module("mlslcs_ref.oracle.traces.diff")

    def answer(asked: Any) -> Any:
        if isinstance(asked, Path):
            return replaying.replay_trace(files.open_trace(asked)).difference is None
        try:
            return operators.run_case(asked)
        except operators.Reject as error:
            raise RefusedError(str(error.reason)) from None

    return answer


def _model() -> Callable[[Any], Any]:
    arithmetic: Any = import_module("model.arithmetic")
    formats: Any = import_module("model.formats")
    traces: Any = import_module("model.traces")

    def answer(asked: Any) -> Any:
        if isinstance(asked, Path):
            return traces.replay_trace(traces.read_lines(asked)) is None
        try:
            return arithmetic.speakable(formats.answer(asked))
        except arithmetic.RefusalError as error:
            raise RefusedError(str(error)) from None

    return answer


class Bench:
    """All vectors and traces, and the lines that the package or the model runs for each.

    Parameters
    ----------
    files : iterable of str
        The files that may have faults.
    model : bool
        Whether they are the model's.
    formats : collection of str, optional
        The formats of the vectors; without it there are all, and the traces.
    """

    def __init__(self, files: Iterable[str], model: bool, formats: Collection[str] | None = None) -> None:
        vectors: Any = import_module("mlslcs_ref.oracle.vectors.files")
        self.model = model
        self.comparisons = vectors.load_comparisons(ROOT / "specs")
        self.cases = [
            BenchCase(vector.id, vector, None)
            for vector in vectors.load_vectors(ROOT / "specs")
            if vector.level != "may" and (formats is None or vector.format in formats)
        ]
        if formats is None:
            found = sorted(ROOT.glob("specs/*/*.trace.jsonl.gz"), key=lambda path: path.stat().st_size)
            paths = [path for path in found if not model or path.stat().st_size <= MOST_BYTES_OF_MODEL]
            self.cases += [BenchCase(f"trace {path.name}", None, path) for path in paths]
        self.files = sorted(files)
        # imported now, once for all trials
        answers_to(model)
        self.seconds, self._lines = self._kept()
        self._successes: Counter[tuple[str, str, int]] = Counter()

    def meeting(self, fault: Fault) -> list[int]:
        """Return the cases that run the statement of a fault, or its function if none is known to, the likeliest first.

        What runs at import, as a default of a class, is met by every case.
        """
        place = (fault.file, fault.place)
        everywhere = range(0 if fault.function else len(self.cases))
        return sorted(
            self._running(fault) or self._that_run(fault.file, fault.function) or everywhere,
            key=lambda number: (
                self.cases[number].vector is None,
                -self._successes[(*place, number)],
                self.seconds[number],
            ),
        )

    def runs(self, fault: Fault) -> bool:
        """Return whether any case is known to run the statement of a fault."""
        return bool(self._running(fault))

    def _running(self, fault: Fault) -> list[int]:
        return self._that_run(fault.file, range(fault.first_line, fault.last_line + 1))

    def _that_run(self, file: str, span: range) -> list[int]:
        return [number for number, lines in enumerate(self._lines) if not lines.get(file, frozenset()).isdisjoint(span)]

    def praise(self, fault: Fault, number: int) -> None:
        """Note that a case has noticed a fault."""
        self._successes[fault.file, fault.place, number] += 1

    def _kept(self) -> tuple[list[float], list[Lines]]:
        """Return the seconds and lines of every case, from a temporary file if nothing has changed since."""
        content = hashlib.sha256(" ".join([*self.files, *(case.name for case in self.cases)]).encode())
        patterns = ("specs/**/*.json", "specs/**/*.gz", "specs/model/*.py", "mlslcs_ref/**/*.py")
        for path in sorted(path for pattern in patterns for path in ROOT.glob(pattern)):
            content.update(path.read_bytes())
        kept = Path(tempfile.gettempdir()) / f"mutation-lines-{content.hexdigest()[:20]}.pickle"
        if kept.is_file():
            found: tuple[list[float], list[Lines]] = pickle.loads(kept.read_bytes())  # noqa: S301 - our own
            return found
        answers = answers_to(self.model)
        for case in self.cases[:20]:
            case.fails(answers, self.comparisons)
        measured = [lines_run(partial(case.fails, answers, self.comparisons), self.files) for case in self.cases]
        wrong = [case.name for case, (found_wrong, _, _) in zip(self.cases, measured, strict=True) if found_wrong]
        if wrong:
            raise RuntimeError(f"without a fault, {wrong[0]} fails")
        result = [seconds for _, seconds, _ in measured], [lines for _, _, lines in measured]
        kept.write_bytes(pickle.dumps(result))
        return result


def lines_run(action: Callable[[], Any], files: Sequence[str]) -> tuple[Any, float, Lines]:
    """Return what an action gives, the CPU time that it takes, and the lines of some files that it runs."""
    started = time.process_time()
    given = action()
    seconds = time.process_time() - started
    wanted = {str(ROOT / file): file for file in files}
    found: dict[str, set[int]] = {}
    idle: Counter[CodeType] = Counter()

    def entered(frame: FrameType, _event: str, _argument: Any) -> Any:
        code = frame.f_code
        if code.co_filename not in wanted or idle[code] > ENOUGH:
            return None
        seen = found.setdefault(code.co_filename, set())
        idle[code] += 1

        def line(frame: FrameType, event: str, _argument: Any) -> Any:
            if event == "line" and frame.f_lineno not in seen:
                seen.add(frame.f_lineno)
                idle[code] = 0
            return line

        return line

    sys.settrace(entered)
    try:
        action()
    finally:
        sys.settrace(None)
    return given, seconds, {wanted[name]: frozenset(lines) for name, lines in found.items()}
