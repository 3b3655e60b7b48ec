"""How long a plan takes, told beforehand."""

from dataclasses import replace

import pytest

from mlslcs_ref.experiments.benchmark.estimate import guess
from mlslcs_ref.experiments.benchmark.plans import Wish, benchmark_plan
from mlslcs_ref.experiments.grid import DatasetEntry


def test_a_fold_takes_what_it_took_and_its_variants_share_it() -> None:
    """On flags MlS-LCS took 3 s a fold and the eight variants of MLkNN 1 s together; there are ten folds."""
    plan = benchmark_plan(Wish(data=["flags"], methods=["MLkNN", "MlS-LCS"]))

    assert len(plan.units()) == 90
    assert guess(plan, plan.units()).seconds == pytest.approx(10 * (3 + 1))
    assert guess(plan, [unit for unit in plan.units() if unit.fold <= 2]).seconds == pytest.approx(2 * (3 + 1))


def test_passes_count_in_proportion() -> None:
    whole, part = (benchmark_plan(Wish(methods=["MlS-LCS"], passes_share=share)) for share in (1.0, 0.5))

    assert guess(part, part.units()).seconds == pytest.approx(guess(whole, whole.units()).seconds / 2)


def test_what_is_not_known_is_named() -> None:
    plan = benchmark_plan(Wish(data=["flags"], methods=["MlS-LCS"]))
    other = replace(plan, datasets=(*plan.datasets, DatasetEntry("yeast")))

    assert guess(plan, plan.units()).unknown == ()
    assert guess(other, other.units()).unknown == ("MlS-LCS on yeast",)
    assert guess(other, other.units()).seconds == guess(plan, plan.units()).seconds
