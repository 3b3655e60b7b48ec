"""Figures 1 and 2 of the paper, from our runs: a problem's mean curves, a line for each omega."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mlslcs_ref._extra import needed_by
from mlslcs_ref.documents.drawing import INK, RED, blank_figure, inked
from mlslcs_ref.experiments.artificial.summary import Point, mean_curve, study_rows
from mlslcs_ref.experiments.grid.results import Results
from mlslcs_ref.rulesets.consultation import Method

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CHOSEN_OMEGA: Final = 0.9
"""The paper's choice, which is drawn thicker."""
DASHES: Final = ("-", "--", "-.", ":")


def require_libraries() -> None:
    """Check, before any work is done, that the libraries for pictures and intervals are installed."""
    with needed_by("the study"):
        import matplotlib.figure  # noqa: F401, PLC0415 - an extra
        import scipy.stats  # noqa: F401, PLC0415 - likewise


def study_picture(results: Results, study: str, method: Method = "best") -> Figure:
    """Draw how the share of the shortest complete solution and accuracy went, as means over the runs.

    Some runs of the study are done.
    """
    omegas = [row.omega for row in study_rows(results) if row.study == study]
    curves = [mean_curve(results, study, omega) for omega in omegas]
    passes = int(results.plan.dataset(study).settings["passes"])
    figure = blank_figure(7.0, 6.4)
    upper, lower = figure.subplots(2, 1, sharex=True)
    for place, (omega, curve) in enumerate(zip(omegas, curves, strict=True)):
        _draw(upper, curve, [100.0 * point.scs for point in curve], omega, place)
        _draw(lower, curve, [100.0 * point.accuracy[method] for point in curve], omega, place)
    upper.set_ylabel("% of the shortest complete solution")
    lower.set_ylabel(f"accuracy by {method.upper()}, %")
    upper.set_ylim(0.0, 101.0)
    lower.set_ylim(_floor(curves, method), 100.5)
    lower.set_xlabel("passes over the training data")
    for axes in (upper, lower):
        inked(axes)
        axes.set_xlim(0.0, curves[0][-1].passes)
        if curves[0][-1].passes > passes:
            axes.axvline(passes, color=INK, linewidth=0.8, linestyle=":", gid="training-ends")
    legend = figure.legend(
        *upper.get_legend_handles_labels(),
        loc="outside right center",
        title="omega",
        frameon=False,
        labelcolor=INK,
        fontsize=9,
    )
    legend.get_title().set_color(INK)
    return figure


def _draw(axes: Axes, curve: Sequence[Point], values: Sequence[float], omega: float, place: int) -> None:
    from matplotlib import colormaps  # noqa: PLC0415 - an extra

    chosen = omega == CHOSEN_OMEGA
    axes.plot(
        [point.passes for point in curve],
        values,
        # up to where yellow begins, which is hard to see on white
        color=RED if chosen else colormaps["viridis"](0.88 * omega),
        linewidth=2.4 if chosen else 1.2,
        linestyle="-" if chosen else DASHES[place % len(DASHES)],
        zorder=3 if chosen else 2,
        label=f"{omega:g}",
    )


def _floor(curves: Sequence[Sequence[Point]], method: Method) -> float:
    """Return where the axis of accuracy begins: the lowest of what is drawn, rounded down to tens of percent."""
    lowest = min(point.accuracy[method] for curve in curves for point in curve)
    return 10.0 * int(10.0 * lowest)
