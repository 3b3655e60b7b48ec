"""Pictures of models, drawn with matplotlib: each function returns a figure and touches nothing else.

Names are shown as in rules, shortened; colours are those of a palette that colour-blind people can tell apart.
"""

from __future__ import annotations

import html
import io
import math
import re
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from mlslcs_ref.experiments.extra import needed_by
from mlslcs_ref.history import PassRecord
from mlslcs_ref.rulesets import Explanation, RuleSet, feature_importance
from mlslcs_ref.rulesets.notation import name_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "BLUE",
    "INK",
    "RED",
    "blank_figure",
    "coverage_picture",
    "curve_picture",
    "inked",
    "network_picture",
    "specificity_picture",
    "svg_text",
    "votes_picture",
]

# stands for the colour of the text around the picture, whatever that is; used for nothing else
INK: Final = "#010203"
BLUE: Final = "#4477aa"
RED: Final = "#cc6677"
MOST_NAME: Final = 24
MOST_NODES: Final = 30
MOST_LINES: Final = 3
MOST_ROWS: Final = 60
MOST_VOTES: Final = 8


def curve_picture(records: Sequence[PassRecord]) -> Figure:
    """Draw how accuracy, %SCS where it is known, and the number of rules went, pass by pass."""
    figure = blank_figure(7.0, 4.6)
    upper, lower = figure.subplots(2, 1, sharex=True)
    passes = [record.number for record in records]
    upper.plot(passes, [record.accuracy for record in records], color=BLUE, label="accuracy (BEST)")
    shares = [record.scs for record in records if record.scs is not None]
    if len(shares) == len(passes):
        upper.plot(passes, shares, color=RED, linestyle="--", label="%SCS")
    upper.set_ylim(0.0, 1.02)
    upper.set_ylabel("on the training data")
    lower.plot(passes, [record.micro for record in records], color=BLUE, label="micro-classifiers")
    lower.plot(passes, [record.macro for record in records], color=RED, linestyle="--", label="rules")
    lower.set_ylim(bottom=0.0)
    lower.set_xlabel("pass")
    for axes in (upper, lower):
        inked(axes)
        axes.legend(frameon=False, labelcolor=INK, fontsize=9)
    return figure


def specificity_picture(ruleset: RuleSet) -> Figure:
    """Draw for every attribute and label how much of the macro-fitness that decides the label tests the attribute."""
    shares = feature_importance(ruleset)
    schema = ruleset.schema
    order = sorted(range(schema.n_attributes), key=lambda index: -float(shares.overall[index]))
    # attributes that no rule tests would make a long picture of nothing
    shown = [index for index in order if shares.overall[index] > 0.0][:MOST_ROWS] or order[:MOST_ROWS]
    figure = blank_figure(max(4.5, 2.6 + 0.34 * schema.n_labels), 1.7 + 0.25 * len(shown))
    axes = figure.subplots()
    cells = shares.by_label[:, shown].T
    image = axes.imshow(cells, aspect="auto", cmap="cividis", vmin=0.0, vmax=max(float(cells.max()), 0.01))
    axes.set_yticks(range(len(shown)), [_short(schema.attributes[index].name) for index in shown], fontsize=8)
    axes.set_xticks(
        range(schema.n_labels),
        [_short(name) for name in schema.labels],
        fontsize=8,
        rotation=60,
        ha="right",
        rotation_mode="anchor",
    )
    inked(axes, grid=False)
    bar = figure.colorbar(image, ax=axes, shrink=min(1.0, 3.0 / (1.7 + 0.25 * len(shown))))
    bar.set_label("share of num*F that tests it", color=INK, fontsize=9)
    bar.ax.tick_params(colors=INK, labelsize=8)
    return figure


