"""Pages as HTML: whole ones that need no network, and fragments for notebooks. Every text is escaped."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch
from importlib.resources import files
from string import Template
from typing import Final

from mlslcs_ref._build import __version__
from mlslcs_ref.documents.document import (
    Block,
    Bullets,
    Command,
    Document,
    Entries,
    Entry,
    Facts,
    Figure,
    Heading,
    Markdown,
    Paragraph,
    Table,
    cell_text,
)
from mlslcs_ref.documents.html_table import escaped, table_lines

FRAGMENT_STYLE: Final = """\
<style>
.mlslcs th, .mlslcs td { text-align: left; }
.mlslcs .number { text-align: right; }
.mlslcs .word { opacity: 0.7; }
.mlslcs .yes, .mlslcs .maybe { font-weight: bold; }
.mlslcs dl.facts div { display: flex; gap: 0.7em; }
.mlslcs dl.facts dt { min-width: 6em; }
.mlslcs dl.facts dd { margin: 0; }
</style>"""
"""Notebooks set all cells to the right, and rules are hard to read there."""


def html_page(document: Document, skip_to: str = "") -> str:
    """Return a page as one file: for narrow screens, the dark, keyboards and screen readers too.

    `skip_to` is the anchor of the heading that the first link leads to; by default the page's beginning.
    """
    folder = files("mlslcs_ref.documents")
    texts = {name: (folder / f"page.{name}").read_text(encoding="utf-8") for name in ("html", "css", "js")}
    headings = [block for block in document.blocks if isinstance(block, Heading) and block.level == 2 and block.name]
    skipped = next((block.text for block in headings if block.name == skip_to), "results").lower()
    return Template(texts["html"]).substitute(
        title=escaped(document.title),
        subtitle=escaped(document.subtitle),
        css=texts["css"],
        script=_script(document, texts["js"]),
        navigation="".join(f'<li><a href="#{escaped(one.name)}">{escaped(one.text)}</a></li>' for one in headings),
        skip_to=escaped(skip_to or "main"),
        skipped=escaped(skipped),
        body="\n".join(_sections(document.blocks)),
        version=escaped(__version__),
        scripts=" script-src 'unsafe-inline';" if _has_script(document) else "",
    )


def html_fragment(blocks: Sequence[Block]) -> str:
    """Return blocks as HTML to stand in another page, as that of a notebook."""
    lines = (line for block in blocks for line in _lines(block))
    return "\n".join(('<div class="mlslcs">', FRAGMENT_STYLE, *lines, "</div>", ""))


def _has_script(document: Document) -> bool:
    return any(isinstance(block, Table) and block.choice is not None for block in document.blocks)


def _script(document: Document, text: str) -> str:
    return f"<script>\n{text}</script>\n" if _has_script(document) else ""


def _sections(blocks: Sequence[Block]) -> Iterator[str]:
    """Yield the lines of blocks, each heading's in a section of their own, and pictures in a row side by side."""
    opened = False
    for place, block in enumerate(blocks):
        if isinstance(block, Heading):
            if opened:
                yield "</section>"
            yield f'<section aria-labelledby="{escaped(block.name)}">' if block.name else "<section>"
            opened = True
        before = blocks[place - 1] if place else None
        after = blocks[place + 1] if place + 1 < len(blocks) else None
        drawn = isinstance(block, Figure)
        if drawn and isinstance(after, Figure) and not isinstance(before, Figure):
            yield '<div class="pictures">'
        yield from _lines(block)
        if drawn and isinstance(before, Figure) and not isinstance(after, Figure):
            yield "</div>"
    if opened:
        yield "</section>"


@singledispatch
def _lines(block: Block) -> Iterable[str]:
    raise TypeError(block)


_lines.register(Table, table_lines)


@_lines.register
def _(block: Heading) -> Iterable[str]:
    name = f' id="{escaped(block.name)}"' if block.name else ""
    return [f"<h{block.level}{name}>{escaped(block.text)}</h{block.level}>"]


@_lines.register
def _(block: Paragraph) -> Iterable[str]:
    return [f"<p>{escaped(block.text)}</p>"]


@_lines.register
def _(block: Markdown) -> Iterable[str]:
    return [f"<pre>{html.escape(block.text)}</pre>"]


@_lines.register
def _(block: Command) -> Iterable[str]:
    return [f"<p>{escaped(block.purpose)}: <code>{escaped(block.text)}</code></p>"]


@_lines.register
def _(block: Bullets) -> Iterable[str]:
    return ['<ul class="texts">' + "".join(f"<li>{escaped(item)}</li>" for item in block.items) + "</ul>"]


@_lines.register
def _(block: Facts) -> Iterable[str]:
    facts = (_fact(name, cell_text(value, rounded=True)) for name, value in block.pairs)
    return ['<dl class="facts">', *facts, "</dl>"]


@_lines.register
def _(block: Figure) -> Iterable[str]:
    caption = f"<figcaption><strong>{escaped(block.title)}.</strong> {escaped(block.caption)}</figcaption>"
    drawing = f'<div class="drawing" tabindex="0" role="region" aria-label="{escaped(block.title)}">'
    return [f'<figure id="{escaped(block.name)}">', drawing, block.svg, "</div>", caption, "</figure>"]


@_lines.register
def _(block: Entries) -> Iterable[str]:
    return ['<ul class="verdicts">', *(line for item in block.items for line in _entry(item)), "</ul>"]


def _fact(name: str, value: str) -> str:
    return f"<div><dt>{escaped(name)}</dt><dd>{escaped(value)}</dd></div>"


def _entry(item: Entry) -> Iterator[str]:
    also = f' <span class="{_slug(item.also)}">{_badge(item.also)}</span>' if item.also else ""
    yield f'<li class="{_slug(item.status)}"><p class="verdict">{_badge(item.status)}{also}'
    yield f'<span class="dim">{escaped(item.where)}</span></p>'
    yield f'<p class="claim">{escaped(item.text)}</p>'
    yield "<dl>"
    yield from (_fact(name, text) for name, text in item.facts if text)
    anchor, text = item.see
    if text:
        yield f'<div><dt>See</dt><dd><a href="#{escaped(anchor)}">{escaped(text)}</a></dd></div>'
    yield "</dl></li>"


def _badge(status: str) -> str:
    return f'<span class="badge">{escaped(status)}</span>'


def _slug(status: str) -> str:
    return escaped(status.removesuffix(" on the rest").replace(" ", "-"))
