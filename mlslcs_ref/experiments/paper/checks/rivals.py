"""Claims about MlS-LCS and its rivals: Tables 5a to 5c, and the tests on them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from mlslcs_ref.experiments.paper.checks.judging import Judge, Judgement, judge_tables, percent, words
from mlslcs_ref.experiments.paper.evidence import CheckResult, Evidence, NotTestableError, PaperNumber
from mlslcs_ref.experiments.paper.tables import SUBJECT, Paper
from mlslcs_ref.experiments.statistics.comparison import ScoreTable, compare, ranked

Tables = Mapping[str, ScoreTable]


def position(evidence: Evidence, paper: Paper, metric: str, place: int, after: Sequence[str] = ()) -> CheckResult:
    """Check that MlS-LCS has this place by mean rank, alone, and that these methods are before it."""

    def judge(tables: Tables) -> Judgement:
        ranks, places = _by_method(tables[metric].average_ranks, paper), _by_method(tables[metric].positions, paper)
        before = [name for name in paper.methods if ranks[name] < ranks[SUBJECT]]
        sentence = f"{SUBJECT} has place {places[SUBJECT]:g}{_after(before)}"
        numbers = [PaperNumber(f"mean rank of {name}", rank) for name, rank in ranks.items()]
        return Judgement(places[SUBJECT] == place and set(after) <= set(before), sentence, numbers)

    return _judge_rivals(evidence, paper, [metric], judge)


def mean_position(
    evidence: Evidence, paper: Paper, metrics: Sequence[str], place: int, after: Sequence[str]
) -> CheckResult:
    """Check that MlS-LCS has this place by the mean of its places, alone, and that these methods are before it."""

    def judge(tables: Tables) -> Judgement:
        positions = zip(*(tables[metric].positions for metric in metrics), strict=True)
        means = [sum(places) / len(metrics) for places in positions]
        by_method, places = _by_method(means, paper), _by_method(ranked(means, smaller_is_better=True), paper)
        before = [name for name in paper.methods if by_method[name] < by_method[SUBJECT]]
        sentence = f"{SUBJECT} has place {places[SUBJECT]:g}{_after(before)}, by the mean of its places"
        numbers = [PaperNumber(f"mean place of {name}", mean) for name, mean in by_method.items()]
        return Judgement(places[SUBJECT] == place and set(after) <= set(before), sentence, numbers)

    return _judge_rivals(evidence, paper, metrics, judge)


def wins(evidence: Evidence, paper: Paper, metric: str, n_wins: int, including: str) -> CheckResult:
    """Check that MlS-LCS is better than all rivals on at least so many data sets, and on this one."""

    def judge(tables: Tables) -> Judgement:
        table = tables[metric]
        won = [
            name for name, row in zip(table.datasets, table.ranks, strict=True) if _by_method(row, paper)[SUBJECT] == 1
        ]
        n_missing = len(paper.datasets) - len(table.datasets)
        titles = ", ".join(paper.datasets[name].title for name in won)
        return Judgement(
            len(won) >= n_wins and including in won,
            f"{SUBJECT} is better than all rivals on {titles or 'no data set'}",
            [PaperNumber("data sets won", len(won))],
            len(won) + n_missing < n_wins or (including in table.datasets and including not in won),
        )

    return _judge_rivals(evidence, paper, [metric], judge)


def outperforms(
    evidence: Evidence, paper: Paper, metrics: Sequence[str], n_rivals: int = 0, rivals: Sequence[str] = ()
) -> CheckResult:
    """Check that MlS-LCS has a better mean rank than so many rivals, and than these, by every metric."""

    def judge(tables: Tables) -> Judgement:
        beaten = {}
        for metric in metrics:
            ranks = _by_method(tables[metric].average_ranks, paper)
            beaten[metric] = [name for name in paper.methods if ranks[name] > ranks[SUBJECT]]
        holds = all(len(names) >= n_rivals and set(rivals) <= set(names) for names in beaten.values())
        found = "; ".join(f"{', '.join(names) or 'no rival'} by {words(metric)}" for metric, names in beaten.items())
        numbers = [PaperNumber(f"rivals beaten in {words(metric)}", len(names)) for metric, names in beaten.items()]
        return Judgement(holds, f"{SUBJECT} has a better mean rank than {found}", numbers)

    return _judge_rivals(evidence, paper, metrics, judge)


def friedman(evidence: Evidence, paper: Paper, metric: str, rejects: bool, alpha: float) -> CheckResult:
    """Check that Friedman's test rejects, or does not, that all methods perform alike."""

    def judge(tables: Tables) -> Judgement:
        found = compare(tables[metric]).friedman
        rejected = found.rejects(alpha)
        sentence = (
            f"Friedman's test {'rejects' if rejected else 'does not reject'} at {alpha:g} that all methods perform "
            f"alike (F = {found.f:.3f}, p = {found.p_f:.3f}; chi2 = {found.chi2:.3f}, p = {found.p_chi2:.3f})"
        )
        numbers = [PaperNumber(name, getattr(found, name)) for name in ("f", "p_f", "chi2", "p_chi2")]
        return Judgement(rejected == rejects, sentence, numbers)

    return _judge_rivals(evidence, paper, [metric], judge)


