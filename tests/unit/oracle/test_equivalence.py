"""Runs in a few numbers, and verdicts on them."""

import json
import math
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from raising import raising
from scipy import stats

from mlslcs_ref.data.problems import mlposition, problem
from mlslcs_ref.errors import DataError
from mlslcs_ref.oracle.equivalence import Demands, PermutationTest, compare_runs, holm, needed_runs, shift, superiority
from mlslcs_ref.oracle.runs import RunsFile, RunsHeader, read_runs, run_summary, write_runs
from mlslcs_ref.oracle.traces.header import TraceHeader, TracePlan
from mlslcs_ref.oracle.traces.traced_run import TracedRun
from mlslcs_ref.settings import Settings

SETTINGS: Final = Settings.paper(population_size=12, theta_ga=6, theta_exp=3, theta_del=5, passes=10, clustering=False)
HEADER: Final = RunsHeader(mlposition(3), SETTINGS, "paper", "pcg64")


def runs_of(**quantities: list[float | None]) -> RunsFile:
    n_runs = max(map(len, quantities.values()))
    runs = tuple(
        {name: values[run] for name, values in quantities.items() if run < len(values)} for run in range(n_runs)
    )
    return RunsFile("a.jsonl", "mine 1", SETTINGS.as_dict(), "0" * 64, runs)


def ramp(n: int, start: float = 0.0) -> list[float | None]:
    return [start + value / n for value in range(n)]


def test_a_summary_counts_what_a_trace_shows() -> None:
    known = problem("mlposition3")
    assert known is not None
    summary = run_summary(HEADER, 4, known.solutions)
    made = TracedRun(TraceHeader.of_run(HEADER.dataset, SETTINGS, 4, TracePlan(10**6)))
    footer = list(made.records())[-1]
    found = summary["quantities"]
    names = {
        "coverings": "covering",
        "ga_runs": "ga",
        "absorptions": "absorption",
        "insertions": "insertion",
        "deletions": "deletion",
        "controls": "control",
        "removals": "removal",
    }

    assert summary["run"] == "4"
    assert {name: found[name] for name in names} == {name: footer["events"].get(names[name], 0) for name in names}
    assert 2 * found["ga_runs"] == found["absorptions"] + found["insertions"] + found["dropped_offspring"]
    assert all(found[name] == value for name, value in footer["evaluation"].items() if name in found)
    assert (found["macro"], found["micro"]) == (made.learner.population.macro, made.learner.population.micro)
    assert 0.0 <= found["scs"] <= 1.0


def test_means_are_over_micro_classifiers() -> None:
    made = TracedRun(TraceHeader.of_run(HEADER.dataset, SETTINGS, 4, TracePlan(80)))
    list(made.records())
    micro = [rule for rule in made.learner.population.rules() for _copy in range(rule.num)]
    found = run_summary(HEADER, 4)["quantities"]

    assert found["mean_coverage"] == pytest.approx(sum(rule.n_covered for rule in micro) / len(micro) / 8)
    assert found["mean_decided"] == pytest.approx(sum(rule.consequent.n_decided for rule in micro) / len(micro) / 3)
    assert found["mean_fitness"] == pytest.approx(sum(rule.fitness for rule in micro) / len(micro))
    assert "scs" not in found


@pytest.mark.parametrize("name", ["runs.jsonl", "runs.jsonl.gz"])
def test_runs_are_read_as_they_were_written(name: str, tmp_path: Path) -> None:
    summaries = [run_summary(HEADER, seed) for seed in (1, 2)]
    assert write_runs(tmp_path / name, HEADER, summaries) == 2
    found = read_runs(tmp_path / name)

    assert [dict(run) for run in found.runs] == [summary["quantities"] for summary in summaries]
    assert found.settings == SETTINGS.as_dict()


def edited(tmp_path: Path, edit: Any) -> Path:
    path = tmp_path / "runs.jsonl"
    write_runs(path, HEADER, [{"kind": "run", "run": name, "quantities": {"macro": 3}} for name in "ab"])
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    edit(lines)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        (lambda lines: lines[0].update(format="x"), 1),
        (lambda lines: lines[0].update(version=2), 1),
        (lambda lines: lines[0]["settings"].pop("omega"), 1),
        (lambda lines: lines[0].pop("data"), None),
        (lambda lines: lines[1].update(kind="x"), 2),
        (lambda lines: lines[2].update(run="a"), 3),
        (lambda lines: lines[2].update(run=1), 3),
        (lambda lines: lines[2]["quantities"].update(macro="x"), 3),
        (lambda lines: lines[2]["quantities"].update(macro=True), 3),
        (lambda lines: lines[2]["quantities"].update(macro=-1e308), 3),
        (lambda lines: lines.pop(), None),
        (lambda lines: lines.clear(), None),
    ],
    ids=["format", "version", "setting", "data", "kind", "twice", "name", "text", "bool", "huge", "cut", "empty"],
)
def test_what_are_no_runs_is_refused(edit: Any, line: int | None, tmp_path: Path) -> None:
    path = edited(tmp_path, edit)
    with raising(DataError, file=str(path)) as caught:
        read_runs(path)

    if line is not None:
        assert caught.value.line == line


