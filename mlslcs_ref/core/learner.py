"""A run of the system: data, settings and a stream, put together and presented step by step."""

from __future__ import annotations

import zlib
from collections.abc import Callable

from mlslcs_ref.core.assembly import Assembly, Ranges
from mlslcs_ref.core.building import i64, mypyc_attr, unheard
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.clustering import InitialisationReport, Told
from mlslcs_ref.core.draws import Draws
from mlslcs_ref.core.events import Observer, StepEnded
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.settings import Settings


@mypyc_attr(allow_interpreted_subclasses=True)
class Learner:
    """MlS-LCS on one data set, with a stream of draws: the result is a function of these and of nothing else.

    Parameters
    ----------
    dataset : Dataset
        D; at least one instance, no undeclared or infinite value.
    observer : callable, optional
        Told what happens; it cannot change the run.
    ranges : tuple, optional
        The ranges that the rules' bounds are steps of (REP-4), if they are not those of D; they hold every value of D.
    rules : list of Classifier, optional
        Rules to start from instead of those of the initialisation, in population order and on the schema of D: with
        their num, cs and counts, their coverage taken anew on D, and ts = created = 0, because the clocks begin again.
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
        ranges: Ranges | None = None,
        rules: list[Classifier] | None = None,
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
        ranges = ranges or dataset.ranges()
        parts = assembly(dataset.schema, dataset.matrix, dataset.Y, ranges, settings, draws, observer)
        self.layout = parts.layout
        self.factory = parts.factory
        self.population = parts.population
        self.clock = parts.clock
        self.cycle = parts.cycle()
        self._final_merge = parts.final_merge()
        self.initialisation: InitialisationReport | None = None
        if rules is not None:
            self._insert(rules)
        elif settings.clustering:
            self.initialisation = parts.initialisation().initialise(parts.instances, told)
        if self.population.micro:
            self.cycle.delete_surplus(0)

    def _insert(self, rules: list[Classifier]) -> None:
        """Put copies of rules into P."""
        for rule in rules:
            further = self.factory.make(rule.chromosome, self.factory.index.matched(rule.chromosome), 0)
            further.num = rule.num
            further.matches = rule.matches
            further.correct = rule.correct
            further.cs = rule.cs
            self.population.insert(further, 0)

    def advance(self, n_steps: int) -> int:
        """Present at most so many instances, in dataset order, pass after pass; return how many, fewer at the end."""
        n_done = max(min(n_steps, self.n_steps - self.steps), 0)
        for _step in range(n_done):
            self.step()
        return n_done

    def step(self) -> None:
        """Present the next instance."""
        instance: int = self.steps % self._n_instances
        self.steps += 1
        if self.steps <= self.n_training_steps:
            self.cycle.run(instance, self.steps)
        else:
            self.cycle.run_update_only(instance, self.steps)
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
        rules = self.population.rules()
        text = "".join(f"{rule.chromosome.to01()} {rule.num} {rule.exp} {rule.ts}\n" for rule in rules)
        return f"{zlib.crc32(text.encode('ascii')):08x}"
