"""The steps of the procedure: what is tried, how it is measured, and which candidate is taken."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from mlslcs_ref.experiments.grid.results import UnitResult
from mlslcs_ref.rulesets.consultation import Method

CANDIDATES: Final[Mapping[str, tuple[float, ...]]] = {
    "p_label_hash": (0.1, 0.01),
    "p_hash": (0.33, 0.4, 0.8, 0.9, 0.99),
    "theta_ga": (300, 2000),
    "population_size": (1000, 2000, 9000, 12000, 25000),
}
"""The paper's candidates for each setting, in the paper's order, which is that of the steps."""

PASSES: Final = "passes"
"""The setting of the last step."""

ACCURACY: Final = "training accuracy"
UNCOVERED: Final = "uncovered"
SUPPRESSION: Final = "covering until"
COVERINGS: Final = "coverings"
Key = Callable[[Mapping[str, float]], tuple[float, ...]]

CRITERIA: Final[Mapping[str, str]] = {
    "p_label_hash": "the largest training accuracy",
    "p_hash": "the fewest training instances that no rule matches, then the largest training accuracy",
    "theta_ga": "the earliest pass after which covering is suppressed, then the fewest coverings",
    "population_size": "the largest training accuracy",
}
"""By what each step decides; where candidates are still equal, the one that was named first is taken."""

_KEYS: Final[Mapping[str, Key]] = {
    "p_label_hash": lambda found: (-found[ACCURACY],),
    "p_hash": lambda found: (found[UNCOVERED], -found[ACCURACY]),
    "theta_ga": lambda found: (found[SUPPRESSION], found[COVERINGS]),
    "population_size": lambda found: (-found[ACCURACY],),
}


class Candidate(NamedTuple):
    """A value that was tried."""

    value: float
    """Of the setting."""
    measures: Mapping[str, float]
    """Its results, as means over the runs; empty if it was not run, because there was no other, or if a run of it
    failed."""
    n_failed: int = 0
    """Runs that failed; a candidate with any is not taken."""


class Decision(NamedTuple):
    """A step."""

    setting: str
    """What was decided."""
    criterion: str
    """By what."""
    candidates: tuple[Candidate, ...]
    """In the order in which they were named."""
    chosen: float
    """The value that was taken."""


class Growth(NamedTuple):
    """The last step: how long to train."""

    baseline: float
    """Accuracy of BR on the rows that were held back, in [0, 1]."""
    curve: tuple[tuple[int, float, int], ...]
    """Passes, mean accuracy on those rows, and of how many runs: those that had not stopped before."""
    n_reached: int
    n_runs: int
    """`n_reached`, `n_runs`: Runs that exceeded the baseline, of how many."""
    passes: int
    """How many to do."""


class Tuning(NamedTuple):
    """The result of the procedure."""

    decisions: tuple[Decision, ...]
    """The steps, in their order."""
    growth: Growth
    """The last step."""
    settings: Mapping[str, float]
    """What was decided, by setting."""


def candidate_of(value: float, runs: Sequence[UnitResult], method: Method) -> Candidate:
    """Return the results of the runs of a candidate on their training data."""
    done = [run.facts for run in runs if run.status == "done"]
    if len(done) < len(runs):
        return Candidate(value, {}, len(runs) - len(done))

    def mean(name: str) -> float:
        return math.fsum(facts[name] for facts in done) / len(done)

    measures = {
        ACCURACY: mean(f"train_accuracy_{method}"),
        UNCOVERED: mean("n_train_unmatched"),
        SUPPRESSION: mean("covering_passes"),
        COVERINGS: mean("n_coverings"),
    }
    return Candidate(value, measures)


def decide(setting: str, candidates: Sequence[Candidate]) -> Decision | None:
    """Return the decision of a step; None if every candidate has failed."""
    able = [candidate for candidate in candidates if candidate.measures]
    if not able:
        return None
    # min takes the first of equals; a training accuracy that is not a number is the same for all candidates
    chosen = min(able, key=lambda candidate: _KEYS[setting](candidate.measures))
    return Decision(setting, CRITERIA[setting], tuple(candidates), chosen.value)


def growth(baseline: float, runs: Sequence[UnitResult], method: Method) -> Growth:
    """Return how long to train.

    As long as it takes half of the runs, or more, to exceed the baseline. If they never do, as long as made accuracy
    best on average over the runs that did not, and of equals the shortest.

    The runs are of the kind `mls-lcs-growing`, and done; there is at least one.
    """
    curves = [{int(point["pass"]): point[f"test_accuracy_{method}"] for point in run.curve} for run in runs]
    reached = sorted(int(run.facts["n_passes"]) for run in runs if run.facts["reached"])
    looks = sorted({passes for curve in curves for passes in curve})
    curve = tuple((passes, *_mean([one[passes] for one in curves if passes in one])) for passes in looks)
    if 2 * len(reached) >= len(runs):
        passes = reached[(len(runs) + 1) // 2 - 1]
    else:
        others = [one for one, run in zip(curves, runs, strict=True) if not run.facts["reached"]]
        passes = max(others[0], key=lambda look: (_mean([one[look] for one in others])[0], -look))
    return Growth(baseline, curve, len(reached), len(runs), passes)


def _mean(values: Sequence[float]) -> tuple[float, int]:
    return math.fsum(values) / len(values), len(values)
