"""EXT: cases, most worked out by hand, asked of the model of the text and of the package; both compared by chance."""

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest
from bitarray import bitarray, frozenbitarray
from bitarray.util import zeros
from hypothesis import given
from hypothesis import strategies as st
from repo.source import ROOT
from unit.extension.builders import World, cells_of, worlds
from unit.rulesets.short import mixed

from mlslcs_ref.core.genes import BinaryGene, Gene, IntervalGene, NominalGene, SteppedGene
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.data.schema import Attribute, BinaryAttribute, ContinuousAttribute, NominalAttribute, Schema, nominal
from mlslcs_ref.extension.cells import Condition, first_rare
from mlslcs_ref.extension.growing import grown
from mlslcs_ref.extension.informed import Informed, activation
from mlslcs_ref.extension.label_thresholds import active, label_thresholds
from mlslcs_ref.extension.posterior import Points, estimates, held_out_estimates, support_of
from mlslcs_ref.extension.pruning import label_surplus, pruned, refined
from mlslcs_ref.extension.selection import selected
from mlslcs_ref.extension.settings import AutoOptions, auto_settings
from mlslcs_ref.extension.shortening import ShortRules, telling
from mlslcs_ref.extension.steps import quantile_steps
from mlslcs_ref.inference.votes import decisions
from mlslcs_ref.learning.train import train
from mlslcs_ref.rulesets.consultation import Consultation
from mlslcs_ref.rulesets.context import RuleContext
from mlslcs_ref.rulesets.rule import Rule
from mlslcs_ref.rulesets.shortening import short_rules, short_ruleset_of
from model import extensions as text

CASES: Final[list[dict[str, Any]]] = json.loads((ROOT / "specs" / "extension" / "cases.json").read_text("utf-8"))[
    "cases"
]


def of_kind(kind: str) -> pytest.MarkDecorator:
    cases = [case for case in CASES if case["kind"] == kind]
    return pytest.mark.parametrize("case", cases, ids=[case["id"] for case in cases])


def bits(rows: Sequence[str]) -> list[list[int]]:
    return [[int(bit) for bit in row] for row in rows]


def flags(rows: Sequence[Sequence[int]]) -> np.ndarray:
    return np.array(rows, dtype=bool)


# -------------------------------------------------------------------------------------------------- the estimates


def points_of(
    truth: list[list[int]], rules: Sequence[tuple[Sequence[int], Sequence[bool], Sequence[int]]], n_runs: int = 1
) -> tuple[list[np.ndarray], Points]:
    """Where rules match, and what they add, for the package."""
    coverage = flags([[i in matches for i in range(len(truth))] for matches, _decides, _points in rules])
    decided = flags([decides for _matches, decides, _points in rules]).reshape(-1, len(truth[0]))
    support = support_of(coverage.reshape(-1, len(truth)), decided, flags(truth))
    added = np.array([points for _matches, _decides, points in rules], dtype=float).reshape(decided.shape)
    matched = [np.array(matches, dtype=np.intp) for matches, _decides, _points in rules]
    return matched, Points(support.usual, added, support.n, decided, n_runs)


@of_kind("estimates")
def test_estimates_are_those_worked_out_by_hand(case: dict[str, Any]) -> None:
    """EXT-1, EXT-2."""
    truth, runs = bits(case["in"]["truth"]), case["in"].get("runs", 1)
    rules = [(rule["matches"], [bit == "1" for bit in rule["decides"]], rule["points"]) for rule in case["in"]["rules"]]
    matched, points = points_of(truth, rules, runs)
    for found, wanted in (
        (estimates(matched, points, len(truth)), case["out"]["estimates"]),
        (held_out_estimates(matched, points, flags(truth)), case["out"]["held_out"]),
    ):
        assert found == pytest.approx(np.array(wanted), abs=1e-9)
    both = told_estimates(truth, rules, runs)
    assert np.array(both) == pytest.approx(np.array([case["out"]["estimates"], case["out"]["held_out"]]), abs=1e-9)


