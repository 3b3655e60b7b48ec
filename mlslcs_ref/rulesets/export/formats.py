"""The formats that a model can be exported to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias, get_args

from mlslcs_ref._given import brief, listed_given, truth
from mlslcs_ref.errors import SettingsError, UsageError
from mlslcs_ref.rulesets.consultation import Method, known_method, warn_of_votes
from mlslcs_ref.rulesets.export.document import json_text
from mlslcs_ref.rulesets.export.graph import dot_text
from mlslcs_ref.rulesets.export.python_code import python_text
from mlslcs_ref.rulesets.export.sql import sql_text
from mlslcs_ref.rulesets.export.tables import csv_text, latex_text, markdown_text, tsv_text
from mlslcs_ref.rulesets.model import Model, model_of
from mlslcs_ref.rulesets.order import Order

Format: TypeAlias = Literal["json", "csv", "tsv", "markdown", "latex", "python", "sql", "dot"]
FORMATS: Final[tuple[Format, ...]] = get_args(Format)
PREDICTING: Final[tuple[Format, ...]] = ("python", "sql")
"""Formats that predict, and so are of one method."""

_PLAIN: Final[Mapping[str, Callable[[Model, Order], str]]] = {
    "json": lambda model, _order: json_text(model),
    "csv": csv_text,
    "tsv": tsv_text,
    "markdown": markdown_text,
    "latex": latex_text,
    "dot": lambda model, _order: dot_text(model),
}


def export_text(
    model: Any,
    target: Format,
    method: Method | None = None,
    table: str = "instances",
    order: Order = "best",
    ids: Sequence[str] = (),
    estimates: bool = False,
) -> str:
    """Return a model in another format.

    Parameters
    ----------
    model : Model or fitted estimator
        The model. A rule's id is its place in population order, from 1, in every format.
    target : str
        One of `FORMATS`.
    method : str, optional
        How `python` and `sql` predict; by default as the model does.
    table : str
        The table that `sql` reads.
    order : str
        In which order the tables have the rules, one of `ORDERS`; `json` and `dot` have them in population order, and
        in code the order is that of the method.

    ids : sequence of str
        The columns of its table by which the answer of `sql` tells a row; by default the attributes.
    estimates : bool
        Whether the answer of `sql` says how likely each label is, too.

    Notes
    -----
    Rules carry all digits: read or executed, each selects the instances that its coverage counts. Where a table has
    rounded numbers (`markdown`, `latex`: F and acc, to four decimals), its heads say so.

    Raises
    ------
    SettingsError
        If there is no such order, or an argument is of a wrong type.
    UsageError
        If there is no such format or method, or the format cannot express the method exactly.
    """
    model = model_of(model)
    truth("estimates", estimates)
    given: object = target
    if not isinstance(given, str) or target not in FORMATS:
        raise UsageError(f"expected one of the formats {', '.join(FORMATS)}, found {brief(target)}")
    try:
        known = known_method(model.ruleset, method)
    except SettingsError as error:
        raise UsageError(str(error)) from None
    if target in PREDICTING:
        warn_of_votes(model.ruleset, known)
    if target == "python":
        return python_text(model, known)
    if target == "sql":
        named = listed_given("ids", ids, str, "names of columns")
        return sql_text(model, known, table, named, bool(estimates))
    return _PLAIN[target](model, order)