def test_enough_equal_runs_are_equivalent_and_few_are_undecided() -> None:
    """One quantity: 2*(1.96 + 1.2816)^2/(0.72*1.35^2) = 16.02."""
    for n, verdict in ((17, "equivalent"), (16, "undecided")):
        report = compare_runs(runs_of(macro=ramp(n)), runs_of(macro=ramp(n)), Demands())
        assert (report.needed, report.verdict) == (17, verdict)
        assert report.quantities[0].superiority == 0.5


def test_a_shift_is_different_however_few_runs_there_are() -> None:
    report = compare_runs(runs_of(macro=ramp(8), micro=ramp(8)), runs_of(macro=ramp(8), micro=ramp(8, 2.0)), Demands())
    macro, micro = report.quantities

    assert report.verdict == "different"
    assert (macro.verdict, micro.verdict) == ("undecided", "different")
    assert (micro.superiority, micro.p_adjusted) == (0.0, 2 * micro.p)
    assert micro.shift == pytest.approx(2.0 / micro.deviation[0])


def test_a_constant_that_differs_is_different_by_an_infinite_shift() -> None:
    report = compare_runs(runs_of(controls=[0.0] * 20), runs_of(controls=[1.0] * 20), Demands())

    assert (report.verdict, report.quantities[0].shift) == ("different", math.inf)


def test_the_smaller_file_decides_whether_there_are_enough() -> None:
    """The harmonic mean of 12 and 100 is 21.4, above 17; that of 8 and 100 is 14.8."""
    for n, verdict in ((12, "equivalent"), (8, "undecided")):
        wide, narrow = [float(x) for x in range(100)], [100.0 * (x + 0.5) / n for x in range(n)]
        assert compare_runs(runs_of(macro=[*wide]), runs_of(macro=[*narrow]), Demands()).verdict == verdict


def test_what_a_run_does_not_define_is_left_out_and_what_none_defines_is_undecided() -> None:
    first = runs_of(macro=ramp(30), scs=[None] * 30)
    second = runs_of(macro=[*ramp(30), None], scs=ramp(30))
    report = compare_runs(first, second, Demands())

    assert [quantity.n for quantity in report.quantities] == [(30, 30), (0, 30)]
    assert [quantity.verdict for quantity in report.quantities] == ["equivalent", "undecided"]
    assert report.verdict == "undecided"


def test_a_quantity_of_one_file_alone_leaves_the_whole_undecided() -> None:
    report = compare_runs(runs_of(macro=ramp(30)), runs_of(macro=ramp(30), scs=ramp(30)), Demands())

    assert (report.verdict, report.one_sided) == ("undecided", ("scs",))


def test_runs_of_other_data_settings_or_quantities_are_refused() -> None:
    runs = runs_of(macro=ramp(5))
    other = RunsFile("b.jsonl", "x 1", {**runs.settings, "omega": 0.5}, runs.sha256, runs.runs)
    data = RunsFile("b.jsonl", "x 1", runs.settings, "1" * 64, runs.runs)

    for second in (other, data, runs_of(micro=ramp(5))):
        with raising(DataError, file=second.file):
            compare_runs(runs, second, Demands())


def test_a_quantity_that_is_undefined_in_more_runs_is_different() -> None:
    """30 of 90 against 90 of 90, with equal values where there are any."""
    gaps: list[float | None] = [value if place % 3 == 0 else None for place, value in enumerate(ramp(90))]

    assert compare_runs(runs_of(a=ramp(90)), runs_of(a=gaps), Demands()).verdict == "different"


def test_an_alpha_that_the_divisions_cannot_reach_is_refused() -> None:
    """23 quantities at 0.002: 0.000087 each, and the smallest share of 9,999 divisions is 0.0001."""
    runs = runs_of(**{f"q{index}": ramp(30) for index in range(23)})

    with pytest.raises(DataError):
        compare_runs(runs, runs, Demands(alpha=0.002))


samples = st.lists(st.sampled_from((0.0, 1.0, 2.0, 3.5)), min_size=2, max_size=6)


def cramer_von_mises(first: list[float], second: list[float]) -> int:
    """The sum over all values of the squared difference of both distributions, times both sizes: a whole number."""
    total = 0
    for value in [*first, *second]:
        below = sum(x <= value for x in first) * len(second) - sum(x <= value for x in second) * len(first)
        total += below * below
    return total


