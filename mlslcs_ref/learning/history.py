"""How a run went, pass by pass: events are counted, and P is described at the end of each pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mlslcs_ref.core.assembly import index_for
from mlslcs_ref.core.coverage import CoverageIndex
from mlslcs_ref.core.events import Absorbed, Controlled, Covered, Deleted, Event, GeneticRun
from mlslcs_ref.core.learner import Learner
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.metrics import accuracy
from mlslcs_ref.rulesets.consultation import RunConsultation
from mlslcs_ref.rulesets.pass_record import PassRecord
from mlslcs_ref.rulesets.solutions import share_held

COUNTED: Final[Mapping[type[Event], str]] = {
    Covered: "covering",
    GeneticRun: "ga",
    Absorbed: "subsumption",
    Deleted: "deletion",
    Controlled: "control",
}
"""The kinds of events that are counted, and what a record calls them."""


class History:
    """Keeps the record of every pass; an observer of the run.

    Parameters
    ----------
    solutions : sequence of sequence of str
        The alternative shortest complete solutions, in the paper's notation, as far as they are known.
    start : sequence of PassRecord
        The record of runs before this one.
    held_out : Dataset, optional
        Rows that are not learned from, on the same schema; records tell the accuracy on them.
    """

    def __init__(
        self,
        solutions: Sequence[Sequence[str]] = (),
        start: Sequence[PassRecord] = (),
        held_out: Dataset | None = None,
    ) -> None:
        self.records: list[PassRecord] = list(start)
        self._solutions = tuple(tuple(solution) for solution in solutions)
        self._held_out = held_out
        self._index: CoverageIndex | None = None
        self._counts: dict[str, int] = dict.fromkeys(COUNTED.values(), 0)

    def __call__(self, event: Event) -> None:
        """Count an event."""
        name = COUNTED.get(type(event))
        if name is not None:
            self._counts[name] += 1

    @property
    def counts(self) -> Mapping[str, int]:
        """Events of the pass in progress, by the names that a record has for them."""
        return dict(self._counts)

    def go_on(self, records: Sequence[PassRecord], counts: Mapping[str, int]) -> None:
        """Take up the records of a run that is resumed, and the events of the pass in which it is."""
        self.records = list(records)
        self._counts = dict(counts)

    def accuracies(self, learner: Learner) -> tuple[float, float | None]:
        """Return the accuracy by BEST on the training rows, and on those held out; see `PassRecord`."""
        settings = learner.settings
        found = accuracy(learner.dataset.Y, RunConsultation(learner).best(), settings.skip_empty)
        held_out = self._held_out
        if held_out is None:
            return found, None
        if self._index is None:
            self._index = index_for(learner.layout, held_out.matrix, settings)
        guessed = RunConsultation(learner, self._index).best()
        known = held_out.known_labels
        return found, accuracy(held_out.Y[:, known], guessed[:, known], settings.skip_empty)

    def keep(self, record: PassRecord) -> None:
        """Keep the record of the pass that has ended, and count for the next."""
        self.records.append(record)
        self._counts = dict.fromkeys(COUNTED.values(), 0)

    def record_of(self, learner: Learner) -> PassRecord:
        """Return the record of a pass that has ended, without keeping it."""
        population = learner.population
        training, held_out = self.accuracies(learner)
        rules = population.rules()
        n_covered = 0
        for rule in rules:
            n_covered += rule.n_covered
        return PassRecord(
            number=len(self.records) + 1,
            accuracy=training,
            scs=share_held(rules, learner.layout, self._solutions) if self._solutions else None,
            macro=population.macro,
            micro=population.micro,
            mean_coverage=n_covered / (len(rules) * learner.dataset.n_instances) if rules else 0.0,
            validation=held_out,
            **self._counts,
        )
