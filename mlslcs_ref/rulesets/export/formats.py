"""The formats that a model can be exported to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

from mlslcs_ref.rulesets.consultation import Method
from mlslcs_ref.rulesets.export.document import json_text
from mlslcs_ref.rulesets.export.graph import dot_text
from mlslcs_ref.rulesets.export.python_code import python_text
from mlslcs_ref.rulesets.export.sql import sql_text
from mlslcs_ref.rulesets.export.tables import csv_text, latex_text, markdown_text, tsv_text
from mlslcs_ref.rulesets.model import Model

__all__ = ["FORMATS", "PREDICTING", "Format", "export_text"]

Format: TypeAlias = Literal["json", "csv", "tsv", "markdown", "latex", "python", "sql", "dot"]
FORMATS: Final[tuple[Format, ...]] = get_args(Format)
PREDICTING: Final[tuple[Format, ...]] = ("python", "sql")
"""Formats that predict, and so are of one method."""

_PLAIN: Final[Mapping[str, Callable[[Model], str]]] = MappingProxyType(
    {
        "json": json_text,
        "csv": csv_text,
        "tsv": tsv_text,
        "markdown": markdown_text,
        "latex": latex_text,
        "dot": dot_text,
    }
)


def export_text(model: Model, target: Format, method: Method = "ival", table: str = "instances") -> str:
    """Return a model in another format.

    Parameters
    ----------
    model : Model
        The model. A rule's id is its place in population order, from 1, in every format.
    target : str
        One of `FORMATS`.
    method : str
        How `python` and `sql` predict.
    table : str
        The table that `sql` reads.

    Raises
    ------
    UsageError
        If the format cannot express the method exactly.
    """
    if target == "python":
        return python_text(model, method)
    if target == "sql":
        return sql_text(model, method, table)
    return _PLAIN[target](model)
