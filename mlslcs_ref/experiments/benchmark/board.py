"""The scores of each method on each data set with their spread, and which of its variants represents it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Final, Literal, NamedTuple, TypeAlias

from mlslcs_ref.experiments.grid.plan import MLS_LCS, Plan
from mlslcs_ref.experiments.grid.results import Results, UnitResult
from mlslcs_ref.experiments.grid.units import Unit
from mlslcs_ref.experiments.statistics.intervals import Estimate, estimate_mean
from mlslcs_ref.metrics import METRICS

Chooser: TypeAlias = Literal["test", "training"]
WAYS: Final = ("pcut", "ival", "best")
"""The inference methods of MlS-LCS, in the order of the paper."""
PERCENT: Final = 100.0
INCOMPLETE: Final = "*"
"""What marks a mean over fewer units than it should be over."""
UNDEFINED: Final = "undefined"


@dataclass(frozen=True)
class Measured:
    """A method, in one variant and one way of deciding, on one data set."""

    dataset: str
    method: str
    variant: str
    way: str
    """`dataset`, `method`, `variant`, `way`: Which."""
    values: Mapping[str, tuple[float, ...]]
    """By metric, in percent: a number for each fold, the mean over the seeds; or for each seed if there is one fold."""
    n_expected: int
    n_done: int
    """`n_expected`, `n_done`: Units, of all and of those with an outcome."""
    failed: tuple[UnitResult, ...]
    """Those that raised an error."""
    overlap: float
    """Instances to test on for each to train on, where the numbers are those of folds, whose training data overlap; 0
    where they are those of seeds."""
    train_accuracy: float | None = None
    """Mean accuracy on the training data, in percent, where it is known."""
    n_open: int = 0
    """If it represents the method: how many of its other variants lack a unit, and might have been better."""

    @property
    def complete(self) -> bool:
        """Whether no unit is missing or has failed, also of the variants that it was chosen from."""
        return self.n_done == self.n_expected and not self.n_open

    @property
    def lacking(self) -> str:
        """In words what is missing or has failed, here or in other variants; empty if nothing is."""
        done = "" if self.n_done == self.n_expected else f"{self.n_done} of {self.n_expected} units"
        others = f"variants incomplete: {self.n_open}" if self.n_open else ""
        return "; ".join(text for text in (done, others) if text)

    def mean(self, metric: str) -> float | None:
        """Return the mean over what was done, None if nothing was."""
        return fmean(self.values[metric]) if self.values[metric] else None


@dataclass(frozen=True)
class Board:
    """The results of an experiment by data set and method."""

    results: Results
    """Of whatever plan."""
    chooser: Chooser = "test"
    """What decides which way of MlS-LCS is compared with other methods: accuracy on test data, as in the paper, or on
    training data. Variants of other methods are chosen as the plan says."""

    @property
    def datasets(self) -> tuple[str, ...]:
        """The data sets, in the order of the plan."""
        return tuple(entry.name for entry in self.results.plan.datasets)

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods, in the order of the plan; each variant is one where none is selected."""
        found: list[str] = []
        for entry in self.results.plan.methods:
            alone = entry.select != "none" or entry.variant_names() == ("",)
            found += [entry.name] if alone else [_label(entry.name, variant) for variant in entry.variant_names()]
        return tuple(found)

    def all_of(self, dataset: str, method: str) -> tuple[Measured, ...]:
        """Return a method's variants and ways on a data set, in the order of the plan; none if it was not meant."""
        by_variant: dict[str, list[UnitResult]] = {}
        for result in self.results:
            unit = result.unit
            if unit.dataset == dataset and method in (unit.method, unit.label):
                by_variant.setdefault(unit.variant, []).append(result)
        return tuple(
            measured
            for results in by_variant.values()
            for way in _ways(results)
            for measured in [_measured(results, way, self.results.plan.dataset(dataset).n_folds)]
        )

    def fact(self, dataset: str, method: str, name: str) -> float | None:
        """Return the mean of a number beside the scores over what was done; None unless every unit tells it."""
        done = [
            result.facts
            for result in self.results.with_status("done")
            if result.unit.dataset == dataset and method in (result.unit.method, result.unit.label)
        ]
        known = [facts[name] for facts in done if name in facts]
        return fmean(known) if known and len(known) == len(done) else None

    def representative(self, dataset: str, method: str) -> Measured | None:
        """Return what represents a method on a data set: the variant, or the way, that is best by the chooser's data.

        Those of which more is done come first, so that a failure does not decide; None if there is no outcome at all.
        """
        wanted = self.all_of(dataset, method)
        tried = [measured for measured in wanted if measured.n_done]
        if not tried:
            return None
        best = tried[0]
        for other in tried[1:]:
            if (other.n_done, self._merit(other)) > (best.n_done, self._merit(best)):
                best = other
        short = {measured.variant for measured in wanted if not measured.complete}
        return replace(best, n_open=len(short - {best.variant}))

    def _merit(self, measured: Measured) -> float:
        by_training = self.chooser == "training" and measured.train_accuracy is not None
        merit = measured.train_accuracy if by_training else measured.mean("accuracy")
        # not a number is no merit
        return merit if merit is not None and merit == merit else -1.0  # noqa: PLR0124


