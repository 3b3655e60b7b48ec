"""Files that tests write, and folders of results, without what is another at another time."""

from collections.abc import Callable
from pathlib import Path

Write = Callable[..., Path]
"""The fixture `write`: from the text of a file, and its name, to its path."""


def timeless(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder by its path, without the lines that tell how long something took."""
    return {
        file.relative_to(folder).as_posix(): b"\n".join(
            line for line in file.read_bytes().splitlines() if b'"seconds"' not in line
        )
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def units(folder: Path) -> dict[str, bytes]:
    """Return the files of the units of a run."""
    return timeless(folder / "units")
