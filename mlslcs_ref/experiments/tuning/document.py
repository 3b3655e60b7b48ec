"""The result of tuning as JSON and as blocks of a page: each step, its candidates, and the one that was taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from mlslcs_ref._given import brief
from mlslcs_ref.documents.document import Block, Cell, Column, Facts, Heading, Paragraph, Table, Value
from mlslcs_ref.errors import PlanError
from mlslcs_ref.experiments.tuning.search import SEARCH, Request, load_search
from mlslcs_ref.experiments.tuning.steps import Tuning
from mlslcs_ref.metrics import METRICS, Scores
from mlslcs_ref.origin import Origin
from mlslcs_ref.rulesets.evaluation import METRIC_COLUMNS
from mlslcs_ref.settings import setting_infos
from mlslcs_ref.untrusted import Untrusted

TUNING: Final = "tuning.json"
FORMAT: Final = "mlslcs_ref.tuning"
VERSION: Final = 1
TAKEN: Final = "taken"


class Tuned(NamedTuple):
    """A document of `experiment tune`."""

    data: str
    """What was tuned on."""
    blocks: tuple[Block, ...]
    """What the page tells of it."""


def tuning_document(request: Request, tuning: Tuning, tested: Mapping[str, Scores] | None) -> dict[str, Any]:
    """Return everything as one JSON document."""
    growth = tuning.growth
    return {
        "format": FORMAT,
        "version": VERSION,
        "data": request.dataset.name,
        "profile": request.profile,
        "seeds": list(request.seeds),
        "method": request.method,
        "settings": ordered({**request.settings, **tuning.settings}),
        "steps": [
            {
                "setting": decision.setting,
                "criterion": decision.criterion,
                "chosen": decision.chosen,
                "candidates": [
                    {"value": one.value, "measures": dict(one.measures), "failed": one.n_failed}
                    for one in decision.candidates
                ],
            }
            for decision in tuning.decisions
        ],
        "passes": {
            "baseline": growth.baseline,
            "reached": growth.n_reached,
            "runs": growth.n_runs,
            "chosen": growth.passes,
            "curve": [
                {"passes": passes, "accuracy": accuracy, "runs": n_runs} for passes, accuracy, n_runs in growth.curve
            ],
        },
        "test": None if tested is None else {way: scores._asdict() for way, scores in tested.items()},
    }


def ordered(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings in the order of the table of settings."""
    return {info.name: settings[info.name] for info in setting_infos() if info.name in settings}


def load_tuned(folder: Path) -> Tuned:
    """Return what a folder of `experiment tune` holds."""
    source = Origin(str(folder / TUNING), "what tuning writes", PlanError)
    node = Untrusted.json(source.read(), source)
    node.field("format").choice((FORMAT,))
    node.field("version").integer(VERSION, VERSION)
    request = load_search(folder)
    asked = {"data": request.dataset.name, "profile": request.profile, "method": request.method}
    for name, said in {**asked, "seeds": list(request.seeds)}.items():
        if node.field(name).value != said:
            raise node.field(name).error(f"{brief(said)}, as in {SEARCH} beside it")
    return Tuned(node.field("data").text(), tuple(tuning_blocks(node)))


def tuning_blocks(node: Untrusted) -> Iterator[Block]:
    """Yield the steps of tuning, and the scores of the settings that were found."""
    settings = node.field("settings").mapping()
    yield Facts(
        (
            ("Profile", node.field("profile").text()),
            ("Seeds", ", ".join(str(seed.integer(0)) for seed in node.field("seeds").items())),
            ("Accuracy of", node.field("method").text().upper()),
        )
    )
    yield Paragraph("Found: " + ", ".join(f"{name} = {_plain(value)}" for name, value in settings.items()) + ".")
    steps = node.field("steps").items()
    for number, step in enumerate(steps, start=1):
        yield from _step(number, step)
    yield from _growth(len(steps) + 1, node.field("passes"))
    tested = node.field("test")
    if tested.value is not None:
        yield Heading("On the test data, which decided nothing", 3)
        yield Table((Column("by", "text"), *METRIC_COLUMNS), tuple(_tested(*pair) for pair in tested.fields().items()))


def _tested(way: str, scores: Untrusted) -> tuple[Value | Cell, ...]:
    return way.upper(), *(_percent(scores.field(name)) for name in METRICS)


def _step(number: int, step: Untrusted) -> Iterator[Block]:
    chosen = step.field("chosen").number()
    candidates = step.field("candidates").items()
    yield Heading(f"{number}. {step.field('setting').text()} = {chosen:.10g}", 3)
    if len(candidates) == 1:
        yield Paragraph("The only candidate.")
        return
    names = tuple(dict.fromkeys(name for one in candidates for name in one.field("measures").mapping()))
    rows = []
    for one in candidates:
        value, failed = one.field("value").number(), one.field("failed").integer(0)
        measures = one.field("measures")
        cells = [_measure(name, measures.field(name)) if name in measures.mapping() else "" for name in names]
        remark = TAKEN if value == chosen else f"{failed} failed" if failed else ""
        rows.append((Cell(f"{value:.10g}", strong=value == chosen), *cells, remark))
    columns = (Column("value"), *map(Column, names), Column("choice", "text"))
    yield Table(columns, tuple(rows), remarks=(f"Decided by {step.field('criterion').text()}, then the first.",))


def _growth(number: int, passes: Untrusted) -> Iterator[Block]:
    chosen = passes.field("chosen").integer(0)
    reached, n_runs = passes.field("reached").integer(0), passes.field("runs").integer(0)
    yield Heading(f"{number}. passes = {chosen}", 3)
    rows = []
    for point in passes.field("curve").items():
        taken = point.field("passes").integer(0) == chosen
        cells = (_percent(point.field("accuracy")), point.field("runs").integer(0), TAKEN if taken else "")
        rows.append((Cell(point.field("passes").integer(0), strong=taken), *cells))
    columns = (Column("passes"), Column("held-out accuracy"), Column("runs"), Column("choice", "text"))
    baseline = 100 * passes.field("baseline").number()
    remark = (
        f"On the held-out part of the training data, where BR has {baseline:.2f}%, {reached} of {n_runs} runs were "
        "better."
    )
    cure = "more passes (--most-passes), or the profile auto, may do better"
    best = () if reached else (f"None was, so the best test is taken: BR is better than this; {cure}.",)
    yield Table(columns, tuple(rows), remarks=(remark, *best))


def _measure(name: str, node: Untrusted) -> Value | Cell:
    return _percent(node) if name.endswith("accuracy") else f"{node.number():.10g}"


def _percent(node: Untrusted) -> Cell:
    value = node.number()
    return Cell(value, told=f"{100 * value:.2f}%")


def _plain(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