def _label(method: str, variant: str) -> str:
    return Unit("", method, variant, 1, 0).label


def _ways(results: Sequence[UnitResult]) -> tuple[str, ...]:
    ways = {way: None for result in results for way in result.scores}
    # nothing is known of the ways of what did not run
    return tuple(ways) or ("",)


def _measured(results: Sequence[UnitResult], way: str, n_folds: int) -> Measured:
    first = results[0].unit
    done = [result for result in results if way in result.scores]
    trained = [PERCENT * result.facts[name] for result in done if (name := f"train_accuracy_{way}") in result.facts]
    return Measured(
        dataset=first.dataset,
        method=first.method,
        variant=first.variant,
        way=way,
        values={metric: _replicates(done, way, metric, n_folds) for metric in METRICS},
        n_expected=len(results),
        n_done=len(done),
        failed=tuple(result for result in results if result.status == "failed"),
        overlap=1.0 / (n_folds - 1) if n_folds > 1 else 0.0,
        train_accuracy=fmean(trained) if trained and len(trained) == len(done) else None,
    )


def _replicates(done: Sequence[UnitResult], way: str, metric: str, n_folds: int) -> tuple[float, ...]:
    """Return a number for each fold, or for each seed where there is one fold."""
    by_fold: dict[int, list[float]] = {}
    for result in done:
        by_fold.setdefault(result.unit.fold, []).append(PERCENT * getattr(result.scores[way], metric))
    if n_folds == 1:
        return tuple(value for values in by_fold.values() for value in values)
    return tuple(fmean(values) for values in by_fold.values())


def chooser_of(plan: Plan) -> Chooser:
    """Return what data choose among the ways of MlS-LCS: those its entry names, and test data if it names none."""
    said = [entry.select for entry in plan.methods if entry.kind == MLS_LCS]
    return "training" if "training" in said else "test"


def choice_text(plan: Plan) -> str:
    """Return in words what is chosen by which data; empty if nothing is chosen."""
    chosen: dict[str, list[str]] = {"test": [], "training": []}
    for entry in plan.methods:
        if entry.select != "none" and entry.vary:
            chosen[entry.select].append(f"the variant of {entry.name}")
        if entry.kind == MLS_LCS:
            chosen[chooser_of(plan)].append(f"the way of deciding of {entry.name}")
    sentences = []
    if chosen["test"]:
        sentences.append(
            "Chosen by accuracy on test data, as in the paper, which favours methods with many variants: "
            f"{', '.join(chosen['test'])}."
        )
    if chosen["training"]:
        sentences.append(f"Chosen by training data only: {', '.join(chosen['training'])}.")
    return " ".join(sentences)


class Score(NamedTuple):
    """A metric of a method on a data set, in percent."""

    measured: Measured
    """Where it comes from."""
    estimate: Estimate
    """Its mean over folds, or over seeds where there is one fold, with its spread."""

    @property
    def mean(self) -> float:
        """The mean."""
        return self.estimate.mean

    @property
    def text(self) -> str:
        """The mean with two decimals, and an asterisk if a unit is missing or has failed."""
        number = UNDEFINED if math.isnan(self.mean) else f"{self.mean:.2f}"
        return number if self.measured.complete else number + INCOMPLETE

    @property
    def spread(self) -> str:
        """The standard deviation; empty if there is one number only."""
        return "" if self.estimate.sd is None else f"± {self.estimate.sd:.2f}"

    @property
    def half_width(self) -> float | None:
        """Half of the interval's width."""
        return None if self.estimate.high is None else self.estimate.high - self.mean

    @property
    def interval(self) -> str:
        """The interval of the mean, from where to where within 0 and 100; empty if there is one number only."""
        if self.estimate.low is None or self.estimate.high is None:
            return ""
        return f"{max(self.estimate.low, 0.0):.2f} to {min(self.estimate.high, 100.0):.2f}"

    @property
    def notes(self) -> tuple[str, ...]:
        """The spread, the interval and what is lacking, those that are not empty."""
        return tuple(note for note in (self.spread, self.interval, self.measured.lacking) if note)


def score_of(measured: Measured | None, metric: str) -> Score | None:
    """Return a metric with its spread; None if nothing was done."""
    values = () if measured is None else measured.values[metric]
    if measured is None or not values:
        return None
    if not all(map(math.isfinite, values)):
        # accuracy is undefined where all label sets are empty and such instances are skipped
        return Score(measured, Estimate(math.nan, None, None, None, len(values)))
    return Score(measured, estimate_mean(values, overlap=measured.overlap))
