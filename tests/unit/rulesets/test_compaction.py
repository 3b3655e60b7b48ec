"""Compaction by hand. Clauses: MET-D."""

from typing import Final

import numpy as np
import pytest
from unit.core.builders import every_instance
from unit.rulesets.builders import Spec, binary_schema, plain, ruleset

from mlslcs_ref.rulesets.compaction import compacted
from mlslcs_ref.settings import PROFILES

FOUR: Final = np.array(every_instance(2))
# num*F with nu = 1, in another order than that of the weights
WEAK: Final = Spec("## -> 11", 1, 4, 4)  # 1 * 4/8 = 0.5
THIRD: Final = Spec("1# -> #0", 1, 4, 4)  # 1 * 4/4 = 1
SECOND: Final = Spec("0# -> 11", 3, 4, 4)  # 3 * 4/8 = 1.5
FIRST: Final = Spec("1# -> 1#", 2, 4, 4)  # 2 * 4/4 = 2


def kept(*specs: Spec, profile: str = "paper", **changes: object) -> list[str]:
    """Return the rules that compaction keeps on 00, 01, 10, 11, in population order."""
    n_labels = len(specs[0].text.partition("->")[2].strip())
    rules = ruleset(binary_schema(2, n_labels), specs, plain(profile, **changes))
    found = compacted(rules, FOUR)
    return [rule.text for rule in found]


@pytest.mark.parametrize("profile", PROFILES)
def test_the_shortest_prefix_of_the_best_that_decides_every_label_is_kept(profile: str) -> None:
    """1# -> 1# leaves 0#, with 0# -> 11 label 2 of 1# is left, with 1# -> #0 nothing. Right or wrong is all one.

    What is kept stays in population order.
    """
    specs = (WEAK, THIRD, SECOND, FIRST)

    assert kept(*specs, profile=profile, theta_del=4) == ["1# -> #0", "0# -> 11", "1# -> 1#"]
    assert kept(*specs[::-1], profile=profile, theta_del=4) == ["1# -> 1#", "0# -> 11", "1# -> #0"]


@pytest.mark.parametrize("profile", PROFILES)
def test_if_the_rules_together_fall_short_all_are_kept(profile: str) -> None:
    """Nothing matches 0#; and with 0# -> 1# nothing decides label 2 there."""
    assert kept(THIRD, FIRST, profile=profile, theta_del=4) == ["1# -> #0", "1# -> 1#"]
    matched = Spec("0# -> 1#", 1, 4, 2)
    assert kept(THIRD, matched, FIRST, profile=profile, theta_del=4) == ["1# -> #0", "0# -> 1#", "1# -> 1#"]


@pytest.mark.parametrize("profile", PROFILES)
def test_a_rule_without_experience_is_never_kept(profile: str) -> None:
    """With exp = 0 its F is 1, but it neither votes nor decides. Clauses: MET-D, PAR-0, INF-1, INF-5."""
    newborn = Spec("## -> 11", 9)

    assert kept(newborn, WEAK, profile=profile, theta_del=4) == ["## -> 11"]
    assert kept(newborn, FIRST, profile=profile, theta_del=4) == ["1# -> 1#"]
    assert kept(newborn, profile=profile) == []


def test_matching_without_deciding_is_not_enough() -> None:
    """The first matches everything and decides nothing: acc = 0/0 reads 0, so it comes last. Clauses: MET-D, UPD-5."""
    assert kept(Spec("## -> ##", 9, 4, 0), WEAK) == ["## -> 11"]
    assert kept(Spec("## -> ##", 9, 4, 0), FIRST) == ["## -> ##", "1# -> 1#"]


def test_of_rules_of_equal_weight_the_earlier_comes_first() -> None:
    """2 * 1/4 = 1 * 2/4, and all of 1# before all of 0#."""
    specs = (Spec("1# -> 1", 2, 4, 1), Spec("## -> 0", 1, 4, 2), Spec("0# -> 1", 2, 4, 1))

    assert kept(*specs) == ["1# -> 1", "## -> 0"]
    assert kept(*specs[::-1]) == ["0# -> 1", "## -> 0"]
    assert kept(specs[1], specs[0], specs[2]) == ["## -> 0"]


def test_in_authors_a_rule_below_theta_del_comes_last() -> None:
    """Its F_d is 0. Num*F is 2 after 4 matches and 1 after 5; theta_del is 5. Clauses: MET-D, GEN-1."""
    specs = (Spec("## -> 1", 1, 5, 5), Spec("## -> 0", 2, 4, 4))

    assert kept(*specs) == ["## -> 0"]
    assert kept(*specs, profile="authors", theta_del=5) == ["## -> 1"]


def test_the_discount_of_paper_is_a_setting_of_its_own() -> None:
    """Compaction_weight `discounted` with discount_threshold theta_exp = 6 and exp per label: 5 is below, 6 is not."""
    specs = (Spec("1# -> 1", 9, 5, 5), Spec("## -> 0", 1, 6, 6))

    assert kept(*specs, compaction_weight="discounted", theta_exp=6) == ["## -> 0"]
    assert kept(*specs, compaction_weight="discounted", theta_exp=5) == ["1# -> 1", "## -> 0"]


def test_a_ruleset_without_rules_stays_empty() -> None:
    rules = ruleset(binary_schema(2, 2))

    assert len(compacted(rules, FOUR)) == 0


def test_the_original_is_not_changed() -> None:
    rules = ruleset(binary_schema(2, 2), [WEAK, THIRD, SECOND, FIRST])
    found = compacted(rules, FOUR)

    assert (len(rules), len(found)) == (4, 3)
    assert [rule.text for rule in rules] == [spec.text for spec in (WEAK, THIRD, SECOND, FIRST)]
    assert (found.schema, found.settings, found.n_instances) == (rules.schema, rules.settings, rules.n_instances)
