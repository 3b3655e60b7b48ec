"""Means and standard deviations."""

import math
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlslcs_ref.experiments import spread
from mlslcs_ref.experiments.spread import Spread


def test_the_deviation_is_that_of_a_sample() -> None:
    """Of 2, 4, 4, 4, 5, 5, 7, 9: mean 5, squares of distances 32, over 7 of them."""
    assert Spread.of([2, 4, 4, 4, 5, 5, 7, 9]) == pytest.approx((5.0, math.sqrt(32 / 7)))


def test_one_value_has_no_spread_and_none_no_mean() -> None:
    assert Spread.of([0.25]).mean == 0.25
    assert math.isnan(Spread.of([0.25]).sd)
    assert math.isnan(Spread.of([]).mean)


def test_a_mean_over_nothing_among_the_values_leaves_neither_mean_nor_spread() -> None:
    assert all(map(math.isnan, Spread.of([0.5, math.nan, 1.0])))


@given(st.lists(st.floats(0, 1), min_size=2, max_size=9), st.randoms(use_true_random=False))
def test_the_order_of_values_decides_nothing(values: list[float], chance: random.Random) -> None:
    mixed = chance.sample(values, len(values))

    assert Spread.of(mixed) == Spread.of(values)


def test_no_library_is_needed() -> None:
    """As what shows results on a terminal uses it, and scipy may be missing there."""
    text = Path(str(spread.__file__)).read_text("utf-8")

    assert [line for line in text.splitlines() if line.startswith(("import ", "from "))] == [
        "from __future__ import annotations",
        "import math",
        "import statistics",
        "from collections.abc import Sequence",
        "from typing import NamedTuple",
    ]
