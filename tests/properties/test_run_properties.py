"""What holds for a whole run, however it is cut into pieces and whoever looks on."""

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import datasets, settings, share

from mlslcs_ref.core.assembly import Assembly
from mlslcs_ref.core.draws import JavaDraws, PcgDraws
from mlslcs_ref.core.events import Event, StepEnded
from mlslcs_ref.core.learner import Learner
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.learning.snapshot import resume, snapshot_of
from mlslcs_ref.settings import Settings

ALL: Final = 1_000_000
"""More steps than any run here has."""


def state(learner: Learner) -> tuple[object, ...]:
    """All that a run has become."""
    return snapshot_of(learner), learner.digest()


@given(dataset=datasets(), run=settings(), seed=st.integers(0, 2**31))
@share(0.5)
def test_an_observer_changes_nothing_and_sees_every_step(dataset: Dataset, run: Settings, seed: int) -> None:
    events: list[Event] = []
    watched = Learner(dataset, run, PcgDraws(seed), events.append)
    alone = Learner(dataset, run, PcgDraws(seed))

    watched.advance(ALL)
    alone.advance(ALL)

    assert state(watched) == state(alone)
    steps = [event.step for event in events if isinstance(event, StepEnded)]
    assert steps == list(range(1, alone.n_steps + 1))


@pytest.mark.clause("CYC-1", "CYC-4")
@given(dataset=datasets(), run=settings(), seed=st.integers(0, 2**31), pieces=st.lists(st.integers(0, 9), max_size=6))
@share(0.5)
def test_a_run_in_pieces_is_the_whole_run(dataset: Dataset, run: Settings, seed: int, pieces: list[int]) -> None:
    """It makes passes*|D| steps and int(update_only*passes)*|D| more, and none after that."""
    whole, step_by_step, in_pieces = (Learner(dataset, run, PcgDraws(seed)) for _copy in range(3))
    n_steps = (run.passes + int(run.update_only * run.passes)) * dataset.n_instances

    assert whole.advance(ALL) == n_steps
    assert sum(step_by_step.advance(1) for _step in range(n_steps + 3)) == n_steps
    assert sum(in_pieces.advance(piece) for piece in [*pieces, ALL, 1]) == n_steps

    assert state(whole) == state(step_by_step) == state(in_pieces)


@given(
    dataset=datasets(),
    run=settings(),
    seed=st.integers(0, 2**31),
    cuts=st.lists(st.integers(0, 120), max_size=3),
    is_java=st.booleans(),
)
@share(0.5)
def test_a_run_that_is_resumed_from_copies_ends_as_one_that_was_never_interrupted(
    dataset: Dataset, run: Settings, seed: int, cuts: list[int], is_java: bool
) -> None:
    """Nothing else has to be kept of it: sets, niches and blocks of numbers are made anew."""
    stream = JavaDraws if is_java else PcgDraws
    whole = Learner(dataset, run, stream(seed))
    resumed = Learner(dataset, run, stream(seed))

    for n_steps in [*cuts, ALL]:
        draws = stream(seed)
        draws.go_to(resumed.draws.count)
        snapshot = snapshot_of(resumed)
        resumed = Learner(dataset, run, draws, rules=[])
        resume(resumed, snapshot)
        resumed.advance(n_steps)
    whole.advance(ALL)

    assert state(resumed) == state(whole)


@given(dataset=datasets(), run=settings(), seed=st.integers(0, 2**31))
@share(0.2)
def test_two_runs_do_not_disturb_each_other(dataset: Dataset, run: Settings, seed: int) -> None:
    alone = Learner(dataset, run, PcgDraws(seed))
    alone.advance(ALL)
    one, other = Learner(dataset, run, PcgDraws(seed)), Learner(dataset, run, PcgDraws(seed + 1))

    while one.advance(1) + other.advance(2):
        pass

    assert state(one) == state(alone)


@pytest.mark.clause("CYC-4")
@given(dataset=datasets(), data=st.data(), seed=st.integers(0, 2**31))
@share(0.5)
def test_update_only_passes_leave_bits_num_and_ts_alone(dataset: Dataset, data: st.DataObject, seed: int) -> None:
    """They draw nothing and raise no clock; exp of every rule grows by what it matches, pass after pass."""
    run = data.draw(settings(passes=data.draw(st.integers(2, 12)), update_only=0.5))
    learner = Learner(dataset, run, PcgDraws(seed))
    learner.advance(learner.n_training_steps)
    rules = list(learner.population.rules())
    before = [(rule.serial, rule.chromosome.to01(), rule.num, rule.ts) for rule in rules]
    matches = [rule.matches for rule in rules]
    outside = (learner.draws.count, learner.clock.now, learner.population.micro)

    n_passes = learner.advance(ALL) // dataset.n_instances

    assert n_passes == run.passes // 2
    assert [(rule.serial, rule.chromosome.to01(), rule.num, rule.ts) for rule in learner.population.rules()] == before
    assert (learner.draws.count, learner.clock.now, learner.population.micro) == outside
    assert [rule.matches for rule in rules] == [
        n + n_passes * rule.n_covered for n, rule in zip(matches, rules, strict=True)
    ]


@pytest.mark.clause("CYC-1", "CYC-4", "MAT-1")
@given(dataset=datasets(), run=settings(), block=st.integers(1, 5), ahead=st.integers(1, 9), data=st.data())
@share(0.5)
def test_blocks_of_niches_change_nothing_in_whatever_order_instances_are_presented(
    dataset: Dataset, run: Settings, block: int, ahead: int, data: st.DataObject
) -> None:
    """Training and update-only steps, a P filled by the clustering, and every event of the run."""
    order = data.draw(st.lists(st.tuples(st.integers(0, dataset.n_instances - 1), st.booleans()), max_size=40))
    seen = []
    for sizes in ((dataset.n_instances, dataset.n_instances), (block, ahead)):
        events: list[Event] = []
        stream = PcgDraws(1)
        columns = dataset.Y.tolist()
        parts = Assembly(dataset.schema, dataset.X, columns, dataset.ranges(), run, stream, events.append, *sizes)
        if run.clustering:
            parts.initialisation().initialise(parts.instances)
        cycle = parts.cycle()
        for step, (instance, update_only) in enumerate(order, start=1):
            (cycle.run_update_only if update_only else cycle.run)(instance, step)
        rules = [
            (rule.chromosome.to01(), rule.num, rule.exp, rule.ts, rule.cs, rule.correct, rule.created, rule.coverage)
            for rule in parts.population.rules()
        ]
        seen.append((rules, events, stream.count, parts.clock.now))

    assert seen[0] == seen[1]