def nemenyi(
    evidence: Evidence, paper: Paper, metric: str, better: str, worse: Sequence[str], alpha: float
) -> CheckResult:
    """Check that Friedman's test rejects at 0.05 and Nemenyi's finds one method better than each of these."""

    def judge(tables: Tables) -> Judgement:
        found, ranks = compare(tables[metric]), _by_method(tables[metric].average_ranks, paper)
        p_values = {name: found.p_value(better, name) for name in worse}
        if not found.friedman.rejects(0.05):
            return Judgement(
                False, "Friedman's test does not reject at 0.05, so no pair counts as different", _p(p_values)
            )
        told = all(p <= alpha and ranks[better] < ranks[name] for name, p in p_values.items())
        pairs = ", ".join(f"{name} (p = {p:.3f})" for name, p in p_values.items())
        return Judgement(
            told, f"{better} is {'' if told else 'not '}better at {alpha:g} than all of {pairs}", _p(p_values)
        )

    return _judge_rivals(evidence, paper, [metric], judge)


def no_difference(evidence: Evidence, paper: Paper, metrics: Sequence[str], rival: str, alpha: float) -> CheckResult:
    """Check that MlS-LCS does not differ from a rival by any metric: Friedman's or Nemenyi's test does not reject."""

    def judge(tables: Tables) -> Judgement:
        found = {metric: compare(tables[metric]) for metric in metrics}
        p_values = {words(metric): comparison.p_value(SUBJECT, rival) for metric, comparison in found.items()}
        differs = [
            words(metric)
            for metric, comparison in found.items()
            if comparison.friedman.rejects(0.05) and comparison.p_value(SUBJECT, rival) <= alpha
        ]
        sentence = f"{SUBJECT} and {rival} differ at {alpha:g} by {' and '.join(differs) or 'no metric'}"
        return Judgement(not differs, sentence, _p(p_values))

    return _judge_rivals(evidence, paper, metrics, judge)


def margin(evidence: Evidence, paper: Paper, metric: str, dataset: str, margin: float) -> CheckResult:
    """Check that on one data set MlS-LCS is better than the best rival by so much."""
    ours = _found(evidence, paper, metric, dataset, paper.methods)
    theirs = paper.rivals[metric].values[dataset]
    best = [max(row[name] for name in paper.methods if name != SUBJECT) for row in (ours, theirs)]
    numbers = (
        PaperNumber(f"{words(metric)} of {SUBJECT}", ours[SUBJECT], theirs[SUBJECT], True),
        PaperNumber("best rival", best[0], best[1], True),
    )
    title = paper.datasets[dataset].title
    sentence = f"on {title} {SUBJECT} has {percent(ours[SUBJECT])} and the best rival {percent(best[0])}"
    return CheckResult.of(ours[SUBJECT] - best[0] >= margin, sentence, numbers)


def value(evidence: Evidence, paper: Paper, metric: str, dataset: str, tolerance: float) -> CheckResult:
    """Check that the number of MlS-LCS on one data set differs from the paper's by no more than this."""
    ours = _found(evidence, paper, metric, dataset, [SUBJECT])[SUBJECT]
    theirs = paper.rivals[metric].values[dataset][SUBJECT]
    points = 100 * (ours - theirs)
    sentence = (
        f"{SUBJECT} has {percent(ours)} on {paper.datasets[dataset].title}, {abs(points):.2f} points "
        f"{'more' if points > 0 else 'less'} than the paper, where {100 * tolerance:g} are allowed"
    )
    # rounding alone decides nothing
    close = abs(points) <= 100 * tolerance + 1e-9
    return CheckResult.of(close, sentence, [PaperNumber(words(metric), ours, theirs, True)])


def _found(evidence: Evidence, paper: Paper, metric: str, dataset: str, methods: Sequence[str]) -> Mapping[str, float]:
    """Return our numbers on a data set, which must be there for these methods."""
    row = evidence.rivals.get(metric, {}).get(dataset, {})
    lacking = [name for name in methods if not math.isfinite(row.get(name, math.nan))]
    if lacking:
        raise NotTestableError(f"there is no result of {', '.join(lacking)} on {paper.datasets[dataset].title}")
    return row


def _judge_rivals(evidence: Evidence, paper: Paper, metrics: Sequence[str], judge: Judge) -> CheckResult:
    theirs = {metric: table.values for metric, table in paper.rivals.items()}
    return judge_tables(paper, evidence.rivals, theirs, metrics, paper.methods, judge)


def _by_method(numbers: Sequence[float], paper: Paper) -> dict[str, float]:
    return dict(zip(paper.methods, numbers, strict=True))


def _after(names: Sequence[str]) -> str:
    return f", after {', '.join(names)}" if names else ", before all rivals"


def _p(p_values: Mapping[str, float]) -> list[PaperNumber]:
    return [PaperNumber(f"p-value: {name}", p_value) for name, p_value in p_values.items()]
