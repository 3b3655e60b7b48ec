"""The values of cases: attributes, instances, rules and states, from JSON and to JSON.

A rule comes with the exact counts of PAR-1 and goes with what follows from them, so that implementations that add up
reals can take part. Rules are named by their positions in the population, from 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from bitarray import bitarray

from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.classifier import Accounting, Classifier, restored
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import Attribute, ContinuousAttribute, Schema, nominal
from mlslcs_ref.errors import DataError
from mlslcs_ref.oracle.operators.case import CaseError, Reject, count_of, real
from mlslcs_ref.rulesets.rule import counts_document, projected
from mlslcs_ref.untrusted import LARGEST, Untrusted

Values = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
MISSING_LABEL: Final = 2
_DIGITS: Final = {"0": 0, "1": 1}
_RULE: Final = "bits num exp tp fp msa acc fitness cs ts created able"
MOST: Final = 100_000
"""The most labels of a case, and values of an attribute: what is written in a few digits must not fill the memory."""


def attribute_of(inputs: Untrusted, name: str) -> tuple[Attribute, tuple[float, float] | None]:
    """Return an attribute and, where the case gives them, x_min and x_max (NaN: no present value)."""
    kind = inputs.field("kind").choice(("binary", "nominal", "continuous"))
    if kind == "continuous":
        bounds = None
        if inputs.has("minimum"):
            bounds = inputs.bounds()
        inputs.done()
        return ContinuousAttribute(name), bounds
    n_values = 2 if kind == "binary" else inputs.field("n_values").integer(1, MOST)
    inputs.done()
    return nominal(name, tuple(map(str, range(n_values)))), (math.nan, math.nan)


def n_labels_of(inputs: Untrusted) -> int:
    """Return the number of labels of a case."""
    return inputs.field("n_labels").integer(1, MOST)


def problem_of(inputs: Untrusted) -> tuple[Schema, list[tuple[float, float] | None]]:
    """Return the schema of a case, whose attributes are a1, a2, ... and labels l1, l2, ..., and the ranges it gives."""
    found = [attribute_of(node, f"a{place}") for place, node in enumerate(inputs.field("attributes").items(), start=1)]
    n_labels = n_labels_of(inputs)
    schema = Schema(tuple(attribute for attribute, _ in found), tuple(f"l{place + 1}" for place in range(n_labels)))
    return schema, [bounds for _, bounds in found]


def row_of(node: Untrusted) -> list[float]:
    """Return the values of an instance; null is a missing one."""
    cells = node.value
    # there may be thousands, which need no node each if they are plain numbers
    if isinstance(cells, list) and all(type(x) in {int, float} and -LARGEST <= x <= LARGEST for x in cells):
        return list(map(float, cells))
    return [math.nan if item.value is None else real(item) for item in node.items()]


def matrix_of(inputs: Untrusted, name: str, n_columns: int) -> Values:
    """Return an array of rows of numbers; null is a missing one."""
    rows = [row_of(node) for node in inputs.field(name).items()]
    if any(len(row) != n_columns for row in rows):
        raise CaseError(f"expected rows of {n_columns} numbers", name)
    return np.array(rows, dtype=np.float64).reshape(len(rows), n_columns)


def instances_of(inputs: Untrusted, name: str, schema: Schema) -> Values:
    """Return the values of instances that nothing is learned from, undeclared nominal ones among them (REP-8)."""
    found = matrix_of(inputs, name, schema.n_attributes)
    for column, attribute in zip(found.T, schema.attributes, strict=True):
        require_values(column, attribute, name)
    return found


def require_values(column: Values, attribute: Attribute, name: str) -> None:
    """Refuse a value that is no code of a nominal value: from 0 if declared, -1 if not; NaN is a missing one."""
    if isinstance(attribute, ContinuousAttribute):
        return
    most = len(attribute.values) - 1
    for x in column.tolist():
        if not (math.isnan(x) or (x.is_integer() and -1 <= x <= most)):
            raise CaseError(f"expected codes from -1 to {most} for values of {attribute.name}, found {x:g}", name)


def flags_of(inputs: Untrusted, name: str, n_columns: int) -> Flags:
    """Return an array of texts of 0 and 1, one a row, as booleans."""
    texts = [node.text() for node in inputs.field(name).items()]
    if any(len(text) != n_columns or set(text) - set("01") for text in texts):
        raise CaseError(f"expected texts of {n_columns} digits 0 or 1", name)
    return np.array([[digit == "1" for digit in text] for text in texts], dtype=bool).reshape(len(texts), n_columns)


def flags_text(flags: Flags) -> list[str]:
    """Return rows of booleans as texts of 0 and 1."""
    return ["".join("01"[flag] for flag in row) for row in flags.tolist()]


def dataset_of(inputs: Untrusted, schema: Schema) -> Dataset:
    """Return the training instances of a case, refused where they cannot be learned from."""
    rows: list[list[float]] = []
    labels: list[str] = []
    for instance in inputs.field("instances").items():
        rows.append(row_of(instance.field("x")))
        labels.append(instance.field("y").text())
        instance.done()
    return trainable(schema, rows, labels)


def trainable(schema: Schema, rows: list[list[float]], labels: list[str]) -> Dataset:
    """Return instances that can be learned from. Labels are 0 or 1; anything else is a missing one."""
    if any(len(row) != schema.n_attributes for row in rows) or any(len(text) != schema.n_labels for text in labels):
        raise CaseError(f"expected {schema.n_attributes} values and {schema.n_labels} labels in each", "instances")
    X = np.array(rows, dtype=np.float64).reshape(len(rows), schema.n_attributes)
    Y = np.array([[_DIGITS.get(digit, MISSING_LABEL) for digit in text] for text in labels])
    try:
        dataset = Dataset(schema, X, Y.reshape(len(labels), schema.n_labels))
        dataset.require_trainable()
    except DataError as error:
        raise Reject(_reason(schema, X, Y), str(error)) from None
    return dataset


def _reason(schema: Schema, X: Values, Y: Any) -> str:
    """Return why instances can't be learned from: the first reason that applies."""
    if not len(X):
        return "no-instances"
    if (Y == MISSING_LABEL).any():
        return "missing-label"
    return "infinite-value" if are_declared(X, schema) else "undeclared-value"


