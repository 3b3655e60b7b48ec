"""Write the traces of `specs/traces`, or check that this package writes them as they are.

    python3 tools/traces.py            write them
    python3 tools/traces.py --check    compare; exit status 1 at the first difference

Each shows some of the things that a trace can tell; a case that no longer does is refused.
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from mlslcs_ref.data.dataset import BinaryAttribute, ContinuousAttribute, Dataset, NominalAttribute, Schema
from mlslcs_ref.data.problems import mlposition, toy6x4
from mlslcs_ref.oracle.traces import (
    Plan,
    TracedRun,
    TraceHeader,
    first_trace_difference,
    open_trace,
    write_trace,
)
from mlslcs_ref.settings import Settings

FOLDER: Final = Path(__file__).resolve().parents[1] / "specs" / "traces"
MOST_BYTES: Final = 420_000
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
    plan : Plan
        What is told.
    shows : frozenset of str
        Phases that must occur, besides those of every run; `dropped` for a child that matches nothing, `merged` for a
        covering rule that P holds already, `excess` for deletions of the initial population.
    seed : int
        Seed of the stream.
    stream : str
        The stream.
    """

    name: str
    dataset: Dataset
    profile: str
    changes: dict[str, Any]
    plan: Plan
    shows: frozenset[str] = frozenset()
    seed: int = 1
    stream: Any = "pcg64"

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


def cases() -> list[Case]:
    """Return every case: the artificial problems, mixed data, a crowd, an initialisation, and whole runs."""
    eager: dict[str, Any] = {"theta_ga": 30, "theta_exp": 6, "theta_del": 12, "p_hash": 0.4, "clustering": False}
    crowd = {**eager, "population_size": 30, "p_label_hash": 0.3}
    artificial = {**eager, "population_size": 400, "p_label_hash": 0.4}
    mutating = {**artificial, "mutation_rate": 0.06}
    return [
        Case("toy6x4-paper", toy6x4(), "paper", artificial, Plan(400, 20, 5)),
        Case("toy6x4-authors", toy6x4(), "authors", artificial, Plan(400, 20, 5), seed=2),
        Case("toy6x4-java", toy6x4(), "authors", artificial, Plan(200, 20, 5), seed=-7, stream="java"),
        Case("mlposition4-paper", mlposition(4), "paper", artificial, Plan(320, 16, 5)),
        Case("mlposition4-authors", mlposition(4), "authors", artificial, Plan(320, 16, 5)),
        Case("mixed-paper", mixed(), "paper", mutating, Plan(240, 6, 5), frozenset({"dropped"}), seed=4),
        Case("mixed-authors", mixed(), "authors", mutating, Plan(240, 6, 5), frozenset({"dropped", "removal"}), seed=8),
        Case(
            "crowded-paper",
            mlposition(4),
            "paper",
            crowd,
            Plan(320, 4, 4),
            frozenset({"control", "deletion", "merged"}),
        ),
        Case("crowded-authors", toy6x4(), "authors", crowd, Plan(320, 4, 8), frozenset({"deletion"})),
        Case(
            "removal-authors",
            mixed(),
            "authors",
            {**crowd, "population_size": 60, "mutation_rate": 0.12},
            Plan(240, 4, 8),
            frozenset({"removal", "deletion", "dropped"}),
            seed=14,
        ),
        Case(
            "clustering-paper",
            mixed(),
            "paper",
            {**crowd, "clustering": True, "clustering_gamma": 0.8, "population_size": 8, "p_hash_init": 0.2},
            Plan(120, 4, 4),
            frozenset({"control", "deletion", "excess"}),
        ),
        Case(
            "clustering-authors",
            toy6x4(),
            "authors",
            {**crowd, "clustering": True, "p_hash_init": 0.3, "p_label_hash_init": 0.1, "population_size": 12},
            Plan(128, 4, 8),
            frozenset({"deletion", "excess"}),
        ),
        Case(
            "whole-run-paper",
            mlposition(3),
            "paper",
            {**crowd, "passes": 20, "update_only": 0.1},
            Plan(10_000, 16, 3),
            frozenset({"control", "deletion"}),
        ),
        Case(
            "whole-run-authors",
            mlposition(3),
            "authors",
            {**crowd, "passes": 20, "update_only": 0.1},
            Plan(10_000, 16, 3),
            frozenset({"deletion"}),
        ),
    ]


def path_of(folder: Path, case: Case) -> Path:
    """Return the file of a case."""
    return folder / f"{case.name}.trace.jsonl.gz"


def write_case(folder: Path, case: Case) -> None:
    """Write the trace of a case."""
    records = list(TracedRun(case.header()).records())
    missing = sorted((ALWAYS | case.shows) - shown(records))
    if missing:
        sys.exit(f"{case.name}: nothing of {', '.join(missing)} happens in it")
    write_trace(path_of(folder, case), records, compression=9)


def shown(records: Sequence[dict[str, Any]]) -> set[str]:
    """Return what a trace shows, by the words of `Case`."""
    found = {str(record["phase"]) for record in records}
    found |= {"dropped" for record in records for child in record.get("children", []) if not child["matches"]}
    found |= {"merged" for record in records if record.get("merged")}
    return found | {"excess" for record in records if record["phase"] == "deletion" and record["step"] == 0}


def check(folder: Path) -> int:
    """Compare all traces with what this package writes, and return the exit status."""
    wanted = {path_of(folder, case).name for case in cases()}
    found = {path.name for path in folder.glob("*.trace.jsonl.gz")}
    if wanted != found:
        print(f"expected {', '.join(sorted(wanted))} in {folder.name}, found {', '.join(sorted(found)) or 'nothing'}")
        return 1
    with tempfile.TemporaryDirectory() as made:
        for case in cases():
            write_case(Path(made), case)
            report = first_trace_difference(open_trace(path_of(folder, case)), open_trace(path_of(Path(made), case)))
            if report.difference is not None:
                print(f"{case.name}: {report.difference}")
                return 1
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Write or check, and return the exit status."""
    parser = argparse.ArgumentParser(description="Write the traces of specs/traces.")
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    arguments = parser.parse_args(argv)
    if arguments.check:
        return check(FOLDER)
    for case in cases():
        write_case(FOLDER, case)
    size = sum(path_of(FOLDER, case).stat().st_size for case in cases())
    print(f"{len(cases())} traces, {size} bytes")
    if size > MOST_BYTES:
        sys.exit(f"expected at most {MOST_BYTES} bytes in all; shorten the cases")
    return 0


if __name__ == "__main__":
    sys.exit(main())
