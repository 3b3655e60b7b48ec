"""The study of omega, with runs whose outcomes are made up."""

import csv
import io
import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from mlslcs_ref.cli.experiment.plain_records import csv_text
from mlslcs_ref.experiments.artificial.study import (
    OMEGAS,
    STUDIES,
    Study,
    artificial_plan,
    is_artificial,
    profile_of,
)
from mlslcs_ref.experiments.artificial.summary import StudyNumber, compared_rows, mean_curve, study_rows
from mlslcs_ref.experiments.artificial.tables import study_document
from mlslcs_ref.experiments.grid.plan import Plan
from mlslcs_ref.experiments.grid.plan_file import load_plan, parse_plan, plan_text
from mlslcs_ref.experiments.grid.results import Failure, Results, UnitResult
from mlslcs_ref.experiments.methods import Outcome, method_for
from mlslcs_ref.settings import PROFILES, Settings

pytest.importorskip("scipy", reason="scipy is in the extras `experiments` and `dev`")

TOY: Final = STUDIES[:1]


def outcome(scs: float, accuracy: float, compacted: int, curve: tuple[Mapping[str, float], ...] = ()) -> Outcome:
    """Return what a run may have come to: the same accuracy by BEST and IVAL, and all right by PCUT."""
    accuracies = {"train_accuracy_best": accuracy, "train_accuracy_ival": accuracy, "train_accuracy_pcut": 1.0}
    return Outcome({}, {"scs": scs, "n_rules": 10 * compacted, "n_compacted": compacted, **accuracies}, curve)


def results(plan: Plan, outcomes: Mapping[tuple[str, int], Outcome | None]) -> Results:
    """Return results by variant and seed, where None has failed."""
    found = {}
    for unit in plan.units():
        if (unit.variant, unit.seed) in outcomes:
            answer = outcomes[unit.variant, unit.seed]
            failure = Failure("ValueError", "no", "here") if answer is None else None
            found[unit] = UnitResult(unit, "", answer, failure)
    return Results(plan, found)


def point(number: int, scs: float, accuracy: float) -> Mapping[str, float]:
    return {"pass": number, "scs": scs, **{f"accuracy_{way}": accuracy for way in ("best", "ival", "pcut")}}


@pytest.mark.parametrize("profile", PROFILES)
def test_the_study_is_that_of_the_paper(profile: str) -> None:
    """Both problems, omega 0, 0.1 ... 1, 30 runs, and the settings that Section 4.1 lists."""
    plan = artificial_plan(profile)

    assert len(plan.units()) == 3 * 11 * 30
    assert tuple(step / 10 for step in range(11)) == OMEGAS
    for unit in [unit for unit in plan.units() if unit.seed == 30]:
        kind, options = plan.call(unit)
        assert kind == "mls-lcs"
        settings = Settings.profile(options["profile"], **options["settings"])
        assert (settings.population_size, settings.theta_ga, settings.p_hash) == (10_000, 2000, 0.33)
        assert settings.p_label_hash == (0.5 if unit.dataset == "toy6x4" else 0.2)
        assert settings.passes == (6000 if unit.dataset == "mlposition4-6000" else 1500)
        assert (settings.omega, settings.phi, settings.clustering) == (float(unit.variant.split("=")[1]), 1.0, False)
        assert (settings.learning_rate, settings.accuracy_power, settings.precision_bits) == (0.2, 10.0, 5)
        assert (settings.theta_del, settings.theta_exp, settings.accuracy_threshold) == (20, 10, 0.99)
    assert {unit.seed for unit in plan.units()} == {*range(1, 31)}
    method_for(*plan.call(plan.units()[0]))


def test_the_study_can_be_told_from_other_plans_after_it_was_written_to_a_file() -> None:
    plan = parse_plan(plan_text(artificial_plan("authors", TOY, (0.5,), 2)))

    assert is_artificial(plan)
    assert profile_of(plan) == "authors"
    assert not is_artificial(load_plan("toy"))