def exact_p(first: list[float], second: list[float]) -> float:
    """The share of all divisions whose statistic is at least the observed one."""
    pooled = [*first, *second]
    observed = cramer_von_mises(first, second)
    at_least = n_divisions = 0
    for chosen in combinations(range(len(pooled)), len(first)):
        one = [pooled[place] for place in chosen]
        other = [pooled[place] for place in range(len(pooled)) if place not in chosen]
        n_divisions += 1
        at_least += cramer_von_mises(one, other) >= observed
    return at_least / n_divisions


@given(samples, samples)
def test_the_p_value_is_near_that_of_all_divisions(first: list[float], second: list[float]) -> None:
    """9,999 divisions: a standard error of at most 0.005."""
    assert PermutationTest().p_value(first, second) == pytest.approx(exact_p(first, second), abs=0.025)


def test_the_p_value_of_samples_apart_is_that_of_the_two_extreme_divisions() -> None:
    """4 against 4 values that all differ: 2 of the 70 divisions."""
    assert PermutationTest().p_value([1, 2, 3, 4], [5, 6, 7, 8]) == pytest.approx(2 / 70, abs=0.006)


def test_equal_values_tell_nothing() -> None:
    assert PermutationTest().p_value([3.0] * 9, [3.0] * 7) == 1.0


def test_the_p_value_is_always_the_same_and_symmetric_up_to_chance() -> None:
    first, second = [0.1, 0.4, 0.2, 0.9, 0.5], [0.3, 0.8, 0.95, 0.7, 0.85, 0.99]

    assert PermutationTest().p_value(first, second) == PermutationTest().p_value(first, second)
    assert PermutationTest().p_value(first, second) == pytest.approx(PermutationTest().p_value(second, first), abs=0.03)


def test_spread_alone_is_seen() -> None:
    """The same median and no variance in one: a test of ranks would say nothing."""
    spread = [float(x) for x in range(-15, 16)]

    assert PermutationTest().p_value(spread, [0.0] * 31) < 0.001


@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=8))
def test_holm_adjusts_upwards_in_order_and_never_above_1(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    pairs = sorted(zip(p_values, adjusted, strict=True))

    assert all(p <= q <= 1.0 for p, q in pairs)
    assert all(one <= other for (_, one), (_, other) in pairwise(pairs))
    assert min(adjusted) == min(1.0, len(p_values) * min(p_values))


def test_holm_by_hand() -> None:
    """0.01*4, then max(0.04, 0.02*3), then max(0.06, 0.03*2), then 0.5."""
    assert holm([0.5, 0.02, 0.01, 0.03]) == pytest.approx([0.5, 0.06, 0.04, 0.06])


def test_superiority_counts_pairs_and_half_of_ties() -> None:
    """2 > 1; 2 = 2; 3 > 1, 2: 3 + 1/2 of 4."""
    assert superiority([2.0, 3.0], [1.0, 2.0]) == 3.5 / 4
    assert superiority([1.0], [1.0]) == 0.5


@given(samples, samples)
def test_superiority_is_that_of_mann_and_whitney(first: list[float], second: list[float]) -> None:
    u = stats.mannwhitneyu(first, second).statistic if len({*first, *second}) > 1 else len(first) * len(second) / 2

    assert superiority(first, second) == pytest.approx(u / (len(first) * len(second)))


def test_a_shift_is_in_pooled_standard_deviations() -> None:
    """Means 1 and 3; squares 2 and 2, so sqrt(4/4) = 1."""
    assert shift([0.0, 1.0, 2.0], [2.0, 3.0, 4.0]) == 2.0
    assert shift([2.0, 3.0, 4.0], [0.0, 1.0, 2.0]) == -2.0
    assert shift([5.0, 5.0], [5.0]) == 0.0
    assert shift([1.0], [2.0]) == math.inf


def test_needed_runs_follow_the_normal_approximation() -> None:
    """One test: 1.959964 + 1.281552 = 3.241515; 2*10.50742/0.72 = 29.2, and with an effect of 2 a quarter."""
    assert needed_runs(0.05, 0.9, 1.0, 1) == 30
    assert needed_runs(0.05, 0.9, 2.0, 1) == 8
    assert needed_runs(0.05, 0.9, 1.0, 20) > needed_runs(0.05, 0.9, 1.0, 1)


def test_needed_runs_can_be_told_apart() -> None:
    """However large the effect: C(16, 8) = 12870 divisions, and 20 of them are below 0.05/23; C(14, 7) = 3432."""
    assert needed_runs(0.05, 0.9, 100.0, 23) == 8
    assert PermutationTest().p_value([*map(float, range(8))], [*map(float, range(100, 108))]) <= 0.05 / 23


def test_null_p_values_are_spread_evenly() -> None:
    """400 pairs of samples of 20 from one distribution: about 5% are at most 0.05."""
    generator = np.random.Generator(np.random.PCG64(1))
    test = PermutationTest()
    below = sum(
        test.p_value(generator.normal(size=20).tolist(), generator.normal(size=20).tolist()) <= 0.05 for _ in range(400)
    )

    assert 8 <= below <= 34
