"""What a run says of itself, counted anew from single values and single decisions."""

import math

from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.events import Controlled, Covered, Deleted, Event
from mlslcs_ref.core.genes import BinaryGene, Gene, NominalGene
from mlslcs_ref.core.learner import Learner
from mlslcs_ref.rulesets.rule import Rule


def accepts(gene: Gene, code: int, x: float, missing_match: bool) -> bool:
    """Whether a test accepts a value, which may be missing (REP-7)."""
    if not math.isnan(x):
        return bool(gene.accepts(code, x))
    if missing_match or not code & 1:
        return True
    if isinstance(gene, BinaryGene):
        return bool(gene.accepts(code, 1.0))
    return isinstance(gene, NominalGene) and bool(gene.accepts(code, 0.0))


def covered(layout: Layout, rule: Classifier, rows: list[list[float]], missing_match: bool) -> list[bool]:
    """Whether a rule matches each of the rows, test by test (MAT-1)."""
    bits = rule.chromosome.to01()
    codes = []
    for gene, start in zip(layout.conditions, layout.starts, strict=True):
        codes.append(int(bits[start : start + gene.width][::-1], 2))
    return [
        all(accepts(gene, code, x, missing_match) for gene, code, x in zip(layout.conditions, codes, row, strict=True))
        for row in rows
    ]


def decisions(layout: Layout, rule: Classifier) -> list[int | None]:
    """What a rule says of each label, None where it is indifferent (REP-2)."""
    genes = rule.chromosome.to01()[layout.condition_size :]
    return [int(genes[p + 1]) if genes[p] == "1" else None for p in range(0, len(genes), 2)]


class Counts:
    """What happened to one rule."""

    def __init__(self, covers: list[bool], decides: list[int | None]) -> None:
        self.covers = covers
        self.decides = decides
        self.correct = 0
        self.wrong = 0
        self.indifferent = 0
        self.matches = 0
        self.cs = 1.0


class Recount:
    """A shadow of a run: it looks at P before every step, and does the update (UPD) on its own.

    It learns from the run's events only which rule the control of the match set took from (CTL-1), that deletion has
    begun, and which rules covering made.
    """

    def __init__(self) -> None:
        self.covering: set[int] = set()
        self.deletions = 0
        self.controlled: list[int] = []
        self._counts: dict[int, Counts] = {}

    def __call__(self, event: Event) -> None:
        """Note an event."""
        if isinstance(event, Controlled):
            assert self.deletions, "M is controlled before the first deletion"
            self.controlled.append(event.serial)
        elif isinstance(event, Deleted):
            self.deletions += 1
        elif isinstance(event, Covered):
            self.covering.add(event.serial)

    def step(self, learner: Learner) -> None:
        """Let the learner make its next step, and count what that did to its rules."""
        row = learner.steps % learner.dataset.n_instances
        members = [rule for rule in learner.population.rules() if self.counts(learner, rule).covers[row]]
        num = {rule.serial: rule.num for rule in members}
        self.controlled.clear()

        learner.step()

        assert len(self.controlled) <= 1
        for serial in self.controlled:
            num[serial] -= 1
        present = [self._counts[serial] for serial in num if num[serial]]
        truth = [int(y) for y in learner.dataset.Y[row]]
        sizes = [
            sum(num[rule.serial] for rule in members if self._counts[rule.serial].decides[label] == y)
            for label, y in enumerate(truth)
        ]
        for counts in present:
            self._update(counts, truth, sizes, learner.settings.learning_rate)

    def _update(self, counts: Counts, truth: list[int], sizes: list[int], beta: float) -> None:
        counts.matches += 1
        smallest: list[int] = []
        for decision, y, size in zip(counts.decides, truth, sizes, strict=True):
            counts.correct += decision == y
            counts.wrong += decision == 1 - y
            counts.indifferent += decision is None
            if decision == y:
                smallest.append(size)
        if smallest:
            counts.cs += beta * (min(smallest) - counts.cs)

    def counts(self, learner: Learner, rule: Classifier) -> Counts:
        """The recounted counts of a rule of P; a rule that is new to the shadow has none yet."""
        if rule.serial not in self._counts:
            missing_match = learner.settings.missing_values == "match"
            covers = covered(learner.layout, rule, learner.dataset.X.tolist(), missing_match)
            self._counts[rule.serial] = Counts(covers, decisions(learner.layout, rule))
        return self._counts[rule.serial]


def generalises(rule: Rule, other: Rule) -> bool:
    """Tell whether a rule is general for another one of the same context (SUB-2), as the core has it."""
    layout, one, two = rule.context.layout, rule.chromosome, other.chromosome
    return layout.generalises(one, layout.identity(one)[0], two, layout.identity(two)[0])
