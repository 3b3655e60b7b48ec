"""Files that may hold anything are read with a limit, packed or not."""

import gzip
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest
from raising import raising
from unit.oracle.suites import suite

from mlslcs_ref import load_dataset, load_model, origin, save_arff, toy6x4
from mlslcs_ref.atomic import make_folder, write_text
from mlslcs_ref.errors import DataError, FileError, MlsLcsError, ModelError, PlanError, TraceError
from mlslcs_ref.experiments.grid.plan_file import load_plan
from mlslcs_ref.experiments.grid.store import load_results
from mlslcs_ref.experiments.results_page.folders import found_folders
from mlslcs_ref.experiments.tuning.document import load_tuned
from mlslcs_ref.experiments.tuning.search import load_search
from mlslcs_ref.oracle.known import load_known
from mlslcs_ref.oracle.report_file import read_report
from mlslcs_ref.oracle.runs import read_runs
from mlslcs_ref.oracle.suite import specs_folder
from mlslcs_ref.oracle.traces.files import open_trace
from mlslcs_ref.oracle.traces.recordings import open_recording
from mlslcs_ref.origin import Origin

ENDLESS = Path("/dev/zero")
endless = pytest.mark.skipif(not ENDLESS.exists(), reason="there is no file without an end")


def of(path: Path) -> Origin:
    return Origin(str(path), "a list", DataError)


@pytest.fixture(params=["plain", "packed"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    text = b'{"a": 1}\n[2, 3]\n'
    (tmp_path / "file").write_bytes(gzip.compress(text) if request.param == "packed" else text)
    return tmp_path / "file"


def test_a_file_is_read_whole_or_line_by_line(path: Path) -> None:
    assert of(path).read() == '{"a": 1}\n[2, 3]\n'
    assert list(of(path).records()) == [(1, {"a": 1}), (2, [2, 3])]


def test_a_file_or_line_beyond_the_limit_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file has 16 bytes, its longest line 9."""
    monkeypatch.setattr(origin, "MOST_BYTES", 9)

    assert len(list(of(path).records())) == 2
    with pytest.raises(DataError):
        of(path).read()
    monkeypatch.setattr(origin, "MOST_BYTES", 8)
    with raising(DataError, file=str(path), line=1):
        list(of(path).records())


def test_a_packed_file_that_unpacks_to_more_is_refused_at_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bomb.gz").write_bytes(gzip.compress(b" " * 1_000_000))
    monkeypatch.setattr(origin, "MOST_BYTES", 1000)

    with pytest.raises(DataError):
        of(tmp_path / "bomb.gz").read()


def test_a_packed_file_that_is_cut_anywhere_is_refused(tmp_path: Path) -> None:
    path, whole = tmp_path / "file", gzip.compress(b'{"a": 1}\n' * 100)
    for length in range(2, len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(DataError):
            of(path).read()
        with pytest.raises(DataError):
            list(of(path).records())


def test_a_packed_file_that_is_changed_anywhere_is_refused_or_the_same(tmp_path: Path) -> None:
    """It has a checksum and its length, which are the last eight bytes; a time, a name and a few bits mean nothing."""
    path = tmp_path / "file"
    whole = gzip.compress(b"".join(b'{"a": %d}\n' % number for number in range(400)))
    path.write_bytes(whole)
    found = list(of(path).records())
    for position in {*range(0, len(whole), 61), *range(len(whole) - 8, len(whole))}:
        path.write_bytes(whole[:position] + bytes([whole[position] ^ 0x40]) + whole[position + 1 :])
        try:
            assert list(of(path).records()) == found
            assert position < len(whole) - 8
        except DataError as error:
            assert error.file == str(path)


READERS: Final = [
    (load_model, ModelError),
    (load_plan, PlanError),
    (open_recording, TraceError),
    (open_trace, TraceError),
    (read_report, DataError),
    (read_runs, DataError),
    (lambda path: load_known(path, suite([]), date.max), DataError),
]
DEEP: Final = b"[" * 50_000
EMPTY: Final = (b"", b"\n")
CONTENTS: Final = (*EMPTY, b"x", b"\xff", b"{", DEEP, b"\x1f\x8b", *map(gzip.compress, (b"{", b"\xff", DEEP)))


@pytest.mark.parametrize(("read", "error"), READERS)
def test_what_is_no_file_of_its_kind_is_an_error_of_who_reads_it(
    read: Callable[[Any], object], error: type[FileError], tmp_path: Path
) -> None:
    """But that a file of no known failures is empty."""
    path = tmp_path / "file"
    for content in CONTENTS if read is not READERS[-1][0] else CONTENTS[len(EMPTY) :]:
        path.write_bytes(content)
        with raising(error, file=str(path)):
            read(path)
    for place in (tmp_path, tmp_path / "nowhere"):
        with raising(error, file=str(place)):
            read(place)


@endless
def test_a_file_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(origin, "MOST_BYTES", 10_000)

    with pytest.raises(DataError):
        of(ENDLESS).read()
    with pytest.raises(DataError):
        list(of(ENDLESS).records())


@pytest.mark.parametrize("name", ["x" * 300, "x" * 300 + ".json", "a\0b", "a\0b.json"])
def test_a_name_that_no_file_can_have_is_an_error_of_ours(name: str) -> None:
    readers: list[Callable[[str], object]] = [
        *(load_plan, load_results, read_report, read_runs, open_trace, open_recording, load_model, load_dataset),
        *(
            lambda name: load_plan(Path(name)),
            lambda name: load_search(Path(name)),
            lambda name: load_tuned(Path(name)),
        ),
        *(specs_folder, lambda name: found_folders([name])),
    ]
    for read in readers:
        with pytest.raises(MlsLcsError):
            read(name)
    for write in (lambda name: save_arff(toy6x4(), name), lambda name: write_text(name, ""), make_folder):
        with pytest.raises(MlsLcsError):
            write(name)
