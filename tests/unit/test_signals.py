from __future__ import annotations

import signal

import pytest

from mlslcs_ref._signals import Stopped, held_back, raising


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_that_is_held_back_is_heard_at_the_end(number: signal.Signals) -> None:
    done = []

    def work() -> None:
        with raising(), held_back():
            signal.raise_signal(number)
            done.append("what was begun")

    with pytest.raises(Stopped) as caught:
        work()

    assert (done, caught.value.status) == (["what was begun"], 128 + number)


def test_without_a_signal_nothing_is_raised_and_handlers_are_as_before() -> None:
    before = signal.getsignal(signal.SIGTERM)

    with held_back():
        pass

    assert signal.getsignal(signal.SIGTERM) == before


def test_what_is_raised_meanwhile_gives_way_to_the_signal() -> None:
    def work() -> None:
        with raising(), held_back():
            signal.raise_signal(signal.SIGINT)
            raise ValueError

    with pytest.raises(Stopped):
        work()


def test_a_handler_that_raises_while_others_are_set_back_leaves_none_behind() -> None:
    """The former handler of SIGINT raises as soon as it is set back; that of SIGTERM must be there all the same."""
    before = signal.getsignal(signal.SIGTERM)

    with pytest.raises(KeyboardInterrupt), held_back():
        signal.raise_signal(signal.SIGINT)

    assert signal.getsignal(signal.SIGTERM) == before
