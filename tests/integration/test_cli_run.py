"""`run`: from data to a report, on a terminal, in a pipe and as JSON."""

import json
import os
import shlex
from pathlib import Path

import pytest
from folders import Write
from rich.cells import cell_len
from terminals import CommandLine, tables

from mlslcs_ref.cli.call.loading import shuffled
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.problems import problem, toy6x4
from mlslcs_ref.learning.train import train
from mlslcs_ref.learning.training import artificial_settings
from mlslcs_ref.metrics import scores
from mlslcs_ref.rulesets.compaction import compacted
from mlslcs_ref.rulesets.consultation import Consultation
from mlslcs_ref.rulesets.model_file import load_model
from mlslcs_ref.rulesets.solutions import scs_share
from mlslcs_ref.settings import Settings

SNAPSHOTS = Path(__file__).parent / "snapshots"
SHORT = ("--passes", "3", "--seed", "1")
PAPER = (*SHORT, "--profile", "paper")

MIXED = """@relation 'mixed'
@attribute area numeric
@attribute 'f[red]' {NO,YES}
@attribute colour {red,green,'dark blue',white}
@attribute height numeric
@attribute l1 {0,1}
@attribute '[b]' {0,1}
@data
1,NO,red,0.5,1,0
2,YES,green,?,0,1
3,NO,'dark blue',1.5,1,1
4000,YES,white,2.5,0,0
5,?,red,3.5,1,0
6,YES,red,4.5,0,1
"""


@pytest.fixture
def mixed(write: Write, tmp_path: Path) -> Path:
    """Return a data file with attributes of every kind, missing values and names that look like markup."""
    path = write(MIXED, "mixed-train.arff")
    (tmp_path / "mixed-test.arff").write_text(
        MIXED.replace("1,NO,red,0.5,1,0", "9,NO,'dark blue',0.5,1,1"), encoding="utf-8"
    )
    return path


def records(text: str, title: str) -> list[dict[str, str]]:
    """Return the records below a title of piped output; none without a table."""
    section = text[text.index(f"# {title}\n") :].partition("\n\n")[0]
    return next(iter(tables(section)), [])


# ------------------------------------------------------------------------------------------------------------ the JSON


def test_the_document_tells_what_the_library_finds(cli: CommandLine) -> None:
    found = cli.document("run", "toy6x4", "--passes", "20", "--seed", "5")
    settings = Settings.paper(**{**artificial_settings("toy6x4"), "passes": 20})
    model = train(toy6x4(), settings, 5)
    consultation = Consultation(model.ruleset, toy6x4().X)
    compact = compacted(model.ruleset, toy6x4().X)
    known = problem("toy6x4")
    assert known is not None

    assert found["run"] == {**vars(model.record), "parts": list(model.record.parts), "shuffle": None}
    assert found["settings"] == settings.as_dict()
    assert found["settings_that_differ_from_the_profile"] == settings.differences("paper")
    assert found["thresholds"] == model.thresholds.to_dict()
    assert found["metrics"] == {"training": {name: s._asdict() for name, s in model.evaluate(toy6x4()).items()}}
    assert found["unmatched_instances"] == {"training": consultation.n_unmatched}
    assert found["scs"] == scs_share(model.ruleset, known.solutions)
    assert found["rules"] == {"macro": len(model.ruleset), "micro": model.ruleset.n_micro, "compacted": len(compact)}
    assert [rule["rule"] for rule in found["compacted_rules"]] == [rule.text for rule in compact.best()]
    first = compact.best()[0]
    assert found["compacted_rules"][0] == {
        "rule": first.text,
        "bits": first.chromosome.to01(),
        "num": first.num,
        "F": first.fitness,
        "acc": first.acc,
        "exp": first.exp,
        "coverage": first.coverage,
        "correct": first.correct,
        "wrong": first.wrong,
        "indifferent": first.indifferent,
        "tp": first.tp,
        "msa": first.msa,
        "cs": first.cs,
        "ts": first.ts,
        "created": first.created,
    }