def test_a_row_sums_up_the_runs_of_a_problem_with_one_omega() -> None:
    """Shares 1, 1, 0.4: mean 0.8, variance (0.04 + 0.04 + 0.16) / 2; half of the interval is 4.3027 sqrt(0.12 / 3)."""
    plan = artificial_plan("paper", TOY, (0.9,), 3)
    done = {1: outcome(1.0, 1.0, 7), 2: outcome(1.0, 0.9, 8), 3: outcome(0.4, 0.8, 9)}

    (row,) = study_rows(results(plan, {("omega=0.9", seed): one for seed, one in done.items()}))

    assert (row.study, row.problem, row.passes, row.omega, row.n_missing) == ("toy6x4", "toy6x4", 1500, 0.9, 0)
    assert row.scs.mean == pytest.approx(0.8)
    assert row.scs.high is not None
    assert row.scs.high - row.scs.mean == pytest.approx(4.30265 * math.sqrt(0.12) / math.sqrt(3), rel=1e-5)
    assert (row.complete.hits, row.complete.n) == (2, 3)
    assert {way: (row.perfect[way].hits, row.accuracy[way].mean) for way in row.perfect} == {
        "pcut": (3, 1.0),
        "ival": (1, pytest.approx(0.9)),
        "best": (1, pytest.approx(0.9)),
    }
    assert (row.rules.mean, row.compacted.mean) == (80, 8)


def test_runs_that_failed_or_were_not_done_are_counted_and_in_no_mean() -> None:
    plan = artificial_plan("paper", TOY, (0.5, 0.9), 4)

    (row,) = study_rows(results(plan, {("omega=0.9", 1): outcome(0.5, 1.0, 7), ("omega=0.9", 3): None}))

    assert (row.omega, row.n_missing, row.scs.n, row.scs.mean) == (0.9, 3, 1, 0.5)


def of(compared: tuple[StudyNumber, ...], quantity: str, method: str = "") -> StudyNumber:
    (found,) = [one for one in compared if (one.quantity, one.method) == (quantity, method)]
    return found


def test_the_numbers_of_the_paper_stand_beside_ours_for_the_omega_that_it_reports() -> None:
    plan = artificial_plan("paper", STUDIES, (0.5, 0.9), 2)
    runs = {(f"omega={omega}", seed): outcome(0.8, 0.9, 30 + seed) for omega in (0.5, 0.9) for seed in (1, 2)}

    compared = compared_rows(study_rows(results(plan, runs)))

    assert {one.omega for one in compared} == {0.9}
    assert {one.study for one in compared} == {"toy6x4", "mlposition4", "mlposition4-6000"}
    toy = tuple(one for one in compared if one.study == "toy6x4")
    paper = {(one.quantity, one.method): one.paper for one in toy}
    assert {what: round(number, 6) for what, number in paper.items()} == {
        ("scs", ""): 0.8333,
        ("complete", ""): 14,
        **{("accuracy", way): 0.9903 for way in ("pcut", "ival", "best")},
        **{("perfect", way): 28 for way in ("pcut", "ival", "best")},
        ("compacted", ""): 34.53,
    }
    assert {round(one.paper, 6) for one in compared if one.study != "toy6x4"} == {0.82, 10, 0.9738, 25, 9.87}


def test_a_number_agrees_if_both_can_come_from_the_same_runs() -> None:
    """Thirty runs, half with 7/7 and half with 5/7: mean 6/7 = 0.857, standard error of the difference 0.0375."""
    plan = artificial_plan("paper", TOY, (0.9,), 30)
    runs = {("omega=0.9", seed): outcome(1.0 if seed % 2 else 5 / 7, 0.97, 40 + seed % 2) for seed in range(1, 31)}

    compared = compared_rows(study_rows(results(plan, runs)))

    assert of(compared, "scs").agrees is True
    assert of(compared, "complete").agrees is True, "15 of 30 beside 14 of 30"
    assert of(compared, "accuracy", "best").agrees is False, "0.97 beside 0.9903"
    assert of(compared, "accuracy", "pcut").agrees is True, "no run differs from 1, but the paper's do"
    assert of(compared, "perfect", "best").agrees is False, "0 of 30 beside 28 of 30"
    assert of(compared, "perfect", "pcut").agrees is True, "30 of 30 beside 28 of 30"
    assert of(compared, "compacted").agrees is False, "40.5 beside 34.53"


