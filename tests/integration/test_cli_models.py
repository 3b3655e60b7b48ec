"""`rules` and `predict`: what a saved model says, and what it says of other data."""

import copy
import csv
import gzip
import io
import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from folders import Write
from raising import raising, warning
from terminals import CommandLine, tables

from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.problems import toy6x4
from mlslcs_ref.data.table import to_frame
from mlslcs_ref.errors import DataError, DataWarning
from mlslcs_ref.learning.train import train
from mlslcs_ref.learning.training import Training
from mlslcs_ref.metrics import scores
from mlslcs_ref.rulesets.model_file import load_model, save_model
from mlslcs_ref.settings import Settings

ARFF = """@relation r
@attribute size numeric
@attribute 'f[red]' {NO,YES}
@attribute 'a, "b"' {0,1}
@attribute '[x] y' {0,1}
@data
1,NO,1,0
2,YES,0,1
3,NO,1,0
4,YES,0,1
"""
UNLABELLED = "@relation r\n@attribute 'f[red]' {YES,NO,MAYBE}\n@attribute size numeric\n@data\nNO,1.5\nYES,4\nMAYBE,?\n"


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a model of toy6x4 with some hundred rules."""
    path = tmp_path_factory.mktemp("models") / "toy.json"
    settings = Settings.paper(passes=20, clustering=False, p_hash=0.33, p_label_hash=0.5)
    save_model(train(toy6x4(), settings, 1), path)
    return path


@pytest.fixture
def data(write: Write) -> Path:
    """Return a data file with odd names."""
    return write(ARFF, "data.arff")


@pytest.fixture
def odd(data: Path) -> Path:
    """Return the file of a model of that data."""
    path = data.with_name("odd.json")
    save_model(train(load_dataset(data, -2), Settings.paper(passes=5), 1), path)
    return path


# ---------------------------------------------------------------------------------------------------------------- rules


def test_a_pipe_gets_every_rule_with_all_its_digits(cli: CommandLine, toy: Path) -> None:
    outcome = cli.piped("rules", toy)
    ruleset = load_model(toy).ruleset
    best = ruleset.best()
    found = tables(outcome.out)[0]

    assert (outcome.status, outcome.err) == (0, "")
    assert len(found) == len(best) > 25
    for row, rule in zip(found, best, strict=True):
        assert ruleset.rules[int(row["id"]) - 1] is rule
        assert (int(row["num"]), int(row["exp"]), int(row["coverage"])) == (rule.num, rule.exp, rule.coverage)
        assert (float(row["F"]), float(row["acc"])) == (rule.fitness, rule.acc)
        assert row["rule"] == rule.text


@pytest.mark.parametrize(
    ("sort", "column"), [("F", "F"), ("num", "num"), ("acc", "acc"), ("exp", "exp"), ("coverage", "coverage")]
)
def test_rules_can_be_sorted_the_largest_first_and_equals_in_population_order(
    cli: CommandLine, toy: Path, sort: str, column: str
) -> None:
    population = [row["rule"] for row in tables(cli.piped("rules", toy, "--order", "population").out)[0]]
    found = tables(cli.piped("rules", toy, "--order", sort).out)[0]

    assert len(found) == len(population)
    for before, after in pairwise(found):
        assert float(before[column]) >= float(after[column])
        if before[column] == after[column]:
            assert population.index(before["rule"]) < population.index(after["rule"])


def test_population_order_is_that_of_the_file(cli: CommandLine, toy: Path) -> None:
    ruleset = load_model(toy).ruleset
    found = tables(cli.piped("rules", toy, "--order", "population").out)[0]

    assert [row["rule"] for row in found] == [rule.text for rule in ruleset]


@pytest.mark.parametrize("limit", [0, 1, 7, 10**6])
def test_a_limit_counts_rules(cli: CommandLine, toy: Path, limit: int) -> None:
    n_rules = len(load_model(toy).ruleset)
    outcome = cli.piped("rules", toy, "--limit", limit)

    assert len(tables(outcome.out)[0]) == min(limit, n_rules)


def test_a_terminal_gets_the_best_and_is_told_how_to_see_all(cli: CommandLine, toy: Path) -> None:
    n_rules = len(load_model(toy).ruleset)
    some, every = cli.shown("rules", toy).out, cli.shown("rules", toy, "--all").out

    assert some.count(" -> ") == 25
    assert some.endswith(f"25 of {n_rules} rules; --all shows every rule, in full\n")
    assert every.count(" -> ") == n_rules
    assert [line.split() for line in every.splitlines()[3:28]] == [line.split() for line in some.splitlines()[3:28]]
    assert cli.shown("rules", toy, "--limit", "3").out.count(" -> ") == 3


def test_no_rules_are_a_ruleset_too(cli: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    save_model(Training(toy6x4(), Settings.paper(clustering=False), 0).model(), path)

    assert cli.piped("rules", path).out == "id\tnum\tF\tacc\texp\tcoverage\trule\n"
    assert cli.piped("rules", path).err == "0 rules\n"
    assert cli.shown("rules", path, width=140).out.splitlines()[1:] == ["0 rules"]


# ------------------------------------------------------------------------------------------------------------- evaluate


def test_an_evaluation_is_that_of_the_model(cli: CommandLine, odd: Path, data: Path) -> None:
    """As a document, as tables for programs, and on a terminal."""
    wanted = load_model(odd).evaluate(load_dataset(data, -2))
    found = json.loads(cli.piped("evaluate", odd, data, "--json").out)
    *_methods, of_labels = tables(cli.piped("evaluate", odd, data).out)

    assert found["metrics"] == {method: scores._asdict() for method, scores in wanted.items()}
    assert found["labels"] == {name: one.to_dict() for name, one in wanted.labels.items()}
    assert (found["method"], found["unmatched_instances"]) == (wanted.method, wanted.n_unmatched)
    assert found["data"]["is_training"] == wanted.is_training
    for row in of_labels:
        one = wanted.labels[json.loads(row["label"]) if row["label"].startswith('"') else row["label"]]
        assert [int(row["rows"]), int(row["predicted"]), int(row["right"])] == list(one)
    for width in (60, 80, 140):
        shown = cli.shown("evaluate", odd, data, width=width).out
        assert all(f"{scores.accuracy:.4f}" in shown for scores in wanted.values())


def test_rows_without_labels_cannot_be_evaluated(cli: CommandLine, odd: Path, tmp_path: Path, data: Path) -> None:
    path = tmp_path / "bare.csv"
    instances, _labels = to_frame(load_dataset(data, -2))
    instances.to_csv(path, index=False)
    cli.refused("evaluate", odd, path)


# -------------------------------------------------------------------------------------------------------------- predict


@pytest.mark.parametrize("method", ["pcut", "ival", "best"])
def test_predictions_are_those_of_the_model(cli: CommandLine, odd: Path, data: Path, method: str) -> None:
    outcome = cli.piped("predict", odd, data, "--method", method)
    table = list(csv.reader(io.StringIO(outcome.out)))
    model = load_model(odd)
    truth = load_dataset(data, -2)
    predicted = model.predict(truth, method)  # type: ignore[arg-type]

    assert table[0] == ['a, "b"', "[x] y"]
    assert np.array_equal(np.array(table[1:], dtype=int), predicted)
    found = scores(truth.Y, predicted)
    assert outcome.err.splitlines()[1:] == [
        "method\taccuracy\texact match\tHamming loss",
        f"{method.upper()}\t{found.accuracy!r}\t{found.exact_match!r}\t{found.hamming_loss!r}",
    ]


IDENTIFIED = (
    "serial,name,size,'l'\n007,=1+1,1.5,1\n008,,4,0\n7.50,\"a, b\",3,1\n1e3,=1+1,2,0\n",
    [["007", "=1+1"], ["008", ""], ["7.50", "a, b"], ["1e3", "=1+1"]],
)


def test_a_prediction_can_have_columns_of_the_file_beside_it(cli: CommandLine, tmp_path: Path) -> None:
    """As they stand there, whether rules know them or not, from a file and from a pipe."""
    text, cells = IDENTIFIED
    file, model = tmp_path / "new.csv", tmp_path / "m.json"
    file.write_text(text, encoding="utf-8")
    read = load_dataset(file, -1, drop=["serial", "name"])
    save_model(train(read, Settings.paper(passes=3, clustering=False)), model)
    plain = list(csv.reader(io.StringIO(cli.piped("predict", model, file).out)))
    found = list(csv.reader(io.StringIO(cli.piped("predict", model, file, "--id", "serial", "--id", "name").out)))

    assert found[0] == ["serial", "name", *plain[0]]
    assert [row[:2] for row in found[1:]] == cells
    assert [row[2:] for row in found[1:]] == plain[1:]
    size = list(csv.reader(io.StringIO(cli.piped("predict", model, file, "--id", "size", "--estimates").out)))
    assert [row[0] for row in size] == ["size", "1.5", "4", "3", "2"]
    for wrong in ("seriel", plain[0][0]):
        assert wrong in cli.refused("predict", model, file, "--id", wrong)
    cli.refused("predict", model, "toy6x4", "--id", "a1")


def test_labels_need_not_be_known(cli: CommandLine, odd: Path) -> None:
    """Columns in another order, a value that the training data did not declare, and a missing one."""
    path = odd.with_name("new.arff")
    path.write_text(UNLABELLED, encoding="utf-8")
    outcome = cli.piped("predict", odd, path)

    assert outcome.status == 0
    assert len(outcome.out.splitlines()) == 1 + 3
    assert "3 instances labelled" in outcome.err
    assert "accuracy" not in outcome.err


def test_a_file_gets_what_a_pipe_gets(cli: CommandLine, odd: Path, data: Path) -> None:
    target = odd.with_name("labels.csv")
    target.write_text("old", encoding="utf-8")
    piped = cli.piped("predict", odd, data)
    written = cli.piped("predict", odd, data, "--out", target)

    assert written.out == ""
    assert written.err == piped.err
    assert target.read_text(encoding="utf-8") == piped.out
    assert cli.piped("predict", odd, data, "--quiet").err == ""


def test_a_terminal_is_safe_from_names(cli: CommandLine, write: Write, tmp_path: Path) -> None:
    path = write("@relation r\n@attribute a {0,1}\n@attribute 'l\x1b[31m' {0,1}\n@data\n0,1\n1,0\n", "bad.arff")
    cli.piped("run", path, "--labels", "-1", "--passes", "1", "--save", tmp_path / "bad.json")

    for outcome in (
        cli.shown("predict", tmp_path / "bad.json", path),
        cli.shown("run", path, "--labels", "-1", "--passes", "1"),
        cli.shown("rules", tmp_path / "bad.json"),
        cli.piped("rules", tmp_path / "bad.json"),
    ):
        assert outcome.status == 0
        assert "\x1b" not in outcome.out
    # a spreadsheet or terminal that opens the file is safe too
    assert next(csv.reader(cli.piped("predict", tmp_path / "bad.json", path).out.splitlines())) == [r'"l\u001b[31m"']


@pytest.mark.parametrize(
    ("argv", "part"),
    [
        (["rules", "nowhere.json"], "nowhere.json: "),
        (["rules", "data.arff"], "data.arff"),
        (["rules", "."], ".: "),
        (["predict", "nowhere.json", "data.arff"], "nowhere.json: "),
        (["predict", "odd.json", "nowhere.arff"], "nowhere.arff: no such file"),
        (["predict", "odd.json", "odd.json"], "odd.json"),
        (["predict", "odd.json", "other.arff"], "other.arff"),
        (["predict", "odd.json", "data.arff", "--out", "nowhere/x.csv"], "nowhere/x.csv: the directory does not exist"),
        (["predict", "odd.json", "data.arff", "--out", "."], "found a directory"),
        (["predict", "odd.json", "data.arff", "--out", "data.arff"], "this is an input file"),
        (["predict", "odd.json", "data.arff", "--out", "odd.json"], "this is an input file"),
    ],
)
def test_an_error_is_one_line_and_nothing_is_written(
    cli: CommandLine, odd: Path, monkeypatch: pytest.MonkeyPatch, argv: list[str], part: str
) -> None:
    monkeypatch.chdir(odd.parent)
    Path("other.arff").write_text("@relation r\n@attribute b {0,1}\n@data\n0\n", encoding="utf-8")
    before = {path.name: path.read_bytes() for path in odd.parent.iterdir()}
    assert part in cli.refused(*argv)
    assert {path.name: path.read_bytes() for path in odd.parent.iterdir()} == before


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    "words",
    [
        *(["run", "MODEL"], ["run", "MODEL", "--labels", "-3"], ["convert", "MODEL", "out.csv", "--labels", "-3"]),
        *(["run", "DATA", "--test", "MODEL"], ["evaluate", "MODEL", "MODEL"], ["rules", "MODEL", "--data", "MODEL"]),
    ],
)
def test_a_model_in_place_of_data_is_told_with_the_commands_for_it(
    words: list[str], packed: bool, cli: CommandLine, odd: Path, data: Path
) -> None:
    if packed:
        odd.write_bytes(gzip.compress(odd.read_bytes()))
    error = cli.refused(*({"MODEL": str(odd), "DATA": str(data)}.get(word, word) for word in words))

    assert f"{odd} is a model" in error
    assert f"rules {odd}" in error


@pytest.mark.parametrize("command", ["evaluate", "predict"])
def test_a_model_and_data_in_the_wrong_order_are_told_in_the_right_one(
    command: str, cli: CommandLine, odd: Path, data: Path
) -> None:
    assert f"{command} {odd} {data}" in cli.refused(command, str(data), str(odd))
    assert cli.piped(command, str(odd), str(data)).status == 0


def test_a_text_for_missing_values_is_advised_and_kept_in_the_model(cli: CommandLine, tmp_path: Path) -> None:
    """The last advice of a run says how; what it says goes on to each command that reads a file with the model."""
    path = tmp_path / "cells.csv"
    lines = [f"{'NA' if place % 5 == 0 else place % 17 + 0.5},{place % 3},{place % 2}" for place in range(40)]
    path.write_text("\n".join(["x,y,label", *lines, ""]), encoding="utf-8")
    argv = ("run", path, "--labels", "label", "--profile", "paper", "--passes", "2")
    first = cli.piped(*argv)
    (advice,) = [line for line in first.out.splitlines() if line.startswith("# read columns")]
    assert "--missing NA" in first.err
    assert advice.endswith("--missing NA")

    again = cli.piped(*argv, "--missing", "NA", "--save", tmp_path / "m.json")
    assert (again.status, "NA" in again.err, "as numbers" in again.out) == (0, False, False)
    for command in ("predict", "evaluate", "check"):
        words = ("--data", path) if command == "check" else (path,)
        outcome = cli.piped(command, tmp_path / "m.json", *words)
        assert (outcome.status, "note" in outcome.err) == (0, False)


def test_values_that_the_training_data_did_not_have_are_counted(cli: CommandLine, tmp_path: Path) -> None:
    """On standard error, and in the JSON of `evaluate` and of `run --test`. Clauses: REP-8."""
    train_, later = tmp_path / "train.csv", tmp_path / "later.csv"
    train_.write_text("c,x,l\n" + "red,1.5,0\nblue,0.5,1\ngreen,2.5,0\n" * 4, encoding="utf-8")
    later.write_text("c,x,l\nred,1.5,0\nmauve,0.5,1\n,2.5,0\n", encoding="utf-8")
    argv = ("run", train_, "--labels", "l", "--profile", "paper", "--passes", "2", "--save", tmp_path / "m.json")
    ran = cli.piped(*argv, "--test", later, "--json")
    evaluated = cli.piped("evaluate", tmp_path / "m.json", later, "--json")

    found = json.loads(ran.out)["data"]
    assert [found[name]["unknown_values"] for name in ("training", "test")] == [{}, {"c": 1}]
    assert json.loads(evaluated.out)["data"]["unknown_values"] == {"c": 1}
    for words in (("predict",), ("evaluate",), ("explain", "--row", "2")):
        outcome = cli.piped(words[0], tmp_path / "m.json", later, *words[1:])
        assert (outcome.status, "'c' in 1 of 3 rows" in outcome.err) == (0, True)


LACKING = "x,y,a,b\n" + "".join(f"{i / 7:.3f},{i % 5},{int(i > 20)},{i % 2}\n" for i in range(42))


@pytest.fixture
def lacking(cli: CommandLine, tmp_path: Path) -> Path:
    """A model of the labels a and b, `m.json`, and a file that lacks b, `test.csv`, in the folder that is returned."""
    (tmp_path / "train.csv").write_text(LACKING, encoding="utf-8")
    lines = [line.rpartition(",")[0] for line in LACKING.splitlines()]
    (tmp_path / "test.csv").write_text("\n".join([*lines, ""]), encoding="utf-8")
    argv = ("run", tmp_path / "train.csv", "--labels", "a,b", "--profile", "paper", "--passes", "3")
    outcome = cli.piped(*argv, "--seed", 1, "--quiet", "--save", tmp_path / "m.json")
    assert outcome.status == 0
    return tmp_path


class TestLabelsThatAFileLacks:
    """What is measured is measured on the labels that are there, and every face says so."""

    def test_metrics_are_those_of_the_labels_that_are_there(self, lacking: Path) -> None:
        model = load_model(lacking / "m.json")
        with warning(DataWarning, column="b"):
            found = model.evaluate(lacking / "test.csv")
        data = load_dataset(lacking / "train.csv", ["a", "b"])
        predicted = model.predict(data)

        assert found[found.method] == scores(data.Y[:, :1], predicted[:, :1])
        assert (found.absent_labels, list(found.labels)) == (("b",), ["a"])
        assert copy.deepcopy(found).absent_labels == ("b",)
        assert " b" in str(found).splitlines()[-1]

    def test_each_command_that_measures_names_them(self, cli: CommandLine, lacking: Path) -> None:
        evaluated = cli.piped("evaluate", lacking / "m.json", lacking / "test.csv", "--json")
        argv = ("run", lacking / "train.csv", "--labels", "a,b", "--profile", "paper", "--passes", "3", "--seed", 1)
        ran = cli.piped(*argv, "--test", lacking / "test.csv", "--json")
        watched = cli.piped(*argv, "--validation", lacking / "test.csv", "--json")
        text = cli.piped("evaluate", lacking / "m.json", lacking / "test.csv")
        page = cli.piped(
            *("report", lacking / "m.json", "--data", lacking / "test.csv"),
            *("--no-pictures", "--out", lacking / "m.html"),
        )

        document = json.loads(evaluated.out)
        assert document["data"]["absent_labels"] == ["b"]
        assert list(document["labels"]) == ["a"]
        assert json.loads(ran.out)["data"]["test"]["absent_labels"] == ["b"]
        assert json.loads(ran.out)["metrics"]["test"] == document["metrics"]
        assert json.loads(watched.out)["data"]["validation"]["absent_labels"] == ["b"]
        assert [line for line in text.out.splitlines() if line.startswith("# ") and line.endswith("not have b")]
        assert page.status == 0
        assert "not have b" in (lacking / "m.html").read_text(encoding="utf-8")

    def test_nothing_is_learned_or_chosen_of_them(self, lacking: Path) -> None:
        model = load_model(lacking / "m.json")
        with pytest.warns(DataWarning):
            data = load_dataset(lacking / "test.csv", schema=model.ruleset.schema)
        for call in (lambda: train(data), lambda: model.compact(data), lambda: model.sizes(data), data.require_labels):
            with raising(DataError, column="b"):
                call()

    def test_a_file_that_lists_the_labels_of_each_row_lacks_none(self, tmp_path: Path) -> None:
        """And a label that the training data did not have is told of."""
        (tmp_path / "train.svm").write_text("1,2 1:0.5\n2 1:1.5\n1 1:2.5\n", encoding="utf-8")
        (tmp_path / "test.svm").write_text("1 1:0.5\n1,7 1:1.5\n", encoding="utf-8")
        data = load_dataset(tmp_path / "train.svm")
        with warning(DataWarning, column="7"):
            found = load_dataset(tmp_path / "test.svm", schema=data.schema)

        assert found.absent_labels == ()
        assert found.Y.tolist() == [[True, False], [True, False]]


class TestNamesOfFilesAndFolders:
    """What is called like a file is written as one, and a folder is not made in its place; nor the other way round."""

    @pytest.mark.parametrize("name", ["page.html", "PAGE.HTM", "folder", "folder.d", "there.html"])
    def test_a_page_is_written_to_the_file_or_into_the_folder_that_is_named(
        self, cli: CommandLine, lacking: Path, name: str
    ) -> None:
        (lacking / "there.html").mkdir()
        outcome = cli.piped("report", lacking / "m.json", "--no-pictures", "--out", lacking / name)
        wanted = lacking / name if name.lower().startswith("page") else lacking / name / "index.html"

        assert (outcome.status, outcome.out) == (0, f"{wanted}\n")
        assert wanted.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")

    @pytest.mark.parametrize(
        "words",
        [
            ("experiment", "report", "results", "--out", "x.html"),
            ("experiment", "benchmark", "--out", "x.json"),
            ("experiment", "run", "plan.toml", "--out", "x.md"),
            ("experiment", "tune", "toy6x4", "--out", "x.csv"),
            ("conform", "fuzz", "--executor", "none", "--out", "x.json"),
            ("run", "toy6x4", "--checkpoint", "x.json"),
            ("report", "m.json", "--no-pictures", "--out", "train.csv"),
            *(
                ("report", "m.json", "--no-pictures", "--out", f"x.{end}")
                for end in ("pdf", "svg", "png", "PY", "xlsx")
            ),
            ("predict", "m.json", "train.csv", "--out", "x/"),
            ("export", "m.json", "python", "--out", "x/"),
            ("export", "m.json", "python", "--out", "there"),
            ("convert", "train.csv", "x.arff/", "--labels", "a,b"),
            ("run", "toy6x4", "--save", "x/"),
            ("run", "toy6x4", "--save", "there"),
            ("trace", "toy6x4", "--out", "x/"),
        ],
        ids=" ".join,
    )
    def test_the_other_kind_is_refused_before_anything_is_done(
        self, cli: CommandLine, lacking: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(lacking)
        (lacking / "there").mkdir()
        before = sorted(lacking.rglob("*"))
        error = cli.refused(*words)

        assert "expected" in error
        assert words[-1].strip("/") in error or words[-3].strip("/") in error
        assert sorted(lacking.rglob("*")) == before


@pytest.mark.parametrize(
    ("change", "measured"),
    [(("y|z", "y|new"), False), (("y|z", "y;z"), False), (("y|z", "z"), True), ((",tags\n", ",other\n"), False)],
)
def test_whoever_predicts_needs_no_labels_that_can_be_read(
    cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: tuple[str, str], measured: bool
) -> None:
    """What they are is told, with the line; whoever measures is refused."""
    monkeypatch.chdir(tmp_path)
    text = "x,tags\n" + "".join(f"{n % 5},{('y', 'z', 'y|z', '')[n % 4]}\n" for n in range(40))
    Path("t.csv").write_text(text)
    argv = ["--labels", "tags", "--label-separator", "|", "--passes", "2", "--save", "m.json"]
    assert cli.piped("run", "t.csv", *argv).status == 0
    Path("later.csv").write_text(text.replace(*change, 1))
    predicted, evaluated = cli.piped("predict", "m.json", "later.csv"), cli.piped("evaluate", "m.json", "later.csv")

    assert predicted.status == 0
    assert predicted.out == cli.piped("predict", "m.json", "t.csv").out
    assert ("accuracy" in predicted.err) == measured
    assert (evaluated.status == 0) == measured
    assert measured or "'tags'" in evaluated.err
    if change[0] == "y|z" and not measured:
        assert "line 4" in predicted.err
        assert "line 4" in evaluated.err