def told_estimates(
    truth: list[list[int]], rules: Sequence[tuple[Sequence[int], Sequence[bool], Sequence[int]]], runs: int = 1
) -> Any:
    """The estimates and the held-out ones of all instances by the model."""
    positives = [sum(column) for column in zip(*truth, strict=True)]
    found: list[list[list[float]]] = [[], []]
    for i, row in enumerate(truth):
        here = [text.Rule(len(where), list(points), list(decides)) for where, decides, points in rules if i in where]
        labels = range(len(row))
        found[0].append([text.estimate(here, len(truth), positives, label) for label in labels])
        found[1].append(
            [text.held_out_estimate(here, len(truth), positives, label, row[label], runs) for label in labels]
        )
    return found


@given(worlds(), st.integers(1, 3), st.data())
def test_estimates_of_any_world_are_those_of_the_text(world: World, runs: int, data: st.DataObject) -> None:
    """EXT-1, EXT-2."""
    genes, rows, truth, conditions, signs = world
    coverage, n_labels = cells_of(genes, rows).matched(conditions), truth.shape[1]
    rules = []
    for row, sign in zip(coverage, signs, strict=True):
        drawn = data.draw(st.lists(st.integers(-1_500_000, 1_500_000), min_size=n_labels, max_size=n_labels))
        decides = (sign != 0).tolist()
        rules.append(
            (np.flatnonzero(row).tolist(), decides, [b if yes else 0 for b, yes in zip(drawn, decides, strict=True)])
        )
    plain = truth.astype(int).tolist()
    matched, points = points_of(plain, rules, runs)
    told = told_estimates(plain, rules, runs)
    assert estimates(matched, points, len(rows)).tolist() == told[0]
    assert held_out_estimates(matched, points, truth).tolist() == told[1]


# -------------------------------------------------------------------------------------------------- the thresholds


@of_kind("thresholds")
def test_thresholds_are_those_worked_out_by_hand(case: dict[str, Any]) -> None:
    """EXT-3."""
    wanted = [math.inf if value is None else value for value in case["out"]["thresholds"]]
    truth = bits(case["in"]["truth"])
    at_least_one = case["out"].get("at_least_one", False)
    found, with_one = label_thresholds(np.array(case["in"]["estimates"]), flags(truth))
    assert found.tolist() == pytest.approx(wanted, abs=1e-9)
    by_text, least = text.thresholds(case["in"]["estimates"], truth)
    assert by_text == pytest.approx(wanted, abs=1e-9)
    assert (with_one, least) == (at_least_one, int(at_least_one))


@given(st.data())
def test_thresholds_of_any_estimates_are_those_of_the_text(data: st.DataObject) -> None:
    """EXT-3, also with more candidates than are tried, and with neighbouring doubles, halfway between which is none."""
    n, n_labels = data.draw(st.integers(1, 60)), data.draw(st.integers(1, 3))
    apart, neighbours = st.integers(0, 80).map(lambda at: at / 80), st.integers(0, 3).map(lambda at: 0.75 + at / 2**53)
    value = data.draw(st.sampled_from([apart, neighbours]))
    given_estimates = data.draw(st.lists(st.lists(value, min_size=n_labels, max_size=n_labels), min_size=n, max_size=n))
    label = st.lists(st.integers(0, 1), min_size=n_labels, max_size=n_labels)
    truth = data.draw(st.lists(label, min_size=n, max_size=n))
    found, with_one = label_thresholds(np.array(given_estimates), flags(truth))
    by_text, least = text.thresholds(given_estimates, truth)
    assert (found.tolist(), int(with_one)) == (by_text, least)
    predicted = active(np.array(given_estimates), found, with_one)
    assert predicted.astype(int).tolist() == [text.active(row, by_text, least) for row in given_estimates]


# ----------------------------------------------------------------------------------------------- pruning and refining


def gene_of(attribute: Any) -> Gene:
    if isinstance(attribute, list):
        return SteppedGene([float(value) for value in attribute], round(math.log2(len(attribute))))
    return BinaryGene() if attribute == 2 else NominalGene(attribute)


