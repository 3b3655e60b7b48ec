"""Whether a model is any good: what a person should hear who would not ask.

Every remark rests on evidence, and says which: rows that took no part in training; rows that took no part in a trial, a
shorter run on a part of the data; training rows, each without its own share in what the rules add (EXT-2), which
is weak evidence where rules were chosen among many by the same rows; or, where there is nothing better, training rows
as they are.

An accuracy on few rows is uncertain. What is said of accuracies holds beyond two standard errors; where a model is
within two of what needs no rules, that is what is said.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from mlslcs_ref._meant import first_of
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.extension.label_thresholds import active
from mlslcs_ref.inference.thresholds import Thresholds
from mlslcs_ref.inference.votes import decisions
from mlslcs_ref.metrics import accuracies, accuracy
from mlslcs_ref.rulesets.consultation import Consultation, Method, known_method, methods_of
from mlslcs_ref.rulesets.notation import name_text

if TYPE_CHECKING:
    from mlslcs_ref.rulesets.model import Model

Evidence: TypeAlias = Literal["held-out rows", "rows held out of a trial", "leave-one-out estimates", "training rows"]
Flags = npt.NDArray[np.bool_]

LEAST_ROWS: Final = 30
NOTICED: Final = 0.0005
"""A difference of accuracies that three decimals show."""
WIDE_GAP: Final = 0.15
FAR_BEHIND: Final = 0.1
MOST_AGAINST: Final = 0.05
MOST_UNMATCHED: Final = 0.5
MOST_NAMES: Final = 6
MOST_COMMON: Final = 30


@dataclass(frozen=True)
class QualityRemark:
    """Something that makes a model poor."""

    code: str
    """What kind of thing it is; never changes: `constant_labels`, `worse_than_constant`, `unclear`, `gap`, `never`,
    `always`, `against`, `ways_apart`, `unmatched`."""
    message: str
    """What was found, and what to do."""
    evidence: Evidence
    """What it rests on: `held-out rows`, `rows held out of a trial`, `leave-one-out estimates` or `training rows`."""

    def __str__(self) -> str:
        return f"{self.message} (by {self.evidence})"


@dataclass(frozen=True)
class _Found:
    """What is known of a model on the rows that are its evidence."""

    model: Model
    evidence: Evidence
    consultation: Consultation
    truth: Flags
    predicted: Flags
    method: Method

    def accuracy(self, predicted: Flags) -> float:
        """Return the accuracy of label sets on these rows; 0 if nothing counts (MET-A)."""
        found = accuracy(self.truth, predicted, self.model.ruleset.settings.skip_empty)
        return 0.0 if np.isnan(found) else found

    def margin(self, predicted: Flags | None = None) -> float:
        """Return two standard errors of the accuracy, or of the difference to that of other label sets."""
        skip_empty = self.model.ruleset.settings.skip_empty
        values = accuracies(self.truth, self.predicted, skip_empty)
        if predicted is not None:
            values = values - accuracies(self.truth, predicted, skip_empty)
        counted = values[~np.isnan(values)].tolist()
        if len(counted) < 2:
            return math.inf
        mean = math.fsum(counted) / len(counted)
        squares = math.fsum((value - mean) ** 2 for value in counted)
        return 2.0 * math.sqrt(squares / (len(counted) - 1) / len(counted))


def quality_remarks(
    model: Model, training: Dataset, held_out: Dataset | None = None, least_rows: int = LEAST_ROWS
) -> tuple[QualityRemark, ...]:
    """Return what makes a model poor, by the best evidence there is.

    Fewer than `least_rows` rows are no evidence, and nothing is said by them.
    """
    is_evidence = model.ruleset.is_short and training.n_instances >= least_rows
    if is_evidence and not (training.Y[:1] != training.Y).any():
        # other profiles still learn rules of such labels
        message = "every label is the same in all rows, so there is nothing to learn"
        return (QualityRemark("constant_labels", message, "training rows"),)
    trained = _found(model, training, "training rows")
    best = trained
    # what half of the labels say is no evidence on all
    if held_out is not None and held_out.n_instances >= least_rows and not held_out.absent_labels:
        best = _found(model, held_out, "held-out rows")
    elif model.ruleset.is_short:
        labels = held_out_labels(model.thresholds, trained.consultation, training.Y)
        best = _Found(model, "leave-one-out estimates", trained.consultation, training.Y, labels, trained.method)
    if len(best.truth) < least_rows:
        return ()
    return tuple(
        remark
        for remarks in (
            _constant(best, training),
            _gap(best, trained),
            _one_sided(best, training),
            _against(best),
            # of the other ways to decide there are no estimates without the row itself
            _ways(best if best.evidence == "held-out rows" else trained),
            _unmatched(best),
        )
        for remark in remarks
    )


def held_out_labels(thresholds: Thresholds, consultation: Consultation, truth: Flags) -> Flags:
    """Return the labels that short rules give their training instances, each as if D had been without it (EXT-2)."""
    return active(consultation.held_out_estimates(truth), np.array(thresholds.labels), thresholds.at_least_one)


def _found(model: Model, dataset: Dataset, evidence: Evidence) -> _Found:
    consultation = Consultation(model.ruleset, dataset.matrix)
    method = known_method(model.ruleset)
    predicted = consultation.predicted(method, model.thresholds)
    return _Found(model, evidence, consultation, dataset.Y, predicted, method)


def best_constant(known: Flags, truth: Flags, skip_empty: bool) -> tuple[str, Flags]:
    """Return what is most accurate without rules, and these labels: none, the commonest set, or the commonest together.

    `known` are the label sets that say what is common, `truth` those that are predicted.
    """
    sets, counts = np.unique(known, axis=0, return_counts=True)
    commonest = sets[int(counts.argmax())]
    constants = {
        "no label": np.zeros_like(commonest),
        "the commonest label set for every row": commonest,
        "the commonest labels for every row": _commonest_labels(known),
    }
    given = [(what, np.tile(labels, (len(truth), 1))) for what, labels in constants.items()]
    return max(given, key=lambda one: np.nan_to_num(accuracy(truth, one[1], skip_empty)))


def _constant(found: _Found, training: Dataset) -> Iterator[QualityRemark]:
    """Compare with what needs no rules."""
    own = found.accuracy(found.predicted)
    what, labels = best_constant(training.Y, found.truth, found.model.ruleset.settings.skip_empty)
    reached = found.accuracy(labels)
    behind, margin = reached - own, found.margin(labels)
    if behind - margin > NOTICED:
        message = f"accuracy is {own:.3f}; predicting {what} has {reached:.3f}"
        yield QualityRemark("worse_than_constant", message, found.evidence)
    elif behind + margin > NOTICED:
        message = (
            f"accuracy is {own:.3f}, and predicting {what} has {reached:.3f}: whether the rules are better, "
            f"{len(found.truth)} rows do not tell (the difference is uncertain by {margin:.3f})"
        )
        yield QualityRemark("unclear", message, found.evidence)


def _commonest_labels(truth: Flags) -> Flags:
    """Return as many of the commonest labels as are together most like the label sets of the instances."""
    order = np.argsort(-truth.sum(axis=0), kind="stable")
    sets = [np.isin(np.arange(truth.shape[1]), order[:n]) for n in range(1, min(truth.shape[1], MOST_COMMON) + 1)]
    fits = [accuracy(truth, np.tile(labels, (len(truth), 1))) for labels in sets]
    return sets[int(np.argmax(fits))]


def _gap(found: _Found, trained: _Found) -> Iterator[QualityRemark]:
    own, before = found.accuracy(found.predicted), trained.accuracy(trained.predicted)
    margin = math.hypot(found.margin(), trained.margin())
    if found.evidence != "training rows" and before - own - margin > WIDE_GAP:
        message = f"accuracy is {before:.3f} on the training rows and {own:.3f} on others: the rules overfit"
        yield QualityRemark("gap", message, found.evidence)


def _one_sided(found: _Found, training: Dataset) -> Iterator[QualityRemark]:
    """Name the labels that are there and never predicted, and those that are always predicted and not always there."""
    n_predicted, n_there = found.predicted.sum(axis=0), found.truth.sum(axis=0)
    n = len(found.truth)
    names = found.model.ruleset.schema.labels
    never = [names[label] for label in np.flatnonzero((n_predicted == 0) & (n_there > 0) & training.Y.any(axis=0))]
    always = [names[label] for label in np.flatnonzero((n_predicted == n) & (n_there < n))]
    for code, what, which in (
        ("never", "never predicted, although some rows have them", never),
        ("always", "predicted for every row", always),
    ):
        if which:
            rarity = _rarity(found.model, training, which) if code == "never" else ""
            message = f"{what}: {first_of(which, MOST_NAMES, spelled=name_text)}{rarity}"
            yield QualityRemark(code, message, found.evidence)


def _rarity(model: Model, training: Dataset, labels: Sequence[str]) -> str:
    """Say how few training rows have labels that are never predicted."""
    rows = sorted(int(training.Y[:, model.ruleset.schema.labels.index(label)].sum()) for label in labels)
    between = str(rows[0]) if rows[0] == rows[-1] else f"{rows[0]} to {rows[-1]}"
    return f"; of {training.n_instances} training rows {between} have {'it' if len(rows) == 1 else 'each of them'}"


def _against(found: _Found) -> Iterator[QualityRemark]:
    """Count the labels that are predicted although every rule with a say on them speaks against them."""
    votes_for, votes_against = (np.zeros(found.truth.shape, dtype=bool) for _side in (1, -1))
    for rule, instances in zip(found.model.ruleset, found.consultation.matched, strict=True):
        if rule.exp > 0 and len(instances):
            signs = decisions(rule, found.truth.shape[1])
            votes_for[instances] |= signs > 0
            votes_against[instances] |= signs < 0
    n_predicted = int(found.predicted.sum())
    n_against = int((found.predicted & votes_against & ~votes_for).sum())
    if n_against > MOST_AGAINST * n_predicted:
        message = f"{n_against} of the {n_predicted} predicted labels have only votes against them"
        yield QualityRemark("against", message, found.evidence)


def _ways(found: _Found) -> Iterator[QualityRemark]:
    """Compare the way in which the model predicts with the others."""
    own = found.accuracy(found.predicted)
    ways = [method for method in methods_of(found.model.ruleset) if method != found.method]
    answers = found.consultation.predictions(ways, found.model.thresholds)
    others = {method: found.accuracy(labels) for method, labels in answers.items()}
    best = max(others, key=lambda method: others[method])
    if others[best] - own - found.margin(answers[best]) > FAR_BEHIND:
        message = (
            f"{found.method.upper()}, by which it predicts, has an accuracy of {own:.3f}, and {best.upper()} has "
            f"{others[best]:.3f}: use that"
        )
        yield QualityRemark("ways_apart", message, found.evidence)


def _unmatched(found: _Found) -> Iterator[QualityRemark]:
    n, n_unmatched = len(found.truth), found.consultation.n_unmatched
    if n_unmatched > MOST_UNMATCHED * n:
        yield QualityRemark("unmatched", f"no rule matches {n_unmatched} of {n} rows", found.evidence)
