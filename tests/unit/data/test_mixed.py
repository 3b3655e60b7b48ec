"""Points of mixed attributes: tables are made in parts, which nothing shows. Vectors say which are nearest."""

import numpy as np
import pytest

from mlslcs_ref.data import mixed
from mlslcs_ref.data.mixed import MixedSpace

N_VALUES = [0, 3, 0, 2, 0, 4]
SPACE = MixedSpace([4.0, 0.0, 8.0, 0.0, 0.0, 0.0], N_VALUES)


def points(n: int, *, missing: bool) -> np.ndarray:
    stream = np.random.default_rng(n)
    columns = [stream.integers(n_values or 2, size=n).astype(float) for n_values in N_VALUES]
    found = np.column_stack(columns)
    if missing:
        found[stream.random(found.shape) < 0.2] = np.nan
    return found


@pytest.mark.parametrize("cells", [1, 16, 64])
@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize("n", [16, 17, 64])
def test_how_much_is_taken_at_a_time_changes_neither_centres_nor_which_are_nearest(
    monkeypatch: pytest.MonkeyPatch, cells: int, missing: bool, n: int
) -> None:
    some = points(n, missing=missing)
    assigned = np.arange(n) % 3
    centres = SPACE.centres(some, assigned)
    nearest = SPACE.nearest(some, centres, lambda: None)
    beside = SPACE.nearest(some, some[::2], lambda: None)

    monkeypatch.setattr(mixed, "CELLS", cells)

    assert np.array_equal(SPACE.centres(some, assigned), centres, equal_nan=True)
    assert np.array_equal(SPACE.nearest(some, centres, lambda: None), nearest)
    assert np.array_equal(SPACE.nearest(some, some[::2], lambda: None), beside)
