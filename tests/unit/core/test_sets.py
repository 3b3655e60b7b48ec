"""Match sets and correct sets with their sums. Clauses: CYC-0, CYC-3, UPD-3, REP-11."""

from unit.core.builders import Bench, correct_sets, every_instance

from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.clock import GaClock
from mlslcs_ref.core.sets import CorrectSets


def bench(n_labels: int = 3) -> Bench:
    return Bench(every_instance(1), n_labels)


def members(sets: CorrectSets) -> list[list[Classifier]]:
    return [sets.members(correct_set) for correct_set in sets.by_label]


def nums(sets: CorrectSets) -> list[int]:
    return [correct_set.num for correct_set in sets.by_label]


def num_ts(sets: CorrectSets) -> list[int]:
    return [correct_set.num_ts for correct_set in sets.by_label]


def test_a_correct_set_holds_the_rules_that_decide_its_label_rightly() -> None:
    """Labels 1, 0, 1 (mask 1 + 4): 10# is right twice, 1## once, 010 never, ### decides nothing.

    C[0]: num 2 + 3 = 5, num*ts = 2*4 + 3*1 = 11; C[1]: 2 and 8; C[2] is empty. Clauses: CYC-0, REP-11.
    """
    home = bench()
    both = home.insert("1 -> 10#", num=2, ts=4)
    one = home.insert("# -> 1##", num=3, ts=1)
    home.insert("1 -> 010", num=7, ts=9)
    home.insert("# -> ###", num=8, ts=9)
    home.insert("0 -> 101", num=9, ts=9)
    sets = correct_sets(home, [5])

    assert members(sets) == [[both, one], [both], []]
    assert (nums(sets), num_ts(sets)) == ([5, 2, 0], [11, 8, 0])


def test_the_smallest_correct_set_of_a_rule_is_among_those_that_hold_it() -> None:
    """Sizes 5, 2 and 1: 2 for 10#, 5 for 1##, 1 for ##1, none for 0##. Clauses: UPD-3."""
    home = bench()
    both, one = home.insert("1 -> 10#", num=2), home.insert("# -> 1##", num=3)
    last, wrong = home.insert("1 -> ##1"), home.insert("1 -> 0##")
    correct_sets(home, [5])

    assert [rule.consequent.smallest for rule in (both, one, last)] == [2, 5, 1]
    assert [rule.consequent.n_right for rule in (both, one, last, wrong)] == [2, 1, 1, 0]


def test_rules_of_one_consequent_count_together() -> None:
    """2 + 3 micro-classifiers; the rule that does not match counts nothing. Clauses: CYC-0."""
    home = bench(1)
    for text, num in (("1 -> 1", 2), ("# -> 1", 3), ("0 -> 1", 9)):
        home.insert(text, num=num)
    first, second = correct_sets(home, [1]), correct_sets(home, [1], step=2)

    assert nums(first) == [5]
    assert nums(second) == [5]


def clock_at(now: int, theta: int = 0, *, per_label: bool = True, truncated: bool = False) -> GaClock:
    """Return a clock that stands at a time, by default one for which a GA is due at once."""
    clock = GaClock(theta, per_label, truncated)
    clock.now = now
    return clock


def test_a_stamp_sets_the_timestamps_and_later_sums_know_it() -> None:
    """Stamping C[0] = {2*10#, 3*1##} with 50: C[1] = {2*10#, 4*#0#} has 2*50 + 4*3 = 112; C[2] = {6 of ##1} keeps 12.

    Stamping C[1] with 51 leaves C[2] alone. Clauses: CYC-3.
    """
    home = bench()
    both, one = home.insert("1 -> 10#", num=2, ts=4), home.insert("# -> 1##", num=3, ts=1)
    other, last = home.insert("# -> #0#", num=4, ts=3), home.insert("# -> ##1", num=6, ts=2)
    sets = correct_sets(home, [5])

    assert num_ts(sets) == [11, 20, 12]
    assert sets.stamp(sets.by_label[0], clock_at(50)) == [both, one]
    assert [rule.ts for rule in (both, one, other, last)] == [50, 50, 3, 2]
    assert num_ts(sets)[1:] == [112, 12]

    assert sets.stamp(sets.by_label[1], clock_at(51)) == [both, other]
    assert [rule.ts for rule in (both, one, other, last)] == [51, 50, 51, 2]
    assert num_ts(sets)[2] == 12


