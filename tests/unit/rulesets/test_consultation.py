"""What a ruleset says of instances, by hand, in both profiles. Clauses: INF-1 to INF-6, REP-7, REP-8."""

from dataclasses import replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pytest
from raising import raising
from unit.core.builders import every_instance
from unit.rulesets.builders import NAN, Spec, binary_schema, mixed_ruleset, model, plain, ruleset

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.errors import SettingsError
from mlslcs_ref.inference.thresholds import Thresholds
from mlslcs_ref.metrics import METRICS, Scores
from mlslcs_ref.rulesets.consultation import METHODS, Consultation
from mlslcs_ref.settings import PROFILES

# (num, F = acc): 3 * 1 for 1 and against 2; 2 * 0.5 against 1 and for 2; 1 * 0.75 for both
RULES: Final = (
    Spec("1# -> 10", 3, 4, 8),
    Spec("#1 -> 01", 2, 4, 4),
    Spec("0# -> 11", 1, 4, 6),
    Spec("## -> 00", 9, 0, 0),  # exp = 0: no vote
)
# 00: (0.75, 0.75), of 1.5: 1/2 1/2
# 01: 0.75 - 1, 0.75 + 1 = (-0.25, 1.75), moved by 0.25 (0, 2): 0 1
# 10: (3, -3), moved by 3 (6, 0): 1 0
# 11: 3 - 1, -3 + 1 = (2, -2), moved by 2 (4, 0): 1 0
SHARES: Final = [[0.5, 0.5], [0.0, 1.0], [1.0, 0.0], [1.0, 0.0]]
FOUR: Final = np.array(every_instance(2))


def four(profile: str) -> Consultation:
    return Consultation(ruleset(binary_schema(2, 2), RULES, plain(profile)), FOUR)


def texts(flags: npt.NDArray[np.bool_]) -> list[str]:
    return ["".join(str(int(flag)) for flag in row) for row in flags]


def flags(*rows: str) -> npt.NDArray[np.bool_]:
    return np.array([[digit == "1" for digit in row] for row in rows])


@pytest.mark.parametrize("profile", PROFILES)
def test_votes_are_those_of_the_matching_rules_with_experience(profile: str) -> None:
    """The arithmetic is at the head of this file; with nu = 1 the profiles agree. Clauses: INF-1, INF-2."""
    consultation = four(profile)

    assert consultation.raw_votes().tolist() == [[0.75, 0.75], [-0.25, 1.75], [3.0, -3.0], [2.0, -2.0]]
    assert consultation.votes().tolist() == SHARES


def test_the_profiles_differ_in_the_weight_of_a_vote_and_in_its_precision() -> None:
    """Acc 3/4 with nu = 2: F = 9/16. Clauses: INF-1."""
    specs = [Spec("# -> 1", 2, 4, 3)]

    for profile, vote, kind in (("paper", 2 * 0.5625, np.float64), ("authors", 2 * 0.75, np.float32)):
        rules = ruleset(binary_schema(1, 1), specs, plain(profile, accuracy_power=2.0))
        votes = Consultation(rules, np.array([[0.0]])).raw_votes()
        assert votes.tolist() == [[vote]]
        assert votes.dtype == np.dtype(kind)


@pytest.mark.parametrize(
    ("profile", "threshold", "labels"),
    [
        ("paper", 0.5, ["11", "01", "10", "10"]),
        ("authors", 0.5, ["00", "01", "10", "10"]),
        ("paper", 0.25, ["11", "01", "10", "10"]),
        ("authors", 0.25, ["11", "01", "10", "10"]),
        ("authors", 0.0, ["11", "01", "10", "10"]),
    ],
)
def test_a_label_is_active_from_the_threshold_on_and_in_authors_above_it(
    profile: str, threshold: float, labels: list[str]
) -> None:
    """Clauses: INF-2."""
    assert texts(four(profile).voted(threshold)) == labels


