"""One step's new rules, by hand. Clauses: CYC-0, CYC-3, PAR-0, COV-5, SUB-3, SUB-4, GEN-7, GEN-8."""

from typing import Final

import pytest
from unit.core.builders import Stage, assert_spent, flips

from mlslcs_ref.core.events import Absorbed, Covered, GeneticRun, Inserted
from mlslcs_ref.settings import Settings

MU: Final = 0.04
ACTIVE: Final = 0.9
INACTIVE: Final = 0.1


def settings(*, authors: bool = False, theta_ga: int = 0) -> Settings:
    """Return a profile with mu 0.04, chi 0.8 and both probabilities of covering 0.5, without initialisation."""
    return Settings.profile(
        "authors" if authors else "paper",
        mutation_rate=MU,
        crossover_rate=0.8,
        p_hash=0.5,
        p_label_hash=0.5,
        theta_ga=theta_ga,
        clustering=False,
    )


def genetic_run(step: int, label: int, clock: int, parent: int, *children: str) -> GeneticRun:
    """Return the event of a GA with one rule as both parents, whose children match."""
    return GeneticRun(step, label, clock, parent, parent, children, (True,) * len(children))


def copies(size: int, first: list[int], second: list[int]) -> list[float]:
    """Return the tape of a GA without crossover: two parents, the decision, the flips of both children."""
    return [0.5, 0.5, 0.9, *flips(size, first, MU), *flips(size, second, MU)]


def test_each_empty_correct_set_is_covered_and_covering_rules_do_not_enter_later_sets() -> None:
    """Instance 1 with labels 10 and an empty P.

    Label 0: attribute active, label 1 generalised: 1 -> 1#. Label 1 is covered though the first rule could have decided
    it: attribute inactive, label 0 active: # -> 10. 2 + 2 draws, none for the labels that are covered.
    Clauses: CYC-0, COV-1, COV-2, COV-5.
    """
    stage = Stage(["1 -> 10"], settings(), [ACTIVE, INACTIVE, INACTIVE, ACTIVE])
    stage.present(0, 1)

    assert stage.rules() == ["1 -> 1# num 1 ts 0", "# -> 10 num 1 ts 0"]
    assert stage.events == [Covered(1, 0, 1, False, "111100"), Covered(1, 1, 2, False, "011110")]
    assert_spent(stage.tape, 4)


def test_a_covering_rule_with_the_decisions_of_a_member_does_not_enter_a_later_set() -> None:
    """COV-2 as in `authors`, so that label 0 is covered by # -> #1 with the consequent of 1 -> #1 in C[1].

    Label 1 raises the clock from 5 to 6 and runs a GA: the old rule gets ts 6 and is both parents, also by 0.99; the
    new one keeps ts 5. Clauses: CYC-0, CYC-3.
    """
    mixed = Settings.paper(covering_focus="generalised", p_label_hash=0.5, mutation_rate=MU, theta_ga=0)
    tape = [INACTIVE, INACTIVE, ACTIVE, 0.99, 0.99, 0.9, *flips(6, [], MU), *flips(6, [], MU)]
    stage = Stage(["1 -> 11"], mixed, tape)
    stage.insert("1 -> #1")
    stage.clock.now = 5
    stage.present(0, 1)

    assert stage.rules() == ["1 -> #1 num 3 ts 6", "# -> #1 num 1 ts 5"]
    assert_spent(stage.tape, 18)


def test_a_covering_rule_equal_to_one_of_p_raises_its_num_and_in_authors_is_appended() -> None:
    """Both labels make 1 -> 10; the label that is covered takes a draw in `authors` only. Clauses: COV-5, COV-2."""
    paper = Stage(["1 -> 10"], settings(), [ACTIVE] * 4)
    authors = Stage(["1 -> 10"], settings(authors=True), [ACTIVE] * 6)
    for stage in (paper, authors):
        stage.present(0, 1)

    assert paper.rules() == ["1 -> 10 num 2 ts 0"]
    assert paper.events == [Covered(1, 0, 1, False, "111110"), Covered(1, 1, 1, True, "111110")]
    assert authors.rules() == ["1 -> 10 num 1 ts 0"] * 2
    assert_spent(paper.tape, 4)
    assert_spent(authors.tape, 6)


def test_a_covering_rule_is_born_with_the_clock_that_earlier_labels_raised() -> None:
    """Clock 5; label 0 raises it to 6 (no GA: theta_GA = 100), label 1 is covered at 6, label 2 raises it to 7.

    In `authors` ts is 0. Clauses: PAR-0, CYC-2.
    """
    for authors, ts in ((False, 6), (True, 0)):
        stage = Stage(["1 -> 111"], settings(authors=authors, theta_ga=100), [ACTIVE] * (4 if authors else 3))
        stage.insert("1 -> 1#1")
        stage.clock.now = 5
        stage.present(0, 1)

        assert stage.rules()[1] == f"1 -> 111 num 1 ts {ts}"
        assert stage.clock.now == 7


