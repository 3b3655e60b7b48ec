"""What is escaped in text from data, and what is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlslcs_ref.documents.visible import visible


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain",
        "[red] [/x] [bold]",
        "a\\b",
        "ä日本 x",
        "\N{NO-BREAK SPACE}",
        "👩\u200d🔬",
        "❤\ufe0f\u200d🔥",
        "1\ufe0f\u20e3",
        "می\u200cخواهم",
    ],
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
        ("a\u200bb", r"a\u200bb"),
        ("ä\u200bä", "ä" + r"\u200bä"),
        ("a\u200db", r"a\u200db"),
        ("ä\u200d", "ä" + r"\u200d"),
        ("ä\u200d\u200dä", "ä" + r"\u200d\u200dä"),
        ("a\ufe0f", r"a\ufe0f"),
        ("\ufeffa", r"\ufeffa"),
        ("a\u2060\xad", r"a\u2060\xad"),
        ("\u3164", r"\u3164"),
        ("\U000e0041", r"\U000e0041"),
        ("a\u2067b\u061c", r"a\u2067b\u061c"),
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


@given(st.text("aä\u200b\u200c\u200d\ufe0f\u202e👩 1\n"))
def test_what_joins_is_left_where_it_joins_alone(text: str) -> None:
    shown = visible(text)

    assert visible(shown) == shown
    assert not set(shown) & {"\u200b", "\u202e", "\n"}
    assert len(shown) >= len(text)
    if text.isascii():
        assert shown.isprintable()


@given(st.text("ab\u200b\u200c\u200d\ufe0f\u202e", min_size=1))
def test_names_of_plain_letters_that_differ_look_different(text: str) -> None:
    assert visible(text).isascii()
    assert visible(text).encode().decode("unicode_escape") == text