@pytest.mark.parametrize(
    ("profile", "labels"),
    [
        # F 1, 0.5, 0.75. 01: 0# first, 11. 11: 1# first, 10.
        ("paper", ["11", "11", "10", "10"]),
        # num*acc 3, 1, 0.75. 01: #1 first, 01. 11: 1# first, 10.
        ("authors", ["11", "01", "10", "10"]),
    ],
)
def test_best_follows_the_profile(profile: str, labels: list[str]) -> None:
    """Clauses: INF-5."""
    consultation = four(profile)

    assert texts(consultation.best()) == labels
    assert texts(consultation.predicted("best", Thresholds(0.0, 0.0))) == labels


def test_pcut_and_ival_use_their_own_thresholds() -> None:
    """Votes 3/4 and 1/4: above 1/4 one label, from 1/4 on two."""
    rules = ruleset(binary_schema(1, 2), [Spec("# -> 1#", 3, 1, 1), Spec("# -> #1", 1, 1, 1)])
    consultation = Consultation(rules, np.array([[0.0]]))

    assert texts(consultation.predicted("pcut", Thresholds(pcut=0.25, ival=0.5))) == ["11"]
    assert texts(consultation.predicted("ival", Thresholds(pcut=0.25, ival=0.5))) == ["10"]
    assert METHODS == ("pcut", "ival", "best")


@pytest.mark.parametrize("profile", PROFILES)
def test_an_instance_that_no_rule_matches_gets_no_label_and_is_counted(profile: str) -> None:
    """Rule 1# leaves 00 and 01. Clauses: INF-6."""
    rules = ruleset(binary_schema(2, 2), [Spec("1# -> 11", 1, 1, 2)], plain(profile))
    consultation = Consultation(rules, FOUR)

    assert consultation.n_unmatched == 2
    assert texts(consultation.best()) == ["00", "00", "11", "11"]
    assert texts(consultation.voted(0.0)) == ["00", "00", "11", "11"]
    assert consultation.votes().tolist() == [[0.0, 0.0], [0.0, 0.0], [0.5, 0.5], [0.5, 0.5]]


@pytest.mark.parametrize("profile", PROFILES)
def test_without_rules_nothing_is_matched_and_no_label_active(profile: str) -> None:
    rules = ruleset(binary_schema(2, 2), [], plain(profile))
    consultation = Consultation(rules, FOUR)

    assert consultation.n_unmatched == 4
    for method in METHODS:
        assert texts(consultation.predicted(method, Thresholds(0.0, 0.0))) == ["00"] * 4


@pytest.mark.parametrize("profile", PROFILES)
def test_no_instances_give_no_predictions(profile: str) -> None:
    rules = ruleset(binary_schema(2, 2), RULES, plain(profile))
    consultation = Consultation(rules, np.zeros((0, 2)))

    assert consultation.n_unmatched == 0
    assert consultation.votes().shape == (0, 2)
    for method in METHODS:
        assert consultation.predicted(method, Thresholds(0.25, 0.25)).shape == (0, 2)


def test_thresholds_of_paper_come_from_the_exact_searches() -> None:
    """Labels 10 01 10 10; the shares are at the head: the only candidate is 1/2. Clauses: INF-3, INF-4."""
    assert four("paper").thresholds(flags("10", "01", "10", "10")) == Thresholds(pcut=0.5, ival=0.5)


@pytest.mark.parametrize("metric", METRICS)
def test_thresholds_of_authors_come_from_the_halving_searches(metric: str) -> None:
    """Labels 10 01 10 10. Below 1/2 00 gets 11: accuracies 1/2 1 1 1, exact 3 of 4; at 1/2 none, 0 1 1 1, exact 3 of 4.

    IVAL: the first of the best, 0, and for the loss 1/4, which stays. PCUT: 8 shares at 0, 5 up to 1/2, since shares at
    the threshold count, and cardinality 1: the first step above 0, 2^-17 at last. Clauses: INF-3, INF-4.
    """
    found = four("authors").thresholds(flags("10", "01", "10", "10"), metric)  # type: ignore[arg-type]

    assert found == Thresholds(pcut=2.0**-17, ival=0.25 if metric == "hamming_loss" else 0.0)