def are_declared(rows: Values, schema: Schema) -> bool:
    """Tell whether all values of binary and nominal attributes are declared or missing."""
    return all(
        isinstance(attribute, ContinuousAttribute)
        or bool((np.isnan(column) | np.isin(column, range(len(attribute.values)))).all())
        for column, attribute in zip(rows.T, schema.attributes, strict=True)
    )


def bits_of(node: Untrusted, size: int) -> bitarray:
    """Return a chromosome written as 0s and 1s, first bit first."""
    text = node.text()
    if len(text) != size or set(text) - set("01"):
        raise node.error(f"{size} digits 0 or 1")
    return bitarray(text, "little")


def rule_of(
    inputs: Untrusted, layout: Layout, accounting: Accounting, matched: Callable[[bitarray], bitarray]
) -> tuple[Classifier, int]:
    """Return a classifier outside P, and the step at which it was created."""
    chromosome = bits_of(inputs.field("bits"), layout.size)
    rule = restored(chromosome, layout, accounting, matched(chromosome))
    rule.num = count_of(inputs.get("num", 1), 1)
    exp = count_of(inputs.get("exp", 0))
    matches = exp // accounting.exp_per_match
    if matches > accounting.most_matches:
        raise inputs.error(f"exp of at most {accounting.most_matches} matches")
    rule.matches = matches
    rule.correct = count_of(inputs.get("correct", 0))
    given = [exp, count_of(inputs.get("wrong", 0)), count_of(inputs.get("indifferent", 0))]
    if given != [rule.exp, rule.wrong, rule.indifferent] or rule.wrong < 0:
        raise inputs.error(f"exp, wrong and indifferent of {matches} matches")
    rule.cs = inputs.get("cs", 1.0).number()
    rule.ts = count_of(inputs.get("ts", 0))
    # stamped: a GA had given it a ts when it was last updated (SUB-1, `authors`)
    rule.stamped_at = 0 if inputs.get("stamped", False).boolean() else rule.matches if rule.ts else -1
    created = count_of(inputs.get("created", 0))
    inputs.done()
    return rule, created


def rule_value(rule: Classifier, able: bool) -> dict[str, Any]:
    """Return a classifier as JSON.

    `able` says whether it may subsume (SUB-1).
    """
    document = {**counts_document(rule), "able": able}
    return projected(document, _RULE, fp="wrong", fitness="F")
