"""The plan of the paper's comparison is the paper's, and can be cut down to a part of it."""

from dataclasses import replace

import pytest

pytest.importorskip("sklearn", reason="scikit-learn is in the extras `experiments` and `dev`")

from mlslcs_ref.errors import UsageError
from mlslcs_ref.experiments.benchmark.board import choice_text, chooser_of
from mlslcs_ref.experiments.benchmark.plans import Wish, benchmark_plan, is_benchmark
from mlslcs_ref.experiments.benchmark.published import KINDS_OF_METHODS, deviations
from mlslcs_ref.experiments.grid.plan import DatasetEntry, MethodEntry
from mlslcs_ref.experiments.grid.plan_file import load_plan, parse_plan, plan_text
from mlslcs_ref.experiments.grid.tasks import require_methods
from mlslcs_ref.experiments.paper.tables import paper


def test_settings_and_methods_are_those_of_the_paper() -> None:
    plan = benchmark_plan(Wish(mediamill=True))

    assert [entry.source.casefold() for entry in plan.datasets] == list(paper().datasets)
    compared = [entry for entry in plan.methods if entry.name != "RAkELd"]
    assert {entry.name: entry.kind for entry in compared} == dict(KINDS_OF_METHODS)
    assert [entry.name for entry in compared] == list(paper().methods)
    for dataset in plan.datasets:
        for method in compared:
            assert deviations(dataset, method) == ()
    split = {entry.name for entry in plan.datasets if entry.scheme == "split"}
    assert split == {"enron", "mediamill"}


def test_every_method_can_be_made_and_the_plan_be_written() -> None:
    plan = benchmark_plan(Wish(mediamill=True))
    require_methods(plan)

    assert parse_plan(plan_text(plan)) == plan


def test_set_ups_are_those_of_section_4_2() -> None:
    plan = benchmark_plan(Wish())

    assert plan.method("HOMER").variant_names() == tuple(f"n_clusters={k}" for k in range(2, 7))
    assert plan.method("MLkNN").variant_names() == tuple(f"k={k}" for k in range(6, 21, 2))
    assert len(plan.method("RAkEL").variant_names()) == 3
    assert plan.method("ECC").options["n_models"] == 10


def test_a_part_is_named_in_any_case_and_kept_in_order() -> None:
    plan = benchmark_plan(Wish(data=["cal500", "FLAGS"], methods=["mls-lcs", "br"]))

    assert [entry.name for entry in plan.datasets] == ["flags", "CAL500"]
    assert [entry.name for entry in plan.methods] == ["BR", "MlS-LCS"]


@pytest.mark.parametrize(
    ("wish", "part"),
    [
        (Wish(data=["emotion"]), "did you mean emotions?"),
        (Wish(data=["mediamill"]), "expected some of flags"),
        (Wish(methods=["SVM"]), "methods: expected some of HOMER, RAkEL"),
        (Wish(methods=["BOOMER"]), "found 'BOOMER'"),
    ],
)
def test_a_name_that_is_not_there_is_refused_with_those_that_are(wish: Wish, part: str) -> None:
    with pytest.raises(UsageError) as error:
        benchmark_plan(wish)

    assert part in str(error.value)


def test_profiles_are_compared_side_by_side() -> None:
    names = [(entry.name, entry.options.get("profile")) for entry in benchmark_plan(Wish(profile="both")).methods[-2:]]

    assert names == [("MlS-LCS", "paper"), ("MlS-LCS (authors)", "authors")]
    assert benchmark_plan(Wish(profile="authors")).method("MlS-LCS").options["profile"] == "authors"


def test_wishes_change_what_they_say_and_nothing_else() -> None:
    whole = benchmark_plan(Wish())
    plan = benchmark_plan(Wish(passes_share=0.001, boomer=True))

    assert [entry.settings["passes"] for entry in plan.datasets] == [1, 1, 1, 3, 1, 1]
    assert plan.methods == (*whole.methods, MethodEntry("BOOMER", "boomer"))
    assert "0.001 of the paper's passes" in plan.title


def test_what_chooses_is_said() -> None:
    by_test, by_training = benchmark_plan(Wish()), benchmark_plan(Wish(select="training"))

    assert (chooser_of(by_test), chooser_of(by_training)) == ("test", "training")
    assert {entry.name for entry in by_training.methods if entry.select == "training"} == {
        "HOMER",
        "RAkEL",
        "MLkNN",
        "MlS-LCS",
    }
    assert "test data" in choice_text(by_test)
    assert choice_text(by_test).endswith(
        ": the variant of HOMER, the variant of RAkEL, the variant of MLkNN, the way of deciding of MlS-LCS."
    )
    assert "test data" not in choice_text(by_training)


@pytest.mark.parametrize(
    "wish",
    [
        Wish(),
        Wish(mediamill=True, profile="both", boomer=True, select="training"),
        Wish(data=("flags",), methods=("MlS-LCS", "BR"), profile="authors", passes_share=0.1),
    ],
)
def test_every_part_of_the_comparison_is_known_as_one(wish: Wish) -> None:
    assert is_benchmark(parse_plan(plan_text(benchmark_plan(wish))))


def test_no_other_plan_is_taken_for_the_comparison() -> None:
    part = benchmark_plan(Wish(data=("flags",), methods=("BR",)))

    assert not is_benchmark(load_plan("toy"))
    assert not is_benchmark(load_plan("quick"))
    assert not is_benchmark(replace(part, name="mine"))
    assert not is_benchmark(replace(part, datasets=(DatasetEntry("toy6x4"),)))
    assert not is_benchmark(replace(part, methods=(MethodEntry("BR", "cc"),)))
    assert not is_benchmark(replace(part, methods=(MethodEntry("Mine", "br"),)))
