"""A run of the system: data, settings and a stream, put together and presented step by step."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass

from mlslcs_ref.core.assembly import Assembly, Ranges
from mlslcs_ref.core.building import i64, mypyc_attr, unheard
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.clustering import InitialisationReport, Told
from mlslcs_ref.core.draws import Draws
from mlslcs_ref.core.events import Observer, StepEnded
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.settings import Settings


@dataclass(eq=False)
class Place:
    """How far a run is between two steps, apart from its rules and its stream: the sets of a step are made anew."""

    steps: int
    now: int
    """Of the clock of the GA."""
    last_serial: int
    deletions_commenced: bool
    initialisation: InitialisationReport | None


@dataclass(eq=False)
class Start:
    """Rules to go on with."""

    ranges: Ranges
    """The ranges that the rules' bounds are steps of (REP-4); they hold every value of D."""
    rules: list[Classifier]
    """In population order, on the schema of D."""
    place: Place | None = None
    """Where the run was that is resumed with these rules; without one a further run begins."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Learner:
    """MlS-LCS on one data set, with a stream of draws: the result is a function of these and of nothing else.

    Parameters
    ----------
    dataset : Dataset
        D; at least one instance, no undeclared or infinite value.
    observer : callable, optional
        Told what happens; it cannot change the run.
    start : Start, optional
        Rules to start from instead of those of the initialisation: with their num, cs and counts, their coverage taken
        anew on D, and ts = created = 0, because the clocks begin again. Where it has a place, the run that was there
        goes on, if `draws` does so too: all of it is then as if it had never been interrupted.
    assembly : callable
        What makes the parts of the run, with the arguments of `Assembly`.
    told : callable, optional
        Told how far the initialisation is.

    Attributes
    ----------
    steps : int
        Steps t so far.
    n_training_steps : int
        Steps of the training passes (CYC-1).
    n_steps : int
        Steps of the whole run: the training passes, then int(update_only*passes) more (CYC-4).
    """

    def __init__(
        self,
        dataset: Dataset,
        settings: Settings,
        draws: Draws,
        observer: Observer | None = None,
        start: Start | None = None,
        assembly: Callable[..., Assembly] = Assembly,
        told: Told = unheard,
    ) -> None:
        dataset.require_trainable()
        self.dataset = dataset
        self.settings = settings
        self.draws = draws
        self.steps = 0
        self._n_instances: i64 = dataset.n_instances
        self.n_training_steps: int = settings.passes * self._n_instances
        self.n_steps = settings.n_steps(dataset.n_instances)
        self._observer = observer
        ranges = dataset.ranges() if start is None else start.ranges
        parts = assembly(dataset.schema, dataset.X, dataset.Y.tolist(), ranges, settings, draws, observer)
        self.layout = parts.layout
        self.population = parts.population
        self.clock = parts.clock
        self._cycle = parts.cycle()
        self._final_merge = parts.final_merge()
        self.initialisation: InitialisationReport | None = None
        if start is not None:
            self._insert(start.rules, parts, start.place is not None)
            if start.place is not None:
                self._resume(start.place)
        elif settings.clustering:
            self.initialisation = parts.initialisation().initialise(dataset.X, parts.instances, told)
        if self.population.micro:
            self._cycle.delete_surplus(0)

    def _insert(self, rules: list[Classifier], parts: Assembly, resumed: bool) -> None:
        """Put copies of rules into P."""
        for rule in rules:
            further = parts.factory.make(rule.chromosome, parts.factory.matched(rule.chromosome), 0)
            further.num = rule.num
            further.matches = rule.matches
            further.correct = rule.correct
            further.cs = rule.cs
            if resumed:
                further.ts = rule.ts
                further.stamped_at = rule.stamped_at
                self.population.last_serial = rule.serial - 1
            self.population.insert(further, rule.created if resumed else 0)

    def _resume(self, place: Place) -> None:
        self.steps = place.steps
        self.clock.now = place.now
        self.population.last_serial = place.last_serial
        self._cycle.deletions_commenced = place.deletions_commenced
        self.initialisation = place.initialisation

    def place(self) -> Place:
        """Return how far the run is; with copies of the rules and the count of draws it can be resumed from here."""
        return Place(
            self.steps,
            self.clock.now,
            self.population.last_serial,
            self._cycle.deletions_commenced,
            self.initialisation,
        )

    def advance(self, n_steps: int) -> int:
        """Present at most so many instances, in dataset order, pass after pass; return how many, fewer at the end."""
        done = 0
        while done < n_steps and self.steps < self.n_steps:
            self.step()
            done += 1
        return done

    def step(self) -> None:
        """Present the next instance."""
        instance: int = self.steps % self._n_instances
        self.steps += 1
        if self.steps <= self.n_training_steps:
            self._cycle.run(instance, self.steps)
        else:
            self._cycle.run_update_only(instance, self.steps)
        if self._observer is not None:
            population = self.population
            self._observer(StepEnded(self.steps, instance, population.macro, population.micro, self.draws.count))

    def final_rules(self) -> list[Classifier]:
        """Return the rules that a finished run is judged by: those of P, merged if FIN-1 says so; P stays as it is."""
        rules = self.population.rules()
        if self.settings.final_merge and self.settings.update_only > 0.0:
            return self._final_merge.merged(rules)
        return list(rules)

    def digest(self) -> str:
        """Return the CRC-32 of P in the recorded runs' form: "bits num exp ts" and a line feed per rule, in order."""
        text = "".join(
            f"{rule.chromosome.to01()} {rule.num} {rule.exp} {rule.ts}\n" for rule in self.population.rules()
        )
        return f"{zlib.crc32(text.encode('ascii')):08x}"
