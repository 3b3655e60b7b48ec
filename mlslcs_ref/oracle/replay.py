"""Replaying a recorded run of the authors' program, state by state (profile `authors`)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.learner import Learner
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.errors import ReplayError
from mlslcs_ref.oracle.evaluation import evaluation_of
from mlslcs_ref.oracle.recording import POPULATION_FIELDS, RecordedRun, RecordedState
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.training import Training

__all__ = ["Difference", "ReplayReport", "replay"]

STATE_TOLERANCE: Final = 1e-9
EVALUATION_TOLERANCE: Final = 1e-6


@dataclass(frozen=True)
class Difference:
    """The first place where a replay and its recording part.

    Parameters
    ----------
    step : int or None
        The step; None for thresholds and metrics.
    rule : int or None
        Position in the population, from 0; None for a value of the whole state.
    field : str
        What differs.
    wanted, found : object
        The recorded and the replayed value.
    """

    step: int | None
    rule: int | None
    field: str
    wanted: object
    found: object


@dataclass(frozen=True)
class ReplayReport:
    """What a replay found.

    Parameters
    ----------
    name : str
        Name of the run.
    n_states : int
        States that agree.
    n_populations : int
        Those of them that hold the whole population.
    n_evaluations : int
        Thresholds and metrics that agree.
    evaluated : bool
        Whether thresholds and metrics were compared.
    steps : int
        The last step.
    difference : Difference or None
        None if nothing differs.
    incomplete : str or None
        What the recording lacks, so that agreement with it proves less than it seems to; None if it lacks nothing.
    """

    name: str
    n_states: int
    n_populations: int
    n_evaluations: int
    evaluated: bool
    steps: int
    difference: Difference | None
    incomplete: str | None = None

    @property
    def agrees(self) -> bool:
        """Whether the recording is whole, and nothing differs."""
        return self.difference is None and self.incomplete is None


def replay(
    run: RecordedRun,
    train: Dataset,
    test: Dataset | None = None,
    progress: Callable[[int], None] | None = None,
) -> ReplayReport:
    """Run the `authors` profile on the recorded stream and compare every recorded state, then the evaluation.

    Parameters
    ----------
    run : RecordedRun
        The recording.
    train : Dataset
        The training data, in the recorded order.
    test : Dataset, optional
        What thresholds and metrics are compared on; without it, the training data if the recording names no test file,
        and nothing otherwise.
    progress : callable, optional
        Called with the step after every recorded state.

    Raises
    ------
    ReplayError
        If data and recording do not fit, or the file is damaged.
    """
    if train.n_labels != run.n_labels:
        raise ReplayError(f"expected data with {run.n_labels} labels, found {train.n_labels}", run.file)
    training = Training(train, run.settings, run.seed, profile="authors", stream="java")
    learner = training.learner
    n_states = n_populations = last = 0
    for state in run.states():
        if state.step > learner.n_steps:
            raise ReplayError(
                f"expected at most {learner.n_steps} steps by the settings and the data, found step {state.step}",
                run.file,
                state.line,
            )
        learner.advance(state.step - learner.steps)
        difference = _first_difference(state, learner)
        if difference is not None:
            return ReplayReport(run.name, n_states, n_populations, 0, False, state.step, difference)
        n_states += 1
        last = state.step
        n_populations += state.population is not None
        if progress is not None:
            progress(state.step)
    incomplete = run.lacking(last, train.n_instances)
    evaluated_on = test if test is not None or run.test is not None else train
    if evaluated_on is None or not run.evaluation:
        return ReplayReport(run.name, n_states, n_populations, 0, False, learner.steps, None, incomplete)
    learner.advance(learner.n_steps - learner.steps)
    n_evaluations, difference = _compare_evaluation(run, training.model(), evaluated_on)
    return ReplayReport(run.name, n_states, n_populations, n_evaluations, True, learner.steps, difference, incomplete)


def _first_difference(state: RecordedState, learner: Learner) -> Difference | None:
    population = learner.population
    found = {
        "instance": (learner.steps - 1) % learner.dataset.n_instances,
        "draws": learner.draws.count,
        "macro": population.macro,
        "micro": population.micro,
        "crc32": learner.digest(),
    }
    # a rule says more than a checksum
    if state.population is not None:
        difference = _first_different_rule(state, population.rules())
        if difference is not None:
            return difference
    for name, wanted in state.values.items():
        if wanted != found[name]:
            return Difference(state.step, None, name, wanted, found[name])
    return None


def _first_different_rule(state: RecordedState, rules: list[Classifier]) -> Difference | None:
    recorded = state.population or []
    for position, (rule, wanted) in enumerate(zip(rules, recorded, strict=False)):
        found = (rule.chromosome.to01(), rule.num, rule.exp, rule.tp, rule.msa, rule.fitness, rule.cs, rule.ts)
        for name, one, other in zip(POPULATION_FIELDS, wanted, found, strict=True):
            if not _agree(one, other):
                return Difference(state.step, position, name, one, other)
    if len(recorded) != len(rules):
        return Difference(state.step, None, "macro", len(recorded), len(rules))
    return None


def _agree(wanted: Any, found: Any) -> bool:
    if isinstance(found, float):
        is_number = isinstance(wanted, (int, float)) and math.isfinite(wanted)
        return is_number and abs(wanted - found) <= STATE_TOLERANCE * max(1.0, abs(wanted))
    return bool(wanted == found)


def _compare_evaluation(run: RecordedRun, model: Model, dataset: Dataset) -> tuple[int, Difference | None]:
    found = evaluation_of(model, dataset)
    agreed = 0
    for name, wanted in run.evaluation.items():
        if name not in found:
            raise ReplayError(f"expected thresholds and metrics, found {name!r} among them", run.file, 1)
        if not abs(wanted - found[name]) <= EVALUATION_TOLERANCE:
            return agreed, Difference(None, None, name, wanted, found[name])
        agreed += 1
    return agreed, None
