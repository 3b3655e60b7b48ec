"""The pages of `conform`: the results of a run, by clause; vectors and clauses; the differences of two reports."""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from mlslcs_ref._meant import counted
from mlslcs_ref.cli.call.arguments import PROGRAM
from mlslcs_ref.documents.document import Block, Column, Command, Heading, Markdown, Paragraph, Table
from mlslcs_ref.oracle.judging import DRAWING, STATUSES, Result
from mlslcs_ref.oracle.report_file import Change, counts
from mlslcs_ref.oracle.runner import Run
from mlslcs_ref.oracle.suite import Clause, Suite, page_text
from mlslcs_ref.oracle.suspects import FAILING, Suspect, points_to, suspects
from mlslcs_ref.oracle.vectors.comparison import FirstDifference
from mlslcs_ref.oracle.vectors.files import Vector

MOST_SUSPECTS: Final = 5
MOST_GROUPS: Final = 3
MOST_VECTORS: Final = 6
MOST_REASONS: Final = 6
LONGEST: Final = 160
BITS: Final = re.compile("[01]{2,}")
READABLE: Final = 1200
"""Characters of a whole answer."""


def run_page(run: Run, suite: Suite, everything: bool) -> list[Block]:
    """Return the results of a run."""
    found = suspects(run.results)
    page = [*_summary(run, "vectors"), *_troubles(run, everything)]
    if found:
        page += _accused(found, suite, everything)
        page += _groups(run, found, suite, everything)
    return page


def plain_page(run: Run, what: str) -> list[Block]:
    """Return the results of what has no clauses, such as the smoke set and traces."""
    failing = [result for result in run.results if result.status in FAILING]
    page = [*_summary(run, what), *_troubles(run, everything=True)]
    return [*page, Heading("What fails"), failures(failing)] if failing else page


def _summary(run: Run, what: str) -> list[Block]:
    described = run.description
    language = f"{described.language}, {described.build} build" if described.build else described.language
    bad, total = len([result for result in run.results if result.bad]), len(run.results)
    words = {
        "passed": f"passes: none of {total} {what} fails",
        "nothing-ran": f"nothing ran of {total} {what}",
        "failed": f"{bad} of {total} {what} fail",
        "protocol": f"breaks the protocol, {bad} of {total} {what} fail",
    }
    n_left = len([result for result in run.results if result.status == "not-run"])
    sentence = f"given up, {n_left} of {total} {what} were not run" if run.gave_up else words[run.verdict]
    rows = tuple((status, number, STATUSES[status]) for status, number in counts(run.results).items())
    page: list[Block] = [Heading(f"{described.name} {described.version} ({language}): {sentence}")]
    columns = (Column("status", "text"), Column("number"), Column("meaning", "long"))
    return [*page, Table(columns, rows)] if rows else page


def _troubles(run: Run, everything: bool) -> list[Block]:
    """Return what does not concern clauses: the end of the run, skipped vectors, known failures, the protocol."""
    page: list[Block] = []
    if run.gave_up:
        page += [Heading("Given up"), Paragraph(run.gave_up)]
    if run.ending:
        page += [Heading("The end of the executor"), Paragraph(run.ending)]
    if run.stderr:
        page += [Paragraph("the last lines of its standard error:"), _lines(run.stderr)]
    lost = [result for result in run.results if result.status in {"died", "timeout"}]
    if lost:
        page += [Heading(f"Lost processes: {len(lost)}"), failures(_first(lost, everything))]
    broken = [result for result in run.results if result.status == "protocol"]
    if broken:
        page += [Heading(f"Violations of the protocol: {len(broken)}"), failures(_first(broken, everything))]
    fixed = [result for result in run.results if result.status == "unexpected-pass"]
    if fixed:
        rows = tuple((result.id, result.known) for result in fixed)
        page += [Heading(f"Known failures that pass: {len(fixed)}"), Paragraph("remove them from the file")]
        page.append(Table((Column("vector", "text"), Column("known because", "long")), rows))
    skipped = [result.message for result in run.results if result.status == "skip"]
    return [*page, *_reasons(skipped, everything)] if skipped else page


def _reasons(skipped: Sequence[str], everything: bool) -> list[Block]:
    """Return why vectors were skipped, the most frequent reasons first."""
    reasons = Counter(skipped).most_common(None if everything else MOST_REASONS)
    rows = tuple((number, reason) for reason, number in reasons)
    page: list[Block] = [Heading(f"Skipped: {len(skipped)}"), Table((Column("number"), Column("reason", "long")), rows)]
    hidden = len(set(skipped)) - len(rows)
    return [*page, Paragraph(f"and {hidden} more reasons; --all shows them")] if hidden else page


def _first(results: Sequence[Result], everything: bool) -> Sequence[Result]:
    """Return the results that are shown; the heading tells how many there are."""
    return results if everything else results[:MOST_VECTORS]


def _lines(lines: Sequence[str]) -> Table:
    return Table((Column("standard error", "long"),), tuple((line,) for line in lines))


def _accused(found: Sequence[Suspect], suite: Suite, everything: bool) -> list[Block]:
    first = found[0]
    page: list[Block] = [Heading(f"The clause most likely wrong: {first.clause}"), Paragraph(_why(first))]
    shown = found if everything else found[:MOST_SUSPECTS]
    if len(found) > 1:
        rows = tuple(
            (suspect.clause, suspect.failed, suspect.ran, suspect.elsewhere, suspect.score, _title(suspect, suite))
            for suspect in shown
        )
        columns = (Column("clause", "text"), Column("fail"), Column("of"), Column("elsewhere"), Column("score"))
        page.append(Table((*columns, Column("title", "long")), rows))
        page.append(Paragraph("a score is high if the vectors that point to the clause fail, and few others"))
        page.append(Paragraph("vectors in which much is at work say less, and a clause of few vectors is doubted"))
    return page