def test_thresholds_of_paper_by_hand_over_two_candidates() -> None:
    """The votes are 3 and 1, and 1 more for label 2 where a1 = 1: 3/4 1/4, and 3/5 2/5.

    Labels 10 and 11. From 1/4 on 11 11, accuracy (1/2 + 1)/2; from 2/5 on 10 11, 1; from 1/2 on 10 10, (1 + 1/2)/2.
    PCUT: 4, 3 and 2 active of 3. Clauses: INF-3, INF-4.
    """
    specs = [Spec("# -> 1#", 3, 1, 1), Spec("# -> #1", 1, 1, 1), Spec("1 -> #1", 1, 1, 1)]
    consultation = Consultation(ruleset(binary_schema(1, 2), specs), np.array([[0.0], [1.0]]))

    assert consultation.votes().tolist() == [[0.75, 0.25], [0.6, 0.4]]
    for metric in METRICS:
        assert consultation.thresholds(flags("10", "11"), metric) == Thresholds(pcut=0.4, ival=0.4)


def test_a_metric_decides_which_threshold_ival_finds() -> None:
    """The table at the head of the tests of thresholds, out of the votes of rules. Clauses: INF-3."""
    # 1/10 4/10 5/10; 3/10 2/10 5/10; 4/10 4/10 2/10
    specs = [
        Spec(f"{row} -> {label}", num, 1, 1)
        for row, nums in (("00", (1, 4, 5)), ("01", (3, 2, 5)), ("10", (4, 4, 2)))
        for label, num in zip(("1##", "#1#", "##1"), nums, strict=True)
    ]
    consultation = Consultation(ruleset(binary_schema(2, 3), specs), FOUR[:3])
    truth = flags("101", "101", "001")

    assert [consultation.thresholds(truth, metric).ival for metric in METRICS] == [0.1, 0.3, 0.5]
    assert {consultation.thresholds(truth, metric).pcut for metric in METRICS} == {0.4}


@pytest.mark.parametrize(
    ("profile", "changes", "threshold"),
    [
        ("authors", {}, 0.25),
        ("authors", {"empty_label_sets": "count_one"}, 0.5),
        ("paper", {"active_labels": "above"}, 0.5),
        ("paper", {"active_labels": "above", "empty_label_sets": "skip"}, 0.25),
    ],
)
def test_ival_counts_empty_label_sets_as_the_settings_say(
    profile: str, changes: dict[str, str], threshold: float
) -> None:
    """Votes 1/2 1/2 of 00, 01 and 10, 1/4 3/4 of 11; labels 11 00 00 01: the example of the tests of thresholds.

    Above 1/4 the mean accuracy is 1/2, above 1/2 it is 3/4, or 1/2 too without the empty ones. Clauses: INF-3, MET-A.
    """
    rules = [Spec("## -> 11", 1, 1, 2), Spec("11 -> #1", 2, 1, 1)]
    consultation = Consultation(ruleset(binary_schema(2, 2), rules, plain(profile, **changes)), FOUR)

    assert consultation.votes().tolist() == [[0.5, 0.5]] * 3 + [[0.25, 0.75]]
    assert consultation.thresholds(flags("11", "00", "00", "01")).ival == threshold


@pytest.mark.parametrize(("active", "threshold"), [("at_least", 0.5), ("above", 0.25)])
def test_the_exact_pcut_counts_labels_as_the_settings_say(active: str, threshold: float) -> None:
    """Votes 3/4 1/4 of one label: from 1/4 on 2, above it 1. Clauses: INF-2, INF-4."""
    specs = [Spec("# -> 1#", 3, 1, 1), Spec("# -> #1", 1, 1, 1)]
    rules = ruleset(binary_schema(1, 2), specs, plain("paper", active_labels=active))

    assert Consultation(rules, np.array([[0.0]])).thresholds(flags("10")).pcut == threshold


