"""What `experiment tune` has written as blocks of a page: every step, its candidates, and what was taken."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from mlslcs_ref.documents.document import Block, Cell, Column, Facts, Paragraph, Table
from mlslcs_ref.errors import PlanError
from mlslcs_ref.origin import Origin
from mlslcs_ref.untrusted import Untrusted

__all__ = ["TUNING", "Tuned", "load_tuned", "tuned_blocks"]

TUNING: Final = "tuning.json"
FORMAT: Final = "mlslcs_ref.tuning"
VERSION: Final = 1
METRICS: Final = ("accuracy", "exact_match", "hamming_loss")


class Tuned(NamedTuple):
    """A document of `experiment tune`.

    Parameters
    ----------
    data : str
        What was tuned on.
    blocks : tuple of Block
        What the page tells of it.
    """

    data: str
    blocks: tuple[Block, ...]


def load_tuned(folder: Path) -> Tuned:
    """Return what a folder of `experiment tune` holds.

    Raises
    ------
    PlanError
        If its document is damaged.
    """
    source = Origin(str(folder / TUNING), "what tuning writes", PlanError)
    node = Untrusted.json(source.read(), source)
    node.field("format").choice((FORMAT,))
    node.field("version").integer(VERSION, VERSION)
    return Tuned(node.field("data").text(), tuple(tuned_blocks(node)))


def tuned_blocks(node: Untrusted) -> Iterator[Block]:
    """Yield the steps of tuning, and what came of the settings that were found.

    Parameters
    ----------
    node : Untrusted
        The document.
    """
    settings = node.field("settings").mapping()
    yield Facts(
        (
            ("Profile", node.field("profile").text()),
            ("Seeds", ", ".join(str(seed.integer(0)) for seed in node.field("seeds").items())),
            ("Accuracy of", node.field("method").text().upper()),
        )
    )
    yield Paragraph("Found: " + ", ".join(f"{name} = {_told(value)}" for name, value in settings.items()) + ".")
    for number, step in enumerate(node.field("steps").items(), start=1):
        yield _step(number, step)
    yield _growth(node.field("passes"))
    tested = node.field("test")
    if tested.value is not None:
        rows = tuple(
            (Cell(way.upper()), *(Cell(f"{100 * tested.field(way).field(name).number():.2f}") for name in METRICS))
            for way in tested.mapping()
        )
        heads = (
            Column("way", "text"),
            Column("accuracy"),
            Column("exact match"),
            Column("Hamming loss"),
        )
        yield Table(heads, rows, "On the test data, which nothing was decided by, in percent")


def _step(number: int, step: Untrusted) -> Table:
    chosen = step.field("chosen").number()
    candidates = step.field("candidates").items()
    names = tuple(dict.fromkeys(name for one in candidates for name in one.field("measures").mapping()))
    heads = (Column(step.field("setting").text()), *(Column(name) for name in names))
    rows = []
    for one in candidates:
        value, failed = one.field("value").number(), one.field("failed").integer(0)
        measures = one.field("measures")
        cells = [
            Cell(_measure(name, measures.field(name).number())) if name in measures.mapping() else Cell()
            for name in names
        ]
        notes = [*(["taken"] if value == chosen else []), *([f"{failed} runs failed"] if failed else [])]
        rows.append((Cell(f"{value:g}", tuple(notes), strong=value == chosen), *cells))
    criterion = f"Decided by {step.field('criterion').text()}."
    return Table(heads, tuple(rows), f"Step {number}: {step.field('setting').text()}", (criterion,))


def _growth(passes: Untrusted) -> Table:
    chosen = passes.field("chosen").integer(0)
    rows = []
    for point in passes.field("curve").items():
        number = point.field("passes").integer(0)
        taken = number == chosen
        accuracy = f"{100 * point.field('accuracy').number():.2f}"
        cells = (Cell(accuracy), Cell(str(point.field("runs").integer(0))))
        rows.append((Cell(f"{number:,}", ("taken",) if taken else (), taken), *cells))
    baseline = f"{100 * passes.field('baseline').number():.2f}"
    remark = (
        f"On the part of the training data that was held back, where BR has {baseline}; "
        f"{passes.field('reached').integer(0)} of {passes.field('runs').integer(0)} runs exceeded it."
    )
    heads = (Column("passes"), Column("accuracy held back"), Column("runs"))
    return Table(heads, tuple(rows), "Last step: passes", (remark,))


def _measure(name: str, value: float) -> str:
    return f"{100 * value:.2f}" if name.endswith("accuracy") else f"{value:g}"


def _told(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
