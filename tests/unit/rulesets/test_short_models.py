"""What is done with the short models of the profile `auto`: files, exports, explanations, checks (EXT-1 to EXT-8)."""

import copy
import html
import json
import math
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from exports import answered, executed, matches, plain_rows, wanted
from folders import Write
from raising import raising
from rule_reader import parsed_rule
from schemas import validator
from unit.rulesets.short import mixed, short_model, strange

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import ContinuousAttribute
from mlslcs_ref.errors import DataError, ModelError, ModelWarning, SettingsError, UsageError
from mlslcs_ref.extension.settings import MAX_RULES
from mlslcs_ref.learning.train import train
from mlslcs_ref.rulesets import consultation
from mlslcs_ref.rulesets.agreement import agreement
from mlslcs_ref.rulesets.checking import check_model
from mlslcs_ref.rulesets.comparison import compare
from mlslcs_ref.rulesets.consultation import Consultation
from mlslcs_ref.rulesets.display import Counts, seen_text
from mlslcs_ref.rulesets.explaining import decider_of, explain, explain_coded
from mlslcs_ref.rulesets.export.formats import FORMATS, export_text
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.model_file import load_model, model_text, save_model
from mlslcs_ref.rulesets.order import supported_accuracy
from mlslcs_ref.rulesets.page.model_page import html_report
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.rulesets.shortening import reselected
from mlslcs_ref.settings import Settings

ASKED = strange(400)
KINDS = {one.name: "REAL" if isinstance(one, ContinuousAttribute) else "TEXT" for one in ASKED.schema.attributes}
Path_ = tuple[str | int, ...]


@cache
def rows() -> list[list[Any]]:
    return plain_rows(short_model(), ASKED.X)


@cache
def with_one() -> Model:
    """A model that gives every instance a label, with thresholds that few estimates exceed, one label not at all."""
    found = short_model()
    return replace(found, thresholds=found.thresholds._replace(labels=(0.55, math.inf, 0.5, 0.5), at_least_one=True))


@cache
def of_paper() -> Model:
    return train(mixed(150), Settings.paper(passes=2))


MODELS: Final[dict[str, Callable[[], Model]]] = {
    "50 rules": short_model,
    "5 rules": partial(short_model, max_rules=5),
    "two runs": partial(short_model, 2),
    "at least one label": with_one,
    "paper": of_paper,
}
SHORT: Final = ("50 rules", "5 rules", "two runs")


@pytest.fixture(params=[*SHORT, "at least one label"])
def model(request: pytest.FixtureRequest) -> Model:
    """A model of one run, of few rules, of several runs, one that gives every instance a label, or the paper's."""
    return MODELS[request.param]()


# --------------------------------------------------------------------------------------------------------------- order


@pytest.mark.clause("EXT-8")
def test_several_runs_put_the_first_rules_of_each_run_first_and_add_what_these_add_on_average() -> None:
    both = short_model(2)
    data = mixed(150)
    runs = [reselected([population], data, MAX_RULES) for population in both.populations]
    order = [rule.tests for pair in zip_longest(*runs) for rule in pair if rule is not None]
    assert [rule.tests for rule in both.ruleset] == list(dict.fromkeys(order))
    wanted = np.mean([one.points().sums(Consultation(one, data.matrix).matched, 150) for one in runs], axis=0)
    found = both.ruleset.points().sums(Consultation(both.ruleset, data.matrix).matched, 150)
    assert found == pytest.approx(wanted, abs=len(both.ruleset))
    assert both.ruleset.best() == both.ruleset


@pytest.mark.parametrize("model", [*SHORT, "paper"], indirect=True)
def test_what_rules_have_counted_is_asked_of_no_other_rows(model: Model) -> None:
    """Fewer rules are chosen by the training rows; others can only say how good they are."""
    others = mixed(150, seed=6)
    for ask in (model.sizes, model.compact):
        for wrong in (others, mixed(140)):
            with pytest.raises(DataError):
                ask(wrong)
    assert model.sizes(mixed(150), others)[-1].evidence == "held-out rows"
    assert model.sizes(mixed(150))[-1].evidence == "leave-one-out estimates"


