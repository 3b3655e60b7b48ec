"""Writing files that are either whole or not there."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from os import PathLike
from pathlib import Path
from typing import IO, Final

from mlslcs_ref._given import brief, require_given
from mlslcs_ref.errors import OutputError, SettingsError

OPEN_FILES: Final = Path("/proc/self/fd")


def require_path(name: str, value: object, what: str = "a file") -> None:
    """Refuse an argument that is not the path of anything."""
    require_given(name, value, (str, PathLike), f"the path of {what}")
    if not str(value) or "\0" in str(value):
        raise SettingsError(name, f"the path of {what}", brief(value))


def require_writable(path: str | PathLike[str]) -> None:
    """Check, before work is done for it, that a file can be written, in a directory that is there."""
    try:
        require_path("path", path)
        fault = _fault(path)
    except SettingsError as error:
        named = f"{path:.60}" if isinstance(path, str) else error.found
        raise OutputError(f"expected {error.expected}, found {error.found}", named) from None
    except OSError as error:
        # a name that is too long, a current folder that is gone
        fault = error.strerror or str(error)
    if fault is not None:
        raise OutputError(fault, str(path))


def require_writable_in(folder: Path, name: str) -> None:
    """Check, before any work is done, that a file can be written to a folder, which may have to be made."""
    # these say no of a name too long
    if os.path.isdir(folder):  # noqa: PTH112
        require_writable(folder / name)
    elif os.path.exists(folder):  # noqa: PTH110
        raise OutputError("expected a directory for the page, found a file", str(folder))
    else:
        require_writable(folder)


def make_folder(folder: str | PathLike[str]) -> None:
    """Make a folder and those that it stands in, if they are not there."""
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        in_the_way = next((place for place in (path, *path.parents) if place.exists() and not place.is_dir()), path)
        raise OutputError("expected a folder, found a file; choose another name", str(in_the_way)) from None
    except (OSError, ValueError) as error:
        # ValueError: a NUL character in the name
        raise OutputError(getattr(error, "strerror", None) or str(error), str(folder)) from None


def _fault(path: str | PathLike[str]) -> str | None:
    """Say why a file cannot be written, as far as can be told beforehand."""
    if not str(path):
        return "expected the name of a file, found nothing"
    if str(path).endswith(("/", os.sep)):
        return "expected the name of a file, found that of a folder"
    target = _target(path)
    if target.is_symlink() and not _is_special(target):
        return "expected a file to write, found links in a circle"
    if os.path.isdir(target):  # noqa: PTH112
        return "expected a file to write, found a directory"
    if not target.parent.is_dir():
        return "the directory does not exist; create it first"
    place = target if _is_special(target) else target.parent
    return None if os.access(place, os.W_OK) else "no permission to write here"


def write_text(path: str | PathLike[str], text: str) -> None:
    """Write UTF-8 text to a temporary file beside `path`, then rename it.

    What was there before is unchanged if that fails. Devices and pipes are written directly, and a link stays a link.
    """
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise OutputError(str(error), str(path)) from None
    write_bytes(path, data)


def write_bytes(path: str | PathLike[str], data: bytes) -> None:
    """Write bytes, as `write_text` does text."""
    require_writable(path)
    target = _target(path)
    try:
        if _is_special(target):
            # appending, for a stream may be a file that somebody else has begun
            with target.open("ab") as stream:
                write_whole(stream, data)
        else:
            _replace(target, data)
    except OSError as error:
        raise OutputError(error.strerror or str(error), str(path)) from None


def write_whole(stream: IO[bytes], data: bytes) -> None:
    """Write bytes to a stream to the last of them; one without a buffer, as under `python -u`, may take a part alone.

    Raises
    ------
    OSError
        If they cannot all be written.
    """
    left = memoryview(data)
    while left:
        written = stream.write(left)
        if not written:
            # a pipe that does not wait; the stream of a test says nothing
            raise OSError(errno.EAGAIN, "the file could only be written in part")
        left = left[written:]
    stream.flush()


def _target(path: str | PathLike[str]) -> Path:
    """Return the file behind links, but a device or stream as it is named."""
    named = Path(path)
    return named if _is_special(named) else Path(os.path.realpath(path))


def _is_special(path: Path) -> bool:
    # a stream of the process, as /dev/stdout, may well be a file behind its name
    folder = path.absolute().parent.as_posix()
    if folder in {"/dev", "/dev/fd"} or f"{folder}/".startswith("/proc/"):
        return True
    # of a name too long it says no
    return os.path.exists(path) and not stat.S_ISREG(path.stat().st_mode)  # noqa: PTH110


def _replace(target: Path, data: bytes) -> None:
    mode = stat.S_IMODE(target.stat().st_mode) if os.path.exists(target) else None  # noqa: PTH110
    # known before it is made, so that whatever ends the writing, a signal too, knows what to remove
    draft = target.with_name(f".{target.name[:50]}.{os.urandom(8).hex()}")
    try:
        handle, is_named = _open_draft(draft, 0o666 if mode is None else mode)
        with os.fdopen(handle, "wb") as file:
            write_whole(file, data)
            os.fsync(file.fileno())
            if not is_named:
                # a path that is whole needs no folder; given one, Python follows the link, which it must
                os.link(OPEN_FILES / str(handle), draft, src_dir_fd=handle)
        if mode is not None:
            draft.chmod(mode)
        draft.replace(target)
    except BaseException:
        # after the rename there is none
        draft.unlink(missing_ok=True)
        raise


def _open_draft(draft: Path, permissions: int) -> tuple[int, bool]:
    """Open the draft of a file, and tell whether it has a name. Without one, nothing is left behind after a kill."""
    nameless = getattr(os, "O_TMPFILE", None)
    if nameless is not None and OPEN_FILES.is_dir():
        # not every file system can
        with suppress(OSError):
            return os.open(draft.parent, os.O_WRONLY | nameless, permissions), False
    return os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, permissions), True
