"""The results page of folders of results: which sections it has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mlslcs_ref.documents.document import Block, Bullets, Document, Heading, Paragraph
from mlslcs_ref.experiments.artificial.study import is_artificial
from mlslcs_ref.experiments.benchmark.board import Board, choice_text, chooser_of
from mlslcs_ref.experiments.benchmark.evidence import Gathered, gathered, source_text
from mlslcs_ref.experiments.benchmark.published import paper_data
from mlslcs_ref.experiments.benchmark.tables import duels_of, way_rows
from mlslcs_ref.experiments.grid.results import Results
from mlslcs_ref.experiments.paper.evidence import Runs
from mlslcs_ref.experiments.paper.verdicts import verdicts
from mlslcs_ref.experiments.results_page.artificial import artificial_blocks, artificial_runs, left_out_studies
from mlslcs_ref.experiments.results_page.claims import claims_blocks
from mlslcs_ref.experiments.results_page.folders import ResultsWithData
from mlslcs_ref.experiments.results_page.how_run import (
    data_table,
    plan_blocks,
    seconds_table,
    unfinished_blocks,
    version_blocks,
)
from mlslcs_ref.experiments.results_page.protocol import doubts_blocks, protocol_blocks
from mlslcs_ref.experiments.results_page.score_tables import SPREAD, duel_blocks, rank_table, ways_table
from mlslcs_ref.experiments.tuning.document import Tuned
from mlslcs_ref.metrics import METRIC_TITLES


def results_document(runs: Sequence[ResultsWithData], tunings: Sequence[Tuned] = ()) -> Document:
    """Return the page of one or several folders.

    Where two folders have the same data set and method, the paper's claims are checked with the first.
    """
    titles = list(dict.fromkeys(run.results.plan.title or run.results.plan.name for run in runs))
    n_units = n_done = 0
    for run in runs:
        n_units += len(run.results.units)
        n_done += len(run.results.with_status("done"))
    titles += [f"Settings for {one.data}" for one in tunings]
    subtitle = f"{n_done:,} of {n_units:,} units done" if runs else "The results of `experiment tune`"
    blocks = (*_sections(runs), *_tuned(tunings)) if runs else tuple(_tuned(tunings))
    return Document(" and ".join(titles), subtitle, blocks)


def _tuned(tunings: Sequence[Tuned]) -> Iterator[Block]:
    for number, one in enumerate(tunings, start=1):
        yield from _section(f"tuned-{number}", f"Settings tuned for {one.data}", one.blocks)


def _sections(runs: Sequence[ResultsWithData]) -> Iterator[Block]:
    yield from _told_codes(runs)
    studies = [run for run in runs if is_artificial(run.results.plan)]
    others = [run for run in runs if run not in studies]
    of_the_paper = any(paper_data(entry) is not None for run in others for entry in run.results.plan.datasets)
    claims, is_tested = _claims(studies, others) if studies or of_the_paper else ((), False)
    if is_tested:
        yield from claims
    for number, run in enumerate(studies, start=1):
        title = _titled("Artificial problems", run.results, studies)
        yield from _section(f"artificial-{number}", title, artificial_blocks(run.results, f"artificial-{number}"))
    for number, run in enumerate(others, start=1):
        yield from _scores(run.results, number, others)
    if not is_tested:
        # what was run comes before a list of what could not be tested with it
        yield from claims
    yield from _section("data", "Data", (data_table(runs),))
    if of_the_paper:
        yield from _section("protocol", "What the paper chose by test data", protocol_blocks(others))
    if studies or of_the_paper:
        yield from _section("doubts", "Inconsistencies of the paper", doubts_blocks())
    for number, run in enumerate(runs, start=1):
        yield from _section(f"how-{number}", _titled("How it was run", run.results, runs), _how(run.results))


def _told_codes(runs: Sequence[ResultsWithData]) -> Iterator[Block]:
    """Say that results side by side come from different code, and which come from which."""
    by_code: dict[str, list[str]] = {}
    for run in runs:
        by_code.setdefault(run.code, []).append(run.results.plan.name)
    if len(by_code) > 1:
        yield Paragraph(
            "These results are of different code of mlslcs_ref, so that what differs between them can be due to it:"
        )
        yield Bullets(tuple(f"code {code}: {', '.join(names)}" for code, names in by_code.items()))


def _claims(studies: Sequence[ResultsWithData], others: Sequence[ResultsWithData]) -> tuple[tuple[Block, ...], bool]:
    """Return the verdicts, and whether there is one on any part of a claim."""
    found = _evidence(studies, others)
    judged = verdicts(found.evidence)
    blocks = _section("claims", "Verdicts on the paper's claims", claims_blocks(found, judged))
    return tuple(blocks), any(one.says_something for one in judged)


def _evidence(studies: Sequence[ResultsWithData], others: Sequence[ResultsWithData]) -> Gathered:
    artificial: dict[str, dict[float, Runs]] = {}
    sources: dict[str, str] = {}
    for run in studies:
        plan = run.results.plan
        for problem, by_omega in artificial_runs(run.results).items():
            artificial.setdefault(problem, by_omega)
            sources.setdefault(problem, source_text(problem, plan.methods[0], plan))
    found = gathered([Board(run.results, chooser_of(run.results.plan)) for run in others], artificial)
    left_out = [text for run in studies for text in left_out_studies(run.results)]
    return found._replace(left_out=(*left_out, *found.left_out), sources=(*sources.values(), *found.sources))


def _section(name: str, title: str, blocks: Iterable[Block], level: int = 2) -> Iterator[Block]:
    """Yield a part of the page, unless there is nothing in it."""
    held = tuple(blocks)
    if held:
        yield Heading(title, level, name)
        yield from held


def _titled(title: str, results: Results, among: Sequence[ResultsWithData]) -> str:
    """Return a title that names the plan, and which run of that plan it is, where there are others."""
    name = results.plan.name
    alike = [run.results for run in among if run.results.plan.name == name]
    if len(among) == 1:
        return title
    return f"{title}: {name}" if len(alike) == 1 else f"{title}: {name}, {_place(results, alike)} of {len(alike)}"


def _place(results: Results, alike: Sequence[Results]) -> int:
    return next(number for number, other in enumerate(alike, start=1) if other is results)


def _scores(results: Results, number: int, among: Sequence[ResultsWithData]) -> Iterator[Block]:
    board = Board(results, chooser_of(results.plan))
    rows = way_rows(board)
    if rows:
        title = _titled("Ways of deciding (Table 4)", results, among)
        yield from _section(f"ways-{number}", title, (Paragraph(SPREAD), ways_table(rows, results.plan)))
    duels = duels_of(board)
    if not duels:
        return
    intro = [Paragraph(text) for text in (SPREAD, choice_text(results.plan)) if text]
    ranks = rank_table(duels, results.plan.name)
    title = _titled("Methods (Table 5)", results, among)
    yield from _section(f"methods-{number}", title, (*intro, *((ranks,) if ranks else ())))
    for letter, found in zip("abc", duels, strict=True):
        blocks = duel_blocks(found, results.plan, f"ranks-{number}")
        name = f"{METRIC_TITLES[found.metric]} (Table 5{letter})"
        yield from _section(f"methods-{number}{letter}", name, blocks, level=3)


def _how(results: Results) -> Iterator[Block]:
    yield from unfinished_blocks(results)
    yield from plan_blocks(results.plan)
    yield from version_blocks(results)
    yield seconds_table(results)