@pytest.mark.parametrize("where", ["no points", "an undecided label"])
def test_points_that_no_rule_can_have_are_refused_by_their_place(write: Write, where: str) -> None:
    """Models of an earlier version have none; what a rule does not decide it does not move."""
    document = json.loads(model_text(short_model(max_rules=5)))
    at = next(
        place
        for place, rule in enumerate(short_model(max_rules=5).rules)
        if len(rule.decisions) < len(rule.points or ())
    )
    decided = {label for label, _decision in short_model(max_rules=5).rules[at].decisions}
    rule = document["rules"][at]
    if where == "no points":
        del rule["points"]
        place = f"rules[{at}]"
    else:
        free = next(label for label in range(len(rule["points"])) if label not in decided)
        rule["points"][free] = 10
        place = f"rules[{at}].points[{free}]"
    path = write(json.dumps(document), "model.json")
    with raising(ModelError, place=place):
        load_model(path)


@pytest.mark.clause("EXT-6")
def test_a_size_is_worth_what_a_model_of_so_many_rules_is_worth() -> None:
    """Points are those of a selection that ends there: the first rules with the points of a longer one are no model."""
    model, data, others = short_model(), mixed(150), mixed(150, seed=6)
    for record in model.sizes(data, others, sizes=(1, 3, 10, 20, len(model.rules))):
        small = model.compact(data, max_rules=record.n_rules)
        assert record.scores == small.evaluate(others)["posterior"]


@pytest.mark.parametrize("model", SHORT, indirect=True)
def test_rules_of_a_short_ruleset_can_be_had_in_other_orders(model: Model) -> None:
    assert list(model.ruleset.best()) == list(model.ruleset)
    assert list(model.ruleset.best(order="accuracy")) == sorted(model.rules, key=supported_accuracy, reverse=True)
    assert [rule.coverage for rule in model.ruleset.best(3, "coverage")] == sorted(
        (rule.coverage for rule in model.rules), reverse=True
    )[:3]


# --------------------------------------------------------------------------------------------------------------- files


def test_a_model_is_read_back_with_all_that_it_was_made_of(model: Model, tmp_path: Path) -> None:
    """What rules have seen, thresholds of labels, options, and the populations of the runs."""
    path = tmp_path / "model.json"
    save_model(model, path)
    second = load_model(path)

    assert second == model
    assert model_text(second) == model_text(model)
    assert second.predict(ASKED).tolist() == model.predict(ASKED).tolist()
    assert not second.edited


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("positives",), [1]),
        (("positives", 0), 151),
        (("thresholds", "labels"), []),
        (("thresholds", "labels", 0), 1.5),
        (("thresholds", "labels", 0), "never"),
        (("thresholds", "at_least_one"), 1),
        (("rules", 0, "seen", 0), 1000),
        (("rules", 0, "seen"), []),
        (("extension", "n_runs"), 0),
        (("extension", "max_rules"), 0),
        (("extension", "further"), 1),
        (("population", 0, "run"), 3),
        (("population", 0, "seen"), [1, 1, 1, 1]),
        (("schema", "attributes", 2, "steps"), [1.0, 0.0]),
    ],
    ids=lambda value: ".".join(map(str, value)) if isinstance(value, tuple) else str(value),
)
def test_a_model_that_contradicts_itself_is_refused(place: Path_, value: object, write: Write) -> None:
    found: Any = json.loads(model_text(short_model(2)))
    inner = found
    for name in place[:-1]:
        inner = inner[name]
    inner[place[-1]] = value
    path = write(json.dumps(found), "damaged.json")
    with pytest.raises(ModelError) as raised:
        load_model(path)
    assert str(place[0]) in str(raised.value)


