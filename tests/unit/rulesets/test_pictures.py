"""What is drawn is what is known: numbers read off the figures again."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest
from unit.core.builders import every_instance
from unit.rulesets.builders import Spec, binary_schema, model, plain, ruleset
from unit.rulesets.short import mixed, short_model

from mlslcs_ref.data.schema import BinaryAttribute, Schema
from mlslcs_ref.rulesets.explaining import explain
from mlslcs_ref.rulesets.pass_record import PassRecord
from mlslcs_ref.rulesets.ruleset import RuleSet

pytest.importorskip("matplotlib", reason="matplotlib is in the extras `experiments` and `dev`")

from mlslcs_ref.documents.drawing import WIDTH, svg_text
from mlslcs_ref.rulesets.page.model_page import html_report, pictures_of
from mlslcs_ref.rulesets.page.pictures import coverage_picture, curve_picture, specificity_picture, votes_picture

FOUR: Final = np.array(every_instance(2))


def rules() -> RuleSet:
    """Three rules that vote and one that does not; num*F is 2 * 1, 1 * 3/4, 3 * 1/2."""
    found = ruleset(
        binary_schema(2, 2),
        [
            Spec("1# -> 1#", 2, 4, 4),
            Spec("#1 -> 01", 1, 2, 3),
            Spec("11 -> #0", 3, 2, 1),
            Spec("0# -> 00", 9),
        ],
        plain(),
    )
    covered = zip(found, (2, 2, 1, 2), strict=True)
    return found.with_rules(replace(rule, coverage=coverage) for rule, coverage in covered)


def test_the_map_shows_the_importance_of_attributes_for_labels() -> None:
    """Label 1 is decided by 1# and #1, with votes 4 and 1.5, label 2 by #1 and 11, with 1.5 and 1.5.

    Each label goes from its smallest share, 1.5/5.5 and 1.5/3, to its largest, 4/5.5 and 1.
    """
    found = rules()
    axes: Any = specificity_picture(found).axes[0]
    shown = np.array(axes.images[0].get_array())
    names = [text.get_text() for text in axes.get_yticklabels()]

    assert [text.get_text() for text in axes.get_xticklabels()] == ["l1", "l2"]
    expected = {"a1": (1.0, 0.0), "a2": (0.0, 1.0)}
    assert shown.tolist() == [pytest.approx(expected[name]) for name in names]
    percent = {"a1": ["73", "50"], "a2": ["27", "100"]}
    assert [text.get_text() for text in axes.texts] == [text for name in names for text in percent[name]]


def test_a_map_of_many_attributes_and_labels_shows_those_with_the_largest_shares_on_a_phone() -> None:
    schema = binary_schema(40, 40)
    texts = ["".join("1" if other == place else "#" for other in range(40)) for place in range(40)]
    found = ruleset(schema, [Spec(f"{text} -> {text}", 1 + place, 4, 4) for place, text in enumerate(texts)], plain())
    found = found.with_rules(replace(rule, coverage=1) for rule in found)
    figure: Any = specificity_picture(found)
    axes = figure.axes[0]

    assert figure.get_figwidth() == WIDTH
    assert [text.get_text() for text in axes.get_yticklabels()] == [f"a{place}" for place in range(40, 16, -1)]
    assert len(axes.get_xticklabels()) == 10


def test_an_estimate_is_drawn_with_the_share_of_all_rows_and_with_what_each_rule_adds_to_it() -> None:
    """Clauses: EXT-1, EXT-3."""
    found, rows = short_model(2), mixed(150)
    explained = found.explain(rows.taken([0]))
    axes: Any = votes_picture(explained).axes[0]
    usual = explained.usual
    points: dict[str, dict[int, list[float]]] = {"o": {}, "s": {}, "D": {}}
    for line in axes.lines:
        for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True):
            points[line.get_marker()].setdefault(int(y), []).append(float(x))

    assert points["o"]
    for decision in explained.labels:
        label = decision.label
        alone = [usual[label] + match.adds[label] for match in explained.rules if match.decisions[label]]
        assert points["o"].get(label, []) == pytest.approx(np.clip(alone, 0.0, 1.0))
        assert points["s"][decision.label] == [usual[decision.label]]
        assert points["D"][decision.label] == [decision.vote]


def test_every_rule_that_votes_is_a_point_of_coverage_and_accuracy() -> None:
    """Rules of equal num share a size; the one without experience is not there."""
    axes: Any = coverage_picture(rules()).axes[0]
    points = sorted(tuple(point) for group in axes.collections for point in np.asarray(group.get_offsets()).tolist())

    assert points == [(1.0, 0.5), (2.0, 0.75), (2.0, 1.0)]
    sizes = [float(group.get_sizes()[0]) for group in axes.collections]
    assert sizes == sorted(set(sizes))


def test_the_best_rules_bear_their_ids_as_links_to_the_page() -> None:
    axes: Any = coverage_picture(rules()).axes[0]

    assert axes.get_xscale() == "log"
    assert [(text.get_text(), text.get_url(), text.xy) for text in axes.texts] == [
        ("1", "#rule-1", (2, 1.0)),
        ("2", "#rule-2", (2, 0.75)),
        ("3", "#rule-3", (1, 0.5)),
    ]
    assert 'xlink:href="#rule-1"' in svg_text(coverage_picture(rules()), "name", "title")


def test_the_votes_of_an_instance_add_up_to_w() -> None:
    """On 11: label 1 gets +2 - 0.75, label 2 +0.75 - 1.5."""
    found = rules()
    axes: Any = votes_picture(explain(found, FOUR[3], 0.25)).axes[0]
    bars: dict[int, list[float]] = {0: [], 1: []}
    for bar in axes.patches:
        bars[round(bar.get_y() + bar.get_height() / 2)].append(bar.get_width())
    diamonds = {int(line.get_ydata()[0]): line for line in axes.lines if len(line.get_xdata()) == 1}

    assert {label: sorted(found) for label, found in bars.items()} == {0: [-0.75, 2.0], 1: [-1.5, 0.75]}
    assert [float(diamonds[label].get_xdata()[0]) for label in (0, 1)] == [1.25, -0.75]
    assert [diamonds[label].get_fillstyle() for label in (0, 1)] == ["full", "none"]


def test_many_votes_are_drawn_one_by_one_and_the_rest_together() -> None:
    specs = [Spec("## -> 1", num, 4, 4) for num in range(1, 13)]
    found = ruleset(binary_schema(2, 1), specs, plain())
    axes: Any = votes_picture(explain(found, FOUR[0], 0.25)).axes[0]

    assert [bar.get_width() for bar in axes.patches] == [12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 10.0]


def test_the_curve_goes_through_its_passes() -> None:
    """Without a known solution there is no line of %SCS."""
    records = (PassRecord(1, 0.5, 0.25, 3, 5, 0, 0, 0, 0, 0, 0.1), PassRecord(2, 0.75, 0.5, 4, 9, 0, 0, 0, 0, 0, 0.1))
    figure: Any = curve_picture(records)
    upper, lower = figure.axes
    unknown: Any = curve_picture([record._replace(scs=None) for record in records])

    assert [list(line.get_ydata()) for line in upper.lines] == [[0.5, 0.75], [0.25, 0.5]]
    assert [list(line.get_ydata()) for line in lower.lines] == [[5, 9], [3, 4]]
    assert all(list(line.get_xdata()) == [1, 2] for axes in (upper, lower) for line in axes.lines)
    assert len(unknown.axes[0].lines) == 1


def test_the_curve_shows_held_out_rows_beside_the_training_data() -> None:
    records = [PassRecord(number, 0.5, None, 3, 5, 0, 0, 0, 0, 0, 0.1) for number in (1, 2, 3)]
    held_out = [records[0], records[1]._replace(validation=0.25), records[2]._replace(validation=0.5)]
    figure: Any = curve_picture(held_out)

    assert [(list(line.get_xdata()), list(line.get_ydata())) for line in figure.axes[0].lines] == [
        ([1, 2, 3], [0.5, 0.5, 0.5]),
        ([2, 3], [0.25, 0.5]),
    ]


@pytest.mark.parametrize(
    "draw",
    [
        specificity_picture,
        coverage_picture,
        lambda found: votes_picture(explain(found, FOUR[0], 0.25)),
    ],
    ids=["map", "coverage", "votes"],
)
def test_a_picture_is_xml_in_the_ink_of_its_page_and_the_same_each_time(draw: Any) -> None:
    """Also of no rules at all, and with names that mean something in TeX or XML."""
    schema = Schema(
        (BinaryAttribute("$a_1$ & <b>", ("0", "1")), BinaryAttribute("n" * 80, ("0", "1"))), ("$x$", 'say "y"')
    )
    for found in (ruleset(schema, [Spec("11 -> 11", 2, 4, 4)]), ruleset(schema)):
        texts = [svg_text(draw(found), "p1", 'a "title" & <more>') for _turn in range(2)]
        root = ET.fromstring(texts[0].replace("<svg ", '<svg xmlns:xlink="http://www.w3.org/1999/xlink" ', 1))  # noqa: S314

        assert texts[0] == texts[1]
        assert root.get("aria-label") == 'a "title" & <more>'
        assert root.get("width") is None
        assert "currentColor" in texts[0]
        assert "#010203" not in texts[0]
        assert all(name.startswith("p1-") for name in re.findall(r'\bid="([^"]*)"', texts[0]))
        assert all(name.startswith("p1-") for name in re.findall(r'(?:href="#|url\(#)([^")]*)', texts[0]))


def test_a_name_that_reads_like_the_ink_stays() -> None:
    schema = Schema((BinaryAttribute("#010203", ("0", "1")),), ("l1",))
    text = svg_text(specificity_picture(ruleset(schema, [Spec("1 -> 1", 2, 4, 4)])), "p1", "map")
    root = ET.fromstring(text.replace("<svg ", '<svg xmlns:xlink="http://www.w3.org/1999/xlink" ', 1))  # noqa: S314

    assert '"#010203"' in [element.text for element in root.iter() if element.text is not None]


def test_passes_are_whole_numbers() -> None:
    records = [PassRecord(number, 0.5, None, 5, 9, 0, 0, 0, 0, 0, 0.1) for number in range(1, 4)]
    ticks = curve_picture(records).axes[1].get_xticks()

    assert all(tick == round(tick) for tick in ticks)


def test_a_rule_that_decides_nothing_is_in_no_picture_and_not_on_the_page() -> None:
    """The page says how many there are; what leads to a rule leads to one that is there."""
    found = ruleset(binary_schema(2, 2), [Spec("1# -> ##", 3, 4, 0), Spec("0# -> 1#", 1, 4, 4)], plain())
    found = RuleSet(found.context, [replace(rule, coverage=2) for rule in found])
    page = html_report(model(found), pictures_of(model(found)))
    (points,) = coverage_picture(found).axes[0].collections

    assert len(np.asarray(points.get_offsets())) == 1
    targets = set(re.findall(r'id="(rule-\d+)"', page))
    assert targets
    assert set(re.findall(r'href="#(rule-\d+)"', page)) <= targets
    assert len(re.findall("<tr[ >]", page)) >= 2
    assert "1 rule that decides nothing" in page


def test_short_rules_are_drawn_by_how_often_their_decisions_are_right() -> None:
    """As their shares say: 93% of the rows for a label that it decides, or 7% against one; others have no say."""
    found = short_model(2).ruleset
    rules = [rule for rule in found if rule.decisions and rule.coverage]
    labels = [place for rule in rules for place, _yes in rule.decisions]
    assert len(labels) < len(rules) * found.schema.n_labels
    (points,) = coverage_picture(found).axes[0].collections

    worths = dict(zip(found, found.on(mixed(150)), strict=True))
    expected = {(rule.coverage, round(50 * worths[rule].precision)) for rule in rules}
    drawn = np.asarray(points.get_offsets()).tolist()
    assert {(round(x), round(50 * y)) for x, y in drawn} <= expected
    assert len(drawn) > 1
