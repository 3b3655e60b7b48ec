"""Pictures of models, drawn with matplotlib: each function returns a figure and touches nothing else.

`make` makes the empty figure; by default it belongs to nobody.

Names are shown as in rules, shortened.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from mlslcs_ref.documents.drawing import BLUE, INK, RED, SMALL, WIDTH, blank_figure, inked
from mlslcs_ref.inference.thresholds import Thresholds
from mlslcs_ref.rulesets.explanation import Explanation, LabelDecision
from mlslcs_ref.rulesets.importance import feature_importance
from mlslcs_ref.rulesets.notation import cut, name_text
from mlslcs_ref.rulesets.pass_record import PassRecord
from mlslcs_ref.rulesets.rule import Rule
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.rulesets.sizes import SizeRecord

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Make: TypeAlias = "Callable[[float, float], Figure]"
"""Makes an empty figure of so many inches."""
TINY: Final = 8.0
MOST_NAME: Final = 24
MOST_LINKED: Final = 12
MOST_ROWS: Final = 24
MOST_COLUMNS: Final = 10
MOST_VOTES: Final = 8


def curve_picture(records: Sequence[PassRecord], make: Make | None = None) -> Figure:
    """Draw how accuracy, %SCS where it is known, and the number of rules went, pass by pass."""
    figure = (make or blank_figure)(WIDTH, 4.4)
    upper, lower = figure.subplots(2, 1, sharex=True)
    passes = [record.number for record in records]
    upper.plot(passes, [record.accuracy for record in records], color=BLUE, label="accuracy (BEST), training")
    held_out = [(record.number, record.validation) for record in records if record.validation is not None]
    if held_out:
        xs, ys = [x for x, _y in held_out], [y for _x, y in held_out]
        upper.plot(xs, ys, color=RED, linestyle="-.", label="on rows held out")
    shares = [record.scs for record in records if record.scs is not None]
    if len(shares) == len(passes):
        upper.plot(passes, shares, color=INK, linestyle="--", label="%SCS, training")
    upper.set_ylim(0.0, 1.02)
    upper.set_ylabel("share")
    lower.plot(passes, [record.micro for record in records], color=BLUE, label="with their copies (micro-classifiers)")
    lower.plot(passes, [record.macro for record in records], color=RED, linestyle="--", label="rules")
    lower.set_ylim(bottom=0.0)
    lower.set_xlabel("pass")
    # there is no half of a pass
    lower.xaxis.get_major_locator().set_params(integer=True)
    for axes in (upper, lower):
        inked(axes)
        axes.legend(frameon=False, labelcolor=INK, fontsize=SMALL)
    return figure


def sizes_picture(records: Sequence[SizeRecord], make: Make | None = None) -> Figure:
    """Draw what rulesets of so many rules come to, from the smallest to the largest."""
    figure = (make or blank_figure)(WIDTH, 2.8)
    axes = figure.subplots()
    counts = [record.n_rules for record in records]
    axes.plot(counts, [record.scores.accuracy for record in records], color=BLUE, marker="o", label="accuracy")
    axes.plot(counts, [record.scores.exact_match for record in records], color=RED, marker="s", label="exact match")
    axes.set_xscale("log")
    axes.set_xticks(counts, [str(count) for count in counts], fontsize=SMALL)
    axes.minorticks_off()
    axes.set_ylim(0.0, 1.02)
    axes.set_xlabel("rules")
    axes.set_ylabel(records[0].evidence if records else "")
    inked(axes)
    axes.legend(frameon=False, labelcolor=INK, fontsize=SMALL)
    return figure


def specificity_picture(ruleset: RuleSet, make: Make | None = None) -> Figure:
    """Draw for every attribute and label what percentage of the votes on the label rests on the attribute.

    Every label has the whole scale of colours, from its smallest share to its largest, so that one label with strong
    shares does not darken all others. What is tested or decided least is left out where there is no room.
    """
    shares = feature_importance(ruleset)
    schema = ruleset.schema
    # attributes that no rule tests would make a long picture of nothing
    shown = _largest(shares.overall, MOST_ROWS)
    labels = sorted(_largest(shares.by_label.max(axis=1, initial=0.0), MOST_COLUMNS))
    figure = (make or blank_figure)(WIDTH, 1.9 + 0.26 * len(shown))
    axes = figure.subplots()
    cells = shares.by_label[np.ix_(labels, shown)].T
    least, most = cells.min(axis=0), cells.max(axis=0)
    scaled = (cells - least) / np.where(most > least, most - least, 1.0)
    axes.imshow(scaled, aspect="auto", cmap="cividis", vmin=0.0, vmax=1.0)
    for (row, column), share in np.ndenumerate(cells):
        colour = "#000000" if scaled[row, column] > 0.5 else "#ffffff"
        axes.text(column, row, f"{100.0 * share:.0f}", ha="center", va="center", color=colour, fontsize=TINY)
    axes.set_yticks(range(len(shown)), [_short(schema.attributes[index].name) for index in shown], fontsize=SMALL)
    axes.set_xticks(
        range(len(labels)),
        [_short(schema.labels[label]) for label in labels],
        fontsize=SMALL,
        rotation=60,
        ha="right",
        rotation_mode="anchor",
    )
    inked(axes, grid=False)
    return figure


def _largest(values: npt.NDArray[np.float64], most: int) -> list[int]:
    """Return the places of the largest values above 0, the largest first; some places if there are none."""
    order = sorted(range(len(values)), key=lambda place: -float(values[place]))
    return [place for place in order if values[place] > 0.0][:most] or order[:most]


def coverage_picture(ruleset: RuleSet, make: Make | None = None) -> Figure:
    """Draw rules that vote by coverage and how often they are right, their area by num; the best bear ids, as links."""
    rules = [rule for rule in ruleset if rule.exp > 0 and rule.coverage > 0 and rule.decisions]
    figure = (make or blank_figure)(WIDTH, 3.6)
    axes = figure.subplots()
    # one size for all with so many digits in num, and equal points once: a picture of a thousand rules stays small
    for digits in sorted({rule.num.bit_length() for rule in rules}):
        points = _apart([(rule.coverage, _right(rule)) for rule in rules if rule.num.bit_length() == digits])
        xs, ys = [x for x, _y in points], [y for _x, y in points]
        axes.scatter(xs, ys, s=14.0 * 2.0**digits / 2.0, color=BLUE, alpha=0.45, linewidths=0.5, edgecolors=INK)
    # many rules cover few instances, and few cover many
    axes.set_xscale("log")
    axes.set_xlim(0.8, max(1.5, 1.3 * ruleset.n_instances))
    axes.set_ylim(-0.02, 1.12)
    axes.xaxis.set_major_formatter(lambda x, _place: f"{x:g}")
    taken: list[tuple[float, float]] = []
    for place in ruleset.places():
        rule = ruleset[place]
        if len(taken) == MOST_LINKED or rule.exp == 0 or not rule.coverage:
            break
        if not rule.decisions:
            continue
        # shares of the picture's width and height; two ids are not to lie on each other
        x, y = math.log(rule.coverage) / math.log(max(ruleset.n_instances, 2)), _right(rule)
        if not any(abs(x - u) < 0.16 and abs(y - v) < 0.09 for u, v in taken):
            taken.append((x, y))
            label = axes.annotate(str(place + 1), (rule.coverage, y), (0, 5), textcoords="offset points")
            label.set(color=INK, fontsize=SMALL, ha="center", url=f"#rule-{place + 1}")
    axes.set_xlabel(f"training rows that it matches, of {ruleset.n_instances} (coverage)")
    axes.set_ylabel("share of right decisions" if ruleset.is_short else "share of right decisions (acc)")
    inked(axes)
    return figure


def _right(rule: Rule) -> float:
    """Return how often a rule's decisions are right; acc of a short rule has credit for undecided labels, too."""
    return rule.acc if rule.seen is None else rule.correct / (rule.coverage * len(rule.decisions))


