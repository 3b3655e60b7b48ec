"""The training cycle (Algorithm 1): the order of things in one step, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.clock import GaClock
from mlslcs_ref.core.control import MatchSetControl
from mlslcs_ref.core.coverage import Instances
from mlslcs_ref.core.deletion import Deletion
from mlslcs_ref.core.discovery import Discovery
from mlslcs_ref.core.events import Controlled, Deleted, Observer, Removed
from mlslcs_ref.core.population import Population
from mlslcs_ref.core.sets import CorrectSets
from mlslcs_ref.core.update import Update


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(eq=False, repr=False)
class TrainingCycle:
    """RUN_TRAINING_CYCLE: performance, update and discovery component on one instance (CYC-0)."""

    instances: Instances
    population: Population
    sets: CorrectSets
    clock: GaClock
    control: MatchSetControl | None
    """None where M is not controlled (setting `match_set_control` = false, `authors`, CTL-3)."""
    update: Update
    discovery: Discovery
    deletion: Deletion
    population_size: int
    zero_coverage_removed: bool
    """Whether rules of zero coverage are removed a pass after their birth (setting `zero_coverage_test` =
    `before_repair`, `authors`, which also says when children are tested, see `genetic`) or stay (`after_repair`). Only
    covering makes such rules, with raw bounds or of missing values (GEN-7)."""
    observer: Observer | None
    deletions_commenced: bool = False

    def run(self, instance: int, step: int) -> None:
        """Present one instance, at step t."""
        match_set = self.population.match_set(instance)
        if self.zero_coverage_removed:
            self._remove_zero_coverage(step)
        if self.control is not None and self.deletions_commenced:
            match_set = self._controlled(self.control, match_set, instance, step)
        self.sets.form(match_set, self.instances.words(instance), step)
        self.update.update_set(self.sets)
        self.clock.begin_step(step)
        self.discovery.discover(self.sets, instance, step)
        self.delete_surplus(step)

    def run_update_only(self, instance: int, step: int) -> None:
        """Present one instance to matching and update alone (CYC-4)."""
        self.sets.form(self.population.match_set(instance), self.instances.words(instance), step)
        self.update.update_set(self.sets)

    def delete_surplus(self, step: int) -> None:
        """Delete while P holds more than N micro-classifiers (DEL-1)."""
        while self.population.micro > self.population_size:
            deleted = self.deletion.delete_from_population()
            self.deletions_commenced = True
            if self.observer is not None:
                self.observer(Deleted(step, deleted.serial, deleted.num))

    def _controlled(
        self, control: MatchSetControl, match_set: list[Classifier], instance: int, step: int
    ) -> list[Classifier]:
        """Return M after its control: a rule that is gone takes no part in the rest of the step (CTL-1)."""
        loser = control.control(match_set, step)
        if loser is None:
            return match_set
        if self.observer is not None:
            self.observer(Controlled(step, loser.serial, loser.num))
        return self.population.match_set(instance)

    def _remove_zero_coverage(self, step: int) -> None:
        """Remove, with all its num, every rule that has seen all of D and matched nothing (GEN-7, `authors`)."""
        for rule in self.population.zero_coverage_created_by(step - self.population.n_instances):
            num = rule.num
            self.population.lose(rule, num)
            if self.observer is not None:
                self.observer(Removed(step, rule.serial, num))
