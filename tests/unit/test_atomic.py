"""Files are written whole or not at all."""

import errno
import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import pytest
from folders import Write
from raising import raising

from mlslcs_ref.atomic import make_folder, require_writable, write_text
from mlslcs_ref.errors import OutputError

FULL: Final = Path("/dev/full")
NULL: Final = Path("/dev/null")
MEMORY: Final = Path("/dev", "shm")
TEXT: Final = "é\nnew\n"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A file that holds something, in a folder of its own."""
    path = tmp_path / "model.json"
    path.write_bytes(b"old\n")
    return path


def assert_untouched(old: Path) -> None:
    """The file holds what it held, and nothing is beside it."""
    assert old.read_bytes() == b"old\n"
    assert names(old.parent) == ["model.json"]


def refused(path: Path | str) -> OutputError:
    """Return the error of a file that cannot be written, which names it."""
    with raising(OutputError, file=str(path)) as caught:
        write_text(path, TEXT)
    return caught.value


def test_text_is_written_in_utf_8_with_line_feeds(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    write_text(path, TEXT)
    write_text(str(tmp_path / "again.json"), TEXT)

    assert path.read_bytes() == (tmp_path / "again.json").read_bytes() == b"\xc3\xa9\nnew\n"
    assert names(tmp_path) == ["again.json", "model.json"]


def test_a_file_is_replaced_by_another_one_and_who_reads_it_keeps_the_old_text(old: Path) -> None:
    with old.open("rb") as reader:
        write_text(old, TEXT)
        assert reader.read() == b"old\n"

    assert old.read_text(encoding="utf-8") == TEXT
    assert names(old.parent) == ["model.json"]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o664, 0o755])
def test_permissions_of_a_file_stay(old: Path, mode: int) -> None:
    old.chmod(mode)
    write_text(old, TEXT)

    assert stat.S_IMODE(old.stat().st_mode) == mode


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_permissions_of_a_new_file_are_those_that_the_mask_leaves(tmp_path: Path, mask: int, mode: int) -> None:
    before = os.umask(mask)
    try:
        write_text(tmp_path / "new.json", TEXT)
        assert os.umask(mask) == mask
    finally:
        os.umask(before)

    assert stat.S_IMODE((tmp_path / "new.json").stat().st_mode) == mode


def test_a_link_stays_a_link(old: Path, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    link, relative = folder / "link.json", folder / "relative.json"
    link.symlink_to(old)
    relative.symlink_to(Path("..") / "model.json")
    write_text(link, TEXT)
    assert old.read_text(encoding="utf-8") == TEXT
    write_text(relative, "newer\n")

    assert link.is_symlink()
    assert relative.is_symlink()
    assert old.read_text(encoding="utf-8") == "newer\n"
    assert names(folder) == ["link.json", "relative.json"]


def test_a_link_to_nothing_makes_the_file_that_it_names(tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "target.json")
    write_text(link, TEXT)

    assert link.is_symlink()
    assert (tmp_path / "target.json").read_text(encoding="utf-8") == TEXT


def test_a_link_into_a_missing_directory_is_an_error(tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "missing" / "target.json")
    refused(link)

    assert names(tmp_path) == ["link.json"]


def test_links_in_a_circle_name_no_file(tmp_path: Path) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    first.symlink_to(second)
    second.symlink_to(first)
    refused(first)

    assert first.is_symlink()
    assert second.is_symlink()


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), OSError("no reason")])
@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failure_leaves_what_was_there(old: Path, monkeypatch: pytest.MonkeyPatch, step: str, error: OSError) -> None:
    """When the disk is full, and when the renaming fails."""

    def fail(*_arguments: object) -> None:
        raise error

    if step == "fsync":
        monkeypatch.setattr(os, "fsync", fail)
    else:
        monkeypatch.setattr(Path, "replace", fail)
    caught = refused(old)
    monkeypatch.undo()

    assert caught.message in ("No space left on device", "no reason")
    assert_untouched(old)


def test_an_interruption_leaves_what_was_there_too(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_handle: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_text(old, TEXT)

    assert_untouched(old)


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="a file without a name is had on Linux alone")
def test_a_kill_leaves_what_was_there_and_nothing_else(old: Path) -> None:
    """The process ends when all is written and nothing is renamed."""
    script = (
        "import os, sys; from mlslcs_ref.atomic import write_text; os.fsync = os._exit; write_text(sys.argv[1], 'x')"
    )
    subprocess.run([sys.executable, "-c", script, str(old)], check=False)

    assert_untouched(old)


def test_a_file_system_that_knows_no_files_without_names_is_written_to_all_the_same(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    write_text(old, TEXT)

    assert old.read_text(encoding="utf-8") == TEXT
    assert names(old.parent) == ["model.json"]


@pytest.mark.skipif(not os.access(MEMORY, os.W_OK), reason="there is no memory that is used as a disk")
def test_a_disk_in_memory_is_no_device() -> None:
    with tempfile.TemporaryDirectory(dir=MEMORY) as name:
        write_text(Path(name, "model.json"), TEXT)
        write_text(Path(name, "model.json"), "newer\n")

        assert names(Path(name)) == ["model.json"]
        assert Path(name, "model.json").read_text(encoding="utf-8") == "newer\n"


def test_text_that_utf_8_cannot_hold_leaves_what_was_there(old: Path) -> None:
    """Half of a pair of surrogates, as JSON may spell it."""
    with pytest.raises((OutputError, UnicodeEncodeError)):
        write_text(old, "half \ud800")

    assert_untouched(old)


@pytest.mark.skipif(not NULL.exists(), reason="the system has no /dev/null")
def test_a_device_is_written_directly_and_stays(tmp_path: Path) -> None:
    write_text(NULL, TEXT)
    link = tmp_path / "link"
    link.symlink_to(NULL)
    write_text(link, TEXT)

    assert stat.S_ISCHR(NULL.stat().st_mode)
    assert link.is_symlink()


@pytest.mark.skipif(not FULL.exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("size", [1, 100_000])
def test_a_full_device_is_an_error(size: int) -> None:
    """It may show only when the file is closed."""
    with raising(OutputError, file=str(FULL)):
        write_text(FULL, "x" * size)

    assert stat.S_ISCHR(FULL.stat().st_mode)


def test_a_pipe_is_written_directly(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_text(pipe, TEXT)
        assert os.read(reader, 100) == TEXT.encode()
    finally:
        os.close(reader)

    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize("name", ["missing/model.json", "missing/again/model.json", "model.json/model.json", ""])
def test_a_missing_directory_a_file_in_its_place_and_a_directory_itself_are_no_files(old: Path, name: str) -> None:
    path = old.parent / name
    with raising(OutputError, file=str(path)) as caught:
        require_writable(path)

    assert "directory" in caught.value.message
    refused(path)
    assert_untouched(old)


def test_a_read_only_directory_is_an_error_before_any_work_is_done(old: Path) -> None:
    old.parent.chmod(0o555)
    try:
        if os.access(old.parent, os.W_OK):
            pytest.skip("this user may write everywhere")
        for path in (old, old.parent / "new.json"):
            with raising(OutputError, file=str(path)):
                require_writable(path)
            refused(path)
        assert old.read_bytes() == b"old\n"
    finally:
        old.parent.chmod(0o755)


def test_the_check_before_the_work_leaves_nothing_behind(old: Path) -> None:
    require_writable(old)
    require_writable(str(old.parent / "new.json"))

    assert_untouched(old)


@pytest.mark.parametrize("name", ["[x] y.json", "é.json", "a" * 250, "é" * 120, ".hidden", "-"])
def test_a_file_may_have_any_name(tmp_path: Path, name: str) -> None:
    write_text(tmp_path / name, TEXT)

    assert names(tmp_path) == [name]


def test_a_relative_path_starts_at_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_text("model.json", TEXT)
    write_text(Path("again.json"), TEXT)

    assert names(tmp_path) == ["again.json", "model.json"]


def test_a_stream_of_the_process_is_written_to_and_not_replaced(write: Write, tmp_path: Path) -> None:
    """Behind /dev/fd/N may stand a file that somebody else has begun."""
    log = write("precious\n", "log.txt")
    with log.open("a", encoding="utf-8") as stream:
        write_text(f"/dev/fd/{stream.fileno()}", "more\n")

    assert log.read_text(encoding="utf-8") == "precious\nmore\n"
    assert list(tmp_path.iterdir()) == [log]


def test_a_name_that_no_folder_takes_is_refused_before_work_is_done(tmp_path: Path) -> None:
    for path in ("", tmp_path / ("a" * 300)):
        with raising(OutputError, file=str(path)):
            require_writable(path)


def test_a_folder_that_is_gone_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()

    assert refused("model.json").message == "No such file or directory"


@pytest.mark.parametrize("below", ["", "a", "a/b"])
def test_a_file_in_the_way_of_a_folder_is_named(below: str, write: Write) -> None:
    file = write("kept", "plain")
    with raising(OutputError, file=str(file)):
        make_folder(file / below)

    assert file.read_text() == "kept"


def test_a_folder_of_a_name_that_is_too_long_cannot_be_made(tmp_path: Path) -> None:
    folder = tmp_path / ("x" * 300)
    with raising(OutputError, file=str(folder)):
        make_folder(folder)
