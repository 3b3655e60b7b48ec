"""Whole runs in a few numbers each: JSON Lines, a header and a line for every run.

By these, implementations that draw other random numbers are compared.
"""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from mlslcs_ref._build import __version__
from mlslcs_ref.atomic import write_bytes
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.events import Absorbed, Controlled, Covered, Deleted, Event, GeneticRun, Inserted, Removed
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.errors import DataError
from mlslcs_ref.learning.training import Stream, Training
from mlslcs_ref.oracle.traces.header import data_hash
from mlslcs_ref.oracle.traces.records import EVALUATED, evaluation_of
from mlslcs_ref.origin import Origin
from mlslcs_ref.rulesets.solutions import scs_share
from mlslcs_ref.settings import Settings
from mlslcs_ref.untrusted import Untrusted

# its square is still a double
LARGEST: Final = 1e100
FORMAT: Final = "mlslcs_ref.runs"
VERSION: Final = 1
_COMPRESSION: Final = 9
_COUNTED: Final[Mapping[type[Event], str]] = {
    Covered: "coverings",
    GeneticRun: "ga_runs",
    Absorbed: "absorptions",
    Inserted: "insertions",
    Deleted: "deletions",
    Controlled: "controls",
    Removed: "removals",
}
_METRICS: Final = tuple(name for name in EVALUATED if not name.startswith("threshold"))


@dataclass(frozen=True)
class RunsHeader:
    """What the runs of a file have in common."""

    dataset: Dataset
    """D, in the order of presentation."""
    settings: Settings
    profile: str
    """Where they start from, for the reader."""
    stream: Stream
    """The stream of draws."""

    def record(self, n_runs: int) -> dict[str, Any]:
        """Return the header of a file of `n_runs` runs as values for JSON."""
        return {
            "kind": "header",
            "format": FORMAT,
            "version": VERSION,
            "implementation": {"name": "mlslcs_ref", "version": __version__},
            "profile": self.profile,
            "settings": self.settings.as_dict(),
            "data": {"name": self.dataset.name, "sha256": data_hash(self.dataset)},
            "stream": self.stream,
            "n_runs": n_runs,
        }


def run_summary(header: RunsHeader, seed: int, solutions: tuple[tuple[str, ...], ...] | None = None) -> dict[str, Any]:
    """Do a whole run and return its `kind`, its seed as the text `run`, and its `quantities`.

    A quantity that is not defined is null. With the shortest complete solutions, %SCS is among them.
    """
    counts = dict.fromkeys((*_COUNTED.values(), "dropped_offspring"), 0)

    def note(event: Event) -> None:
        if type(event) in _COUNTED:
            counts[_COUNTED[type(event)]] += 1
        if isinstance(event, GeneticRun):
            counts["dropped_offspring"] += event.matching.count(False)

    training = Training(
        header.dataset, header.settings, seed, profile=header.profile, stream=header.stream, observer=note
    )
    model = training.complete()
    evaluation = evaluation_of(model, header.dataset)
    quantities: dict[str, float] = {name: evaluation[name] for name in _METRICS}
    if solutions is not None:
        quantities["scs"] = scs_share(model.ruleset, solutions)
    population = training.learner.population
    quantities |= {"macro": population.macro, "micro": population.micro, **counts}
    quantities |= _means(population.rules(), header.dataset)
    return {
        "kind": "run",
        "run": str(seed),
        "quantities": {name: value if math.isfinite(value) else None for name, value in quantities.items()},
    }


def _means(rules: Sequence[Classifier], dataset: Dataset) -> dict[str, float]:
    """Return means over micro-classifiers: share of D covered, of labels decided, and F."""
    micro = covered = decided = 0
    fitness = 0.0
    for rule in rules:
        micro += rule.num
        covered += rule.num * rule.n_covered
        decided += rule.num * rule.consequent.n_decided
        fitness += float(rule.num) * rule.fitness
    if not micro:
        return dict.fromkeys(("mean_coverage", "mean_decided", "mean_fitness"), math.nan)
    return {
        "mean_coverage": covered / (micro * dataset.n_instances),
        "mean_decided": decided / (micro * dataset.n_labels),
        "mean_fitness": fitness / micro,
    }


def write_runs(path: str | Path, header: RunsHeader, summaries: Iterable[Mapping[str, Any]]) -> int:
    """Write runs, gzipped if the name ends in .gz, and return how many they are."""
    runs = list(summaries)
    lines = [json.dumps(record, allow_nan=False) + "\n" for record in (header.record(len(runs)), *runs)]
    data = "".join(lines).encode("ascii")
    write_bytes(path, gzip.compress(data, _COMPRESSION, mtime=0) if str(path).endswith(".gz") else data)
    return len(runs)


@dataclass(frozen=True)
class RunsFile:
    """The runs of a file."""

    file: str
    implementation: str
    """Who made the runs."""
    settings: Mapping[str, Any]
    """All settings."""
    sha256: str
    """Hash of the data."""
    runs: tuple[Mapping[str, float | None], ...]
    """The quantities of each run, None where one is not defined."""

    def names(self) -> list[str]:
        """Return the names of all quantities, in order of first appearance."""
        return list(dict.fromkeys(name for run in self.runs for name in run))

    def values(self, name: str) -> list[float]:
        """Return a quantity of every run that defines it."""
        found = [run.get(name) for run in self.runs]
        return [value for value in found if value is not None]

    def ranked(self, name: str) -> list[float]:
        """Return a quantity of every run, for tests on ranks: one that is not defined stands below all others."""
        return [-math.inf if value is None else value for value in (run.get(name) for run in self.runs)]


def read_runs(path: str | Path) -> RunsFile:
    """Read the runs of a file."""
    file = str(path)
    texts = Origin(file, "a file of runs", DataError).read().splitlines()
    if not texts:
        raise DataError("expected a file of runs, found an empty file", file)
    header = Untrusted.json(texts[0], Origin(file, "a file of runs", DataError, 1))
    _require_header(header)
    runs: dict[str, Mapping[str, float | None]] = {}
    for line, text in enumerate(texts[1:], start=2):
        node = Untrusted.json(text, Origin(file, "a file of runs", DataError, line))
        node.field("kind").choice(("run",))
        name = node.field("run").text()
        if name in runs:
            raise node.field("run").error("a name that no earlier run has")
        runs[name] = _quantities(node.field("quantities"))
    n_runs = header.field("n_runs").integer(0)
    implementation = header.field("implementation")
    found = RunsFile(
        file,
        f"{implementation.field('name').text()} {implementation.field('version').text()}",
        header.field("settings").mapping(),
        header.field("data").field("sha256").text(),
        tuple(runs.values()),
    )
    if len(runs) != n_runs:
        raise DataError(f"the file is incomplete: expected {n_runs} runs by its header, found {len(runs)}", file)
    return found


def _require_header(header: Untrusted) -> None:
    header.field("kind").choice(("header",))
    header.field("format").choice((FORMAT,))
    if header.field("version").value != VERSION:
        raise header.field("version").error(f"{VERSION}")
    for name in Settings.paper().as_dict():
        header.field("settings").field(name)


def _quantities(node: Untrusted) -> Mapping[str, float | None]:
    found: dict[str, float | None] = {}
    for name in node.mapping():
        value = node.field(name)
        found[name] = None if value.value is None else value.number()
        if abs(found[name] or 0.0) > LARGEST:
            raise value.error(f"a number from -{LARGEST:g} to {LARGEST:g}")
    return found
