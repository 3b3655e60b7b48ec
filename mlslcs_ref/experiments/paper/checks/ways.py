"""Claims about the three ways of deciding: Table 4."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mlslcs_ref.experiments.paper.checks.judging import Judge, Judgement, judge_tables, percent
from mlslcs_ref.experiments.paper.evidence import CheckResult, Evidence, NotTestableError, PaperNumber
from mlslcs_ref.experiments.paper.tables import Paper
from mlslcs_ref.experiments.statistics.comparison import ScoreTable

WAYS: Final = ("pcut", "ival", "best")

Tables = Mapping[str, ScoreTable]


def no_way_dominates(evidence: Evidence, paper: Paper, metric: str) -> CheckResult:
    """Check that no way is the best, alone or with others, on every data set."""

    def judge(tables: Tables) -> Judgement:
        bests = _bests(tables[metric])
        dominant = [way for way, n in bests.items() if n == len(tables[metric].datasets)]
        sentence = f"{_name(dominant[0]) if dominant else 'no way'} is the best on every data set"
        return Judgement(not dominant, sentence, _numbers(bests))

    return _judge_ways(evidence, paper, [metric], judge)


def way_with_most_bests(evidence: Evidence, paper: Paper, way: str) -> CheckResult:
    """Check that a way is the best, alone or with others, more often than each other way, over all metrics."""
    metrics = list(paper.ways)

    def judge(tables: Tables) -> Judgement:
        per_metric = [_bests(tables[metric]) for metric in metrics]
        bests = {name: sum(found[name] for found in per_metric) for name in WAYS}
        n_cells = sum(len(table.datasets) for table in tables.values())
        found = ", ".join(f"{_name(name)} {n}" for name, n in bests.items())
        sentence = f"of {n_cells} pairs of data set and metric, a way is best or equal to the best: {found}"
        return Judgement(all(bests[way] > n for name, n in bests.items() if name != way), sentence, _numbers(bests))

    return _judge_ways(evidence, paper, metrics, judge)


def way_wins(evidence: Evidence, paper: Paper, way: str, metric: str, n_wins: int) -> CheckResult:
    """Check that a way is better than both others on at least so many data sets."""

    def judge(tables: Tables) -> Judgement:
        table = tables[metric]
        won = [name for name, row in zip(table.datasets, table.ranks, strict=True) if row[WAYS.index(way)] == 1]
        n_missing = len(paper.datasets) - len(table.datasets)
        titles = ", ".join(paper.datasets[name].title for name in won)
        sentence = f"{_name(way)} is better than both other ways on {titles or 'no data set'}"
        numbers = [PaperNumber(f"data sets won by {_name(way)}", len(won))]
        return Judgement(len(won) >= n_wins, sentence, numbers, len(won) + n_missing < n_wins)

    return _judge_ways(evidence, paper, [metric], judge)


def way_gains_most(evidence: Evidence, paper: Paper, way: str, metric: str, dataset: str) -> CheckResult:
    """Check that a way is better than both others on one data set, and by more than on all other data sets."""

    def judge(tables: Tables) -> Judgement:
        table = tables[metric]
        gains = {
            name: row[WAYS.index(way)] - max(value for other, value in zip(WAYS, row, strict=True) if other != way)
            for name, row in zip(table.datasets, table.values, strict=True)
        }
        gain = gains.get(dataset)
        if gain is None:
            return Judgement(
                False, "there is no answer", [PaperNumber("gain on the others", max(gains.values()), is_share=True)]
            )
        largest = all(gain > other for name, other in gains.items() if name != dataset)
        sentence = (
            f"on {paper.datasets[dataset].title} {_name(way)} is {abs(100 * gain):.2f} points "
            f"{'better' if gain > 0 else 'worse'} than the better of the others"
            f"{', more than on any other data set' if gain > 0 and largest else ''}"
        )
        return Judgement(
            gain > 0 and largest, sentence, [PaperNumber("difference", gain, is_share=True)], not (gain > 0 and largest)
        )

    return _judge_ways(evidence, paper, [metric], judge)


def best_has_fewer_rules(evidence: Evidence, paper: Paper, share: float) -> CheckResult:
    """Check that BEST uses at most this share of the rules on every data set."""
    missing = [entry.title for name, entry in paper.datasets.items() if name not in evidence.sizes]
    shares = {
        paper.datasets[name].title: evidence.sizes[name].n_best / max(evidence.sizes[name].n_rules, 1.0)
        for name in paper.datasets
        if name in evidence.sizes
    }
    if not shares:
        raise NotTestableError("the number of rules of BEST is known for no data set")
    above = [title for title, found in shares.items() if found > share]
    told = ", ".join(f"{title} {percent(found)}" for title, found in shares.items())
    sentence = f"the share of rules that BEST uses is {told}; at most {share:.0%} counts as far fewer"
    # how many rules there were, the paper does not say
    numbers = [
        PaperNumber(f"share of rules that BEST uses on {title}", found, None, True) for title, found in shares.items()
    ]
    if above or not missing:
        return CheckResult.of(not above, sentence, numbers)
    reason = f"there is no result for {', '.join(missing)}; of the others: {sentence}"
    return CheckResult("not testable", reason, tuple(numbers), "reproduced")


def _judge_ways(evidence: Evidence, paper: Paper, metrics: Sequence[str], judge: Judge) -> CheckResult:
    return judge_tables(paper, evidence.ways, paper.ways_meant, metrics, WAYS, judge)


def _bests(table: ScoreTable) -> dict[str, int]:
    best = [(min if table.smaller_is_better else max)(row) for row in table.values]
    return {
        way: sum(row[place] == most for row, most in zip(table.values, best, strict=True))
        for place, way in enumerate(WAYS)
    }


def _numbers(bests: Mapping[str, int]) -> list[PaperNumber]:
    return [PaperNumber(f"best with {_name(way)}", n) for way, n in bests.items()]


def _name(way: str) -> str:
    return way.upper()
