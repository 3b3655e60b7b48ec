"""A run keeps its promises after every step, whatever the problem and the settings."""

from hypothesis import settings as effort
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from recount import Recount
from strategies import ANY_LABELS, datasets, settings

from mlslcs_ref.core.draws import PcgDraws
from mlslcs_ref.core.learner import Learner
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.settings import Settings


class LearnerMachine(RuleBasedStateMachine):
    """Presents instances to a run that is watched and recounted, and to its twin that is left alone."""

    @initialize(dataset=datasets(labels=ANY_LABELS), run=settings(), seed=st.integers(0, 2**31))
    def begin(self, dataset: Dataset, run: Settings, seed: int) -> None:
        self.run = run
        self.recount = Recount()
        self.learner = Learner(dataset, run, PcgDraws(seed), self.recount)
        self.twin = Learner(dataset, run, PcgDraws(seed))

    @rule(n_steps=st.integers(1, 8))
    def advance(self, n_steps: int) -> None:
        """The twin makes in one go what the other makes step by step; after the last step neither makes any."""
        left = min(n_steps, self.learner.n_steps - self.learner.steps)
        for _step in range(left):
            self.recount.step(self.learner)
            self.numerosities_add_up_to_at_most_N()
            self.rules_match_something()
        assert self.twin.advance(n_steps) == left

    @invariant()
    def numerosities_add_up_to_at_most_N(self) -> None:  # noqa: N802 - N is what the paper calls it
        """After each step, and before the first (INI-4); the count that P keeps is right (DEL-1)."""
        numerosities = [rule.num for rule in self.learner.population.rules()]

        assert min(numerosities, default=1) >= 1
        assert sum(numerosities) == self.learner.population.micro <= self.run.population_size
        assert len(numerosities) == self.learner.population.macro

    @invariant()
    def rules_match_something(self) -> None:
        """Every rule matches an instance of D (GEN-7, INI-3).

        Where REPAIR comes after the test for coverage, as in `authors`, a rule of covering may match none for as long
        as a pass lasts: a value that is missing, or a bound that was rounded to 32 bits, can lie outside its condition.
        Update-only passes remove no rule.
        """
        learner = self.learner
        unmatched = [rule for rule in learner.population.rules() if not rule.n_covered]
        if self.run.zero_coverage_test == "before_repair":
            step = min(learner.steps, learner.n_training_steps)
            assert all(step < rule.created + learner.dataset.n_instances for rule in unmatched)
            assert {rule.serial for rule in unmatched} <= self.recount.covering
        else:
            assert {rule.serial for rule in unmatched} <= self._may_miss()

    def _may_miss(self) -> set[int]:
        """The rules of covering, if it can miss its instance; none in the profile `paper`."""
        exact = self.run.missing_values == "match" and self.run.covering_bounds == "corrected"
        return set() if exact and self.run.interval_arithmetic == "double" else self.recount.covering

    @invariant()
    def niches_hold_exactly_the_rules_that_match(self) -> None:
        """Test by test, value by value, in population order (MAT-1)."""
        learner = self.learner
        rules = learner.population.rules()
        for instance in range(learner.dataset.n_instances):
            expected = [rule for rule in rules if self.recount.counts(learner, rule).covers[instance]]
            assert learner.population.match_set(instance) == expected

    @invariant()
    def counts_are_those_of_the_steps_a_rule_lived_through(self) -> None:
        """Right, wrong and indifferent decisions, experience, and what follows of them (UPD-1 to UPD-4, PAR-1)."""
        run, learner = self.run, self.learner
        unit = learner.dataset.n_labels if run.experience_unit == "label" else 1
        for classifier in learner.population.rules():
            counts = self.recount.counts(learner, classifier)
            assert (classifier.correct, classifier.wrong, classifier.indifferent, classifier.exp) == (
                counts.correct,
                counts.wrong,
                counts.indifferent,
                counts.matches * unit,
            )
            assert classifier.tp == counts.correct + run.omega * counts.indifferent
            assert classifier.msa == counts.correct + counts.wrong + run.phi * counts.indifferent
            assert classifier.cs == counts.cs

    @invariant()
    def credit_never_exceeds_appearances(self) -> None:
        """0 <= tp <= msa, so that accuracy and fitness are in [0, 1] (UPD-5)."""
        for classifier in self.learner.population.rules():
            assert 0.0 <= classifier.tp <= classifier.msa
            assert 0.0 <= classifier.fitness <= 1.0

    @invariant()
    def the_twin_is_the_same(self) -> None:
        """Neither being watched nor being interrupted changes a run."""
        assert self.learner.digest() == self.twin.digest()
        assert self.learner.draws.count == self.twin.draws.count


TestLearnerMachine = LearnerMachine.TestCase
TestLearnerMachine.settings = effort(stateful_step_count=10)
