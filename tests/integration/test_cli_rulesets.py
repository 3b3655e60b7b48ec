"""`rules`, `explain`, `compact`, `compare`, `check`, `export`: saved models from all sides."""

import csv
import io
import json
import os
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.cells import cell_len
from rule_reader import parsed_rule
from terminals import CommandLine, in_process, ran, tables
from unit.rulesets.builders import Spec, binary_schema, model, ruleset

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.problems import mlposition, toy6x4
from mlslcs_ref.learning.train import train
from mlslcs_ref.learning.training import Training
from mlslcs_ref.rulesets.checking import check_model
from mlslcs_ref.rulesets.comparison import compare
from mlslcs_ref.rulesets.consultation import Consultation
from mlslcs_ref.rulesets.explaining import explain_coded
from mlslcs_ref.rulesets.export.formats import FORMATS, export_text
from mlslcs_ref.rulesets.losses import worth
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.model_file import load_model, save_model
from mlslcs_ref.rulesets.strategies import STRATEGIES, compact
from mlslcs_ref.settings import Settings

SNAPSHOTS = Path(__file__).parent / "snapshots"

MIXED = """@relation 'mixed'
@attribute area numeric
@attribute 'f[red]' {NO,YES}
@attribute colour {red,green,'dark blue',white}
@attribute '[/x] height' numeric
@attribute l1 {0,1}
@attribute '[bold]' {0,1}
@data
1,NO,red,0.5,1,0
2,YES,green,?,0,1
3,NO,'dark blue',1.5,1,1
4000,YES,white,2.5,0,0
5,?,red,3.5,1,0
6,YES,red,4.5,0,1
"""


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with two models of mixed.arff, one of toy6x4, and an empty one."""
    folder = tmp_path_factory.mktemp("models")
    (folder / "mixed.arff").write_text(MIXED, encoding="utf-8")
    data = load_dataset(folder / "mixed.arff", -2)
    settings = Settings.paper(passes=40, clustering=False, population_size=20, p_hash=0.6, theta_ga=20)
    save_model(train(data, settings, 1), folder / "one.json")
    save_model(train(data, settings, 2), folder / "two.json")
    toy = Settings.paper(passes=60, clustering=False, p_hash=0.33, p_label_hash=0.5, theta_ga=200, population_size=300)
    save_model(train(toy6x4(), toy, 1), folder / "toy.json")
    save_model(Training(toy6x4(), Settings.paper(clustering=False), 0).model(), folder / "none.json")
    return folder


@pytest.fixture(autouse=True)
def _inside(models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(models)


def mixed() -> Dataset:
    return load_dataset("mixed.arff", -2)


# -------------------------------------------------------------------------------------------------------- the snapshots

CASES: dict[str, list[list[str]]] = {
    "mixed": [
        ["rules", "one.json", "--limit", "6"],
        ["rules", "one.json", "--label", "l1", "--limit", "2", "--min-exp", "20"],
        ["explain", "one.json", "mixed.arff", "--row", "4"],
        ["compact", "one.json", "--data", "mixed.arff", "--strategy", "greedy"],
        ["check", "one.json", "--data", "mixed.arff"],
        ["compare", "one.json", "two.json", "--data", "mixed.arff"],
    ],
    "toy6x4": [
        ["rules", "toy.json", "--label", "l4", "--attribute", "a1", "--min-acc", "0.95", "--covers", "1"],
        ["compact", "toy.json", "--strategy", "fu1"],
    ],
}


@pytest.mark.parametrize("width", [60, 80, 140])
@pytest.mark.parametrize("case", CASES)
def test_a_terminal_gets_what_was_read_and_found_right(cli: CommandLine, case: str, width: int) -> None:
    """The snapshots were read by eye.

    With MLSLCS_REF_NEW_SNAPSHOTS in the environment they are written anew, to be read again.
    """
    found = ""
    for argv in CASES[case]:
        outcome = cli.shown(*argv, width=width)
        found += f"$ {' '.join(argv)}\n{outcome.out}{outcome.err}"
    snapshot = SNAPSHOTS / f"rulesets-{case}-{width}.txt"
    if "MLSLCS_REF_NEW_SNAPSHOTS" in os.environ:
        snapshot.write_text(found, encoding="utf-8")

    assert found == snapshot.read_text(encoding="utf-8")


EVERY: list[list[str]] = [
    *(argv for case in CASES.values() for argv in case),
    ["rules", "none.json"],
    ["compact", "none.json"],
    ["check", "none.json"],
    ["compare", "none.json", "toy.json"],
    ["compare", "none.json", "none.json"],
    *(["export", "none.json", target] for target in FORMATS),
]


@pytest.mark.parametrize("argv", EVERY, ids=" ".join)
def test_every_command_fits_the_terminal_and_shows_names_as_they_are(cli: CommandLine, argv: list[str]) -> None:
    """Square brackets are no markup, and a model without rules is a model, too."""
    for width in (20, 60, 140):
        outcome = cli.shown(*argv, width=width)
        assert outcome.status in {0, 1}
        assert outcome.err == ""
        if argv[0] != "export":
            wide = [line for line in outcome.out.splitlines() if cell_len(line) > width and "python -m" not in line]
            assert wide == []
    piped = cli.piped(*argv)
    if "one.json" in argv and argv[0] != "check":
        assert '"f[red]"' in piped.out
        assert "[bold]" in piped.out
    # whole rules, one record a line
    assert "..." not in piped.out
    for line in piped.out.splitlines():
        assert line.count("IF ") <= 1 or argv[0] in {"compare", "export"}


# ---------------------------------------------------------------------------------------------------------------- rules


def ids(cli: CommandLine, *argv: str) -> list[int]:
    (rows,) = tables(cli.piped("rules", *argv).out)
    return [int(row["id"]) for row in rows]


@pytest.mark.parametrize(
    "argv", [("rules", "one.json"), ("rules", "one.json", "--order", "F"), ("export", "one.json", "csv")]
)
def test_rules_that_were_never_updated_come_last(cli: CommandLine, argv: tuple[str, ...]) -> None:
    """Their F = 1 (PAR-0) would put them first, although they vote for nothing (INF-1)."""
    out = cli.piped(*argv).out
    found = [int(row["exp"]) for row in csv.DictReader(io.StringIO(out), delimiter="," if "export" in argv else "\t")]

    n_untried = found.count(0)
    assert n_untried > 0
    assert not any(found[-n_untried:])


def test_a_person_is_told_which_rules_were_never_updated(cli: CommandLine) -> None:
    untried = [place for place, rule in enumerate(load_model("one.json").ruleset) if rule.exp == 0]

    assert f"{len(untried)} rules were never updated (exp 0)" in cli.shown("rules", "one.json").out
    assert "never updated" not in cli.shown("rules", "one.json", "--min-exp", "1").out
    assert "never updated" not in cli.piped("rules", "one.json").out


def test_filters_leave_the_rules_that_pass_all_of_them(cli: CommandLine) -> None:
    ruleset = load_model("one.json").ruleset
    start = ruleset.layout.label_start(1)
    wanted = [
        place + 1
        for place in ruleset.places()
        if ruleset.rules[place].chromosome[start] and ruleset.rules[place].acc >= 0.9 and ruleset.rules[place].exp >= 30
    ]

    assert 0 < len(wanted) < len(ruleset)
    assert ids(cli, "one.json", "--label", "[bold]", "--min-acc", "0.9", "--min-exp", "30") == wanted
    tested = [place + 1 for place in ruleset.places() if '"f[red]"' in ruleset.rules[place].text]
    assert ids(cli, "one.json", "--attribute", "f[red]") == tested
    both = ids(cli, "one.json", "--attribute", "f[red]", "--attribute", "area")
    assert both == [number for number in tested if number in ids(cli, "one.json", "--attribute", "area")]


@pytest.mark.parametrize("row", [1, 2, 6])
def test_the_rules_that_cover_a_row_are_those_that_match_it(cli: CommandLine, row: int) -> None:
    ruleset = load_model("one.json").ruleset
    matched = Consultation(ruleset, mixed().X).matched
    found = ids(cli, "one.json", "--covers", str(row), "--data", "mixed.arff", "--order", "population")

    assert found == [place + 1 for place, rows in enumerate(matched) if row - 1 in rows]


# -------------------------------------------------------------------------------------------------------------- explain


@pytest.mark.parametrize("method", ["pcut", "ival", "best"])
def test_an_explanation_names_the_rules_by_the_ids_of_all_commands_and_adds_up(cli: CommandLine, method: str) -> None:
    """The votes of the listed rules, added up by hand, are those of the model, and the decisions its predictions."""
    model = load_model("one.json")
    X, truth = mixed().X, mixed().Y
    predicted = Consultation(model.ruleset, X).predicted(method, model.thresholds)  # type: ignore[arg-type]
    raw = Consultation(model.ruleset, X).raw_votes()
    (printed,) = tables(cli.piped("rules", "one.json").out)
    texts = {int(row["id"]): row["rule"] for row in printed}

    for row in range(len(X)):
        outcome = cli.piped("explain", "one.json", "mixed.arff", "--row", row + 1, "--method", method)
        _values, labels, matching = tables(outcome.out)
        sums = [0.0, 0.0]
        for rule in sorted(matching, key=lambda match: int(match["id"])):
            assert texts[int(rule["id"])] == rule["rule"]
            bits = parsed_rule(rule["rule"], model.ruleset)
            for label in range(2):
                start = model.ruleset.layout.label_start(label)
                if bits[start]:
                    sums[label] += float(rule["vote"]) if bits[start + 1] else -float(rule["vote"])
        assert sums == raw[row].tolist()
        assert [bool(int(label["predicted"])) for label in labels] == predicted[row].tolist()
        assert [bool(int(label["true"])) for label in labels] == truth[row].tolist()
        assert [label["label"] for label in labels] == ["l1", "[bold]"]
        expected = explain_coded(model.ruleset, X[row], None if method == "best" else getattr(model.thresholds, method))
        assert len(matching) == len(expected.rules)


def test_a_row_that_no_rule_matches_says_so(cli: CommandLine, tmp_path: Path) -> None:
    """Clauses: INF-6."""
    model = load_model("one.json")
    far = [rule for rule in model.ruleset if "area in" in rule.text]
    save_model(replace(model, ruleset=model.ruleset.with_rules(far)), tmp_path / "far.json")
    text = MIXED[: MIXED.index("@data")] + "@data\n1e9,NO,red,0.5,?,?\n"
    (tmp_path / "far.arff").write_text(text, encoding="utf-8")
    outcome = cli.piped("explain", tmp_path / "far.json", tmp_path / "far.arff", "--row", 1)

    assert "# no rule matches, so no label is active\n" in outcome.out
    assert f"# 0 of {len(far)} rules match" in outcome.out


def test_rules_without_experience_match_but_do_not_decide(cli: CommandLine, tmp_path: Path) -> None:
    """Clauses: INF-1."""
    document = json.loads(Path("toy.json").read_text(encoding="utf-8"))
    for rule in document["rules"]:
        rule |= {"exp": 0, "correct": 0, "wrong": 0, "indifferent": 0}
    (tmp_path / "young.json").write_text(json.dumps(document), encoding="utf-8")
    outcome = cli.piped("explain", tmp_path / "young.json", "toy6x4", "--row", 1)

    assert "# no rule that matches has experience, so none votes and no label is active\n" in outcome.out
    assert {label["predicted"] for label in tables(outcome.out)[1]} == {"0"}


def test_a_problem_can_be_named_wherever_a_file_can(cli: CommandLine) -> None:
    """What a model was trained on by name is predicted and explained by name."""
    by_name = cli.piped("predict", "toy.json", "toy6x4")
    explained = tables(cli.piped("explain", "toy.json", "toy6x4", "--row", 7).out)[1]

    assert (by_name.status, len(by_name.out.splitlines())) == (0, 65)
    assert by_name.out.splitlines()[7] == ",".join(label["predicted"] for label in explained)
    for argv in (["check", "toy.json"], ["compact", "toy.json"], ["rules", "toy.json", "--covers", "7"]):
        assert cli.piped(*argv, "--data", "toy6x4").out == cli.piped(*argv).out


def test_a_terminal_gets_the_values_that_labels_hang_on_and_the_first_others(cli: CommandLine, tmp_path: Path) -> None:
    """Of 40 values 20 are shown, in the order of the file; the label hangs on the last attribute alone."""
    found = ruleset(binary_schema(40, 1), [Spec("#" * 39 + "1 -> 1", 1, 4, 4)])
    save_model(model(found), tmp_path / "wide.json")
    columns = ",".join([*(f"a{number}" for number in range(1, 41)), "l1"])
    (tmp_path / "wide.csv").write_text(f"{columns}\n{','.join(['1'] * 41)}\n", encoding="utf-8")
    argv = ("explain", tmp_path / "wide.json", tmp_path / "wide.csv", "--row", 1)
    brief, full = (" ".join(cli.shown(*argv, *option).out.split()) for option in ((), ("--all",)))

    assert "a19 = 1, a40 = 1, ... 20 more Labels" in brief
    assert "a19 = 1, a20 = 1" in full
    assert "a39 = 1, a40 = 1 Labels" in full


# -------------------------------------------------------------------------------------------------------------- compact


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        (MIXED + "7,NO,red,0.5,1,0\n", "expected the 6 instances of the training data, found 7"),
        (MIXED.replace("4000,YES,white", "4,NO,red"), "rule 1: expected coverage"),
    ],
)
def test_compaction_refuses_data_that_the_model_was_not_trained_on(
    cli: CommandLine, tmp_path: Path, rows: str, found: str
) -> None:
    """Told by the number of instances, and by what the rules match."""
    (tmp_path / "other.arff").write_text(rows, encoding="utf-8")
    error = cli.refused("compact", "one.json", "--data", tmp_path / "other.arff", "--save", tmp_path / "small.json")

    assert "expected the training data" in error
    assert found in error
    assert not (tmp_path / "small.json").exists()


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_compacted_model_is_what_the_library_makes_and_says_what_was_lost(
    cli: CommandLine, tmp_path: Path, strategy: Any
) -> None:
    target = tmp_path / "small.json"
    outcome = cli.piped("compact", "one.json", "--data", "mixed.arff", "--strategy", strategy, "--save", target)
    model, small = load_model("one.json"), load_model(target)
    expected = compact(model.ruleset, mixed(), strategy)
    before, after = worth(model.ruleset, mixed()), worth(expected.ruleset, mixed())
    losses, rules = tables(outcome.out)

    assert outcome.status == 0
    assert compare(small.ruleset, expected.ruleset).equal
    assert small.thresholds == after.thresholds
    assert small.record == replace(model.record, compaction=strategy)
    assert [finding for finding in check_model(small, mixed()) if finding.severity == "error"] == []
    found = {row["on the training data"]: (row["before"], row["after"]) for row in losses}
    assert found["rules"] == (str(before.rules), str(after.rules))
    assert found["labels decided"] == (str(before.decided), str(after.decided))
    for place, one in enumerate((before, after)):
        measured = {f"accuracy, {method.upper()}": found.accuracy for method, found in one.scores}
        told = {name: cells[place] for name, cells in found.items() if name.startswith("accuracy")}
        assert {name: float(cell) for name, cell in told.items() if cell} == measured
    assert [row["rule"] for row in rules] == [rule.told() for rule in small.ruleset.best()]
    assert [int(row["id"]) for row in rules] == [place + 1 for place in small.ruleset.places()]
    assert strategy in cli.refused("compact", target, "--data", "mixed.arff")
    assert f"compacted ({strategy})" in cli.shown("rules", target, width=200).out


# -------------------------------------------------------------------------------------------------------------- compare


def test_the_exit_status_tells_equal_from_different(cli: CommandLine, tmp_path: Path) -> None:
    model = load_model("one.json")
    turned = replace(model, ruleset=model.ruleset.with_rules(model.ruleset.rules[::-1]))
    save_model(turned, tmp_path / "turned.json")
    rules = list(turned.ruleset.rules)
    rules[0] = replace(rules[0], num=rules[0].num + 1)
    save_model(replace(model, ruleset=model.ruleset.with_rules(rules)), tmp_path / "heavier.json")

    assert cli.piped("compare", "one.json", "one.json").status == 0
    assert cli.piped("compare", "one.json", tmp_path / "turned.json").status == 0
    assert cli.piped("compare", "one.json", tmp_path / "heavier.json").status == 1
    assert cli.piped("compare", "one.json", tmp_path / "heavier.json", "--rules-only").status == 0
    assert cli.piped("compare", "one.json", "two.json").status == 1
    assert cli.piped("compare", "one.json", "two.json", "--rules-only").status == 1


def test_a_comparison_counts_what_the_library_counts(cli: CommandLine) -> None:
    outcome = cli.piped("compare", "one.json", "two.json", "--data", "mixed.arff")
    first, second = load_model("one.json"), load_model("two.json")
    found = compare(first.ruleset, second.ruleset)
    summary, decisive, agreeing, *_lists = tables(outcome.out)

    assert {row["name"] for row in decisive} == {"pcut threshold", "ival threshold"}
    assert {row["rules by meaning"]: int(row["number"]) for row in summary} == {
        "rules of A": len(first.ruleset),
        "rules of B": len(second.ruleset),
        "in common": len(found.common),
        "in common, with other statistics": len(found.changed),
        "only in A": len(found.only_first),
        "only in B": len(found.only_second),
        "only in A, generalised in B": len(found.generalised),
        "only in A, specialised in B": len(found.specialised),
    }
    same = first.predict(mixed(), "best") == second.predict(mixed(), "best")
    assert [row["instances"] for row in agreeing if row["method"] == "BEST"] == [str(int(same.all(axis=1).sum()))]


# ---------------------------------------------------------------------------------------------------------------- check


def test_a_file_that_was_changed_by_hand_is_found_out(cli: CommandLine, tmp_path: Path) -> None:
    assert cli.piped("check", "one.json", "--data", "mixed.arff").status == 0
    document = json.loads(Path("one.json").read_text(encoding="utf-8"))
    document["rules"].append(dict(document["rules"][0]))
    (tmp_path / "odd.json").write_text(json.dumps(document), encoding="utf-8")
    outcome = cli.piped("check", tmp_path / "odd.json")
    (rows,) = tables(outcome.out)

    assert outcome.status == 1
    errors = [(row["code"], row["id"]) for row in rows if row["severity"] == "error"]
    assert ("crc32", "") in errors
    assert ("duplicate", str(len(document["rules"]))) in errors


@pytest.mark.parametrize(("name", "has_ids"), [("none.json", False), ("one.json", True)])
def test_only_a_terminal_is_spared_a_column_of_ids_that_is_empty(
    cli: CommandLine, tmp_path: Path, name: str, has_ids: bool
) -> None:
    found = load_model(name)
    save_model(replace(found, record=replace(found.record, crc32="00000000")), tmp_path / "odd.json")
    (rows,) = tables(cli.piped("check", tmp_path / "odd.json").out)
    shown = cli.shown("check", tmp_path / "odd.json", width=140).out

    assert any(row["id"] for row in rows) == has_ids
    assert [line.split() for line in shown.splitlines() if line.startswith("severity")] == [
        ["severity", "code", *(["id"] if has_ids else []), "finding"]
    ]


# --------------------------------------------------------------------------------------------------------------- export


@pytest.mark.parametrize("target", FORMATS)
def test_an_export_is_that_of_the_library_in_a_pipe_and_in_a_file(
    cli: CommandLine, tmp_path: Path, target: Any
) -> None:
    expected = export_text(load_model("one.json"), target)
    written = cli.piped("export", "one.json", target, "--out", tmp_path / "rules")

    assert cli.piped("export", "one.json", target).out == expected
    assert written == (0, "", "")
    assert (tmp_path / "rules").read_text(encoding="utf-8") == expected


def test_ids_are_the_same_wherever_a_rule_is_shown(cli: CommandLine) -> None:
    """Rules, check, exports: the place in the file, from 1."""
    ruleset = load_model("one.json").ruleset
    expected = {place + 1: rule.text for place, rule in enumerate(ruleset)}
    (printed,) = tables(cli.piped("rules", "one.json", "--order", "num").out)
    cells = list(csv.DictReader(io.StringIO(cli.piped("export", "one.json", "csv").out)))
    document = json.loads(cli.piped("export", "one.json", "json").out)
    comments = re.findall(r"# rule (\d+): (.*)", cli.piped("export", "one.json", "python").out)

    assert {int(row["id"]): row["rule"] for row in printed} == expected
    assert {int(row["id"]): row["rule"] for row in cells} == expected
    assert {rule["id"]: rule["rule"] for rule in document["rules"]} == expected
    assert dict(comments).items() <= {str(number): text for number, text in expected.items()}.items()


# ---------------------------------------------------------------------------------------------------------- wrong calls


@pytest.mark.parametrize(
    ("argv", "part"),
    [
        (["rules", "one.json", "--label", "bold"], 'no label "bold": did you mean "[bold]"?'),
        (["rules", "one.json", "--attribute", "size"], 'no attribute "size": the model has "area", "f[red]", "colour"'),
        (["rules", "one.json", "--covers", "1"], "add --data FILE"),
        (["rules", "one.json", "--covers", "7", "--data", "mixed.arff"], "expected a row from 1 to 6 of mixed.arff"),
        (["rules", "toy.json", "--covers", "65"], "expected a row from 1 to 64 of toy6x4, found 65"),
        (["rules", "one.json", "--min-acc", "2"], "expected a number from 0 to 1"),
        (["explain", "one.json", "mixed.arff"], "--row"),
        (["explain", "one.json", "mixed.arff", "--row", "0"], "expected a row from 1 to 6 of mixed.arff, found 0"),
        (["explain", "one.json", "mixed.arff", "--row", "-1"], "expected a row from 1 to 6 of mixed.arff, found -1"),
        (["rules", "toy.json", "--covers", "0"], "expected a row from 1 to 64 of toy6x4, found 0"),
        (["rules", "one.json", "--data", "mixed.arff"], "add --covers ROW"),
        (["rules", "one.json", "--drop", "area"], "add --covers ROW"),
        (["explain", "one.json", "toy6x4", "--row", "1"], "toy6x4 has other attributes or labels than the model"),
        (["explain", "toy.json", "toy6x4", "--row", "65"], "expected a row from 1 to 64 of toy6x4, found 65"),
        (["predict", "toy.json", "toy6x4", "--drop", "a1"], "--drop is for files, but toy6x4 is an artificial problem"),
        (["predict", "toy.json", "toy7"], "'toy7': expected a file, an artificial problem"),
        (["check", "one.json", "--data", "mlposition3"], "mlposition3 has other attributes or labels than the model"),
        (["check", "toy.json", "--drop", "a1"], "add --data FILE"),
        (["compact", "one.json"], "add --data FILE"),
        (["compact", "one.json", "--data", "mixed.arff", "--save", "one.json"], "this is an input file"),
        (["compact", "one.json", "--data", "mixed.arff", "--save", "no/x.json"], "the directory does not exist"),
        (["compact", "one.json", "--strategy", "best"], "invalid choice"),
        (["compare", "one.json", "toy.json"], "the models are of different problems"),
        (["compare", "one.json", "nowhere.json"], "nowhere.json"),
        (["check", "mixed.arff"], "mixed.arff"),
        (["export", "one.json", "xls"], "invalid choice"),
        (["export", "one.json", "csv", "--method", "best"], "csv shows rules only"),
        (["export", "one.json", "python", "--table", "t"], "--table is for sql"),
        (["export", "one.json", "csv", "--out", "one.json"], "this is an input file"),
    ],
)
def test_an_error_is_one_line_and_nothing_is_written(cli: CommandLine, argv: list[str], part: str) -> None:
    before = {path.name: path.read_bytes() for path in Path().iterdir()}
    assert part in cli.refused(*argv)
    assert {path.name: path.read_bytes() for path in Path().iterdir()} == before


def test_without_the_extra_a_page_with_pictures_says_what_to_install(tmp_path: Path) -> None:
    """In a process in which matplotlib cannot be imported."""
    code = (
        "import sys\n"
        "for name in ('matplotlib',): sys.modules[name] = None\n"
        "from mlslcs_ref.cli import main\n"
        "print([main(argv) for argv in (['report', 'toy.json', '--out', 'page'],"
        " ['report', 'toy.json', '--out', 'page', '--no-pictures'], ['rules', 'toy.json', '--limit', '1'])])\n"
    )
    done = ran(sys.executable, "-c", code)
    lines = done.err.splitlines()

    assert done.out.endswith("[2, 0, 0]\n")
    assert [line.rpartition(": ")[2] for line in lines] == ["pip install 'mlslcs_ref[experiments]'"]
    assert "--no-pictures" in lines[0]
    assert [path.name for path in Path("page").iterdir()] == ["index.html"]
    assert in_process("rules", "toy.json", "--limit", "1").status == 0
    assert tmp_path.exists()


def test_a_model_of_another_problem_with_the_same_name_is_not_mistaken(cli: CommandLine, tmp_path: Path) -> None:
    """A file may be called mlposition2.arff, or like no problem at all."""
    for name in ("mlposition2", "mlposition99", "toy6x4"):
        data = Dataset(mixed().schema, mixed().X, mixed().Y, name)
        model = Training(data, Settings.paper(passes=2), 1).complete()
        save_model(model, tmp_path / "m.json")
        assert "add --data FILE" in cli.refused("compact", tmp_path / "m.json")
    model = Training(mlposition(2), Settings.paper(passes=2), 1).complete()
    save_model(model, tmp_path / "m.json")
    assert cli.piped("compact", tmp_path / "m.json").status == 0
    assert isinstance(model, Model)
    assert np.isfinite(model.thresholds.ival)