def condition_of(genes: Sequence[Gene], tests: dict[str, list[int]]) -> Condition:
    """The codes of the package for the tests of a case."""
    found = []
    for name, test in tests.items():
        gene = genes[int(name)]
        if isinstance(gene, IntervalGene):
            code = gene.code(True, *test)
        elif isinstance(gene, NominalGene):
            code = 1 | sum(2 << value for value in test)
        else:
            code = 1 | test[0] << 1
        found.append((int(name), code))
    return tuple(found)


def told_condition(genes: Sequence[Gene], condition: Condition) -> text.Condition:
    """The tests of the model for codes of the package, bounds by the first step of their number."""
    found: text.Condition = {}
    for index, code in condition:
        gene = genes[index]
        if isinstance(gene, IntervalGene):
            numbers = [gene.value(q) for q in range(gene.levels + 1)]
            lower, upper = (numbers.index(gene.value(bound)) for bound in gene.ends(code))
            found[index] = (lower, upper)
        elif isinstance(gene, NominalGene):
            found[index] = frozenset(value for value in range(gene.n_values) if code >> value + 1 & 1)
        else:
            found[index] = frozenset({code >> 1})
    return found


def told_data(genes: Sequence[Gene], rows: Sequence[Sequence[float | None]], truth: list[list[int]]) -> text.Data:
    attributes: list[text.Attribute] = []
    for gene in genes:
        if isinstance(gene, IntervalGene):
            attributes.append([gene.value(q) for q in range(gene.levels + 1)])
        else:
            attributes.append(gene.n_values if isinstance(gene, NominalGene) else 2)
    plain = [[None if x is None or math.isnan(x) else x for x in row] for row in rows]
    return text.Data(attributes, list(plain), truth)


def given_case(case: dict[str, Any]) -> tuple[list[Gene], np.ndarray, text.Data, Condition, np.ndarray]:
    given_in = case["in"]
    genes = [gene_of(attribute) for attribute in given_in["attributes"]]
    rows = [[math.nan if x is None else float(x) for x in row] for row in given_in["rows"]]
    truth = bits(given_in["truth"])
    data = told_data(genes, rows, truth)
    signs = np.array([given_in["signs"]], dtype=np.int8)
    return genes, np.array(rows), data, condition_of(genes, given_in["if"]), signs


@of_kind("pruned")
def test_rules_are_pruned_as_worked_out_by_hand(case: dict[str, Any]) -> None:
    """EXT-4."""
    genes, rows, data, condition, signs = given_case(case)
    wanted = told_condition(genes, condition_of(genes, case["out"]["if"]))
    most = case["in"].get("max_tests")
    surplus = label_surplus(flags(data.truth))
    found = pruned([condition], signs, cells_of(genes, rows.tolist()), surplus, most)
    assert told_condition(genes, found[0]) == wanted
    assert text.pruned(data, told_condition(genes, condition), signs[0].tolist(), most) == wanted


@of_kind("refined")
def test_rules_are_refined_as_worked_out_by_hand(case: dict[str, Any]) -> None:
    """EXT-5."""
    genes, rows, data, condition, signs = given_case(case)
    wanted = told_condition(genes, condition_of(genes, case["out"]["if"]))
    votes = [bit == "1" for bit in case["out"]["votes"]]
    surplus, cells = label_surplus(flags(data.truth)), cells_of(genes, rows.tolist())
    found = refined([condition], signs, cells, surplus)
    assert told_condition(genes, found[0]) == wanted
    assert telling(cells.matched(found), surplus)[0].tolist() == votes
    told = text.refined(data, told_condition(genes, condition), signs[0].tolist())
    assert (told, text.votes(data, told)) == (wanted, votes)


@given(worlds(), st.none() | st.integers(1, 2))
def test_rules_of_any_world_become_those_of_the_text(world: World, most: int | None) -> None:
    """EXT-4, EXT-5."""
    genes, rows, truth, conditions, signs = world
    surplus, cells = label_surplus(truth), cells_of(genes, rows)
    data = told_data(genes, rows, truth.astype(int).tolist())
    shorter = pruned(conditions, signs, cells, surplus, most)
    wider = refined(conditions, signs, cells, surplus)
    for place, condition in enumerate(conditions):
        told, own = told_condition(genes, condition), signs[place].tolist()
        assert told_condition(genes, shorter[place]) == text.pruned(data, told, own, most)
        assert told_condition(genes, wider[place]) == text.refined(data, told, own)


