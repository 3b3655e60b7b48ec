"""How the run of a saved model went: the run repeated, and looked at pass by pass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.errors import DataError
from mlslcs_ref.learning.history import History
from mlslcs_ref.learning.training import Training
from mlslcs_ref.rulesets import Model
from mlslcs_ref.rulesets.pass_record import PassRecord
from mlslcs_ref.rulesets.ruleset import digest_of


def rerun(model: Model, dataset: Dataset, solutions: Sequence[Sequence[str]] = ()) -> tuple[PassRecord, ...]:
    """Return how the run of a model went, by doing it again: the same data, settings and seed give the same run.

    Of several runs it is the first.

    Parameters
    ----------
    model : Model
        What the run has left.
    dataset : Dataset
        The training data, in the order of the run.
    solutions : sequence of sequence of str
        The alternative shortest complete solutions, as far as they are known.

    Raises
    ------
    DataError
        If the run ends in another population, because the data or their order are others.
    """
    record = model.record
    history = History(solutions)
    stream: Any = record.stream
    settings = model.ruleset.settings
    training = Training(dataset, settings, record.seed, profile=record.profile, stream=stream, observer=history)
    learner, n_instances = training.learner, dataset.n_instances
    # of a run that was interrupted, or ended early, as far as it came; of several runs all came equally far, as those
    # that ended early by rows held out have a history
    last = min(record.steps // max(len(model.populations), 1), learner.n_steps)
    while learner.steps < last:
        training.advance(min(n_instances, last - learner.steps))
        if learner.steps % n_instances == 0:
            history.end_pass(learner)
    left = digest_of(model.populations[:1]) if model.populations else record.crc32
    if learner.digest() != left:
        raise DataError(
            f"expected the run of the model, found another population at the end: {dataset.name} is not its training "
            f"data in the same order (a shuffled order is not kept), or the run started from other rules"
        )
    return tuple(history.records)
