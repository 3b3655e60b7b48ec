"""Why an instance gets its labels, by hand and against the prediction. Clauses: INF-1, INF-2, INF-5, INF-6."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest
from unit.core.builders import every_instance
from unit.rulesets.builders import NAN, Spec, binary_schema, mixed_ruleset, plain, ruleset
from unit.rulesets.short import short_model

from mlslcs_ref.data.schema import ContinuousAttribute
from mlslcs_ref.documents.document import Table
from mlslcs_ref.errors import DataError
from mlslcs_ref.rulesets.consultation import Consultation
from mlslcs_ref.rulesets.explaining import explain_coded
from mlslcs_ref.rulesets.importance import feature_importance
from mlslcs_ref.rulesets.ruleset import RuleSet

# (num, F = acc): 3 * 1, 2 * 0.5, 1 * 0.75, and one without experience
RULES: Final = (
    Spec("1# -> 10", 3, 4, 8),
    Spec("#1 -> 01", 2, 4, 4),
    Spec("0# -> 1#", 1, 4, 3),
    Spec("## -> 00", 9, 0, 0),
)


def test_the_matching_rules_are_listed_with_their_places_weights_and_tests() -> None:
    """On 11: rules 1, 2 and 4 match, 4 has no vote; w = (3 - 1, -3 + 1) = (2, -2), moved (4, 0), shares 1 and 0."""
    rules = ruleset(binary_schema(2, 2), RULES)

    found = explain_coded(rules, np.array([1.0, 1.0]), 0.5)

    assert [match.id for match in found.rules] == [1, 2, 4]
    assert [match.rule for match in found.rules] == [rules.rules[0], rules.rules[1], rules.rules[3]]
    assert [match.weight for match in found.rules] == [3.0, 1.0, 0.0]
    assert [match.votes for match in found.rules] == [True, True, False]
    assert [match.decisions for match in found.rules] == [(1, -1), (-1, 1), (-1, -1)]
    assert [match.tested for match in found.rules] == [(0,), (1,), ()]
    assert [(label.raw_vote, label.vote, label.active) for label in found.labels] == [(2, 1, True), (-2, 0, False)]


@pytest.mark.parametrize("threshold", [0.5, None])
def test_a_decision_hinges_on_an_attribute_if_failing_its_tests_turns_it(threshold: float | None) -> None:
    """Without rule 1, which tests the first attribute, rule 2 decides (0, 1); without rule 2 nothing changes."""
    found = explain_coded(ruleset(binary_schema(2, 2), RULES), np.array([1.0, 1.0]), threshold)

    assert [label.hinges_on for label in found.labels] == [(0,), (0,)]


def test_a_missing_value_passed_no_test() -> None:
    """Clauses: REP-7."""
    found = explain_coded(ruleset(binary_schema(2, 2), RULES), np.array([NAN, 1.0]), 0.5)

    assert [match.tested for match in found.rules] == [(), (1,), (), ()]
    assert all(0 not in label.hinges_on for label in found.labels)
    known = explain_coded(ruleset(binary_schema(2, 2), RULES), np.array([1.0, 1.0]), 0.5)
    # that the value is missing is said beside the rules
    assert len(found.blocks()) == len(known.blocks()) + 1


def test_where_a_missing_value_is_unhandled_the_value_it_reads_as_was_tested() -> None:
    """It reads 1 in a binary attribute. Clauses: REP-7."""
    found = explain_coded(
        ruleset(binary_schema(2, 2), RULES, plain(missing_values="unhandled")), np.array([NAN, 1.0]), 0.5
    )

    assert [match.tested for match in found.rules] == [(0,), (1,), ()]


def test_which_values_are_missing_or_new_to_the_model_is_known() -> None:
    """Whether a rule tests them or not; the number -1 is as good as any. Clauses: REP-7, REP-8."""
    rules = mixed_ruleset()
    kinds = [isinstance(attribute, ContinuousAttribute) for attribute in rules.schema.attributes]
    for place, is_number in enumerate(kinds):
        values = np.zeros(len(kinds))
        values[place] = NAN
        found = explain_coded(rules, values, 0.5)
        assert (found.missing, found.new) == ((place,), ())
        values[place] = -1.0
        found = explain_coded(rules, values, 0.5)
        assert (found.missing, found.new) == ((), () if is_number else (place,))


def test_an_instance_without_rules_says_so() -> None:
    found = explain_coded(ruleset(binary_schema(2, 2), RULES[:1]), np.array([0.0, 1.0]), 0.1)

    assert found.rules == ()
    assert [(label.raw_vote, label.vote, label.active, label.hinges_on) for label in found.labels] == [
        (0.0, 0.0, False, ()),
        (0.0, 0.0, False, ()),
    ]
    assert "no rule matches, so no label is active" in str(found)


@pytest.mark.parametrize("profile", ["paper", "authors"])
@pytest.mark.parametrize("method", ["best", "vote"])
def test_an_explanation_is_the_prediction(profile: str, method: str) -> None:
    """Votes, shares and decisions are those of a consultation, to the last bit."""
    rules = ruleset(binary_schema(2, 2), RULES, plain(profile))
    every = np.array(every_instance(2))
    consultation = Consultation(rules, every)
    raw, votes = consultation.raw_votes().tolist(), consultation.votes().tolist()
    active = (consultation.best() if method == "best" else consultation.voted(0.25)).tolist()

    for row, instance in enumerate(every):
        found = explain_coded(rules, instance, None if method == "best" else 0.25)
        assert [label.raw_vote for label in found.labels] == raw[row]
        assert [label.vote for label in found.labels] == votes[row]
        assert [label.active for label in found.labels] == active[row]


def test_an_explanation_reads() -> None:
    found = explain_coded(ruleset(binary_schema(2, 2), RULES), np.array([1.0, 1.0]), 0.5)
    labels, rules = (block for block in found.blocks() if isinstance(block, Table))

    assert labels.rows == (("l1", 1, 1.0, 2.0, "a1"), ("l2", 0, 0.0, -2.0, "a1"))
    assert [(row[0], row[1], row[-1]) for row in rules.rows] == [
        (1, 3.0, "1# -> 10"),
        (2, 1.0, "#1 -> 01"),
        (4, 0.0, "## -> 00"),
    ]
    assert all(name in str(found) for name in ("l1", "1# -> 10", "3 of 4 rules match"))


@pytest.mark.parametrize("shape", [(3,), (1, 2), ()])
def test_only_one_instance_of_the_right_width_is_explained(shape: tuple[int, ...]) -> None:
    with pytest.raises(DataError):
        explain_coded(ruleset(binary_schema(2, 2), RULES), np.zeros(shape), 0.5)


def covering(rules: RuleSet, coverages: Sequence[int]) -> RuleSet:
    """Return rules that match so many training rows."""
    pairs = zip(rules, coverages, strict=True)
    return rules.with_rules(replace(rule, coverage=coverage) for rule, coverage in pairs)


def test_importance_is_the_share_of_votes_on_training_rows_by_rules_that_test() -> None:
    """Votes 2*3, 4*1 and 4*0.75 on label 1, which rules 1 and 3 cast by a1 and rule 2 by a2; rule 3 leaves label 2."""
    found = feature_importance(covering(ruleset(binary_schema(2, 2), RULES), (2, 4, 4, 4)))

    assert found.by_label.tolist() == [[9 / 13, 4 / 13], [6 / 10, 4 / 10]]
    assert found.overall.tolist() == [15 / 23, 8 / 23]


def test_importance_in_a_short_ruleset_is_the_share_of_what_moves_the_estimates() -> None:
    """Clauses: EXT-1."""
    rules = short_model(2).ruleset
    found = feature_importance(rules)
    moved = np.abs(rules.points().added) * rules.points().n[:, None]
    tests = np.zeros((len(rules), rules.schema.n_attributes), dtype=bool)
    for place, rule in enumerate(rules):
        tests[place, [index for index, _code in rules.layout.active_codes(rule.chromosome)]] = True

    whole = np.maximum(moved.sum(axis=0), 1e-9)
    assert found.by_label == pytest.approx(moved.T @ tests / whole[:, None])
    assert found.overall == pytest.approx((moved.T @ tests).sum(axis=0) / moved.sum())


def test_importance_of_nothing_is_zero() -> None:
    """No rules, rules without experience, rules without fitness, and a label that nobody decides."""
    schema = binary_schema(2, 2)

    for specs in ((), RULES[3:], (Spec("1# -> 1#", 1, 4, 0),)):
        found = feature_importance(ruleset(schema, specs))
        assert found.overall.tolist() == [0, 0]
        assert found.by_label.tolist() == [[0, 0], [0, 0]]
    assert feature_importance(covering(ruleset(schema, RULES[2:3]), [1])).by_label.tolist() == [[1, 0], [0, 0]]


def test_importance_knows_attributes_of_every_type() -> None:
    """The first rule tests smooth, the second colour and area, with equal votes."""
    smooth = "10" + "0000" + "00000" + "1011"
    others = "00" + "1010" + "10011" + "1011"

    assert feature_importance(covering(mixed_ruleset(smooth, others), (1, 1))).overall.tolist() == [0.5, 0.5, 0.5]


@pytest.mark.parametrize("instance", [["a", "b"], [[1.0], [1.0, 2.0]], {"a": 1.0}])
def test_what_holds_no_numbers_is_not_explained(instance: Any) -> None:
    with pytest.raises(DataError):
        explain_coded(ruleset(binary_schema(2, 2), RULES), instance, 0.5)


@pytest.mark.parametrize("threshold", [-0.1, 1.1, NAN, "ival", True])
def test_what_is_no_threshold_is_refused(threshold: Any) -> None:
    """Normalised votes are from 0 to 1; beyond, every label or none would be said to be decided."""
    with pytest.raises(DataError):
        explain_coded(ruleset(binary_schema(2, 2), RULES), np.array([1.0, 1.0]), threshold)


def test_a_rule_that_decides_nothing_is_shown_in_no_explanation() -> None:
    """Whatever its weight: it votes on nothing. All matching rules stay in `rules`."""
    silent = (Spec("1# -> 10", 1, 4, 8), Spec("1# -> ##", 9, 4, 8))
    found = explain_coded(ruleset(binary_schema(2, 2), silent), np.array([1.0, 1.0]), 0.5)

    assert [match.id for match in found.rules] == [1, 2]
    assert "##" not in str(found).replace("1# -> 10", "")
    assert "-&gt; ##" not in found._repr_html_()
