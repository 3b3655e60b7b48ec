"""P and a naive list of micro-classifiers are the same thing."""

from dataclasses import dataclass

from hypothesis import settings as effort
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from strategies import ANY_LABELS, assembly, chromosomes, datasets, settings
from twins import model_world

from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.population import Population
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.settings import Settings
from model.matching import matches
from model.representation import equal
from model.subsumption import general

Bits = list[int]


@dataclass
class Micro:
    """One micro-classifier: the rule that it belongs to, as its rank of insertion, and that rule's bits."""

    serial: int
    bits: Bits


class PopulationMachine(RuleBasedStateMachine):
    """Inserts, raises and lowers; after each the model is asked the same questions as P.

    The model is a list of micro-classifiers in order of insertion. What rules match, and which are equal or general, it
    asks the model of the specification.
    """

    @initialize(
        dataset=datasets(labels=ANY_LABELS, most_rows=5),
        run=settings(),
        block=st.integers(1, 6),
        ahead=st.integers(1, 6),
    )
    def begin(self, dataset: Dataset, run: Settings, block: int, ahead: int) -> None:
        self.parts = assembly(dataset, run)
        self.population = Population(self.parts.factory.index, block, ahead)
        self.world = model_world(dataset, run)
        self.rows = [instance.x for instance in self.world.instances]
        self.step = 0
        self.model: list[Micro] = []
        self.known: dict[int, Classifier] = {}

    @rule(data=st.data(), num=st.integers(1, 3))
    def insert(self, data: st.DataObject, num: int) -> None:
        """A new rule comes last, created at this step."""
        bits = data.draw(chromosomes(self.parts.layout))
        # as covering makes rules and the GA: the bounds of P's rules are in order
        self.parts.layout.repair(bits)
        self._insert(self.parts.factory.make(bits, self.parts.factory.index.matched_near(bits), 0), num)

    @precondition(lambda self: self.model)
    @rule(which=st.integers(0, 99), num=st.integers(1, 3))
    def insert_equal(self, which: int, num: int) -> None:
        """A rule that says the same as another is a rule of its own here; whether it may come in is not P's affair."""
        bits = self._pick(which).chromosome.copy()
        self._insert(self.parts.factory.make(bits, self.parts.factory.index.matched_near(bits), 0), num)

    def _insert(self, new: Classifier, num: int) -> None:
        self.step += 1
        new.num = num
        self.population.insert(new, self.step)
        assert new.serial not in self.known
        self.known[new.serial] = new
        self.model += [Micro(new.serial, [int(bit) for bit in new.chromosome.to01()]) for _micro in range(num)]

    @precondition(lambda self: self.model)
    @rule(which=st.integers(0, 99), num=st.integers(1, 3))
    def gain(self, which: int, num: int) -> None:
        """A rule that gains keeps its place."""
        chosen = self._pick(which)
        self.population.gain(chosen, num)
        place = next(index for index, micro in enumerate(self.model) if micro.serial == chosen.serial)
        self.model[place:place] = [self.model[place]] * num

    @precondition(lambda self: self.model)
    @rule(which=st.integers(0, 99))
    def lose(self, which: int) -> None:
        """A rule that loses its last micro-classifier is gone."""
        chosen = self._pick(which)
        self.population.lose(chosen)
        self.model.remove(next(micro for micro in self.model if micro.serial == chosen.serial))

    @precondition(lambda self: self.model)
    @rule(which=st.integers(0, 99))
    def lose_all(self, which: int) -> None:
        """A rule can go with all its micro-classifiers (GEN-7 `authors`)."""
        chosen = self._pick(which)
        self.population.lose(chosen, chosen.num)
        self.model = [micro for micro in self.model if micro.serial != chosen.serial]

    @precondition(lambda self: self.model)
    @rule(data=st.data())
    def look_for_subsumers(self, data: st.DataObject) -> None:
        """Among the candidates for absorbing a rule is every rule that is general for it."""
        bits = data.draw(chromosomes(self.parts.layout))
        self.parts.layout.repair(bits)
        sought = [int(bit) for bit in bits.to01()]
        child = self.parts.factory.make(bits, self.parts.factory.index.matched_near(bits), 0)
        among = self.population.superset_candidates(child)
        candidates = [found.serial for found in (self.population.rules() if among is None else among)]

        assert candidates == sorted(candidates)
        assert {serial for serial, own in self._macro().items() if general(self.world, own, sought)} <= set(candidates)

    def _macro(self) -> dict[int, Bits]:
        """The bits of each rule, in order of insertion."""
        return {micro.serial: micro.bits for micro in self.model}

    def _pick(self, which: int) -> Classifier:
        serials = list(self._macro())
        return self.known[serials[which % len(serials)]]

    @invariant()
    def totals_and_order_agree(self) -> None:
        """Micro- and macro-classifiers, the order of rules, and each rule's num (DEL-1)."""
        serials = [micro.serial for micro in self.model]
        found = self.population.rules()

        assert self.population.micro == len(serials)
        assert self.population.macro == len(set(serials))
        assert [rule.serial for rule in found for _micro in range(rule.num)] == serials
        assert all(rule is self.known[rule.serial] for rule in found)

    @rule(which=st.integers(0, 99))
    def visit(self, which: int) -> None:
        """The match set of any instance, in order of insertion (MAT-1), whichever block the last one was in."""
        instance = which % len(self.rows)
        expected = [serial for serial, bits in self._macro().items() if matches(self.world, bits, self.rows[instance])]
        assert [rule.serial for rule in self.population.match_set(instance)] == expected

    @invariant()
    def rules_of_zero_coverage_are_known(self) -> None:
        """Those that match no instance (GEN-7)."""
        macro = self._macro()
        lost = [s for s, bits in macro.items() if not any(matches(self.world, bits, row) for row in self.rows)]
        for since in (self.step, self.step - 3):
            expected = [serial for serial in lost if self.known[serial].created <= since]
            assert [rule.serial for rule in self.population.zero_coverage_created_by(since)] == expected

    @invariant()
    def equal_rules_are_found(self) -> None:
        """The rules that equal a rule of P, itself included, in order of insertion (REP-10)."""
        macro = self._macro()
        for serial, bits in macro.items():
            expected = [other for other, its_bits in macro.items() if equal(self.world, bits, its_bits)]
            assert [rule.serial for rule in self.population.equal_to(self.known[serial])] == expected
        gone = next((rule for rule in self.known.values() if not rule.num), None)
        if gone is not None:
            assert gone not in self.population.equal_to(gone)

    @invariant()
    def rules_share_a_consequent_iff_they_decide_alike(self) -> None:
        """A consequent knows how many rules hold it."""
        decided = {serial: tuple(self.world.decisions(bits)) for serial, bits in self._macro().items()}
        for serial, decisions in decided.items():
            consequent = self.known[serial].consequent
            holders = [other for other in decided if self.known[other].consequent is consequent]
            assert holders == [other for other, theirs in decided.items() if theirs == decisions]
            assert consequent.holders == len(holders)


TestPopulationMachine = PopulationMachine.TestCase
TestPopulationMachine.settings = effort(stateful_step_count=20)
