"""A run that records what happens in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mlslcs_ref.core.events import Event
from mlslcs_ref.errors import DataError, SettingsError, TraceError
from mlslcs_ref.learning.training import Training
from mlslcs_ref.oracle.operators.case import written
from mlslcs_ref.oracle.traces.header import TraceHeader
from mlslcs_ref.oracle.traces.records import (
    CHECKPOINT,
    FOOTER,
    HEADER,
    Record,
    checkpoint_record,
    evaluation_of,
    event_record,
    recorded_state,
)


class TracedRun:
    """A run with its events as they come; it has at least as many steps as the plan of its header."""

    def __init__(self, header: TraceHeader, file: str | None = None) -> None:
        self._header = header
        self._events: list[Record] = []
        try:
            self._training = Training(
                header.dataset,
                header.settings,
                header.seed,
                profile=header.profile,
                stream=header.stream,
                observer=self._note if header.source == "run" else None,
            )
        except (DataError, SettingsError) as error:
            raise TraceError(f"cannot make this run: {error}", file, 1) from None
        self.learner = self._training.learner
        if header.plan.steps > self.learner.n_steps:
            n_steps = self.learner.n_steps
            raise TraceError(
                f"expected at most {n_steps} steps by the settings and the data, found {header.plan.steps}", file, 1
            )

    def _note(self, event: Event) -> None:
        self._events.append(event_record(event))

    def records(self) -> Iterator[Record]:
        """Yield the whole trace: header, events with checkpoints among them, footer."""
        counts: Counter[str] = Counter()
        lines = 0
        for record in self._body():
            lines += 1
            if record["phase"] not in {HEADER, CHECKPOINT}:
                counts[record["phase"]] += 1
            yield record
        footer: Record = {
            "step": self.learner.steps,
            "phase": FOOTER,
            "lines": lines + 1,
            "events": dict(sorted(counts.items())),
        }
        if self.learner.steps == self.learner.n_steps:
            footer["evaluation"] = self.evaluation()
        yield footer

    def _body(self) -> Iterator[Record]:
        plan = self._header.plan
        yield self._header.record()
        yield from self._drained()
        yield checkpoint_record(self.learner, whole=True)
        n_checkpoints = 1
        while self.learner.steps < plan.steps:
            self.learner.advance(1)
            yield from self._drained()
            is_last = self.learner.steps == plan.steps
            if is_last or self.learner.steps % plan.checkpoint_every == 0:
                yield checkpoint_record(self.learner, is_last or n_checkpoints % plan.population_every == 0)
                n_checkpoints += 1

    def _drained(self) -> list[Record]:
        events, self._events = self._events, []
        return events

    def state_after(self, step: int, whole: bool) -> Record:
        """Return the state after a step that is not before the present one, as recordings tell it."""
        self.learner.advance(step - self.learner.steps)
        return recorded_state(self.learner, whole)

    def evaluation(self) -> Record:
        """Return thresholds and metrics at the end of the run; what is not defined is the text `nan`."""
        self.learner.advance(self.learner.n_steps - self.learner.steps)
        header = self._header
        found: Record = written(
            evaluation_of(self._training.model(), header.dataset if header.test is None else header.test)
        )
        return found