def coverage_picture(ruleset: RuleSet) -> Figure:
    """Draw every rule that votes by its coverage and accuracy, its area by num."""
    rules = [rule for rule in ruleset if rule.exp > 0]
    figure = blank_figure(7.0, 4.2)
    axes = figure.subplots()
    # one size for all with so many digits in num, and equal points once: a picture of a thousand rules stays small
    for digits in sorted({rule.num.bit_length() for rule in rules}):
        points = sorted({(rule.coverage, rule.acc) for rule in rules if rule.num.bit_length() == digits})
        xs, ys = [x for x, _y in points], [y for _x, y in points]
        axes.scatter(xs, ys, s=14.0 * 2.0**digits / 2.0, color=BLUE, alpha=0.45, linewidths=0.5, edgecolors=INK)
    axes.set_xlim(0.0, max(1.0, 1.03 * ruleset.n_instances))
    axes.set_ylim(-0.02, 1.05)
    axes.set_xlabel(f"coverage (of {ruleset.n_instances} instances)")
    axes.set_ylabel("accuracy")
    inked(axes)
    return figure


def network_picture(ruleset: RuleSet) -> Figure:
    """Draw the best rules in a circle, by id, each joined to those that share most of its attributes with it."""
    places = [place for place in ruleset.places("weight") if ruleset.rules[place].exp > 0][:MOST_NODES]
    tested = [_tested(ruleset, place) for place in places]
    figure = blank_figure(6.2, 6.2)
    axes = figure.subplots()
    turns = [2.0 * math.pi * number / max(len(places), 1) for number in range(len(places))]
    spots = [(math.sin(turn), math.cos(turn)) for turn in turns]
    for one, other, part in _closest(tested):
        (x, y), (u, v) = spots[one], spots[other]
        axes.plot([x, u], [y, v], color=BLUE, linewidth=0.4 + 2.6 * part, alpha=0.25 + 0.6 * part, zorder=1)
    xs, ys = [x for x, _y in spots], [y for _x, y in spots]
    accuracies = [ruleset.rules[place].acc for place in places]
    look: dict[str, Any] = {"cmap": "cividis", "vmin": 0.0, "vmax": 1.0, "s": 70, "edgecolors": INK, "zorder": 2}
    drawn = axes.scatter(xs, ys, c=accuracies, **look)
    for place, (x, y) in zip(places, spots, strict=True):
        axes.text(1.12 * x, 1.12 * y, str(place + 1), ha="center", va="center", fontsize=9, color=INK)
    axes.set_xlim(-1.3, 1.3)
    axes.set_ylim(-1.3, 1.3)
    axes.set_aspect("equal")
    axes.axis("off")
    bar = figure.colorbar(drawn, ax=axes, shrink=0.5)
    bar.set_label("accuracy of the rule", color=INK, fontsize=9)
    bar.ax.tick_params(colors=INK, labelsize=8)
    return figure


def _tested(ruleset: RuleSet, place: int) -> set[int]:
    return {index for index, _code in ruleset.layout.active_codes(ruleset.rules[place].chromosome)}


def _closest(tested: Sequence[set[int]]) -> list[tuple[int, int, float]]:
    """Return the pairs of which one is among the closest of the other, with the part of their attributes they share."""
    pairs: dict[tuple[int, int], float] = {}
    for one, attributes in enumerate(tested):
        parts = {
            other: len(attributes & others) / len(attributes | others)
            for other, others in enumerate(tested)
            if other != one and attributes & others
        }
        for other in sorted(parts, key=lambda place: -parts[place])[:MOST_LINES]:
            pairs[min(one, other), max(one, other)] = parts[other]
    return [(one, other, part) for (one, other), part in sorted(pairs.items())]


