"""The training of MlS-LCS (CYC, UPD, COV, CTL, INI), written clause by clause."""

import zlib
from collections.abc import Sequence

from literal.clustering import centroids, partitions
from literal.deletion import deletion_weights
from literal.genetic import Rule, breed, roulette
from literal.profiles import Settings
from literal.representation import Attribute, Bits, Representation, Row
from literal.streams import Stream
from literal.subsumption import absorber, merge

__all__ = ["Model", "Rule"]

Born = tuple[Rule, list[Rule]]  # an offspring and its parents


class Model:
    """The population, its stream and its clocks."""

    def __init__(
        self,
        attributes: Sequence[Attribute],
        rows: Sequence[Row],
        labels: Sequence[Sequence[int]],
        settings: Settings,
        stream: Stream,
    ) -> None:
        self.attributes, self.rows, self.labels, self.s, self.stream = attributes, rows, labels, settings, stream
        self.n_labels = len(labels[0])
        self.genes = Representation(attributes, self.n_labels, settings)
        self.population: list[Rule] = []
        self.t = 0
        self.clock = 0  # CYC-2
        self.deletions = False  # CTL: a deletion has happened
        if settings["clustering"]:
            self.initialise()

    def initialise(self) -> None:
        """INI-1, INI-3, INI-4."""
        for combination, members in partitions(self.rows, self.labels):
            for centre in centroids(self.attributes, members, self.s["gamma"], self.stream):
                bits = self.genes.cover(centre, self.s["p_hash_init"], self.stream, centroid=True)
                for value in combination:
                    bits += [int(not self.stream.draw() < self.s["p_label_hash_init"]), value]
                rule = self.born(bits, 0)
                if any(rule.covers):
                    self.insert(rule, unless_equal=True)
        self.delete()

    def train(self) -> None:
        """CYC-1, CYC-4, FIN-1."""
        for _ in range(self.s["passes"]):
            for i in range(len(self.rows)):
                self.step(i)
        for _ in range(int(self.s["update_only"] * self.s["passes"])):
            for i in range(len(self.rows)):
                self.update_step(i)
        self.finish()

    def step(self, i: int) -> None:
        """CYC-0: one presentation of instance i."""
        self.t += 1
        if self.s["ga_clock"] == "step":  # CYC-2
            self.clock = self.t
        matching = [rule for rule in self.population if rule.covers[i]]
        if self.s["zero_coverage_test"] == "before_repair":  # GEN-7
            last = self.t - len(self.rows)
            self.population = [rule for rule in self.population if rule.created != last or any(rule.covers)]
        if self.s["match_set_control"] and self.deletions:
            self.control(matching)
        correct = self.correct_sets(matching, i)
        self.update(matching, correct, i)
        if self.s["discovery_order"] == "by_label":
            self.discover_by_label(correct, i)
        else:
            self.discover_in_phases(correct, i)
        self.delete()

    def update_step(self, i: int) -> None:
        """CYC-4: matching and update alone."""
        self.t += 1
        matching = [rule for rule in self.population if rule.covers[i]]
        self.update(matching, self.correct_sets(matching, i), i)

    def finish(self) -> None:
        """FIN-1, if the settings ask for it."""
        if self.s["final_merge"] and self.s["update_only"] > 0:
            merge(self.population, self.genes)

    # The sets

    def control(self, matching: list[Rule]) -> None:
        """CTL-1, CTL-2."""
        known = [rule for rule in matching if self.t - rule.created >= len(self.rows)]
        smallest = min((sum(rule.covers) for rule in known), default=0)
        lowest = [rule for rule in known if sum(rule.covers) == smallest]
        if len(lowest) < 2:
            return
        loser = lowest[0]
        for rule in lowest:
            if rule.fitness <= loser.fitness:
                loser = rule
        loser.num -= 1
        if loser.num == 0:
            matching.remove(loser)
            self.population.remove(loser)

    def correct_sets(self, matching: Sequence[Rule], i: int) -> list[list[Rule]]:
        """CYC-0: C[l] in population order; REP-11: no decision, in no set."""
        for rule in matching:
            rule.num_in_sets = rule.num
        return [
            [rule for rule in matching if self.genes.decision(rule.bits, label) == self.labels[i][label]]
            for label in range(self.n_labels)
        ]

    # Update

    def update(self, matching: Sequence[Rule], correct: Sequence[Sequence[Rule]], i: int) -> None:
        """UPD-1, UPD-2, UPD-3, UPD-5; PAR-1."""
        sizes = [sum(rule.num for rule in members) for members in correct]
        for rule in matching:
            smallest: list[int] = []
            for label in range(self.n_labels):
                decision = self.genes.decision(rule.bits, label)
                if decision is None:
                    rule.indifferent += 1
                elif decision != self.labels[i][label]:
                    rule.wrong += 1
                else:
                    rule.correct += 1
                    smallest.append(sizes[label])
            rule.exp += self.n_labels if self.s["experience_unit"] == "label" else 1
            rule.tp = rule.correct + self.s["omega"] * rule.indifferent
            rule.msa = (rule.correct + rule.wrong) + self.s["phi"] * rule.indifferent
            rule.acc = rule.tp / rule.msa if rule.msa != 0 else 0.0
            rule.fitness = self.power(rule.acc)
            rule.able = rule.exp > self.s["theta_exp"] and rule.acc > self.s["acc0"] and rule.ts > 0  # SUB-1
            if smallest:
                rule.cs = rule.cs + self.s["beta"] * (min(smallest) - rule.cs)

    def power(self, acc: float) -> float:
        """UPD-4; PAR-1: acc^nu."""
        nu = self.s["nu"]
        if nu != int(nu):
            return float(acc**nu)
        f = acc
        for _ in range(int(nu) - 1):
            f *= acc
        return f

    # Discovery

    def due(self, members: Sequence[Rule]) -> bool:
        """CYC-2: the clock is raised, then compared; CYC-3: the stamp."""
        if self.s["ga_clock"] == "label":
            self.clock += 1
        stamps = sum(rule.ts * rule.num_in_sets for rule in members)
        size = sum(rule.num_in_sets for rule in members)
        if self.s["ga_due"] == "exact":
            due = (self.clock - self.s["theta_ga"]) * size > stamps
        else:
            wrapped = (stamps + 2**31) % 2**32 - 2**31
            mean = abs(wrapped) // size * (1 if wrapped >= 0 else -1)
            due = self.clock - mean >= self.s["theta_ga"]
        if due:
            for rule in members:
                rule.ts = self.clock
        return bool(due)

    def discover_by_label(self, correct: Sequence[Sequence[Rule]], i: int) -> None:
        """CYC-0, CYC-3, COV-5, SUB-4 `paper`."""
        pool: list[Born] = []
        for label, members in enumerate(correct):
            if not members:
                self.insert_covering(self.cover(i, label, self.clock))
            elif self.due(members):
                pool += self.offspring(members, label, self.clock)
        for rule, parents in pool:
            self.insert_offspring(rule, absorber(rule.bits, parents, self.population, self.genes))

    def discover_in_phases(self, correct: Sequence[Sequence[Rule]], i: int) -> None:
        """CYC-3, COV-5, SUB-4 `authors`."""
        turns: list[tuple[bool, int]] = []  # per label: is the GA due, and the clock then
        for members in correct:
            due = bool(members) and self.due(members)
            turns.append((due, self.clock))
        pool: list[tuple[Rule, Rule | None]] = []
        for members, label, (due, clock) in zip(correct, range(self.n_labels), turns, strict=True):
            if due:
                for rule, parents in self.offspring(members, label, clock):
                    pool.append((rule, absorber(rule.bits, parents, self.population, self.genes)))
        covering = [self.cover(i, label, turns[label][1]) for label in range(self.n_labels) if not correct[label]]
        for rule, winner in pool:
            self.insert_offspring(rule, winner)
        for rule in covering:
            self.insert_covering(rule)

    def offspring(self, members: Sequence[Rule], label: int, clock: int) -> list[Born]:
        """GEN-4 to GEN-8."""
        parents, children = breed(members, label, self.genes, self.rows, self.stream)
        return [(self.born(bits, clock), parents) for bits in children]

    def cover(self, i: int, focus: int, clock: int) -> Rule:
        """COV-1, COV-2, COV-6."""
        bits = self.genes.cover(self.rows[i], self.s["p_hash"], self.stream)
        for label in range(self.n_labels):
            exempt = label == focus and self.s["covering_focus"] == "specific"
            inactive = not exempt and self.stream.draw() < self.s["p_label_hash"]
            bits += [int(not inactive), self.labels[i][label]]
        return self.born(bits, clock)

    def born(self, bits: Bits, clock: int) -> Rule:
        """PAR-0; MAT-2."""
        covers = [self.genes.matches(bits, row) for row in self.rows]
        return Rule(bits, covers, clock if self.s["birth_timestamp"] == "clock" else 0, self.t)

    def insert_offspring(self, rule: Rule, winner: Rule | None) -> None:
        """SUB-4."""
        if winner is None:
            self.population.append(rule)
        else:
            winner.num += 1

    def insert_covering(self, rule: Rule) -> None:
        """COV-5."""
        self.insert(rule, unless_equal=self.s["covering_duplicates"] == "merge")

    def insert(self, new: Rule, *, unless_equal: bool) -> None:
        """COV-5, INI-4: append a rule, or raise num of the first that equals it."""
        for rule in self.population if unless_equal else []:
            if self.genes.equal(rule.bits, new.bits):
                rule.num += 1
                return
        self.population.append(new)

    def delete(self) -> None:
        """DEL-1."""
        while sum(rule.num for rule in self.population) > self.s["population_size"]:
            self.deletions = True
            candidates, weights = deletion_weights(self.population, self.s)
            chosen = candidates[roulette(weights, self.s, self.stream)]
            chosen.num -= 1
            if chosen.num == 0:
                self.population.remove(chosen)

    def digest(self) -> int:
        """CRC-32 of all rules in population order, each "bits num exp ts" and a newline."""
        text = "".join(f"{r.text} {r.num} {r.exp} {r.ts}\n" for r in self.population)
        return zlib.crc32(text.encode("ascii"))
