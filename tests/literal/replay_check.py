"""Replays recorded runs of the authors' program: every recorded state, then thresholds and metrics (Replay)."""

import gzip
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import arff
from literal import inference
from literal.model import Model
from literal.profiles import AUTHORS, Settings
from literal.representation import Attribute
from literal.streams import JavaStream

Rows = list[list[float | None]]
Labels = list[list[int]]
NAMES_IN_HEADER = {"N": "population_size"}


@dataclass
class Outcome:
    """What a replay compared; `differences` is empty where all of it agreed."""

    name: str
    states: int = 0
    populations: int = 0
    largest_error: float = 0.0
    differences: list[str] = field(default_factory=list)
    evaluation: dict[str, tuple[float, float]] = field(default_factory=dict)


def toy6x4() -> tuple[list[Attribute], Rows, Labels]:
    """PRB-1."""
    rows: Rows = []
    labels: Labels = []
    for number in range(64):
        a = [number >> 5 - j & 1 for j in range(6)]
        rows.append([float(bit) for bit in a])
        labels.append([*([0, 1] if a[0] else [1, 0] if a[1] else [1, 1]), a[4], a[5]])
    return [("binary",)] * 6, rows, labels


def mlposition(n: int) -> tuple[list[Attribute], Rows, Labels]:
    """PRB-1."""
    rows: Rows = []
    labels: Labels = []
    for number in range(2**n):
        a = [number >> n - 1 - j & 1 for j in range(n)]
        rows.append([float(bit) for bit in a])
        labels.append([int(a[j] == 1 and not any(a[:j])) for j in range(n)])
    return [("binary",)] * n, rows, labels


def code(kind: Any, value: Any) -> float | None:
    """The index of a nominal value (REP-3), or the number; None for a missing value."""
    if value is None:
        return None
    return float(kind.index(value) if isinstance(kind, list) else value)


def read_arff(path: Path, n_labels: int) -> tuple[list[Attribute], Rows, Labels]:
    """The attributes with their ranges, the rows and the labels, which are the last attributes."""
    with path.open(encoding="utf-8") as file:
        table: dict[str, Any] = arff.load(file)
    declared = [kind for _, kind in table["attributes"]]
    codes = [[code(kind, x) for kind, x in zip(declared, record, strict=True)] for record in table["data"]]
    attributes: list[Attribute] = []
    for j, kind in enumerate(declared[:-n_labels]):
        present = [x for row in codes if (x := row[j]) is not None]
        if isinstance(kind, list):
            attributes.append(("binary",) if len(kind) <= 2 else ("nominal", len(kind)))
        else:
            attributes.append(("continuous", min(present), max(present)))
    rows = [row[:-n_labels] for row in codes]
    return attributes, rows, [[int(x or 0) for x in row[-n_labels:]] for row in codes]


def load(name: str, n_labels: int, data: Path) -> tuple[list[Attribute], Rows, Labels]:
    """An artificial problem by name, else a file in a folder below data."""
    if name == "toy6x4":
        return toy6x4()
    if name.startswith("mlposition"):
        return mlposition(int(name.removeprefix("mlposition")))
    return read_arff(next(data.glob(f"*/{name}")), n_labels)


def close(value: float, recorded: float) -> float:
    """The difference relative to max(1, |recorded|) (PAR-1)."""
    return abs(value - recorded) / max(1.0, abs(recorded))


