"""What the critical-difference diagram shows, read off the figure again."""

import random
import xml.etree.ElementTree as ET
from typing import Any

import pytest

pytest.importorskip("matplotlib", reason="matplotlib is in the extras `experiments` and `dev`")
pytest.importorskip("scipy", reason="scipy is in the extras `experiments` and `dev`")

from mlslcs_ref.documents.drawing import INK, svg_text
from mlslcs_ref.experiments.statistics.comparison import RankComparison, compare, score_table
from mlslcs_ref.experiments.statistics.difference_diagram import difference_picture


def comparison(n_methods: int, n_datasets: int, name: str = "method {}", slope: float = 0.1) -> RankComparison:
    """Give a comparison in which later methods tend to be worse."""
    chance = random.Random(n_methods)
    cells = {
        f"data {row}": {name.format(method): chance.random() + slope * method for method in range(n_methods)}
        for row in range(n_datasets)
    }
    return compare(score_table(cells, smaller_is_better=True))


def parts(found: RankComparison, alpha: float = 0.05) -> tuple[Any, list[Any], list[Any]]:
    """Give the axes, the lines that begin on the scale and bend once, and the bars of groups."""
    axes: Any = difference_picture(found, alpha).axes[0]
    stems = [line for line in axes.lines if len(line.get_xdata()) == 3]
    bars = [line for line in axes.lines if str(line.get_gid()).startswith("group-")]
    return axes, stems, bars


def test_every_method_stands_at_its_mean_rank_with_its_name() -> None:
    """One inch is a rank on a scale of 4 inches from 1 to 5."""
    found = comparison(5, 7)
    axes, stems, _bars = parts(found)
    ranks = sorted(found.table.average_ranks)

    # left: the three best from above; right: the others, the worst above
    assert [stem.get_xdata()[0] + 1 for stem in stems] == pytest.approx([*ranks[:3], *ranks[:2:-1]])
    texts = [text.get_text() for text in axes.texts]
    assert texts[:5] == ["1", "2", "3", "4", "5"]
    rank_of = dict(zip(found.table.methods, found.table.average_ranks, strict=True))
    names = sorted(rank_of, key=rank_of.__getitem__)
    assert texts[6:] == [f"{name}  {rank_of[name]:.2f}" for name in [*names[:3], *names[:2:-1]]]


def test_bars_join_what_does_not_differ() -> None:
    found = comparison(8, 20)
    _axes, _stems, bars = parts(found)
    rank_of = dict(zip(found.table.methods, found.table.average_ranks, strict=True))
    unit = 4.0 / 7

    assert len(bars) == len(found.groups(0.05)) > 1
    for bar, group in zip(bars, found.groups(0.05), strict=True):
        first, last = bar.get_xdata()
        assert (first + 0.05) / unit + 1 == pytest.approx(rank_of[group[0]])
        assert (last - 0.05) / unit + 1 == pytest.approx(rank_of[group[-1]])


def test_the_critical_difference_is_drawn_to_scale_and_told() -> None:
    found = comparison(4, 10)
    for alpha in (0.05, 0.1):
        axes, _stems, _bars = parts(found, alpha)
        bar = next(line for line in axes.lines if line.get_marker() == "|")
        difference = found.critical_difference(alpha)

        assert bar.get_xdata()[1] - bar.get_xdata()[0] == pytest.approx(difference * 4.0 / 3)
        assert f"{difference:.2f} at level {alpha:g}" in [text.get_text() for text in axes.texts][4]


@pytest.mark.parametrize("n_methods", [3, 7, 12])
@pytest.mark.parametrize("name", ["m{}", "RAkEL[setup=extended, base=svm, {}]", "W" * 46 + "{}", "$" * 20 + "{}"])
def test_no_name_meets_another_or_leaves_the_picture(n_methods: int, name: str) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    for n_datasets in (2, 30) if n_methods == 3 else (9,):
        figure = difference_picture(comparison(n_methods, n_datasets, name))
        canvas: Any = FigureCanvasAgg(figure)
        canvas.draw()
        boxes = [text.get_window_extent() for text in figure.axes[0].texts]
        whole = figure.bbox

        assert all(box.x0 >= 0 and box.x1 <= whole.x1 and box.y0 >= 0 and box.y1 <= whole.y1 for box in boxes)
        for place, box in enumerate(boxes):
            assert not any(box.overlaps(other) for other in boxes[place + 1 :])


def test_equal_methods_are_drawn() -> None:
    _axes, stems, bars = parts(compare(score_table({str(row): dict.fromkeys("abc", 0.5) for row in range(3)}, True)))

    assert [float(stem.get_xdata()[0]) for stem in stems] == [2.0, 2.0, 2.0]
    assert len(bars) == 1


def test_it_is_xml_in_the_ink_of_its_page_and_the_same_each_time() -> None:
    texts = [svg_text(difference_picture(comparison(5, 7, "$a_{}$ & <b>")), "p1", "ranks") for _turn in range(2)]
    root = ET.fromstring(texts[0].replace("<svg ", '<svg xmlns:xlink="http://www.w3.org/1999/xlink" ', 1))  # noqa: S314

    assert texts[0] == texts[1]
    assert "currentColor" in texts[0]
    assert INK not in texts[0]
    assert any("$a_0$ & <b>" in (element.text or "") for element in root.iter())
