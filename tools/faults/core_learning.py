"""Single faults of the modules about steps: clock, sets, update, control, deletion, cycle, learner."""

from __future__ import annotations

from typing import Final

from suite.fault import Fault, faults_of

__all__ = ["FAULTS"]

CLOCK: Final = faults_of(
    "core/clock.py",
    (
        "CYC-2",
        "return now - self.theta > num_ts // num",
        "return (now - self.theta) * num >= num_ts",
        "a GA is due at the threshold in paper",
    ),
    ("CYC-2", "return now - self.theta > num_ts // num", "return now - self.theta > num_ts", "num does not divide"),
    ("CYC-2", "now - self.theta > num_ts // num", "now > num_ts // num", "theta_GA is left out"),
    ("CYC-2", "return now - mean >= self.theta", "return now - mean > self.theta", "authors want more than theta_GA"),
    ("CYC-2", "(num_ts + HALF_INT32) % INT32 - HALF_INT32", "num_ts", "the authors' sum does not wrap"),
    ("CYC-2", "INT32: Final = 1 << 32", "INT32: Final = 1 << 33", "the authors' sum wraps one bit later"),
    (
        "CYC-2",
        "wrapped // num if wrapped >= 0 else -(-wrapped // num)",
        "wrapped // num",
        "a negative mean is rounded down",
    ),
    ("CYC-2", "self.now += 1", "self.now += 2", "the clock is raised by two"),
)
CONSEQUENT: Final = faults_of(
    "core/consequent.py",
    (
        "CYC-0",
        "active.tobytes() + (active & asserting).tobytes()",
        "active.tobytes()",
        "rules that decide the same labels share their decisions",
    ),
    (
        "CYC-0",
        "active.tobytes() + (active & asserting).tobytes()",
        "(active & asserting).tobytes()",
        "rules that assert the same labels share their decisions",
    ),
    (
        "UPD-1",
        "self.n_decided: int = active.count()",
        "self.n_decided: int = asserting.count()",
        "only decisions for 1 are decisions",
    ),
    (
        "CYC-0",
        "for start in range(0, len(bits), WORD)",
        "for start in range(0, min(len(bits), WORD), WORD)",
        "labels beyond 62 are forgotten",
    ),
)
SETS: Final = faults_of(
    "core/sets.py",
    (
        "CYC-0",
        "match_set.copy() if is_covering else match_set",
        "match_set",
        "covering's rules enter the sets of later labels",
    ),
    (
        "CYC-0",
        "right = decisions.decides & ~(decisions.asserts ^ labels)",
        "right = decisions.decides & (decisions.asserts ^ labels)",
        "wrong decisions make a correct set",
    ),
    (
        "CYC-0",
        "right = decisions.decides & ~(decisions.asserts ^ labels)",
        "right = decisions.asserts & labels",
        "decisions for 0 make no correct set",
    ),
    ("CYC-0", "consequent.num += num", "consequent.num += 1", "correct sets are counted in rules"),
    (
        "CYC-2",
        "consequent.num_ts += num * classifier.ts",
        "consequent.num_ts += classifier.ts",
        "ts is not weighed by num",
    ),
    ("UPD-3", "rest.smallest < smallest", "rest.smallest > smallest", "cs moves towards the largest set"),
    (
        "UPD-3",
        "            if rest is not None and rest.smallest < smallest:\n",
        "            if rest is None:\n",
        "cs moves towards the first set",
    ),
    ("CYC-3", " if rule.consequent.on_word(word).right & bit != 0]", "]", "all of M is in every correct set"),
    ("CYC-3", "            rule.ts = ts\n", "            rule.ts = ts - 1\n", "stamps are one tick early"),
    ("SUB-1", "if rule.stamped_at < 0:", "if True:", "the last stamp counts for ability in authors"),
    ("SUB-1", "rule.stamped_at = rule.matches", "rule.stamped_at = 0", "a stamp counts before the next update"),
    (
        "CYC-3",
        "        self._sum_up()\n        return members",
        "        return members",
        "a stamp does not count for the step's later labels",
    ),
    ("CYC-3", "consequent.num_ts = consequent.num * now", "consequent.num_ts = now", "restamped sums forget num"),
)
UPDATE: Final = faults_of(
    "core/update.py",
    ("UPD-2", "rule.matches += 1", "rule.matches += rule.num", "experience is weighed by num"),
    ("UPD-1", "rule.correct += rule.consequent.n_right", "rule.correct += 1", "one right decision of a rule counts"),
    (
        "UPD-3",
        "self.learning_rate * (rule.consequent.cs_min - rule.cs)",
        "beta * consequent.smallest",
        "cs never falls",
    ),
    ("UPD-3", "rule.cs += self.learning_rate", "rule.cs -= self.learning_rate", "cs moves away from the set"),
    (
        "UPD-3",
        "rule.cs += self.learning_rate * (rule.consequent.cs_min - rule.cs)",
        "rule.cs = rule.consequent.cs_min",
        "cs is the set's size at once",
    ),
    ("UPD-3", "            if rule.consequent.n_right:\n", "            if True:\n", "cs moves without a correct set"),
)
CONTROL: Final = faults_of(
    "core/control.py",
    ("CTL-1", "if len(level) < 2:", "if len(level) < 1:", "a lone rule of its level is controlled"),
    ("CTL-1", "if len(level) < 2:", "if len(level) < 3:", "two rules of a level are not enough"),
    ("CTL-1", "if fitness <= lowest:", "if fitness < lowest:", "ties go to the first"),
    ("CTL-1", "if fitness <= lowest:", "if fitness >= lowest:", "the fittest rule loses"),
    (
        "CTL-1",
        "fitness = classifier.fitness\n",
        "fitness = classifier.num * classifier.fitness\n",
        "num weighs in control",
    ),
    ("CTL-1", "self.population.lose(loser)", "self.population.lose(loser, loser.num)", "the whole rule goes"),
    (
        "CTL-2",
        "known_from = step - self.population.n_instances",
        "known_from = step - self.population.n_instances - 1",
        "coverage is known a step late",
    ),
    (
        "CTL-2",
        "known_from = step - self.population.n_instances",
        "known_from = step - self.population.n_instances + 1",
        "coverage is known a step early",
    ),
    ("CTL-2", "classifier.created <= known_from and ", "", "young rules take part"),
    (
        "CTL-1",
        "            if classifier.created <= known_from and classifier.n_covered <= least:\n                if classifier.n_covered < least:",
        "            if classifier.created <= known_from and classifier.n_covered >= (lowest if level else 0):\n                if classifier.n_covered > least or not level:",
        "the highest level is controlled",
    ),
    ("CTL-1", "                    level = []\n", "", "rules of higher levels are controlled too"),
)
DELETION: Final = faults_of(
    "core/deletion.py",
    (
        "DEL-2",
        "return 1.0 / fitness if rule.exp < self.theta_del else rule.cs - 1.0 - math.log(fitness)",
        "return 1.0 / fitness if rule.exp <= self.theta_del else rule.cs - 1.0 - math.log(fitness)",
        "cs counts after theta_del",
    ),
    (
        "DEL-2",
        "return 1.0 / fitness if rule.exp < self.theta_del else rule.cs - 1.0 - math.log(fitness)",
        "return rule.cs - 1.0 - math.log(fitness)",
        "cs counts at once",
    ),
    ("DEL-2", "rule.cs - 1.0 - math.log(fitness)", "rule.cs - math.log(fitness)", "ln d is too large by one"),
    (
        "DEL-2",
        "rule.cs - 1.0 - math.log(fitness)",
        "rule.cs - 1.0 + math.log(fitness)",
        "fit rules of large sets are deleted",
    ),
    ("DEL-2", "rule.cs - 1.0 - math.log(fitness)", "rule.cs - 1.0", "F is left out of old rules' votes"),
    ("DEL-2", "return 1.0 / fitness if rule.exp", "return fitness if rule.exp", "fit young rules are deleted"),
    (
        "DEL-2",
        "_exp(1.0 / fitness) if rule.exp < self.theta_del",
        "_exp(1.0 / fitness) if rule.exp <= self.theta_del",
        "cs counts after theta_del in authors",
    ),
    ("DEL-2", "_exp(rule.cs - 1.0) / fitness", "_exp(rule.cs) / fitness", "d of old rules is e times too large"),
    ("DEL-2", "_exp(rule.cs - 1.0) / fitness", "_exp(rule.cs - 1.0) * fitness", "d of old rules grows with F"),
    ("DEL-3", "weights.append(float(rule.num))", "weights.append(1.0)", "num is left out among rules of F 0"),
    (
        "DEL-1",
        "float(rule.num) * math.exp(rule.d - largest)",
        "math.exp(rule.d - largest)",
        "num is left out of deletion",
    ),
    ("DEL-3", "math.exp(rule.d - largest)", "math.exp(largest - rule.d)", "the smallest vote has the largest weight"),
    (
        "DEL-3",
        "math.exp(rule.d - largest)",
        "math.exp(0.5 * (rule.d - largest))",
        "weights are not those of the formula",
    ),
    ("DEL-1", "running += float(rule.num) * rule.d", "running += rule.d", "num is left out of deletion in authors"),
    (
        "DEL-1",
        "if rule.d > largest and rule.num:",
        "if rule.d > largest:",
        "a rule that has left competes in the step's next deletion",
    ),
    (
        "DEL-3",
        "if total < INFINITY else INFINITY",
        "if total < INFINITY else 0.0",
        "an infinite total takes whom u = 0 takes",
    ),
    ("DEL-1", "self.population.lose(chosen)", "self.population.lose(chosen, chosen.num)", "the whole rule goes"),
    (
        "DEL-3",
        "    except OverflowError:\n        return INFINITY",
        "    except OverflowError:\n        return 0.0",
        "votes that overflow are 0",
    ),
    (
        "DEL-4",
        "rule.d - largest >= LEAST_EXPONENT",
        "rule.d - largest > LEAST_EXPONENT",
        "a vote at the border weighs nothing",
    ),
    (
        "DEL-4",
        "rule.d - largest >= LEAST_EXPONENT",
        "if vote >= LEAST_EXPONENT",
        "distance is not from the largest vote of all",
    ),
    ("DEL-4", "LEAST_EXPONENT: Final = -64.0", "LEAST_EXPONENT: Final = -66.0", "votes a little farther have weight"),
)
CYCLE: Final = faults_of(
    "core/cycle.py",
    (
        "CTL-1",
        "if self.control is not None and self.deletions_commenced:",
        "if self.control is not None:",
        "control needs no deletion",
    ),
    ("CTL-3", "if self.control is not None and self.deletions_commenced:", "if False:", "M is never controlled"),
    (
        "CYC-0",
        "        self.update.update_set(self.sets)\n        self.clock.begin_step(step)\n        self.discovery.discover(self.sets, instance, step)\n",
        "        self.clock.begin_step(step)\n        self.discovery.discover(self.sets, instance, step)\n        self.update.update_set(self.sets)\n",
        "discovery comes before the update",
    ),
    (
        "CYC-0",
        "        self.discovery.discover(self.sets, instance, step)\n        self.delete_surplus(step)\n",
        "        self.delete_surplus(step)\n        self.discovery.discover(self.sets, instance, step)\n",
        "deletion comes before discovery",
    ),
    (
        "CYC-0",
        "        self.update.update_set(self.sets)\n        self.clock",
        "        self.clock",
        "training steps update nothing",
    ),
    ("CYC-2", "        self.clock.begin_step(step)\n", "", "the step clock stands still"),
    (
        "DEL-1",
        "while self.population.micro > self.population_size:",
        "while self.population.micro >= self.population_size:",
        "P stays below N",
    ),
    (
        "DEL-1",
        "while self.population.micro > self.population_size:",
        "while self.population.macro > self.population_size:",
        "rules are counted, not micro-classifiers",
    ),
    (
        "DEL-1",
        "while self.population.micro > self.population_size:",
        "if self.population.micro > self.population_size:",
        "one deletion a step",
    ),
    ("CTL-1", "            self.deletions_commenced = True\n", "", "deletions never commence"),
    (
        "CYC-4",
        '        """Present one instance to matching and update alone (CYC-4)."""\n',
        '        """Present one instance to matching and update alone (CYC-4)."""\n        self.clock.begin_label()\n',
        "the clock goes on in update-only passes",
    ),
    ("CTL-1", "return self.population.match_set(instance)\n", "return match_set\n", "a rule that is gone stays in M"),
    (
        "GEN-7",
        "self.population.lose(rule, num)",
        "self.population.lose(rule)",
        "rules that match nothing lose one micro-classifier",
    ),
    (
        "GEN-7",
        "zero_coverage_created_by(step - self.population.n_instances)",
        "zero_coverage_created_by(step)",
        "rules that match nothing go at once",
    ),
    (
        "GEN-7",
        "        if self._zero_coverage_removed:\n",
        "        if False:\n",
        "rules that match nothing stay in authors",
    ),
    (
        "GEN-7",
        "        if self._zero_coverage_removed:\n",
        "        if True:\n",
        "rules that match nothing go in paper",
    ),
)
POPULATION: Final = faults_of(
    "core/population.py",
    (
        "MAT-1",
        "self._niches[instance - self._start].enlist(rule)",
        "self._niches[instance - self._start - 1].enlist(rule)",
        "rules enlist with the wrong instance",
    ),
    ("DEL-1", "self.micro += classifier.num", "self.micro += 1", "inserted rules count as one"),
    (
        "SUB-4",
        "        classifier.num += num\n        self.micro += num",
        "        classifier.num += num",
        "gained num is not counted",
    ),
    (
        "DEL-1",
        "        classifier.num -= num\n        self.micro -= num",
        "        classifier.num -= num",
        "lost num is not counted",
    ),
    ("CTL-2", "classifier.created = step", "classifier.created = 0", "the step of creation is not kept"),
    ("GEN-7", "if rule.created <= step]", "if rule.created < step]", "rules that match nothing go a step late"),
    ("DEL-1", "self._rules = [rule for rule in self._rules if rule.num]", "pass", "rules of num 0 stay in P"),
    (
        "SUB-4",
        "return self._niches.of(first).members(self._losses) if first >= 0 else self.rules()",
        "return self._niches.of(first).members(self._losses)[:1] if first >= 0 else self.rules()",
        "only the first matching rule may subsume",
    ),
    ("SUB-3", "        equals.remove(classifier)\n", "", "rules that are gone absorb their equals"),
    (
        "MAT-2",
        "for instance in rule.coverage.search(1, self._start, self._stop):",
        "for instance in list(rule.coverage.search(1, self._start, self._stop))[:1]:",
        "a rule enlists with the first instance alone",
    ),
)
NICHE: Final = faults_of(
    "core/population.py",
    ("CYC-0", "[member for member in self._members if member.num]", "list(self._members)", "rules of num 0 stay in M"),
    ("CYC-0", "if losses != self._losses:", "if not losses:", "rules of num 0 leave M only when M grows"),
    (
        "CYC-0",
        "        self._members.append(classifier)",
        "        self._members.insert(0, classifier)",
        "M is in reverse order",
    ),
)
LEARNER: Final = faults_of(
    "core/learner.py",
    (
        "CYC-1",
        "instance: int = self.steps % self._n_instances",
        "instance: int = (self.steps + 1) % self._n_instances",
        "the second instance comes first",
    ),
    (
        "CYC-1",
        "instance: int = self.steps % self._n_instances",
        "instance: int = -1 - self.steps % self._n_instances",
        "instances come in reverse order",
    ),
    (
        "CYC-1",
        "self.n_training_steps: int = settings.passes * self._n_instances",
        "self.n_training_steps = (settings.passes + 1) * dataset.n_instances",
        "one training pass too many",
    ),
    (
        "CYC-4",
        "if self.steps <= self.n_training_steps:",
        "if self.steps < self.n_training_steps:",
        "the last training step updates only",
    ),
    ("CYC-4", "if self.steps <= self.n_training_steps:", "if True:", "no pass updates only"),
    (
        "INI-4",
        "        if self.population.micro:\n            self._cycle.delete_surplus(0)\n",
        "",
        "the initial surplus stays",
    ),
    (
        "FIN-1",
        "if self.settings.final_merge and self.settings.update_only > 0.0:",
        "if False:",
        "nothing is merged at the end",
    ),
    (
        "FIN-1",
        "if self.settings.final_merge and self.settings.update_only > 0.0:",
        "if True:",
        "rules are merged at the end in paper",
    ),
    (
        "INI-1",
        "        elif settings.clustering:\n",
        "        elif not settings.clustering:\n",
        "runs start from clusters where they are off",
    ),
)
TALLY: Final = faults_of(
    "core/sets.py",
    (
        "UPD-1",
        "consequent.n_right += bucket.n_right",
        "consequent.n_right = bucket.n_right",
        "only the last four labels of a word count as right",
    ),
    (
        "CYC-0",
        "bucket.num += consequent.num\n",
        "bucket.num = consequent.num\n",
        "of rules right on the same labels only one counts",
    ),
    (
        "CYC-2",
        "bucket.num_ts += consequent.num_ts",
        "bucket.num_ts = consequent.num_ts",
        "of rules right on the same labels only one has a ts",
    ),
    ("CYC-2", "num_ts += bucket.num_ts", "num_ts = bucket.num_ts", "only one group of rules counts for ts"),
    (
        "CYC-0",
        "correct_set.num += bucket.num\n",
        "correct_set.num = bucket.num\n",
        "only one group of rules counts for num",
    ),
    ("CYC-0", "            correct_set.num = 0\n", "", "correct sets keep the size of the last instance's"),
)
FAULTS: Final[tuple[Fault, ...]] = (
    *CLOCK,
    *CONSEQUENT,
    *SETS,
    *UPDATE,
    *CONTROL,
    *DELETION,
    *CYCLE,
    *POPULATION,
    *NICHE,
    *LEARNER,
    *TALLY,
)