def test_the_clock_of_a_birth_is_that_of_its_label_in_the_order_of_authors_too() -> None:
    """As before, and the covering rule is made after label 2 has raised the clock to 7. Clauses: PAR-0, CYC-3."""
    mixed = Settings.authors(birth_timestamp="clock", theta_ga=100)
    stage = Stage(["1 -> 111"], mixed, [ACTIVE] * 4)
    stage.insert("1 -> 1#1")
    stage.clock.now = 5
    stage.present(0, 1)

    assert stage.rules()[1] == "1 -> 111 num 1 ts 6"


def test_offspring_are_born_with_the_clock_of_their_label() -> None:
    """Clock 5, label 0: 6, label 1: 7, where (7 - 0)*1 > 6 (stamped by label 0) makes a second GA.

    Child 1 of label 0 flips both bits of the attribute of # -> 11 (00 11 11): 1 -> 11 with ts 6. The others equal their
    parent. In `authors` ts is 0. Clauses: PAR-0, CYC-3.
    """
    for authors, ts in ((False, 6), (True, 0)):
        stage = Stage(["1 -> 11"], settings(authors=authors), [*copies(6, [0, 1], []), *copies(6, [], [])])
        stage.insert("# -> 11")
        stage.clock.now = 5
        stage.present(0, 1)

        assert stage.rules() == ["# -> 11 num 4 ts 7", f"1 -> 11 num 1 ts {ts}"]
        assert_spent(stage.tape, 30)


@pytest.mark.parametrize(("authors", "theta_ga"), [(False, 1), (True, 2)])
def test_a_stamp_counts_for_the_labels_after_it(authors: bool, theta_ga: int) -> None:
    """Clock 1; label 0: 2 - 0 > 1 (`authors`: 2 - 0 >= 2) is due and stamps 2; label 1: 3 - 2 is not, 3 - 0 were.

    Clauses: CYC-3, CYC-2.
    """
    stage = Stage(["1 -> 11"], settings(authors=authors, theta_ga=theta_ga), copies(6, [], []))
    stage.insert("1 -> 11")
    stage.clock.now = 1
    stage.present(0, 1)

    assert [event for event in stage.events if isinstance(event, GeneticRun)] == [
        genetic_run(1, 0, 2, 1, "111111", "111111")
    ]
    assert stage.rules() == ["1 -> 11 num 3 ts 2"]


def test_the_pool_is_worked_off_one_by_one_and_in_authors_against_p_as_it_was() -> None:
    """1 -> 1 (11 11) has two children # -> 1 (01 11): the second finds the first in P. In `authors` both are new.

    Clauses: SUB-4, SUB-3.
    """
    tape = copies(4, [0], [0])
    paper, authors = Stage(["1 -> 1"], settings(), tape), Stage(["1 -> 1"], settings(authors=True), tape)
    for stage in (paper, authors):
        stage.insert("1 -> 1")
        stage.present(0, 1)

    assert paper.rules() == ["1 -> 1 num 1 ts 1", "# -> 1 num 2 ts 1"]
    assert paper.events == [
        genetic_run(1, 0, 1, 1, "0111", "0111"),
        Inserted(1, 2, "0111"),
        Absorbed(1, 2, False, "0111"),
    ]
    assert authors.rules() == ["1 -> 1 num 1 ts 1", "# -> 1 num 1 ts 0", "# -> 1 num 1 ts 0"]
    assert authors.events == [
        genetic_run(1, 0, 1, 1, "0111", "0111"),
        Inserted(1, 2, "0111"),
        Inserted(1, 3, "0111"),
    ]


def test_covering_rules_of_the_step_absorb_offspring_and_in_authors_come_after_them() -> None:
    """Labels 10; 1 -> 1# (11 11 00) has the children 1 -> 10 (bit 4) and itself; label 1 is covered by 1 -> 10.

    `paper`: GA 15 draws, covering 2, the first child raises the covering rule, the second its parent. `authors`: GA,
    covering 3 draws, then the credit, the child, the covering rule. Clauses: CYC-0, CYC-3, COV-5, SUB-4.
    """
    ga = copies(6, [4], [])
    paper = Stage(["1 -> 10"], settings(), [*ga, ACTIVE, ACTIVE])
    authors = Stage(["1 -> 10"], settings(authors=True), [*ga, ACTIVE, ACTIVE, ACTIVE])
    for stage in (paper, authors):
        stage.insert("1 -> 1#")
        stage.present(0, 1)

    assert paper.rules() == ["1 -> 1# num 2 ts 1", "1 -> 10 num 2 ts 1"]
    assert paper.events == [
        genetic_run(1, 0, 1, 1, "111110", "111100"),
        Covered(1, 1, 2, False, "111110"),
        Absorbed(1, 2, False, "111110"),
        Absorbed(1, 1, True, "111100"),
    ]
    assert authors.rules() == ["1 -> 1# num 2 ts 1", "1 -> 10 num 1 ts 0", "1 -> 10 num 1 ts 0"]
    assert authors.events == [
        genetic_run(1, 0, 1, 1, "111110", "111100"),
        Absorbed(1, 1, True, "111100"),
        Inserted(1, 2, "111110"),
        Covered(1, 1, 3, False, "111110"),
    ]
    assert_spent(paper.tape, 17)
    assert_spent(authors.tape, 18)


