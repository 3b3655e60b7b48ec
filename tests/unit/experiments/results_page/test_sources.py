"""Which runs the claims of the paper are held against, and which are none of the paper's."""

from collections.abc import Sequence

import pytest
from unit.experiments.made_results import WAYS, made_plan, made_results, paper_plan, paper_results

pytest.importorskip("scipy", reason="scipy is in the extras `experiments` and `dev`")

from mlslcs_ref.documents.document import Bullets
from mlslcs_ref.experiments.artificial.study import STUDIES, Study, artificial_plan
from mlslcs_ref.experiments.grid.plan import MethodEntry
from mlslcs_ref.experiments.grid.results import Results, UnitResult
from mlslcs_ref.experiments.methods import Outcome
from mlslcs_ref.experiments.results_page.artificial import artificial_runs, left_out_studies
from mlslcs_ref.experiments.results_page.folders import ResultsWithData
from mlslcs_ref.experiments.results_page.pages import _evidence, results_document

TOY, POSITION, LONG = STUDIES


def studied(profile: str, studies: Sequence[Study]) -> Results:
    """Return a study of thirty runs with omega = 0.9, all alike."""
    plan = artificial_plan(profile, studies, [0.9], 30)
    accuracies = {f"accuracy_{way}": 0.9 for way in WAYS}
    facts = {"scs": 0.5, "n_rules": 50.0, "n_compacted": 10.0} | {f"train_{name}": 0.9 for name in accuracies}
    outcome = Outcome({}, facts, ({"step": 64, "pass": 1, "scs": 0.5, **accuracies},))
    return Results(plan, {unit: UnitResult(unit, "", outcome) for unit in plan.units()})


def run(results: Results) -> ResultsWithData:
    return ResultsWithData(results, {}, {})


def test_a_study_with_other_passes_than_the_papers_is_no_evidence() -> None:
    """1,500 passes are the paper's for both problems (decision 0028)."""
    results = studied("paper", [TOY._replace(passes=1), POSITION, LONG])

    assert artificial_runs(results).keys() == {"mlposition4"}
    assert list(left_out_studies(results)) == [
        "toy6x4: passes 1, not 1500",
        "mlposition4-6000: passes 6000, not 1500",
    ]
    assert list(left_out_studies(studied("authors", [TOY, POSITION]))) == []


def test_the_page_says_which_runs_the_claims_are_held_against() -> None:
    """Of two studies of a problem the first; a method that is not MlS-LCS has no profile to tell of."""
    studies = [run(studied("authors", [TOY])), run(studied("paper", [TOY, POSITION]))]
    others = [run(paper_results(paper_plan(["flags", "enron"])))]
    sources = (
        "toy6x4: profile authors, plan artificial-authors",
        "mlposition4: profile paper, plan artificial-paper",
        "flags: profile paper, plan benchmark",
        "enron: profile paper, plan benchmark",
    )

    assert _evidence(studies, others).sources == sources
    assert Bullets(sources) in results_document([*studies, *others]).blocks


def test_another_profile_is_told_where_it_goes_by_the_papers_name() -> None:
    plan = paper_plan(["flags"])
    methods = [MethodEntry("MlS-LCS", "mls-lcs", {"profile": "authors"})]
    results = paper_results(made_plan(plan.datasets, methods))

    assert _evidence([], [run(results)]).sources == ("flags: profile authors, plan made",)


def test_where_nothing_is_evidence_nothing_is_named() -> None:
    assert _evidence([], [run(made_results(made_plan()))]).sources == ()
