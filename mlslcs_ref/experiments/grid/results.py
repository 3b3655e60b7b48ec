"""The results of the units of an experiment, and how they are written in a file."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from mlslcs_ref.errors import ExperimentError, PlanError
from mlslcs_ref.experiments.grid.plan import Plan
from mlslcs_ref.experiments.grid.units import Unit
from mlslcs_ref.experiments.methods import Outcome
from mlslcs_ref.metrics import Scores
from mlslcs_ref.origin import Origin
from mlslcs_ref.untrusted import Untrusted

Status: TypeAlias = Literal["done", "failed", "missing"]
FORMAT: Final = "mlslcs_ref.experiment-unit"
VERSION: Final = 1
LARGEST: Final = sys.float_info.max


class Failure(NamedTuple):
    """Why a unit has no outcome."""

    type: str
    """The class of the error."""
    message: str
    """What it said."""
    where: str
    """Where it was raised: a module, a line and a function; empty if nothing was raised."""


@dataclass(frozen=True)
class UnitResult:
    """A unit that was run, or one that was not."""

    unit: Unit
    """Which."""
    digest: str = ""
    """Of all that decides the outcome."""
    outcome: Outcome | None = None
    """Its outcome, if it was done."""
    failure: Failure | None = None
    """Why not, if it failed. Neither, if it was not run."""
    seconds: float = 0.0
    """How long it took."""
    versions: Mapping[str, str] = field(default_factory=dict)
    """What it was run with."""

    @property
    def status(self) -> Status:
        """Whether it is `done`, `failed` or `missing`."""
        if self.outcome is not None:
            return "done"
        return "missing" if self.failure is None else "failed"

    @property
    def scores(self) -> Mapping[str, Scores]:
        """The scores by way of deciding; empty unless it is done."""
        return {} if self.outcome is None else self.outcome.scores

    @property
    def facts(self) -> Mapping[str, float]:
        """The numbers beside the scores; empty unless it is done."""
        return {} if self.outcome is None else self.outcome.facts

    @property
    def curve(self) -> tuple[Mapping[str, float], ...]:
        """The points over time; empty unless it is done."""
        return () if self.outcome is None else self.outcome.curve


@dataclass(frozen=True)
class Results:
    """All units of a plan with their results."""

    plan: Plan
    """What was to be run."""
    found: Mapping[Unit, UnitResult]
    """What was run."""

    @property
    def units(self) -> tuple[Unit, ...]:
        """All units, in the order of the plan."""
        return self.plan.units()

    def __getitem__(self, unit: Unit) -> UnitResult:
        """Return the result of a unit, `missing` if it was not run."""
        return self.found.get(unit) or UnitResult(unit)

    def __iter__(self) -> Iterator[UnitResult]:
        """Yield the result of every unit, in the order of the plan."""
        return map(self.__getitem__, self.units)

    def with_status(self, status: Status) -> tuple[UnitResult, ...]:
        """Return the units that are done, failed or missing, in the order of the plan."""
        return tuple(result for result in self if result.status == status)


def result_text(result: UnitResult) -> str:
    """Return a unit that was run as its file holds it."""
    return json.dumps(result_document(result), indent=1, allow_nan=False) + "\n"


def result_document(result: UnitResult) -> dict[str, Any]:
    """Return a unit that was run as JSON."""
    document: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "unit": result.unit._asdict(),
        "digest": result.digest,
        "status": result.status,
    }
    if result.failure is not None:
        document["failure"] = result.failure._asdict()
    if result.outcome is not None:
        document["scores"] = {
            way: {name: _number(value) for name, value in scores._asdict().items()}
            for way, scores in result.scores.items()
        }
        document["facts"] = {name: _number(value) for name, value in result.facts.items()}
        document["curve"] = [{name: _number(value) for name, value in point.items()} for point in result.curve]
    document["versions"] = dict(result.versions)
    # the last line, and the only one that differs when a unit is run again
    document["seconds"] = result.seconds
    return document


def _number(value: float) -> float | int | None:
    """Return a plain number, None for NaN: a mean over nothing."""
    if isinstance(value, int):
        return int(value)
    number = float(value)
    return None if math.isnan(number) else number


def require_outcome(outcome: Outcome) -> None:
    """Check that the outcome of a method can be written, read and summed up.

    Raises
    ------
    ExperimentError
        If there are no scores, a score is neither in [0, 1] nor NaN, or another number is infinite.
    """
    if not outcome.scores:
        raise ExperimentError("expected scores of at least one way of deciding, found none")
    for way, scores in outcome.scores.items():
        for name, value in scores._asdict().items():
            if not (math.isnan(value) or 0.0 <= value <= 1.0):
                raise ExperimentError(f"{name} by {way}: expected a number from 0 to 1, found {value}")
    for numbers in (outcome.facts, *outcome.curve):
        for name, value in numbers.items():
            # not by isinf and isnan: a whole number may be larger than all floats
            if not (value != value or -LARGEST <= value <= LARGEST):  # noqa: PLR0124
                raise ExperimentError(f"{name}: expected a finite number, found {value}")


def parse_result(text: str, file: str) -> UnitResult:
    """Return the unit of a file."""
    source = Origin(file, "the result of a unit", PlanError)
    result = _result(Untrusted.json(text, source))
    if result.outcome is not None:
        try:
            require_outcome(result.outcome)
        except ExperimentError as error:
            raise source.fault(str(error)) from None
    return result


def _result(node: Untrusted) -> UnitResult:
    node.field("format").choice((FORMAT,))
    node.field("version").integer(VERSION, VERSION)
    status = node.field("status").choice(("done", "failed"))
    return UnitResult(
        unit=_unit(node.field("unit")),
        digest=node.field("digest").text(),
        outcome=_outcome(node) if status == "done" else None,
        failure=_failure(node.field("failure")) if status == "failed" else None,
        seconds=node.field("seconds").number(0.0),
        versions={name: one.text() for name, one in node.field("versions").fields().items()},
    )


def _unit(node: Untrusted) -> Unit:
    return Unit(
        node.field("dataset").text(),
        node.field("method").text(),
        node.field("variant").text(),
        node.field("fold").integer(1),
        node.field("seed").integer(0),
    )


def _failure(node: Untrusted) -> Failure:
    return Failure(node.field("type").text(), node.field("message").text(), node.field("where").text())


def _outcome(node: Untrusted) -> Outcome:
    scores = node.field("scores")
    return Outcome(
        scores={way: _scores(scores.field(way)) for way in scores.mapping()},
        facts=_numbers(node.field("facts")),
        curve=tuple(map(_numbers, node.field("curve").items())),
    )


def _scores(node: Untrusted) -> Scores:
    return Scores(*(node.field(name).number_or_null() for name in Scores._fields))


def _numbers(node: Untrusted) -> dict[str, float]:
    # whole numbers stay whole
    return {
        name: value if isinstance(value, int) and not isinstance(value, bool) else node.field(name).number_or_null()
        for name, value in node.mapping().items()
    }
