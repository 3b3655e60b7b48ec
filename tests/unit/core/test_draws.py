"""Streams of numbers. Clauses: RND-1 to RND-4."""

import math
from typing import Final

import numpy as np
import pytest
from bitarray import bitarray
from unit.core.builders import assert_spent

from mlslcs_ref.core.draws import Draws, JavaDraws, PcgDraws
from mlslcs_ref.oracle.tapes import DrawsExhaustedError, RecordedDraws, ReplayedDraws, StatedDraws, tape_of

MULTIPLIER: Final = 25214903917  # 0x5DEECE66D
INCREMENT: Final = 11
MODULUS: Final = 2**48


def java_numbers(seed: int, n: int) -> list[float]:
    """Return the doubles of java.util.Random's documentation, in plain arithmetic."""
    state = (seed ^ MULTIPLIER) % MODULUS
    numbers = []
    for _number in range(n):
        state = (state * MULTIPLIER + INCREMENT) % MODULUS
        high = state // 2**22  # the upper 26 of 48 bits
        state = (state * MULTIPLIER + INCREMENT) % MODULUS
        low = state // 2**21  # the upper 27
        numbers.append((high * 2**27 + low) / 2**53)
    return numbers


def test_the_first_number_of_java_for_seed_42_follows_from_two_turns_of_its_generator() -> None:
    """The state is 42 xor 0x5DEECE66D = 0x5DEECE647, for 0x2A xor 0x6D = 0x47.

    Each turn multiplies by 0x5DEECE66D and adds 11, modulo 2^48: 204790973191750, of which the upper 26 bits are
    48825972, then 15386904305625, of which the upper 27 bits are 7337047. 48825972*2^27 + 7337047 = 6553311036568663,
    and that over 2^53 is 0.7275636800328681.
    """
    first = (0x5DEECE647 * MULTIPLIER + INCREMENT) % MODULUS
    second = (first * MULTIPLIER + INCREMENT) % MODULUS

    assert (first, second) == (204790973191750, 15386904305625)
    assert (first // 2**22, second // 2**21) == (48825972, 7337047)
    assert JavaDraws(42).unit("x") == 6553311036568663 / 2**53 == 0.7275636800328681


@pytest.mark.parametrize("seed", [0, 1, 42, -1, 2**48 + 5, -(2**63)])
def test_java_numbers_are_those_of_its_documentation_for_any_seed(seed: int) -> None:
    draws = JavaDraws(seed)

    assert [draws.unit("x") for _turn in range(5000)] == java_numbers(seed, 5000)
    assert draws.count == 5000


@pytest.mark.parametrize("seed", [0, 1, 2**64])
def test_default_numbers_are_the_doubles_that_numpy_makes_of_pcg64(seed: int) -> None:
    """(next64 >> 11)*2^-53, first from raw numbers, then as the generator itself makes doubles."""
    raw = [int(number) for number in np.random.PCG64(seed).random_raw(5000)]
    own = np.random.Generator(np.random.PCG64(seed)).random(5000).tolist()
    draws = PcgDraws(seed)
    numbers = [draws.unit("x") for _turn in range(5000)]

    assert numbers == [(number >> 11) / 2**53 for number in raw]
    assert numbers == own
    assert draws.count == 5000


@pytest.mark.parametrize("n", [0, 1, 15, 16, 63, 64, 65, 200, 5000])
@pytest.mark.parametrize("kind", ["java", "pcg", "tape", "tape in blocks"])
def test_a_bit_array_of_draws_is_the_same_as_draws_one_by_one(kind: str, n: int) -> None:
    """However the numbers are fetched, across the ends of blocks too. Clauses: RND-1, RND-2, RND-3, RND-4, GEN-6."""
    numbers = java_numbers(7, 20_003)
    rates = (0.25, 0.75, 0.0, 1.0)

    def stream() -> Draws:
        tapes: dict[str, Draws] = {"tape": ReplayedDraws(numbers), "tape in blocks": tape_of(numbers)}
        return {**tapes, "java": JavaDraws(7), "pcg": PcgDraws(7)}[kind]

    at_once, one_by_one = stream(), stream()
    for draws in (at_once, one_by_one):
        draws.unit("first")
    found = [at_once.below(rate, n, "bits") for rate in rates]
    expected = [bitarray([one_by_one.unit("bit") < rate for _turn in range(n)], "little") for rate in rates]

    assert found == expected
    assert at_once.count == one_by_one.count == len(rates) * n + 1
    assert at_once.unit("last") == one_by_one.unit("last")


def test_a_number_equal_to_the_rate_is_not_below_it() -> None:
    """Both ways of drawing: up to 64 numbers, and more. Clauses: GEN-6."""
    assert ReplayedDraws([0.04, math.nextafter(0.04, 0.0)]).below(0.04, 2, "x") == bitarray("01", "little")
    assert not ReplayedDraws([0.04] * 65).below(0.04, 65, "x").any()


def test_a_number_equal_to_the_rate_is_not_below_it_in_a_stream_that_is_asked_one_by_one() -> None:
    """As that of a case which states where PCG64 stands. Clauses: GEN-6."""
    rate = StatedDraws(7, 11).unit("x")
    assert 0.0 < rate < 1.0
    assert not StatedDraws(7, 11).below(rate, 1, "x").any()
    assert StatedDraws(7, 11).below(math.nextafter(rate, 1.0), 1, "x").all()


@pytest.mark.parametrize("tape", [[0.25, 0.5], [0.1, 2.0**-60]])
def test_a_tape_gives_its_numbers_once(tape: list[float]) -> None:
    """Those that are no draw as well (RND-1)."""
    draws = tape_of(tape)

    assert [draws.unit("a"), draws.unit("b")] == tape
    assert_spent(draws, 2)


@pytest.mark.parametrize("n", [3, 65])
@pytest.mark.parametrize("last", [0.5, 0.1])
def test_a_tape_that_is_too_short_is_an_error(n: int, last: float) -> None:
    with pytest.raises(DrawsExhaustedError):
        tape_of([0.25, last]).below(0.5, n, "x")


def test_a_recording_notes_each_number_with_its_purpose_and_changes_none() -> None:
    draws = RecordedDraws(JavaDraws(42))
    first = draws.unit("delete")
    draws.below(0.5, 2, "ga.mutation")
    numbers = java_numbers(42, 3)

    assert first == numbers[0]
    assert draws.tape == [("delete", numbers[0]), ("ga.mutation", numbers[1]), ("ga.mutation", numbers[2])]
    assert draws.count == 3


@pytest.mark.clause("RND-2", "RND-4")
@pytest.mark.parametrize("stream", [PcgDraws, JavaDraws])
@pytest.mark.parametrize("count", [0, 1, 63, 64, 4095, 4096, 4097, 8192, 12345])
def test_a_stream_goes_on_anywhere_as_if_all_before_had_been_drawn(stream: type[PcgDraws], count: int) -> None:
    drawn, moved = stream(5), stream(5)
    for _turn in range(count):
        drawn.unit("x")
    moved.go_to(count)

    assert moved.count == count
    assert [moved.unit("x") for _turn in range(5000)] == [drawn.unit("x") for _turn in range(5000)]
    assert moved.below(0.3, 5000, "x") == drawn.below(0.3, 5000, "x")


def test_a_stream_goes_on_at_once_however_much_was_drawn() -> None:
    """After 10^15 numbers, too: twice half way is the whole way."""
    for stream in (PcgDraws, JavaDraws):
        whole, halves = stream(7), stream(7)
        whole.skip_blocks(10**12)
        halves.skip_blocks(5 * 10**11)
        halves.skip_blocks(5 * 10**11)

        assert whole.unit("x") == halves.unit("x")
