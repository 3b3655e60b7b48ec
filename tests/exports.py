"""What models are exported as, used: modules that are executed, and queries that SQLite answers."""

import math
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.schema import Attribute, ContinuousAttribute
from mlslcs_ref.rulesets.consultation import Consultation, Method
from mlslcs_ref.rulesets.model import Model


class Answer(NamedTuple):
    """The names of the columns of an answer, and its rows."""

    heads: list[str]
    rows: list[tuple[Any, ...]]

    def truths(self, n_columns: int) -> list[list[bool]]:
        """Return the last columns, as true or false."""
        return [[bool(cell) for cell in row[-n_columns:]] for row in self.rows]


def quoted(name: str) -> str:
    """Return a name as SQL spells it."""
    return '"' + name.replace('"', '""') + '"'


def answered(
    query: str, kinds: Mapping[str, str], rows: Sequence[Sequence[object]] = (), table: str = "instances"
) -> Answer:
    """Ask about a table of these rows, whose columns are of these types."""
    columns = ", ".join(f"{quoted(name)} {kind}" for name, kind in kinds.items())
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute(f"CREATE TABLE {quoted(table)} ({columns})")
        database.executemany(f"INSERT INTO {quoted(table)} VALUES ({', '.join('?' * len(kinds))})", rows)  # noqa: S608
        answer = database.execute(query)
        return Answer([head[0] for head in answer.description], answer.fetchall())


def executed(source: str) -> dict[str, Any]:
    """Execute an exported module, and return what it defines."""
    module: dict[str, Any] = {}
    exec(compile(source, "rules.py", "exec"), module)  # noqa: S102 - it is our own
    return module


def matches(document: dict[str, Any], rule: dict[str, Any], row: Mapping[str, Any]) -> bool:
    """Tell whether a rule of the JSON document matches a row, by the document alone."""
    declared = {attribute["name"]: attribute.get("values", []) for attribute in document["attributes"]}

    def accepts(test: dict[str, Any], x: Any) -> bool:
        if x is None:
            return bool(test["accepts_missing"])
        if "in" in test:
            return x in test["in"] or (x not in declared[test["attribute"]] and "accepts_new" in test)
        return bool(test.get("at_least", -math.inf) <= x <= test.get("at_most", math.inf))

    return all(accepts(test, row[test["attribute"]]) for test in rule["if"])


def plain_rows(model: Model, instances: npt.NDArray[np.float64]) -> list[list[Any]]:
    """Return instances as a person would write them: texts, numbers, and None where a value is missing."""

    def cell(x: float, attribute: Attribute) -> Any:
        if math.isnan(x):
            return None
        if isinstance(attribute, ContinuousAttribute):
            return x
        return "undeclared" if x < 0 else attribute.values[int(x)]

    return [list(map(cell, row, model.ruleset.schema.attributes)) for row in instances.tolist()]


def wanted(model: Model, instances: npt.NDArray[np.float64], method: Method) -> list[list[bool]]:
    """Return what the rules themselves predict, which an export has to predict as well."""
    found: npt.NDArray[np.bool_] = Consultation(model.ruleset, instances).predicted(method, model.thresholds)
    return found.tolist()  # type: ignore[no-any-return]