def test_the_document_tells_the_statistics_of_the_data(cli: CommandLine, mixed: Path) -> None:
    """By hand: labels 10 01 11 00 10 01 are 6 of 12, in 4 combinations; two values are missing."""
    found = cli.document("run", mixed, "--labels", "-2", "--test", mixed.with_name("mixed-test.arff"), *PAPER)

    assert found["data"]["training"] == {
        "name": "mixed-train",
        "instances": 6,
        "binary": 1,
        "nominal": 1,
        "continuous": 2,
        "labels": 2,
        "cardinality": 1.0,
        "density": 0.5,
        "combinations": 4,
        "missing": 2,
        "unknown_values": {},
        "absent_labels": [],
    }
    assert found["data"]["test"]["name"] == "mixed-test"
    assert set(found["metrics"]) == {"training", "test"}
    assert found["without_rules"]["rows"] == "test"
    assert found["scs"] is None


def test_metrics_on_test_data_are_those_of_the_saved_model(cli: CommandLine, mixed: Path, tmp_path: Path) -> None:
    test = mixed.with_name("mixed-test.arff")
    found = cli.document("run", mixed, "--labels", "-2", "--test", test, *PAPER, "--save", tmp_path / "m.json")
    model = load_model(tmp_path / "m.json")
    data = load_dataset(test, schema=model.ruleset.schema)

    assert found["metrics"]["test"] == {
        method: scores(data.Y, model.predict(data, method))._asdict() for method in ("pcut", "ival", "best")
    }


@pytest.mark.parametrize("profile", ["paper", "authors"])
def test_a_profile_is_where_settings_start_from(cli: CommandLine, profile: str) -> None:
    found = cli.document(
        "run", "mlposition3", "--profile", profile, "--passes", "2", "--theta-ga", "7", "--no-final-merge"
    )
    changes = {**artificial_settings("mlposition3"), "passes": 2, "theta_ga": 7, "final_merge": False}

    assert found["settings"] == Settings.profile(profile, **changes).as_dict()
    assert found["run"]["profile"] == profile


def test_a_file_has_the_settings_of_the_profile(cli: CommandLine, mixed: Path) -> None:
    assert cli.document("run", mixed, "--labels", "-2", *PAPER)["settings"] == Settings.paper(passes=3).as_dict()


def test_the_stream_of_the_authors_program_can_be_chosen(cli: CommandLine) -> None:
    found = cli.document("run", "toy6x4", "--stream", "java", "--seed", "-3", "--passes", "1")

    assert (found["run"]["stream"], found["run"]["seed"]) == ("java", -3)
    assert found["run"]["crc32"] != cli.document("run", "toy6x4", "--seed", "3", "--passes", "1")["run"]["crc32"]


def test_a_shuffle_is_an_order_of_presentation(cli: CommandLine) -> None:
    settings = Settings.paper(**{**artificial_settings("toy6x4"), "passes": 3})
    found = cli.document("run", "toy6x4", *SHORT, "--shuffle", "4")

    assert found["run"]["shuffle"] == 4
    assert found["run"]["crc32"] == train(shuffled(toy6x4(), 4), settings, 1).record.crc32
    assert found["run"]["crc32"] != cli.document("run", "toy6x4", *SHORT)["run"]["crc32"]


def test_columns_can_be_left_out(cli: CommandLine, mixed: Path) -> None:
    facts = cli.document("run", mixed, "--labels", "-2", "--drop", "area", "--drop", "f[red]", *SHORT)["data"][
        "training"
    ]

    assert (facts["binary"], facts["nominal"], facts["continuous"]) == (0, 1, 1)


@pytest.mark.parametrize("labels", ["-2", "l1,[b]", "labels.xml"])
def test_labels_can_be_said_in_every_way(cli: CommandLine, mixed: Path, labels: str) -> None:
    xml = mixed.with_name("labels.xml")
    xml.write_text("<labels><label name='l1'/><label name='[b]'/></labels>", encoding="utf-8")
    said = str(xml) if labels.endswith(".xml") else labels

    assert cli.document("run", mixed, "--labels", said, *SHORT)["data"]["training"]["labels"] == 2


