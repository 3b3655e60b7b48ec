"""Short ways to genes, rules and data for the tests of the core.

Rules are written in the paper's notation, `01#### -> 10##`, where every attribute is binary; as bits otherwise.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pytest
from bitarray import bitarray
from bitarray.util import zeros

from mlslcs_ref.core.assembly import Assembly
from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.classifier import Accounting, Classifier, ClassifierFactory
from mlslcs_ref.core.coverage import CoverageIndex
from mlslcs_ref.core.draws import Draws
from mlslcs_ref.core.events import Event
from mlslcs_ref.core.genes import BinaryGene, Gene
from mlslcs_ref.core.population import Population
from mlslcs_ref.core.sets import CorrectSets
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import BinaryAttribute, Schema
from mlslcs_ref.oracle.tapes import DrawsExhaustedError, RecordedDraws, ReplayedDraws
from mlslcs_ref.settings import Settings

# activation, value: `#` has neither (REP-2)
PAIRS: Final = ("#00", "010", "111")


def bits(text: str) -> bitarray:
    """Return the chromosome that is written as 0s and 1s, first bit first; spaces are for the reader."""
    return bitarray(text.replace(" ", ""), "little")


def notation(text: str) -> bitarray:
    """Return the chromosome of a rule with binary attributes: `1# -> 0#` is 11 00 10 00."""
    condition, consequent = text.split("->")
    pairs = {pair[0]: pair[1:] for pair in PAIRS}
    return bits("".join(pairs[letter] for letter in condition.strip() + consequent.strip()))


def code_of(text: str) -> int:
    """Return the code of a gene that is written as bits, the activation bit first."""
    return int("".join(reversed(text.replace(" ", ""))), 2)


def every_instance(n_attributes: int) -> list[list[float]]:
    """Return the 2^n binary instances in increasing order, the first attribute most significant."""
    return [[float(digit) for digit in f"{number:0{n_attributes}b}"] for number in range(2**n_attributes)]


def binary_dataset(instances: Sequence[str]) -> Dataset:
    """Return the data set of instances written as `01 -> 1`, attributes a1, a2, ..., labels l1, l2, ..."""
    rows = [[half.strip() for half in instance.split("->")] for instance in instances]
    schema = Schema(
        tuple(BinaryAttribute(f"a{place}", ("0", "1")) for place in range(1, len(rows[0][0]) + 1)),
        tuple(f"l{place}" for place in range(1, len(rows[0][1]) + 1)),
    )
    X = np.array([[float(digit) for digit in row[0]] for row in rows])
    Y = np.array([[digit == "1" for digit in row[1]] for row in rows])
    return Dataset(schema, X, Y)


class Bench:
    """A layout, a factory and an empty P over given instances.

    Parameters
    ----------
    instances : list of list of float
        D, without labels.
    n_labels : int
        |L|.
    genes : list of Gene, optional
        The genes of the attributes; binary ones by default.
    omega, phi, power
        As in `Accounting`.
    exp_per_label : bool
        Whether exp rises by |L| per match, or by 1.
    missing_match : bool
        As in `CoverageIndex`.
    """

    def __init__(
        self,
        instances: list[list[float]],
        n_labels: int,
        *,
        genes: list[Gene] | None = None,
        omega: float = 0.9,
        phi: float = 1.0,
        power: float = 1.0,
        exp_per_label: bool = False,
        missing_match: bool = True,
    ) -> None:
        binary: list[Gene] = [BinaryGene() for _attribute in instances[0]]
        self.layout = Layout(binary if genes is None else genes, n_labels)
        self.accounting = Accounting(n_labels, omega, phi, power, n_labels if exp_per_label else 1)
        self.index = CoverageIndex(self.layout, np.array(instances, dtype=np.float64), missing_match)
        self.factory = ClassifierFactory(self.layout, self.index, self.accounting)
        self.population = Population(self.index)

    def rule(
        self,
        text: str,
        *,
        num: int = 1,
        matches: int = 0,
        correct: int = 0,
        cs: float = 1.0,
        ts: int = 0,
    ) -> Classifier:
        """Return a rule outside P, of the paper's notation or of bits, with the given counts."""
        chromosome = notation(text) if "->" in text else bits(text)
        made = self.factory.make(chromosome, self.factory.index.matched_near(chromosome), ts)
        made.num = num
        made.matches = matches
        made.correct = correct
        made.cs = cs
        return made

    def insert(self, text: str, *, step: int = 0, **counts: Any) -> Classifier:
        """Return a rule that was inserted into P at `step`, with counts as in `rule`."""
        made = self.rule(text, **counts)
        self.population.insert(made, step)
        return made