# -------------------------------------------------------------------------------------------------- rare values


@of_kind("gathered")
def test_rare_values_are_gathered_as_worked_out_by_hand(case: dict[str, Any]) -> None:
    """EXT-11."""
    genes = [gene_of(attribute) for attribute in case["in"]["attributes"]]
    rows = [[math.nan if value is None else float(value)] for value, n in case["in"]["counts"] for _ in range(n)]
    condition = condition_of(genes, case["in"]["if"])
    wanted = told_condition(genes, condition_of(genes, case["out"]["if"]))
    cells = cells_of(genes, rows, gather=True)
    found = tuple(cells.test(index, cells.accepted((index, code))) for index, code in condition)
    assert told_condition(genes, found) == wanted
    data = told_data(genes, rows, [])
    assert text.spread(data, text.gathered(data, told_condition(genes, condition))) == wanted


@of_kind("counted")
def test_new_values_count_as_worked_out_by_hand(case: dict[str, Any]) -> None:
    """EXT-11."""
    (n_values,) = case["in"]["attributes"]
    rows = [[math.nan if value is None else float(value)] for value, n in case["in"]["counts"] for _ in range(n)]
    schema = Schema((nominal("c", [f"v{value}" for value in range(n_values)]),), ("l",))
    context = RuleContext(schema, ((math.nan, math.nan),), auto_settings(1), len(rows))
    context = context.seen((0,), len(rows), 1, first_rare(context.layout, Matrix.narrow(rows)))
    later = np.array([[math.nan if value is None else float(value)] for value in case["in"]["values"]])
    counted = context.checked(later).column(0).numbers.tolist()
    assert [None if math.isnan(value) else int(value) for value in counted] == case["out"]["values"]
    data = told_data([gene_of(n_values)], rows, [])
    assert [text.counted(data, [value])[0] for value in case["in"]["values"]] == case["out"]["values"]


def test_a_run_on_rare_values_makes_the_model_of_the_text() -> None:
    """EXT-11, in EXT-4 to EXT-10: of 104 rows each has one of nine names, five of which stand once or twice."""
    names = NominalAttribute("name", tuple("abcdefghi"))
    chance = np.random.default_rng(3)
    X = np.column_stack([np.r_[0:9, 2, np.arange(94) % 4 + 5], chance.integers(0, 2, 104)]).astype(float)
    X[50, 0] = math.nan
    schema = Schema((names, BinaryAttribute("is new", ("no", "yes"))), ("call",))
    truth = (X[:, :1] < 6) ^ (chance.random((104, 1)) < 0.2)
    dataset = Dataset(schema, X, truth)
    model = train(dataset, auto_settings(2, passes=1, population_size=12), 1, profile="auto")
    genes = model.ruleset.layout.conditions
    populations = [[(*told_rule(genes, rule), rule.exp) for rule in population] for population in model.populations]

    rules, limits, _least = text.auto_model(
        told_data(genes, X.tolist(), truth.astype(int).tolist()), populations, None, None
    )

    assert [told_rule(genes, rule)[0] for rule in model.ruleset] == [tests for tests, _votes, _points in rules]
    assert [list(rule.points or ()) for rule in model.ruleset] == [points for _tests, _votes, points in rules]
    assert model.thresholds.labels == tuple(limits)
    tested = [tests[0] for tests, _votes, _points in rules if 0 in tests]
    assert tested
    assert {len({0, 1, 3, 4} & set(test)) for test in tested} <= {0, 4}


# -------------------------------------------------------------------------------------------------- growing