def _why(suspect: Suspect) -> str:
    """Return the evidence against a clause."""
    all_of = "all" if suspect.failed == suspect.ran else f"{suspect.failed}"
    said = f"{all_of} of {counted(suspect.ran, 'vector')} that point to it fail"
    if suspect.elsewhere == 0:
        return f"{said}, and no other vector"
    return f"{said}, and {counted(suspect.elsewhere, 'other')}"


def _title(suspect: Suspect, suite: Suite) -> str:
    clause = suite.clauses.get(suspect.clause)
    return "" if clause is None else clause.title


def _groups(run: Run, found: Sequence[Suspect], suite: Suite, everything: bool) -> list[Block]:
    """Return the failing vectors, each below the most suspicious clause that it points to, with the clause's text."""
    left = [result for result in run.results if result.status in FAILING]
    groups: list[tuple[str, list[Result]]] = []
    # the stream of draws says least of a vector: all that have draws point to it
    for suspect in sorted(found, key=lambda suspect: suspect.clause == DRAWING and suspect is not found[0]):
        group = [result for result in left if points_to(result, suspect.clause)]
        left = [result for result in left if not points_to(result, suspect.clause)]
        if group:
            groups.append((suspect.clause, group))
    shown = groups if everything else groups[:MOST_GROUPS]
    page = [block for clause, group in shown for block in _group(clause, group, suite, everything)]
    hidden = sum(len(group) for _, group in groups[len(shown) :])
    return [*page, Paragraph(f"{hidden} more vectors of other clauses fail; --all shows them")] if hidden else page


def _group(clause: str, group: Sequence[Result], suite: Suite, everything: bool) -> list[Block]:
    ids = {result.id for result in group}
    sizes = {vector.id: len(json.dumps(vector.case)) for vector in suite.vectors if vector.id in ids}
    smallest_first = sorted(group, key=lambda result: sizes[result.id])
    shown = smallest_first if everything else smallest_first[:MOST_VECTORS]
    page = [*clause_blocks(clause, suite), failures(shown)]
    if len(shown) < len(group):
        page.append(Paragraph(f"and {len(group) - len(shown)} more; --all shows them"))
    smallest = next(vector for vector in suite.vectors if vector.id == shown[0].id)
    page.append(_case(shown[0], smallest, everything))
    return [*page, Command("show it with its clauses", f"{PROGRAM} conform show {shlex.quote(shown[0].id)}")]


def _case(result: Result, vector: Vector, everything: bool) -> Table:
    """Return what a vector asks, and the expected and the found answer as far as they are short enough to read."""
    wanted = {"reject": vector.error} if vector.out is None else {"out": vector.out}
    answers = [] if result.answer is None else [("wanted", _whole(wanted)), ("found", _whole(result.answer))]
    rows = tuple(
        (name, text if everything or len(text) <= READABLE else f"{text[:READABLE]}... (--all shows the rest)")
        for name, text in [("asks", vector.comment), *answers]
    )
    return Table((Column(result.id, "text"), Column("the smallest case", "long")), rows)


def _whole(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return "something nested too deeply"


def failures(results: Sequence[Result]) -> Table:
    """Return what is wrong with answers, a line each."""
    rows = tuple((result.id, _what(result)) for result in results)
    return Table((Column("vector", "text"), Column("what is wrong", "long")), rows)


def _what(result: Result) -> str:
    """Return in a line what is wrong with an answer."""
    if result.difference is not None:
        text = _difference(result.difference)
    else:
        text = f"{result.status}: {result.message}"
        if result.stderr and not result.stderr[-1].endswith(result.message):
            text += f"; last line of standard error: {_cut(result.stderr[-1])}"
    return f"{text} ({result.known})" if result.known else text


def _difference(difference: FirstDifference) -> str:
    where = f"{difference.path}: " if difference.path else ""
    wanted, found = difference.wanted, difference.found
    return f"{where}expected {_shown(wanted)}, found {_shown(found)}{_first_bit(wanted, found)}"


def _first_bit(wanted: Any, found: Any) -> str:
    """Return where two chromosomes first differ, which is hard to see in hundreds of bits, or an empty text."""
    if not all(isinstance(value, str) and BITS.fullmatch(value) for value in (wanted, found)):
        return ""
    places = (place for place, bits in enumerate(zip(wanted, found, strict=False)) if len(set(bits)) > 1)
    return f", first at bit {next(places, min(len(wanted), len(found)))}"


def _shown(value: Any) -> str:
    """Return a value in one line; a description of a value, such as `3 elements`, looks like any other text."""
    try:
        return _cut(json.dumps(value, ensure_ascii=False))
    except RecursionError:
        return "something nested too deeply"


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST] + "..."


def list_page(vectors: Sequence[Vector]) -> list[Block]:
    """Return the list of vectors."""
    columns = (Column("vector", "text"), Column("level", "text"), Column("source", "text"), Column("clauses", "long"))
    return [Table(columns, tuple((one.id, one.level, one.source, " ".join(one.clauses)) for one in vectors))]


def diff_page(found: Sequence[Change]) -> list[Block]:
    """Return the differences of two reports."""
    if not found:
        return [Heading("The reports do not differ")]
    rows = tuple(
        (change.id, change.before, change.after, "" if change.difference is None else _difference(change.difference))
        for change in found
    )
    names = (Column("vector", "text"), Column("before", "text"), Column("after", "text"))
    return [Heading(f"Changed vectors: {len(found)}"), Table((*names, Column("what is wrong", "long")), rows)]


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
    """Return a vector: the case, the expected answer, and the clauses that it cites."""
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
