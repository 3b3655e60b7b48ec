"""`run` with rows held out, checkpoints and rules to start from."""

import json
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from folders import Write
from processes import communicated
from terminals import TELLING, CommandLine, started

from mlslcs_ref.data.problems import toy6x4
from mlslcs_ref.errors import OutputError
from mlslcs_ref.learning.auto import AutoRuns
from mlslcs_ref.learning.checkpoint import checkpoint_file
from mlslcs_ref.learning.train import train
from mlslcs_ref.rulesets.model_file import load_model, model_text, save_model
from mlslcs_ref.settings import Settings

RUN = ("toy6x4", "--passes", "6", "--population-size", "80", "--seed", "3")
SETTINGS = Settings.paper(passes=6, population_size=80, clustering=False, p_hash=0.33, p_label_hash=0.5)


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_share_is_held_out_and_told_of_beside_training(cli: CommandLine, tmp_path: Path) -> None:
    found = cli.document("run", *RUN, "--validation", "0.25", "--save", tmp_path / "m.json")
    model = load_model(tmp_path / "m.json")

    assert model_text(model) == model_text(train(toy6x4(), SETTINGS, 3, validation=0.25))
    assert (found["data"]["training"]["instances"], found["data"]["validation"]["instances"]) == (48, 16)
    assert [one["validation"] for one in found["history"]] == [one.validation for one in model.history]
    assert found["metrics"]["validation"]["best"]["accuracy"] == model.history[-1].validation


@pytest.mark.parametrize("profile", ["auto", "paper"])
def test_a_model_of_shuffled_rows_knows_in_the_whole_file_those_it_learned_from(
    cli: CommandLine, tmp_path: Path, profile: str
) -> None:
    table, saved = tmp_path / "rows.csv", tmp_path / "m.json"
    table.write_text("a,b,l,m\n" + "".join(f"{row % 7},{row % 5},{row % 7 // 4},{row % 2}\n" for row in range(60)))
    run = ("run", table, "--labels", "-2", "--profile", profile, "--passes", "3", "--validation", "0.2")
    plain, mixed = (cli.document(*run, *more, "--save", saved) for more in ((), ("--shuffle", "4")))

    # the same rows in another order
    assert plain["data"] == mixed["data"]
    assert plain["run"]["crc32"] != mixed["run"]["crc32"]
    assert cli.piped("check", saved, "--data", table).status == 0
    assert cli.piped("compact", saved, "--data", table).status == 0


def test_a_file_is_held_out_and_changes_no_rule(cli: CommandLine, write: Write) -> None:
    table = write("a,b,l\n" + "1,0,1\n0,1,0\n" * 10, "rows.csv")
    run = (table, "--labels", "l", "--profile", "paper", "--passes", "3", "--population-size", "20")
    alone, watched = cli.document("run", *run), cli.document("run", *run, "--validation", table)

    assert alone["run"] == watched["run"]
    assert "history" not in alone
    assert [one["validation"] for one in watched["history"]] == [one["accuracy"] for one in watched["history"]]


def test_a_run_ends_early_with_the_rules_of_the_best_pass(cli: CommandLine) -> None:
    run = ("toy6x4", "--passes", "300", "--population-size", "80", "--validation", "0.25", "--patience", "3")
    found = cli.document("run", *run)
    scores = [one["validation"] for one in found["history"]]
    best = scores.index(max(scores))

    assert len(scores) == best + 4
    assert found["run"]["steps"] == 48 * (best + 1)
    assert found["metrics"]["validation"]["best"]["accuracy"] == scores[best]
    for width in (60, 80, 140):
        lines = cli.shown("run", *run, width=width).out.splitlines()
        (head,) = [place for place, line in enumerate(lines) if line.split()[:2] == ["pass", "training"]]
        shown = [line.split() for line in lines[head + 2 : head + 2 + min(len(scores), 12)]]
        assert [words[0] for words in (shown[0], shown[-1])] == ["1", str(len(scores))]
        assert shown[-1][2] == f"{scores[-1]:.4f}"


def test_a_run_is_resumed_to_the_same_file(cli: CommandLine, tmp_path: Path) -> None:
    whole = cli.document("run", *RUN, "--save", tmp_path / "whole.json")
    state = tmp_path / "state"
    assert cli.document("run", *RUN, "--checkpoint", state, "--every", "50", "--save", tmp_path / "m.json") == whole
    kept = checkpoint_file(state, 1).read_bytes()
    assert cli.document("run", *RUN, "--resume", state, "--save", tmp_path / "again.json") == whole

    assert checkpoint_file(state, 1).read_bytes() == kept
    for name in ("m.json", "again.json"):
        assert (tmp_path / name).read_bytes() == (tmp_path / "whole.json").read_bytes()
    assert files(state) == {"run-1.json"}