@of_kind("grown")
def test_rules_grow_as_worked_out_by_hand(case: dict[str, Any]) -> None:
    """EXT-10."""
    given_in, most = case["in"], case["in"].get("max_tests")
    genes = [gene_of(attribute) for attribute in given_in["attributes"]]
    rows = [[math.nan if x is None else float(x) for x in row] for row in given_in["rows"]]
    conditions = [condition_of(genes, rule["if"]) for rule in given_in["rules"]]
    decided = flags(bits([rule["decides"] for rule in given_in["rules"]]))
    wanted = [
        (told_condition(genes, condition_of(genes, rule["if"])), [bit == "1" for bit in rule["votes"]])
        for rule in case["out"]["rules"]
    ]
    by_package, by_text = both_grown(genes, rows, flags(bits(given_in["truth"])), conditions, decided, most)
    assert by_package == wanted
    assert by_text == wanted


@given(worlds(), st.none() | st.integers(1, 4))
def test_rules_of_any_world_grow_as_the_text_says(world: World, most: int | None) -> None:
    """EXT-10."""
    genes, rows, truth, conditions, signs = world
    by_package, by_text = both_grown(genes, rows, truth, conditions, signs != 0, most)
    assert by_package == by_text


def both_grown(
    genes: Sequence[Gene],
    rows: Sequence[Sequence[float]],
    truth: np.ndarray,
    conditions: Sequence[Condition],
    decided: np.ndarray,
    most: int | None,
) -> tuple[list[Any], list[Any]]:
    """What becomes of rules by the package and by the model, each as conditions and votes of the model."""
    cells = cells_of(genes, rows)
    rules = ShortRules(list(conditions), decided)
    found = grown(rules, rules.support(cells, truth)[1].more, cells, truth, most)
    by_package = [
        (told_condition(genes, condition), votes)
        for condition, votes in zip(found.conditions, found.decided.tolist(), strict=True)
    ]
    told = [
        (told_condition(genes, condition), votes) for condition, votes in zip(conditions, decided.tolist(), strict=True)
    ]
    return by_package, text.grown(told_data(genes, rows, truth.astype(int).tolist()), told, most)


# -------------------------------------------------------------------------------------------------- the selection


@of_kind("selected")
def test_rules_are_selected_as_worked_out_by_hand(case: dict[str, Any]) -> None:
    """EXT-6."""
    truth, rules, most = bits(case["in"]["truth"]), case["in"]["rules"], case["in"]["max_rules"]
    coverage = flags([[i in rule["matches"] for i in range(len(truth))] for rule in rules])
    decided = flags(bits([rule["decides"] for rule in rules]))
    places, points = selected(coverage, support_of(coverage, decided, flags(truth)), most)
    assert (places, points.tolist()) == (case["out"]["selected"], case["out"]["points"])
    assert text.selected([rule["matches"] for rule in rules], decided.tolist(), truth, most) == (
        places,
        points.tolist(),
    )


@given(worlds(), st.integers(1, 6))
def test_rules_selected_of_any_world_are_those_of_the_text(world: World, most: int) -> None:
    """EXT-6."""
    genes, rows, truth, conditions, signs = world
    coverage = cells_of(genes, rows).matched(conditions)
    matched = [np.flatnonzero(row).tolist() for row in coverage]
    places, points = selected(coverage, support_of(coverage, signs != 0, truth), most)
    told = text.selected(matched, (signs != 0).tolist(), truth.astype(int).tolist(), most)
    assert (places, points.tolist()) == told


def test_points_of_rules_taken_long_ago_stay_as_the_text_says() -> None:
    """EXT-6: those of the last 50 alone are brought up to date."""
    chance = np.random.default_rng(2)
    truth, coverage = chance.random((24, 1)) < 0.4, chance.random((70, 24)) < 0.2
    decided = np.ones((70, 1), dtype=bool)
    places, points = selected(coverage, support_of(coverage, decided, truth), 54)
    matched = [np.flatnonzero(row).tolist() for row in coverage]
    assert len(places) == 54
    assert (places, points.tolist()) == text.selected(matched, decided.tolist(), truth.astype(int).tolist(), 54)


# -------------------------------------------------------------------------------------------------- whole models


