"""Write the traces of `specs/traces` and `specs/large`, or check that this package writes them as they are.

    python3 tools/traces.py            write them
    python3 tools/traces.py --check    compare; exit status 1 at the first difference

Each shows some of the things that a trace can tell; a case that no longer does is refused.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from mlslcs_ref.data.dataset import Attribute, BinaryAttribute, ContinuousAttribute, Dataset, NominalAttribute, Schema
from mlslcs_ref.data.problems import mlposition, toy6x4
from mlslcs_ref.oracle.traces import (
    TracedRun,
    TraceHeader,
    TracePlan,
    first_trace_difference,
    open_trace,
    write_trace,
)
from mlslcs_ref.settings import Settings

SPECS: Final = Path(__file__).resolve().parents[1] / "specs"
MOST_BYTES: Final = {"traces": 420_000, "large": 900_000}
"""By folder; vectors take the rest of the two megabytes of `large`."""
ALWAYS: Final = frozenset({"covering", "ga", "absorption", "insertion", "end"})


@dataclass(frozen=True)
class Case:
    """A trace of the specification.

    Parameters
    ----------
    name : str
        Name of its file, without .trace.jsonl.gz.
    dataset : Dataset
        D.
    profile : str
        Where the settings start from.
    changes : dict
        Settings that differ.
    plan : TracePlan
        What is told.
    shows : frozenset of str
        Phases that must occur, besides those of every run; `dropped` for a child that matches nothing, `merged` for a
        covering rule that P holds already, `excess` for deletions of the initial population.
    seed : int
        Seed of the stream.
    stream : str
        The stream.
    folder : str
        `traces`, or `large`.
    """

    name: str
    dataset: Dataset
    profile: str
    changes: dict[str, Any]
    plan: TracePlan
    shows: frozenset[str] = frozenset()
    seed: int = 1
    stream: Any = "pcg64"
    folder: str = "traces"

    def header(self) -> TraceHeader:
        """Return the header of its trace."""
        settings = Settings.profile(self.profile, **self.changes)
        return TraceHeader.of_run(self.dataset, settings, self.seed, self.plan, self.profile, self.stream)


def mixed() -> Dataset:
    """Return 12 instances with all kinds of attributes, missing values, and three labels that follow from them.

    l1: the temperature is above 20. l2: the colour is red or the lamp is on. l3: neither.
    """
    schema = Schema(
        (
            BinaryAttribute("lamp", ("off", "on")),
            NominalAttribute("colour", ("red", "green", "blue")),
            ContinuousAttribute("temperature"),
            ContinuousAttribute("weight"),
        ),
        ("warm", "striking", "plain"),
    )
    nan = math.nan
    rows = [
        (0, 0, 21.5, 0.1), (1, 1, 12.25, 0.7), (0, 2, 30.0, nan), (1, nan, 18.75, 0.3),
        (nan, 0, 25.0, 0.9), (0, 1, nan, 0.5), (1, 2, 20.0, 0.2), (0, 1, 10.0, 0.65),
        (1, 0, 28.125, nan), (0, nan, 15.5, 0.4), (nan, 2, 22.0, 0.8), (0, 2, 19.0, 1.0),
    ]  # fmt: skip
    labels = [_labels(*row) for row in rows]
    return Dataset(schema, np.array(rows, dtype=np.float64), np.array(labels), "mixed")


def _labels(lamp: float, colour: float, temperature: float, _weight: float) -> tuple[bool, bool, bool]:
    warm, striking = temperature > 20.0, colour == 0 or lamp == 1
    return warm, striking, not (warm or striking)


def wide(n_instances: int, n_labels: int) -> Dataset:
    """Return data of twelve attributes of all kinds, whose numbers have no short binary form, with missing values.

    Each label follows from one attribute, but for a tenth of the instances.
    """
    stream = random.Random(f"{n_instances} {n_labels}")  # noqa: S311 - no secret
    attributes: tuple[Attribute, ...] = (
        *(BinaryAttribute(f"b{place}", ("no", "yes")) for place in range(4)),
        *(NominalAttribute(f"n{place}", tuple("uvwxyz")) for place in range(3)),
        *(ContinuousAttribute(f"c{place}") for place in range(5)),
    )
    rows, labels = [], []
    for _ in range(n_instances):
        row = [float(stream.randrange(2)) for _ in range(4)] + [float(stream.randrange(6)) for _ in range(3)]
        row += [round(stream.uniform(-1.0, 3.0), 3) for _ in range(5)]
        labels.append([(row[label * 5 % 12] > 0.7) != (stream.random() < 0.1) for label in range(n_labels)])
        rows.append([math.nan if stream.random() < 0.03 else value for value in row])
    schema = Schema(attributes, tuple(f"l{label}" for label in range(n_labels)))
    return Dataset(schema, np.array(rows, dtype=np.float64), np.array(labels), "wide")


ONE_HALF: Final[dict[str, Any]] = {
    "ga_due": "truncated",
    "birth_timestamp": "zero",
    "covering_focus": "generalised",
    "interval_arithmetic": "float32",
    "constant_attribute": "drawn",
    "discount_threshold": "theta_del",
    "roulette_zero_weights": "allow",
    "zero_coverage_test": "before_repair",
    "nominal_generality": "equal",
    "deletion_domain": "plain",
    "active_labels": "above",
    "pcut_search": "halving",
    "empty_label_sets": "skip",
}
OTHER_HALF: Final[dict[str, Any]] = {
    "ga_clock": "step",
    "theta_ga": 9,
    "discovery_order": "in_phases",
    "experience_unit": "match",
    "covering_bounds": "raw",
    "covering_duplicates": "append",
    "interval_order": "ordered",
    "interval_equality": "first_bound",
    "missing_values": "unhandled",
    "zero_fitness_parents": "first",
    "crossover_cut": "per_child",
    "subsumer_ability": "last_update",
    "absorption": "authors",
    "vote_weight": "accuracy",
    "ival_search": "halving",
    "best_order": "num_accuracy",
}
"""The settings of the authors' program, half of them each: none is met by the other settings of its profile alone."""


