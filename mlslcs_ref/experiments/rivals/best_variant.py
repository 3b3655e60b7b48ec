"""A method that is chosen among variants by the training data alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mlslcs_ref._given import choice, whole
from mlslcs_ref.core.draws import PcgDraws
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.errors import SettingsError
from mlslcs_ref.experiments.folds import SCHEMES, folds, rows_of
from mlslcs_ref.experiments.methods import KINDS, Method, Outcome, method_for
from mlslcs_ref.experiments.rivals.rival import seed as drawn_seed


@dataclass(frozen=True)
class BestVariant:
    """The variant with the best accuracy in a cross-validation of the training data; the kind `chosen`.

    Every variant learns on the same inner folds with the same seed. The one with the highest mean accuracy, the first
    of several, then learns from all training data. A variant that decides in several ways counts with its best way.
    Each variant costs `n_folds` runs on a part of the training data, and the best one a run more.
    """

    kind: str
    """The kind of all variants."""
    candidates: Sequence[Mapping[str, Any]]
    """Their options, at least one variant; of two that do equally well the earlier one is taken."""
    names: Sequence[str] = ()
    """What the variants are called in messages, one name each; by default their numbers."""
    n_folds: int = 3
    """Inner folds, from 2."""
    scheme: str = "label_sets"
    """One of `label_sets`, `plain`. How they are made, see `folds`."""
    _variants: tuple[Method, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Check the options and make the variants."""
        choice("kind", self.kind, tuple(kind for kind in KINDS if kind != "chosen"))
        whole("n_folds", self.n_folds, 2)
        choice("scheme", self.scheme, tuple(scheme for scheme in SCHEMES if scheme != "training"))
        if not self.candidates:
            raise SettingsError("candidates", "at least one variant to choose from", "none")
        if self.names and len(self.names) != len(self.candidates):
            raise SettingsError("names", f"one for each of {len(self.candidates)} variants", f"{len(self.names)}")
        object.__setattr__(self, "_variants", tuple(map(self._variant, range(len(self.candidates)))))

    def evaluate(self, train: Dataset, test: Dataset, seed: int) -> Outcome:
        """Choose, learn from all of `train`, and return the scores on `test`.

        The facts are those of the chosen variant and `chosen`, its number from 1, and `inner_accuracy`, its mean
        accuracy in the cross-validation.
        """
        accuracies = self.inner_accuracies(train, seed)
        best = accuracies.index(max(accuracies))
        outcome = self._variants[best].evaluate(train, test, seed)
        facts = {**outcome.facts, "chosen": best + 1, "inner_accuracy": accuracies[best]}
        return outcome._replace(facts=facts)

    def inner_accuracies(self, train: Dataset, seed: int) -> list[float]:
        """Return the mean accuracy of each variant on the inner folds."""
        inner = folds(train, self.scheme, self.n_folds, drawn_seed(PcgDraws(seed), "inner folds"))
        parts = [(rows_of(train, fold.train), rows_of(train, fold.test)) for fold in inner]
        return [_accuracy([variant.evaluate(*part, seed) for part in parts]) for variant in self._variants]

    def _variant(self, number: int) -> Method:
        name = self.names[number] if self.names else f"{number + 1}"
        try:
            return method_for(self.kind, self.candidates[number])
        except SettingsError as error:
            raise SettingsError(f"variant {name}: {error.name}", error.expected, error.found) from None


def _accuracy(outcomes: Sequence[Outcome]) -> float:
    """Return the mean accuracy over folds in the way of deciding where it is highest."""
    means = []
    for way in outcomes[0].scores:
        total = 0.0
        for outcome in outcomes:
            total += outcome.scores[way].accuracy
        means.append(total / len(outcomes))
    return max(means)