def one_rule_right_on(n_labels: int, *, num: int, ts: int) -> CorrectSets:
    """Return correct sets that all hold the same rule alone."""
    home = bench(n_labels)
    home.insert("1 -> " + "1" * n_labels, num=num, ts=ts)
    return correct_sets(home, [2**n_labels - 1])


def test_sums_of_sets_that_cannot_become_due_in_the_step_are_not_kept_up() -> None:
    """A rule of ts 20, theta_GA = 10: at 29, label 1 comes at 30, and 30 - 20 is not more than 10; label 2 at 31.

    A clock of steps stands still at 29. Clauses: CYC-2, CYC-3.
    """
    by_label, by_step = one_rule_right_on(3, num=1, ts=20), one_rule_right_on(3, num=1, ts=20)
    by_label.stamp(by_label.by_label[0], clock_at(29, 10))
    by_step.stamp(by_step.by_label[0], clock_at(29, 10, per_label=False))

    assert num_ts(by_label)[1:] == [20, 29]
    assert num_ts(by_step)[1:] == [20, 20]


def test_sums_that_the_authors_program_wraps_are_kept_up() -> None:
    """Num 2^21 and ts 500 make 1,048,576,000, not due; at 1,022, label 1 comes at 1,023 and its sum is below 2^31.

    At 1,023 it comes at 1,024, and 2^21 * 1,024 = 2^31 wraps. Clauses: CYC-2, CYC-3.
    """
    below, beyond = one_rule_right_on(2, num=2**21, ts=500), one_rule_right_on(2, num=2**21, ts=500)
    below.stamp(below.by_label[0], clock_at(1022, 2000, truncated=True))
    beyond.stamp(beyond.by_label[0], clock_at(1023, 2000, truncated=True))

    assert (num_ts(below)[1], num_ts(beyond)[1]) == (2**21 * 500, 2**21 * 1023)


def test_a_stamp_may_lower_the_sums_of_rules_stamped_later_than_the_clock() -> None:
    """Ts 90 at time 50: no run leaves that; C[1] is not due, and may be so after the stamp. Clauses: CYC-3."""
    sets = one_rule_right_on(2, num=3, ts=90)
    sets.stamp(sets.by_label[0], clock_at(50, 10))

    assert num_ts(sets)[1] == 150


def test_the_first_stamp_is_remembered_with_the_updates_before_it() -> None:
    """Stamped after 3 updates, and again after 4. Clauses: SUB-1."""
    home = bench(1)
    rule = home.insert("1 -> 1", matches=3)
    first = correct_sets(home, [1])
    first.stamp(first.by_label[0], clock_at(10))
    rule.matches = 4
    second = correct_sets(home, [1], step=2)
    second.stamp(second.by_label[0], clock_at(20))

    assert (rule.ts, rule.stamped_at) == (20, 3)


def test_labels_beyond_the_62nd_have_correct_sets_like_the_others() -> None:
    """70 labels, all 0 but the last: the first rule is right on 0 to 68, the second on 62 and 69. Clauses: CYC-0."""
    home = bench(70)
    most = home.insert("1 -> " + "0" * 70, num=2)
    two = home.insert("1 -> " + "#" * 62 + "0" + "#" * 6 + "1", num=3)
    sets = correct_sets(home, [0, 2**7])

    assert nums(sets) == [2] * 62 + [5] + [2] * 6 + [3]
    assert [members(sets)[label] for label in (61, 62, 68, 69)] == [[most], [most, two], [most], [two]]
    assert (most.consequent.smallest, two.consequent.smallest) == (2, 3)
    assert (most.consequent.n_right, two.consequent.n_right) == (69, 2)


def test_the_sets_stay_as_they_were_formed_when_rules_come() -> None:
    """Clauses: CYC-0."""
    home = bench(1)
    rule = home.insert("1 -> 1")
    sets = correct_sets(home, [1])
    home.insert("1 -> 1")

    assert members(sets) == [[rule]]
    assert nums(sets) == [1]


def test_sets_are_formed_anew_for_each_instance() -> None:
    """Labels 10, then 01, of one object: sizes 1 and 2, then 2 and 1 with the sums of another M. Clauses: CYC-0."""
    home = bench(2)
    first, second = home.insert("1 -> 1#"), home.insert("1 -> #0", num=2)
    third = home.insert("# -> 01", num=5)
    sets = correct_sets(home, [1])

    assert nums(sets) == [1, 2]

    home.population.lose(second)
    sets.form(home.population.match_set(1).copy(), [2], 2)

    assert nums(sets) == [5, 5]
    assert members(sets) == [[third], [third]]
    assert (first.consequent.n_right, third.consequent.smallest) == (0, 5)