def correct_sets(home: Bench, labels: list[int], step: int = 1) -> CorrectSets:
    """Return the correct sets of instance 1, whose labels are given as masks of 60."""
    sets = CorrectSets(home.layout.n_labels)
    sets.form(home.population.match_set(1), labels, step)
    return sets


class Stage:
    """A training cycle over binary data, set up by hand and fed by a tape.

    Parameters
    ----------
    instances : sequence of str
        D, as for `binary_dataset`.
    settings : Settings
        The settings.
    tape : sequence of float
        The numbers that the cycle draws.
    """

    def __init__(self, instances: Sequence[str], settings: Settings, tape: Sequence[float] = ()) -> None:
        self.dataset = binary_dataset(instances)
        self.tape = ReplayedDraws(list(tape))
        self.recorded = RecordedDraws(self.tape)
        self.events: list[Event] = []
        self.parts = Assembly(
            self.dataset.schema,
            self.dataset.X,
            self.dataset.Y.tolist(),
            self.dataset.ranges(),
            settings,
            self.recorded,
            self.events.append,
        )
        self.population = self.parts.population
        self.clock = self.parts.clock
        self.cycle = self.parts.cycle()

    def insert(
        self, text: str, *, num: int = 1, matches: int = 0, correct: int = 0, ts: int = 0, step: int = 0
    ) -> Classifier:
        """Return a rule that was inserted into P at `step`, with the given counts."""
        chromosome = notation(text)
        made = self.parts.factory.make(chromosome, self.parts.factory.index.matched_near(chromosome), ts)
        made.num = num
        made.matches = matches
        made.correct = correct
        self.population.insert(made, step)
        return made

    def present(self, instance: int, step: int, *, update_only: bool = False) -> None:
        """Present an instance at step t."""
        run = self.cycle.run_update_only if update_only else self.cycle.run
        run(instance, step)

    def rules(self) -> list[str]:
        """Return P as texts of notation, num and ts."""
        n_attributes = self.dataset.n_attributes
        return [f"{notation_of(rule, n_attributes)} num {rule.num} ts {rule.ts}" for rule in self.population.rules()]


def notation_of(rule: Classifier, n_attributes: int) -> str:
    """Return a rule with binary attributes in the paper's notation."""
    letters = {pair[1:]: pair[0] for pair in PAIRS} | {"01": "#"}
    text = rule.chromosome.to01()
    spelled = "".join(letters[text[start : start + 2]] for start in range(0, len(text), 2))
    return f"{spelled[:n_attributes]} -> {spelled[n_attributes:]}"


def assert_spent(draws: Draws, n: int) -> None:
    """Check that `n` numbers were drawn and that the tape held no more."""
    assert draws.count == n
    with pytest.raises(DrawsExhaustedError):
        draws.unit("nothing")


def flips(size: int, positions: Sequence[int], mu: float) -> list[float]:
    """Return the tape of a mutation that flips the bits at `positions` of `size`: just below mu there, mu elsewhere."""
    marked = zeros(size, "little")
    for position in positions:
        marked[position] = 1
    return [mu / 2 if marked[position] else mu for position in range(size)]
