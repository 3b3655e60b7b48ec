"""How output looks, by the stream and the environment."""

import errno
import io
import threading
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlslcs_ref.cli.screen import (
    complain,
    require_stdout,
    said_when_slow,
    write_document,
    write_stderr,
    write_stdout,
)
from mlslcs_ref.documents.look import Look, look_of
from mlslcs_ref.errors import OutputError


class Stream(io.StringIO):
    """A stream that may be a terminal and has an encoding."""

    def __init__(self, terminal: bool, encoding: str = "utf-8") -> None:
        super().__init__()
        self._terminal = terminal
        self._encoding = encoding

    def isatty(self) -> bool:
        return self._terminal

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding


@pytest.mark.parametrize(
    ("terminal", "variables", "colour"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),  # an empty value does not count
        (True, {"TERM": "dumb"}, False),
        (True, {"TERM": "xterm"}, True),
        (False, {"FORCE_COLOR": "1"}, True),
        (False, {"FORCE_COLOR": ""}, False),
        (False, {"FORCE_COLOR": "0"}, False),
        (True, {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (False, {"FORCE_COLOR": "1", "TERM": "dumb"}, False),
    ],
)
def test_colours_follow_the_terminal_and_the_variables(terminal: bool, variables: dict[str, str], colour: bool) -> None:
    look = look_of(Stream(terminal), variables)

    assert look.colour is colour
    assert look.terminal is terminal, "colours are not what makes a terminal"


@pytest.mark.parametrize(
    ("columns", "width"), [("140", 140), ("60", 60), ("", 80), ("wide", 80), ("0", 80), ("5", 20), ("9" * 9, 80)]
)
def test_the_width_is_that_of_columns_if_it_makes_sense(columns: str, width: int) -> None:
    assert look_of(Stream(terminal=True), {"COLUMNS": columns}).width == width


def test_an_encoding_without_lines_is_known() -> None:
    assert look_of(Stream(terminal=True, encoding="latin-1"), {}).ascii
    assert not look_of(Stream(terminal=True), {}).ascii


def test_a_closed_stream_is_no_terminal() -> None:
    assert look_of(None, {}) == Look(terminal=False, colour=False, width=80, ascii=False)


def test_a_closed_standard_output_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", None)

    with pytest.raises(OutputError):
        require_stdout()
    with pytest.raises(OutputError):
        write_stdout("x")


def test_what_an_encoding_does_not_have_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Stream(terminal=False, encoding="ascii")
    monkeypatch.setattr("sys.stdout", stream)
    write_stdout("ä日\n")

    assert stream.getvalue() == "\\xe4\\u65e5\n"


def test_a_message_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    complain("a\nb\x1b[31m")

    assert capsys.readouterr().err == "a\\nb\\x1b[31m\n"


def test_messages_are_given_up_where_nobody_takes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", None)
    write_stderr("x")
    closed = Stream(terminal=False)
    closed.close()
    monkeypatch.setattr("sys.stderr", closed)
    write_stderr("x")


class Raw(io.RawIOBase):
    """A file without a buffer that takes a few bytes at a time, up to its room."""

    def __init__(self, room: int, terminal: bool = False) -> None:
        self.taken = b""
        self._room = room
        self._terminal = terminal

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return self._terminal

    def write(self, data: Any) -> int:
        chunk = bytes(data)[: min(7, self._room - len(self.taken))]
        if not chunk:
            raise OSError(errno.ENOSPC, "No space left on device")
        self.taken += chunk
        return len(chunk)


@pytest.mark.parametrize("write", [write_stdout, write_document])
@given(room=st.integers(0, 60))
def test_all_is_written_or_an_error_says_that_it_is_not(write: Callable[[str], None], room: int) -> None:
    """As with PYTHONUNBUFFERED=1, where a stream without a buffer takes what there is room for, and says nothing."""
    raw, text = Raw(room), "\u65e5" * 13 + "\n"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding="utf-8", write_through=True))  # type: ignore[type-var]
        if room < 40:
            with pytest.raises(OutputError):
                write(text)
        else:
            write(text)
            assert raw.taken.decode() == text


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "utf-8", "utf-16"])
def test_documents_are_in_utf_8_whatever_the_encoding_of_terminals(encoding: str) -> None:
    raw = Raw(1000)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding=encoding, write_through=True))  # type: ignore[type-var]
        write_document("caf\xe9,\u65e5\u672c\r\n")
        assert raw.taken.decode() == "caf\xe9,\u65e5\u672c\r\n"


def test_a_terminal_is_shown_a_document_with_what_it_cannot_show_escaped() -> None:
    raw = Raw(1000, terminal=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding="ascii", write_through=True))  # type: ignore[type-var]
        write_document("\xe9\x1b[1m\n")
        assert raw.taken == rb"\xe9\x1b[1m" + b"\n"


class Shown(io.StringIO):
    """Text that a terminal shows."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "quiet", "is_said"), [(Shown, False, True), (Shown, True, False), (io.StringIO, False, False)]
)
def test_what_takes_long_is_said_on_a_terminal_alone(
    stream: type[io.StringIO], quiet: bool, is_said: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown, never = stream(), threading.Event()
    monkeypatch.setattr("mlslcs_ref.cli.screen.SLOW_SECONDS", 0.0)
    monkeypatch.setattr("sys.stderr", shown)
    with said_when_slow("reading a\nfile", quiet):
        for _turn in range(1000 if is_said else 1):
            if shown.getvalue() or never.wait(0.01):
                break
    assert ("reading" in shown.getvalue()) is is_said
    assert shown.getvalue().count("\n") == is_said


def test_what_is_soon_done_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Shown()
    monkeypatch.setattr("sys.stderr", shown)
    with said_when_slow("reading"):
        pass
    assert not shown.getvalue()
