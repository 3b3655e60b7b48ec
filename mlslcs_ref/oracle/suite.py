"""The suite: vectors, how their answers are compared, and the clauses that they pin down."""

from __future__ import annotations

import atexit
import gc
import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final
from zipfile import ZipFile

from mlslcs_ref._meant import did_you_mean
from mlslcs_ref.errors import DataError, UsageError
from mlslcs_ref.oracle.vectors.comparison import Comparison
from mlslcs_ref.oracle.vectors.files import Vector, load_comparisons, load_vectors
from mlslcs_ref.origin import Origin

HEADING: Final = re.compile(r"##\s+([A-Z]{3}-[0-9A-Z]+)\b[\s:.]*(.*)")
PACKAGE: Final = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Clause:
    """A clause of the specification."""

    id: str
    """As `UPD-3`."""
    title: str
    """Its heading, without the id."""
    text: str
    """What stands below the heading."""


@dataclass(frozen=True)
class Suite:
    """Everything in a specification that implementations are tested with."""

    folder: Path
    """The specification."""
    vectors: tuple[Vector, ...]
    """Sorted by file, in the order of each file."""
    comparisons: Mapping[str, Comparison]
    """By format."""
    clauses: Mapping[str, Clause]
    """By id, in the order of the files."""
    version: str
    """What the file `VERSION` says."""
    sha256: str
    """Of `index.json`, which changes with every vector."""

    def selected(self, select: Sequence[str] = (), skip: Sequence[str] = ()) -> tuple[Vector, ...]:
        """Return the vectors that one of the globs `select` matches (by default all) and none of `skip`."""
        for glob in [*select, *skip]:
            self.require_match(glob)
        return tuple(
            vector
            for vector in self.vectors
            if (not select or any(matches(glob, vector) for glob in select))
            and not any(matches(glob, vector) for glob in skip)
        )

    def require_match(self, glob: str) -> None:
        """Check that a glob matches a vector."""
        if not any(matches(glob, vector) for vector in self.vectors):
            raise UsageError(f"no vector matches {glob!r}{self.nearest(glob)}")

    def nearest(self, name: str) -> str:
        """Return the suggestion of an id that is written much like `name`; an empty text if there is none."""
        known = [*(vector.id for vector in self.vectors), *self.comparisons, *self.clauses]
        return did_you_mean(name, known)


def matches(glob: str, vector: Vector) -> bool:
    """Tell whether a glob matches a vector: its id, a former id, the beginning of one of them, or one of its clauses.

    `*` stands for any text, slashes included; `update` and `update/steps` match all that stands below them.
    """
    names = (vector.id, *vector.aliases)
    return any(fnmatchcase(name, glob) or fnmatchcase(name, f"{glob}/*") for name in names) or any(
        fnmatchcase(clause, glob) for clause in vector.clauses
    )


def specs_folder(given: str | Path | None = None) -> Path:
    """Return the folder of the specification: the given one, that of the package, or that of the repository."""
    places = [_packaged(), PACKAGE.parent / "specs"] if given is None else [Path(given)]
    for place in places:
        # of a name too long too
        if os.path.isfile(place / "index.json") and os.path.isdir(place / "vectors"):  # noqa: PTH112, PTH113
            return place
    message = "expected a specification with index.json and vectors, found none; name it with --specs"
    raise DataError(message, str(given or places[-1]))


def _packaged() -> Path:
    """Return the folder of the specification in the package; from a zip archive it is unpacked for this process."""
    archive = getattr(__spec__.loader, "archive", None)
    if archive is None:
        return PACKAGE / "specs"
    folder = Path(tempfile.mkdtemp(prefix="mlslcs_ref-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    inside = (PACKAGE / "specs").relative_to(archive).as_posix()
    with ZipFile(archive) as file:
        file.extractall(folder, [name for name in file.namelist() if name.startswith(f"{inside}/")])
    return folder / inside


def load_suite(folder: Path) -> Suite:
    """Read a specification."""
    with _uncollected():
        vectors = tuple(load_vectors(folder))
    comparisons = load_comparisons(folder)
    strange = [vector.id for vector in vectors if vector.format not in comparisons]
    if strange:
        raise DataError(f"expected a schema of every format, found none for {strange[0]}", str(folder / "schema"))
    clauses = {
        clause.id: clause for path in sorted(folder.glob("clauses/*.md")) for clause in clauses_of(page_text(path))
    }
    sha256 = hashlib.sha256(page_text(folder / "index.json").encode()).hexdigest()
    return Suite(folder, vectors, comparisons, clauses, page_text(folder / "VERSION").strip(), sha256)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Turn garbage collection off: it took half of the time while millions of numbers were read, and found nothing."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def clauses_of(text: str) -> Iterator[Clause]:
    """Yield the clauses of a chapter in Markdown: each begins with a heading `## UPD-3 title`."""
    lines = text.splitlines()
    starts = [number for number, line in enumerate(lines) if re.match(r"#{1,2}\s", line)]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        found = HEADING.fullmatch(lines[start])
        if found:
            yield Clause(found[1], found[2].strip(), "\n".join(lines[start + 1 : end]).strip("\n"))


def page_text(path: Path) -> str:
    """Return the text of a file of a specification."""
    return Origin(str(path), "a file of a specification", DataError).read()