def votes_picture(found: Explanation) -> Figure:
    """Draw for every label of an instance the votes for and against it, the heaviest one by one, and their sum."""
    schema = found.ruleset.schema
    figure = blank_figure(7.0, 1.2 + 0.32 * schema.n_labels)
    axes = figure.subplots()
    for decision in found.labels:
        for sign, colour, hatch in ((1, BLUE, ""), (-1, RED, "////")):
            votes = [sign * match.adds[decision.label] for match in found.rules if match.votes]
            weights = [vote for vote in votes if vote > 0.0]
            left = 0.0
            for weight in _heaviest(weights):
                axes.barh(
                    decision.label,
                    sign * weight,
                    left=left,
                    height=0.62,
                    color=colour,
                    edgecolor=INK,
                    linewidth=0.3,
                    hatch=hatch,
                )
                left += sign * weight
        fill: Any = "full" if decision.active else "none"
        axes.plot([decision.raw_vote], [decision.label], marker="D", color=INK, markersize=5, fillstyle=fill)
    axes.axvline(0.0, color=INK, linewidth=0.8)
    axes.set_yticks(range(schema.n_labels), [_short(name) for name in schema.labels], fontsize=9)
    axes.invert_yaxis()
    axes.set_xlabel(
        "votes against (hatched) and for; the sum as a diamond, filled if the label is predicted", fontsize=9
    )
    inked(axes)
    return figure


def _heaviest(weights: list[float]) -> list[float]:
    """Return the heaviest votes one by one, and the others together."""
    ordered = sorted(weights, reverse=True)
    rest = 0.0
    for weight in ordered[MOST_VOTES:]:
        rest += weight
    return [*ordered[:MOST_VOTES], *([rest] if rest else [])]


def blank_figure(width: float, height: float) -> Figure:
    """Return an empty figure of this size in inches.

    Raises
    ------
    UsageError
        If matplotlib is not installed.
    """
    with needed_by("a picture"):
        from matplotlib.figure import Figure  # noqa: PLC0415 - an extra
    return Figure(figsize=(width, height), layout="constrained")


def inked(axes: Axes, grid: bool = True) -> None:
    """Draw what is around a picture in the colour that `svg_text` makes that of the page."""
    axes.set_facecolor("none")
    axes.tick_params(colors=INK, labelsize=8)
    for spine in axes.spines.values():
        spine.set_color(INK)
        spine.set_linewidth(0.6)
    axes.xaxis.label.set_color(INK)
    axes.yaxis.label.set_color(INK)
    if grid:
        axes.grid(color=INK, alpha=0.15, linewidth=0.5)


def _short(name: str) -> str:
    text = name_text(name)
    return text if len(text) <= MOST_NAME else text[: MOST_NAME - 1] + "…"


def svg_text(figure: Figure, name: str, title: str) -> str:
    """Return a figure as an SVG element to stand in a page: in the page's ink, as wide as there is room.

    Parameters
    ----------
    figure : Figure
        The figure.
    name : str
        What ids inside begin with, so that two pictures in one page do not share any.
    title : str
        What is read out in place of the picture; markup in it is escaped.
    """
    from matplotlib import rc_context  # noqa: PLC0415 - an extra
    from matplotlib.text import Text  # noqa: PLC0415

    figure.patch.set_alpha(0.0)
    for artist in figure.findobj(Text):
        # a dollar in a name is a dollar
        artist.set(parse_math=False)
    target = io.StringIO()
    # text stays text, for search and for screen readers; ids follow from what is drawn
    options: dict[Any, Any] = {"svg.fonttype": "none", "svg.hashsalt": name}
    with warnings.catch_warnings(), rc_context(options):
        # the browser has the letters that matplotlib's own font lacks
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure.savefig(target, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    head, _end, body = target.getvalue().partition("<svg ")[2].partition(">")
    box = re.search(r'viewBox="[^"]*"', head)
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    # in styles and attributes; a name that reads like the colour stays
    body = re.sub(rf'(: |="){INK}(?=[;"])', r"\g<1>currentColor", body)
    body = re.sub(r'\bid="', f'id="{name}-', body)
    body = re.sub(r'(href="#|url\(#)', rf"\g<1>{name}-", body)
    # the size is the page's affair
    return f'<svg {box.group() if box else ""} role="img" aria-label="{html.escape(title)}">{body}'
