"""Recorded runs of the authors' program as traces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.errors import ReplayError
from mlslcs_ref.oracle.operators.case import written
from mlslcs_ref.oracle.recording import RecordedRun, RecordedState
from mlslcs_ref.oracle.traces.header import RECORDED_COMPARISONS, Plan, TraceHeader
from mlslcs_ref.oracle.traces.records import CHECKPOINT, FOOTER, Record

__all__ = ["converted"]

_RULE_FIELDS: Final = ("bits", "num", "exp", "tp", "msa", "fitness", "cs", "ts")


def converted(run: RecordedRun, train: Dataset, test: Dataset | None = None) -> Iterator[Record]:
    """Yield the trace of a recorded run: its states as checkpoints, thresholds and metrics in the footer.

    Parameters
    ----------
    run : RecordedRun
        The recording.
    train : Dataset
        The training data, in the recorded order.
    test : Dataset, optional
        What thresholds and metrics were found on. Where the recording names a test file and none is given, they are
        left out, for nobody could verify them.

    Raises
    ------
    DataError
        If the test data hold values that are infinite or not declared.
    ReplayError
        If data and recording do not fit, or the recording is damaged or incomplete.
    """
    if train.n_labels != run.n_labels:
        raise ReplayError(f"expected data with {run.n_labels} labels, found {train.n_labels}", run.file)
    if test is not None:
        # a trace holds no values that no rule could test
        test.require_trainable()
    states = list(run.states())
    steps = states[-1].step if states else 0
    lacking = run.lacking(steps, train.n_instances)
    if lacking is not None:
        raise ReplayError(f"the recording is incomplete: {lacking}", run.file)
    header = TraceHeader(
        source="recording",
        profile="authors",
        settings=run.settings,
        stream="java",
        seed=run.seed,
        dataset=train,
        test=test,
        plan=Plan(steps, checkpoint_every=1, population_every=1),
        compare=RECORDED_COMPARISONS,
    )
    yield header.record()
    for state in states:
        yield _checkpoint(state)
    footer: Record = {"step": steps, "phase": FOOTER, "lines": len(states) + 2}
    if test is not None or run.test is None:
        footer["evaluation"] = written(run.evaluation)
    yield footer


def _checkpoint(state: RecordedState) -> Record:
    record: Record = {"step": state.step, "phase": CHECKPOINT, **written(state.values)}
    if state.population is not None:
        record["population"] = [_rule(rule) for rule in state.population]
    return record


def _rule(rule: list[Any]) -> Record:
    found: Record = written(dict(zip(_RULE_FIELDS, rule, strict=True)))
    return found
