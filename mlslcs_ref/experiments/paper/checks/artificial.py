"""Claims about the artificial problems: section 4.1.

The paper reports means of 30 runs without their spread. A number of ours agrees with one of the paper's if the two
differ by no more than two samples with our spread would differ by chance in 95 of 100 cases.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Final

from mlslcs_ref.experiments.extra import needed_by
from mlslcs_ref.experiments.paper.checks.judging import percent
from mlslcs_ref.experiments.paper.evidence import Compared, Evidence, Finding, NotTestableError
from mlslcs_ref.experiments.paper.tables import Paper
from mlslcs_ref.experiments.statistics import estimate_mean

__all__ = [
    "larger_than_the_solution",
    "mean_of_runs",
    "omega_affects",
    "omega_order",
    "omega_trade_off",
    "perfect_runs",
]

ALPHA: Final = 0.05
OMEGAS: Final = tuple(tenth / 10 for tenth in range(11))
SHARES: Final = frozenset({"scs", "accuracy"})
NOUNS: Final = {
    "scs": "%SCS",
    "accuracy": "accuracy",
    "n_rules": "number of rules",
    "n_compacted": "number of rules after compaction",
}


def mean_of_runs(evidence: Evidence, paper: Paper, problem: str, quantity: str) -> Finding:
    """Check that the mean over runs agrees with the paper's."""
    with needed_by("the comparison of means"):
        from scipy import stats  # noqa: PLC0415 - an extra
    entry = paper.artificial[problem]
    numbers = _runs(evidence, paper, problem, entry.omega, quantity)
    ours, theirs = estimate_mean(numbers), float(getattr(entry, quantity))
    spread = (ours.sd or 0.0) * math.sqrt(1 / ours.n + 1 / entry.runs)
    allowed = float(stats.t.isf(ALPHA / 2, ours.n - 1)) * spread
    # half of the last digit that the paper prints
    printed = 0.00005 if quantity in SHARES else 0.005
    agrees = abs(ours.mean - theirs) <= allowed + printed
    ours_text, theirs_text, allowed_text = (_text(quantity, number) for number in (ours.mean, theirs, allowed))
    sentence = (
        f"the mean {NOUNS[quantity]} of {ours.n} runs is {ours_text} and the paper's {theirs_text}; two such means "
        f"differ by up to {allowed_text} by chance"
    )
    return Finding.of(agrees, sentence, [Compared(f"mean {NOUNS[quantity]}", ours.mean, theirs, quantity in SHARES)])


def perfect_runs(evidence: Evidence, paper: Paper, problem: str, quantity: str) -> Finding:
    """Check that the number of runs that reach 100% agrees with the paper's, by Fisher's exact test."""
    with needed_by("the comparison of shares"):
        from scipy import stats  # noqa: PLC0415 - an extra
    entry = paper.artificial[problem]
    numbers = _runs(evidence, paper, problem, entry.omega, quantity)
    theirs = entry.runs_with_all_scs if quantity == "scs" else entry.runs_with_all_right
    ours, n = numbers.count(1.0), len(numbers)
    p_value = float(stats.fisher_exact([[ours, n - ours], [theirs, entry.runs - theirs]]).pvalue)
    sentence = (
        f"{ours} of {n} runs reach 100%, {theirs} of {entry.runs} in the paper "
        f"(Fisher's exact test that these are different: p = {p_value:.3f})"
    )
    return Finding.of(
        p_value > ALPHA, sentence, [Compared("share of runs with 100%", ours / n, theirs / entry.runs, True)]
    )


def omega_affects(evidence: Evidence, paper: Paper, quantities: Sequence[str]) -> Finding:
    """Check that these quantities depend on omega in both problems, by Kruskal and Wallis's test."""
    p_values = {
        f"{NOUNS[quantity]} in {problem}": _kruskal(
            [_runs(evidence, paper, problem, omega, quantity) for omega in OMEGAS]
        )
        for problem in paper.artificial
        for quantity in quantities
    }
    holds = all(p_value <= ALPHA for p_value in p_values.values())
    found = ", ".join(f"{name} (p = {p_value:.3g})" for name, p_value in p_values.items())
    numbers = tuple(Compared(f"p-value: {name}", p_value, None) for name, p_value in p_values.items())
    sentence = f"omega {'makes' if holds else 'does not always make'} a difference at {ALPHA:g} to: {found}"
    return Finding.of(holds, sentence, numbers)


