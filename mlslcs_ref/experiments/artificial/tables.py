"""The numbers of Section 4.1 as tables, records, a JSON document, and as Figures 1 and 2 of the paper."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from mlslcs_ref._extra import needed_by
from mlslcs_ref.documents.document import Cell, Column, Table
from mlslcs_ref.documents.drawing import INK, RED, blank_figure, inked
from mlslcs_ref.experiments.artificial.summary import LEVEL, Point, Row, StudyNumber, mean_curve, study_rows
from mlslcs_ref.experiments.grid.results import Results
from mlslcs_ref.experiments.statistics.intervals import Estimate, Share
from mlslcs_ref.rulesets.consultation import METHODS, Method

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMAT: Final = "mlslcs_ref.artificial"
VERSION: Final = 2
PERCENT: Final = 100.0
QUANTITIES: Final = {
    "scs": "%SCS",
    "complete": "runs with the whole SCS",
    "accuracy": "accuracy",
    "perfect": "runs with all labels right",
    "compacted": "rules after compaction",
}
AGREES: Final = {True: "yes", False: "no", None: "-"}
CHOSEN_OMEGA: Final = 0.9
"""The paper's choice, which is drawn thicker."""
DASHES: Final = ("-", "--", "-.", ":")


def omega_table(title: str, rows: Sequence[Row], methods: Sequence[Method]) -> Table:
    """Return a row for each omega of a study."""
    heads = [Column("omega"), Column("%SCS"), Column("all of it")]
    for method in methods:
        heads += [Column(f"accuracy {method.upper()}"), Column(f"all right {method.upper()}")]
    heads += [Column("rules"), Column("compacted")]
    body = []
    for row in rows:
        missing = (f"{row.n_missing} missing",) if row.n_missing else ()
        cells = [Cell(f"{row.omega:g}", missing), _mean(row.scs, PERCENT), _of(row.complete)]
        for method in methods:
            cells += [_mean(row.accuracy[method], PERCENT), _of(row.perfect[method])]
        body.append((*cells, Cell(f"{row.rules.mean:,.0f}"), _mean(row.compacted, 1.0)))
    remark = (
        "Means over runs ± half of their 95 % interval (Student's t), shares and accuracies in percent; missing and "
        "failed runs are left out."
    )
    return Table(tuple(heads), tuple(body), title, (remark,))


def beside_table(title: str, compared: Sequence[StudyNumber]) -> Table:
    """Return the paper's numbers of a study beside those that were found."""
    omega = f"at omega {compared[0].omega:g}"
    heads = (Column(omega, "text"), *map(Column, ("here", "95 % interval", "paper")), Column("agrees", "text"))
    rows = []
    for one in compared:
        name = QUANTITIES[one.quantity] + (f", {one.method.upper()}" if one.method else "")
        if isinstance(one.ours, Share):
            numbers = (_of(one.ours), _interval(one.ours, one.ours.n, one.ours.n), f"{one.paper:.0f} of {one.paper_n}")
        else:
            unit, most = (1.0, math.inf) if one.quantity == "compacted" else (PERCENT, PERCENT)
            numbers = (Cell(f"{unit * one.ours.mean:.2f}"), _interval(one.ours, unit, most), f"{unit * one.paper:.2f}")
        rows.append((Cell(name), *numbers, AGREES[one.agrees]))
    remark = (
        "A mean agrees if the paper's mean can come from as many runs with our spread, since the paper gives none "
        "(Student's t), or with the smallest spread that its number of perfect runs allows, if that is larger. A "
        "count agrees if Fisher's exact test does not separate the two. Both at 5 %. The paper does not say how "
        "labels were decided."
    )
    return Table(heads, tuple(rows), title, (remark,))


def _mean(estimate: Estimate, unit: float) -> Cell:
    mean = f"{unit * estimate.mean:,.2f}"
    half = "" if estimate.high is None else f" ± {unit * (estimate.high - estimate.mean):,.2f}"
    return Cell(mean + half)


def _of(share: Share) -> Cell:
    return Cell(f"{share.hits} of {share.n}")


def _interval(found: Estimate | Share, unit: float, most: float) -> str:
    if found.low is None or found.high is None:
        return "-"
    # Student's interval knows no bounds
    return f"{max(unit * found.low, 0.0):,.2f} to {min(unit * found.high, most):,.2f}"


def study_records(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return a record for each problem and omega, with intervals; shares and accuracies in [0, 1].

    A single run has no interval: None.
    """
    return [_record(row) for row in rows]


def _record(row: Row) -> dict[str, Any]:
    record: dict[str, Any] = {
        "study": row.study,
        "problem": row.problem,
        "passes": row.passes,
        "omega": row.omega,
        "runs": row.scs.n,
        "missing": row.n_missing,
    }
    estimates = {"scs": row.scs, **{f"accuracy_{method}": row.accuracy[method] for method in METHODS}}
    estimates |= {"rules": row.rules, "compacted": row.compacted}
    for name, estimate in estimates.items():
        record |= {
            name: estimate.mean,
            f"{name}_sd": estimate.sd,
            f"{name}_low": estimate.low,
            f"{name}_high": estimate.high,
        }
    shares = {"complete": row.complete, **{f"perfect_{method}": row.perfect[method] for method in METHODS}}
    for name, share in shares.items():
        record |= {name: share.hits, f"{name}_low": share.low, f"{name}_high": share.high}
    return record


def beside_records(compared: Sequence[StudyNumber]) -> list[dict[str, Any]]:
    """Return a record for each number of the paper, with ours beside it: a mean, or how many of `n` runs."""
    return [
        {
            "study": one.study,
            "passes": one.passes,
            "omega": one.omega,
            "quantity": one.quantity,
            "method": one.method,
            "here": one.ours.hits if isinstance(one.ours, Share) else one.ours.mean,
            "low": one.ours.low,
            "high": one.ours.high,
            "n": one.ours.n,
            "paper": one.paper,
            "paper_n": one.paper_n,
            "agrees": one.agrees,
        }
        for one in compared
    ]


def study_document(profile: str, rows: Sequence[Row], compared: Sequence[StudyNumber]) -> dict[str, Any]:
    """Return all numbers as a document of JSON."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "profile": profile,
        "level": LEVEL,
        "rows": study_records(rows),
        "comparisons": beside_records(compared),
    }


def require_libraries() -> None:
    """Check, before any work is done, that the libraries for pictures and intervals are installed."""
    with needed_by("the study"):
        import matplotlib.figure  # noqa: F401, PLC0415 - an extra
        import scipy.stats  # noqa: F401, PLC0415 - likewise


def study_picture(results: Results, study: str, method: Method = "best") -> Figure:
    """Draw the share of the shortest complete solution and the accuracy by pass, as means over the runs.

    At least one run of the study must be done.
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
