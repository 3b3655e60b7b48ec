"""How good models of fewer rules would be, from one rule to a hundred, to choose a size (EXT-6)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.metrics import Scores, scores
from mlslcs_ref.rulesets.consultation import Consultation
from mlslcs_ref.rulesets.quality import Evidence, held_out_labels
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.rulesets.shortening import selected_rules

SIZES: Final = (1, 2, 3, 5, 10, 20, 30, 50, 100)


class SizeRecord(NamedTuple):
    """What the first rules come to."""

    n_rules: int
    """How many rules."""
    n_tests: float
    """The median of their numbers of tests; 0 without rules."""
    scores: Scores
    """By `posterior`, with thresholds of their own."""
    evidence: Evidence
    """What these are found on: `held-out rows`, or `leave-one-out estimates` of training rows."""


def size_records(
    ruleset: RuleSet, training: Dataset, held_out: Dataset | None = None, sizes: tuple[int, ...] = SIZES
) -> tuple[SizeRecord, ...]:
    """Return what the first rules of a ruleset come to, so many of them, with the points of a model of just these.

    The rules stand in the order of their selection (`selected_rules`). Without rows held out, the training rows are
    asked, each without itself. Rules were still selected on them, so that the best size may look better than it
    is. Where there are fewer rules than a size says, their number is the last size.
    """
    wanted = sorted({min(size, len(ruleset)) for size in sizes})
    return tuple(_record(selected_rules(ruleset, training, size), training, held_out) for size in wanted)


def _record(ruleset: RuleSet, training: Dataset, held_out: Dataset | None) -> SizeRecord:
    trained = Consultation(ruleset, training.matrix)
    thresholds = trained.thresholds(training.Y)
    skip_empty = ruleset.settings.skip_empty
    found: Any
    evidence: Evidence
    if held_out is None:
        found, evidence = held_out_labels(thresholds, trained, training.Y), "leave-one-out estimates"
        truth = training.Y
    else:
        known = held_out.known_labels
        predicted = Consultation(ruleset, held_out.matrix).predicted("posterior", thresholds)
        truth, found, evidence = held_out.Y[:, known], predicted[:, known], "held-out rows"
    n_tests = float(np.median([len(rule.tests) for rule in ruleset])) if len(ruleset) else 0.0
    return SizeRecord(len(ruleset), n_tests, scores(truth, found, skip_empty), evidence)
