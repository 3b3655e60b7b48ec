"""One run at a time in a folder: two runs that write the same files would do all work twice, with different reports.

The lock is the operating system's, on a file that is open. It ends with the process that holds it, whatever ends that,
so that nothing is left to be removed after a kill. Readers need no lock, because files are complete at any moment.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Final

from mlslcs_ref.errors import OutputError

LOCK: Final = ".lock"
"""The file that is locked. It is never removed, because another process may just have opened it."""

if sys.platform == "win32":
    import msvcrt

    BEHIND: Final = 1 << 30
    """Where the locked byte is: on Windows no other process could read it."""

    def _take(file: IO[bytes]) -> None:
        file.seek(BEHIND)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError:
            raise BlockingIOError from None

else:
    import fcntl

    def _take(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock an existing folder for other runs, until the `with` block ends.

    Raises
    ------
    OutputError
        If another run holds it, its file system has no locks, or it cannot be written to.
    """
    try:
        # what the holder has written there is kept, and nothing is left to be written when it closes
        file = (folder / LOCK).open("a+b", buffering=0)
    except OSError as error:
        raise OutputError(error.strerror or str(error), str(folder / LOCK)) from None
    with file:
        try:
            _take(file)
        except BlockingIOError:
            raise OutputError(_held(file), str(folder)) from None
        except OSError as error:
            raise OutputError(
                f"the file system of this folder cannot lock files ({error.strerror or error}); use a folder on a "
                f"local disk, and copy it at the end",
                str(folder),
            ) from None
        _write(file, f"process {os.getpid()} on {platform.node()}, since {datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC")
        try:
            yield
        finally:
            _write(file, "")


def _held(file: IO[bytes]) -> str:
    file.seek(0)
    # empty in the moment in which it is taken or given back
    who = file.read(200).decode("utf-8", "replace") or "another process"
    return f"another run is writing to this folder: {who}; wait for its end, or end it, then continue with --resume"


def _write(file: IO[bytes], text: str) -> None:
    """Write who holds the lock, for messages only."""
    with suppress(OSError):
        file.truncate(0)
        file.write(text.encode("utf-8", "replace"))
        file.flush()
