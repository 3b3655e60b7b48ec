"""Whole runs. Clauses: CYC-1, CYC-2, CYC-4, INI-1, INI-4, CTL-1, REP-7, FIN-1, Replay (digest)."""

import math
import zlib

import numpy as np
import pytest
from unit.core.builders import assert_spent, binary_dataset, notation_of

from mlslcs_ref.core.draws import JavaDraws, PcgDraws
from mlslcs_ref.core.events import Controlled, Deleted, Event, StepEnded
from mlslcs_ref.core.learner import Learner
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.problems import toy6x4
from mlslcs_ref.data.schema import ContinuousAttribute, Schema, nominal
from mlslcs_ref.errors import DataError
from mlslcs_ref.oracle.tapes import RecordedDraws, ReplayedDraws
from mlslcs_ref.settings import Settings


def test_the_first_step_by_hand_gives_this_digest() -> None:
    """1 -> 10, both labels covered: 1 -> 1# (0.9, 0.1) and # -> 10 (0.1, 0.9), bits 11 11 00 and 01 11 10.

    Step 2 updates both by 2 labels: exp 2; the clock of GAs is at 2, theta_GA keeps them away. Clauses: Replay, CYC-2.
    """
    settings = Settings.paper(clustering=False, p_label_hash=0.5, theta_ga=2)
    draws = ReplayedDraws([0.9, 0.1, 0.1, 0.9])
    learner = Learner(binary_dataset(["1 -> 10"]), settings, draws)

    assert learner.digest() == "00000000"

    learner.step()

    assert learner.digest() == f"{zlib.crc32(b'111100 1 0 0' + bytes([10]) + b'011110 1 0 0' + bytes([10])):08x}"

    learner.step()

    assert learner.digest() == f"{zlib.crc32(b'111100 1 2 0' + bytes([10]) + b'011110 1 2 0' + bytes([10])):08x}"
    assert learner.clock.now == 2
    assert_spent(draws, 4)


def test_instances_come_in_dataset_order_pass_after_pass() -> None:
    """2 passes over 3 instances, then int(0.5*2) = 1 of updates only: 9 steps. Clauses: CYC-1, CYC-4."""
    events: list[Event] = []
    settings = Settings.paper(passes=2, update_only=0.5, clustering=False)
    learner = Learner(binary_dataset(["0 -> 1", "1 -> 0", "1 -> 1"]), settings, PcgDraws(1), events.append)

    assert (learner.n_training_steps, learner.n_steps) == (6, 9)
    assert learner.advance(4) == 4
    assert learner.advance(100) == 5
    ends = [event for event in events if isinstance(event, StepEnded)]
    assert [event.step for event in ends] == list(range(1, 10))
    assert [event.instance for event in ends] == [0, 1, 2] * 3


@pytest.mark.parametrize(
    ("passes", "share", "extra"), [(500, 0.1, 50), (9, 0.1, 0), (3, 0.5, 1), (100, 0.29, 28), (4, 0.0, 0), (4, 1.0, 4)]
)
def test_the_update_only_passes_are_a_share_of_the_passes_cut_to_a_whole(passes: int, share: float, extra: int) -> None:
    """0.29*100 is 28.999999999999996 in doubles. Clauses: CYC-4."""
    settings = Settings.paper(passes=passes, update_only=share, clustering=False)
    learner = Learner(binary_dataset(["0 -> 1", "1 -> 0"]), settings, PcgDraws(1))

    assert learner.n_steps - learner.n_training_steps == 2 * extra


def test_update_only_passes_draw_nothing_and_leave_rules_numerosities_and_the_clock() -> None:
    """Clauses: CYC-4."""
    settings = Settings.paper(passes=10, update_only=0.5, clustering=False, theta_ga=5, population_size=50)
    draws = PcgDraws(3)
    learner = Learner(toy6x4(), settings, draws)
    learner.advance(learner.n_training_steps)
    before = [(rule.serial, rule.num, rule.ts) for rule in learner.population.rules()]
    matches = [rule.matches for rule in learner.population.rules()]
    drawn, clock = draws.count, learner.clock.now
    learner.advance(320)

    assert [(rule.serial, rule.num, rule.ts) for rule in learner.population.rules()] == before
    assert (draws.count, learner.clock.now) == (drawn, clock)
    # int(0.5*10) = 5 passes, each of which presents every covered instance once
    assert [rule.matches for rule in learner.population.rules()] == [
        count + 5 * rule.n_covered for count, rule in zip(matches, learner.population.rules(), strict=True)
    ]


@pytest.mark.parametrize("profile", ["paper", "authors"])
def test_an_observer_cannot_change_a_run(profile: str) -> None:
    """64 instances, 5 passes, P full: with and without an observer, and with a recorded stream."""
    settings = Settings.profile(profile, passes=5, population_size=100, theta_ga=20)
    events: list[Event] = []
    alone = Learner(toy6x4(), settings, JavaDraws(5))
    watched = Learner(toy6x4(), settings, RecordedDraws(JavaDraws(5)), events.append)
    for learner in (alone, watched):
        learner.advance(320)

    assert alone.digest() == watched.digest()
    assert alone.draws.count == watched.draws.count
    assert {type(event).__name__ for event in events} >= {"Covered", "GeneticRun", "Absorbed", "Inserted", "Deleted"}


