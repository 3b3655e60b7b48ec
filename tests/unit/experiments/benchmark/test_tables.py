"""Tables 4 and 5 from results: with the paper's numbers as results they are the paper's tables."""

import csv
import io
from dataclasses import replace
from typing import Any

import pytest
from unit.experiments.made_results import made_plan, made_results, paper_plan, paper_results

pytest.importorskip("scipy", reason="scipy is in the extras `experiments` and `dev`")

from mlslcs_ref.cli.experiment.plain_records import csv_text
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.experiments.benchmark.board import WAYS, Board, score_of
from mlslcs_ref.experiments.benchmark.evidence import gathered
from mlslcs_ref.experiments.benchmark.published import deviations
from mlslcs_ref.experiments.benchmark.tables import Record, best_of, duel, duels_of, records, way_rows
from mlslcs_ref.experiments.grid.plan import DatasetEntry, MethodEntry
from mlslcs_ref.experiments.grid.results import Results
from mlslcs_ref.experiments.paper.evidence import Sizes
from mlslcs_ref.experiments.paper.tables import paper
from mlslcs_ref.experiments.paper.verdicts import verdicts
from mlslcs_ref.metrics import METRICS


@pytest.mark.parametrize("metric", METRICS)
def test_of_the_papers_numbers_table_5_is_the_papers(metric: str) -> None:
    found = duel(Board(paper_results(paper_plan())), metric)

    assert found.methods == paper().methods
    assert found.table is not None
    assert found.table.datasets == tuple(entry.title for entry in paper().datasets.values())
    for entry in paper().datasets.values():
        for method in paper().methods:
            cell = found.cells[entry.title, method]
            assert cell.score is not None
            assert cell.score.mean == pytest.approx(100 * paper().rivals[metric].values[entry.name][method])
            assert cell.paper == pytest.approx(cell.score.mean)
            assert cell.paper_rank == paper().rivals[metric].ranks[entry.name][method]
    assert found.comparison is not None
    assert found.comparison.friedman.rejects(0.05) == (metric == "hamming_loss")


@pytest.mark.parametrize(
    ("methods", "n_parts"),
    [
        ([MethodEntry("BR", "br")], 3),
        ([MethodEntry("MlS-LCS", "mls-lcs")], 0),
        ([MethodEntry("MlS-LCS", "mls-lcs"), MethodEntry("BR", "br")], 3),
    ],
)
def test_every_method_stands_in_a_table_though_it_is_alone(methods: list[MethodEntry], n_parts: int) -> None:
    """MlS-LCS alone has Table 4, a rival Table 5 of accuracy, exact match and Hamming loss."""
    board = Board(made_results(made_plan(methods=methods), lambda _unit, _way: 0.5))
    found = duels_of(board)

    assert len(found) == n_parts
    assert all(
        part.cells[dataset, entry.name].score for part in found for dataset in part.datasets for entry in methods
    )
    assert way_rows(board) or found


def test_of_the_papers_numbers_table_4_is_the_papers_with_its_best_ways() -> None:
    """Table 4: flags 63.46 64.33 58.19 by accuracy, and PCUT has the best exact match, 22.90."""
    row = way_rows(Board(paper_results(paper_plan(["flags"]))))[0]

    assert [score.text for way in WAYS if (score := row.cells["accuracy", way].score)] == ["63.46", "64.33", "58.19"]
    assert [row.cells["accuracy", way].paper for way in WAYS] == pytest.approx([63.46, 64.33, 58.19])
    assert best_of(row.cells, "accuracy") == {"ival"}
    assert best_of(row.cells, "exact_match") == {"pcut"}
    assert best_of(row.cells, "hamming_loss") == {"pcut"}


def test_hamming_losses_of_table_4_stand_in_the_row_that_is_meant() -> None:
    """Printed one row lower; Table 5c has 11.09 for scene, 1.91 for CAL500 and 5.73 for enron."""
    rows = {row.dataset: row for row in way_rows(Board(paper_results(paper_plan())))}

    assert rows["scene"].cells["hamming_loss", "pcut"].paper == pytest.approx(11.09)
    assert rows["CAL500"].cells["hamming_loss", "best"].paper == pytest.approx(1.91)
    assert rows["enron"].cells["hamming_loss", "ival"].paper == pytest.approx(5.73)
    assert rows["mediamill"].cells["hamming_loss", "pcut"].paper is None