@pytest.mark.parametrize("section", ["positives", "extension", "population"])
def test_a_model_without_one_of_its_sections_is_refused(section: str, write: Write) -> None:
    found: Any = json.loads(model_text(short_model()))
    del found[section]
    path = write(json.dumps(found), "damaged.json")
    with pytest.raises(ModelError):
        load_model(path)


# ------------------------------------------------------------------------------------------------------------- exports


def test_the_python_function_predicts_as_the_model(model: Model) -> None:
    """EXT-1, EXT-3: with gaps, and values that are not declared or far outside."""
    module = executed(export_text(model, "python"))
    names = [attribute.name for attribute in model.ruleset.schema.attributes]
    found = [list(module["predict"](dict(zip(names, row, strict=True))).values()) for row in rows()]

    assert found == model.predict(ASKED).tolist()
    assert len({tuple(labels) for labels in found}) > 2


def test_the_query_predicts_as_the_model(model: Model) -> None:
    """EXT-1, EXT-3, on SQLite."""
    assert answered(export_text(model, "sql"), KINDS, rows()).truths(4) == model.predict(ASKED).tolist()


@pytest.mark.filterwarnings("ignore::mlslcs_ref.errors.ModelWarning")
@pytest.mark.parametrize(
    ("model", "method"),
    [("50 rules", "posterior"), ("50 rules", "ival"), ("paper", "pcut")],
    indirect=["model"],
)
def test_a_query_answers_with_what_tells_a_row_and_with_estimates_when_they_are_asked_for(
    model: Model, method: Any
) -> None:
    """No column of the ways there is in the answer, whatever the table has."""
    labels = ASKED.schema.labels
    table = [(f"n{place}", f"note {place}", *row) for place, row in enumerate(rows())]
    names = ["serial", "predicted rare", *(attribute.name for attribute in ASKED.schema.attributes)]
    query = export_text(model, "sql", method, ids=["serial", "predicted rare"], estimates=True)
    heads, found = answered(query, dict.fromkeys(names, ""), table)
    consultation = Consultation(model.ruleset, ASKED.X)
    shares = consultation.estimates() if method == "posterior" else consultation.votes()

    assert heads[:2] == ["serial", "predicted rare"]
    assert heads[2:] == [
        *(f"predicted {label} (2)" if label == "rare" else f"predicted {label}" for label in labels),
        *(f"estimate {label}" for label in labels),
    ]
    assert [row[:2] for row in found] == [row[:2] for row in table]
    assert [list(map(bool, row[2:6])) for row in found] == model.predict(ASKED, method).tolist()
    assert [list(row[6:]) for row in found] == shares.tolist()
    with pytest.raises(UsageError):
        export_text(model, "sql", "best", estimates=True)


def test_a_query_of_thousands_of_rules_stays_within_the_limits() -> None:
    model = short_model()
    places = (list(range(len(model.ruleset))) * 900)[:900]
    many = replace(model, ruleset=model.ruleset.at(places))

    assert answered(export_text(many, "sql"), KINDS, rows()[:20]).truths(4) == many.predict(ASKED)[:20].tolist()


def test_the_document_is_of_its_schema_and_enough_to_predict(model: Model) -> None:
    """EXT-1, EXT-3, by the document alone."""
    document: Any = json.loads(export_text(model, "json"))
    validator("rules.schema.json").validate(document)
    names = [attribute["name"] for attribute in document["attributes"]]
    found = [labels_of(document, dict(zip(names, row, strict=True))) for row in rows()]

    assert found == model.predict(ASKED).tolist()


def labels_of(document: Any, row: dict[str, Any]) -> list[bool]:
    """Return the labels of a row, as the text of EXT-1 and EXT-3 has it."""
    labels = document["labels"]
    sums = [round(1e6 * (positive / document["instances"])) for positive in document["positives"]]
    for rule in document["rules"]:
        if matches(document, rule, row):
            for decision in rule["then"]:
                at = labels.index(decision["label"])
                sums[at] += rule["points"][at]
    estimates = [min(max(one, 0), 1_000_000) / 1e6 for one in sums]
    found = [
        threshold is not None and estimate > threshold
        for estimate, threshold in zip(estimates, document["thresholds"]["labels"], strict=True)
    ]
    if document["thresholds"]["at_least_one"] and not any(found):
        found[estimates.index(max(estimates))] = True
    return found


