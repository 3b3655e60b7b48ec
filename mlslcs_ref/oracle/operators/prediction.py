"""Operators that use a finished ruleset (INF, MET)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.inference.thresholds import chosen_thresholds
from mlslcs_ref.inference.votes import active_labels
from mlslcs_ref.metrics import METRICS, Metric, scores
from mlslcs_ref.oracle.operators.bench import Workshop
from mlslcs_ref.oracle.operators.case import Case, CaseError, real
from mlslcs_ref.oracle.operators.values import flags_of, flags_text, instances_of, matrix_of, n_labels_of
from mlslcs_ref.rulesets.bridge import rules_of
from mlslcs_ref.rulesets.compaction import prefix_places
from mlslcs_ref.rulesets.consultation import METHODS, Consultation
from mlslcs_ref.rulesets.context import RuleContext
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.rulesets.solutions import scs_share
from mlslcs_ref.untrusted import Untrusted


def _ruleset(case: Case) -> RuleSet:
    shop = Workshop(case)
    members = [shop.rule(node)[0] for node in case.inputs.field("rules").items()]
    context = RuleContext(shop.schema, shop.ranges, case.settings, 0)
    return RuleSet(context, rules_of(members, context))


def _consultation(case: Case) -> Consultation:
    ruleset = _ruleset(case)
    return Consultation(ruleset, instances_of(case.inputs, "x", ruleset.schema))


def votes(case: Case) -> dict[str, Any]:
    """Return the votes on instances, and how many of these no rule matches (INF-1, INF-2, INF-6)."""
    consultation = _consultation(case)
    return {
        "raw": consultation.raw_votes().tolist(),
        "normalised": consultation.votes().tolist(),
        "n_unmatched": consultation.n_unmatched,
    }


def best(case: Case) -> dict[str, Any]:
    """Return the labels by BEST, and how many instances no rule matches (INF-5, INF-6)."""
    consultation = _consultation(case)
    return {"labels": flags_text(consultation.best()), "n_unmatched": consultation.n_unmatched}


def active(case: Case) -> dict[str, Any]:
    """Return the labels that normalised votes activate at a threshold (INF-2)."""
    given = _votes(case)
    threshold = real(case.inputs.field("threshold"))
    return {"labels": flags_text(active_labels(given, threshold, case.settings.active_above))}


def _votes(case: Case) -> Any:
    n_labels = n_labels_of(case.inputs)
    given = matrix_of(case.inputs, "votes", n_labels)
    # the votes of the authors' program are 32-bit floats (INF-1)
    if case.settings.votes_by_accuracy:
        with np.errstate(over="ignore"):
            return given.astype(np.float32)
    return given


def _metric(inputs: Untrusted) -> Metric:
    found: Metric = inputs.get("metric", "accuracy").choice(METRICS)  # type: ignore[assignment]
    return found


def thresholds(case: Case) -> dict[str, Any]:
    """Return the thresholds that IVAL and PCUT choose on normalised votes (INF-3, INF-4)."""
    given = _votes(case)
    truth = flags_of(case.inputs, "truth", given.shape[1])
    metric = _metric(case.inputs)
    if len(truth) != len(given) or not len(given):
        raise CaseError("expected as many rows as votes, and at least one", "truth")
    found = chosen_thresholds(given, truth, case.settings, metric)
    return {"ival": found.ival, "pcut": found.pcut}


def evaluation(case: Case) -> dict[str, Any]:
    """Return thresholds, predictions and metrics of a ruleset on labelled instances (INF, MET-A)."""
    consultation = _consultation(case)
    truth = flags_of(case.inputs, "truth", n_labels_of(case.inputs))
    metric = _metric(case.inputs)
    if len(truth) != len(case.inputs.field("x").items()) or not len(truth):
        raise CaseError("expected as many rows as x, and at least one", "truth")
    chosen = consultation.thresholds(truth, metric)
    skip_empty = case.settings.skip_empty
    found: dict[str, Any] = {"pcut": chosen.pcut, "ival": chosen.ival, "n_unmatched": consultation.n_unmatched}
    for method in METHODS:
        predicted = consultation.predicted(method, chosen)
        found[f"labels_{method}"] = flags_text(predicted)
        found[f"accuracy_{method}"] = scores(truth, predicted, skip_empty).accuracy
    return found


def metrics(case: Case) -> dict[str, Any]:
    """Return the metrics of a prediction (MET-A); of no instances they are NaN."""
    n_labels = n_labels_of(case.inputs)
    truth, predicted = (flags_of(case.inputs, name, n_labels) for name in ("truth", "predicted"))
    if len(truth) != len(predicted):
        raise CaseError("expected as many rows as truth", "predicted")
    found = scores(truth, predicted, case.settings.skip_empty)
    return {name: "nan" if math.isnan(value) else value for name, value in found._asdict().items()}


def scs(case: Case) -> dict[str, Any]:
    """Return the share of a shortest complete solution that is present (MET-B)."""
    ruleset = _ruleset(case)
    solutions = tuple(tuple(text.text() for text in node.items()) for node in case.inputs.field("solutions").items())
    if not all(solutions):
        raise CaseError("expected at least one rule in each", "solutions")
    return {"share": scs_share(ruleset, solutions)}


def compaction(case: Case) -> dict[str, Any]:
    """Return the rules that compaction keeps, in population order (MET-D)."""
    ruleset = _ruleset(case)
    instances = instances_of(case.inputs, "x", ruleset.schema)
    return {"kept": prefix_places(ruleset, Matrix.of(instances))}
