"""Checkpoints: a run in progress as a JSON file, from which it is resumed and ends as if nothing had happened.

A file is written whole or not at all, and says which run it is of: data, settings, seed, stream, what the run started
from, and which code did it: the version of the package and of the specification, and a digest of the sources, as a
version stays the same while sources are changed. No other run is resumed from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from mlslcs_ref._build import SPECIFICATION, __version__
from mlslcs_ref._code import this_code
from mlslcs_ref._given import brief
from mlslcs_ref.atomic import write_text
from mlslcs_ref.errors import CheckpointError, OutputError
from mlslcs_ref.learning.history import COUNTED
from mlslcs_ref.learning.snapshot import RuleState, Snapshot
from mlslcs_ref.learning.training import Kept
from mlslcs_ref.origin import Origin
from mlslcs_ref.rulesets.context import RuleContext
from mlslcs_ref.rulesets.model_document import digest_of_document, document_text, rules_document
from mlslcs_ref.rulesets.model_file import ruleset_of_file
from mlslcs_ref.rulesets.pass_record import PassRecord, pass_document, pass_of_file
from mlslcs_ref.untrusted import Untrusted

FORMAT: Final = "mlslcs_ref.checkpoint"
VERSION: Final = 2
MOST: Final = 2**53
_DIGEST: Final = re.compile("[0-9a-f]{12,64}")
_FIELDS: Final = ("format", "version", "digest", "run", "place", "called", "counts", "history", "best", "rules")
_PLACE: Final = ("steps", "draws", "now", "last_serial", "deletions_commenced", "centroids")


def checkpoint_file(folder: str | Path, run: int) -> Path:
    """Return the file of a run, counted from 1, in a folder of checkpoints."""
    return Path(folder, f"run-{run}.json")


@dataclass(frozen=True)
class Best:
    """The result of a run after the pass that was best on the rows held out."""

    number: int
    """The pass."""
    kept: Kept
    """The rules."""


@dataclass(frozen=True)
class Checkpoint:
    """A run in progress."""

    snapshot: Snapshot
    """The run itself."""
    called: bool = True
    """Whether the callbacks that are due after its last step have returned."""
    records: Sequence[PassRecord] = ()
    """How it went so far."""
    counts: Mapping[str, int] | None = None
    """Events of the pass in progress."""
    best: Best | None = None
    """The best pass, if rows are held out and the best is kept."""


class Stored:
    """The file of a run's checkpoints.

    Parameters
    ----------
    file : Path
        The file, in a folder that is there.
    run : mapping of str to object
        Which run it is: plain values, as JSON has them. What code this is is added.
    """

    def __init__(self, file: Path, run: Mapping[str, Any]) -> None:
        self.file = file
        self._mine: tuple[int, int] | None = None
        code = {f"code of {part}": said for part, said in this_code().of_run().items()}
        versions = {"version of the package": __version__, "version of the specification": SPECIFICATION}
        self._run = {**run, **versions, **code}

    def write(self, checkpoint: Checkpoint) -> None:
        """Write a checkpoint in place of the one before.

        Raises
        ------
        OutputError
            If it cannot be written, or if another process writes its checkpoints there at the same time; the
            checkpoint before is still there.
        """
        if self._now() not in {None, self._mine}:
            raise OutputError("another run is writing its checkpoints here; choose another folder", str(self.file))
        snapshot, best = checkpoint.snapshot, checkpoint.best
        place = {name: getattr(snapshot, name) for name in _PLACE}
        place["centroids"] = None if snapshot.centroids is None else list(snapshot.centroids)
        found: dict[str, Any] = {"run": self._run, "place": place}
        found |= {"called": checkpoint.called, "counts": checkpoint.counts}
        found["history"] = [pass_document(record) for record in checkpoint.records]
        found["best"] = None if best is None else _best_document(best)
        found["rules"] = [state._asdict() for state in snapshot.rules]
        try:
            write_text(self.file, document_text(FORMAT, VERSION, found))
        finally:
            # a signal may come behind the renaming
            self._mine = self._now()

    def _now(self) -> tuple[int, int] | None:
        """Return what tells the file that is there from every other, None if there is none."""
        with suppress(OSError):
            found = self.file.stat()
            return found.st_ino, found.st_mtime_ns
        return None

    def read(self, context: RuleContext) -> Checkpoint:
        """Return the checkpoint.

        Raises
        ------
        CheckpointError
            If it cannot be read, is damaged, or is of another run.
        """
        self._mine = self._now()
        origin = Origin(str(self.file), "a checkpoint", CheckpointError)
        root = Untrusted.json(origin.read(), origin)
        if root.mapping().get("format") != FORMAT:
            raise origin.fault(f"expected a checkpoint (format {FORMAT!r}), found another document")
        if root.field("version").integer(0) != VERSION:
            raise root.field("version").error(f"{VERSION}, as written by this version of the package")
        root.only(_FIELDS)
        said = {name: value for name, value in root.mapping().items() if name not in {"format", "version", "digest"}}
        if root.field("digest").value != digest_of_document(said):
            raise origin.fault("it is damaged, or was edited after it was written; start the run again")
        found = root.field("run").mapping()
        for name, here, there in _differences(self._run, found):
            raise origin.fault(
                f"it belongs to another run: {name} {_told_apart(here, there)}; resume it with the data and arguments "
                "of the first call, or start again in another folder",
                place=f"run.{name}",
            )
        return _checkpoint(root, context)


def _differences(here: Mapping[str, Any], there: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    for name in dict.fromkeys([*here, *there]):
        ours, theirs = here.get(name), there.get(name)
        if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
            yield from _differences(ours, theirs)
        elif ours != theirs:
            yield name, ours, theirs


def _told_apart(here: Any, there: Any) -> str:
    """Return in words how a fact differs; what a digest is of says more than its digits."""
    given = [value for value in (here, there) if value is not None]
    if all(isinstance(value, Mapping) or (isinstance(value, str) and _DIGEST.fullmatch(value)) for value in given):
        return "is another one there" if given[1:] else "is there, but not here" if here is None else "is not there"
    return f"is {_shown(there)} there and {_shown(here)} here"


def _shown(value: Any) -> str:
    return "none" if value is None else brief(value)


def _best_document(best: Best) -> dict[str, Any]:
    kept = best.kept
    told = {"number": best.number, "steps": kept.steps, "draws": kept.draws, "crc32": kept.crc32}
    return {**told, "rules": rules_document(kept.ruleset)}


def _checkpoint(root: Untrusted, context: RuleContext) -> Checkpoint:
    place = root.field("place")
    place.only(_PLACE)
    last_serial = place.field("last_serial").integer(0, MOST)
    snapshot = Snapshot(
        steps=place.field("steps").integer(0, MOST),
        draws=place.field("draws").integer(0, MOST),
        now=place.field("now").integer(0, MOST),
        last_serial=last_serial,
        deletions_commenced=place.field("deletions_commenced").boolean(),
        centroids=_centroids(place.field("centroids")),
        rules=tuple(_rule_state(node, context, last_serial) for node in root.field("rules").items()),
    )
    counts = root.field("counts")
    best = root.field("best")
    return Checkpoint(
        snapshot,
        root.field("called").boolean(),
        tuple(pass_of_file(node, number) for number, node in enumerate(root.field("history").items(), start=1)),
        None if counts.value is None else {name: counts.field(name).integer(0, MOST) for name in COUNTED.values()},
        None if best.value is None else _best(best, context),
    )


def _centroids(node: Untrusted) -> tuple[int, int] | None:
    if node.value is None:
        return None
    items = node.items()
    if len(items) != 2:
        raise node.error("two numbers")
    return items[0].integer(0, MOST), items[1].integer(0, MOST)


def _rule_state(node: Untrusted, context: RuleContext, last_serial: int) -> RuleState:
    node.only(RuleState._fields)
    bits = node.field("bits").text()
    if len(bits) != context.layout.size or set(bits) - set("01"):
        raise node.field("bits").error(f"{context.layout.size} characters 0 or 1")
    matches = node.field("matches").integer(0, min(MOST, context.accounting.most_matches))
    return RuleState(
        bits=bits,
        num=node.field("num").integer(1, MOST),
        matches=matches,
        correct=node.field("correct").integer(0, MOST),
        cs=node.field("cs").number(0.0),
        ts=node.field("ts").integer(0, MOST),
        serial=node.field("serial").integer(1, last_serial),
        created=node.field("created").integer(0, MOST),
        stamped_at=node.field("stamped_at").integer(-1, matches),
    )


def _best(node: Untrusted, context: RuleContext) -> Best:
    node.only(("number", "steps", "draws", "crc32", "rules"))
    kept = Kept(
        ruleset_of_file(node.field("rules"), context),
        node.field("steps").integer(0, MOST),
        node.field("draws").integer(0, MOST),
        node.field("crc32").text(),
    )
    return Best(node.field("number").integer(1, MOST), kept)