@pytest.mark.parametrize("profile", PROFILES)
def test_an_undeclared_nominal_value_matches_inactive_tests_alone(profile: str) -> None:
    """-1 stands for such a value; smooth = YES, colour in {all three} and both inactive. Clauses: REP-8."""
    rules = mixed_ruleset(
        "11 0000 00000 11 11",
        "10 0000 00000 11 11",
        "00 1111 00000 11 11",
        "00 0111 00000 11 11",
        settings=plain(profile, precision_bits=2),
    )
    instances = np.array([[-1.0, -1.0, 1.0], [1.0, -1.0, 1.0], [-1.0, 2.0, 1.0]])
    matched = [Consultation(rules.with_rules([rule]), instances).votes().any(axis=1).tolist() for rule in rules]

    assert matched == [[False, True, False], [False, False, False], [False, False, True], [True, True, True]]


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(("x", "matches"), [(-1e9, False), (-0.5, False), (0.0, True), (3.0, True), (3.5, False)])
def test_values_beyond_the_training_range_are_compared_as_they_are(profile: str, x: float, matches: bool) -> None:
    """The widest test is area in [0, 3]: b1 = 0 and b2 = 3 of k = 2. Clauses: REP-8."""
    rules = mixed_ruleset("00 0000 1 00 11 11 11", settings=plain(profile, precision_bits=2))
    consultation = Consultation(rules, np.array([[0.0, 0.0, x]]))

    assert consultation.n_unmatched == (0 if matches else 1)


@pytest.mark.parametrize(
    ("profile", "matches"),
    [
        ("paper", [True, True, True, True, True]),
        # a binary value reads 1, a nominal one the first, a continuous one matches nothing
        ("authors", [True, False, True, False, False]),
    ],
)
def test_a_missing_value_matches_every_test_and_in_authors_reads_as_something(
    profile: str, matches: list[bool]
) -> None:
    """Smooth = YES, smooth = NO, colour in {red}, colour in {green}, area in [0, 3]. Clauses: REP-7."""
    rules = mixed_ruleset(
        "11 0000 00000 11 11",
        "10 0000 00000 11 11",
        "00 1100 00000 11 11",
        "00 1010 00000 11 11",
        "00 0000 10011 11 11",
        settings=plain(profile, precision_bits=2),
    )
    instances = np.array([[NAN, NAN, NAN]])

    found = [Consultation(rules.with_rules([rule]), instances).n_unmatched == 0 for rule in rules]
    assert found == matches


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("x", [1e300, -1e300, np.inf, -np.inf])
def test_a_number_of_any_size_is_outside_the_range(profile: str, x: float) -> None:
    """In 32 bits it is infinite, which is outside too, and needs no warning. Clauses: REP-4, REP-8."""
    rules = mixed_ruleset("00 0000 1 00 11 11 11", settings=plain(profile, precision_bits=2))

    assert Consultation(rules, np.array([[0.0, 0.0, x]])).n_unmatched == 1


def test_the_rules_of_a_ruleset_are_a_snapshot() -> None:
    rules = ruleset(binary_schema(2, 2), RULES)
    heavier = rules.with_rules([replace(rules[0], num=7), *rules[1:]])

    assert [rule.num for rule in rules] == [3, 2, 1, 9]
    assert [rule.num for rule in heavier] == [7, 2, 1, 9]
    assert (rules.n_micro, len(rules)) == (15, 4)


@pytest.mark.parametrize(
    ("profile", "order"),
    [
        ("paper", [1, 2, 4, 3, 0]),  # num*F: 2 * 1 as exp = 0; 2, 1.5, 0.5, 1
        ("authors", [1, 2, 3, 4, 0]),  # num*F_d: 0 as exp = 0; 2, 1.5, 0.5, and 0 below theta_del
    ],
)
def test_the_best_rules_are_those_of_the_largest_num_times_fitness_and_the_last_those_never_updated(
    profile: str, order: list[int]
) -> None:
    """Exp is 4 * 2 = 8 in paper, 4 matches in authors; theta_del 4. Clauses: MET-D, PAR-0."""
    specs = [
        Spec("11 -> 11", 2),
        Spec("1# -> 11", 2, 4, 8),
        Spec("0# -> 11", 3, 4, 4),
        Spec("## -> 11", 1, 4, 4),
        Spec("#0 -> 11", 1, 3, 6),
    ]
    rules = ruleset(binary_schema(2, 2), specs, plain(profile, theta_del=4))

    assert [rules.rules.index(rule) for rule in rules.best(order="weight")] == order


