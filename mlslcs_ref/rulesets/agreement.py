"""How far two models of the same problem predict the same, whatever their rules are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mlslcs_ref.data.schema import Schema
from mlslcs_ref.errors import DataError
from mlslcs_ref.rulesets.arguments import instances_of
from mlslcs_ref.rulesets.consultation import METHODS, POSTERIOR, Consultation, Method
from mlslcs_ref.rulesets.ruleset import ruleset_of


@dataclass(frozen=True)
class Agreement:
    """How far two models predict the same by one method."""

    method: Method | None
    """The method; None where each model predicts in the way that is its own, and these differ or are `posterior`."""
    instances: int
    cells: int
    """`instances`, `cells`: Instances on which all labels agree, and labels of instances that agree."""


def agreement(one: Any, other: Any, data: Any) -> tuple[Agreement, ...]:
    """Return how far two models predict the same, method by method, each with its own thresholds.

    The instances are in the values of the schemas, and have the attributes of both.
    """
    models = [getattr(given, "model_", given) for given in (one, other)]
    schemas = [ruleset_of(model).schema for model in models]
    require_alike(*schemas)
    asked = [
        Consultation(ruleset_of(model), instances_of(data, schema))
        for model, schema in zip(models, schemas, strict=True)
    ]
    found = []
    short = [ruleset_of(model).is_short for model in models]
    ways: list[Method | None] = [*METHODS]
    if any(short):
        ways = [POSTERIOR] if all(short) else [None, *METHODS]
    for method in ways:
        answers = [
            consultation.predicted(method, model.thresholds) for consultation, model in zip(asked, models, strict=True)
        ]
        same = answers[0] == answers[1]
        found.append(Agreement(method, int(same.all(axis=1).sum()), int(same.sum())))
    return tuple(found)


def require_alike(first: Schema, second: Schema) -> None:
    """Refuse schemas of other labels, without a common attribute, or with a common one of other values."""
    for one, other, which in ((first, second, "first"), (second, first, "second")):
        for name in one.labels:
            if name not in other.labels:
                raise _different(f"this label is in the {which} only", name)
    if first.labels != second.labels:
        raise _different("their labels are in different orders")
    known = {attribute.name: attribute for attribute in second.attributes}
    shared = [attribute for attribute in first.attributes if attribute.name in known]
    if not shared:
        raise _different("this attribute is in the first only, and so are all others", first.attributes[0].name)
    for attribute in shared:
        if attribute != known[attribute.name]:
            raise _different("it has other values or another kind", attribute.name)


def _different(how: str, column: str | None = None) -> DataError:
    return DataError(
        f"the models are of different problems: {how}; compare models of data with the same columns, or evaluate each "
        "on data of its own",
        column=column,
    )
