"""The search: cases are made and run until the time or the number is used up; differences are shrunk to vectors."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

from mlslcs_ref.oracle.clients import Client
from mlslcs_ref.oracle.executor_process import ExecutorFault
from mlslcs_ref.oracle.fuzz.cases import FORMATS, made_case
from mlslcs_ref.oracle.fuzz.materials import Json
from mlslcs_ref.oracle.fuzz.reference import Asked, asked, hangs_on_a_digit
from mlslcs_ref.oracle.fuzz.shrinking import shrunk
from mlslcs_ref.oracle.judging import Result, judged, lost
from mlslcs_ref.oracle.protocol import Answer
from mlslcs_ref.oracle.suite import Suite
from mlslcs_ref.oracle.vectors.files import Vector

SEED_STEP: Final = 1_000_003
SELDOM: Final = {
    **dict.fromkeys(("problem", "pcg64", "java-random", "layout", "notation"), 5),
    "run": 3,
}
"""Formats of which a few cases say all take part in every fifth lap only; runs, which take long, in every third."""
POSITIONS: Final = re.compile(r"/\d+")


@dataclass(frozen=True)
class FuzzOptions:
    """The options of a search."""

    seed: int = 0
    """The same seed gives the same cases."""
    formats: tuple[str, ...] = ()
    """The formats of the cases; empty for all that the executor takes."""
    cases: int = 1_000_000_000
    """Largest number of cases."""
    seconds: float = 60.0
    """How long the search lasts, shrinking included."""
    whole_runs: bool = False
    """Whether cases are runs of hundreds of steps."""
    findings: int = 1_000_000_000
    """The search ends with so many of them."""


@dataclass(frozen=True)
class Disagreement:
    """A case to which the executor has another answer."""

    vector: Vector
    """The smallest case that was found, with the answer that is wanted."""
    result: Result
    """What the executor says to it."""
    number: int
    """Which case it was, from 1."""


@dataclass
class Fuzzing:
    """The result of a search."""

    asked: dict[str, int] = field(default_factory=dict)
    """By format, how many cases were asked."""
    findings: list[Disagreement] = field(default_factory=list)
    """What differs, one for every place in an answer."""
    unsure: int = 0
    """Differing answers that may turn with the last digit of an exponential or a power, and are left out."""
    skipped: int = 0
    """Cases that the executor skipped."""


def fuzzed(
    client: Client,
    suite: Suite,
    search: FuzzOptions,
    watch: Callable[[int], None] = lambda _: None,
    keep: Callable[[Disagreement], None] = lambda _: None,
) -> Fuzzing:
    """Ask an executor random cases.

    `watch` is called with the number of cases so far; `keep` with each finding at once, as an interrupt may end it all.
    """
    return _Fuzzer(client, suite, search, watch, keep).run()


class _Fuzzer:
    """The state of a search."""

    def __init__(
        self,
        client: Client,
        suite: Suite,
        search: FuzzOptions,
        watch: Callable[[int], None],
        keep: Callable[[Disagreement], None],
    ) -> None:
        self._client = client
        self._suite = suite
        self._search = search
        self._watch = watch
        self._keep = keep
        self._end = time.monotonic() + search.seconds
        self._known: set[tuple[str, str]] = set()
        self._found = Fuzzing()

    def run(self) -> Fuzzing:
        """Ask until time or number is over."""
        wanted = ("run",) if self._search.whole_runs else self._search.formats
        formats = [name for name in wanted or FORMATS if name in self._client.description.formats]
        for number, (name, seed) in enumerate(self._questions(formats), start=1):
            if number > self._search.cases or time.monotonic() >= self._end:
                break
            self._take(name, seed, number)
            self._watch(number)
            if len(self._found.findings) >= self._search.findings:
                break
        return self._found

    def _questions(self, formats: Sequence[str]) -> Iterator[tuple[str, int]]:
        """Yield formats in turn, each with the seed of its next case."""
        turn = 0
        for lap in count() if formats else ():
            for name in formats:
                turn += 1
                if lap % SELDOM.get(name, 1) == 0:
                    yield name, self._search.seed * SEED_STEP + turn

    def _take(self, name: str, seed: int, number: int) -> None:
        case = made_case(name, seed, self._search.whole_runs)
        one = asked(case, seed, case["draws"])
        if one is None or one.case["settings"]["profile"] not in self._client.description.profiles:
            return
        self._found.asked[name] = self._found.asked.get(name, 0) + 1
        result = self._result(one)
        self._found.skipped += result.status == "skip"
        if not result.bad or (name, _place(result)) in self._known:
            return
        if hangs_on_a_digit(one):
            self._found.unsure += 1
            return
        self._known.add((name, _place(result)))
        self._shrink(one, result, seed, number)

    def _shrink(self, one: Asked, result: Result, seed: int, number: int) -> None:
        """Keep the smallest case with a different answer of the executor, or of those tried before an interrupt."""
        best, told = one, result

        def fails(case: Json) -> bool:
            nonlocal best, told
            smaller = asked(case, seed, case.get("draws", ()))
            if smaller is None or not (found := self._result(smaller)).bad or hangs_on_a_digit(smaller):
                return False
            best, told = smaller, found
            return True

        try:
            shrunk(one.case, fails, lambda: time.monotonic() >= self._end)
        finally:
            self._known.add((str(one.case["format"]), _place(told)))
            self._found.findings.append(Disagreement(self._vector(best, told, seed), told, number))
            self._keep(self._found.findings[-1])

    def _result(self, one: Asked) -> Result:
        vector = one.vector("fuzz")
        try:
            answer: Answer = self._client.ask(one.case)
        except ExecutorFault as fault:
            return lost(vector, fault)
        return judged(vector, answer, self._suite.comparisons[vector.format])

    def _vector(self, one: Asked, result: Result, seed: int) -> Vector:
        """Return the vector of a finding; its clauses: what gives the differing field, and the topic of the format."""
        name = str(one.case["format"])
        first = [vector.clauses[0] for vector in self._suite.vectors if vector.format == name]
        topic = max(dict.fromkeys(first), key=first.count, default="CYC-0")
        given = "" if result.difference is None else result.difference.clause
        clauses = tuple(dict.fromkeys(clause for clause in (given, topic) if clause))
        return one.vector(f"{name}/fuzz/seed-{seed}/smallest", f"Found by chance, seed {seed}.", clauses)


def _place(result: Result) -> str:
    """Return where an answer differs, whatever the positions in lists: failures at one place have one cause, mostly."""
    if result.difference is None:
        return result.status
    return POSITIONS.sub("/*", result.difference.path)


def vector_file(vectors: Sequence[Vector]) -> Json:
    """Return the content of a file of vectors of one format."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    name, topic = vectors[0].id.split("/")[:2]
    for vector in vectors:
        wanted = {"error": vector.error} if vector.out is None else {"out": vector.out}
        facts = {"comment": vector.comment, "clauses": list(vector.clauses), "level": vector.level}
        question = {part: vector.case[part] for part in ("settings", "in", "draws")}
        test = {"id": vector.id.split("/")[3], **facts, "source": vector.source, **question, **wanted}
        groups.setdefault(vector.id.split("/")[2], []).append(test)
    listed = [{"id": group, "tests": tests} for group, tests in groups.items()]
    head = {"format": name, "format_version": 1, "schema": f"vector-{name}.schema.json", "topic": topic}
    return head | {"groups": listed}
