"""Everything that a run has found, gathered once; as a document, and as a basis for pages."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from mlslcs_ref.data import BinaryAttribute, ContinuousAttribute, Dataset, NominalAttribute, Problem
from mlslcs_ref.metrics import Scores, scores
from mlslcs_ref.rulesets import METHODS, Consultation, Method, Model, RuleSet, compacted, scs_share
from mlslcs_ref.rulesets.rule import projected
from mlslcs_ref.training import Training

__all__ = ["DataFacts", "Evaluation", "RunReport", "data_facts", "report_document", "run_report"]

FORMAT: Final = "mlslcs_ref.run"
VERSION: Final = 1
_RULE: Final = "rule bits num F acc exp coverage correct wrong indifferent tp msa cs ts created"


@dataclass(frozen=True)
class DataFacts:
    """The statistics of a data set.

    Parameters
    ----------
    name : str
        Its name.
    instances, binary, nominal, continuous, labels : int
        |D|, attributes of each kind, |L|.
    cardinality, density : float
        LCA and DENS.
    combinations : int
        DIST.
    missing : int
        Values that are missing.
    """

    name: str
    instances: int
    binary: int
    nominal: int
    continuous: int
    labels: int
    cardinality: float
    density: float
    combinations: int
    missing: int


def data_facts(dataset: Dataset) -> DataFacts:
    """Return the statistics of a data set."""
    kinds = [type(attribute) for attribute in dataset.schema.attributes]
    return DataFacts(
        name=dataset.name,
        instances=dataset.n_instances,
        binary=kinds.count(BinaryAttribute),
        nominal=kinds.count(NominalAttribute),
        continuous=kinds.count(ContinuousAttribute),
        labels=dataset.n_labels,
        cardinality=dataset.label_cardinality,
        density=dataset.label_density,
        combinations=dataset.n_label_combinations,
        # only a missing value differs from itself
        missing=int((dataset.X != dataset.X).sum()),
    )


@dataclass(frozen=True)
class Evaluation:
    """What a model does on a data set.

    Parameters
    ----------
    data : DataFacts
        The data set.
    scores : dict of str to Scores
        The metrics of every method.
    unmatched : int
        Instances that no rule matches (INF-6).
    """

    data: DataFacts
    scores: Mapping[Method, Scores]
    unmatched: int


@dataclass(frozen=True)
class RunReport:
    """What a run has found.

    Parameters
    ----------
    model : Model
        The model.
    metric : str
        What IVAL's threshold makes best.
    shuffle : int or None
        Seed of the order of the instances.
    training : Evaluation
        On the training data.
    test : Evaluation or None
        On the test data.
    compact : RuleSet
        The compacted ruleset.
    scs : float or None
        %SCS as a share, where a shortest complete solution is known.
    identifiers : tuple of str
        Attributes that a rule can only memorise.
    """

    model: Model
    metric: str
    shuffle: int | None
    training: Evaluation
    test: Evaluation | None
    compact: RuleSet
    scs: float | None
    identifiers: tuple[str, ...]


def run_report(
    training: Training, metric: Any, shuffle: int | None, test: Dataset | None, known: Problem | None
) -> RunReport:
    """Return the report of a finished run.

    Parameters
    ----------
    training : Training
        The run.
    metric : str
        What IVAL's threshold is to make best.
    shuffle : int or None
        Seed of the order of the instances, for the record.
    test : Dataset or None
        The test data.
    known : Problem or None
        The problem, where it is one.
    """
    dataset = training.dataset
    model = training.model(metric)
    return RunReport(
        model=model,
        metric=metric,
        shuffle=shuffle,
        training=_evaluation(model, dataset),
        test=None if test is None else _evaluation(model, test),
        compact=compacted(model, dataset),
        scs=None if known is None else scs_share(model.ruleset, known.solutions),
        identifiers=dataset.identifier_attributes,
    )


def _evaluation(model: Model, dataset: Dataset) -> Evaluation:
    consultation = Consultation(model.ruleset, dataset.X)
    skip_empty = model.ruleset.settings.skip_empty
    found = {
        method: scores(dataset.Y, consultation.predicted(method, model.thresholds), skip_empty) for method in METHODS
    }
    return Evaluation(data_facts(dataset), found, consultation.n_unmatched)


def report_document(report: RunReport) -> dict[str, Any]:
    """Return everything as values for JSON; null stands where a number is not defined."""
    model = report.model
    record = model.record
    settings = model.ruleset.settings
    return {
        "format": FORMAT,
        "version": VERSION,
        "run": {**vars(record), "shuffle": report.shuffle, "metric": report.metric},
        "settings": settings.as_dict(),
        "settings_that_differ_from_the_profile": settings.differences(record.profile),
        "data": {name: vars(evaluation.data) for name, evaluation in evaluations(report).items()},
        "thresholds": model.thresholds._asdict(),
        "metrics": {
            name: {method: _defined(found._asdict()) for method, found in evaluation.scores.items()}
            for name, evaluation in evaluations(report).items()
        },
        "unmatched_instances": {name: evaluation.unmatched for name, evaluation in evaluations(report).items()},
        "scs": report.scs,
        "rules": {"macro": len(model.ruleset), "micro": model.ruleset.n_micro, "compacted": len(report.compact)},
        "compacted_rules": [projected(rule.to_dict(), _RULE) for rule in report.compact.best()],
    }


def evaluations(report: RunReport) -> dict[str, Evaluation]:
    """Return the evaluations by the role of their data."""
    found = {"training": report.training}
    if report.test is not None:
        found["test"] = report.test
    return found


def _defined(values: dict[str, float]) -> dict[str, float | None]:
    return {name: None if math.isnan(value) else value for name, value in values.items()}
