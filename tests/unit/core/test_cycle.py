"""The order of one step. Clauses: CYC-0, CYC-4, CTL-1, CTL-3, DEL-1, GEN-7."""

import pytest
from unit.core.builders import Stage, assert_spent

from mlslcs_ref.core.events import Controlled, Covered, Deleted
from mlslcs_ref.settings import Settings


def quiet(*, authors: bool = False, population_size: int = 100, match_set_control: bool = True) -> Settings:
    """Return a profile that runs no GA: theta_GA is the largest."""
    return Settings.profile(
        "authors" if authors else "paper",
        theta_ga=2**31 - 1,
        population_size=population_size,
        match_set_control=match_set_control,
        clustering=False,
    )


def test_the_match_set_is_controlled_once_deletions_have_commenced() -> None:
    """|D| = 1: both rules cover 1 instance; the first has acc 1/4. Clauses: CYC-0, CTL-1."""
    stage = Stage(["1 -> 1"], quiet())
    loser = stage.insert("1 -> 1", num=3, matches=4, correct=1)
    stage.insert("# -> 1", matches=4, correct=4)
    stage.present(0, 1)

    assert loser.num == 3

    stage.cycle.deletions_commenced = True
    stage.present(0, 2)

    assert loser.num == 2
    assert stage.events == [Controlled(2, 1, 2)]


def test_sets_are_formed_with_the_numerosities_after_control() -> None:
    """Num 3 - 1 + 1 = 3 in C[0]: cs = 1 + 0.2*(3 - 1) = 1.4. Clauses: CYC-0, CTL-1, UPD-3."""
    stage = Stage(["1 -> 1"], quiet())
    first = stage.insert("1 -> 1", num=3, matches=4, correct=1)
    second = stage.insert("# -> 1", matches=4, correct=4)
    stage.cycle.deletions_commenced = True
    stage.present(0, 1)

    assert (first.num, first.cs, second.cs) == (2, 1.4, 1.4)


def test_a_rule_that_control_removed_takes_no_part_in_the_step() -> None:
    """1 -> 1 was all of C[0], so the label is covered: by # -> 1, for 0.1 < P# = 0.5. Clauses: CTL-1, CYC-0."""
    stage = Stage(["1 -> 1"], quiet(), [0.1])
    gone = stage.insert("1 -> 1", matches=4, correct=1)
    stage.insert("# -> 0", matches=4, correct=4)
    stage.cycle.deletions_commenced = True
    stage.present(0, 1)

    assert (gone.num, gone.matches) == (0, 4)
    assert stage.rules() == ["# -> 0 num 1 ts 0", "# -> 1 num 1 ts 0"]
    assert stage.events == [Controlled(1, 1, 0), Covered(1, 0, 3, False, "0111")]


def test_control_is_off_in_authors_and_the_same_when_on() -> None:
    """Clauses: CTL-3."""
    assert not Settings.authors().match_set_control
    for on, num in ((False, 3), (True, 2)):
        stage = Stage(["1 -> 1"], quiet(authors=True, match_set_control=on))
        rule = stage.insert("1 -> 1", num=3, matches=4, correct=1)
        stage.insert("# -> 1", matches=4, correct=4)
        stage.cycle.deletions_commenced = True
        stage.present(0, 1)

        assert rule.num == num


@pytest.mark.parametrize("authors", [False, True])
def test_deletion_comes_last_and_goes_on_until_p_holds_n(authors: bool) -> None:
    """N = 3, 5 micro-classifiers of one rule: 2 draws. Deletions have commenced then. Clauses: DEL-1, CYC-0."""
    stage = Stage(["1 -> 1"], quiet(authors=authors, population_size=3), [0.5, 0.5])
    rule = stage.insert("1 -> 1", num=5)
    stage.present(0, 1)

    assert (rule.num, rule.matches, rule.cs) == (3, 1, 1.0 + 0.2 * 4.0)
    assert stage.events == [Deleted(1, 1, 4), Deleted(1, 1, 3)]
    assert stage.cycle.deletions_commenced
    assert_spent(stage.tape, 2)


def test_a_full_population_is_not_reduced() -> None:
    """N = 5 and 5 micro-classifiers. Clauses: DEL-1."""
    stage = Stage(["1 -> 1"], quiet(population_size=5))
    stage.insert("1 -> 1", num=5)
    stage.present(0, 1)

    assert stage.population.micro == 5
    assert not stage.cycle.deletions_commenced


def test_in_authors_a_rule_that_matches_nothing_goes_with_all_its_num_after_all_instances_have_been_seen() -> None:
    """|D| = 2, created at step 3: still there after step 4, gone at step 5, without a draw and not as a deletion.

    Clauses: GEN-7.
    """
    stage = Stage(["10 -> 1", "11 -> 1"], quiet(authors=True))
    stage.insert("1# -> 1")
    useless = stage.insert("0# -> 1", num=7, step=3)
    stage.present(0, 4)

    assert useless.num == 7

    stage.present(1, 5)

    assert (useless.num, stage.population.micro) == (0, 1)
    assert not stage.cycle.deletions_commenced
    assert stage.tape.count == 0


def test_an_update_only_step_updates_and_does_nothing_else() -> None:
    """P is over its size, C[0] is empty, 0 -> 11 matches nothing, the clock stands at 5: all stay. Clauses: CYC-4."""
    settings = Settings.authors(theta_ga=0, population_size=1, experience_unit="label")
    stage = Stage(["1 -> 11"], settings)
    first, second = stage.insert("1 -> #1", num=2), stage.insert("# -> 0#")
    stage.insert("0 -> 11")
    stage.clock.now = 5
    stage.cycle.deletions_commenced = True
    stage.present(0, 9, update_only=True)

    assert stage.rules() == ["1 -> #1 num 2 ts 0", "# -> 0# num 1 ts 0", "0 -> 11 num 1 ts 0"]
    assert (first.exp, first.correct, first.cs, second.exp, second.wrong) == (2, 1, 1.2, 2, 1)
    assert (stage.clock.now, stage.tape.count, stage.events) == (5, 0, [])
