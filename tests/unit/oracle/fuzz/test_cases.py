"""Random cases are cases, of every size, the same for the same seed."""

from itertools import pairwise

import pytest

from mlslcs_ref.oracle.fuzz.cases import FORMATS, MOST_WORK, made_case
from mlslcs_ref.oracle.fuzz.materials import Json
from mlslcs_ref.oracle.fuzz.reference import asked
from mlslcs_ref.oracle.operators.run_case import FORMATS as OPERATORS
from mlslcs_ref.oracle.operators.run_case import run_case
from mlslcs_ref.oracle.protocol import Out, Refused

SEEDS = range(8)


def made(name: str, n: int) -> list[Json]:
    return [made_case(name, seed) for seed in range(n)]


def test_there_are_cases_of_every_format() -> None:
    assert set(FORMATS) == set(OPERATORS)


@pytest.mark.parametrize("name", FORMATS)
def test_most_are_answered_and_their_tapes_fit(name: str) -> None:
    found = [one for seed in SEEDS if (one := asked(made_case(name, seed), seed)) is not None]
    answered = [(one.case, one.answer.value) for one in found if isinstance(one.answer, Out)]

    assert len(found) > len(SEEDS) / 2
    assert answered
    for case, out in answered:
        assert run_case(case) == out


@pytest.mark.parametrize("name", ["step", "k-means", "thresholds"])
def test_the_same_seed_gives_the_same_case(name: str) -> None:
    assert made(name, 12) == made(name, 12)
    assert made_case(name, 1) != made_case(name, 2)


def test_sizes_straddle_the_edges_of_words() -> None:
    labels = {case["in"]["n_labels"] for case in made("update", 200)}
    instances = {len(case["in"]["instances"]) for case in made("coverage", 50)}

    assert {63, 64, 65, 128, 130} <= labels
    assert {255, 256, 257} & instances


def test_what_is_last_of_many_may_be_what_differs() -> None:
    late = [case["in"]["x"] for case in made("compaction", 50) if len(case["in"]["x"]) > 128]

    assert any(all(row == rows[0] for row in rows[:128]) and rows[-1] != rows[0] for rows in late)


def test_label_sets_may_differ_in_a_label_beyond_a_word_alone() -> None:
    cases = [case["in"] for case in made("clustering", 120)]
    sets = [{instance["y"] for instance in inputs["instances"]} for inputs in cases if inputs["n_labels"] > 64]

    assert any(len({labels[:64] for labels in each}) < len(each) for each in sets)


def test_what_is_not_declared_is_coded_as_below_zero_alone() -> None:
    for case in made("match", 150):
        inputs = case["in"]
        if inputs["attribute"]["kind"] != "continuous":
            assert all(x is None or -1 <= x < inputs["attribute"].get("n_values", 2) for x in inputs["x"])


def test_powers_may_leave_no_fitness_in_doubles() -> None:
    powers = {case["settings"].get("accuracy_power", 10) for case in made("deletion", 120)}

    assert {309, 1000} <= powers


def test_sums_of_values_may_overflow() -> None:
    instances = [instance for case in made("clustering", 20) for instance in case["in"]["instances"]]

    assert any(x == 1.5e308 for instance in instances for x in instance["x"])


def test_values_may_lie_on_a_bound_of_a_test_or_next_to_it() -> None:
    cases = made("match", 150)
    given = [(case["in"]["attribute"], case["settings"].get("precision_bits", 5), case["in"]["x"]) for case in cases]
    offsets = [
        (x - at["minimum"]) / (at["maximum"] - at["minimum"]) * (2**k - 1)
        for at, k, xs in given
        if at["kind"] == "continuous" and at["minimum"] is not None and at["minimum"] + 1 < at["maximum"] < 1e9
        for x in xs
        if x is not None and at["minimum"] <= x <= at["maximum"]
    ]

    assert {0.0, 1.0} & set(offsets)
    assert any(0 < abs(offset - round(offset)) < 1e-6 for offset in offsets)


def test_some_data_cannot_be_learned_from_and_some_cases_have_no_rules_or_rows() -> None:
    data = made("coverage", 80)
    asked_about = [case["in"] for case in made("votes", 150)]
    codes = {
        one.answer.reason for one in (asked(case, 0) for case in data[:40]) if one and isinstance(one.answer, Refused)
    }

    assert {"missing-label", "undeclared-value", "infinite-value"} & codes
    assert any(not case["in"]["rules"] for case in data)
    assert any(not inputs["rules"] for inputs in asked_about)
    assert any(not inputs["x"] for inputs in asked_about)