def test_the_papers_own_numbers_bear_out_what_it_says_of_them() -> None:
    """All that is said of Tables 4 and 5 is reproduced, but for judgements and claims about artificial problems."""
    found = gathered([Board(paper_results(paper_plan()))], {})
    outcomes = {one.claim.id: one.found.outcome for one in verdicts(found.evidence) if one.claim.where != "Section 4.1"}

    assert found.left_out == ()
    assert {name for name, outcome in outcomes.items() if outcome == "not testable"} == {
        *("best-acceptable", "potential"),
        # the paper tells no numbers of rules
        "best-fewer-rules",
    }
    assert set(outcomes.values()) == {"reproduced", "not testable"}


def test_a_mean_over_fewer_folds_is_marked_has_no_rank_and_is_no_evidence() -> None:
    plan = paper_plan(["flags", "emotions", "genbase"])
    results = paper_results(plan)
    lost = next(unit for unit in plan.units() if (unit.dataset, unit.method, unit.fold) == ("emotions", "CC", 4))
    partial = type(results)(plan, {unit: one for unit, one in results.found.items() if unit != lost})
    found = duel(Board(partial), "accuracy")
    cell = found.cells["emotions", "CC"]

    assert cell.score is not None
    assert (cell.score.text, cell.score.measured.lacking) == ("56.18*", "9 of 10 units")
    assert found.incomplete
    assert found.table is not None
    assert found.table.datasets == ("flags", "genbase")
    assert [gap.method for gap in found.table.gaps] == ["CC"]
    assert all(found.cells["emotions", method].rank is None for method in found.methods)
    assert gathered([Board(partial)], {}).left_out == ("CC on emotions: 9 of 10 units",)
    assert gathered([Board(partial)], {}).evidence.rivals["accuracy"]["emotions"].keys() == set(paper().methods) - {
        "CC"
    }


def test_runs_with_other_settings_than_the_papers_are_no_evidence() -> None:
    method = MethodEntry("MlS-LCS", "mls-lcs")
    flags = paper_plan(["flags"]).datasets[0]

    assert deviations(flags, method) == ()
    assert deviations(DatasetEntry("flags", settings={**flags.settings, "passes": 5}), method) == ("passes 5, not 500",)
    assert deviations(DatasetEntry("flags", settings=flags.settings, n_folds=3), method) == ("3 folds, not 10",)
    less = DatasetEntry("flags", settings=flags.settings, reading=Reading(drop=("area",)))
    assert deviations(less, method) == ("area left out",)
    assert deviations(DatasetEntry("flags", settings={**flags.settings, "omega": 1.0}), method) == ("omega 1.0",)
    assert deviations(DatasetEntry("yeast"), method) == ("the paper does not have this data set",)
    assert deviations(DatasetEntry("flags", file="flags.arff"), method) == ("the paper does not have this data set",)
    split = DatasetEntry("flags", scheme="split", settings=flags.settings)
    assert deviations(split, method) == ("a training and a test set, not 10 folds",)
    # the files of CAL500 have no split, though the paper says there is one
    assert deviations(DatasetEntry("cal500"), MethodEntry("BR", "br")) == ()
    # what is set for MlS-LCS is no matter of the others
    assert deviations(DatasetEntry("flags"), MethodEntry("BR", "br")) == ()


@pytest.mark.parametrize("change", [{"scheme": "plain"}, {}])
def test_methods_on_other_folds_are_not_compared(change: dict[str, Any]) -> None:
    """MlS-LCS lacks a fold in one folder, and is whole in another one that divides the data in another way."""
    plan = paper_plan(["flags", "enron"])
    results = paper_results(plan)
    lost = next(unit for unit in plan.units() if (unit.dataset, unit.method) == ("flags", "MlS-LCS"))
    partial = type(results)(plan, {unit: one for unit, one in results.found.items() if unit != lost})
    flags, enron = plan.datasets
    other = replace(plan, datasets=(replace(flags, **change), enron), folds_seed=1 if change else 2)
    found = gathered([Board(partial), Board(paper_results(other))], {})

    assert found.left_out[0] == "MlS-LCS on flags: 9 of 10 units"
    assert found.left_out[-1] == "MlS-LCS on flags: its folds differ from those of the other methods"
    assert "MlS-LCS" not in found.evidence.rivals["accuracy"]["flags"]
    assert found.evidence.ways["accuracy"].keys() == {"enron"}
    # the same folds may come from several folders, and a given split is the same with every seed
    alike = gathered([Board(partial), Board(results)], {}).evidence.rivals["accuracy"]
    assert alike["flags"].keys() == alike["enron"].keys() == set(paper().methods)


