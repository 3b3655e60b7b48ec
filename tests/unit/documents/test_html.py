"""A document as HTML and as Markdown: nothing in a text is taken for markup, and both say the same."""

import re

import pytest
from html_pages import Markup

from mlslcs_ref.documents.document import (
    Block,
    Bullets,
    Cell,
    Column,
    Document,
    Entries,
    Entry,
    Facts,
    Figure,
    Heading,
    Paragraph,
    Table,
)
from mlslcs_ref.documents.html import html_fragment, html_page
from mlslcs_ref.documents.markdown import figure_files, markdown_text
from mlslcs_ref.documents.visible import visible

HOSTILE = (
    "</td><script>window.stolen = 1</script>",
    "a | b",
    "**bold** _it_ `code`",
    "[x](http://example.org)",
    "<img src=x onerror=alert(1)>",
    "{{ 7 * 7 }}",
    "&lt;",
    "1. one",
    "# head",
)
SVG = '<svg viewBox="0 0 1 1" role="img" aria-label="a picture"><path d="M0 0" style="stroke: currentColor"/></svg>'


def document(*texts: str) -> Document:
    """Return a document that has every text in every place."""
    blocks: list[Block] = []
    for number, text in enumerate(texts):
        columns = (Column(text, "text"), Column(text, group=text))
        blocks += [
            Heading(text, name=f"s{number}"),
            Paragraph(text),
            Bullets((text,)),
            Facts(((text, text),)),
            Table(columns, ((text, Cell(text, (text,), True)),), text, (text,)),
            Figure(f"figure-{number}", text, text, SVG),
            Entries((Entry("not reproduced", text, text, ((text, text),), text, (f"s{number}", text)),)),
        ]
    return Document(texts[0], texts[0], tuple(blocks))


def test_a_text_is_never_markup_in_html() -> None:
    plain, hostile = Markup(html_page(document(*["x"] * len(HOSTILE)))), Markup(html_page(document(*HOSTILE)))

    assert hostile.names == plain.names
    assert "script" not in hostile.names
    hostile.assert_alone()
    for text in HOSTILE:
        assert hostile.text.count(text) >= 15


def test_a_text_is_never_markup_in_markdown() -> None:
    """Every character that Markdown knows has a backslash or is an entity, and a cell has as many columns as heads."""
    text = markdown_text(document(*HOSTILE))

    unescaped = re.sub(r"\\[^\w\s]|&(lt|amp);|<br>", "", text)
    assert "<" not in unescaped
    assert "[x]" not in unescaped
    for line in unescaped.splitlines():
        if line.startswith("|"):
            assert line.count("|") == 3
        assert not re.match(r"1[.)] ", line)


def test_markdown_tables_name_the_group_of_a_column() -> None:
    columns = (Column("data", "text"), Column("PCUT", group="Accuracy"))
    table = Table(columns, (("flags", Cell("1.00", ("± 2",))),), "t")
    text = markdown_text(Document("d", "s", (Heading("b", name="a"), table)))

    assert "| data | Accuracy: PCUT |\n| :--- | ---: |\n| flags | 1.00<br>± 2 |" in text


def test_groups_span_the_columns_that_share_them() -> None:
    columns = (
        Column("data"),
        Column("a", group="one"),
        Column("b", group="one"),
        Column("c", group="two"),
        Column("d"),
    )

    assert Table(columns, ()).groups == (("", 1), ("one", 2), ("two", 1), ("", 1))
    assert Table((Column("data"), Column("a")), ()).groups == ()


def test_a_fragment_is_the_blocks_alone() -> None:
    """A notebook shows them in a page of its own: no head, no script, and no style of anything else."""
    text = html_fragment(document("x").blocks)
    found = Markup(text)
    styles = re.findall(r"<style>(.*?)</style>", text, flags=re.DOTALL)
    selectors = [one.strip() for rule in re.findall(r"([^{}]+)\{", "".join(styles)) for one in rule.split(",")]

    assert {"h2", "p", "ul", "dl", "table", "figure"} <= set(found.names)
    assert not {"html", "head", "body", "script", "main"} & set(found.names)
    assert selectors
    assert all(selector.startswith(".mlslcs ") for selector in selectors)


def test_a_figure_of_its_own_is_a_whole_svg_file() -> None:
    files = figure_files(document("x"))

    assert list(files) == ["figure-0.svg"]
    assert files["figure-0.svg"].startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert "![x](figure-0.svg)" in markdown_text(document("x"))


@pytest.mark.parametrize(
    ("text", "seen"), [("a b", "a b"), ("a\x1b[31m", "a\\x1b[31m"), ("\u202e", "\\u202e"), ("ä日", "ä日")]
)
def test_what_cannot_be_seen_is_written_out(text: str, seen: str) -> None:
    assert visible(text) == seen
    assert seen in Markup(html_page(document(text))).text


def test_the_same_document_gives_the_same_page() -> None:
    assert html_page(document(*HOSTILE)) == html_page(document(*HOSTILE))


def test_a_cell_that_is_alone_in_its_row_is_no_head_of_it() -> None:
    """Notebooks show heads bold and centred, which no rule is to be."""
    alone = html_fragment([Table((Column("rule", "long"),), (("IF a THEN b",), ("IF c THEN d",)))])
    beside = html_fragment([Table((Column("id"), Column("rule", "long")), ((1, "IF a THEN b"), (2, "IF c THEN d")))])

    assert (alone.count('role="rowheader"'), alone.count("<td")) == (0, 2)
    assert (beside.count('role="rowheader"'), beside.count("<td")) == (2, 2)