def compare(model: Model, state: dict[str, Any], outcome: Outcome) -> bool:
    """Compare one recorded state; a difference is noted."""
    where = f"step {state['step']}"
    found = {
        "draws": model.stream.count,
        "macro": len(model.population),
        "micro": sum(rule.num for rule in model.population),
        "crc32": f"{model.digest():08x}",
    }
    outcome.states += 1
    for key, value in found.items():
        if value != state[key]:
            outcome.differences.append(f"{where}: {key} {value}, recorded {state[key]}")
    if "population" in state:
        outcome.populations += 1
        for rule, record in zip(model.population, state["population"], strict=False):
            bits, num, exp, tp, msa, fitness, cs, ts = record
            if (rule.text, rule.num, rule.exp, rule.ts) != (bits, num, exp, ts):
                outcome.differences.append(f"{where}: {rule}, recorded {record}")
                break
            pairs = {"tp": (rule.tp, tp), "msa": (rule.msa, msa), "F": (rule.fitness, fitness), "cs": (rule.cs, cs)}
            for key, (value, recorded) in pairs.items():
                outcome.largest_error = max(outcome.largest_error, close(value, recorded))
                if close(value, recorded) > 1e-9:
                    outcome.differences.append(f"{where}: {key} {value}, recorded {recorded}")
    return not outcome.differences


def evaluate(model: Model, rows: Rows, labels: Labels) -> dict[str, float]:
    """The thresholds on D and the metrics on the given instances, named as in a recording's header."""
    thresholds = {"pcut": inference.pcut(model), "ival": inference.ival(model)}
    result = {f"threshold_{name}": value for name, value in thresholds.items()}
    predictions = {
        name: [inference.active(model, inference.votes(model, row), threshold) for row in rows]
        for name, threshold in thresholds.items()
    }
    predictions["best"] = [inference.best(model, row) for row in rows]
    for name, predicted in predictions.items():
        result[f"accuracy_{name}"] = inference.accuracy(model, predicted, labels)
        result[f"hammingloss_{name}"] = inference.hamming_loss(predicted, labels)
        result[f"exactmatch_{name}"] = inference.exact_match(predicted, labels)
    return result


def replay(path: Path, data: Path, changes: Settings | None = None, last_step: int | None = None) -> Outcome:
    """Replay one recording up to its last step, or to last_step, or to the first difference."""
    with gzip.open(path, "rt", encoding="ascii") as file:
        header = json.loads(next(file))
        recorded: Iterator[dict[str, Any]] = map(json.loads, file.readlines())
    settings = {**AUTHORS, **{NAMES_IN_HEADER.get(k, k): v for k, v in header["settings"].items()}, **(changes or {})}
    attributes, rows, labels = load(settings["train"], settings["labels"], data)
    model = Model(attributes, rows, labels, settings, JavaStream(settings["seed"]))
    outcome = Outcome(header["name"])
    training = settings["passes"] * len(rows)
    for state in recorded:
        if last_step is not None and state["step"] > last_step:
            return outcome
        while model.t < state["step"]:
            i = model.t % len(rows)
            (model.step if model.t < training else model.update_step)(i)
        if not compare(model, state, outcome):
            return outcome
    model.finish()
    if "test" in settings:
        _, rows, labels = load(settings["test"], settings["labels"], data)
    found = evaluate(model, rows, labels)
    for key, value in header["evaluation"].items():
        outcome.evaluation[key] = (found[key], value)
        if abs(found[key] - value) > 1e-6:
            outcome.differences.append(f"evaluation: {key} {found[key]}, recorded {value}")
    return outcome


def main(arguments: Sequence[str]) -> int:
    """Replay all recordings of a folder, or those whose name contains a word; 1 if any differs.

    Usage, in the folder tests: python -m literal.replay_check RECORDINGS DATA [WORD ...]
    """
    recordings, data, words = Path(arguments[0]), Path(arguments[1]), arguments[2:]
    failed = False
    for path in sorted(recordings.glob("*.jsonl.gz"), key=lambda p: p.stat().st_size):
        if words and not any(word in path.name for word in words):
            continue
        begin = time.perf_counter()
        outcome = replay(path, data)
        failed = failed or bool(outcome.differences)
        print(
            f"{outcome.name}: {outcome.states} states, {outcome.populations} populations, largest error"
            f" {outcome.largest_error:.1e}, {time.perf_counter() - begin:.0f} s"
        )
        for difference in outcome.differences[:10]:
            print("  " + difference)
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
