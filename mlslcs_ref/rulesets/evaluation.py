"""The metrics of a model by each of its methods: a mapping that shows itself as a table."""

from __future__ import annotations

from mlslcs_ref.documents.document import Column, Table
from mlslcs_ref.documents.html import html_fragment
from mlslcs_ref.metrics import Scores
from mlslcs_ref.rulesets.consultation import Method

__all__ = ["Evaluation"]


class Evaluation(dict[Method, Scores]):
    """The metrics of every method, by its name; ``print`` and a notebook show a table."""

    def __str__(self) -> str:
        width = max(map(len, self), default=0) + 2
        heads = f"{'':{width}}accuracy  exact match  Hamming loss"
        lines = [
            f"{method.upper():{width}}{found.accuracy:8.4f}  {found.exact_match:11.4f}  {found.hamming_loss:12.4f}"
            for method, found in self.items()
        ]
        return "\n".join([heads, *lines])

    def _repr_html_(self) -> str:
        columns = (Column("method", "text"), Column("accuracy"), Column("exact match"), Column("Hamming loss"))
        rows = tuple((method.upper(), *found) for method, found in self.items())
        return html_fragment([Table(columns, rows)])
