"""The state of a run between two steps as plain values, for checkpoints."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, NamedTuple

from bitarray import bitarray

from mlslcs_ref.core.clustering import InitialisationReport
from mlslcs_ref.core.learner import Learner
from mlslcs_ref.rulesets.ruleset import RuleSet


class RuleState(NamedTuple):
    """A rule of P, with all that its future hangs on; see `Classifier`."""

    bits: str
    num: int
    matches: int
    correct: int
    cs: float
    ts: int
    serial: int
    created: int
    stamped_at: int


_STATE: Final = attrgetter(*RuleState._fields[1:])


@dataclass(frozen=True)
class Snapshot:
    """A run between two steps."""

    steps: int
    draws: int
    """`steps`, `draws`: Steps done, and numbers drawn: the place in the stream, whose seed tells the rest."""
    now: int
    """Clock of the GA (CYC-2)."""
    last_serial: int
    """Serial of the last rule that was inserted into P."""
    deletions_commenced: bool
    """Whether deletion has begun, and with it the control of match sets (CTL-1)."""
    centroids: tuple[int, int] | None
    """What the initialisation found, as `RunRecord` has it; None without one."""
    rules: tuple[RuleState, ...]
    """P, in its order."""


def snapshot_of(learner: Learner) -> Snapshot:
    """Return where a run is."""
    found = learner.initialisation
    return Snapshot(
        learner.steps,
        learner.draws.count,
        learner.clock.now,
        learner.population.last_serial,
        learner.cycle.deletions_commenced,
        None if found is None else (found.n_centroids, found.n_zero_coverage),
        tuple(RuleState(rule.chromosome.to01(), *_STATE(rule)) for rule in learner.population.rules()),
    )


def resume(learner: Learner, snapshot: Snapshot) -> None:
    """Put a learner without rules where a run was. Its stream must continue from `draws`.

    What a step needs, such as its sets, is made again in each: all of the run is then as if it had never been
    interrupted.
    """
    population, factory = learner.population, learner.factory
    for state in snapshot.rules:
        chromosome = bitarray(state.bits, "little")
        rule = factory.make(chromosome, factory.index.matched(chromosome), state.ts)
        rule.num, rule.matches, rule.correct, rule.cs = state.num, state.matches, state.correct, state.cs
        rule.stamped_at = state.stamped_at
        population.last_serial = state.serial - 1
        population.insert(rule, state.created)
    population.last_serial = snapshot.last_serial
    learner.steps, learner.clock.now = snapshot.steps, snapshot.now
    learner.cycle.deletions_commenced = snapshot.deletions_commenced
    learner.initialisation = None if snapshot.centroids is None else InitialisationReport(*snapshot.centroids)


def rules_digest(ruleset: RuleSet) -> str:
    """Return the SHA-256 of rules to start from: bits, counts, and what the bounds are steps of."""
    lines = [f"{rule.bits} {rule.num} {rule.exp} {rule.correct} {rule.cs!r}\n" for rule in ruleset]
    return hashlib.sha256("".join([f"{ruleset.ranges!r}\n", *lines]).encode()).hexdigest()
