"""Match sets and correct sets with their sums. Clauses: CYC-0, CYC-3, UPD-3, REP-11."""

from bitarray import bitarray
from hypothesis import given
from hypothesis import strategies as st
from unit.core.builders import Bench, correct_sets, every_instance

from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.consequent import words
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

    assert [rule.consequent.cs_min for rule in (both, one, last)] == [2, 5, 1]
    assert [rule.consequent.n_right for rule in (both, one, last, wrong)] == [2, 1, 1, 0]


def test_rules_of_one_consequent_count_together() -> None:
    """2 + 3 micro-classifiers; the rule that does not match counts nothing. Clauses: CYC-0."""
    home = bench(1)
    for text, num in (("1 -> 1", 2), ("# -> 1", 3), ("0 -> 1", 9)):
        home.insert(text, num=num)
    first, second = correct_sets(home, [1]), correct_sets(home, [1], step=2)

    assert nums(first) == [5]
    assert nums(second) == [5]


def test_a_stamp_sets_the_timestamps_and_later_sums_know_it() -> None:
    """Stamping C[0] = {2*10#, 3*1##} with 50: C[1] = {2*10#, 4*#0#} has 2*50 + 4*3 = 112; C[2] = {6 of ##1} keeps 12.

    Stamping C[1] with 51 leaves C[2] alone. Clauses: CYC-3.
    """
    home = bench()
    both, one = home.insert("1 -> 10#", num=2, ts=4), home.insert("# -> 1##", num=3, ts=1)
    other, last = home.insert("# -> #0#", num=4, ts=3), home.insert("# -> ##1", num=6, ts=2)
    sets = correct_sets(home, [5])

    assert num_ts(sets) == [11, 20, 12]
    assert sets.stamp(sets.by_label[0], 50) == [both, one]
    assert [rule.ts for rule in (both, one, other, last)] == [50, 50, 3, 2]
    assert num_ts(sets)[1:] == [112, 12]

    assert sets.stamp(sets.by_label[1], 51) == [both, other]
    assert [rule.ts for rule in (both, one, other, last)] == [51, 50, 51, 2]
    assert num_ts(sets)[2] == 12


def test_a_stamp_may_lower_the_sums_of_rules_stamped_later_than_the_clock() -> None:
    """Ts 90 at time 50: no run leaves that. Clauses: CYC-3."""
    home = bench(2)
    home.insert("1 -> 11", num=3, ts=90)
    sets = correct_sets(home, [3])
    sets.stamp(sets.by_label[0], 50)

    assert num_ts(sets) == [150, 150]


def test_the_first_stamp_is_remembered_with_the_updates_before_it() -> None:
    """Stamped after 3 updates, and again after 4. Clauses: SUB-1."""
    home = bench(1)
    rule = home.insert("1 -> 1", matches=3)
    first = correct_sets(home, [1])
    first.stamp(first.by_label[0], 10)
    rule.matches = 4
    second = correct_sets(home, [1], step=2)
    second.stamp(second.by_label[0], 20)

    assert (rule.ts, rule.stamped_at) == (20, 3)


def test_labels_beyond_the_60th_have_correct_sets_like_the_others() -> None:
    """70 labels, all 0 but the last: the first rule is right on 0 to 68, the second on 60 and 69. Clauses: CYC-0."""
    home = bench(70)
    most = home.insert("1 -> " + "0" * 70, num=2)
    two = home.insert("1 -> " + "#" * 60 + "0" + "#" * 8 + "1", num=3)
    sets = correct_sets(home, [0, 2**9])

    assert nums(sets) == [2] * 60 + [5] + [2] * 8 + [3]
    assert [members(sets)[label] for label in (59, 60, 68, 69)] == [[most], [most, two], [most], [two]]
    assert (most.consequent.cs_min, two.consequent.cs_min) == (2, 3)
    assert (most.consequent.n_right, two.consequent.n_right) == (69, 2)


def test_the_sets_stay_as_they_were_formed_when_covering_makes_rules() -> None:
    """A rule for label 1, which none decides rightly, is right on label 0 as well. Clauses: CYC-0."""
    home = bench(2)
    rule = home.insert("1 -> 1#")
    sets = correct_sets(home, [3])
    home.insert("1 -> 11")
    home.insert("1 -> 1#")

    assert members(sets) == [[rule], []]
    assert nums(sets) == [1, 0]


@given(
    st.integers(1, 70).flatmap(
        lambda n_labels: st.tuples(
            st.lists(
                st.tuples(
                    st.lists(st.sampled_from("01#"), min_size=n_labels, max_size=n_labels),
                    st.integers(1, 9),
                    st.integers(0, 9),
                ),
                max_size=6,
            ),
            st.lists(st.booleans(), min_size=n_labels, max_size=n_labels),
        )
    )
)
def test_sums_and_smallest_sets_are_those_counted_label_by_label(
    given_rules: tuple[list[tuple[list[str], int, int]], list[bool]],
) -> None:
    """Whatever combinations of right decisions occur, in fives and words of 60. Clauses: CYC-0, UPD-3."""
    rows, truth = given_rules
    home = bench(len(truth))
    rules = [home.insert("1 -> " + "".join(consequent), num=num, ts=ts) for consequent, num, ts in rows]
    sets = correct_sets(home, words(bitarray(truth, "little")))
    right = [[decision == str(int(y)) for decision, y in zip(row[0], truth, strict=True)] for row in rows]
    sizes = [sum(row[1] for row, hits in zip(rows, right, strict=True) if hits[label]) for label in range(len(truth))]

    assert nums(sets) == sizes
    assert num_ts(sets) == [
        sum(row[1] * row[2] for row, hits in zip(rows, right, strict=True) if hits[label])
        for label in range(len(truth))
    ]
    for rule, hits in zip(rules, right, strict=True):
        assert rule.consequent.n_right == sum(hits)
        if any(hits):
            assert rule.consequent.cs_min == min(size for size, hit in zip(sizes, hits, strict=True) if hit)


def test_sets_are_formed_anew_for_each_instance() -> None:
    """Labels 10, then 01, of one object: sizes 1 and 2, then 2 and 1 with the sums of another M. Clauses: CYC-0."""
    home = bench(2)
    first, second = home.insert("1 -> 1#"), home.insert("1 -> #0", num=2)
    third = home.insert("# -> 01", num=5)
    sets = correct_sets(home, [1])

    assert nums(sets) == [1, 2]

    home.population.lose(second)
    sets.form(home.population.match_set(1), [2], 2)

    assert nums(sets) == [5, 5]
    assert members(sets) == [[third], [third]]
    assert (first.consequent.n_right, third.consequent.cs_min) == (0, 5)