def test_a_run_starts_from_the_rules_of_a_model(cli: CommandLine, tmp_path: Path) -> None:
    before = train(toy6x4(), SETTINGS, 9)
    save_model(before, tmp_path / "before.json")
    cli.document("run", *RUN, "--init", tmp_path / "before.json", "--save", tmp_path / "m.json")

    assert (tmp_path / "m.json").read_text() == model_text(train(toy6x4(), SETTINGS, 3, init=before))


@pytest.mark.parametrize(
    "options",
    [
        ("--patience", "3"),
        ("--patience", "0", "--validation", "0.2"),
        ("--every", "3"),
        ("--checkpoint", "a", "--resume", "b"),
        ("--resume", "absent"),
        ("--validation", "0"),
        ("--validation", "1"),
        ("--validation", "2.5"),
        ("--validation", "absent.csv"),
        ("--validation", ""),
        ("--validation", "0.001"),
        ("--init", "absent.json"),
        ("--every", "0", "--checkpoint", "a"),
    ],
    ids=" ".join,
)
def test_what_makes_no_sense_is_an_error_in_one_line_and_no_file(
    cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    cli.refused("run", *RUN, *options, "--save", "m.json")
    assert files(tmp_path) == set()


def test_a_folder_with_a_run_is_not_written_over(cli: CommandLine, tmp_path: Path) -> None:
    cli.document("run", *RUN, "--checkpoint", tmp_path)
    before = checkpoint_file(tmp_path, 1).read_bytes()
    for words in (("--checkpoint", tmp_path), ("--resume", tmp_path, "--seed", "4")):
        cli.refused("run", *RUN, *words)

    assert checkpoint_file(tmp_path, 1).read_bytes() == before


def test_no_advice_writes_to_the_folder_of_the_run(cli: CommandLine, tmp_path: Path) -> None:
    outcome = cli.shown("run", *RUN, "--checkpoint", tmp_path / "state", "--every", "9")

    assert "What to try next" in outcome.out
    assert "--checkpoint" not in outcome.out
    assert "--every" not in outcome.out


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("profile", ["auto", "paper"])
def test_a_signal_leaves_a_checkpoint_of_the_last_step_and_the_model_so_far(
    tmp_path: Path, number: signal.Signals, profile: str
) -> None:
    state, save = tmp_path / "state", tmp_path / "m.json"
    words: tuple[str, ...] = ("run", "toy6x4", "--profile", profile, "--passes", "1000000", "--save", str(save))
    words += ("--checkpoint", str(state), "--every", "100000000")
    with started(sys.executable, "-c", TELLING, *words) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "training\n"
        process.send_signal(number)
        out, err = communicated(process)

    assert (process.returncode, out) == (128 + number, "")
    _said_first, of_state, of_model, _ended = err.splitlines()
    assert f"--resume {state}" in of_state
    assert str(save) in of_model
    model = load_model(save)
    steps = json.loads(checkpoint_file(state, 1).read_text())["place"]["steps"]
    assert model.record.steps == steps > 0
    assert files(state) == {"run-1.json"}


def test_that_nothing_was_written_is_said_where_no_run_was_done(
    cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with parallel runs, which are ended at once."""

    def interrupted(_runs: AutoRuns, _advance: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(AutoRuns, "complete", interrupted)
    save = tmp_path / "m.json"
    for quiet in ((), ("--quiet",)):
        outcome = cli.piped("run", "toy6x4", "--profile", "auto", "--runs", "2", "--save", save, *quiet)
        assert outcome.status == 128 + signal.SIGINT
        assert (str(save) in outcome.err) == (not quiet)
        assert not save.exists()


@pytest.mark.parametrize("options", [(), ("--json",), ("--checkpoint", "state")])
def test_a_model_that_cannot_be_written_in_the_end_is_an_error_after_all_that_was_found(
    cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    """A disk that is full by then does not take the results of a long run; with checkpoints the model is made again."""
    monkeypatch.chdir(tmp_path)
    words = ("run", "toy6x4", "--passes", "3", "--population-size", "50", "--save", "m.json")

    def full(_model: object, path: str) -> None:
        raise OutputError("No space left on device", path)

    with monkeypatch.context() as patch:
        patch.setattr("mlslcs_ref.cli.training.run.save_model", full)
        outcome = cli.piped(*words, *options)
    alone = cli.piped(*words, *(option for option in options if option == "--json"))
    again = cli.piped(*words, "--resume", "state") if "state" in options else alone

    assert (outcome.status, outcome.err.count("error:")) == (2, 1)
    assert ("--resume state" in outcome.err) == ("state" in options)
    # what to try next is of a model that was saved
    assert outcome.out
    assert alone.out.startswith(outcome.out)
    assert again.out == alone.out
    assert load_model("m.json").rules