def test_what_is_not_defined_is_null(cli: CommandLine, write: Write) -> None:
    """In `authors` an instance without labels that is given none leaves the mean, and here that is every one."""
    path = write("@relation r\n@attribute a {0,1}\n@attribute l {0,1}\n@data\n0,0\n1,0\n", "none.arff")
    call = ("run", path, "--labels", "-1", "--profile", "authors", "--passes", "1")
    found, shown = cli.document(*call), cli.piped(*call).out

    assert found["metrics"]["training"]["best"]["accuracy"] is None
    assert found["without_rules"]["accuracy"] is None
    assert "undefined" in shown
    assert "nan" not in shown


def test_the_metric_of_ival_can_be_chosen(cli: CommandLine) -> None:
    for metric in ("accuracy", "exact_match", "hamming_loss"):
        outcome = cli.piped("run", "toy6x4", *SHORT, "--metric", metric)
        assert f"# IVAL chose its threshold by {metric} on the training data\n" in outcome.out


def test_the_initialisation_is_reported(cli: CommandLine, mixed: Path) -> None:
    found = cli.document("run", mixed, "--labels", "-2", *PAPER)["run"]
    told = cli.shown("run", mixed, "--labels", "-2", *PAPER, width=140).out

    assert 0 < found["n_unmatched_centroids"] < found["n_centroids"] or found["n_unmatched_centroids"] == 0
    assert (
        f"initialisation by clustering: {found['n_centroids']} centroids, {found['n_unmatched_centroids']} of them "
        "matched no instance and became no rule\n"
    ) in told
    assert "clustering:" not in cli.shown("run", mixed, "--labels", "-2", *PAPER, "--no-clustering", width=140).out


# ------------------------------------------------------------------------------------------------------------ the pipe


def test_a_pipe_gets_every_fact_of_the_document(cli: CommandLine, mixed: Path) -> None:
    argv = (mixed, "--labels", "-2", *PAPER)
    found, outcome = cli.document("run", *argv), cli.piped("run", *argv)
    facts = {record["fact"]: record["value"] for record in records(outcome.out, "Run")}

    assert outcome.err == ""
    assert facts["steps"] == str(found["run"]["steps"])
    assert facts["draws"] == str(found["run"]["draws"])
    assert facts["CRC-32"] == found["run"]["crc32"]
    assert float(facts["threshold IVAL"]) == found["thresholds"]["ival"]
    assert facts["unmatched training instances"] == str(found["unmatched_instances"]["training"])
    for record in records(outcome.out, "Accuracy"):
        wanted = found["metrics"][record["data"]][record["method"].lower()]
        names = (("accuracy", "accuracy"), ("exact match", "exact_match"), ("Hamming loss", "hamming_loss"))
        assert all(float(record[shown]) == wanted[name] for shown, name in names)
    rules = records(outcome.out, "Compacted ruleset, best first")
    assert [rule["rule"] for rule in rules] == [rule["rule"] for rule in found["compacted_rules"]]
    assert [float(rule["F"]) for rule in rules] == [rule["F"] for rule in found["compacted_rules"]]
    assert records(outcome.out, "Settings that differ from the profile") == [
        {"setting": "passes", "symbol": "I/|D|", "value": "3", "paper": "500"}
    ]


def test_output_is_the_same_every_time(cli: CommandLine) -> None:
    for argv in (("run", "toy6x4", *SHORT), ("run", "toy6x4", *SHORT, "--json")):
        assert cli.piped(*argv) == cli.piped(*argv)
        assert cli.shown(*argv) == cli.shown(*argv)


def test_quiet_gives_the_result_without_advice(cli: CommandLine) -> None:
    loud, quiet = cli.piped("run", "toy6x4", *SHORT), cli.piped("run", "toy6x4", *SHORT, "--quiet")

    assert loud.out == quiet.out + loud.out[loud.out.index("\n# What to try next") :]
    assert "next" not in quiet.out


