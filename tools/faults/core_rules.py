"""Single faults of the modules about genes, rules and what they match."""

from __future__ import annotations

from typing import Final

from suite.fault import Fault, faults_of

__all__ = ["FAULTS"]

GENES: Final = faults_of(
    "core/genes.py",
    (
        "REP-2",
        '(0.0 or 1.0)."""\n        return not code & ACTIVE or (code >> 1) == x\n\n    def generalises(self, code: int, other: int) -> bool:\n        """Tell whether both',
        '(0.0 or 1.0)."""\n        return not code & ACTIVE or (code >> 1) != x\n\n    def generalises(self, code: int, other: int) -> bool:\n        """Tell whether both',
        "a binary test accepts the other value",
    ),
    (
        "SUB-2",
        "return not code & ACTIVE or code == other",
        "return not other & ACTIVE or code == other",
        "a binary test covers an open one",
    ),
    (
        "SUB-2",
        "return not other & ACTIVE or code == other",
        "return not code & ACTIVE or code == other",
        "an open decision is as specific as any",
    ),
    ("REP-8", "(x >= 0 and bool(", "(x >= -1 and bool(", "an undeclared value is tested like a value"),
    ("REP-3", "(code >> (int(x) + 1)) & 1", "(code >> int(x)) & 1", "value bits begin at the activation bit"),
    ("SUB-2", "return not other & ~code if", "return not code & ~other if", "a subset of values is more general"),
    (
        "SUB-2",
        "if self._superset else code == other",
        "if True else code == other",
        "sets need not be equal in authors",
    ),
    (
        "REP-5",
        "and (not values or values == self._full)",
        "and not values",
        "a test with every value set stays active",
    ),
    ("REP-5", "and (not values or values == self._full)", "and values == self._full", "an empty set stays active"),
    ("REP-5", "return values if code & ACTIVE and", "return 0 if code & ACTIVE and", "REPAIR clears the value bits"),
    ("REP-4", "self.levels = (1 << bits) - 1", "self.levels = 1 << bits", "a bound has 2^k levels"),
    ("REP-4", "if q == self.levels:", "if q > self.levels:", "the largest bound is not x_max exactly"),
    (
        "REP-4",
        "return q * self.range / self.levels + self.low",
        "return q * self.range / (self.levels + 1) + self.low",
        "bounds are scaled by 2^k",
    ),
    (
        "REP-4",
        "return q * self.range / self.levels + self.low",
        "return q * self.range / self.levels",
        "bounds are not moved by x_min",
    ),
    (
        "REP-4",
        "single(single(single(q / self.levels) * self.range) + self.low)",
        "single(q * self.range / self.levels + self.low)",
        "the authors' bounds are rounded once",
    ),
    ("REP-4", "return float(np.float32(x))", "return float(x)", "nothing is rounded to 32 bits"),
    ("REP-4", "self.low = single(low) if float32 else low", "self.low = low", "x_min is not rounded to 32 bits"),
    (
        "REP-6",
        "self.constant = not self.low < self.high",
        "self.constant = self.low == self.high",
        "an attribute without present values has a range",
    ),
    (
        "REP-6",
        "self.never_active = constant_inactive and self.constant",
        "self.never_active = self.constant",
        "constant attributes are never tested in authors",
    ),
    (
        "REP-6",
        "self.never_active = constant_inactive and self.constant",
        "self.never_active = False",
        "constant attributes are tested",
    ),
    (
        "REP-4",
        "return self._ordered and self.first(code) > self.second(code)",
        "return self._ordered and self.first(code) >= self.second(code)",
        "equal bounds count as reversed",
    ),
    (
        "REP-4",
        "return self._ordered and self.first(code) > self.second(code)",
        "return self.first(code) > self.second(code)",
        "reversed bounds match nothing in paper",
    ),
    (
        "REP-4",
        "return self._ordered and self.first(code) > self.second(code)",
        "return False",
        "reversed bounds are not noticed in authors",
        "An interval whose lower end is above its upper end accepts no present value anyway.",
    ),
    (
        "REP-4",
        "return first if self._ordered or first <= second else second",
        "return first",
        "the first bound is always the lower",
    ),
    (
        "REP-4",
        "return second if self._ordered or first <= second else first",
        "return second",
        "the second bound is always the upper",
    ),
    (
        "REP-4",
        "return self.value(self.lower(code)) <= at <= self.value(self.upper(code))",
        "return self.value(self.lower(code)) < at <= self.value(self.upper(code))",
        "the lower bound is out",
    ),
    (
        "SUB-2",
        "return self.lower(code) <= self.lower(other) and self.upper(other) <= self.upper(code)",
        "return self.lower(code) < self.lower(other) and self.upper(other) <= self.upper(code)",
        "an equal lower bound is not enclosed",
    ),
    (
        "SUB-2",
        "return self.lower(code) <= self.lower(other) and self.upper(other) <= self.upper(code)",
        "return self.lower(code) <= self.lower(other) and self.upper(other) < self.upper(code)",
        "an equal upper bound is not enclosed",
    ),
    (
        "SUB-2",
        "return self.lower(code) <= self.lower(other) and self.upper(other) <= self.upper(code)",
        "return self.lower(code) <= self.lower(other)",
        "upper bounds are not compared",
    ),
    (
        "SUB-2",
        "return self.lower(code) <= self.lower(other) and self.upper(other) <= self.upper(code)",
        "return self.first(code) <= self.first(other) and self.second(other) <= self.second(code)",
        "bounds are compared in the order of their bits",
    ),
    (
        "REP-6",
        "active = bool(code & ACTIVE) and not self.never_active",
        "active = bool(code & ACTIVE)",
        "REPAIR leaves a constant attribute's test active",
    ),
    (
        "REP-5",
        "return self.code(active, first, second) if first <= second else self.code(active, second, first)",
        "return self.code(active, first, second) if first <= second or not active else self.code(active, second, first)",
        "bounds of inactive tests are not ordered",
    ),
    (
        "REP-5",
        "return self.code(active, first, second) if first <= second else self.code(active, second, first)",
        "return self.code(active, first, second)",
        "REPAIR orders no bounds",
    ),
    (
        "REP-10",
        "if self._first_bound:\n",
        "if not self._first_bound:\n",
        "the profiles' equality of intervals is exchanged",
    ),
    (
        "REP-10",
        "return self.code(True, self.lower(code), self.upper(code))",
        "return self.code(True, self.first(code), self.second(code))",
        "equal intervals have their bounds in one order",
    ),
)
CHROMOSOME: Final = faults_of(
    "core/chromosome.py",
    ("REP-1", "return self.condition_size + 2 * label", "return 2 * label", "labels come before attributes"),
    (
        "REP-10",
        "care = active_pairs | (active_pairs >> 1)",
        "care = active_pairs.copy()",
        "values of binary tests and decisions don't count in equality",
    ),
    ("REP-10", "meaning = bits & care", "meaning = bits.copy()", "bits of inactive genes count in equality"),
    (
        "REP-5",
        "if isinstance(gene, (NominalGene, IntervalGene))",
        "if isinstance(gene, IntervalGene)",
        "nominal genes are not repaired",
    ),
    (
        "REP-5",
        "if isinstance(gene, (NominalGene, IntervalGene))",
        "if isinstance(gene, NominalGene)",
        "continuous genes are not repaired",
    ),
    (
        "SUB-2",
        "if not subset(care & self._conditions, other_care):",
        "if not subset(other_care & self._conditions, care):",
        "more tests are more general",
    ),
    (
        "SUB-2",
        "decisive = (care & self._conditions) | (other_care & self._labels)",
        "decisive = (care & self._conditions) | (care & self._labels)",
        "more decisions are less general",
    ),
    (
        "SUB-2",
        "decisive = (care & self._conditions) | (other_care & self._labels)",
        "decisive = care & self._conditions",
        "consequents are not compared",
    ),
    (
        "SUB-2",
        "decisive = (care & self._conditions) | (other_care & self._labels)",
        "decisive = other_care & self._labels",
        "values of binary tests are not compared",
    ),
)
CLASSIFIER: Final = faults_of(
    "core/classifier.py",
    (
        "UPD-2",
        "self.exp_per_match = n_labels if exp_per_label else 1",
        "self.exp_per_match = 1 if exp_per_label else n_labels",
        "the profiles' units of experience are exchanged",
    ),
    ("UPD-4", "int(power) - 1 if power", "int(power) if power", "one multiplication too many in acc^nu"),
    ("UPD-4", "return math.pow(accuracy, self.power)", "return accuracy", "a power that is not whole is left out"),
    (
        "PAR-1",
        "return self.matches * self.consequent.n_decided - self.correct",
        "return self.matches - self.correct",
        "wrong decisions are counted per match",
    ),
    (
        "UPD-1",
        "return self.correct + self.accounting.omega * self.indifferent",
        "return self.correct + self.indifferent",
        "an indifferent label adds 1 to tp",
    ),
    (
        "UPD-1",
        "return self.correct + self.accounting.omega * self.indifferent",
        "return float(self.correct)",
        "an indifferent label adds nothing to tp",
    ),
    (
        "UPD-1",
        "return self.correct + self.accounting.omega * self.indifferent",
        "return self.correct + self.accounting.phi * self.indifferent",
        "an indifferent label adds phi to tp",
    ),
    (
        "UPD-1",
        "return self.matches * self.consequent.n_decided + self.accounting.phi * self.indifferent",
        "return self.matches * self.consequent.n_decided + self.indifferent",
        "an indifferent label adds 1 to msa",
    ),
    (
        "UPD-1",
        "return self.matches * self.consequent.n_decided + self.accounting.phi * self.indifferent",
        "return float(self.matches * self.consequent.n_decided)",
        "an indifferent label adds nothing to msa",
    ),
    (
        "UPD-5",
        "return self.tp / msa if msa > 0.0 else 0.0",
        "return self.tp / msa if msa > 0.0 else 1.0",
        "acc is 1 while msa is 0",
    ),
    (
        "PAR-0",
        "return self.accounting.fitness(self.acc) if self.matches else 1.0",
        "return self.accounting.fitness(self.acc)",
        "F is 0 before the first update",
    ),
    (
        "UPD-5",
        "return self.accounting.fitness(self.acc) if self.matches else 1.0",
        "return self.accounting.fitness(self.acc) if self.msa else 1.0",
        "F is 1 while msa is 0",
    ),
    (
        "UPD-4",
        "return self.accounting.fitness(self.acc) if self.matches else 1.0",
        "return self.num * self.accounting.fitness(self.acc) if self.matches else 1.0",
        "F is weighed by num",
    ),
    (
        "GEN-1",
        "return self.fitness if self.exp >= threshold else 0.0",
        "return self.fitness if self.exp > threshold else 0.0",
        "F_d is 0 at the threshold",
    ),
    (
        "GEN-1",
        "return self.fitness if self.exp >= threshold else 0.0",
        "return self.fitness",
        "young rules are not discounted",
    ),
    ("PAR-0", "self.cs = 1.0", "self.cs = 0.0", "cs is 0 at birth"),
    ("PAR-0", "self.num = 1\n", "self.num = 2\n", "num is 2 at birth"),
)
COVERAGE: Final = faults_of(
    "core/coverage.py",
    (
        "REP-7",
        "_column((values == index) | missing)",
        "_column(values == index)",
        "a missing value matches no binary test",
    ),
    (
        "REP-7",
        "accepted = self._missing.copy()",
        "accepted = self._missing & ~self._missing",
        "a missing value is in no set",
    ),
    (
        "REP-4",
        "_column((self._values >= self._gene.value(q)) | self._missing)",
        "_column((self._values > self._gene.value(q)) | self._missing)",
        "the lower bound is out",
    ),
    (
        "REP-4",
        "_column((self._values <= self._gene.value(q)) | self._missing)",
        "_column((self._values < self._gene.value(q)) | self._missing)",
        "the upper bound is out",
    ),
    (
        "MAT-1",
        "return self._from(self._gene.lower(code)) & self._to(self._gene.upper(code))",
        "return self._from(self._gene.lower(code)) | self._to(self._gene.upper(code))",
        "one bound is enough",
    ),
    (
        "REP-4",
        "if self._gene.is_reversed(code):\n            return self._none",
        "if self._gene.is_reversed(code):\n            return ~self._none",
        "reversed bounds match everything",
    ),
    (
        "REP-4",
        "self._values = values.astype(np.float32).astype(np.float64) if gene.float32 else values",
        "self._values = values",
        "values are not rounded to 32 bits",
    ),
    (
        "MAT-1",
        "matched &= self._columns[index].accepting(code)",
        "matched |= self._columns[index].accepting(code)",
        "one test is enough",
    ),
    (
        "MAT-1",
        "matched &= self._columns[index].accepting(code)",
        "matched = self._columns[index].accepting(code)",
        "only the last test counts",
    ),
    (
        "REP-6",
        "        if gene.never_active:\n            missing",
        "        if False:\n            missing",
        "constant attributes are tested",
    ),
    (
        "REP-7",
        "np.where(absent, 1.0, values)",
        "np.where(absent, 0.0, values)",
        "a missing binary value reads 0 in authors",
    ),
    (
        "REP-7",
        "np.where(absent, 0.0, values), gene.n_values",
        "np.where(absent, 1.0, values), gene.n_values",
        "a missing nominal value reads the second in authors",
    ),
    (
        "REP-7",
        "missing = absent if missing_match else np.zeros(len(values), dtype=bool)",
        "missing = absent",
        "missing values match in authors",
    ),
)
FAULTS: Final[tuple[Fault, ...]] = (*GENES, *CHROMOSOME, *CLASSIFIER, *COVERAGE)
