"""In which order a page of results tells what was run, and how it was run."""

from dataclasses import replace

import pytest
from unit.experiments.made_results import made_plan, made_results, paper_plan, paper_results

from mlslcs_ref.data.reading import Reading
from mlslcs_ref.documents.document import Bullets, Facts, Heading, Paragraph, Table, cell_of, cell_text
from mlslcs_ref.experiments.grid.plan import DatasetEntry, MethodEntry
from mlslcs_ref.experiments.grid.results import Results
from mlslcs_ref.experiments.results_page.folders import ResultsWithData
from mlslcs_ref.experiments.results_page.how_run import (
    duration,
    plan_blocks,
    seconds_table,
    unfinished_blocks,
    version_blocks,
)
from mlslcs_ref.experiments.results_page.pages import results_document

PAPER = paper_results(paper_plan(["emotions", "enron"]))
OTHER = made_results(made_plan([DatasetEntry("emotions", n_folds=3)], [MethodEntry("BR", "br")]))


@pytest.mark.parametrize(
    ("results", "order"),
    [(PAPER, ["claims", "methods-1", "data"]), (OTHER, ["methods-1", "claims", "data"])],
    ids=["the paper's", "others"],
)
def test_verdicts_come_first_where_a_claim_of_the_paper_can_be_tested(results: Results, order: list[str]) -> None:
    """Of rivals alone no claim can be: there the methods come first."""
    document = results_document([ResultsWithData(results, {}, {})])
    places = [block.name for block in document.blocks if isinstance(block, Heading) and block.level == 2]

    assert [place for place in places if place in order] == order


def test_results_of_different_code_are_not_shown_side_by_side_without_a_word() -> None:
    alike = [ResultsWithData(results, {}, {}, "abc") for results in (PAPER, OTHER)]
    other = [*alike, ResultsWithData(OTHER, {}, {}, "def")]
    first = [
        next((block for block in results_document(runs).blocks if isinstance(block, Bullets)), None)
        for runs in (alike, other)
    ]

    assert first[0] is None or not any("abc" in item for item in first[0].items)
    assert first[1] is not None
    assert ["abc" in item for item in first[1].items] == [True, False]
    assert ["def" in item for item in first[1].items] == [False, True]


def texts(table: Table) -> list[list[str]]:
    """Return the cells of a table."""
    return [[cell_text(cell, rounded=True) for cell in row] for row in table.rows]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.04, "0.0 s"), (9.94, "9.9 s"), (10, "10 s"), (119, "119 s"), (120, "2 min"), (7200, "2.0 h")],
)
def test_a_time_is_told_in_the_unit_that_suits_it(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_a_plan_tells_names_of_files_and_not_where_they_are() -> None:
    plan = made_plan(
        [
            DatasetEntry(
                "mine", file="/srv/private/x.arff", labels=2, reading=Reading(drop=("id",)), settings={"passes": 5}
            )
        ],
        [
            MethodEntry("BOOMER", "boomer", {"max_rules": 50}),
            MethodEntry("HOMER", "homer", vary={"n_clusters": [2, 3]}, select="test"),
        ],
        seeds=(1, 2, 3, 4),
    )
    facts, datasets, methods = plan_blocks(plan)

    assert isinstance(facts, Facts)
    assert dict(facts.pairs)["Seeds"] == "1 to 4"
    assert isinstance(datasets, Table)
    assert texts(datasets) == [["mine", "10 folds, stratified by label set; file x.arff; without id", "passes = 5"]]
    assert isinstance(methods, Table)
    assert texts(methods) == [
        ["BOOMER", "boomer", "max_rules = 50", "-"],
        ["HOMER", "homer", "-", "n_clusters = [2, 3], the best on test data is shown"],
    ]


def test_what_failed_and_what_was_not_run_is_told_by_folds() -> None:
    plan = made_plan([DatasetEntry("flags", n_folds=6)], [MethodEntry("BR", "br")])
    results = made_results(plan, lambda unit, _way: None if unit.fold == 5 else 0.5)
    partial = Results(plan, {unit: one for unit, one in results.found.items() if unit.fold in {2, 5}})
    failed, missing = unfinished_blocks(partial)

    assert isinstance(failed, Table)
    assert failed.title == "Units that failed: 1 of 6"
    assert texts(failed) == [
        ["flags, BR, fold 5, seed 1", "ValueError: could not read x.arff", "rivals.homer, line 3, in fit"]
    ]
    assert isinstance(missing, Table)
    assert texts(missing) == [["flags", "BR", "4", "1, 3 to 4, 6"]]
    assert list(unfinished_blocks(made_results(plan))) == []


def test_times_are_added_up_and_versions_told_once() -> None:
    """A unit that is done took 2 s: three folds 6 s, and two variants of HOMER 12 s."""
    plan = made_plan([DatasetEntry("flags", n_folds=3)])
    results = made_results(plan)
    other = {unit: replace(one, versions={"mlslcs_ref": "0.2.0"}) for unit, one in list(results.found.items())[:1]}
    mixed = Results(plan, {**results.found, **other})

    assert texts(seconds_table(results)) == [["flags", "12 s", "6.0 s", "6.0 s"], ["all", "12 s", "6.0 s", "6.0 s"]]
    assert cell_of(seconds_table(results).rows[0][1]).notes == ("2.0 s each",)
    assert list(version_blocks(mixed)) == [
        Paragraph("1 unit was run with mlslcs_ref 0.2.0."),
        Paragraph("11 units were run with mlslcs_ref 0.1.0, build pure."),
    ]
