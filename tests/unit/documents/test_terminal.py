"""Pages on terminals of every width, and in pipes."""

import math
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len
from terminals import ESCAPES

from mlslcs_ref.documents.document import Block, Column, Command, Heading, Markdown, Paragraph, Table, Value, cell_text
from mlslcs_ref.documents.look import Look
from mlslcs_ref.documents.records import records_text
from mlslcs_ref.documents.terminal import terminal_text

WORDS = st.text(st.sampled_from("abc[]/\\#01é日\t\x1b"), min_size=1, max_size=12)
SHORT: st.SearchStrategy[Value] = st.one_of(
    WORDS, st.integers(-(10**9), 10**9), st.floats(-1000.0, 1000.0) | st.just(math.nan)
)


def look(width: int, colour: bool = False, ascii_only: bool = False) -> Look:
    return Look(terminal=True, colour=colour, width=width, ascii=ascii_only)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Tables of one to six short columns and perhaps a long one."""
    kinds: list[str] = draw(st.lists(st.sampled_from(["number", "text"]), min_size=1, max_size=6))
    columns = [Column(f"name {index}", "number" if kind == "number" else "text") for index, kind in enumerate(kinds)]
    cells = [SHORT] * len(columns)
    if draw(st.booleans()):
        columns.append(Column("rule", "long"))
        cells.append(st.lists(WORDS, max_size=30).map(" ".join))
    rows = draw(st.lists(st.tuples(*cells), max_size=4))
    return Table(tuple(columns), tuple(rows))


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", text)


@given(tables(), st.integers(20, 150), st.booleans())
@example(
    Table((Column("name 0", "number"), Column("name 1", "number"), Column("rule", "long")), ((0.0, 101.0, ""),)),
    20,
    False,
)
def test_a_terminal_shows_every_cell_within_its_width(table: Table, width: int, ascii_only: bool) -> None:
    """Only a short cell that alone is wider than the terminal is broken."""
    text = terminal_text([table], look(width, ascii_only=ascii_only))

    assert all(cell_len(line) <= width for line in text.split("\n"))
    assert "\x1b" not in text
    together = squeezed(text)
    for row in table.rows:
        for column, cell in zip(table.columns, row, strict=True):
            shown = cell_text(cell, rounded=True)
            if isinstance(cell, int | float):
                assert shown in text, "numbers are never cut or broken"
            elif column.kind == "text":
                assert squeezed(cell_text(cell, rounded=True).replace("\t", "\\t").replace("\x1b", "\\x1b")) in together


@given(tables(), st.integers(20, 150))
def test_colours_change_nothing_else(table: Table, width: int) -> None:
    blocks: list[Block] = [Heading("A [red] title"), Paragraph("a remark"), table, Command("do", "it")]
    coloured = terminal_text(blocks, look(width, colour=True))

    assert ESCAPES.sub("", coloured) == terminal_text(blocks, look(width))
    assert "\x1b[" in coloured
    assert ESCAPES.sub("", records_text(blocks, colour=True)) == records_text(blocks)


@given(tables())
def test_a_pipe_gets_one_record_a_line(table: Table) -> None:
    lines = records_text([table]).removesuffix("\n").split("\n")

    assert len(lines) == 1 + len(table.rows)
    assert all(line.count("\t") == len(table.columns) - 1 for line in lines)
    assert "\x1b" not in "".join(lines)


@pytest.mark.parametrize("name", ["f[red]", "f[/x]", "f[bold]", "[b]", ":smile:", "[link=a]b[/link]"])
@pytest.mark.parametrize("width", [20, 60, 80])
def test_markup_in_data_is_printed_as_it_is(name: str, width: int) -> None:
    table = Table((Column(name, "text"), Column("rule", "long")), ((name, name),))
    for blocks in ([Heading(name)], [Paragraph(name)], [Command(name, name)], [table]):
        assert name in terminal_text(blocks, look(width))
        assert name in records_text(blocks)


def test_a_table_that_fits_has_its_long_column_beside_the_others() -> None:
    table = Table(
        (Column("rank"), Column("F"), Column("rule", "long")), ((1, 0.5, "1#### -> 01"), (12, 1.0, "0#### -> 1#"))
    )

    assert terminal_text([table], look(60)) == (
        "rank       F  rule\n─────────────────────────\n   1  0.5000  1#### -> 01\n  12  1.0000  0#### -> 1#\n"
    )


def test_a_very_long_text_gets_lines_of_its_own() -> None:
    rule = "IF " + " AND ".join(f"a{index} = 1" for index in range(12)) + " THEN l1"
    table = Table((Column("rank"), Column("F"), Column("rule", "long")), ((1, 0.5, rule),))

    assert terminal_text([table], look(44)) == (
        "rank       F\n"
        "    rule\n"
        "────────────\n"
        "   1  0.5000\n"
        "    IF a0 = 1 AND a1 = 1 AND a2 = 1 AND a3 =\n"
        "    1 AND a4 = 1 AND a5 = 1 AND a6 = 1 AND\n"
        "    a7 = 1 AND a8 = 1 AND a9 = 1 AND a10 = 1\n"
        "    AND a11 = 1 THEN l1\n"
    )


def test_a_table_wider_than_the_terminal_is_told_cell_by_cell() -> None:
    table = Table((Column("accuracy"), Column("exact match"), Column("loss")), ((0.5, 0.25, 0.125), (1.0, 1.0, 0.0)))

    assert terminal_text([table], look(20)) == (
        "accuracy: 0.5000\nexact match: 0.2500\nloss: 0.1250\n\naccuracy: 1.0000\nexact match: 1.0000\nloss: 0.0000\n"
    )


def test_heads_are_broken_between_words_before_a_table_gives_up() -> None:
    table = Table((Column("accuracy"), Column("exact match"), Column("loss")), ((0.5, 0.25, 0.125),))

    assert terminal_text([table], look(24)) == (
        "           exact\naccuracy   match    loss\n────────────────────────\n  0.5000  0.2500  0.1250\n"
    )


def test_an_encoding_without_lines_gets_dashes() -> None:
    assert "\n----\n" in terminal_text([Table((Column("rank"),), ((1,),))], look(60, ascii_only=True))


def test_a_command_is_never_broken() -> None:
    text = "python -m mlslcs_ref run " + "x" * 100

    assert f"  {text}\n" in terminal_text([Command("again", text)], look(40))


@pytest.mark.parametrize(
    ("cell", "terminal", "piped"),
    [
        (3, "3", "3"),
        (0.5, "0.5000", "0.5"),
        (1 / 3, "0.3333", "0.3333333333333333"),
        (0.0, "0.0000", "0.0"),
        (7.62939453125e-06, "7.6e-06", "7.62939453125e-06"),  # it does not look like 0
        (math.nan, "undefined", "undefined"),
        ("text", "text", "text"),
    ],
)
def test_numbers_are_short_on_a_terminal_and_whole_in_a_pipe(cell: Value, terminal: str, piped: str) -> None:
    assert (cell_text(cell, rounded=True), cell_text(cell, rounded=False)) == (terminal, piped)


def test_an_empty_long_cell_takes_no_line_of_its_own() -> None:
    """As what a label depends on, of a label that depends on nothing, where the terminal is too narrow for both."""
    columns = (Column("label", "text"), Column("estimate"), Column("depends on", "long"))
    rows = (("a" * 20, 0.5, ""), ("b" * 20, 0.5, "word " * 20), ("c" * 20, 0.5, ""))
    lines = terminal_text([Table(columns, rows)], look(40)).splitlines()

    assert all(line.strip() for line in lines)


@pytest.mark.parametrize(("width", "longest"), [(20, 0), (24, 8), (30, 14), (80, 30)])
def test_a_bar_takes_the_room_that_is_left(width: int, longest: int) -> None:
    """It is a share of the longest that fits, and is left out where none can be seen."""
    table = Table(
        (Column("size"), Column("accuracy"), Column("", "bar")), ((1, 0.5, 0.5), (2, 1.0, 1.0), (3, 0.0, 0.0))
    )
    lines = terminal_text([table], look(width)).splitlines()
    assert [line.count("=") for line in lines[2:]] == [round(longest / 2), longest, 0]
    assert all(len(line) <= width for line in lines)
    assert "accuracy" in lines[0]


@pytest.mark.parametrize("colour", [False, True])
def test_code_in_a_text_stands_between_single_blank_lines(colour: bool) -> None:
    text = terminal_text([Markdown("Before.\n\n    a = b\n\nAfter."), Heading("Next")], look(60, colour))

    assert [line.strip() for line in ESCAPES.sub("", text).splitlines()] == [
        "Before.",
        "",
        "a = b",
        "",
        "After.",
        "",
        "Next",
    ]
