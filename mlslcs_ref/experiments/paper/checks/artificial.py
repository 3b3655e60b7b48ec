"""Claims about the artificial problems: section 4.1.

The paper reports means of 30 runs without their spread. A number of ours agrees with one of the paper's if the two
differ by no more than two samples would differ by chance in 95 of 100 cases, with our spread, or the least that the
paper's can have if that is larger.

All omegas are run with the same seeds, and runs with one seed are alike, whatever omega is. So omegas are compared seed
by seed, by tests of blocks and pairs: those of independent samples would take what seeds do for chance.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Final

from mlslcs_ref._extra import needed_by
from mlslcs_ref.experiments.paper.checks.judging import percent
from mlslcs_ref.experiments.paper.evidence import CheckResult, Evidence, NotTestableError, PaperNumber
from mlslcs_ref.experiments.paper.tables import Paper
from mlslcs_ref.experiments.statistics.intervals import (
    LEVEL_OF_TESTS,
    chance_difference,
    estimate_mean,
    estimate_share,
    same_share_p_value,
)

OMEGAS: Final = tuple(tenth / 10 for tenth in range(11))
SHARES: Final = frozenset({"scs", "accuracy"})
NOUNS: Final = {
    "scs": "%SCS",
    "accuracy": "accuracy by BEST",
    "n_rules": "number of rules",
    "n_compacted": "number of rules after compaction",
}


def mean_of_runs(evidence: Evidence, paper: Paper, problem: str, quantity: str) -> CheckResult:
    """Check that the mean over runs agrees with the paper's."""
    entry = paper.artificial[problem]
    ours = estimate_mean(_runs(evidence, paper, problem, entry.omega, quantity))
    theirs = float(getattr(entry, quantity))
    allowed = chance_difference(ours, entry.runs, entry.least_sd(quantity))
    agrees = abs(ours.mean - theirs) <= allowed + entry.rounding(quantity)
    ours_text, theirs_text, allowed_text = (_text(quantity, number) for number in (ours.mean, theirs, allowed))
    sentence = (
        f"the mean {NOUNS[quantity]} of {ours.n} runs is {ours_text}, the paper's is {theirs_text}; by chance two "
        f"such means differ by up to {allowed_text}"
    )
    return CheckResult.of(
        agrees, sentence, [PaperNumber(f"mean {NOUNS[quantity]}", ours.mean, theirs, quantity in SHARES)]
    )


def perfect_runs(evidence: Evidence, paper: Paper, problem: str, quantity: str) -> CheckResult:
    """Check that the number of runs that reach 100% agrees with the paper's, by Fisher's exact test."""
    entry = paper.artificial[problem]
    numbers = _runs(evidence, paper, problem, entry.omega, quantity)
    theirs = entry.runs_with_all_scs if quantity == "scs" else entry.runs_with_all_right
    ours = estimate_share(numbers.count(1.0), len(numbers))
    p_value = same_share_p_value(ours, theirs, entry.runs)
    sentence = (
        f"{ours.hits} of {ours.n} runs reach 100% of {NOUNS[quantity]}, {theirs} of {entry.runs} in the paper "
        f"(Fisher's exact test for a difference: p = {p_value:.3f})"
    )
    shares = PaperNumber("share of runs with 100%", ours.hits / ours.n, theirs / entry.runs, True)
    return CheckResult.of(p_value > LEVEL_OF_TESTS, sentence, [shares])


def omega_affects(evidence: Evidence, paper: Paper, quantities: Sequence[str]) -> CheckResult:
    """Check that these quantities depend on omega in both problems, by Friedman's test with a block for each seed."""
    p_values = {
        f"{NOUNS[quantity]} in {problem}": _friedman(_by_omega(evidence, paper, problem, OMEGAS, quantity))
        for problem in paper.artificial
        for quantity in quantities
    }
    holds = all(p_value <= LEVEL_OF_TESTS for p_value in p_values.values())
    found = ", ".join(f"{name} (p = {p_value:.3g})" for name, p_value in p_values.items())
    numbers = tuple(PaperNumber(f"p-value: {name}", p_value, None) for name, p_value in p_values.items())
    sentence = f"omega {'makes' if holds else 'does not always make'} a difference at {LEVEL_OF_TESTS:g} to: {found}"
    return CheckResult.of(holds, sentence, numbers)


