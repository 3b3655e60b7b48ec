"""`experiment artificial` and `experiment tune`, on the smallest data."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from folders import timeless
from terminals import CommandLine

from mlslcs_ref.cli import main
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.formats.arff_writer import save_arff
from mlslcs_ref.data.problems import mlposition
from mlslcs_ref.experiments.grid.lock import locked
from mlslcs_ref.experiments.tuning.effort import Effort

pytest.importorskip("sklearn", reason="scikit-learn is in the extras `experiments` and `dev`")
pytest.importorskip("matplotlib", reason="matplotlib is in the extras `experiments` and `dev`")

ARTIFICIAL: Final = ("experiment", "artificial", "--quiet")
SHORT: Final = ("--problems", "mlposition4", "--omegas", "0.9", "--seeds", "2")
TUNE: Final = ("--quiet", "--passes", "4", "--most-passes", "6", "--every", "3", "--no-clustering")
NARROWED: Final = (
    *("--candidates", "p_label_hash=0.2,0.1"),
    *("--candidates", "p_hash=0.3"),
    *("--candidates", "theta_ga=20,200"),
    *("--candidates", "population_size=50"),
)


@pytest.fixture(name="studied", scope="module")
def studied_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the study of one omega is done."""
    folder = tmp_path_factory.mktemp("study") / "out"
    assert main([*ARTIFICIAL, *SHORT, "--out", str(folder)]) == 0
    return folder


def test_the_study_of_omega_writes_figures_and_numbers(studied: Path) -> None:
    names = {file.name for file in studied.iterdir()}

    assert names >= {"artificial.json", "artificial.csv", "figure-2-mlposition4.svg", "figure-2-mlposition4.png"}
    assert len(list((studied / "units").iterdir())) == 2


@pytest.mark.parametrize("width", [60, 80, 140])
def test_a_finished_study_is_shown_again_and_fits_the_terminal(cli: CommandLine, studied: Path, width: int) -> None:
    before = timeless(studied)

    shown = cli.shown(*ARTIFICIAL, "--resume", studied, width=width)

    assert shown.status == 0, shown.err
    lines = [line for line in shown.out.splitlines() if not line.startswith("written")]
    assert max(map(len, lines)) <= width
    assert "beside the paper" in shown.out
    assert "mlposition4: 1,500 passes" in shown.out
    assert timeless(studied) == before


def test_the_document_of_a_study_says_what_its_files_say(cli: CommandLine, studied: Path) -> None:
    document = json.loads(cli.piped(*ARTIFICIAL, "--resume", studied, "--json").out)

    kept = json.loads((studied / "artificial.json").read_text("utf-8"))
    assert {name: document[name] for name in kept} == kept
    assert document["rows"][0]["runs"] == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--omegas", "0.5,1.5"), "from 0 to 1"),
        (("--omegas", "0.5,0.5"), "different"),
        (("--problems", "toy6x4,toy"), "mlposition4-6000"),
        (("--seeds", "0"), "from 1"),
        (("--folds", "1"), "--folds"),
    ],
)
def test_a_study_that_cannot_be_meant_is_refused(cli: CommandLine, options: tuple[str, ...], said: str) -> None:
    assert said in cli.refused(*ARTIFICIAL, *options)


def test_what_is_resumed_is_not_changed_by_options(cli: CommandLine, studied: Path, tmp_path: Path) -> None:
    assert "--seeds: " in cli.refused(*ARTIFICIAL, "--resume", studied, "--seeds", "3")
    assert cli.piped("experiment", "run", "toy", "--quiet", "--out", tmp_path / "toy", "--folds", "1").status == 0
    assert "expected a folder of this study" in cli.refused(*ARTIFICIAL, "--resume", tmp_path / "toy")


def arff(folder: Path, name: str, dataset: Dataset) -> Path:
    save_arff(dataset, folder / name)
    return folder / name


def tuned(cli: CommandLine, folder: Path, *options: Any) -> Mapping[str, Any]:
    outcome = cli.piped("experiment", "tune", *options, *TUNE, *NARROWED, "--out", folder, "--json")
    assert outcome.status == 0, outcome.err
    document: Mapping[str, Any] = json.loads(outcome.out)
    return document


def test_test_data_decide_nothing(cli: CommandLine, tmp_path: Path) -> None:
    """With right labels, with wrong ones, and without test data the same is decided, from the same runs."""
    train = mlposition(4)
    wrong = Dataset(train.schema, train.X, ~train.Y, "wrong")
    file, right, other = (arff(tmp_path, f"{one.name}.arff", one) for one in (train, mlposition(4), wrong))
    labels = ("--labels", "-4")

    plain = tuned(cli, tmp_path / "plain", file, *labels)
    documents = [tuned(cli, tmp_path / test.stem, file, *labels, "--test", test) for test in (right, other)]

    for document in documents:
        assert {**document, "test": None, "folder": ""} == {**plain, "folder": ""}
    assert documents[0]["test"] != documents[1]["test"]
    assert plain["test"] is None
    steps = [timeless(tmp_path / name / "1-p_label_hash") for name in ("plain", right.stem, "wrong")]
    assert steps[0] == steps[1] == steps[2]


