"""A trial of the profile `auto`: a shorter run that is asked about rows that it has not seen (EXT-8)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, cast

import numpy as np

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.extension.settings import AutoOptions
from mlslcs_ref.learning.train import train
from mlslcs_ref.learning.training import Stream
from mlslcs_ref.rulesets.held_out_rows import drawn_rows
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.quality import LEAST_ROWS, QualityRemark, quality_remarks

TRIAL_ROWS: Final = 600
LEAST_TRIAL_ROWS: Final = 45
TRIAL_SHARE: Final = 4
TRIAL_CODES: Final = frozenset({"worse_than_constant", "unclear", "gap"})
"""What a trial is asked: the other remarks are of the model itself."""


@dataclass(frozen=True)
class Trial:
    """A shorter run on a part of the data, whose rules can be asked about rows that they have not seen."""

    model: Model
    """What it has left."""
    training: Dataset
    held_out: Dataset
    """`training`, `held_out`: The rows that it has learned from, and half as many others."""


def trial_of(model: Model, dataset: Dataset) -> Trial | None:
    """Do a trial for a model of the profile `auto`: one run of a quarter of its passes, with its settings and seed.

    It is on at most 600 rows of its training data, drawn by that seed, every third of which is held out. There is none
    on fewer than 45 rows, of which 15 would be held out.
    """
    n = min(dataset.n_instances, TRIAL_ROWS)
    if n < LEAST_TRIAL_ROWS:
        return None
    rows = drawn_rows(dataset.n_instances, model.record.seed)[:n]
    is_held_out = np.arange(n) % 3 == 2
    training, held_out = dataset.taken(rows[~is_held_out]), dataset.taken(rows[is_held_out])
    used = model.ruleset.settings
    settings = replace(used, passes=max(1, used.passes // TRIAL_SHARE))
    options = replace(model.extension or AutoOptions(), n_runs=1)
    tried = train(
        training,
        settings,
        model.record.seed,
        profile="auto",
        stream=cast("Stream", model.record.stream),
        options=options,
    )
    return Trial(tried, training, held_out)


def remarks_on(
    model: Model, dataset: Dataset, held_out: Dataset | None, trial: Trial | None, least_rows: int = LEAST_ROWS
) -> tuple[QualityRemark, ...]:
    """Return what makes a model poor: by other rows, or where there are none also by a trial.

    The trial is asked only if there are no other rows, or too few: fewer than `least_rows` are no evidence.
    """
    found = quality_remarks(model, dataset, held_out, least_rows)
    are_others = held_out is not None and held_out.n_instances >= least_rows
    if are_others or trial is None or dataset.n_instances < least_rows:
        return found
    by_trial = quality_remarks(trial.model, trial.training, trial.held_out, 1)
    told = [replace(one, evidence="rows held out of a trial") for one in by_trial if one.code in TRIAL_CODES]
    return (*told, *(one for one in found if one.code not in TRIAL_CODES))
