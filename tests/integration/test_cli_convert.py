"""`convert`: what a file of another format cannot hold is said."""

import gzip
import shlex
from pathlib import Path

import numpy as np
import pytest
from terminals import CommandLine

from mlslcs_ref.data.formats.registry import format_names
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.problems import mlposition
from mlslcs_ref.errors import DataWarning, OutputError


@pytest.mark.parametrize(
    ("name", "lost"),
    [
        ("out.svm", ("'a' is 'x1', 'b' is 'x2', 'l1' is '1', 'l2' is '2'", "'l2'", "'b'")),
        ("out.xc", ("'a' is 'x0', 'b' is 'x1', 'l1' is '0', 'l2' is '1'",)),
        ("out.arff", ()),
    ],
)
def test_what_is_0_in_every_row_is_not_lost_without_a_word(
    name: str, lost: tuple[str, ...], cli: CommandLine, tmp_path: Path
) -> None:
    """LIBSVM's format names what is not 0, and has no counts of attributes and labels. Sparse formats have no names."""
    (tmp_path / "t.csv").write_text("a,b,l1,l2\n1.5,0,1,0\n2.5,0,0,0\n3.5,0,1,0\n")
    outcome = cli.piped("convert", tmp_path / "t.csv", tmp_path / name, "--labels", "-2")
    _written, *said = outcome.err.splitlines()

    assert outcome.status == 0
    assert [line.rpartition(": ")[2] for line in said] == list(lost)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("o.arff", "arff"),
        ("o.dat", "keel"),
        ("o.TSV", "csv"),
        ("o.csv.gz", "csv"),
        ("o.xc", "extreme"),
        ("o.svm", "libsvm"),
    ],
)
def test_a_format_that_the_name_tells_is_named(name: str, kind: str, cli: CommandLine, tmp_path: Path) -> None:
    guessed = cli.piped("convert", "toy6x4", tmp_path / name).err.splitlines()[0]
    said = cli.piped("convert", "toy6x4", tmp_path / name, "--to", kind).err.splitlines()[0]

    assert f" {kind}," in guessed
    assert f" {kind}," not in said


@pytest.mark.parametrize("name", ["o", "o.xlsx", "o.csv.zip", "o.gz"])
def test_a_name_that_tells_no_format_is_refused_with_those_there_are(
    name: str, cli: CommandLine, tmp_path: Path
) -> None:
    message = cli.refused("convert", "toy6x4", tmp_path / name)

    assert all(kind in message for kind in (*format_names(), "--to", ".arff", ".tsv"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["o.arff", "o.csv", "o.svm", "o.txt", "o.dat"])
@pytest.mark.parametrize("kind", ["arff", "csv", "keel", "libsvm"])
def test_what_is_said_of_reading_a_file_reads_it(kind: str, name: str, cli: CommandLine, tmp_path: Path) -> None:
    """Also where the name is that of a file of another format."""
    said = cli.piped("convert", "mlposition3", tmp_path / name, "--to", kind).err.splitlines()[0]
    options = shlex.split(said.partition("; read it with ")[2])
    again = cli.piped("convert", tmp_path / name, tmp_path / "again.csv", *options)

    assert again.status == 0
    assert load_dataset(tmp_path / "again.csv", -3, header=True).Y.tolist() == mlposition(3).Y.tolist()


def test_labels_of_an_arff_file_that_could_not_be_written_do_not_stay_alone(
    cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: object, _data: bytes) -> None:
        raise OutputError("No space left on device", str(path))

    monkeypatch.setattr("mlslcs_ref.cli.training.convert.write_bytes", fail)
    cli.refused("convert", "toy6x4", tmp_path / "out.arff")
    assert list(tmp_path.iterdir()) == []


CELLS = (
    ("54", "31.12.2021", "2021-12-31T09:30", "1.5"),
    ("-3", "01.01.1969", "2021-12-31", "1e+16"),
    ("", "", "", ""),
    ("9007199254740991", "13.02.2020", "1969-12-31T23:59:59.500000", "0.25"),
)


@pytest.mark.parametrize("name", ["out.csv", "out.csv.gz", "out.tsv"])
def test_separated_values_keep_whole_numbers_and_dates(name: str, cli: CommandLine, tmp_path: Path) -> None:
    """Dates as every country reads them; read again, the data are the same."""
    text = "".join(",".join((*row, str(place % 2))) + "\n" for place, row in enumerate(CELLS))
    (tmp_path / "t.csv").write_text("whole,day,time,other,l\n" + text)
    outcome = cli.piped("convert", tmp_path / "t.csv", tmp_path / name, "--labels", "-1")
    raw = (tmp_path / name).read_bytes()
    written = (gzip.decompress(raw) if name.endswith("gz") else raw).decode().replace("\t", ",").splitlines()
    with pytest.warns(DataWarning):
        before, after = (load_dataset(tmp_path / one, labels=["l"]) for one in ("t.csv", name))

    assert outcome.status == 0
    assert "days since" not in outcome.err.rpartition("note:")[2].partition("\n")[2]
    assert [line.split(",")[:4] for line in written[1:]] == [
        [cell or "?" for cell in (whole, "-".join(day.split(".")[::-1]), time, other)]
        for whole, day, time, other in CELLS
    ]
    assert after.schema == before.schema
    np.testing.assert_array_equal(after.X, before.X)


@pytest.mark.parametrize("name", ["out.arff", "out.svm", "out.dat"])
def test_dates_that_are_written_as_days_are_told(name: str, cli: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("day,l\n2021-12-31,0\n2021-12-30,1\n")
    outcome = cli.piped("convert", tmp_path / "t.csv", tmp_path / name, "--labels", "-1")

    assert outcome.status == 0
    assert "'day'" in outcome.err.splitlines()[-1]
    assert "days since 1970-01-01" in outcome.err.splitlines()[-1]


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
    assert "'-'" in cli.refused(*argv)
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
    assert "problem and test" in cli.refused("run", "-", "--test", "-", "--labels", "-1")


def test_a_conversion_says_what_it_reads_otherwise_and_gives_no_advice_on_learning(
    cli: CommandLine, tmp_path: Path
) -> None:
    rows = "".join(f"C{row},{row},2024-03-{row + 10:02},{'NA' if row == 3 else row}.5,{row % 2}\n" for row in range(21))
    (tmp_path / "t.csv").write_text("customer,id,day,x,l\n" + rows)
    call = (tmp_path / "t.csv", "--labels", "-1")
    converted = cli.piped("convert", call[0], tmp_path / "o.csv", *call[1:])
    learned = cli.piped("run", *call, "--profile", "paper", "--passes", "1")
    notes = [
        [name for name in ("'customer'", "'id'", "'day'", "'x'") if f": {name} " in outcome.err]
        for outcome in (converted, learned)
    ]

    assert notes == [["'x'"], ["'customer'", "'id'", "'day'", "'x'"]]