def test_tuning_goes_on_where_it_was_and_shows_every_candidate(cli: CommandLine, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    call = ("experiment", "tune", "mlposition4", *TUNE, *NARROWED)
    assert cli.piped(*call, "--out", folder).status == 0
    kept = timeless(folder)
    (gone,) = (folder / "3-theta_ga" / "units").glob("*theta_ga=200--*")
    gone.unlink()

    shown = cli.shown("experiment", "tune", "--resume", folder, "--quiet", width=60)

    assert shown.status == 0, shown.err
    assert timeless(folder) == kept
    assert max(len(line) for line in shown.out.splitlines() if not line.startswith("  ")) <= 60
    settings = tomllib.loads((folder / "tuned.toml").read_text("utf-8"))["settings"]
    assert set(settings) == {"population_size", "passes", "theta_ga", "p_hash", "p_label_hash", "clustering"}
    assert settings["p_label_hash"] in {0.2, 0.1}
    for text in ("0.2", "0.1", "2. p_hash = 0.3", "--population-size 50 --passes"):
        assert text in shown.out
    assert "already" in cli.piped(*call, "--out", folder).err


def test_a_search_of_so_many_minutes_keeps_its_passes_and_tells_what_it_found_when_it_is_stopped(
    cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A minute has 600 passes of 0.1 s, of 14100 if N = 10000 takes one: a candidate of 25000 takes 2.5."""

    def stopped(_request: Any, _run: Any, decided: Any) -> None:
        decided("p_hash", 0.25)
        raise KeyboardInterrupt

    monkeypatch.setattr(Effort, "of", lambda request, _dataset, jobs: Effort(request, 0.0, 0.1, jobs))
    monkeypatch.setattr("mlslcs_ref.cli.experiment.tune.tune", stopped)
    outcome = cli.piped("experiment", "tune", "mlposition4", "--minutes", "1", "--out", tmp_path / "out")
    search = json.loads((tmp_path / "out" / "search.json").read_text("utf-8"))
    assert (search["settings"]["passes"], search["most_passes"], search["every"]) == (21, 106, 4)
    assert "--p-hash 0.25" in outcome.err
    # a file would be read with another profile
    assert "--profile paper" in outcome.err
    assert f"--resume {tmp_path / 'out'}" in outcome.err
    assert outcome.status == 130


@pytest.mark.parametrize("option", ["--quiet", "--jobs=2"])
def test_a_search_on_data_that_cannot_be_searched_leaves_no_folder(
    cli: CommandLine, tmp_path: Path, option: str
) -> None:
    few = tmp_path / "few.csv"
    few.write_text("a,b,l\n1,2,0\n3,4,1\n5,6,0\n7,8,1\n", encoding="utf-8")
    for file in (few, tmp_path / "none.csv"):
        cli.refused("experiment", "tune", file, "--labels", "l", "--out", tmp_path / "out", option)
        assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--minutes", "5", "--every", "2"), "--minutes"),
        (("--candidates", "omega=0.5"), "p_label_hash=NUMBERS"),
        (("--candidates", "p_hash=2"), "from 0 to 1"),
        (("--candidates", "p_hash=0.5,0.5"), "different"),
        (("--candidates", "p_hash"), "p_label_hash=NUMBERS"),
        (("--labels", "4"), "there is no file"),
        (("--test", "nowhere.arff"), "nowhere.arff: no such file"),
    ],
)
def test_a_search_that_cannot_be_meant_is_refused(cli: CommandLine, options: tuple[str, ...], said: str) -> None:
    assert said in cli.refused("experiment", "tune", "mlposition4", *options)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "expected training data: a file, or the name of a data set; or --resume and a folder"),
        (("--resume", "nowhere"), "nowhere: expected the folder of a search for settings, found no search.json in it"),
        (("--resume", "."), ".: expected the folder of a search for settings, found no search.json in it"),
        (("--resume", "r", "--out", "s"), "expected --out (a new folder) or --resume (an old one), found both"),
        (("mlposition4", "--resume", "r"), "DATA: "),
        (("--resume", "r", "--seed", "1"), "--seed: "),
        (("--resume", "r", "--drop", "a"), "--drop: "),
        (("--resume", "r", "--most-passes", "9"), "--most-passes: "),
        (("--resume", "r", "--minutes", "9"), "--minutes: "),
        (("--resume", "r", "--no-clustering"), "--clustering: "),
    ],
)
def test_a_search_is_begun_by_its_options_and_resumed_by_its_folder_alone(
    cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert said in cli.refused("experiment", "tune", *options)
    assert list(tmp_path.iterdir()) == []


def test_a_search_is_resumed_from_everywhere_with_all_that_was_asked(
    cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Named where it was begun, with test data: the same numbers, though the call says nothing of them."""
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    file = arff(Path(), "four.arff", mlposition(4))
    first = tuned(cli, Path("r"), file, "--labels", "-4", "--test", file, "--seeds", "2", "--seed", "5")
    kept = timeless(tmp_path / "r")
    monkeypatch.chdir(tmp_path / "elsewhere")
    again = cli.piped("experiment", "tune", "--resume", "../r", "--json", "--quiet")

    assert again.status == 0, again.err
    assert json.loads(again.out) == {**first, "folder": "../r"}
    assert first["seeds"] == [5, 6]
    assert first["test"] is not None
    assert timeless(tmp_path / "r") == kept


def test_two_searches_are_kept_out_of_one_folder(cli: CommandLine, tmp_path: Path) -> None:
    folder = tmp_path / "r"
    folder.mkdir()
    with locked(folder):
        error = cli.refused("experiment", "tune", "mlposition4", "--out", folder)

    assert f"{folder}: another run is writing to this folder: process " in error


def test_a_search_that_failed_at_once_is_begun_anew(cli: CommandLine, tmp_path: Path) -> None:
    folder = tmp_path / "r"
    missing = cli.refused("experiment", "tune", tmp_path / "none.arff", "--labels", "1", "--out", folder)

    assert "none.arff: no such file" in missing
    assert tuned(cli, folder, "mlposition4")["data"] == "mlposition4"