def test_rules_of_equal_rank_stand_in_population_order() -> None:
    """Both those that were updated and those that never were."""
    specs = [Spec("11 -> 11"), Spec("1# -> 11", 1, 4, 8), Spec("10 -> 11"), Spec("0# -> 11", 1, 4, 8)]
    rules = ruleset(binary_schema(2, 2), specs, plain())

    assert rules.places("weight") == [1, 3, 0, 2]


@pytest.mark.parametrize(("exp", "weight"), [(19, 0.0), (20, 5.0)])
def test_in_authors_a_rule_weighs_nothing_below_theta_del(exp: int, weight: float) -> None:
    """F = 1, num 5. Clauses: MET-D, GEN-1."""
    rules = ruleset(binary_schema(1, 1), [Spec("# -> 1", 5, exp, exp)], plain("authors"))

    assert rules.macro_fitness(rules.rules[0]) == weight


@pytest.mark.parametrize("method", ["IVAL", "x", "posterior", True, 0.5, ["best"]])
def test_a_method_that_does_not_exist_predicts_nothing(method: Any) -> None:
    found = model(ruleset(binary_schema(2, 2), RULES), pcut=0.25, ival=0.5)
    with raising(SettingsError, name="method") as caught:
        found.predict(FOUR, method)

    assert all(way in caught.value.expected for way in METHODS)


def test_a_model_predicts_by_ival_if_nothing_else_is_said() -> None:
    found = model(ruleset(binary_schema(2, 2), RULES), pcut=0.25, ival=0.5)

    assert texts(found.predict(FOUR)) == texts(found.predict(FOUR, "ival")) == ["11", "01", "10", "10"]
    assert texts(found.predict(FOUR, "best")) == ["11", "11", "10", "10"]
    assert found.predict(FOUR).dtype == bool


@pytest.mark.parametrize(
    ("profile", "expected"),
    [
        # labels 00 01 10 10. paper: votes 11 01 10 10, BEST 11 11 10 10
        ("paper", {"pcut": (0.75, 0.75, 2 / 8), "ival": (0.75, 0.75, 2 / 8), "best": (2.5 / 4, 0.5, 3 / 8)}),
        # authors: above 1/4 11 01 10 10; above 1/2 00 01 10 10 and the empty one left out; BEST 11 01 10 10
        ("authors", {"pcut": (0.75, 0.75, 2 / 8), "ival": (1.0, 1.0, 0.0), "best": (0.75, 0.75, 2 / 8)}),
    ],
)
def test_a_model_is_evaluated_by_every_method(profile: str, expected: dict[str, tuple[float, float, float]]) -> None:
    """Clauses: MET-A."""
    dataset = Dataset(binary_schema(2, 2), FOUR, flags("00", "01", "10", "10"))
    found = model(ruleset(binary_schema(2, 2), RULES, plain(profile)), pcut=0.25, ival=0.5)

    assert found.evaluate(dataset) == {method: Scores(*values) for method, values in expected.items()}


def test_two_empty_label_sets_are_evaluated_as_the_profile_says() -> None:
    """No rules, labels 00 and 01: accuracies 1 and 0, or 0 alone. Clauses: MET-A."""
    dataset = Dataset(binary_schema(2, 2), FOUR[:2], flags("00", "01"))

    for profile, accuracy in (("paper", 0.5), ("authors", 0.0)):
        found = model(ruleset(binary_schema(2, 2), [], plain(profile))).evaluate(dataset)
        assert all(scores == Scores(accuracy, 0.5, 0.25) for scores in found.values())
