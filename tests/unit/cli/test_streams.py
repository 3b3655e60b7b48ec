"""How output looks, by the stream and the environment."""

import io

import pytest

from mlslcs_ref.cli.screen.streams import complain, look_of, require_stdout, write_stderr, write_stdout
from mlslcs_ref.documents.look import Look
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