@pytest.mark.parametrize("target", ["csv", "tsv", "markdown", "latex", "dot"])
def test_what_shows_rules_shows_each_with_what_it_has_seen(target: Any) -> None:
    text = export_text(short_model(), target)
    for rule in short_model().rules:
        seen = rule.told().split(" (of ")[1].rstrip(")")
        assert seen.replace("%", r"\%") in text if target == "latex" else seen in text


@pytest.mark.parametrize("target", ["csv", "tsv", "markdown", "latex"])
def test_tables_of_rules_have_their_points_with_all_digits(target: Any) -> None:
    text = export_text(short_model(), target).replace("{-}", "-").replace("\\_", "_")
    labels = short_model().ruleset.schema.labels
    for rule in short_model().rules:
        points = rule.points or ()
        told = ", ".join(f"{labels[label]} {points[label] / 1_000_000:+.6f}" for label, _more in rule.decisions)
        assert told == rule.adds()
        assert told in text


def test_what_people_read_shows_points_beside_shares(model: Model) -> None:
    """A notebook and a page; names and long lists may be cut there, so digits are fewer."""
    page = html_report(model).replace("\xa0", " ")
    for rule in model.rules:
        assert html.escape(rule.adds(brief=True)) in page
        assert rule.adds(brief=True) in html.unescape(rule._repr_html_())


@pytest.mark.parametrize("target", ["python", "sql"])
def test_code_says_of_each_rule_what_it_has_seen(target: Any) -> None:
    """Never that a rule decides for a label that 7% of its rows have."""
    text = export_text(short_model(), target)
    for rule in short_model().rules:
        assert rule.told() in text
        assert rule.told() == rule.text or f"{rule.text}\n" not in text


def test_a_label_is_marked_as_likely_and_has_its_share_where_most_rows_of_a_rule_have_it() -> None:
    """More often than in all rows is not enough."""
    marks = set()
    seldom = [replace(rule, coverage=100, seen=(7,) * len(rule.seen or ())) for rule in short_model().rules]
    for rule in (*short_model().rules, *seldom):
        shares = {one["label"]: (one["is"], one["share"]) for one in rule.to_dict()["then"]}
        assert shares.keys() == rule.consequent.keys()
        marked = [kind for kind, text in rule.parts if "%" in text and not text.startswith("(of")]
        for kind, (name, (more, share)) in zip(marked, shares.items(), strict=True):
            assert share * rule.coverage == pytest.approx((rule.seen or ())[rule.context.schema.labels.index(name)])
            assert (kind == "yes") == (share > 0.5)
            marks.add((kind, more))
    assert marks == {("yes", True), ("maybe", True), ("no", False)}
    long = short_model().populations[0]
    assert all("share" not in one for rule in long for one in rule.to_dict()["then"])


@pytest.mark.parametrize("method", ["ival", "pcut", "best"])
def test_the_papers_ways_to_decide_are_there_too(method: Any) -> None:
    """INF: rules of a short model vote like any others, if that is asked for."""
    with pytest.warns(ModelWarning):
        module = executed(export_text(short_model(), "python", method))
    names = [attribute.name for attribute in ASKED.schema.attributes]
    found = [list(module["predict"](dict(zip(names, row, strict=True))).values()) for row in rows()]

    assert found == wanted(short_model(), ASKED.X, method)


