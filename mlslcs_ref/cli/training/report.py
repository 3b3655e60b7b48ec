"""All results of a run, collected once, as a document and as a basis for pages."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.problems import Problem
from mlslcs_ref.data.remarks import undeclared_counts
from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute, NominalAttribute
from mlslcs_ref.extension.settings import profile_settings
from mlslcs_ref.learning.trial import Trial, remarks_on, trial_of
from mlslcs_ref.metrics import accuracy
from mlslcs_ref.rulesets.compaction import compacted
from mlslcs_ref.rulesets.evaluation import Evaluation, labels_document, metrics_document
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.pass_record import pass_document
from mlslcs_ref.rulesets.quality import LEAST_ROWS, QualityRemark, best_constant
from mlslcs_ref.rulesets.rule import projected
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.rulesets.sizes import SizeRecord
from mlslcs_ref.rulesets.solutions import scs_share
from mlslcs_ref.settings import RUN_PROFILES

FORMAT: Final = "mlslcs_ref.run"
VERSION: Final = 1
ROWS: Final[Mapping[str, str]] = {
    "test": "test data",
    "validation": "rows held out",
    "trial": "rows held out of a trial",
    "training": "training data",
}
"""Rows that a model can be measured on, first those that tell most."""
_SHORT_RULE: Final = "rule if then coverage seen"
_RULE: Final = "rule bits num F acc exp coverage correct wrong indifferent tp msa cs ts created"


@dataclass(frozen=True)
class DataFacts:
    """The statistics of a data set."""

    name: str
    instances: int
    binary: int
    nominal: int
    continuous: int
    labels: int
    """`instances`, `binary`, `nominal`, `continuous`, `labels`: |D|, attributes of each kind, |L|."""
    cardinality: float
    density: float
    """`cardinality`, `density`: LCA and DENS."""
    combinations: int
    """DIST."""
    missing: int
    """Values that are missing."""
    unknown_values: dict[str, int]
    """For nominal attributes the rows with a value that the training data did not have."""
    absent_labels: tuple[str, ...]
    """Labels that the file does not hold."""


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
        missing=sum(int(np.isnan(block).sum()) for _rows, block in dataset.matrix.blocks()),
        unknown_values=undeclared_counts(dataset.matrix, dataset.schema),
        absent_labels=dataset.absent_labels,
    )


@dataclass(frozen=True)
class RunReport:
    """What a run has found."""

    model: Model
    shuffle: int | None
    """Seed of the order of the instances."""
    data: Mapping[str, DataFacts]
    """The statistics of the data by role: `training`, and `validation` (rows held out) and `test` if there are any."""
    found: Mapping[str, Evaluation]
    """How good the model is by the same roles; without test data there may also be `trial`, the scores of a shorter run
    of the profile `auto` on rows held out of it."""
    compact: RuleSet
    """The compacted ruleset; of a short model its rules."""
    scs: float | None
    """%SCS as a share, where a shortest complete solution is known."""
    identifiers: tuple[str, ...]
    """Attributes that a rule can only memorise."""
    without_rules: tuple[str, str, float]
    """The rows that tell most, what is best on them without rules, and its accuracy."""
    remarks: tuple[QualityRemark, ...]
    """Why the model is poor."""
    sizes: tuple[SizeRecord, ...]
    """How good fewer rules would be, if wanted."""


def run_report(
    model: Model,
    dataset: Dataset,
    shuffle: int | None,
    test: Dataset | None,
    known: Problem | None,
    sizes: bool = False,
    validation: Dataset | None = None,
    every_method: bool = False,
) -> RunReport:
    """Return the report of a finished run.

    `sizes` asks how good fewer rules would be, `every_method` for the methods that do not decide, too.
    """
    is_short = model.ruleset.is_short
    # rows that decided when to stop are not as good a witness as others
    unseen = validation if test is None else test
    is_tried = is_short and (unseen is None or unseen.n_instances < LEAST_ROWS)
    trial = trial_of(model, dataset) if is_tried else None
    given = {"training": dataset, "validation": validation, "test": test}
    data = {role: one for role, one in given.items() if one is not None}
    found = {role: model.evaluate(one, every_method) for role, one in data.items()}
    if trial is not None:
        found["trial"] = trial.model.evaluate(trial.held_out, every_method)
    role = next(role for role in ROWS if role in found)
    told = (dataset, data[role]) if trial is None or role != "trial" else (trial.training, trial.held_out)
    return RunReport(
        model=model,
        shuffle=shuffle,
        data={role: data_facts(one) for role, one in data.items()},
        found=found,
        compact=model.ruleset if is_short else compacted(model, dataset),
        scs=None if known is None else scs_share(model.ruleset, known.solutions),
        identifiers=dataset.identifier_attributes,
        # the paper says of an artificial problem what is to be found in it
        without_rules=(role, *_without_rules(*told, model.ruleset.settings.skip_empty)),
        remarks=() if known is not None else remarks_on(model, dataset, unseen, trial),
        sizes=_sizes(model, dataset, unseen, trial if unseen is None else None) if sizes else (),
    )


def _without_rules(training: Dataset, rows: Dataset, skip_empty: bool) -> tuple[str, float]:
    known = rows.known_labels
    what, labels = best_constant(training.Y[:, known], rows.Y[:, known], skip_empty)
    return what, accuracy(rows.Y[:, known], labels, skip_empty)


def _sizes(model: Model, dataset: Dataset, test: Dataset | None, trial: Trial | None) -> tuple[SizeRecord, ...]:
    if trial is None:
        return model.sizes(dataset, test)
    found = trial.model.sizes(trial.training, trial.held_out)
    return tuple(record._replace(evidence="rows held out of a trial") for record in found)


def report_document(report: RunReport) -> dict[str, Any]:
    """Return everything as values for JSON; an undefined number is null."""
    model = report.model
    record = model.record
    settings = model.ruleset.settings
    rows, what, reached = report.without_rules
    return {
        "format": FORMAT,
        "version": VERSION,
        "run": {**vars(record), "shuffle": report.shuffle},
        "other_profiles": {name: f"--profile {name}" for name in RUN_PROFILES if name != record.profile},
        "settings": settings.as_dict(),
        "settings_that_differ_from_the_profile": differences(report),
        "data": {name: vars(facts) for name, facts in report.data.items()},
        "thresholds": model.thresholds.to_dict(),
        "method": report.found["training"].method,
        "metrics": {name: metrics_document(found) for name, found in report.found.items()},
        "labels": {name: labels_document(found) for name, found in report.found.items()},
        "without_rules": {"rows": rows, "predicted": what, "accuracy": None if math.isnan(reached) else reached},
        "remarks": [vars(remark) for remark in report.remarks],
        "unmatched_instances": {name: found.n_unmatched for name, found in report.found.items() if name != "trial"},
        "scs": report.scs,
        "rules": {"macro": len(model.ruleset), "micro": model.ruleset.n_micro, "compacted": len(report.compact)},
        "compacted_rules": [projected(rule.to_dict(), _RULE) for rule in report.compact.best()],
        **(_short(report) if model.ruleset.is_short else {}),
        **({"history": [pass_document(record) for record in model.history]} if model.history else {}),
        **({"sizes": [_size(record) for record in report.sizes]} if report.sizes else {}),
    }


def differences(report: RunReport) -> dict[str, object]:
    """Return the settings that differ from the profile's."""
    record, ruleset = report.model.record, report.model.ruleset
    base = profile_settings(record.profile, ruleset.schema.n_attributes).as_dict()
    return {name: value for name, value in ruleset.settings.as_dict().items() if value != base[name]}


def _short(report: RunReport) -> dict[str, Any]:
    """Return what only a short model has: its options, and its rules with what they have seen (EXT-8)."""
    model = report.model
    return {
        "extension": None if model.extension is None else vars(model.extension),
        "populations": [{"macro": len(rules), "micro": rules.n_micro} for rules in model.populations],
        "short_rules": [{**projected(rule.to_dict(), _SHORT_RULE), "worth": rule.told()} for rule in model.rules],
    }


def _size(record: SizeRecord) -> dict[str, Any]:
    return {**record._asdict(), "scores": record.scores.to_dict()}
