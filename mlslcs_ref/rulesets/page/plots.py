"""Pictures of a model by methods: `model.plot.curve()` and others return Axes, which show in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mlslcs_ref._extra import needed_by
from mlslcs_ref.errors import DataError
from mlslcs_ref.rulesets.consultation import Method
from mlslcs_ref.rulesets.explaining import explain
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.page.pictures import (
    coverage_picture,
    curve_picture,
    sizes_picture,
    specificity_picture,
    votes_picture,
)
from mlslcs_ref.rulesets.sizes import SIZES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class Plots:
    """The pictures of a model; matplotlib is loaded when the first one is drawn."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def __repr__(self) -> str:
        return "<Plots: curve(), importance(), coverage(), sizes(data), votes(row)>"

    def curve(self) -> tuple[Axes, Axes]:
        """Draw how the run went: above, how well the rules predict, below, how many there are."""
        if not self._model.history:
            raise DataError(
                "the model has no history of its run: train it with rows held out, such as validation=0.2, or with a "
                "callback"
            )
        upper, lower = _axes(curve_picture(self._model.history, _figure))[:2]
        return upper, lower

    def importance(self) -> Axes:
        """Draw for every attribute and label how much of what decides the label tests the attribute."""
        return _axes(specificity_picture(self._model.ruleset, _figure))[0]

    def coverage(self) -> Axes:
        """Draw every rule that votes by its coverage and accuracy."""
        return _axes(coverage_picture(self._model.ruleset, _figure))[0]

    def sizes(self, data: Any, held_out: Any = None, sizes: tuple[int, ...] = SIZES) -> Axes:
        """Draw what fewer rules would come to; the parameters are those of `Model.sizes`."""
        return _axes(sizes_picture(self._model.sizes(data, held_out, sizes), _figure))[0]

    def votes(self, row: Any, threshold: Method | float | None = None) -> Axes:
        """Draw the votes on one instance, label by label; the parameters are those of `Model.explain`."""
        return _axes(votes_picture(explain(self._model, row, threshold), _figure))[0]


def _axes(figure: Figure) -> list[Axes]:
    return figure.axes


def _figure(width: float, height: float) -> Figure:
    """Return an empty figure that a notebook shows at the end of a cell, and `pyplot.show` in a script."""
    with needed_by("a picture"):
        from matplotlib import pyplot as plt  # noqa: PLC0415 - an extra
    return plt.figure(figsize=(width, height), layout="constrained")
