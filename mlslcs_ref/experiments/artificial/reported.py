"""What Section 4.1 of the paper reports in numbers."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["ARTIFICIAL", "ArtificialNumbers"]


class ArtificialNumbers(NamedTuple):
    """Means over the runs of a problem with one omega.

    Parameters
    ----------
    problem : str
        The problem.
    omega : float
        In [0, 1].
    n_runs : int
        How many runs.
    scs, accuracy : float
        Means, in [0, 1].
    n_complete, n_perfect : int
        Runs with all of the shortest complete solution, and with accuracy 1.
    n_compacted : float
        Mean rules of the compacted model.
    """

    problem: str
    omega: float
    n_runs: int
    scs: float
    n_complete: int
    accuracy: float
    n_perfect: int
    n_compacted: float


ARTIFICIAL: Final = (
    ArtificialNumbers("toy6x4", 0.9, 30, 0.8333, 14, 0.9903, 28, 34.53),
    ArtificialNumbers("mlposition4", 0.9, 30, 0.82, 10, 0.9738, 25, 9.87),
)
