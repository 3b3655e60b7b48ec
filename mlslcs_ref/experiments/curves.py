"""How a run came to its rules: the run again, looked at now and then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.errors import DataError
from mlslcs_ref.metrics import scores
from mlslcs_ref.rulesets import Consultation, Model
from mlslcs_ref.training import Training

__all__ = ["CurvePoint", "training_curve"]

POINTS: Final = 40


@dataclass(frozen=True)
class CurvePoint:
    """A run after some steps.

    Parameters
    ----------
    step : int
        Steps done.
    rules, micro : int
        Rules and micro-classifiers of P.
    accuracy, exact_match : float
        By BEST on the training data, in [0, 1].
    """

    step: int
    rules: int
    micro: int
    accuracy: float
    exact_match: float


def training_curve(model: Model, dataset: Dataset, points: int = POINTS) -> tuple[CurvePoint, ...]:
    """Return how the run of a model went, by doing it again: the same data, settings and seed give the same run.

    Parameters
    ----------
    model : Model
        What the run has left.
    dataset : Dataset
        The training data, in the order of the run.
    points : int
        In how many parts of equal length the run is looked at.

    Raises
    ------
    DataError
        If the run ends in another population, because the data or their order are others.
    """
    record = model.record
    training = Training(dataset, model.ruleset.settings, record.seed, profile=record.profile, stream=record.stream)  # type: ignore[arg-type]
    skip_empty = model.ruleset.settings.empty_label_sets == "skip"
    found: list[CurvePoint] = []
    total = training.learner.n_steps
    over = False
    while not over:
        over = training.advance(max(1, -(-total // points)))
        ruleset = training.ruleset()
        reached = scores(dataset.Y, Consultation(ruleset, dataset.X).best(), skip_empty)
        steps = training.learner.steps
        found.append(CurvePoint(steps, len(ruleset), ruleset.n_micro, reached.accuracy, reached.exact_match))
    if training.learner.digest() != record.crc32:
        raise DataError(
            f"expected the run again that the model is of, found another population at its end: {dataset.name} is not "
            "the training data in the order of the run (a shuffled order is not kept), or the run was interrupted"
        )
    return tuple(found)
