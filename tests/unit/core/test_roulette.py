"""The wheel. Clauses: GEN-3."""

import pytest
from unit.core.builders import Bench, every_instance

from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.roulette import Roulette


def weighted(*weights: float) -> list[Classifier]:
    """Rules with these weights."""
    home = Bench(every_instance(2), 1)
    rules = [home.rule("1# -> 1") for _weight in weights]
    for rule, weight in zip(rules, weights, strict=True):
        rule.weight = weight
    return rules


def choose(weights: list[float], u: float, *, skip_zero: bool = True) -> int:
    """Return the place of the chosen rule."""
    rules = weighted(*weights)
    roulette = Roulette(skip_zero)
    return rules.index(roulette.choose(rules, roulette.total(rules), u))


@pytest.mark.parametrize(
    ("u", "chosen"),
    [
        (0.0, 0),  # goal 0: 1 >= 0
        (0.125, 0),  # goal 1: 1 >= 1
        (0.126, 1),  # goal 1.008: 1 + 3 = 4
        (0.5, 1),  # goal 4: 4 >= 4
        (0.501, 2),  # goal 4.008: 4 + 4 = 8
        (0.999, 2),
    ],
)
def test_the_first_member_whose_running_sum_reaches_u_times_the_total_is_chosen(u: float, chosen: int) -> None:
    """Weights 1, 3, 4: total 8. Clauses: GEN-3."""
    assert choose([1.0, 3.0, 4.0], u) == chosen


def test_a_member_without_weight_is_never_chosen_but_in_authors_it_is_at_zero() -> None:
    """U = 0: goal 0 is reached at once by the running sum 0 of the first. Clauses: GEN-3."""
    assert choose([0.0, 0.0, 2.0, 1.0], 0.0) == 2
    assert choose([0.0, 0.0, 2.0, 1.0], 0.0, skip_zero=False) == 0
    assert choose([0.0, 0.0, 2.0, 1.0], 2.0**-53, skip_zero=False) == 2


def test_the_total_is_summed_from_left_to_right() -> None:
    """2^53 + 1 rounds to 2^53 (ties go to even), twice; 1 + 1 + 2^53 = 2^53 + 2. Clauses: GEN-3."""
    assert Roulette().total(weighted(2.0**53, 1.0, 1.0)) == 2.0**53
    assert Roulette().total(weighted(1.0, 1.0, 2.0**53)) == 2.0**53 + 2.0


def test_the_largest_draw_stays_within_the_running_sum() -> None:
    """A last member without weight is not reached even by u = 1 - 2^-53. Clauses: GEN-3."""
    assert choose([0.1, 0.2, 0.3, 0.0], 1.0 - 2.0**-53) == 2