@pytest.mark.parametrize("method", ["ival", "pcut", "best"])
def test_whoever_asks_short_rules_for_votes_is_told_that_they_are_not_made_for_them(method: Any) -> None:
    """In every face; a model of the paper's profile is made for them."""
    long = replace(short_model(), ruleset=short_model().populations[0], populations=())
    row = ["YES", "red", 100.0, -0.01]
    asked: list[Callable[[Model], object]] = [
        lambda model: model.predict(ASKED, method),
        lambda model: model.explain(row, method),
        lambda model: model.export("python", method=method),
        lambda model: model.export("sql", method=method),
        lambda model: explain(model, row, 0.25),
    ]
    for ask in asked:
        with pytest.warns(ModelWarning) as caught:
            ask(short_model())
        assert len(caught) == 1
        ask(long)
    # a table of rules decides nothing
    short_model().export("csv", method=method)
    with pytest.raises(DataError):
        explain(short_model(), row, object())  # type: ignore[arg-type]


@pytest.mark.parametrize("at_once", [1, 7, 399])
def test_estimates_are_the_same_however_many_rows_are_matched_at_once(
    model: Model, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    """EXT-1, EXT-2."""
    whole = Consultation(model.ruleset, ASKED.X)
    wanted = whole.estimates(), whole.held_out_estimates(ASKED.Y)
    monkeypatch.setattr(consultation, "MATCHES", 0)
    monkeypatch.setattr(consultation, "ROWS", at_once)
    parts = Consultation(model.ruleset, ASKED.X)

    assert parts.estimates().tobytes() == wanted[0].tobytes()
    assert parts.held_out_estimates(ASKED.Y).tobytes() == wanted[1].tobytes()


@pytest.mark.parametrize("ways", [["pcut", "ival", "best", "posterior"], ["best", "ival"], ["posterior"], []])
def test_several_ways_to_decide_match_every_row_once_and_decide_as_each_alone(
    model: Model, monkeypatch: pytest.MonkeyPatch, ways: list[Any]
) -> None:
    """INF-2, INF-5, INF-6, EXT-1, EXT-3."""
    monkeypatch.setattr(consultation, "MATCHES", 0)
    monkeypatch.setattr(consultation, "ROWS", 40)
    asked: list[int] = []
    index_of = RuleSet.coverage_index

    def counted(ruleset: RuleSet, instances: Any) -> Any:
        asked.append(len(instances))
        return index_of(ruleset, instances)

    alone = {way: Consultation(model.ruleset, ASKED.X).predicted(way, model.thresholds) for way in ways}
    monkeypatch.setattr(RuleSet, "coverage_index", counted)
    together = Consultation(model.ruleset, ASKED.X)
    found = together.predictions(ways, model.thresholds)

    assert list(found) == ways
    assert all((found[way] == labels).all() for way, labels in alone.items())
    n_matched = len({row for rows in together.matched for row in rows.tolist()})
    assert together.n_unmatched == ASKED.n_instances - n_matched
    # once for all ways, or to count rows, and once more for the places of all
    blocks = [min(40, ASKED.n_instances - start) for start in range(0, ASKED.n_instances, 40)]
    assert asked == [*blocks, *blocks[1:]]


def test_rules_that_have_seen_nothing_do_not_decide_by_it() -> None:
    population = replace(short_model(), ruleset=short_model().populations[0], populations=())
    with pytest.raises(SettingsError):
        population.predict(ASKED, "posterior")
    for target in FORMATS:
        if target in ("python", "sql"):
            with pytest.raises(UsageError):
                export_text(population, target, "posterior")


# ------------------------------------------------------------------------------------------------ what is said of them


def test_an_explanation_is_the_prediction(model: Model) -> None:
    """The estimate, and which labels are active; what a label hangs on turns it."""
    decider = decider_of(model.thresholds, "posterior")
    predicted, estimates = model.predict(ASKED), model.estimates(ASKED)
    for row in range(60):
        found = explain_coded(model.ruleset, ASKED.X[row], decider)
        assert [one.active for one in found.labels] == predicted[row].tolist()
        for label, usual in zip(found.labels, model.ruleset.support().frequency.tolist(), strict=True):
            added = sum(match.adds[label.label] for match in found.rules)
            assert label.raw_vote == pytest.approx(added, abs=1e-12)
            assert label.vote == pytest.approx(min(max(usual + added, 0.0), 1.0), abs=1e-6)
        assert [one.vote for one in found.labels] == estimates[row].tolist()
        for one in found.labels:
            for index in one.hinges_on:
                left = [
                    place
                    for place, rule in enumerate(model.rules)
                    if index not in {test.attribute for test in rule.tests}
                ]
                smaller = replace(model, ruleset=model.ruleset.at(left))
                assert smaller.predict(ASKED)[row, one.label] != one.active


def test_an_estimate_can_be_followed_in_what_python_and_a_notebook_show(model: Model) -> None:
    """The term of all rows and what each rule adds, those that add or take most first; in millionths they add up."""
    decider = decider_of(model.thresholds, "posterior")
    for row in range(20):
        found = explain_coded(model.ruleset, ASKED.X[row], decider)
        weights = {match.id: max(map(abs, match.adds)) for match in found.rules}
        assert {match.id: match.weight for match in found.rules} == weights
        for one, usual in zip(found.labels, found.usual, strict=True):
            terms = [usual, *(match.adds[one.label] for match in found.rules)]
            total = sum(round(term * 1_000_000) for term in terms)
            assert one.vote == min(max(total, 0), 1_000_000) / 1_000_000
        ordered = sorted(found.rules, key=lambda match: -weights[match.id])[:10]
        for shown in (str(found), html.unescape(found._repr_html_())):
            assert all(match.rule.adds(brief=True) in shown for match in ordered)
            assert all(f"{usual:.4f}" in shown for usual in found.usual)
            assert all(f"{one.raw_vote:.4f}" in shown or f"{one.raw_vote:+.4f}" in shown for one in found.labels)
        rules = str(found).rpartition("─")[2]
        assert re.findall(r"^ {0,3}([0-9]+)  ", rules, re.MULTILINE) == [str(match.id) for match in ordered]


def test_a_model_explains_as_it_predicts_unless_it_is_asked_otherwise() -> None:
    row = ["YES", "red", 100.0, -0.01]
    assert isinstance(explain(short_model(), row).threshold, tuple)
    with pytest.warns(ModelWarning):
        assert explain(short_model(), row, "ival").threshold == short_model().thresholds.ival
    with pytest.warns(ModelWarning):
        assert explain(short_model(), row, "best").threshold is None


def test_rules_read_back_from_their_text(model: Model) -> None:
    """REP-9, EXT-7."""
    assert all(parsed_rule(rule.text, model.ruleset) == rule.chromosome for rule in model.rules)


@pytest.mark.parametrize("model", SHORT, indirect=True)
def test_nothing_is_wrong_with_a_model_and_its_training_data(model: Model) -> None:
    assert check_model(model) == []
    assert check_model(model, mixed(150)) == []


def test_what_a_rule_cannot_have_seen_is_found_out() -> None:
    rule = short_model().rules[0]
    other = replace(rule, seen=tuple(rule.coverage - count for count in rule.seen or ()))
    wrong = replace(short_model(), ruleset=short_model().ruleset.with_rules([other, *short_model().rules[1:]]))
    assert ("seen", 0) in {(finding.code, finding.place) for finding in check_model(wrong)}
    assert not compare(wrong, short_model()).equal


def test_thresholds_that_the_training_data_do_not_ask_for_are_found_out() -> None:
    """EXT-3."""
    labels = (0.99, *(short_model().thresholds.labels or ())[1:])
    wrong = replace(short_model(), thresholds=short_model().thresholds._replace(labels=labels))
    assert [finding.code for finding in check_model(wrong, mixed(150))] == ["thresholds"]
    assert [name for name, _one, _other in compare(wrong, short_model()).decisive] == ["threshold of large"]
    never = replace(short_model(), thresholds=short_model().thresholds._replace(labels=(math.inf, -1.0, *labels[2:])))
    assert [(name, one) for name, one, _other in compare(never, short_model()).decisive] == [
        ("threshold of large", "never"),
        (f"threshold of {ASKED.schema.labels[1]}", "always"),
    ]
    fewer = replace(short_model(), thresholds=short_model().thresholds._replace(at_least_one=True))
    assert [finding.code for finding in check_model(fewer, mixed(150))] == ["thresholds"]
    assert [name for name, _one, _other in compare(fewer, short_model()).decisive] == ["at least one label"]


def test_a_model_that_gives_at_least_one_label_gives_the_likeliest_where_no_estimate_is_high_enough() -> None:
    """EXT-3."""
    estimates = Consultation(with_one().ruleset, ASKED.X).estimates()
    above = estimates > np.array(with_one().thresholds.labels)
    found, has_one = with_one().predict(ASKED), above.any(axis=1)

    assert 0 < has_one.sum() < len(found)
    assert (found[has_one] == above[has_one]).all()
    assert (found[~has_one].sum(axis=1) == 1).all()
    assert found[~has_one].argmax(axis=1).tolist() == estimates[~has_one].argmax(axis=1).tolist()


def test_two_models_agree_first_of_all_as_each_predicts() -> None:
    found = agreement(short_model(), short_model(max_rules=5), ASKED)
    assert [one.method for one in found] == ["posterior"]
    same = short_model().predict(ASKED) == short_model(max_rules=5).predict(ASKED)
    assert (found[0].instances, found[0].cells) == (same.all(axis=1).sum(), same.sum())


@pytest.mark.parametrize("strategy", ["paper", "greedy", "cra", "fu1"])
def test_a_compacted_model_chooses_its_thresholds_anew(strategy: Any) -> None:
    """EXT-3: they are those that its rules and the training data ask for."""
    small = short_model().compact(mixed(150), strategy)
    assert set(small.rules) <= set(short_model().rules)
    assert [finding for finding in check_model(small, mixed(150)) if finding.code == "thresholds"] == []


def test_rules_show_themselves_in_a_notebook_with_what_they_have_seen() -> None:
    shown = short_model()._repr_html_()
    assert "in all)" in shown
    assert "in all)" in repr(short_model().rules[0])
    assert "in all)" in str(short_model().ruleset)


def test_a_frame_of_short_rules_has_what_they_say_and_have_seen() -> None:
    """As a table that is exported; a label that a rule does not decide is missing."""
    rules = short_model(max_rules=5).ruleset
    frame = rules.to_frame()

    assert frame["rule"].tolist() == [rule.told() for rule in rules]
    for place, rule in enumerate(rules):
        decided = {label for label, _yes in rule.decisions}
        for label, name in enumerate(rules.schema.labels):
            share = frame[f"share of {name}"][place]
            assert rule.seen is not None
            assert share == rule.seen[label] / rule.coverage if label in decided else math.isnan(share)


def test_training_rows_are_known_by_how_many_have_each_label_and_pass_each_rule() -> None:
    """Not if a row is missing, nor as many others, also with as many of each label, as halves of data have."""
    rows = mixed(150)
    found = short_model().evaluate(rows)
    assert found.is_training
    assert found.remarks
    assert copy.copy(found).is_training
    other_half = Dataset(rows.schema, mixed(150, 6).X, rows.Y)
    for other in (rows.taken(np.arange(149)), mixed(150, 6), other_half):
        assert not short_model().evaluate(other).is_training


@pytest.mark.parametrize(
    ("seen", "positives", "told"),
    [(999, 1, (">99%", "<1%")), (1000, 5000, ("100%", "100%")), (0, 0, ("0%", "0%")), (6, 4950, ("1%", "99%"))],
)
def test_all_and_none_are_said_of_all_and_none_alone(seen: int, positives: int, told: tuple[str, str]) -> None:
    """Of 1000 rows of a rule, and of 5000 in all."""
    rule = next(rule for rule in short_model().rules if len(rule.decisions) == 1)
    text = seen_text(rule.context, rule.chromosome, Counts(1000, (seen,) * 4, 5000, (positives,) * 4))
    assert text.endswith(f" {told[0]} (of 1000 rows; {told[1]} in all)")
