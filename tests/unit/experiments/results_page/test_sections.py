"""In which order a page of results tells what was run."""

import pytest
from unit.experiments.made_results import made_plan, made_results, paper_plan, paper_results

from mlslcs_ref.documents.document import Heading
from mlslcs_ref.experiments.grid import DatasetEntry, MethodEntry, Results
from mlslcs_ref.experiments.results_page.pages import results_document
from mlslcs_ref.experiments.results_page.runs import ResultsWithData

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
