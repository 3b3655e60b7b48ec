"""Recorded runs of the authors' program: gzipped JSON Lines, a header and then states of the population.

The header holds the settings, the seed of the java.util.Random stream, the names of the data, and the thresholds and
metrics at the end; each further line the state after one step: numbers drawn, macro- and micro-classifiers, a CRC-32
of the population, and now and then the whole population.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from mlslcs_ref.errors import ReplayError, SettingsError
from mlslcs_ref.oracle.evaluation import EVALUATED
from mlslcs_ref.origin import Origin
from mlslcs_ref.settings import Settings

__all__ = ["POPULATION_FIELDS", "RecordedRun", "RecordedState", "open_recording"]

POPULATION_FIELDS: Final = ("bits", "num", "exp", "tp", "msa", "F", "cs", "ts")
_RENAMED: Final = {
    "N": "population_size",
    "beta": "learning_rate",
    "nu": "accuracy_power",
    "acc0": "accuracy_threshold",
    "gamma": "clustering_gamma",
}
_NOT_SETTINGS: Final = ("train", "test", "seed", "labels")
# what differs from run to run: a default in its place would replay another run
_REQUIRED: Final = (
    "N",
    "beta",
    "nu",
    "acc0",
    "theta_exp",
    "theta_del",
    "theta_ga",
    "omega",
    "phi",
    "p_hash",
    "p_label_hash",
    "crossover_rate",
    "mutation_rate",
    "precision_bits",
    "passes",
    "update_only",
    "clustering",
    "match_set_control",
)
_STATE_FIELDS: Final = ("instance", "draws", "macro", "micro", "crc32")


@dataclass(frozen=True)
class RecordedState:
    """The state after a step.

    Parameters
    ----------
    line : int
        Where it stands in the file.
    step : int
        The step, from 1.
    values : dict
        `instance`, `draws`, `macro`, `micro` and `crc32`.
    population : list of list, or None
        Every rule as `POPULATION_FIELDS`, in population order.
    """

    line: int
    step: int
    values: dict[str, Any]
    population: list[list[Any]] | None


@dataclass(frozen=True)
class RecordedRun:
    """A recording, its states still to be read.

    Parameters
    ----------
    file : str
        The file.
    name : str
        Name of the run.
    settings : Settings
        The profile `authors` with the recorded settings.
    train : str
        Name of a problem, or of the training file.
    test : str or None
        Name of the test file, None if the training data served.
    seed : int
        Seed of java.util.Random.
    n_labels : int
        How many of the last attributes are labels.
    evaluation : dict of str to float
        Thresholds and metrics after the run.
    """

    file: str
    name: str
    settings: Settings
    train: str
    test: str | None
    seed: int
    n_labels: int
    evaluation: dict[str, float]

    def lacking(self, last: int, n_instances: int) -> str | None:
        """Say what the recording lacks, if anything, when its last state is that after step `last` (0: it has none)."""
        n_steps = self.settings.n_steps(n_instances)
        if not last:
            return "the recording holds no states"
        if last < n_steps:
            return f"the states end at step {last}, the run at step {n_steps}"
        missing = [name for name in EVALUATED if name not in self.evaluation]
        return f"the header lacks {', '.join(missing)}" if missing else None

    def states(self) -> Iterator[RecordedState]:
        """Yield the recorded states in order.

        Raises
        ------
        ReplayError
            If a line is not a state, or the file ends early.
        """
        last = 0
        for line, record in Origin(self.file, "a recording", ReplayError).records():
            if line > 1:
                state = _state(self.file, line, record)
                if state.step <= last:
                    raise ReplayError(f"expected a step after {last}, found {state.step}", self.file, line)
                last = state.step
                yield state


def open_recording(path: str | Path) -> RecordedRun:
    """Read the header of a recorded run.

    Raises
    ------
    ReplayError
        If the file is no recording, or of a run that cannot be replayed.
    """
    file = str(path)
    for line, header in Origin(file, "a recording", ReplayError).records():
        if not isinstance(header, dict) or header.get("kind") != "authors-run":
            raise ReplayError("expected the header of a recorded run (kind authors-run)", file, line)
        try:
            return _run(file, header)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            what = f"missing field {error}" if isinstance(error, KeyError) else str(error)
            raise ReplayError(f"the header cannot be used: {what}", file, line) from None
    raise ReplayError("expected a recorded run, found an empty file", file)


def _run(file: str, header: dict[str, Any]) -> RecordedRun:
    recorded: dict[str, Any] = header["settings"]
    for name in _REQUIRED:
        if name not in recorded:
            raise KeyError(name)
    changes = {_RENAMED.get(name, name): value for name, value in recorded.items() if name not in _NOT_SETTINGS}
    try:
        settings = Settings.authors(**changes)
    except SettingsError as error:
        raise ReplayError(f"the recorded settings cannot be used: {error}", file, 1) from None
    if settings.clustering:
        raise ReplayError("runs with clustering cannot be replayed: their k-means is another library's", file, 1)
    if tuple(header["population_fields"]) != POPULATION_FIELDS:
        raise ValueError(f"expected population_fields {', '.join(POPULATION_FIELDS)}")
    evaluation = {name: _real(name, value) for name, value in header["evaluation"].items()}
    test = recorded.get("test")
    return RecordedRun(
        file=file,
        name=str(header.get("name", Path(file).name)),
        settings=settings,
        train=str(recorded["train"]),
        test=None if test is None else str(test),
        seed=_integer(recorded, "seed", -(1 << 63), (1 << 63) - 1),
        n_labels=_integer(recorded, "labels", 1, 1 << 31),
        evaluation=evaluation,
    )


def _integer(recorded: dict[str, Any], name: str, low: int, high: int) -> int:
    value = recorded[name]
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"{name}: expected a whole number from {low} to {high}, found {value!r}")
    return value


def _real(name: str, value: Any) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise ValueError(f"{name}: expected a number, found {value!r}")  # noqa: TRY004 - of the file, not of a call
    return float(value)


def _state(file: str, line: int, record: Any) -> RecordedState:
    if not isinstance(record, dict) or not isinstance(record.get("step"), int):
        raise ReplayError("expected a state with a step", file, line)
    population = record.get("population")
    if population is not None and not (
        isinstance(population, list)
        and all(isinstance(rule, list) and len(rule) == len(POPULATION_FIELDS) for rule in population)
    ):
        raise ReplayError("expected a population of rules with " + ", ".join(POPULATION_FIELDS), file, line)
    for name in _STATE_FIELDS:
        if name not in record:
            raise ReplayError(f"expected a state with the field {name}", file, line)
    values = {name: record[name] for name in _STATE_FIELDS}
    return RecordedState(line, record["step"], values, population)