def omega_order(
    evidence: Evidence, paper: Paper, problem: str, quantity: str, worse: float, better: float
) -> CheckResult:
    """Check that a quantity is smaller with one omega than with another, by Wilcoxon's test of pairs."""
    with needed_by("the comparison of runs"):
        from scipy import stats  # noqa: PLC0415 - an extra
    low, high = _by_omega(evidence, paper, problem, (worse, better), quantity)
    # where all pairs are equal there is nothing to rank
    p_value = 1.0 if low == high else float(stats.wilcoxon(low, high, alternative="less").pvalue)
    means = [statistics.fmean(numbers) for numbers in (low, high)]
    sentence = (
        f"the mean {NOUNS[quantity]} in {problem} is {percent(means[0])} with omega = {worse:g} and "
        f"{percent(means[1])} with {better:g} (Wilcoxon's test of pairs that the first is lower: p = {p_value:.3g})"
    )
    numbers = tuple(
        PaperNumber(f"{NOUNS[quantity]} with omega = {omega:g}", mean, None, True)
        for omega, mean in zip((worse, better), means, strict=True)
    )
    return CheckResult.of(p_value <= LEVEL_OF_TESTS, sentence, numbers)


def omega_trade_off(evidence: Evidence, paper: Paper, omega: float) -> CheckResult:
    """Check that no omega has a higher accuracy than this one in the mean of both problems, by more than chance.

    By Student's test of pairs, at a level for all other omegas together (Bonferroni): the best of ten is ahead by
    chance more often than one is.
    """
    with needed_by("the comparison of means"):
        from scipy import stats  # noqa: PLC0415 - an extra
    by_problem = [_by_omega(evidence, paper, problem, OMEGAS, "accuracy") for problem in paper.artificial]
    runs = {
        each: [statistics.fmean(pair) for pair in zip(*samples, strict=False)]
        for each, samples in zip(OMEGAS, zip(*by_problem, strict=True), strict=True)
    }
    means = {each: statistics.fmean(values) for each, values in runs.items()}
    ahead = []
    for each, others in runs.items():
        gains = [other - own for other, own in zip(others, runs[omega], strict=True)]
        n, gain = len(gains), statistics.fmean(gains)
        quantile = float(stats.t.isf(LEVEL_OF_TESTS / (len(OMEGAS) - 1), n - 1))
        # a mean of equal numbers may be off by rounding
        if gain > quantile * statistics.stdev(gains) / math.sqrt(n) + 1e-12:
            ahead.append(f"{each:g}")
    best = max(means, key=means.__getitem__)
    sentence = (
        f"the mean {NOUNS['accuracy']} of both problems is {percent(means[omega])} with omega = {omega:g}; it is "
        f"highest with {best:g}, {percent(means[best])}, and higher by more than chance with "
        f"{', '.join(ahead) or 'no value'}"
    )
    numbers = tuple(PaperNumber(f"accuracy with omega = {each:g}", mean, None, True) for each, mean in means.items())
    return CheckResult.of(not ahead, sentence, numbers)


def larger_than_the_solution(evidence: Evidence, paper: Paper) -> CheckResult:
    """Check that in both problems compacted rulesets have more rules than the solution, in the mean."""
    found, holds, numbers = [], True, []
    for problem, entry in paper.artificial.items():
        ours = estimate_mean(_runs(evidence, paper, problem, entry.omega, "n_compacted"))
        low = ours.mean if ours.low is None else ours.low
        holds = holds and low > entry.n_solution
        found.append(f"{ours.mean:.2f} (at least {low:.2f}) against {entry.n_solution} in {problem}")
        numbers.append(PaperNumber(f"rules after compaction in {problem}", ours.mean, entry.n_compacted))
    sentence = f"the mean number of rules after compaction is {' and '.join(found)}"
    return CheckResult.of(holds, sentence, numbers)


def _runs(evidence: Evidence, paper: Paper, problem: str, omega: float, quantity: str) -> tuple[float, ...]:
    """Return a number of each run with an omega; there must be as many runs as the paper has."""
    numbers: tuple[float, ...] = ()
    for given, runs in evidence.artificial.get(problem, {}).items():
        if math.isclose(given, omega, abs_tol=1e-9):
            numbers = getattr(runs, quantity)
    wanted = paper.artificial[problem].runs
    if len(numbers) < wanted:
        raise NotTestableError(f"there are {len(numbers)} of {wanted} runs of {problem} with omega = {omega:g}")
    return numbers


def _by_omega(
    evidence: Evidence, paper: Paper, problem: str, omegas: Sequence[float], quantity: str
) -> list[tuple[float, ...]]:
    """Return a number of each run by omega, of as many runs as all have."""
    found = [_runs(evidence, paper, problem, omega, quantity) for omega in omegas]
    n = min(map(len, found))
    return [numbers[:n] for numbers in found]


def _friedman(samples: Sequence[Sequence[float]]) -> float:
    with needed_by("the comparison of runs"):
        from scipy import stats  # noqa: PLC0415 - an extra
    if all(len(set(block)) == 1 for block in zip(*samples, strict=True)):
        # nothing but ties: scipy divides 0 by 0
        return 1.0
    return float(stats.friedmanchisquare(*samples).pvalue)


def _text(quantity: str, value: float) -> str:
    return percent(value) if quantity in SHARES else f"{value:.2f}"
