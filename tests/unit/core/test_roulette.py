"""The wheel. Clauses: GEN-3."""

import pytest

from mlslcs_ref.core.roulette import Roulette


def choose(weights: list[float], u: float) -> int:
    """Return the place of the chosen weight."""
    return Roulette().spin(weights, u)


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
    assert Roulette(zeros_allowed=True).spin([0.0, 0.0, 2.0, 1.0], 0.0) == 0
    assert Roulette(zeros_allowed=True).spin([0.0, 0.0, 2.0, 1.0], 2.0**-53) == 2


def test_the_total_is_summed_from_left_to_right() -> None:
    """2^53 + 1 rounds to 2^53 (ties go to even), 1,024 times: all of it stands first. Clauses: GEN-3."""
    ones = [1.0] * 1024

    assert choose([2.0**53, *ones], 1.0 - 2.0**-53) == 0
    assert choose([*ones, 2.0**53], 1.0 - 2.0**-53) == 1024


def test_the_largest_draw_stays_within_the_running_sum() -> None:
    """A last member without weight is not reached even by u = 1 - 2^-53. Clauses: GEN-3."""
    assert choose([0.1, 0.2, 0.3, 0.0], 1.0 - 2.0**-53) == 2
