"""Orders and samples, from draws that are written down."""

from hypothesis import given
from hypothesis import strategies as st

from mlslcs_ref.core.draws import PcgDraws
from mlslcs_ref.experiments.rivals.chance import bag, distinct, index, seed, shuffled
from mlslcs_ref.oracle.tapes import ReplayedDraws


def test_a_draw_chooses_by_its_place_between_0_and_1() -> None:
    draws = ReplayedDraws([0.0, 0.24, 0.25, 0.5, 0.99])

    assert [index(draws, 4, "") for _ in range(5)] == [0, 0, 1, 2, 3]


@given(st.integers(1, 2**53))
def test_the_largest_draw_chooses_the_last_number(n: int) -> None:
    assert index(ReplayedDraws([1 - 2**-53]), n, "") == n - 1


def test_different_numbers_are_taken_from_those_that_are_left() -> None:
    assert distinct(ReplayedDraws([0.5, 0.5, 0.0]), 4, 3, "") == [2, 1, 0]


def test_an_order_takes_all_numbers() -> None:
    assert shuffled(ReplayedDraws([0.9, 0.0, 0.0]), 3, "") == [2, 0, 1]


def test_a_bootstrap_sample_may_take_a_number_again() -> None:
    assert bag(ReplayedDraws([0.0, 0.9, 0.9]), 3, "") == [0, 2, 2]


def test_a_seed_is_one_that_scikit_learn_takes() -> None:
    assert seed(ReplayedDraws([1 - 2**-53]), "") == 2**31 - 1


@given(st.integers(0, 2**32), st.integers(1, 20))
def test_an_order_is_a_permutation(chosen: int, n: int) -> None:
    assert sorted(shuffled(PcgDraws(chosen), n, "")) == list(range(n))
