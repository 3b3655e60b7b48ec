"""What is escaped in text from data, and what is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlslcs_ref.cli.visible import visible


@pytest.mark.parametrize(
    "text", ["", "plain", "[red] [/x] [bold]", "a\\b", "ä日本 x", "\N{NO-BREAK SPACE}", "👩\u200d🔬"]
)
def test_text_that_only_looks_odd_stays_as_it_is(text: str) -> None:
    assert visible(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\tb", r"a\tb"),
        ("a\nb\r", r"a\nb\r"),
        ("\x1b[31mred", r"\x1b[31mred"),
        ("\x9b31m", r"\x9b31m"),
        ("\x7f", r"\x7f"),
        ("\u2028", r"\u2028"),
        ("\u202egnp.exe", r"\u202egnp.exe"),
        ("\udcff", r"\udcff"),
    ],
)
def test_what_moves_the_cursor_or_turns_the_line_is_escaped(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.text())
def test_visible_text_is_one_line_and_stays_as_it_is(text: str) -> None:
    shown = visible(text)

    assert len(shown.splitlines()) <= 1
    assert "\x1b" not in shown
    assert visible(shown) == shown