def large_cases() -> list[Case]:
    """Return the large cases: many labels, crowds among mixed attributes, and settings from both profiles."""
    eager: dict[str, Any] = {
        "theta_ga": 37, "theta_exp": 6, "theta_del": 13, "accuracy_threshold": 0.83, "p_hash": 0.63, "omega": 0.87,
        "accuracy_power": 3, "mutation_rate": 0.013, "clustering": False,
    }  # fmt: skip
    labels = {**eager, "p_label_hash": 0.4, "theta_ga": 400, "population_size": 90}
    crowd = {**eager, "p_label_hash": 0.3, "population_size": 110}
    end: dict[str, Any] = {
        **crowd, "population_size": 60, "passes": 4, "update_only": 0.3, "p_hash_init": 0.4, "clustering": True,
        "clustering_gamma": 0.3,
    }  # fmt: skip
    often, whole = TracePlan(320, 20, 8), TracePlan(10_000, 15, 8)
    return [
        Case("labels-paper", wide(12, 70), "paper", labels, TracePlan(26, 13, 2), seed=3, folder="large"),
        Case("labels-authors", wide(9, 130), "authors", labels, TracePlan(20, 10, 2), seed=5, folder="large"),
        Case("crowd-paper", wide(40, 5), "paper", crowd, often, frozenset({"deletion", "control"}), 7, folder="large"),
        Case("crowd-authors", wide(40, 5), "authors", crowd, often, frozenset({"deletion"}), 9, folder="large"),
        Case("half-of-authors", wide(30, 5), "paper", {**end, **ONE_HALF}, whole, seed=11, folder="large"),
        Case("other-half-of-authors", wide(30, 5), "paper", {**end, **OTHER_HALF}, whole, seed=13, folder="large"),
    ]


