"""One pass of a run in numbers; a model keeps those of its run."""

from __future__ import annotations

from typing import NamedTuple


class PassRecord(NamedTuple):
    """One pass over the training data, and P at its end.

    Parameters
    ----------
    number : int
        The pass, from 1; update-only passes count on.
    accuracy : float
        Training accuracy by BEST, which needs no threshold, in [0, 1]; NaN if no instance counts (MET-A).
    scs : float or None
        Share of the shortest complete solution that P holds, in [0, 1] (MET-B); None if the solution is not known.
    macro, micro : int
        Rules of P, and micro-classifiers.
    covering, ga, subsumption, deletion, control : int
        Events of the pass: rules that covering made or strengthened, runs of the GA, offspring that were absorbed, and
        micro-classifiers that deletion and the control of match sets removed.
    mean_coverage : float
        Mean share of the training instances that a rule of P matches, in [0, 1]; 0 without rules.
    validation : float or None
        Accuracy by BEST on held-out instances, in [0, 1]; NaN if none of them counts, None if there are none.
    """

    number: int
    accuracy: float
    scs: float | None
    macro: int
    micro: int
    covering: int
    ga: int
    subsumption: int
    deletion: int
    control: int
    mean_coverage: float
    validation: float | None = None