def omega_order(evidence: Evidence, paper: Paper, problem: str, quantity: str, worse: float, better: float) -> Finding:
    """Check that a quantity is smaller with one omega than with another, by Mann and Whitney's test."""
    with needed_by("the comparison of runs"):
        from scipy import stats  # noqa: PLC0415 - an extra
    low, high = (_runs(evidence, paper, problem, omega, quantity) for omega in (worse, better))
    p_value = float(stats.mannwhitneyu(low, high, alternative="less").pvalue)
    means = [statistics.fmean(numbers) for numbers in (low, high)]
    sentence = (
        f"the mean {NOUNS[quantity]} in {problem} is {percent(means[0])} with omega = {worse:g} and "
        f"{percent(means[1])} with {better:g} (Mann and Whitney's test that the first is lower: p = {p_value:.3g})"
    )
    numbers = tuple(
        Compared(f"{NOUNS[quantity]} with omega = {omega:g}", mean, None, True)
        for omega, mean in zip((worse, better), means, strict=True)
    )
    return Finding.of(p_value <= ALPHA, sentence, numbers)


def omega_trade_off(evidence: Evidence, paper: Paper, omega: float) -> Finding:
    """Check that no omega has a higher accuracy than this one in the mean of both problems, by more than chance."""
    with needed_by("the comparison of means"):
        from scipy import stats  # noqa: PLC0415 - an extra
    means, variances = {}, {}
    for each in OMEGAS:
        runs = [_runs(evidence, paper, problem, each, "accuracy") for problem in paper.artificial]
        means[each] = statistics.fmean(map(statistics.fmean, runs))
        variances[each] = math.fsum(statistics.variance(numbers) / len(numbers) for numbers in runs) / len(runs) ** 2
    best = max(means, key=means.__getitem__)
    allowed = float(stats.norm.isf(ALPHA / 2)) * math.sqrt(variances[best] + variances[omega])
    holds = means[best] - means[omega] <= allowed
    sentence = (
        f"the mean accuracy of both problems is {percent(means[omega])} with omega = {omega:g}; it is highest with "
        f"{best:g}, {percent(means[best])}, where {percent(allowed)} is a difference by chance"
    )
    numbers = tuple(Compared(f"accuracy with omega = {each:g}", mean, None, True) for each, mean in means.items())
    return Finding.of(holds, sentence, numbers)


def larger_than_the_solution(evidence: Evidence, paper: Paper) -> Finding:
    """Check that in both problems compacted rulesets have more rules than the solution, in the mean."""
    found, holds, numbers = [], True, []
    for problem, entry in paper.artificial.items():
        ours = estimate_mean(_runs(evidence, paper, problem, entry.omega, "n_compacted"))
        low = ours.mean if ours.low is None else ours.low
        holds = holds and low > entry.n_solution
        found.append(f"{ours.mean:.2f} (at least {low:.2f}) against {entry.n_solution} in {problem}")
        numbers.append(Compared(f"rules after compaction in {problem}", ours.mean, entry.n_compacted))
    sentence = f"the mean number of rules after compaction is {' and '.join(found)}"
    return Finding.of(holds, sentence, numbers)


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


def _kruskal(samples: Sequence[Sequence[float]]) -> float:
    from scipy import stats  # noqa: PLC0415 - an extra

    if len({number for sample in samples for number in sample}) == 1:
        # nothing but ties: scipy refuses them
        return 1.0
    return float(stats.kruskal(*samples).pvalue)


def _text(quantity: str, value: float) -> str:
    return percent(value) if quantity in SHARES else f"{value:.2f}"
