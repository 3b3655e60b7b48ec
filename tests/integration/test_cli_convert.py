"""`convert`: what a file of another format cannot hold is said."""

from pathlib import Path

import pytest
from terminals import CommandLine

from mlslcs_ref.data import format_names
from mlslcs_ref.errors import OutputError


@pytest.mark.parametrize(("name", "lost"), [("out.svm", ("'l2'", "'b'")), ("out.xc", ()), ("out.arff", ())])
def test_what_is_0_in_every_row_is_not_lost_without_a_word(
    name: str, lost: tuple[str, ...], cli: CommandLine, tmp_path: Path
) -> None:
    """LIBSVM's format names what is not 0, and has no counts of attributes and labels."""
    (tmp_path / "t.csv").write_text("a,b,l1,l2\n1.5,0,1,0\n2.5,0,0,0\n3.5,0,1,0\n")
    outcome = cli.piped("convert", tmp_path / "t.csv", tmp_path / name, "--labels", "-2")
    _written, *said = outcome.err.splitlines()

    assert outcome.status == 0
    assert [line.rpartition(": ")[2] for line in said] == list(lost)


def test_labels_of_an_arff_file_that_could_not_be_written_do_not_stay_alone(
    cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: object, _data: bytes) -> None:
        raise OutputError("No space left on device", str(path))

    monkeypatch.setattr("mlslcs_ref.cli.training.convert.write_bytes", fail)
    outcome = cli.piped("convert", "toy6x4", tmp_path / "out.arff")

    assert outcome.status == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "argv",
    [
        ("run", "toy6x4", "--save", "-"),
        ("run", "toy6x4", "--checkpoint", "-"),
        ("run", "toy6x4", "--init", "-"),
        ("rules", "-"),
        ("compact", "m.json", "--save", "-"),
        ("compare", "-", "m.json"),
        ("report", "m.json", "--out", "-"),
        ("conform", "run", "--report", "-"),
        ("conform", "run", "--junit", "-"),
        ("conform", "fuzz", "--out", "-"),
        ("trace", "record", "-", "--out", "t.jsonl"),
        ("experiment", "run", "toy", "--out", "-"),
    ],
)
def test_a_lone_dash_names_no_file(
    argv: tuple[str, ...], cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read as data and written as the only output of a command, and nothing else."""
    monkeypatch.chdir(tmp_path)
    outcome = cli.piped(*argv)

    assert outcome.status == 2
    assert "'-'" in outcome.err
    assert list(tmp_path.iterdir()) == []


def test_a_lone_dash_as_the_only_output_is_standard_output(cli: CommandLine, tmp_path: Path) -> None:
    model = tmp_path / "m.json"
    cli.piped("run", "toy6x4", "--passes", "2", "--save", model)
    for argv in (("export", model, "json"), ("predict", model, "toy6x4")):
        assert cli.piped(*argv, "--out", "-").out == cli.piped(*argv).out

    for kind in format_names():
        shown = cli.piped("convert", "toy6x4", "-", "--to", kind)
        cli.piped("convert", "toy6x4", tmp_path / "written", "--to", kind)
        assert shown.status == 0
        assert shown.out == (tmp_path / "written").read_text()


def test_standard_input_is_read_once(cli: CommandLine) -> None:
    outcome = cli.piped("run", "-", "--test", "-", "--labels", "-1")

    assert outcome.status == 2
    assert "problem and test" in outcome.err
