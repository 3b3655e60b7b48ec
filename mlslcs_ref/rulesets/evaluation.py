"""How good a model is on labelled data, by each of its methods and label by label, which shows itself as tables."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from mlslcs_ref._meant import counted, first_of
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.documents.document import Block, Cell, Column, Heading, Table
from mlslcs_ref.inference.thresholds import Thresholds
from mlslcs_ref.metrics import METRIC_NAMES, SMALLER_IS_BETTER, LabelScores, Scores, label_scores, scores
from mlslcs_ref.rulesets.consultation import Consultation, Method, known_method, methods_of
from mlslcs_ref.rulesets.notation import name_text
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.rulesets.showing import notebook_html

MOST_LABELS: Final = 20
MARK: Final = "*"
METRIC_COLUMNS: Final = tuple(Column(name, rising=metric in SMALLER_IS_BETTER) for metric, name in METRIC_NAMES.items())
LABEL_COLUMNS: Final = (
    Column("label", "text"),
    Column("rows", meaning="rows that have the label"),
    Column("predicted", meaning="rows for which it was predicted"),
    Column("right", meaning="rows that have it and for which it was predicted"),
    Column("precision", meaning="right of predicted"),
    Column("recall", meaning="right of rows"),
    Column("F1", meaning="the harmonic mean of precision and recall"),
)


class Evaluation(dict[Method, Scores]):
    """The metrics of methods, by their names; ``print`` and a notebook show a table.

    Parameters
    ----------
    found : mapping of str to Scores
        The metrics of the methods.
    method : str
        The method that decides where none is named.
    labels : mapping of str to LabelScores
        How well that one predicts each label.
    n_unmatched : int
        Instances that no rule matches (INF-6).
    absent_labels : tuple of str
        Labels that the data say nothing of: everything is measured on the others.
    is_training : bool
        Whether a short ruleset has learned from as many rows, of each label and for each rule.
    """

    def __init__(
        self,
        found: Mapping[Method, Scores],
        method: Method,
        labels: Mapping[str, LabelScores],
        n_unmatched: int,
        absent_labels: tuple[str, ...] = (),
        is_training: bool = False,
    ) -> None:
        super().__init__(found)
        self.method = method
        self.labels = MappingProxyType(dict(labels))
        self.n_unmatched = n_unmatched
        self.absent_labels = absent_labels
        self.is_training = is_training

    def __reduce__(self) -> tuple[Any, ...]:
        # a mapping that cannot be changed cannot be copied
        found = dict(self), self.method, dict(self.labels), self.n_unmatched, self.absent_labels, self.is_training
        return type(self), found

    def __str__(self) -> str:
        width = max(map(len, self), default=0) + 2
        heads = "  ".join(METRIC_NAMES.values())
        lines = [f"{'':{width}}{heads}"]
        for method, found in self.items():
            numbers = "  ".join(f"{getattr(found, metric):{len(name)}.4f}" for metric, name in METRIC_NAMES.items())
            lines.append(f"{self.named(method).told or method.upper():{width}}{numbers}")
        return "\n".join([*lines, *self.decider, *self.remarks])

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a reader of the numbers should know."""
        if self.is_training:
            return ("these seem to be the rows that the model has learned from; others show how good it is",)
        if not self.absent_labels:
            return ()
        absent = first_of(self.absent_labels, MOST_LABELS, spelled=name_text)
        return (f"measured on {counted(len(self.labels), 'label')}, as the data do not have {absent}",)

    @property
    def decider(self) -> tuple[str, ...]:
        """Which method decides, if there are several."""
        return (f"{self.method.upper()} decides, unless another method is asked for",) if len(self) > 1 else ()

    def named(self, method: Method) -> Cell:
        """Return the name of a method for a table; of several, the one that decides is marked for people."""
        return Cell(method.upper(), told=f"{method.upper()} {MARK}" if method == self.method and len(self) > 1 else "")

    def _repr_html_(self) -> str:
        return notebook_html(self.blocks())

    def blocks(self, most_labels: int | None = MOST_LABELS) -> list[Block]:
        """Return it as parts of a page."""
        rows = tuple((self.named(method), *found) for method, found in self.items())
        return [
            Table((Column("method", "text"), *METRIC_COLUMNS), rows, remarks=(*self.decider, *self.remarks)),
            Heading(f"Labels, as predicted by {self.method.upper()}", level=3),
            label_table(self.labels, most_labels),
        ]


def label_table(labels: Mapping[str, LabelScores], most: int | None = None) -> Table:
    """Return how well each label is predicted as a table, in the order of the schema.

    If there are more than `most`, so many are shown: those that most rows have.
    """
    names = list(labels)
    remarks: tuple[str, ...] = ()
    if most is not None and len(names) > most:
        frequent = set(sorted(names, key=lambda name: -labels[name].n_wanted)[:most])
        remarks = (f"the {most} most frequent of {len(names)} labels",)
        names = [name for name in names if name in frequent]
    return Table(LABEL_COLUMNS, tuple(_row(name, labels[name]) for name in names), remarks=remarks)


def _row(name: str, found: LabelScores) -> tuple[str | int | float, ...]:
    return name_text(name), *found, found.precision, found.recall, found.f1


def evaluated(ruleset: RuleSet, thresholds: Thresholds, dataset: Dataset, every_method: bool = False) -> Evaluation:
    """Return how good rules are on labelled instances of their schema.

    With `every_method`, a short ruleset is also measured by the methods that do not decide.
    """
    consultation = Consultation(ruleset, dataset.matrix)
    skip_empty = ruleset.settings.skip_empty
    known = dataset.known_labels
    deciding = known_method(ruleset)
    # a person who takes what is made for the data asks for no other way
    asked = (deciding,) if ruleset.is_short and not every_method else methods_of(ruleset)
    answers = consultation.predictions(asked, thresholds)
    predicted = {method: labels[:, known] for method, labels in answers.items()}
    truth = dataset.Y[:, known]
    found = {method: scores(truth, labels, skip_empty) for method, labels in predicted.items()}
    names = [name for name, is_known in zip(ruleset.schema.labels, known, strict=True) if is_known]
    of_labels = dict(zip(names, label_scores(truth, predicted[deciding]), strict=True))
    positives = tuple(dataset.Y.sum(axis=0).tolist())
    # halves of data may have as many rows of each label
    is_training = (ruleset.n_instances, ruleset.context.positives) == (dataset.n_instances, positives) and all(
        len(rows) == rule.coverage for rows, rule in zip(consultation.matched, ruleset.rules, strict=True)
    )
    return Evaluation(found, deciding, of_labels, consultation.n_unmatched, dataset.absent_labels, is_training)


def metrics_document(found: Evaluation) -> dict[str, dict[str, float | None]]:
    """Return the metrics of every method as values for JSON; null stands where a number is not defined."""
    return {method: metrics.to_dict() for method, metrics in found.items()}


def labels_document(found: Evaluation) -> dict[str, dict[str, int | float | None]]:
    """Return how well each label is predicted as values for JSON."""
    return {name: one.to_dict() for name, one in found.labels.items()}