def test_members_of_correct_sets_may_be_due_to_the_step() -> None:
    cases = made("ga-due", 200)
    ages = [
        case["in"]["clock"] - member["ts"] - case["settings"]["theta_ga"]
        for case in cases
        if "theta_ga" in case["settings"]
        for members in case["in"]["correct_sets"]
        for member in members
    ]

    assert {-1, 0, 1} <= set(ages)


def test_a_correct_set_may_be_due_or_not_by_one() -> None:
    def due(case: Json, theta: int) -> list[bool]:
        one = asked(case | {"settings": case["settings"] | {"theta_ga": theta}}, 0)
        assert one is not None
        assert isinstance(one.answer, Out)
        return [label["due"] for label in one.answer.value["labels"]]

    cases = [case for seed, case in enumerate(made("ga-due", 80)) if asked(case, seed) is not None]
    thetas = [(case, case["settings"]["theta_ga"]) for case in cases if case["settings"].get("theta_ga")]

    assert sum(due(case, theta - 1) != due(case, theta) for case, theta in thetas) > len(thetas) / 5


def test_all_numbers_may_be_one_whose_double_is_none_or_missing() -> None:
    cases = made("clustering", 150) + made("run", 150)
    columns = [[instance["x"][0] for instance in case["in"]["instances"]] for case in cases]
    alike = [column for column in columns if len({x for x in column if x is not None}) == 1 and len(column) > 1]

    assert any(abs(column[0]) > 9e307 for column in alike if None not in column)
    assert any(None in column and 1.5e308 in column for column in alike)


def test_covering_may_merge_with_the_first_of_equal_rules() -> None:
    cases = made("discovery", 40)
    open_first = [
        [rule["bits"] for rule in case["in"]["rules"]]
        for case in cases
        if case["settings"].get("covering_focus") == "generalised"
        and all(rule["bits"][-2 * case["in"]["n_labels"]] == "0" for rule in case["in"]["rules"])
    ]

    assert any(len(set(bits)) < len(bits) for bits in open_first)


def test_a_child_may_match_more_after_repair_than_before() -> None:
    cases = made("step", 40)
    wanted = {"zero_coverage_test": "before_repair", "missing_values": "match", "interval_order": "ordered"}

    assert any(
        case["settings"].items() >= wanted.items()
        and any(None in instance["x"] for instance in case["in"]["instances"])
        and len(case["in"]["presented"]) > 1
        for case in cases
    )


def test_rules_may_weigh_the_same_though_their_counts_differ() -> None:
    cases = [case["in"]["rules"] for case in made("final-merge", 100)]
    pairs = [(a, b) for rules in cases for a, b in pairwise(rules) if a.get("wrong") and b.get("wrong")]

    assert any(
        a["num"] != b["num"] and a["num"] * a["correct"] * b["exp"] == b["num"] * b["correct"] * a["exp"] != 0
        for a, b in pairs
    )


def test_the_least_vote_may_meet_a_draw_of_zero() -> None:
    assert any(case["draws"] == [0.0] and case["in"]["rules"][0]["cs"] == 1.0 for case in made("deletion", 120))


def test_settings_are_asked_for_at_their_bounds_and_beyond() -> None:
    found = [asked(case, seed) for seed, case in enumerate(made("settings", 60))]

    assert {type(one.answer) for one in found if one is not None} == {Out, Refused}


def test_clusters_may_take_more_rounds_than_twenty() -> None:
    rows = [case for case in made("k-means", 60) if case["draws"]]

    assert rows
    assert all(len(case["in"]["points"]) >= 30 and set(case["draws"]) == {0.0} for case in rows)


def test_a_whole_run_is_long_or_large_but_not_both() -> None:
    cases = [made_case("run", seed, whole_runs=True) for seed in range(80)]
    steps = {case["in"]["n_steps"] for case in cases}

    assert {128, 256, 400} <= steps
    for case in cases:
        inputs = case["in"]
        genes = len(inputs["attributes"]) + inputs["n_labels"]
        work = inputs["n_steps"] * case["settings"]["population_size"] * len(inputs["instances"]) * genes
        assert work <= MOST_WORK or inputs["n_steps"] == 1


def test_the_first_draws_can_be_given() -> None:
    one = asked(made_case("covering", 3), 3)
    assert one is not None
    changed = [0.25 for _ in one.case["draws"]]

    again = asked(one.case, 3, changed)

    assert again is not None
    assert again.case["draws"] == changed


def test_what_must_be_refused_is_asked_without_draws() -> None:
    case = made_case("covering", 3)
    case["settings"] = {"profile": "paper", "omega": 1, "phi": 0}

    one = asked(case, 0)

    assert one is not None
    assert one.vector("a/b/c/d").error == "omega-above-phi"
    assert one.case["draws"] == []