@pytest.mark.parametrize(
    ("n_runs", "max_rules", "max_tests"),
    [(1, None, None), (1, 4, 1), (2, None, None), (3, None, 2), (3, 6, None), (4, None, 1)],
)
def test_models_of_runs_are_those_of_the_text(n_runs: int, max_rules: int | None, max_tests: int | None) -> None:
    """EXT-1 to EXT-6, EXT-8, EXT-10: from the populations of all runs to rules, points and thresholds."""
    dataset = mixed(24 + n_runs, n_runs)
    options = AutoOptions(n_runs=n_runs, max_rules=max_rules, max_tests=max_tests)
    settings = auto_settings(4, passes=4, population_size=16, theta_ga=20, precision_bits=2)
    model = train(dataset, settings, 1, profile="auto", options=options)
    genes = model.ruleset.layout.conditions
    data = told_data(genes, dataset.X.tolist(), dataset.Y.astype(int).tolist())
    populations = [[(*told_rule(genes, rule), rule.exp) for rule in population] for population in model.populations]

    rules, limits, least = text.auto_model(data, populations, max_rules, max_tests)

    found = [(*told_rule(genes, rule), list(rule.points or ())) for rule in model.ruleset]
    assert found == [(tests, text.signs_of(data, tests, votes), points) for tests, votes, points in rules]
    assert (model.thresholds.labels, model.thresholds.at_least_one) == (tuple(limits), bool(least))
    held_out = Consultation(model.ruleset, dataset.matrix).held_out_estimates(dataset.Y).tolist()
    assert held_out == text.training_estimates(data, rules, n_runs if max_rules is None else 1)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("kinds", "max_rules"),
    [
        *[("dull", None), ("none", None), ("untried", None), ("untried dull", 3), ("dull all", 3)],
        *[("none dull all", None), ("one", None), ("one dull", 3), ("none one", None)],
    ],
)
@pytest.mark.parametrize("max_tests", [None, 1])
def test_runs_whose_rules_tell_little_make_those_of_the_text(
    kinds: str, max_rules: int | None, max_tests: int | None, seed: int
) -> None:
    """EXT-8, EXT-10: from all rules of a run, the first, one without tests, one that has not been tried, or none."""
    dataset = mixed(16 + 5 * seed, seed)
    settings = auto_settings(4, passes=2, population_size=8, precision_bits=2)
    run = train(dataset, settings, 1, profile="auto").populations[0]
    options = AutoOptions(n_runs=len(kinds.split()), max_rules=max_rules, max_tests=max_tests)
    bits = frozenbitarray(zeros(run.layout.condition_size, "little") + run[0].chromosome[run.layout.condition_size :])
    dull, untried = (run.with_rules([replace(run[0], chromosome=bits, exp=exp)]) for exp in (8, 0))
    by_kind = {"all": run, "one": run[:1], "dull": dull, "untried": untried, "none": run[:0]}
    populations = [by_kind[kind] for kind in kinds.split()]

    parts = [short_rules(population, dataset, max_tests) for population in populations]
    found = short_ruleset_of(run.context, dataset, parts, options)

    genes = run.layout.conditions
    data = told_data(genes, dataset.X.tolist(), dataset.Y.astype(int).tolist())
    told = [[(*told_rule(genes, rule), rule.exp) for rule in population] for population in populations]
    rules, _limits, _least = text.auto_model(data, told, max_rules, max_tests)
    assert [(*told_rule(genes, rule), list(rule.points or ())) for rule in found] == [
        (tests, text.signs_of(data, tests, votes), points) for tests, votes, points in rules
    ]


def told_rule(genes: Sequence[Gene], rule: Rule) -> tuple[text.Condition, text.Signs]:
    """The tests and signs of the model for a rule of the package."""
    layout = rule.context.layout
    tests = tuple(layout.active_codes(bitarray(rule.chromosome)))
    return told_condition(genes, tests), decisions(rule, layout.n_labels).tolist()


# -------------------------------------------------------------------------------------------------- the steps


@of_kind("steps")
def test_steps_are_those_worked_out_by_hand(case: dict[str, Any]) -> None:
    """EXT-7."""
    values = [float(value) for value in case["in"]["values"]]
    wanted = [-math.inf, *case["out"]["inner"], math.inf]
    assert list(quantile_steps(np.array(values), case["in"]["bits"])) == wanted
    assert text.steps(values, case["in"]["bits"]) == wanted