def cases() -> list[Case]:
    """Return every case: artificial problems, mixed data, a crowd, an initialisation, whole runs, and large ones."""
    eager: dict[str, Any] = {"theta_ga": 30, "theta_exp": 6, "theta_del": 12, "p_hash": 0.4, "clustering": False}
    crowd = {**eager, "population_size": 30, "p_label_hash": 0.3}
    artificial = {**eager, "population_size": 400, "p_label_hash": 0.4}
    mutating = {**artificial, "mutation_rate": 0.06}
    return [
        Case("toy6x4-paper", toy6x4(), "paper", artificial, TracePlan(400, 20, 5)),
        Case("toy6x4-authors", toy6x4(), "authors", artificial, TracePlan(400, 20, 5), seed=2),
        Case("toy6x4-java", toy6x4(), "authors", artificial, TracePlan(200, 20, 5), seed=-7, stream="java"),
        Case("mlposition4-paper", mlposition(4), "paper", artificial, TracePlan(320, 16, 5)),
        Case("mlposition4-authors", mlposition(4), "authors", artificial, TracePlan(320, 16, 5)),
        Case("mixed-paper", mixed(), "paper", mutating, TracePlan(240, 6, 5), frozenset({"dropped"}), seed=4),
        Case(
            "mixed-authors",
            mixed(),
            "authors",
            mutating,
            TracePlan(240, 6, 5),
            frozenset({"dropped", "removal"}),
            seed=8,
        ),
        Case(
            "crowded-paper",
            mlposition(4),
            "paper",
            crowd,
            TracePlan(320, 4, 4),
            frozenset({"control", "deletion", "merged"}),
        ),
        Case("crowded-authors", toy6x4(), "authors", crowd, TracePlan(320, 4, 8), frozenset({"deletion"})),
        Case(
            "removal-authors",
            mixed(),
            "authors",
            {**crowd, "population_size": 60, "mutation_rate": 0.12},
            TracePlan(240, 4, 8),
            frozenset({"removal", "deletion", "dropped"}),
            seed=14,
        ),
        Case(
            "clustering-paper",
            mixed(),
            "paper",
            {**crowd, "clustering": True, "clustering_gamma": 0.8, "population_size": 8, "p_hash_init": 0.2},
            TracePlan(120, 4, 4),
            frozenset({"control", "deletion", "excess"}),
        ),
        Case(
            "clustering-authors",
            toy6x4(),
            "authors",
            {**crowd, "clustering": True, "p_hash_init": 0.3, "p_label_hash_init": 0.1, "population_size": 12},
            TracePlan(128, 4, 8),
            frozenset({"deletion", "excess"}),
        ),
        Case(
            "whole-run-paper",
            mlposition(3),
            "paper",
            {**crowd, "passes": 20, "update_only": 0.1},
            TracePlan(10_000, 16, 3),
            frozenset({"control", "deletion"}),
        ),
        Case(
            "whole-run-authors",
            mlposition(3),
            "authors",
            {**crowd, "passes": 20, "update_only": 0.1},
            TracePlan(10_000, 16, 3),
            frozenset({"deletion"}),
        ),
        *large_cases(),
    ]


def path_of(specs: Path, case: Case) -> Path:
    """Return the file of a case."""
    return specs / case.folder / f"{case.name}.trace.jsonl.gz"


def write_case(specs: Path, case: Case) -> None:
    """Write the trace of a case."""
    records = list(TracedRun(case.header()).records())
    missing = sorted((ALWAYS | case.shows) - shown(records))
    if missing:
        sys.exit(f"{case.name}: nothing of {', '.join(missing)} happens in it")
    path_of(specs, case).parent.mkdir(exist_ok=True)
    write_trace(path_of(specs, case), records, compression=9)


def shown(records: Sequence[dict[str, Any]]) -> set[str]:
    """Return what a trace shows, by the words of `Case`."""
    found = {str(record["phase"]) for record in records}
    found |= {"dropped" for record in records for child in record.get("children", []) if not child["matches"]}
    found |= {"merged" for record in records if record.get("merged")}
    return found | {"excess" for record in records if record["phase"] == "deletion" and record["step"] == 0}


def check(specs: Path) -> int:
    """Compare all traces with what this package writes, and return the exit status."""
    wanted = {path_of(specs, case) for case in cases()}
    found = {path for folder in MOST_BYTES for path in (specs / folder).glob("*.trace.jsonl.gz")}
    if wanted != found:
        differing = ", ".join(sorted(path.name for path in wanted ^ found))
        print(f"expected a trace of every case in {specs.name} and no others, found differences in {differing}")
        return 1
    with tempfile.TemporaryDirectory() as made:
        for case in cases():
            write_case(Path(made), case)
            report = first_trace_difference(open_trace(path_of(specs, case)), open_trace(path_of(Path(made), case)))
            if report.difference is not None:
                print(f"{case.name}: {report.difference}")
                return 1
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Write or check, and return the exit status."""
    parser = argparse.ArgumentParser(description="Write the traces of specs/traces and specs/large.")
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    arguments = parser.parse_args(argv)
    if arguments.check:
        return check(SPECS)
    for case in cases():
        write_case(SPECS, case)
    for folder, most in MOST_BYTES.items():
        sizes = [path_of(SPECS, case).stat().st_size for case in cases() if case.folder == folder]
        print(f"{folder}: {len(sizes)} traces, {sum(sizes)} bytes")
        if sum(sizes) > most:
            sys.exit(f"expected at most {most} bytes in {folder}; shorten the cases")
    return 0


if __name__ == "__main__":
    sys.exit(main())
