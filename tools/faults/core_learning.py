"""Single faults of the modules about steps: clock, sets, update, control, deletion, cycle, learner."""

from __future__ import annotations

from typing import Final

from suite.fault import Fault, faults_of

__all__ = ["FAULTS"]

CLOCK: Final = faults_of(
    "core/clock.py",
    ("CYC-2", "* num > num_ts", "* num >= num_ts", "a GA is due at the threshold in paper"),
    (
        "CYC-2",
        "return (self.now - self.theta) * num > num_ts",
        "return self.now - self.theta > num_ts",
        "num does not divide",
    ),
    ("CYC-2", "(self.now - self.theta) * num", "self.now * num", "theta_GA is left out"),
    (
        "CYC-2",
        "return self.now - mean >= self.theta",
        "return self.now - mean > self.theta",
        "authors want more than theta_GA",
    ),
    ("CYC-2", "(num_ts + HALF_INT32) % INT32 - HALF_INT32", "num_ts", "the authors' sum does not wrap"),
    ("CYC-2", "INT32: Final = 1 << 32", "INT32: Final = 1 << 33", "the authors' sum wraps one bit later"),
    (
        "CYC-2",
        "wrapped // num if wrapped >= 0 else -(-wrapped // num)",
        "wrapped // num",
        "a negative mean is rounded down",
    ),
    ("CYC-2", "        if not self._per_label:\n", "        if self._per_label:\n", "the label clock follows the step"),
    (
        "CYC-2",
        "        if self._per_label:\n            self.now += 1",
        "        self.now += 1",
        "the step clock is raised by labels",
    ),
    ("CYC-2", "self.now += 1", "self.now += 2", "the clock is raised by two"),
    (
        "CYC-2",
        "        if not self._truncated:\n",
        "        if self._truncated:\n",
        "the profiles' tests are exchanged",
    ),
)
CONSEQUENT: Final = faults_of(
    "core/consequent.py",
    (
        "CYC-0",
        "decides.tobytes() + asserted.tobytes()",
        "decides.tobytes()",
        "rules that decide the same labels share their decisions",
    ),
    (
        "CYC-0",
        "decides.tobytes() + asserted.tobytes()",
        "asserted.tobytes()",
        "rules that assert the same labels share their decisions",
    ),
    (
        "UPD-1",
        "self.n_decided: int = decides.count()",
        "self.n_decided: int = asserts.count()",
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
    ("CYC-0", "consequent.num += classifier.num", "consequent.num += 1", "correct sets are counted in rules"),
    (
        "CYC-2",
        "consequent.num_ts += classifier.num * classifier.ts",
        "consequent.num_ts += classifier.ts",
        "ts is not weighed by num",
    ),
    ("UPD-1", "n_right += decisions.n_right", "n_right = 1", "one right decision of a rule counts"),
    ("CYC-2", "num_ts += bucket.num_ts", "num_ts = bucket.num_ts", "only one group of rules counts for ts"),
    (
        "CYC-0",
        "                    num += bucket.num\n",
        "                    num = bucket.num\n",
        "only one group of rules counts for num",
    ),
    (
        "UPD-3",
        "by_size[place - 1].num > correct_set.num",
        "by_size[place - 1].num < correct_set.num",
        "cs moves towards the largest set",
    ),
    ("UPD-3", "        self._sort_by_size()\n", "", "cs moves towards the first set"),
    (
        "UPD-3",
        "                    if correct_set.holds(consequent):\n                        consequent.smallest",
        "                    if correct_set.num:\n                        consequent.smallest",
        "sets that lack the rule count for cs",
    ),
    (
        "CYC-3",
        "[classifier for classifier in self.match_set if correct_set.holds(classifier.consequent)]",
        "list(self.match_set)",
        "all of M is in every correct set",
    ),
    (
        "CYC-3",
        "            classifier.ts = clock\n",
        "            classifier.ts = clock - 1\n",
        "stamps are one tick early",
    ),
    ("SUB-1", "if classifier.stamped_at < 0:", "if True:", "the last stamp counts for ability in authors"),
    (
        "SUB-1",
        "classifier.stamped_at = classifier.matches",
        "classifier.stamped_at = 0",
        "a stamp counts before the next update",
    ),
    (
        "CYC-3",
        "                self._restamp(consequent, clock)\n",
        "                pass\n",
        "a stamp does not count for the step's later labels",
    ),
    ("CYC-3", "correct_set.num_ts += younger", "correct_set.num_ts -= younger", "restamped sums go the wrong way"),
    (
        "CYC-3",
        "younger = consequent.num * clock - consequent.num_ts",
        "younger = clock - consequent.num_ts",
        "restamped sums forget num",
    ),
)
UPDATE: Final = faults_of(
    "core/update.py",
    ("UPD-2", "classifier.matches += 1", "classifier.matches += classifier.num", "experience is weighed by num"),
    (
        "UPD-1",
        "classifier.correct += consequent.n_right",
        "classifier.correct += 1",
        "one right decision of a rule counts",
    ),
    ("UPD-3", "beta * (consequent.smallest - classifier.cs)", "beta * consequent.smallest", "cs never falls"),
    ("UPD-3", "classifier.cs += beta", "classifier.cs -= beta", "cs moves away from the set"),
    (
        "UPD-3",
        "classifier.cs += beta * (consequent.smallest - classifier.cs)",
        "classifier.cs = consequent.smallest",
        "cs is the set's size at once",
    ),
    ("UPD-3", "            if consequent.n_right:\n", "            if True:\n", "cs moves without a correct set"),
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
        "            if classifier.created <= known_from and classifier.n_covered <= lowest:\n                if classifier.n_covered < lowest:",
        "            if classifier.created <= known_from and classifier.n_covered >= (lowest if level else 0):\n                if classifier.n_covered > lowest or not level:",
        "the highest level is controlled",
    ),
    ("CTL-1", "                    level = []\n", "", "rules of higher levels are controlled too"),
)
DELETION: Final = faults_of(
    "core/deletion.py",
    (
        "DEL-2",
        "return 1.0 / fitness if rule.exp < self._theta_del else rule.cs - 1.0 - math.log(fitness)",
        "return 1.0 / fitness if rule.exp <= self._theta_del else rule.cs - 1.0 - math.log(fitness)",
        "cs counts after theta_del",
    ),
    (
        "DEL-2",
        "return 1.0 / fitness if rule.exp < self._theta_del else rule.cs - 1.0 - math.log(fitness)",
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
        "        if rule.exp < self._theta_del:\n",
        "        if rule.exp <= self._theta_del:\n",
        "cs counts after theta_del in authors",
    ),
    (
        "DEL-2",
        "return _exp(rule.cs - 1.0) / fitness",
        "return _exp(rule.cs) / fitness",
        "d of old rules is e times too large",
    ),
    (
        "DEL-2",
        "return _exp(rule.cs - 1.0) / fitness",
        "return _exp(rule.cs - 1.0) * fitness",
        "d of old rules grows with F",
    ),
    ("DEL-3", "if top == INFINITY:", "if False:", "rules of F 0 have no precedence"),
    ("DEL-3", "rule.weight = float(rule.num)", "rule.weight = 1.0", "num is left out among rules of F 0"),
    (
        "DEL-3",
        "competing = [rule for rule in near if rule.deletion_vote == INFINITY]",
        "competing = near",
        "fit rules compete with those of F 0",
    ),
    (
        "DEL-1",
        "rule.weight = rule.num * math.exp(rule.deletion_vote - top)",
        "rule.weight = math.exp(rule.deletion_vote - top)",
        "num is left out of deletion",
    ),
    (
        "DEL-3",
        "rule.weight = rule.num * math.exp(rule.deletion_vote - top)",
        "rule.weight = rule.num * math.exp(top - rule.deletion_vote)",
        "the smallest vote has the largest weight",
    ),
    (
        "DEL-3",
        "rule.weight = rule.num * math.exp(rule.deletion_vote - top)",
        "rule.weight = rule.num / (1.0 + top - rule.deletion_vote)",
        "weights are not those of the formula",
    ),
    (
        "DEL-1",
        "rule.weight = rule.num * rule.deletion_vote\n",
        "rule.weight = rule.deletion_vote\n",
        "num is left out of deletion in authors",
    ),
    ("DEL-3", "u if total < INFINITY else 1.0", "u", "an infinite total takes whom u = 0 takes"),
    ("DEL-1", "self._population.lose(chosen)", "self._population.lose(chosen, chosen.num)", "the whole rule goes"),
    (
        "DEL-2",
        "if rule.deletion_vote_at != rule.matches:\n                    rule.deletion_vote = self.log_vote(rule)",
        "if rule.deletion_vote_at < 0:\n                    rule.deletion_vote = self.log_vote(rule)",
        "votes are those of the first deletion",
    ),
    (
        "DEL-3",
        "    except OverflowError:\n        return INFINITY",
        "    except OverflowError:\n        return 0.0",
        "votes that overflow are 0",
    ),
    (
        "DEL-4",
        "if rule.deletion_vote - top >= LEAST_EXPONENT]",
        "if rule.deletion_vote - top > LEAST_EXPONENT]",
        "a vote at the border weighs nothing",
    ),
    (
        "DEL-4",
        "competing = [rule for rule in near if rule.deletion_vote - top >= LEAST_EXPONENT]",
        "competing = near",
        "distance is not from the largest vote of all",
    ),
    ("DEL-4", "LEAST_EXPONENT: Final = -64.0", "LEAST_EXPONENT: Final = -66.0", "votes a little farther have weight"),
    (
        "DEL-2",
        "if rule.deletion_vote_at != rule.matches:\n                    rule.deletion_vote = self.plain_vote(rule)",
        "if rule.deletion_vote_at < 0:\n                    rule.deletion_vote = self.plain_vote(rule)",
        "authors' votes are those of the first deletion",
    ),
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
        "self.sets.form(match_set.copy(), ",
        "self.sets.form(match_set, ",
        "covering's rules enter the sets of later labels",
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
        "unmatched_created_by(step - self.population.n_instances)",
        "unmatched_created_by(step)",
        "rules that match nothing go at once",
    ),
    (
        "GEN-7",
        "        if self._unmatched_removed:\n",
        "        if False:\n",
        "rules that match nothing stay in authors",
    ),
    ("GEN-7", "        if self._unmatched_removed:\n", "        if True:\n", "rules that match nothing go in paper"),
)
POPULATION: Final = faults_of(
    "core/population.py",
    (
        "MAT-1",
        "self._niches[instance].enlist(classifier)",
        "self._niches[-1 - instance].enlist(classifier)",
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
        "return self._niches[first].members() if first >= 0 else self.rules()",
        "return self._niches[first].members()[:1] if first >= 0 else self.rules()",
        "only the first matching rule may subsume",
    ),
    ("SUB-3", "        equals.remove(classifier)\n", "", "rules that are gone absorb their equals"),
    (
        "MAT-2",
        "        for instance in classifier.coverage.search(1):\n            self._niches[instance].enlist",
        "        for instance in list(classifier.coverage.search(1))[:1]:\n            self._niches[instance].enlist",
        "a rule enlists with the first instance alone",
    ),
)
NICHE: Final = faults_of(
    "core/niche.py",
    ("CYC-0", "[member for member in self._members if member.num]", "list(self._members)", "rules of num 0 stay in M"),
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
        "instance = self.steps % self.dataset.n_instances",
        "instance = (self.steps + 1) % self.dataset.n_instances",
        "the second instance comes first",
    ),
    (
        "CYC-1",
        "instance = self.steps % self.dataset.n_instances",
        "instance = -1 - self.steps % self.dataset.n_instances",
        "instances come in reverse order",
    ),
    (
        "CYC-1",
        "self.n_training_steps = settings.passes * dataset.n_instances",
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
        "CYC-4",
        "int(settings.update_only * settings.passes)",
        "round(settings.update_only * settings.passes)",
        "update-only passes are rounded",
    ),
    (
        "CYC-4",
        "int(settings.update_only * settings.passes)",
        "int(-(-settings.update_only * settings.passes // 1))",
        "update-only passes are rounded up",
    ),
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
    "core/tally.py",
    (
        "UPD-1",
        "decisions.n_right += bucket.n_right",
        "decisions.n_right = bucket.n_right",
        "only the last four labels of a word count as right",
    ),
    (
        "CYC-0",
        "bucket.num += decisions.num\n",
        "bucket.num = decisions.num\n",
        "of rules right on the same labels only one counts",
    ),
    (
        "CYC-2",
        "bucket.num_ts += decisions.num_ts",
        "bucket.num_ts = decisions.num_ts",
        "of rules right on the same labels only one has a ts",
    ),
    ("CYC-0", "(decisions.right >> shift)", "decisions.right", "labels beyond the fourth are those of the first four"),
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
