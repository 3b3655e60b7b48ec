"""Single faults of inference, metrics, compaction, problems and settings."""

from __future__ import annotations

from typing import Final

from suite.fault import Fault, faults_of

__all__ = ["FAULTS"]

VOTES: Final = faults_of(
    "inference/votes.py",
    ("INF-1", "bits[:, 0] * (2 * bits[:, 1] - 1)", "bits[:, 0] * bits[:, 1]", "decisions for 0 do not vote"),
    ("INF-1", "bits[:, 0] * (2 * bits[:, 1] - 1)", "2 * bits[:, 1] - 1", "open labels vote"),
    ("INF-1", "if rule.exp > 0 and len(instances):", "if len(instances):", "rules without experience vote"),
    (
        "INF-1",
        "rule.num * (rule.acc if by_accuracy else rule.fitness)",
        "rule.acc if by_accuracy else rule.fitness",
        "num is left out of votes",
    ),
    ("INF-1", "(rule.acc if by_accuracy else rule.fitness)", "rule.fitness", "authors vote by F"),
    ("INF-1", "(rule.acc if by_accuracy else rule.fitness)", "rule.acc", "paper votes by acc"),
    (
        "INF-1",
        "dtype=np.float32 if by_accuracy else np.float64)\n    for",
        "dtype=np.float64)\n    for",
        "authors' votes are doubles",
    ),
    ("INF-2", "np.minimum(votes.min(axis=1, initial=0.0), 0.0)", "votes.min(axis=1)", "positive votes are moved to 0"),
    (
        "INF-2",
        "np.minimum(votes.min(axis=1, initial=0.0), 0.0)",
        "np.zeros(len(votes))",
        "negative votes are not moved",
    ),
    (
        "INF-2",
        "    shares[~decided] = 0.0\n",
        "    shares[~decided] = 1.0 / votes.shape[1]\n",
        "equal votes below 0 are shared",
    ),
    (
        "INF-2",
        "        total += moved[:, label]\n",
        "        total = np.maximum(total, moved[:, label])\n",
        "votes are divided by the largest",
    ),
    (
        "INF-2",
        "reached = wide > threshold if above else wide >= threshold",
        "reached = wide > threshold",
        "paper wants more than the threshold",
    ),
    (
        "INF-2",
        "reached = wide > threshold if above else wide >= threshold",
        "reached = wide >= threshold",
        "authors take the threshold itself",
    ),
    (
        "INF-2",
        "reached & (wide.max(axis=1, initial=0.0) > 0.0)[:, None]",
        "reached",
        "instances without votes have labels at threshold 0",
    ),
    (
        "INF-2",
        "    wide = votes.astype(np.float64)\n    reached",
        "    wide = votes.astype(np.float64).astype(np.float16).astype(np.float64)\n    reached",
        "votes are rounded before the threshold",
    ),
    ("INF-5", "enumerate(rules) if rule.exp > 0]", "enumerate(rules)]", "rules without experience are asked"),
    ("INF-5", "rules[position].num * rules[position].acc > 0.0", "True", "rules of accuracy 0 decide in authors"),
    (
        "INF-5",
        "-rules[position].num * rules[position].acc)",
        "-rules[position].acc)",
        "num is left out of BEST in authors",
    ),
    (
        "INF-5",
        "(-rules[position].fitness, -rules[position].num, -rules[position].exp)",
        "(-rules[position].fitness, -rules[position].exp)",
        "num does not decide ties of F",
    ),
    (
        "INF-5",
        "(-rules[position].fitness, -rules[position].num, -rules[position].exp)",
        "(-rules[position].fitness, -rules[position].num)",
        "exp does not decide ties of F and num",
    ),
    (
        "INF-5",
        "(-rules[position].fitness, -rules[position].num, -rules[position].exp)",
        "(-rules[position].num * rules[position].fitness, -rules[position].exp)",
        "num weighs in BEST",
    ),
    (
        "INF-5",
        "(decisions(rules[position], n_labels) != 0)",
        "(decisions(rules[position], n_labels) > 0)",
        "decisions for 0 close no label",
    ),
    ("INF-5", "        open_labels[instances] &= ~decided\n", "", "later rules decide again"),
)
THRESHOLDS: Final = faults_of(
    "inference/thresholds.py",
    (
        "INF-3",
        "(wide > 0.0) & (wide <= HIGHEST)",
        "(wide > 0.0) & (wide < HIGHEST)",
        "votes of a half never become inactive",
    ),
    ("INF-3", "np.append(below[starts], HIGHEST)", "np.append(below[starts], 1.0)", "the last candidate is 1"),
    (
        "INF-3",
        "starts = np.flatnonzero(np.diff(below, prepend=-1.0))",
        "starts = np.arange(len(below))",
        "equal votes are several candidates",
    ),
    (
        "INF-3",
        "score * best_weight > best_score * weight",
        "score * best_weight >= best_score * weight",
        "the last of the best candidates wins",
    ),
    (
        "INF-3",
        "score * best_weight > best_score * weight",
        "score * best_weight < best_score * weight",
        "the worst candidate wins",
    ),
    ("INF-3", "else both - either", "else either - both", "the largest loss wins"),
    (
        "INF-3",
        'int(both == either) if self._metric == "exact_match"',
        'int(both > 0) if self._metric == "exact_match"',
        "one label right is an exact match",
    ),
    ("INF-3", "self._one // either * both if either", "both if either", "IVAL counts labels, not shares"),
    ("MET-A", "return int(either > 0 or not self._skip_empty)", "return 1", "empty pairs stay in the mean"),
    (
        "MET-A",
        "self._skip_empty = skip_empty and metric",
        "self._skip_empty = metric",
        "empty pairs leave the mean in paper",
    ),
    ("INF-3", "            self._both[instance] -= 1\n", "            pass\n", "hits stay when a label goes"),
    ("INF-3", "            self._either[instance] -= 1\n", "            pass\n", "false labels stay when they go"),
    (
        "INF-2",
        "        if not above:\n            for cell in cells:\n                prediction.deactivate(cell)\n",
        "        for cell in cells:\n            if not above:\n                prediction.deactivate(cell)\n                break\n",
        "one vote goes at a time",
    ),
    (
        "INF-4",
        "(candidates.n_reached() if above else candidates.n_lower())",
        "candidates.n_reached()",
        "PCUT counts what is above the threshold",
    ),
    (
        "INF-4",
        "(candidates.n_reached() if above else candidates.n_lower())",
        "candidates.n_lower()",
        "PCUT counts from the threshold on where above is wanted",
    ),
    (
        "INF-4",
        "np.abs(active - int(truth.sum()))",
        "np.maximum(active - int(truth.sum()), 0)",
        "too few labels are no error",
    ),
    (
        "INF-4",
        "candidates.thresholds[errors.argmin()]",
        "candidates.thresholds[len(errors) - 1 - errors[::-1].argmin()]",
        "ties go to the largest",
    ),
    ("INF-3", "IVAL_ROUNDS: Final = 10", "IVAL_ROUNDS: Final = 11", "authors' IVAL has eleven rounds"),
    ("INF-4", "PCUT_ROUNDS: Final = 15", "PCUT_ROUNDS: Final = 14", "authors' PCUT has fourteen rounds"),
    (
        "INF-3",
        "        largest, found = 0.0, centre\n",
        "        largest, found = -1.0, centre\n",
        "a metric of 0 moves the centre",
    ),
    (
        "INF-3",
        "            if value > largest:\n",
        "            if value >= largest:\n",
        "the last of the best moves the centre",
    ),
    ("INF-3", "            threshold += step / 2\n", "            threshold += step\n", "authors' IVAL steps by s"),
    (
        "INF-3",
        "threshold, last = max(0.0, centre - step), min(HIGHEST, centre + step)",
        "threshold, last = max(0.0, centre - step), min(HIGHEST, centre)",
        "authors' IVAL looks below the centre only",
    ),
    (
        "INF-3",
        "threshold, last = max(0.0, centre - step), min(HIGHEST, centre + step)",
        "threshold, last = max(0.0, centre - step), centre + step",
        "authors' IVAL looks beyond a half",
    ),
    (
        "INF-3",
        '"hamming_loss": -found_scores.hamming_loss',
        '"hamming_loss": 1.0 - found_scores.hamming_loss',
        "a loss moves the centre",
    ),
    (
        "INF-4",
        "active = int((wide >= threshold).sum())",
        "active = int((wide > threshold).sum())",
        "authors' PCUT counts above the threshold",
    ),
    (
        "INF-4",
        "            if error < smallest:\n",
        "            if error <= smallest:\n",
        "the last of the smallest errors moves the centre",
    ),
    (
        "INF-4",
        "threshold = single(threshold + single(step / 2))",
        "threshold = single(threshold + single(step))",
        "authors' PCUT steps by s",
    ),
    (
        "INF-4",
        "single(abs(active / n_instances - cardinality))",
        "single(abs(active - cardinality))",
        "authors' error is no share",
    ),
    (
        "INF-4",
        "cardinality = float(np.float32(int(truth.sum()) / n_instances))",
        "cardinality = int(truth.sum()) / n_instances",
        "the label cardinality is a double",
    ),
    ("INF-4", "error = single(abs(", "error = (abs(", "errors are doubles"),
)
METRICS: Final = faults_of(
    "metrics.py",
    ("MET-A", "shares = np.where(empty, 1.0, both", "shares = np.where(empty, 0.0, both", "an empty pair counts 0"),
    ("MET-A", "either = (truth | predicted).sum(axis=1)", "either = truth.sum(axis=1)", "accuracy is recall"),
    (
        "MET-A",
        "both = (truth & predicted).sum(axis=1)",
        "both = (truth == predicted).sum(axis=1)",
        "zeros count as hits",
    ),
    ("MET-A", "        shares = shares[~empty]\n", "        shares[empty] = 0.0\n", "empty pairs count 0 in authors"),
    ("MET-A", "    if skip_empty:\n", "    if False:\n", "empty pairs stay in authors' mean"),
    ("MET-A", "(truth == predicted).all(axis=1)", "(truth <= predicted).all(axis=1)", "more labels are an exact match"),
    (
        "MET-A",
        "float((truth != predicted).sum()) / n_cells",
        "float((truth & ~predicted).sum()) / n_cells",
        "false labels are no loss",
    ),
    ("MET-A", "/ n_cells if", "/ len(truth) if", "Hamming loss is not divided by |L|"),
)
RULESET_COMPACTION: Final = faults_of(
    "rulesets/compaction.py",
    (
        "MET-D",
        "open_labels[matched[length - 1]] &= decisions(ruleset.rules[place], n_labels) == 0",
        "open_labels[matched[length - 1]] &= decisions(ruleset.rules[place], n_labels) <= 0",
        "decisions for 0 decide nothing",
    ),
    ("MET-D", "return sorted(candidates[:length])", "return sorted(candidates[: length + 1])", "one rule too many"),
    (
        "MET-D",
        "        if not open_labels.any():\n",
        "        if not open_labels.all(axis=1).any():\n",
        "one decided label of an instance is enough",
    ),
    (
        "MET-D",
        "    return sorted(candidates)\n",
        "    return sorted(candidates[:1])\n",
        "one rule is left where none suffice",
    ),
    ("MET-D", " if ruleset.rules[place].exp > 0]", "]", "rules without experience are kept"),
)
RULESET: Final = faults_of(
    "rulesets/ruleset.py",
    (
        "MET-D",
        "return rule.num * (rule.discounted_fitness if discounted else rule.fitness)",
        "return rule.discounted_fitness if discounted else rule.fitness",
        "num is left out of compaction",
    ),
    (
        "MET-D",
        "return rule.num * (rule.discounted_fitness if discounted else rule.fitness)",
        "return rule.num * rule.fitness",
        "young rules are not discounted in authors",
    ),
    (
        "MET-D",
        "self.rank(self._rules[place]), reverse=True",
        "self.rank(self._rules[place]), reverse=False",
        "the weakest rules come first",
    ),
)
RULESET_SOLUTIONS: Final = faults_of(
    "rulesets/solutions.py",
    ("MET-B", "best = max(best, found / len(solution))", "best = found / len(solution)", "the last alternative counts"),
    (
        "MET-B",
        "best = max(best, found / len(solution))",
        "best = max(best, found / max(1, len(present)))",
        "the share is of the ruleset",
    ),
)
RULESET_CONSULTATION: Final = faults_of(
    "rulesets/consultation.py",
    ("INF-6", "return int((~matched).sum())", "return int(matched.sum())", "matched instances are counted"),
    (
        "INF-6",
        "        for instances in self._matched:\n            matched[instances] = True\n",
        "        for rule, instances in zip(self._rules, self._matched, strict=True):\n            matched[instances] |= rule.exp > 0\n",
        "rules without experience don't match",
    ),
    ("INF-5", "self._settings.best_by_num_accuracy", "False", "authors' BEST asks in paper's order"),
    (
        "INF-3",
        'thresholds.pcut if method == "pcut" else thresholds.ival',
        "thresholds.pcut",
        "IVAL takes PCUT's threshold",
    ),
    ("INF-3", "above = settings.active_above", "above = False", "thresholds are chosen for >= in authors"),
)
RULESET_NOTATION: Final = faults_of(
    "rulesets/notation.py",
    (
        "REP-9",
        '("1" if chromosome[start + 1] else "0") if chromosome[start] else "#"',
        '("1" if chromosome[start + 1] else "0")',
        "open genes are printed by their value bits",
    ),
    ("REP-9", '} -> {symbols[n_attributes:]}"', '}->{symbols[n_attributes:]}"', "the arrow stands without spaces"),
)
PROBLEMS: Final = faults_of(
    "data/problems.py",
    ("PRB-1", "        first_two = (1, 0)\n", "        first_two = (1, 1)\n", "toy6x4 has other labels for 01"),
    (
        "PRB-1",
        "return (*first_two, x[4], x[5])",
        "return (*first_two, x[2], x[3])",
        "toy6x4's last labels are a3 and a4",
    ),
    (
        "PRB-1",
        "int(value == 1 and 1 not in x[:j])",
        "int(value == 1)",
        "mlposition sets every label whose attribute is 1",
    ),
    (
        "PRB-1",
        "return (*decided, f\"{'0' * n} -> {'0' * n}\")",
        "return decided",
        "mlposition's solution lacks the last rule",
    ),
    (
        "PRB-1",
        '_TOY_SINGLES = ("#####0 -> ###0",',
        '_TOY_SINGLES = ("#####0 -> ##0#",',
        "a solution of toy6x4 is another",
    ),
    ("PRB-1", "if not 1 <= n <= MAX_POSITIONS:", "if not 0 <= n <= MAX_POSITIONS + 1:", "mlposition has another range"),
)
DATASET: Final = faults_of(
    "data/dataset.py",
    (
        "REP-4",
        "(float(present.min()), float(present.max()))",
        "(float(present.min()), float(present.mean()))",
        "x_max is the mean",
    ),
    (
        "REP-7",
        "unfit, what = column == UNDECLARED,",
        "unfit, what = column == 99.0,",
        "undeclared values are learned from",
    ),
    (
        "REP-4",
        "unfit, what = np.isinf(column),",
        "unfit, what = np.isneginf(column),",
        "infinite values are learned from",
    ),
    ("REP-7", "    if not legal:\n", "    if False:\n", "a missing label reads 0"),
)
TRAINING: Final = faults_of(
    "training.py",
    (
        "PAR-2",
        '"p_label_hash": 0.5 if name == "toy6x4" else 0.2,',
        '"p_label_hash": 0.5,',
        "mlposition has toy6x4's P_label#",
    ),
    ("PAR-2", '"population_size": 10_000,', '"population_size": 5_000,', "artificial problems have N 5000"),
)
SETTINGS: Final = faults_of(
    "settings.py",
    (
        "CYC-4",
        "int(self.update_only * self.passes)",
        "-int(-self.update_only * self.passes // 1)",
        "update-only passes are rounded up",
    ),
    (
        "CYC-4",
        "int(self.update_only * self.passes)",
        "round(self.update_only * self.passes)",
        "update-only passes are rounded",
    ),
    ("UPD-5", "        if self.omega > self.phi:\n", "        if self.omega > 1.0:\n", "omega may exceed phi"),
    ("UPD-5", "        if self.omega > self.phi:\n", "        if self.omega >= self.phi:\n", "omega may not equal phi"),
    ("FIN-2", "authors=0.800000011920929", "authors=0.8", "authors' chi is a double"),
    ("FIN-2", "authors=0.03999999910593033", "authors=0.04", "authors' mu is a double"),
    (
        "PAR-2",
        '        10, "experience that parents and subsumers need"',
        '        11, "experience that parents and subsumers need"',
        "theta_exp is 11 by default",
    ),
)
ASSEMBLY: Final = faults_of(
    "core/assembly.py",
    (
        "UPD-2",
        'schema.n_labels if settings.experience_unit == "label" else 1',
        '1 if settings.experience_unit == "label" else schema.n_labels',
        "the profiles' units of experience are exchanged",
    ),
    (
        "GEN-1",
        'return settings.theta_exp if settings.discount_threshold == "theta_exp" else settings.theta_del',
        "return settings.theta_exp",
        "authors discount by theta_exp",
    ),
    ("SUB-2", 'settings.nominal_generality == "superset"', "True", "authors' sets need not be equal"),
    (
        "INI-1",
        "self.covering(settings.p_hash_init, settings.p_label_hash_init, False)",
        "self.covering(settings.p_hash, settings.p_label_hash, False)",
        "initial rules are generalised like covering's",
    ),
    (
        "COV-1",
        "self.covering(settings.p_hash, settings.p_label_hash, True)",
        "self.covering(settings.p_hash_init, settings.p_label_hash_init, True)",
        "covering generalises like the initialisation",
    ),
    ("GEN-7", 'settings.zero_coverage_test == "before_repair",', "False,", "rules that match nothing stay in authors"),
    (
        "DEL-2",
        "theta_del = self.settings.theta_del",
        "theta_del = self.settings.theta_exp",
        "cs counts in deletion from theta_exp on",
    ),
    ("SUB-1", "            settings.theta_exp,\n", "            settings.theta_del,\n", "subsumers need theta_del"),
    (
        "CTL-3",
        "MatchSetControl(self.population) if settings.match_set_control else None",
        "MatchSetControl(self.population)",
        "M is controlled where it is off",
    ),
    ("DEL-3", 'settings.deletion_domain == "log"', "True", "authors delete by logarithms"),
)
FAULTS: Final[tuple[Fault, ...]] = (
    *VOTES,
    *THRESHOLDS,
    *METRICS,
    *RULESET_COMPACTION,
    *RULESET,
    *RULESET_SOLUTIONS,
    *RULESET_CONSULTATION,
    *RULESET_NOTATION,
    *PROBLEMS,
    *DATASET,
    *TRAINING,
    *SETTINGS,
    *ASSEMBLY,
)
