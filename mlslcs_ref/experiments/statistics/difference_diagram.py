"""The critical-difference diagram of Demsar (2006): mean ranks on a line, joined where they do not differ."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Final

from mlslcs_ref._extra import needed_by
from mlslcs_ref.documents.drawing import BLUE, INK
from mlslcs_ref.experiments.statistics.comparison import RankComparison

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# in inches, which are the units of the whole picture
LINE: Final = 4.0
ROW: Final = 0.25
BAR: Final = 0.14
ABOVE: Final = 0.75
STEM: Final = 0.2
GAP: Final = 0.05
MOST_LETTERS: Final = 48
FONT_SIZE: Final = 9
HINTED: Final = 1.06
"""How much wider letters get where they are fitted to pixels."""


def difference_picture(comparison: RankComparison, alpha: float = 0.05) -> Figure:
    """Draw the mean ranks of methods, the best at the left, with a bar over those of which no two differ.

    `alpha` is the level of Nemenyi's test.
    """
    with needed_by("a picture"):
        from matplotlib.figure import Figure  # noqa: PLC0415 - an extra
    table, groups = comparison.table, comparison.groups(alpha)
    ranks = dict(zip(table.methods, table.average_ranks, strict=True))
    # sorting is stable: equal ranks stay in the order of the table
    order = sorted(table.methods, key=ranks.__getitem__)
    half = (len(order) + 1) // 2
    unit = LINE / (len(order) - 1)
    difference = comparison.critical_difference(alpha)
    texts = {name: f"{_short(name)}  {ranks[name]:.2f}" for name in order}
    better, worse = order[:half], order[: half - 1 : -1]
    left = STEM + 2 * GAP + max(_width(texts[name]) for name in better)
    # on very few data sets the difference is longer than the line
    right = max(STEM + 2 * GAP + max(_width(texts[name]) for name in worse), difference * unit - LINE + 2 * GAP)
    below = BAR * (len(groups) + 1) + ROW * half + 0.1
    figure = Figure(figsize=(left + LINE + right, ABOVE + below))
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(-left, LINE + right)
    axes.set_ylim(-below, ABOVE)
    axes.axis("off")
    places = {name: (ranks[name] - 1.0) * unit for name in order}
    _draw_scale(axes, len(order), unit)
    _draw_difference(axes, difference * unit, f"critical difference {difference:.2f} at level {alpha:g}")
    for row, group in enumerate(groups, start=1):
        ends = [places[group[0]] - GAP, places[group[-1]] + GAP]
        axes.plot(ends, [-BAR * row] * 2, color=BLUE, linewidth=3.5, solid_capstyle="butt", gid=f"group-{row}")
    top = -BAR * (len(groups) + 1)
    for names, edge, outward, side in ((better, -STEM, -GAP, "right"), (worse, LINE + STEM, GAP, "left")):
        for row, name in enumerate(names):
            y = top - ROW * (row + 0.5)
            axes.plot([places[name], places[name], edge], [0.0, y, y], color=INK, linewidth=0.8)
            axes.text(
                edge + outward, y, texts[name], ha=side, va="center", color=INK, fontsize=FONT_SIZE, parse_math=False
            )
    return figure


def _draw_scale(axes: Axes, n_methods: int, unit: float) -> None:
    axes.plot([0.0, LINE], [0.0, 0.0], color=INK, linewidth=1.0)
    for rank in range(n_methods):
        axes.plot([rank * unit] * 2, [0.0, 0.06], color=INK, linewidth=1.0)
        axes.text(rank * unit, 0.09, str(rank + 1), ha="center", va="bottom", color=INK, fontsize=FONT_SIZE - 1)


def _draw_difference(axes: Axes, length: float, text: str) -> None:
    y = ABOVE - 0.28
    axes.plot([0.0, length], [y, y], color=INK, linewidth=1.2, marker="|", markersize=6)
    axes.text(0.0, y + 0.06, text, ha="left", va="bottom", color=INK, fontsize=FONT_SIZE - 1)


def _short(name: str) -> str:
    return name if len(name) <= MOST_LETTERS else name[: MOST_LETTERS - 1] + "…"


def _width(text: str) -> float:
    """Return how wide a text is drawn, in inches."""
    from matplotlib.textpath import TextPath  # noqa: PLC0415 - an extra

    with warnings.catch_warnings():
        # the browser has the letters that matplotlib's own font lacks
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        # a dollar in a name is a dollar
        path = TextPath((0.0, 0.0), text.replace("$", r"\$"), size=FONT_SIZE)
    return HINTED * float(path.get_extents().width) / 72
