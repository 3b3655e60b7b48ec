"""How much memory a table of numbers takes, said before it is made."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from mlslcs_ref.errors import DataError

MAX_CELLS: Final = 2**30
"""Each is looked at some times over, however little memory it takes."""
MAX_COLUMNS: Final = 2**19
"""What is known of a column takes half a KiB, and a sparse file of a few bytes can name the last of very many."""
GIB: Final = 2**30


def require_room(n_rows: int, n_columns: int, needed: int, file: str | None = None, line: int | None = None) -> None:
    """Refuse a table of numbers that has too many columns or cells, or needs more bytes than are free.

    Its last row stands in this line of the file.
    """
    if n_columns > MAX_COLUMNS:
        message = f"{n_columns} columns, and at most {MAX_COLUMNS} are taken; read a file from which some are left out"
        raise DataError(message, file, line)
    found = f"{n_rows} rows x {n_columns} columns"
    advice = "read fewer rows, or leave out columns"
    n_cells = n_rows * n_columns
    if n_cells > MAX_CELLS:
        raise DataError(f"{found} are {n_cells} cells, and the limit is {MAX_CELLS}; {advice}", file, line)
    free = free_memory()
    if free is not None and needed > free:
        raise DataError(
            f"{found} need {needed / GIB:.3f} GiB, as narrow as their numbers allow, and {free / GIB:.3f} GiB are "
            f"free; {advice}",
            file,
            line,
        )


def free_memory() -> int | None:
    """Return how many bytes this process may take besides those that it has, None if the system does not say."""
    found = [free for free in (_of_the_machine(), _of_the_process()) if free is not None]
    return min(found, default=None)


def _of_the_machine() -> int | None:
    with suppress(OSError, ValueError):
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            name, _colon, amount = line.partition(":")
            if name == "MemAvailable":
                return int(amount.split()[0]) * 1024
    return None


def _of_the_process() -> int | None:
    """Return what a limit on the address space, as of `ulimit -v`, leaves."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 - of Unix

        limit, _most = resource.getrlimit(resource.RLIMIT_AS)
        if limit != resource.RLIM_INFINITY:
            pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
            return max(0, limit - pages * resource.getpagesize())
    return None
