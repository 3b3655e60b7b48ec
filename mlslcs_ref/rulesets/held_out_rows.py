"""Which rows of a file a run does not learn from, if it is given their share."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.core.draws import PcgDraws

SEEDS: Final = 1 << 64


def drawn_rows(n: int, seed: int) -> npt.NDArray[np.intp]:
    """Return the places of `n` rows in an order drawn by a seed, as rows may come in one that says something."""
    draws = PcgDraws(seed if seed >= 0 else seed % SEEDS)
    return np.argsort([draws.unit("row") for _ in range(n)], kind="stable")


def are_held_out(n: int, n_held_out: int, seed: int) -> npt.NDArray[np.bool_]:
    """Return which of `n` rows are held out: the first ones in the order that the seed of the run draws."""
    found = np.zeros(n, dtype=bool)
    found[drawn_rows(n, seed)[:n_held_out]] = True
    return found
