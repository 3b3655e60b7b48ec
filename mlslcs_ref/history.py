"""How a run went, pass by pass: an observer that counts what happens, and what P looks like at the end of a pass."""

from __future__ import annotations

from collections.abc import Sequence

from mlslcs_ref.core.events import Absorbed, Controlled, Covered, Deleted, Event, GeneticRun
from mlslcs_ref.core.learner import Learner
from mlslcs_ref.inference.votes import best_labels, covered_instances
from mlslcs_ref.metrics import accuracy
from mlslcs_ref.rulesets.pass_record import PassRecord
from mlslcs_ref.rulesets.solutions import share_held

__all__ = ["History", "PassRecord"]


class History:
    """Keeps the record of every pass; an observer of the run.

    Parameters
    ----------
    solutions : sequence of sequence of str
        The alternative shortest complete solutions, in the paper's notation, as far as they are known.
    start : sequence of PassRecord
        The record of runs before this one.
    """

    def __init__(self, solutions: Sequence[Sequence[str]] = (), start: Sequence[PassRecord] = ()) -> None:
        self.records: list[PassRecord] = list(start)
        self._solutions = tuple(tuple(solution) for solution in solutions)
        self._counts: dict[type[Event], int] = {}

    def __call__(self, event: Event) -> None:
        """Count an event."""
        kind = type(event)
        self._counts[kind] = self._counts.get(kind, 0) + 1

    def end_pass(self, learner: Learner) -> PassRecord:
        """Close the record of a pass, and return it.

        Parameters
        ----------
        learner : Learner
            The run, between two steps.
        """
        population, dataset, settings = learner.population, learner.dataset, learner.settings
        # the rules themselves: an object that was copied once is slower for the rest of its life (CPython 3.11)
        rules = population.rules()
        by_num_accuracy = settings.best_by_num_accuracy
        predicted = best_labels(rules, covered_instances(rules), dataset.n_instances, dataset.n_labels, by_num_accuracy)
        n_covered = 0
        for rule in rules:
            n_covered += rule.n_covered
        counts = self._counts
        record = PassRecord(
            number=len(self.records) + 1,
            accuracy=accuracy(dataset.Y, predicted, settings.skip_empty),
            scs=share_held(rules, learner.layout, self._solutions) if self._solutions else None,
            macro=population.macro,
            micro=population.micro,
            covering=counts.get(Covered, 0),
            ga=counts.get(GeneticRun, 0),
            subsumption=counts.get(Absorbed, 0),
            deletion=counts.get(Deleted, 0),
            control=counts.get(Controlled, 0),
            mean_coverage=n_covered / (len(rules) * dataset.n_instances) if rules else 0.0,
        )
        self.records.append(record)
        self._counts = {}
        return record