@pytest.mark.parametrize("profile", ["paper", "authors"])
def test_a_recorded_tape_replays_the_run(profile: str) -> None:
    settings = Settings.profile(profile, passes=3, population_size=100, theta_ga=20)
    recorded = RecordedDraws(PcgDraws(2))
    first = Learner(toy6x4(), settings, recorded)
    first.advance(192)
    tape = ReplayedDraws([number for _purpose, number in recorded.tape])
    second = Learner(toy6x4(), settings, tape)
    second.advance(192)

    assert second.digest() == first.digest()
    assert_spent(tape, first.draws.count)


def test_an_initial_population_above_n_is_reduced_at_once() -> None:
    """Combinations 10 (of 0 and 1: mode 0), 01 and 11 make a rule each with gamma = 0.2, for ceil(0.2*2) = 1; N = 2.

    Each takes a start, 1 attribute and 2 labels. Then one deletion: all d are e^1, so 0.5*3 = 1.5 falls on the second.
    Clauses: INI-4, INI-1, DEL-1.
    """
    events: list[Event] = []
    draws = ReplayedDraws([*[0.0] * 12, 0.5])
    data = binary_dataset(["0 -> 10", "1 -> 01", "1 -> 11", "1 -> 10"])
    learner = Learner(data, Settings.paper(population_size=2), draws, events.append)

    assert [notation_of(rule, 1) for rule in learner.population.rules()] == ["0 -> 10", "1 -> 11"]
    assert [(rule.ts, rule.created) for rule in learner.population.rules()] == [(0, 0)] * 2
    assert events == [Deleted(0, 2, 0)]
    assert learner.initialisation is not None
    assert learner.initialisation.n_centroids == 3
    assert_spent(draws, 13)


def test_deletions_of_the_initialisation_count_for_control() -> None:
    """P#_init = 0.5 makes # -> 10, # -> 01 and # -> 11 of three instances; N = 2, and 0.9*3 = 2.7 deletes the third.

    No set is empty in steps 1 and 2, so nothing else is deleted. At step 3 = |D| both coverages (3) are known; both
    rules have acc 2/4, so the later one loses. Then label 1 of 11 is covered. Clauses: INI-4, CTL-1, CTL-2.
    """
    events: list[Event] = []
    settings = Settings.paper(population_size=2, p_hash_init=0.5, theta_ga=2**31 - 1)
    draws = ReplayedDraws([*[0.0, 0.4, 0.0, 0.0] * 3, 0.9, 0.0, 0.9])
    learner = Learner(binary_dataset(["0 -> 10", "1 -> 01", "1 -> 11"]), settings, draws, events.append)
    learner.advance(3)

    assert [event for event in events if isinstance(event, Controlled | Deleted)] == [
        Deleted(0, 3, 0),
        Controlled(3, 2, 0),
    ]
    assert [notation_of(rule, 1) for rule in learner.population.rules()] == ["# -> 10", "# -> 11"]
    assert_spent(draws, 15)


def test_initialisation_is_on_in_paper_and_off_in_authors() -> None:
    """Clauses: INI-1."""
    data = binary_dataset(["0 -> 1", "1 -> 0"])

    assert Learner(data, Settings.paper(), PcgDraws(1)).population.micro == 2
    assert Learner(data, Settings.authors(), PcgDraws(1)).population.micro == 0


def test_undeclared_values_infinity_and_no_rows_are_refused() -> None:
    """Clauses: REP-7."""
    schema = Schema((nominal("a", ("x", "y", "z")), ContinuousAttribute("b")), ("l",))
    tables = [np.array([[-1.0, 0.0]]), np.array([[0.0, math.inf]]), np.zeros((0, 2))]
    for X in tables:
        with pytest.raises(DataError):
            Learner(Dataset(schema, X, np.zeros((len(X), 1), dtype=bool)), Settings.paper(), PcgDraws(1))


def test_final_rules_are_merged_only_after_update_only_passes_of_authors() -> None:
    """Two equal rules 1 -> 1, as `authors` appends them, make one of num 2 once update_only > 0. Clauses: FIN-1."""
    found = []
    for share in (0.1, 0.0):
        settings = Settings.authors(passes=1, update_only=share, p_hash=0.0, p_label_hash=0.0)
        learner = Learner(binary_dataset(["1 -> 11"]), settings, ReplayedDraws([0.5] * 6))
        learner.step()
        found.append([rule.num for rule in learner.final_rules()])
        assert [rule.num for rule in learner.population.rules()] == [1, 1]

    assert found == [[2], [1, 1]]