@given(
    st.lists(st.floats(-1e6, 1e6) | st.integers(-5, 5).map(float), min_size=2, max_size=40, unique=False),
    st.integers(2, 4),
)
def test_steps_of_any_values_are_those_of_the_text(values: list[float], k: int) -> None:
    """EXT-7."""
    if len(set(values)) > 1:
        assert list(quantile_steps(np.array(values), k)) == text.steps(values, k)


def test_every_clause_of_the_extension_has_a_case() -> None:
    # EXT-8 is made of the others, and compared in whole models
    wanted = {f"EXT-{place}" for place in (1, 2, 3, 4, 5, 6, 7, 9, 10, 11)}
    assert {clause for case in CASES for clause in case["clauses"] if clause.startswith("EXT")} == wanted


# -------------------------------------------------------------------------------------------------- covering


def attribute(kind: str, name: str) -> Attribute:
    if kind == "binary":
        return BinaryAttribute(name, ("0", "1"))
    return NominalAttribute(name, ("a", "b", "c")) if kind == "nominal" else ContinuousAttribute(name)


def informed(attributes: Sequence[str], rows: Sequence[text.Row], truth: list[list[int]]) -> Informed:
    names = [f"x{place}" for place in range(len(attributes))]
    made = tuple(map(attribute, attributes, names))
    schema = Schema(made, tuple(f"l{place}" for place in range(len(truth[0]))))
    table = np.array([[math.nan if value is None else value for value in row] for row in rows], dtype=float)
    return Informed(Dataset(schema, table, flags(truth), "d"))


@of_kind("activation")
def test_covering_tests_attributes_as_worked_out_by_hand(case: dict[str, Any]) -> None:
    """EXT-9."""
    given, wanted = case["in"], case["out"]
    truth, row = bits(given["truth"]), given["rows"][given["row"]]
    by_text = text.covering_weights(given["rows"], truth, given["attributes"])[given["row"]]
    values = [math.nan if value is None else value for value in row]
    weights = informed(given["attributes"], given["rows"], truth).weights(values)

    assert weights.tolist() == by_text
    if "weights" in wanted:
        assert by_text == [round(weight * 2**20) for weight in wanted["weights"]]
    assert text.active_probabilities(by_text, given["expected"]) == pytest.approx(wanted["active"], abs=1e-9)
    assert activation(weights, given["expected"]).tolist() == pytest.approx(wanted["active"], abs=1e-9)


@given(st.data(), st.integers(1, 4), st.integers(1, 3), st.integers(1, 14))
def test_covering_tests_attributes_as_the_text_says(data: st.DataObject, n: int, n_labels: int, n_rows: int) -> None:
    """EXT-9."""
    kinds = data.draw(st.lists(st.sampled_from(["binary", "nominal", "continuous"]), min_size=n, max_size=n))
    codes = {"binary": st.sampled_from([0, 1]), "nominal": st.integers(0, 2), "continuous": st.integers(-2, 9)}
    row = st.tuples(*(st.none() | codes[kind] for kind in kinds))
    rows = data.draw(st.lists(row, min_size=n_rows, max_size=n_rows))
    labels = st.lists(st.integers(0, 1), min_size=n_labels, max_size=n_labels)
    truth = data.draw(st.lists(labels, min_size=n_rows, max_size=n_rows))
    expected = data.draw(st.floats(0.0, float(n)))

    found = informed(kinds, rows, truth)
    for one, wanted in zip(rows, text.covering_weights(rows, truth, kinds), strict=True):
        weights = found.weights([math.nan if value is None else float(value) for value in one])
        active = activation(weights, expected)

        assert weights.tolist() == wanted
        assert active.tolist() == pytest.approx(text.active_probabilities(wanted, expected), abs=1e-12)
        assert active.sum() == pytest.approx(min(expected, (weights > 0).sum()))
        assert ((active >= 0.0) & (active <= 1.0)).all()