def _apart(points: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    """Return points in order, of those that no eye tells apart only the first."""
    found: dict[tuple[int, int], tuple[int, float]] = {}
    for coverage, acc in sorted(set(points)):
        found.setdefault((round(12 * math.log(coverage)), round(50 * acc)), (coverage, acc))
    return list(found.values())


def votes_picture(found: Explanation, make: Make | None = None) -> Figure:
    """Draw for every label of an instance what makes its vote or its estimate, one by one, and what that comes to."""
    figure = (make or blank_figure)(WIDTH, 1.2 + 0.32 * len(found.labels))
    axes = figure.subplots()
    if found.ruleset.is_short:
        _draw_estimates(axes, found)
    else:
        _draw_votes(axes, found)
    names = [_short(name) for name in found.ruleset.schema.labels]
    axes.set_yticks(range(len(names)), names, fontsize=SMALL)
    axes.set_ylim(len(names) - 0.4, -0.6)
    inked(axes)
    return figure


def _draw_votes(axes: Axes, found: Explanation) -> None:
    """Draw the votes for and against each label, the heaviest one by one, and their sum."""
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
        _mark(axes, decision.raw_vote, decision)
    axes.axvline(0.0, color=INK, linewidth=0.8)
    axes.set_xlabel("votes against (hatched) and for")


def _draw_estimates(axes: Axes, found: Explanation) -> None:
    """Draw the frequency of each label in all rows, the same with what each rule adds, and the estimate."""
    usual = found.usual
    limits = found.threshold.labels if isinstance(found.threshold, Thresholds) else None
    for decision in found.labels:
        label = decision.label
        alone = [usual[label] + match.adds[label] for match in found.rules if match.decisions[label]]
        axes.plot(np.clip(alone, 0.0, 1.0), [label] * len(alone), "o", color=BLUE, markersize=6, alpha=0.6)
        axes.plot([usual[label]], [label], "s", color=RED, markersize=6)
        if limits is not None and 0.0 <= limits[label] <= 1.0:
            axes.vlines(limits[label], label - 0.35, label + 0.35, color=INK, linewidth=1.2)
        _mark(axes, decision.vote, decision)
    axes.set_xlim(-0.03, 1.03)
    axes.set_xlabel("how likely the label is")


def _mark(axes: Axes, value: float, decision: LabelDecision) -> None:
    fill: Any = "full" if decision.active else "none"
    axes.plot([value], [decision.label], marker="D", color=INK, markersize=5, fillstyle=fill)


def _heaviest(weights: list[float]) -> list[float]:
    """Return the heaviest votes one by one, and the others together."""
    ordered = sorted(weights, reverse=True)
    rest = 0.0
    for weight in ordered[MOST_VOTES:]:
        rest += weight
    return [*ordered[:MOST_VOTES], *([rest] if rest else [])]


def _short(name: str) -> str:
    return cut(name_text(name), MOST_NAME)
