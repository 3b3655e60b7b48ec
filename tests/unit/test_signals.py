from __future__ import annotations

import importlib
import signal
import sys
import threading
import time
import weakref
from concurrent.futures import Future
from pathlib import Path

import pytest
from processes import PATIENCE

from mlslcs_ref._signals import Stopped, awaited, held_back, raising


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


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_that_another_thread_gets_ends_a_wait_for_what_is_done_elsewhere(number: signal.Signals) -> None:
    """The main thread alone runs handlers, and the system does not wake it for a signal of another thread."""
    endless: Future[None] = Future()
    timers = (
        threading.Timer(0.05, signal.raise_signal, [number]),
        threading.Timer(PATIENCE, endless.set_result, [None]),
    )
    for timer in timers:
        timer.daemon = True
        timer.start()

    with pytest.raises(Stopped), raising():
        list(awaited([endless]))

    timers[1].cancel()


def test_what_is_awaited_comes_as_it_is_done_and_each_once() -> None:
    first, second, third = (Future[int]() for _number in range(3))
    second.set_result(2)
    found = awaited([first, second, third])
    order = [next(found)]
    third.set_exception(ValueError())
    order.append(next(found))
    first.set_result(1)

    assert [*order, *found] == [second, third, first]


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


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_during_an_import_is_heard_when_the_import_is_done(
    number: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Extension modules turn whatever is raised while they load into an ImportError: so does `swallows`."""
    (tmp_path / "hears.py").write_text(f"import signal\n\nsignal.raise_signal({int(number)})\n")
    (tmp_path / "swallows.py").write_text(
        "try:\n    import hears\nexcept BaseException as error:\n    raise ImportError\n"
    )
    monkeypatch.syspath_prepend(tmp_path)

    def work() -> None:
        with raising():
            importlib.import_module("swallows")
            time.sleep(PATIENCE)

    with pytest.raises(Stopped) as caught:
        work()

    assert (caught.value.status, "swallows" in sys.modules) == (128 + number, True)
    del sys.modules["swallows"], sys.modules["hears"]


class Going:
    """What hears a signal as it goes."""

    number: signal.Signals | None = None

    def __del__(self) -> None:
        if self.number is not None:
            signal.raise_signal(self.number)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("called_back", [False, True])
def test_a_signal_as_an_object_goes_is_heard_when_it_is_gone(number: signal.Signals, called_back: bool) -> None:
    """The interpreter ignores whatever is raised there."""

    def work() -> None:
        with raising():
            going = Going()
            if called_back:
                weakref.finalize(going, signal.raise_signal, number)
            else:
                going.number = number
            del going
            time.sleep(PATIENCE)

    with pytest.raises(Stopped) as caught:
        work()

    assert caught.value.status == 128 + number


@pytest.mark.parametrize("file", ["weakref.py", "own_weakref.py", "/somewhere/weakref.py"])
def test_a_signal_is_heard_at_once_in_a_file_of_a_name_like_the_interpreters(file: str) -> None:
    after: list[bool] = []
    code = compile("import signal; signal.raise_signal(signal.SIGTERM); after.append(True)", file, "exec")
    with pytest.raises(Stopped), raising():
        exec(code, {"after": after})  # noqa: S102 - it is ours

    assert after == []
