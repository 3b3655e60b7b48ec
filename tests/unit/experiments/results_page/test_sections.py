"""In which order a page of results tells what was run."""

import pytest
from unit.experiments.made_results import made_plan, made_results, paper_plan, paper_results

from mlslcs_ref.documents.document import Bullets, Heading
from mlslcs_ref.experiments.grid.plan import DatasetEntry, MethodEntry
from mlslcs_ref.experiments.grid.results import Results
from mlslcs_ref.experiments.results_page.folders import ResultsWithData
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