def test_no_rules_are_a_ruleset_too(cli: CommandLine) -> None:
    outcome = cli.shown("run", "toy6x4", "--passes", "0")

    assert outcome.status == 0
    assert "0 rules (0 micro-classifiers), compacted to 0\n" in outcome.out
    assert "instances that no rule matches: 64 of 64 (training)\n" in outcome.out
    assert records(cli.piped("run", "toy6x4", "--passes", "0").out, "Compacted ruleset, best first") == []


# -------------------------------------------------------------------------------------------------------- the terminal


@pytest.mark.parametrize("width", [60, 80, 140])
@pytest.mark.parametrize("data", ["toy6x4", "mixed", "auto"])
def test_a_terminal_gets_what_was_read_and_found_right(
    cli: CommandLine, mixed: Path, monkeypatch: pytest.MonkeyPatch, data: str, width: int
) -> None:
    """The snapshots were read by eye, number by number against the document.

    With MLSLCS_REF_NEW_SNAPSHOTS in the environment they are written anew, to be read again.
    """
    monkeypatch.chdir(mixed.parent)
    argv = ["run", "toy6x4", *SHORT] if data == "toy6x4" else ["run", "mixed-train.arff", "--labels", "-2", *PAPER]
    if data == "auto":
        argv = ["run", "mixed-train.arff", "--labels", "-2", *SHORT, "--sizes"]
    if data != "toy6x4":
        argv += ["--test", "mixed-test.arff", "--save", "m.json"]
    found = cli.shown(*argv, width=width).out

    snapshot = SNAPSHOTS / f"run-{data}-{width}.txt"
    if "MLSLCS_REF_NEW_SNAPSHOTS" in os.environ:
        snapshot.write_text(found, encoding="utf-8")

    assert found == snapshot.read_text(encoding="utf-8")


@pytest.mark.parametrize("width", [20, 40, 60, 80, 140])
def test_no_line_but_that_of_a_command_is_wider_than_the_terminal(cli: CommandLine, mixed: Path, width: int) -> None:
    for argv in (("toy6x4",), (mixed, "--labels", "-2")):
        lines = cli.shown("run", *argv, *SHORT, width=width).out.split("\n")
        assert [line for line in lines if cell_len(line) > width and "python -m" not in line] == []


def test_long_rulesets_are_cut_on_a_terminal_and_say_so(cli: CommandLine) -> None:
    argv = ("run", "toy6x4", "--passes", "20", "--seed", "1")
    n_rules = cli.document("run", *argv[1:])["rules"]["compacted"]

    assert n_rules > 25
    assert (
        f"25 of {n_rules} rules; every rule, in full, comes with: run ... | less -S, or --json\n"
        in cli.shown(*argv, width=140).out
    )