def test_a_single_run_agrees_with_nothing_and_disagrees_with_nothing() -> None:
    plan = artificial_plan("paper", TOY, (0.9,), 1)

    compared = compared_rows(study_rows(results(plan, {("omega=0.9", 1): outcome(0.1, 0.2, 99)})))

    assert {one.agrees for one in compared} == {None}


def curves() -> Results:
    plan = artificial_plan("authors", TOY, (0.5, 0.9), 2)
    first = (point(825, 0.0, 0.5), point(1650, 0.5, 1.0))
    second = (point(825, 0.5, 0.7), point(1650, 1.0, 0.8))
    runs = {("omega=0.9", seed): outcome(1.0, 1.0, 7, curve) for seed, curve in ((1, first), (2, second))}
    return results(plan, runs)


def test_a_mean_curve_is_the_mean_of_the_runs_at_each_pass() -> None:
    found = mean_curve(curves(), "toy6x4", 0.9)

    assert [one.passes for one in found] == [825, 1650]
    assert [one.scs for one in found] == [0.25, 0.75]
    assert [one.accuracy["best"] for one in found] == pytest.approx([0.6, 0.9])
    assert mean_curve(curves(), "toy6x4", 0.5) == ()


def test_figures_show_the_mean_curves_of_the_omegas_that_were_run() -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is in the extras `experiments` and `dev`")
    from mlslcs_ref.experiments.artificial.tables import study_picture

    figure = study_picture(curves(), "toy6x4")

    upper, lower = figure.axes
    assert [line.get_label() for line in upper.get_lines() if line.get_gid() is None] == ["0.9"]
    drawn: Any = [axes.get_lines()[0].get_xydata() for axes in (upper, lower)]
    assert drawn[0].tolist() == [[825, 25], [1650, 75]]
    assert drawn[1].tolist() == [pytest.approx(pair) for pair in ([825, 60], [1650, 90])]
    assert [line.get_xdata() for line in lower.get_lines() if line.get_gid() == "training-ends"] == [[1500, 1500]]


def test_a_picture_is_written_as_svg_and_png_the_same_whenever_it_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is in the extras `experiments` and `dev`")
    from mlslcs_ref.documents.drawing import save_picture
    from mlslcs_ref.experiments.artificial.tables import study_picture

    files = save_picture(study_picture(curves(), "toy6x4"), tmp_path / "one.two")
    once = [file.read_bytes() for file in files]
    save_picture(study_picture(curves(), "toy6x4"), tmp_path / "one.two")

    assert [file.name for file in files] == ["one.two.svg", "one.two.png"]
    assert [file.read_bytes() for file in files] == once
    assert once[0].startswith(b"<?xml")
    assert once[1].startswith(b"\x89PNG")


def test_tables_and_documents_hold_the_numbers() -> None:
    plan = artificial_plan("paper", TOY, (0.9,), 2)
    rows = study_rows(results(plan, {("omega=0.9", 1): outcome(0.5, 1.0, 7), ("omega=0.9", 2): outcome(1.0, 0.5, 9)}))

    document = json.loads(json.dumps(study_document("paper", rows, compared_rows(rows)), allow_nan=False))
    (record,) = csv.DictReader(io.StringIO(csv_text(document["rows"])))

    expected = {"omega": 0.9, "scs": 0.75, "complete": 1, "accuracy_best": 0.75, "perfect_pcut": 2, "compacted": 8}
    assert {name: float(record[name]) for name in expected} == expected
    assert document["rows"][0]["scs"] == document["comparisons"][0]["here"] == 0.75
    assert document["comparisons"][0]["paper"] == pytest.approx(0.8333)
    single = study_rows(results(plan, {("omega=0.9", 1): outcome(0.5, 1.0, 7)}))
    (record,) = csv.DictReader(io.StringIO(csv_text(study_document("paper", single, ())["rows"])))
    assert (record["scs"], record["scs_low"]) == ("0.5", "")


def test_a_study_may_have_another_length() -> None:
    plan = artificial_plan("paper", [Study("short", "mlposition4", 3)], (1.0,), 1)

    assert plan.call(plan.units()[0])[1]["settings"]["passes"] == 3
