"""A vector or a clause of the specification as a page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from mlslcs_ref.cli.call.arguments import PROGRAM
from mlslcs_ref.documents.document import Block, Column, Command, Heading, Markdown, Paragraph, Table
from mlslcs_ref.oracle.suite import Clause, Suite, page_text
from mlslcs_ref.oracle.vectors.files import Vector


def clause_blocks(identity: str, suite: Suite) -> list[Block]:
    """Return a clause, or the remark that the specification has no text for it."""
    clause = suite.clauses.get(identity)
    if clause is None:
        return [Heading(identity), Paragraph("the specification has no text of this clause")]
    return [Heading(f"{clause.id} {clause.title}".rstrip()), Markdown(clause.text)]


def clause_page(clause: Clause, suite: Suite) -> list[Block]:
    """Return a clause and the vectors that pin it down."""
    citing = [vector for vector in suite.vectors if clause.id in vector.clauses]
    return [*clause_blocks(clause.id, suite), *_vectors_of(clause.id, citing)]


def format_page(name: str, suite: Suite) -> list[Block]:
    """Return the page of a format, and its vectors."""
    title, _, rest = page_text(suite.folder / "formats" / f"{name}.md").partition("\n")
    vectors = [vector for vector in suite.vectors if vector.format == name]
    return [Heading(title.removeprefix("# ")), Markdown(rest.strip()), *_vectors_of(name, vectors)]


def _vectors_of(name: str, vectors: Sequence[Vector]) -> list[Block]:
    rows = tuple((vector.id, vector.comment) for vector in vectors)
    table = Table((Column("vector", "text"), Column("comment", "long")), rows)
    return [Heading(f"The vectors of {name}: {len(vectors)}"), table]


def vector_page(vector: Vector, suite: Suite) -> list[Block]:
    """Return a vector: what it asks, what it wants, and the clauses that say so."""
    wanted = {"reject": vector.error} if vector.out is None else {"out": vector.out}
    rows = tuple(_rows({**vector.case, **wanted}, ""))
    page: list[Block] = [
        Heading(vector.id),
        Paragraph(vector.comment),
        Paragraph(f"level {vector.level}, source {vector.source}, clauses {', '.join(vector.clauses)}"),
        Heading("The case, and the expected answer"),
        Table((Column("field", "text"), Column("value", "long")), rows),
    ]
    for identity in vector.clauses:
        page += clause_blocks(identity, suite)
    return [*page, Command("show everything as JSON", f"{PROGRAM} conform show {vector.id} --json")]


def _rows(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield a line for every part of a value that is worth one: objects and arrays of objects are taken apart."""
    if isinstance(value, dict) and value and path.count("/") < 2:
        for name, item in value.items():
            yield from _rows(item, f"{path}/{name}" if path else name)
    elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
        for place, item in enumerate(value):
            yield f"{path}/{place}", json.dumps(item, ensure_ascii=False)
    else:
        yield path, json.dumps(value, ensure_ascii=False)


def vector_document(vector: Vector) -> dict[str, Any]:
    """Return a vector as a JSON document."""
    wanted = {"error": vector.error} if vector.out is None else {"out": vector.out}
    facts = {name: getattr(vector, name) for name in ("id", "comment", "level", "source")}
    return {**facts, "clauses": list(vector.clauses), "case": dict(vector.case), **wanted}