def test_long_rules_are_cut_on_a_terminal_and_nowhere_else(cli: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "wide.arff"
    names = "".join(f"@attribute a{number} {{0,1}}\n" for number in range(70))
    path.write_text(f"@relation r\n{names}@attribute l {{0,1}}\n@data\n" + "0," * 70 + "1\n", encoding="utf-8")
    argv = ("run", path, "--labels", "-1", "--passes", "2", "--p-hash", "0", "--no-clustering", "--profile", "paper")

    shown = cli.shown(*argv, width=140).out
    assert "... 50 more THEN l\n" in shown
    assert "every rule, in full, comes with: run ... | less -S, or --json\n" in shown
    assert "AND a69 = 0 THEN l\n" in cli.piped(*argv).out


@pytest.mark.parametrize(
    ("profile", "sentence"),
    [
        ("paper", "accuracy: mean Jaccard index, 1 if there are no true and no predicted labels\n"),
        ("authors", "accuracy: mean Jaccard index over instances with a true or predicted label\n"),
    ],
)
def test_the_convention_for_empty_label_sets_is_told(cli: CommandLine, profile: str, sentence: str) -> None:
    argv = ("run", "toy6x4", "--passes", "1", "--profile", profile)

    assert sentence in cli.shown(*argv, width=140).out
    assert sentence in cli.piped(*argv).out


# ----------------------------------------------------------------------------------------------------------- the advice


def advised(text: str) -> list[str]:
    lines = text[text.index("What to try next\n") :].split("\n")
    return [line.strip() for line in lines if line.startswith("  python")]


def test_advice_is_two_or_three_commands_that_work(
    cli: CommandLine, mixed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every advised command is called; --passes is cut down so that it does not take long."""
    monkeypatch.chdir(mixed.parent)
    for profile in ("auto", "paper"):
        argv = ["mixed-train.arff", "--labels=-2", *SHORT, "--profile", profile, "--save", "m.json"]
        commands_work(cli, argv)
    commands_work(cli, ["toy6x4", *SHORT])


def commands_work(cli: CommandLine, *calls: list[str]) -> None:
    for argv in calls:
        commands = advised(cli.shown("run", *argv, width=140).out)
        assert 2 <= len(commands) <= 3
        assert len(set(commands)) == len(commands)
        for command in commands:
            words = command.split()
            assert words[:3] == ["python", "-m", "mlslcs_ref"]
            assert cli.piped(*words[3:]).status == 0


def test_advice_fits_the_situation(cli: CommandLine, mixed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(mixed.parent)
    file = ["run", "mixed-train.arff", "--labels", "-2", *SHORT]
    unsaved = advised(cli.shown(*file, width=140).out)
    saved = advised(cli.shown(*file, "--save", "m.json", "--test", "mixed-test.arff", width=140).out)

    assert (
        unsaved[0]
        == "python -m mlslcs_ref run mixed-train.arff --labels -2 --passes 3 --seed 1 --save mixed-train.json"
    )
    assert any(command.endswith("--test mixed-test.arff") for command in unsaved)
    assert all(" rules " not in command for command in saved), "the page has shown every rule"
    assert "python -m mlslcs_ref predict m.json mixed-test.arff --out labels.csv" in saved
    assert all("--save" not in command for command in saved), "the model is not written over"
    cut = advised(cli.shown("run", "toy6x4", "--seed=4", "--passes", "20", "--save", "t.json", width=140).out)
    assert cut[0] == "python -m mlslcs_ref rules t.json --all"
    problem_advice = advised(cli.shown("run", "toy6x4", "--seed=4", "--passes", "2", width=140).out)
    assert "python -m mlslcs_ref run toy6x4 --seed=4 --passes 50" in problem_advice
    assert "python -m mlslcs_ref run toy6x4 --passes 2 --seed 5" in problem_advice


def test_an_attribute_that_identifies_instances_is_advised_against(cli: CommandLine, write: Write) -> None:
    path = write(
        "@relation r\n@attribute 'the id' {x,y,z}\n@attribute a {0,1}\n@attribute l {0,1}\n"
        "@data\nx,0,1\ny,1,0\nz,1,1\n",
        "ids.arff",
    )
    commands = advised(cli.shown("run", path, "--labels", "-1", *SHORT, width=140).out)

    assert commands[1].endswith(" --drop 'the id'")


# ----------------------------------------------------------------------------------------------------------- the errors


@pytest.mark.parametrize(
    ("argv", "parts"),
    [
        (["nowhere.arff"], ["nowhere.arff: no such file"]),
        (["toy6x5"], ["'toy6x5'", "toy6x4, mlposition1 to mlposition16"]),
        (["mlposition17"], ["expected N from 1 to 16, found 17"]),
        (["."], ["expected a file, found a directory"]),
        (["f[red].arff"], ["f[red].arff: no such file"]),
        (["a\nb.arff"], ["a\\nb.arff: no such file"]),
        (["\x1b[31m.arff"], ["\\x1b[31m.arff: no such file"]),
        (["mixed-train.arff"], ["mixed-train.arff: ", "--labels: a count (6 or -6), names, or a label XML"]),
        (["mixed-train.arff", "--labels", "9"], ["from 1 to 5", "found 9"]),
        (["mixed-train.arff", "--labels", "nope"], ["mixed-train.arff, column 'nope': "]),
        (["mixed-train.arff", "--labels", "area"], ["line 10, column 'area': "]),
        (["mixed-train.arff", "--labels", "-2", "--drop", "nope"], ["'nope'"]),
        (["mixed-train.arff", "--labels", "-2", "--encoding", "nope"], ["unknown encoding 'nope'"]),
        (["mixed-train.arff", "--labels", "-2", "--test", "nope.arff"], ["nope.arff: no such file"]),
        (["damaged.arff", "--labels", "-1"], ["damaged.arff, line 5, column 'a': "]),
        (["toy6x4", "--labels", "-1"], ["--labels is for files"]),
        (["toy6x4", "--drop", "a1"], ["--drop is for files"]),
        (["toy6x4", "--seed", "-1"], ["seed: expected a whole number from 0, found -1"]),
        # before a file is read
        (["nope.arff", "--seed", "-1"], ["seed: expected a whole number from 0, found -1"]),
        (["toy6x4", "--stream", "java", "--seed", str(1 << 63)], ["signed 64-bit integer"]),
        (["toy6x4", "--omega", "0.5", "--phi", "0.4"], ["omega", "phi = 0.4"]),
        (["toy6x4", "--save", "nowhere/m.json"], ["nowhere/m.json: the directory does not exist"]),
        (["toy6x4", "--save", "."], ["found a directory"]),
        (["mixed-train.arff", "--labels", "-2", "--save", "mixed-train.arff"], ["this is an input file"]),
    ],
)
def test_an_error_is_one_line_and_nothing_is_written(
    cli: CommandLine, mixed: Path, monkeypatch: pytest.MonkeyPatch, argv: list[str], parts: list[str]
) -> None:
    monkeypatch.chdir(mixed.parent)
    mixed.with_name("damaged.arff").write_text(
        "@relation r\n@attribute a {x,y}\n@attribute l {0,1}\n@data\nz,1\n", encoding="utf-8"
    )
    before = sorted(path.name for path in mixed.parent.iterdir())
    # an error that came only after training would take hours here
    error = cli.refused("run", *argv, "--passes", "1000000")
    for part in parts:
        assert part in error
    assert sorted(path.name for path in mixed.parent.iterdir()) == before


def test_a_data_set_of_the_literature_is_run_by_its_name(cli: CommandLine, shared: Path) -> None:
    done = cli.piped(
        "run", "flags-train", "--data-dir", str(shared / "data"), "--test", "flags-test", "--passes", "0", "--json"
    )

    assert done.status == 0
    assert [data["instances"] for data in json.loads(done.out)["data"].values()] == [129, 65]


def test_a_folder_of_data_that_is_none_is_refused(cli: CommandLine, tmp_path: Path) -> None:
    assert "expected a folder of data" in cli.refused("run", "flags", "--data-dir", str(tmp_path / "none"))


@pytest.mark.parametrize("cells", [("1,300", "2,110", "3,215"), ("0,164", "1,300", "2,110"), ("1.300,5", "0,5", "17")])
def test_the_advice_on_numbers_of_another_country_can_be_followed(
    cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cells: tuple[str, ...]
) -> None:
    """One call, although several columns have several remarks."""
    monkeypatch.chdir(tmp_path)
    rows = "".join(f"{cells[n % 3]};{cells[(n + 1) % 3]};{n};{n % 2}\n" for n in range(12))
    Path("d.csv").write_text(f"a;b;c;l\n{rows}")
    argv = ["run", "d.csv", "--labels", "-1", "--delimiter", ";", "--passes", "2", "--population-size", "20"]
    page = cli.piped(*argv).out
    followed = next(line for line in page.splitlines() if "--decimal" in line)

    document = cli.document(*shlex.split(followed.partition("mlslcs_ref ")[2]))
    assert document["data"]["training"]["continuous"] == 3


def test_the_advice_on_numbers_replaces_the_sign_that_was_wrong(
    cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("d.csv").write_text("a,l\n" + "".join(f"{n}.5,{n % 2}\n" for n in range(12)))
    page = cli.piped("run", "d.csv", "--labels", "-1", "--passes", "2", "--population-size", "20", "--decimal", ",").out
    followed = next(line for line in page.splitlines() if "--decimal ." in line)

    document = cli.document(*shlex.split(followed.partition("mlslcs_ref ")[2]))
    assert document["data"]["training"]["continuous"] == 1