def test_in_paper_covering_of_an_early_label_draws_before_the_ga_of_a_later_one_and_in_authors_after_all_gas() -> None:
    """Label 0 is covered, labels 1 and 2 have a GA each (size 8): 2 draws before 2*19, or 3 after. Clauses: CYC-3."""
    cover = ["cover.attribute", *["cover.label"] * 2]
    ga = [*["ga.parent"] * 2, "ga.crossover", *["ga.mutation"] * 16]
    gas = copies(8, [], []) * 2
    paper = Stage(["1 -> 111"], settings(), [ACTIVE, ACTIVE, ACTIVE, *gas])
    authors = Stage(["1 -> 111"], settings(authors=True), [*gas, ACTIVE, ACTIVE, ACTIVE, ACTIVE])
    for stage in (paper, authors):
        stage.insert("1 -> #11")
        stage.present(0, 1)

    assert [purpose for purpose, _number in paper.recorded.tape] == [*cover, *ga, *ga]
    assert [purpose for purpose, _number in authors.recorded.tape] == [*ga, *ga, *cover, "cover.label"]


@pytest.mark.parametrize("authors", [False, True])
def test_a_parent_absorbs_before_a_stronger_rule_of_p(authors: bool) -> None:
    """# -> 1 is able (exp 30, acc 1) with weight 1; 1 -> 1 has acc 0.5, so 3*2^-10 = 0.0029, and is drawn by 0.9999.

    0.9999*1.0029 = 1.0028 > 1. Its children equal it. Clauses: SUB-4.
    """
    tape = [0.9999, 0.9999, *copies(4, [], [])[2:]]
    stage = Stage(["1 -> 1"], settings(authors=authors), tape)
    stage.insert("# -> 1", matches=30, correct=30, ts=1)
    stage.insert("1 -> 1", num=3, matches=30, correct=15, ts=1)
    stage.clock.now = 9
    stage.present(0, 1)

    assert stage.rules() == ["# -> 1 num 1 ts 10", "1 -> 1 num 5 ts 10"]


def test_a_general_rule_of_p_absorbs_what_no_parent_does() -> None:
    """Only the unfit 1 -> 1 (11 11) is drawn; it makes 1 -> # (bit 2), which # -> 1 is general for. Clauses: SUB-4."""
    tape = [0.9999, 0.9999, 0.9, *flips(4, [2], MU), *flips(4, [], MU)]
    stage = Stage(["1 -> 1"], settings(), tape)
    stage.insert("# -> 1", matches=30, correct=30)
    stage.insert("1 -> 1", num=3, matches=30, correct=15)
    stage.present(0, 1)

    assert stage.rules() == ["# -> 1 num 2 ts 1", "1 -> 1 num 4 ts 1"]
    assert stage.events == [
        genetic_run(1, 0, 1, 2, "1101", "1111"),
        Absorbed(1, 1, False, "1101"),
        Absorbed(1, 2, True, "1111"),
    ]


def test_children_without_coverage_are_dropped_before_the_pool() -> None:
    """1 -> 1 becomes 0 -> 1 twice (bit 1), which does not match D = {1}. Clauses: GEN-7."""
    stage = Stage(["1 -> 1"], settings(), copies(4, [1], [1]))
    stage.insert("1 -> 1")
    stage.present(0, 1)

    assert stage.events == [GeneticRun(1, 0, 1, 1, 1, ("1011", "1011"), (False, False))]
    assert stage.rules() == ["1 -> 1 num 1 ts 1"]


def test_the_step_clock_is_the_step_for_every_label() -> None:
    """Step 7, theta_GA = 6: 7 - 0 > 6 for label 0, which stamps 7; 7 - 7 is not for label 1. Clauses: CYC-2."""
    changed = Settings.paper(ga_clock="step", theta_ga=6, mutation_rate=MU, clustering=False)
    stage = Stage(["1 -> 11"], changed, copies(6, [], []))
    stage.insert("1 -> 11")
    stage.present(0, 7)

    assert stage.rules() == ["1 -> 11 num 3 ts 7"]
    assert stage.events[0] == genetic_run(7, 0, 7, 1, "111111", "111111")
