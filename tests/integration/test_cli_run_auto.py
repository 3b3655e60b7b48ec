"""`run` on a person's own data: the profile `auto`, and what is said when a model is poor."""

import json
import signal
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from processes import children, communicated, is_running, wait_until
from rich.cells import cell_len
from terminals import CommandLine, program, started

from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.extension.settings import AutoOptions, auto_settings
from mlslcs_ref.learning.train import train
from mlslcs_ref.learning.trial import trial_of
from mlslcs_ref.rulesets.model_file import load_model, model_text, save_model

QUICK = ("--passes", "4", "--seed", "3")


def written(path: Path, n: int, seed: int, noise: float) -> Path:
    """Write a table in which tickets from 4 on tell churn, and the plan tells upsell, but for a share of the rows."""
    generator = np.random.default_rng(seed)
    lines = ["tickets,plan,new,churn,upsell"]
    for _row in range(n):
        tickets, plan, new = generator.integers(0, 9), generator.integers(0, 3), generator.integers(0, 2)
        labels = [tickets >= 4, plan == 2]
        if generator.random() < noise:
            labels = [bool(label) for label in generator.random(2) < 0.5]
        shown = "" if generator.random() < 0.1 else str(tickets)
        lines.append(f"{shown},{('basic', 'plus', 'pro')[plan]},{new},{int(labels[0])},{int(labels[1])}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def customers(tmp_path: Path) -> Path:
    """Return a table that tells its labels well, with one to test on beside it."""
    written(tmp_path / "own-test.csv", 80, 2, 0.1)
    return written(tmp_path / "own-train.csv", 160, 1, 0.1)


def test_a_file_gets_the_profile_that_is_made_for_it(cli: CommandLine, customers: Path, tmp_path: Path) -> None:
    """The document and the saved model are what the library makes, and say which profile it was."""
    path = tmp_path / "m.json"
    found = cli.document("run", customers, "--labels", "-2", *QUICK, "--save", path)
    dataset = load_dataset(customers, -2)
    model = train(dataset, auto_settings(dataset.n_attributes, passes=4), 3, profile="auto")

    assert path.read_text(encoding="utf-8") == model_text(model)
    assert found["run"]["profile"] == "auto"
    assert found["other_profiles"] == {"paper": "--profile paper", "authors": "--profile authors"}
    assert found["settings_that_differ_from_the_profile"] == {"passes": 4}
    assert [rule["worth"] for rule in found["short_rules"]] == [rule.told() for rule in model.rules]
    assert found["metrics"]["training"]["posterior"] == model.evaluate(dataset)["posterior"]._asdict()
    trial = trial_of(model, dataset)
    assert trial is not None
    tried = trial.model.evaluate(trial.held_out)
    assert found["metrics"]["trial"] == {"posterior": tried["posterior"]._asdict()}
    assert found["labels"]["trial"] == {name: one.to_dict() for name, one in tried.labels.items()}
    assert found["method"] == "posterior"


def test_the_ways_that_do_not_decide_are_shown_when_they_are_asked_for(
    cli: CommandLine, customers: Path, tmp_path: Path
) -> None:
    path = tmp_path / "m.json"
    call = (customers, "--labels", "-2", *QUICK, "--save", path)
    found = cli.document("run", *call, "--every-method")
    assert (
        list(found["metrics"]["training"]) == list(found["metrics"]["trial"]) == ["posterior", "pcut", "ival", "best"]
    )
    assert list(cli.document("run", *call)["metrics"]["training"]) == ["posterior"]
    for argv, methods in ((("--every-method",), ["posterior", "pcut", "ival", "best"]), ((), ["posterior"])):
        asked = json.loads(cli.piped("evaluate", path, customers, "--json", *argv).out)
        assert list(asked["metrics"]) == methods
        assert asked["method"] == "posterior"
        told = cli.piped("evaluate", path, customers, *argv).out
        assert ("IVAL" in told) == (len(methods) > 1)


def test_every_option_of_the_profile_reaches_it(cli: CommandLine, customers: Path, tmp_path: Path) -> None:
    """Also that any number of jobs gives the same file."""
    options = ("--max-rules", "7", "--max-tests", "2", "--runs", "2")
    paths = [tmp_path / "1.json", tmp_path / "2.json"]
    for jobs, path in zip(("1", "2"), paths, strict=True):
        call = ("run", customers, "--labels", "-2", *QUICK, *options, "--jobs", jobs, "--save", path)
        assert cli.piped(*call).status == 0
    model = load_model(paths[0])

    assert paths[0].read_text(encoding="utf-8") == paths[1].read_text(encoding="utf-8")
    assert model.extension == AutoOptions(max_rules=7, max_tests=2, n_runs=2)
    assert len(model.ruleset) <= 7
    assert max(len(rule.tests) for rule in model.rules) <= 2
    assert len(model.populations) == 2


@pytest.mark.parametrize("option", ["--max-rules", "--max-tests", "--runs", "--jobs"])
def test_an_option_of_the_profile_is_refused_for_another(cli: CommandLine, customers: Path, option: str) -> None:
    for data in (("toy6x4",), (customers, "--labels", "-2", "--profile", "paper")):
        assert option in cli.refused("run", *data, option, "2")


def test_an_artificial_problem_has_the_papers_profile_unless_another_is_asked_for(cli: CommandLine) -> None:
    assert cli.document("run", "toy6x4", "--passes", "1")["run"]["profile"] == "paper"
    found = cli.document("run", "toy6x4", "--passes", "4", "--profile", "auto")
    assert found["run"]["profile"] == "auto"
    assert found["settings"]["population_size"] == 2000


@pytest.mark.parametrize("test", [True, False])
@pytest.mark.parametrize("profile", ["auto", "paper"])
def test_sizes_tell_what_fewer_rules_come_to(cli: CommandLine, customers: Path, profile: str, test: bool) -> None:
    """On rows that took no part in training where there are any, of any model."""
    further = ("--test", customers.with_name("own-test.csv")) if test else ()
    found = cli.document("run", customers, "--labels", "-2", *QUICK, "--profile", profile, "--sizes", *further)["sizes"]

    assert [record["n_rules"] for record in found][:3] == [1, 2, 3]
    other = "rows held out of a trial" if profile == "auto" else "leave-one-out estimates"
    assert {record["evidence"] for record in found} == {"held-out rows" if test else other}
    assert found[-1]["scores"]["accuracy"] > found[0]["scores"]["accuracy"]
    shown = cli.shown("run", customers, "--labels", "-2", *QUICK, "--profile", profile, "--sizes", width=140).out
    assert "first rules" in shown


def test_a_poor_model_is_told_with_its_evidence(cli: CommandLine, tmp_path: Path) -> None:
    """Labels of pure chance, on data to learn from and on data to test on."""
    train, test = written(tmp_path / "p-train.csv", 120, 5, 1.0), written(tmp_path / "p-test.csv", 120, 6, 1.0)
    for profile in ("auto", "paper"):
        found = cli.document("run", train, "--labels", "-2", *QUICK, "--profile", profile, "--test", test)["remarks"]
        assert found
        assert {remark["evidence"] for remark in found} <= {"held-out rows"}
    shown = cli.shown("run", train, "--labels", "-2", *QUICK, "--test", test, width=140).out
    assert "poor\n" in shown


def test_a_model_is_called_poor_as_a_whole_alone(cli: CommandLine, tmp_path: Path) -> None:
    """Of two labels the one that hangs on an attribute is learned, and the other, which few rows have, is not."""
    train, test = (tmp_path / name for name in ("train.csv", "test.csv"))
    for path, seed in ((train, 1), (test, 2)):
        numbers = np.random.default_rng(seed).random((120, 2)) > (0.5, 0.85)
        path.write_text("a,l,m\n" + "".join(f"{x:d},{x:d},{y:d}\n" for x, y in numbers), encoding="utf-8")
    call = ("run", train, "--labels", "-2", *QUICK, "--test", test)
    assert {remark["code"] for remark in cli.document(*call)["remarks"]} == {"never"}
    assert "poor\n" not in cli.shown(*call, width=140).out


def test_nothing_is_said_against_a_good_model(cli: CommandLine, customers: Path) -> None:
    further = ("--test", customers.with_name("own-test.csv"))
    assert cli.document("run", customers, "--labels", "-2", *QUICK, *further)["remarks"] == []


@pytest.mark.parametrize("strategy", [(), ("--strategy", "select")])
def test_a_model_can_be_made_smaller_later(
    cli: CommandLine, customers: Path, tmp_path: Path, strategy: tuple[str, ...]
) -> None:
    """EXT-6, with thresholds chosen anew; nothing is wrong with what comes of it."""
    for profile in ("auto", "paper") if strategy else ("auto",):
        large, small = tmp_path / "large.json", tmp_path / "small.json"
        cli.piped("run", customers, "--labels", "-2", *QUICK, "--profile", profile, "--save", large)
        outcome = cli.piped("compact", large, "--data", customers, *strategy, "--max-rules", "3", "--save", small)
        assert outcome.status == 0, outcome.err
        assert len(load_model(small).ruleset) <= 3
        assert load_model(small).ruleset.is_short
        assert cli.piped("check", small, "--data", customers).status == 0


def test_a_model_is_saved_before_anything_else_is_done_with_it(
    cli: CommandLine, customers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Measuring it takes a while, and may be interrupted."""

    def interrupted(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("mlslcs_ref.cli.training.run.run_report", interrupted)
    outcome = cli.piped("run", customers, "--labels", "-2", *QUICK, "--save", tmp_path / "m.json")

    assert outcome.status == 130
    assert load_model(tmp_path / "m.json").record.profile == "auto"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are asked for their children as on Linux")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_what_ends_a_process_ends_the_runs_that_it_makes_side_by_side(customers: Path, number: signal.Signals) -> None:
    call = program("run", customers, "--labels", "-2", "--runs", "4", "--jobs", "2", "--passes", "1000000", "--quiet")
    with started(*call) as process:
        wait_until(lambda: len(children(process.pid)) >= 2)
        workers = children(process.pid)
        process.send_signal(number)
        _out, err = communicated(process)

    # a process that is killed says nothing
    is_killed = number == signal.SIGKILL
    assert (process.returncode, err.count("\n")) == ((-9, 0) if is_killed else (128 + number, 1))
    wait_until(lambda: not any(map(is_running, workers)))


def table_with(text: str, column: str) -> Iterator[dict[str, str]]:
    """Yield the rows of the table of piped output that has a column, if there is one."""
    names: list[str] = []
    for line in text.split("\n"):
        cells = line.split("\t")
        if column in cells:
            names = cells
        elif names and len(cells) == len(names):
            yield dict(zip(names, cells, strict=True))
        else:
            names = []


@pytest.mark.clause("EXT-1")
def test_an_explanation_of_a_short_ruleset_adds_up(cli: CommandLine, customers: Path, tmp_path: Path) -> None:
    """What the matching rules add to each label comes to what its line says, and with its share to the estimate.

    To the last digit: a pipe has all of them.
    """
    path = tmp_path / "m.json"
    cli.document("run", customers, "--labels", "-2", *QUICK, "--save", path)
    n_matching = 0
    for row in range(1, 13):
        text = cli.piped("explain", path, customers, "--row", row).out
        labels, rules = (list(table_with(text, column)) for column in ("rules add", "adds"))
        n_matching += len(rules)
        added = {label["label"]: Decimal(0) for label in labels}
        for rule in rules:
            for part in rule["adds"].split(", "):
                name, points = part.rsplit(" ", 1)
                added[name] += Decimal(points)
        for label in labels:
            assert Decimal(label["rules add"]) == added[label["label"]]
            total = Decimal(label["in all"]) + Decimal(label["rules add"])
            assert Decimal(label["estimate"]) == min(max(total, Decimal(0)), Decimal(1))
    assert n_matching > 12


@pytest.mark.clause("EXT-1")
@pytest.mark.parametrize("width", [60, 140])
def test_a_list_of_short_rules_has_the_points_of_each(
    cli: CommandLine, customers: Path, tmp_path: Path, width: int
) -> None:
    """In a pipe to the last digit, on a terminal of any width to be read, and no line is wider than that."""
    path = tmp_path / "m.json"
    cli.document("run", customers, "--labels", "-2", *QUICK, "--save", path)
    rules = load_model(path).rules
    piped = {int(row["id"]): row["adds"] for row in table_with(cli.piped("rules", path).out, "adds")}
    lines = cli.shown("rules", path, "--limit", str(len(rules)), width=width).out.split("\n")
    shown = " ".join(" ".join(lines).split())

    assert piped == {place: rule.adds() for place, rule in enumerate(rules, start=1)}
    assert all(rule.adds(brief=True) in shown for rule in rules)
    assert max(map(cell_len, lines)) <= width


@pytest.mark.parametrize("changed", ["points", "seen", "cs"])
def test_a_comparison_shows_what_differs_in_each_rule_that_has_other_statistics(
    cli: CommandLine, customers: Path, tmp_path: Path, changed: str
) -> None:
    """By one millionth, one row or less than a terminal has digits for: that pair of cells differs and no other."""
    path, other = tmp_path / "m.json", tmp_path / "other.json"
    cli.document("run", customers, "--labels", "-2", *QUICK, "--save", path)
    model = load_model(path)
    rules = list(model.rules)
    label = rules[0].decisions[0][0]
    seen, points = list(rules[0].seen or ()), list(rules[0].points or ())
    seen[label] += 1 if seen[label] < rules[0].coverage else -1
    points[label] += 1
    new: dict[str, Any] = {"points": tuple(points), "seen": tuple(seen), "cs": rules[0].cs + 2.0**-30}
    rules[0] = replace(rules[0], **{changed: new[changed]})
    save_model(replace(model, ruleset=model.ruleset.with_rules(rules)), other)
    outcome = cli.piped("compare", path, other)
    (row,) = table_with(outcome.out, "id in A")
    pairs = {name.removesuffix(" A") for name in row if name.endswith(" A")}
    column = "adds" if changed == "points" else changed

    assert outcome.status == 1
    assert {name for name in pairs if row[f"{name} A"] != row[f"{name} B"]} == {column}
    assert row["rule"] in {rule.told() for rule in model.rules}
    for width in (60, 140):
        text = cli.shown("compare", path, other, width=width).out
        assert {name for name in pairs if name != "id in" and f"{name} A" in text} == {column}


def test_what_is_known_of_a_label_that_no_row_held_out_has_is_told(
    cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table of labels says nothing of it."""
    monkeypatch.chdir(tmp_path)
    rows = [f"{n % 7},{int(n % 7 > 3)},{int(n == 5)}" for n in range(60)]
    Path("d.csv").write_text("\n".join(["x,often,once", *rows]) + "\n")
    argv = ["run", "d.csv", "--labels", "-2", "--passes", "2", "--population-size", "30"]
    for options, is_told in ((["--test", "d.csv"], False), (["--test", "t.csv"], True)):
        Path("t.csv").write_text("\n".join(["x,often,once", *rows[20:]]) + "\n")
        told = [line for line in cli.piped(*argv, *options).out.splitlines() if "none of these rows has once" in line]
        assert len(told) == is_told
        assert all("have it: 1, found: " in line for line in told)


def test_what_training_rows_do_not_tell_is_said_where_nothing_else_does(cli: CommandLine, tmp_path: Path) -> None:
    """With 45 rows there is a trial."""
    table, other = tmp_path / "rows.csv", tmp_path / "test.csv"

    def accuracy(n: int, *more: Any) -> str:
        table.write_text("a,l\n" + "".join(f"{row % 7}.5,{row % 7 // 4}\n" for row in range(n)))
        other.write_bytes(table.read_bytes())
        page = cli.piped("run", table, "--labels", "l", "--passes", "2", "--quiet", *more).out
        return page[page.index("# Accuracy") : page.index("# Labels")]

    said = accuracy(20)
    assert "(--test)" in said
    assert "trial" not in said
    assert "(--test)" not in accuracy(20, "--test", other)
    assert "trial" in accuracy(45)


@pytest.mark.parametrize(("n_rare", "is_rarer"), [(3, True), (8, False)])
def test_finer_bounds_are_advised_where_a_label_has_fewer_rows_than_a_step(
    cli: CommandLine, tmp_path: Path, n_rare: int, is_rarer: bool
) -> None:
    """Of 155 rows five lie between two of the bounds."""
    path = tmp_path / "sensors.csv"
    rows = [f"{place / 7:.3f},{int(place < n_rare)},{int(place > 70)}" for place in range(155)]
    path.write_text("\n".join(["pressure,leak,wear", *rows]) + "\n", encoding="utf-8")
    found = cli.piped("run", str(path), "--labels", "-2", *QUICK).out
    assert ("--precision-bits" in found.partition("# What to try next")[2]) == is_rarer