def test_other_methods_stand_beside_without_a_rank() -> None:
    plan = made_plan(methods=[MethodEntry("HOMER", "homer"), MethodEntry("BOOMER", "boomer"), MethodEntry("BR", "br")])
    found = duel(Board(made_results(plan)), "accuracy")

    assert found.methods == ("HOMER", "BR", "BOOMER")
    assert found.table is not None
    assert found.table.methods == ("HOMER", "BR")
    assert found.cells["flags", "BOOMER"].rank is None
    assert found.cells["flags", "BOOMER"].paper is None
    assert found.comparison is None


def test_the_papers_ranks_are_among_the_methods_that_were_run() -> None:
    """On flags the paper has HOMER 63.64, BR 61.57: ranks 1 and 2 of these two, 2 and 4 of all seven."""
    plan = made_plan(methods=[MethodEntry("HOMER", "homer"), MethodEntry("BR", "br")])
    found = duel(Board(made_results(plan)), "accuracy")

    assert [found.cells["flags", method].paper_rank for method in ("HOMER", "BR")] == [1.0, 2.0]


def test_the_interval_is_wider_because_folds_share_training_data() -> None:
    """40, 50, 60: sd 10; t(0.975, 2) = 4.3027; with 3 folds 10 * sqrt(1/3 + 1/2) * 4.3027 = 39.28."""
    results = made_results(made_plan(), lambda unit, _way: 0.3 + unit.fold / 10)
    score = score_of(Board(results).representative("flags", "BR"), "accuracy")

    assert score is not None
    assert (score.text, score.spread) == ("50.00", "± 10.00")
    assert score.half_width == pytest.approx(39.28, abs=0.01)


def test_a_single_number_has_no_spread_and_an_undefined_one_is_said_to_be() -> None:
    board = Board(made_results(made_plan(), lambda _unit, _way: 0.5))
    score = score_of(board.representative("enron", "BR"), "accuracy")

    assert score is not None
    assert (score.text, score.notes, score.half_width) == ("50.00", (), None)
    assert score_of(None, "accuracy") is None


def test_records_hold_every_number_of_both_tables() -> None:
    board = Board(made_results(made_plan()))
    found = records(way_rows(board), [duel(board, metric) for metric in METRICS])
    rows = list(csv.reader(io.StringIO(csv_text([one._asdict() for one in found], Record._fields))))

    assert tuple(rows[0]) == Record._fields
    assert len(rows) == 1 + 2 * 9 + 3 * 2 * 3
    assert {row[0] for row in rows[1:]} == {"4", "5a", "5b", "5c"}
    first = found[0]
    assert (first.dataset, first.way, first.mean, first.paper) == ("flags", "pcut", 50.0, 63.46)
    assert not any("nan" in row for row in rows)


def test_failures_do_not_become_numbers() -> None:
    board = Board(made_results(made_plan(), lambda _unit, _way: None))

    assert records(way_rows(board), [duel(board, metric) for metric in METRICS]) == ()


def test_numbers_of_rules_are_evidence_where_every_unit_tells_them() -> None:
    """Half of ten folds have 100 rules, of which BEST decides by 10, the others 102 and 20."""
    plan = paper_plan(["flags"])
    plan = replace(plan, datasets=tuple(replace(entry, n_folds=10) for entry in plan.datasets))
    results = paper_results(plan)
    found = {}
    for number, (unit, result) in enumerate(results.found.items()):
        assert result.outcome is not None
        facts = {"n_rules": 100.0 + 2 * (unit.fold % 2), "n_best": 10.0 * (1 + unit.fold % 2), "other": number}
        found[unit] = replace(result, outcome=result.outcome._replace(facts=facts))
    told = gathered([Board(Results(plan, found))], {}).evidence
    unit = next(unit for unit in found if unit.method == "MlS-LCS")
    outcome = found[unit].outcome
    assert outcome is not None
    found[unit] = replace(found[unit], outcome=outcome._replace(facts={"n_rules": 100.0}))

    assert told.sizes == {"flags": Sizes(101.0, 15.0)}
    assert gathered([Board(Results(plan, found))], {}).evidence.sizes == {}
