"""Recorded runs of the authors' program, as traces: gzipped JSON Lines, a header and then states of the population.

The header holds the settings, the seed of the java.util.Random stream, the names of the data, and the thresholds and
metrics at the end; each further line the state after one step: numbers drawn, macro- and micro-classifiers, a CRC-32
of the population, and now and then the whole population.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.errors import SettingsError, TraceError
from mlslcs_ref.oracle.operators.case import written
from mlslcs_ref.oracle.traces.files import Numbered, TraceFile
from mlslcs_ref.oracle.traces.header import RECORDED_COMPARISONS, TraceHeader, TracePlan
from mlslcs_ref.oracle.traces.records import CHECKPOINT, EVALUATED, FOOTER, STATE_RULE, Record
from mlslcs_ref.origin import Origin
from mlslcs_ref.settings import Settings
from mlslcs_ref.untrusted import Untrusted

_POPULATION_FIELDS: Final = ("bits", "num", "exp", "tp", "msa", "F", "cs", "ts")
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
    *("N", "beta", "nu", "acc0", "theta_exp", "theta_del", "theta_ga", "omega", "phi", "p_hash", "p_label_hash"),
    *("crossover_rate", "mutation_rate", "precision_bits", "passes", "update_only", "clustering", "match_set_control"),
)
_STATE_FIELDS: Final = ("instance", "draws", "macro", "micro", "crc32")


@dataclass(frozen=True)
class RecordedRun:
    """The header of a recording."""

    file: str
    name: str
    """Name of the run."""
    settings: Settings
    """The profile `authors` with the recorded settings."""
    train: str
    """Name of a problem, or of the training file."""
    test: str | None
    """Name of the test file, None if the training data served."""
    seed: int
    """Seed of java.util.Random."""
    n_labels: int
    """How many of the last attributes are labels."""
    evaluation: dict[str, float]
    """Thresholds and metrics after the run."""

    def trace(self, train: Dataset, test: Dataset | None = None) -> TraceFile:
        """Return the recording as a trace: its states as checkpoints, thresholds and metrics in the footer.

        The training data have the recorded order. Where the recording names a test file and no such data are given,
        thresholds and metrics are left out, because they cannot be verified.
        """
        if train.n_labels != self.n_labels:
            raise TraceError(f"expected data with {self.n_labels} labels, found {train.n_labels}", self.file)
        if test is not None:
            # a trace holds no values that no rule could test
            test.require_trainable()
        header = TraceHeader(
            source="recording",
            profile="authors",
            settings=self.settings,
            stream="java",
            seed=self.seed,
            dataset=train,
            test=test,
            plan=TracePlan(self.settings.n_steps(train.n_instances), checkpoint_every=1, population_every=1),
            compare=RECORDED_COMPARISONS,
        )
        evaluation = written(self.evaluation) if test is not None or self.test is None else None
        return TraceFile(self.file, header.record(), header, partial(self._records, evaluation))

    def _records(self, evaluation: Record | None) -> Iterator[Numbered]:
        line, step = 1, 0
        for line, value in Origin(self.file, "a recording", TraceError).records():
            if line > 1:
                state = _checkpoint(Untrusted(value, "", Origin(self.file, "a recording", TraceError, line)))
                step = state["step"]
                yield line, state
        footer: Record = {"step": step, "phase": FOOTER, "lines": line + 1}
        yield line + 1, footer if evaluation is None else footer | {"evaluation": evaluation}


def open_recording(path: str | Path) -> RecordedRun:
    """Read the header of a recorded run."""
    file = str(path)
    for line, value in Origin(file, "a recording", TraceError).records():
        header = Untrusted(value, "", Origin(file, "a recording", TraceError, line))
        if not isinstance(value, dict) or value.get("kind") != "authors-run":
            raise header.error("the header of a recorded run (kind authors-run)")
        return _run(file, header)
    raise TraceError("expected a recorded run, found an empty file", file)


def _run(file: str, header: Untrusted) -> RecordedRun:
    recorded = header.field("settings")
    fields = header.field("population_fields")
    if fields.texts() != _POPULATION_FIELDS:
        raise fields.error(", ".join(_POPULATION_FIELDS))
    evaluation = header.field("evaluation")
    evaluation.only(EVALUATED)
    test = recorded.get("test", None)
    return RecordedRun(
        file=file,
        name=header.get("name", Path(file).name).text(),
        settings=_settings(file, recorded),
        train=recorded.field("train").text(),
        test=None if test.value is None else test.text(),
        seed=recorded.field("seed").integer(-(1 << 63), (1 << 63) - 1),
        n_labels=recorded.field("labels").integer(1, 1 << 31),
        evaluation={name: value.number() for name, value in evaluation.fields().items()},
    )


def _settings(file: str, recorded: Untrusted) -> Settings:
    for name in _REQUIRED:
        recorded.field(name)
    names = {old: new for new, old in _RENAMED.items()}
    recorded.only([*_NOT_SETTINGS, *(names.get(name, name) for name in Settings.authors().as_dict())])
    given = {_RENAMED.get(name, name): value for name, value in recorded.mapping().items() if name not in _NOT_SETTINGS}
    try:
        settings = Settings.authors(**given)
    except SettingsError as error:
        raise TraceError(f"the recorded settings cannot be used: {error}", file, 1) from None
    if settings.clustering:
        raise recorded.field("clustering").error(
            "false, because the k-means of the authors' program comes from another library"
        )
    return settings


def _checkpoint(state: Untrusted) -> Record:
    record: Record = {"step": state.field("step").integer(1), "phase": CHECKPOINT}
    record |= {name: written(state.field(name).value) for name in _STATE_FIELDS}
    population = state.get("population", None)
    if population.value is not None:
        record["population"] = [_rule(rule) for rule in population.items()]
    return record


def _rule(rule: Untrusted) -> Record:
    if len(rule.items()) != len(STATE_RULE):
        raise rule.error(f"a rule of {', '.join(_POPULATION_FIELDS)}")
    found: Record = written(dict(zip(STATE_RULE, rule.value, strict=True)))
    return found
