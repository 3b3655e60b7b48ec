"""Measure what the verdicts of `conform equivalence` are worth: false alarms and power.

    python3 tools/equivalence_power.py            samples from known distributions (minutes)
    python3 tools/equivalence_power.py --runs     whole runs of this package, faults played by settings (minutes)

The tables stand in specs/equivalence.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.problems import problem
from mlslcs_ref.oracle.equivalence import Demands, PermutationTest, compare_runs, holm, needed_runs
from mlslcs_ref.oracle.runs import RunsFile, RunsHeader, run_summary
from mlslcs_ref.settings import Settings

Numbers = npt.NDArray[np.float64]
Sample = Callable[[np.random.Generator, int], Numbers]

QUANTITIES: Final = 23
"""As many as `trace summary` writes for an artificial problem."""

DISTRIBUTIONS: Final[MappingProxyType[str, Sample]] = MappingProxyType(
    {
        "normal": lambda generator, n: generator.normal(size=n),
        "lognormal": lambda generator, n: generator.lognormal(size=n),
        "uniform": lambda generator, n: generator.uniform(size=n),
        "counts (Poisson, mean 3)": lambda generator, n: generator.poisson(3.0, n).astype(np.float64),
        "yes or no (0.3)": lambda generator, n: (generator.uniform(size=n) < 0.3).astype(np.float64),
    }
)
DEVIATIONS: Final = MappingProxyType({"normal": 1.0, "lognormal": 2.1612, "uniform": 0.28868})
"""Standard deviations of those that can be shifted by any distance."""

DEMANDS: Final = (Demands(), Demands(effect=1.0), Demands(effect=2.0), Demands(power=0.8))
FAULTS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("none", {}),
    ("mutation_rate 0.04 -> 0.08", {"mutation_rate": 0.08}),
    ("crossover_rate 0.8 -> 0.4", {"crossover_rate": 0.4}),
    ("accuracy_power 10 -> 5", {"accuracy_power": 5.0}),
    ("omega 0.9 -> 1", {"omega": 1.0}),
    ("learning_rate 0.2 -> 0.4", {"learning_rate": 0.4}),
    ("theta_exp 10 -> 20", {"theta_exp": 20}),
    ("experience_unit match", {"experience_unit": "match"}),
    ("ga_clock step", {"ga_clock": "step"}),
    ("match_set_control off", {"match_set_control": False}),
    ("absorption authors", {"absorption": "authors"}),
    ("discovery_order in_phases", {"discovery_order": "in_phases"}),
)
RUNS: Final = 90


def false_alarms(n_trials: int, n: int) -> None:
    """Print how often equal implementations are called different, by the distribution of their quantities."""
    print(f"| distribution | false alarms in {n_trials} comparisons of {QUANTITIES} quantities, {n} runs each |")
    print("|---|---|")
    for name, sample in DISTRIBUTIONS.items():
        generator = np.random.Generator(np.random.PCG64(1))
        test = PermutationTest()
        # ties make the test do all divisions anew
        trials = n_trials if name in DEVIATIONS else max(1, n_trials // 10)
        alarms = 0
        for _trial in range(trials):
            test = test if name in DEVIATIONS else PermutationTest()
            p_values = [
                test.p_value(sample(generator, n).tolist(), sample(generator, n).tolist()) for _ in range(QUANTITIES)
            ]
            alarms += min(holm(p_values)) <= Demands().alpha
        print(f"| {name} | {alarms} of {trials}: {alarms / trials:.3f} |", flush=True)


def power(n_trials: int) -> None:
    """Print how often one shifted quantity among others is called different, with as many runs as are asked for."""
    print("| effect | power asked for | runs | " + " | ".join(DEVIATIONS) + " |")
    print("|---|---|---|" + "---|" * len(DEVIATIONS))
    for demands in DEMANDS:
        n = needed_runs(demands.alpha, demands.power, demands.effect, QUANTITIES)
        shares = []
        for name, deviation in DEVIATIONS.items():
            sample = DISTRIBUTIONS[name]
            generator = np.random.Generator(np.random.PCG64(2))
            test = PermutationTest()
            distance = demands.effect * deviation
            seen = 0
            for _trial in range(n_trials):
                first, second = sample(generator, n), sample(generator, n) + distance
                # all others equal: Holm's level for the smallest p-value
                seen += test.p_value(first.tolist(), second.tolist()) <= demands.alpha / QUANTITIES
            shares.append(f"{seen / n_trials:.3f}")
        print(f"| {demands.effect:g} | {demands.power:g} | {n} | {' | '.join(shares)} |", flush=True)


def runs(n_trials: int) -> None:
    """Print how often runs of this package are called different from runs with a fault, which a setting plays."""
    known = problem("mlposition4")
    if known is None:
        sys.exit("there is no problem mlposition4")
    base: dict[str, Any] = {
        "population_size": 150, "theta_ga": 50, "p_hash": 0.33, "p_label_hash": 0.2, "passes": 40, "clustering": False,
    }  # fmt: skip
    pools = []
    for name, changes in FAULTS:
        header = RunsHeader(known.dataset, Settings.paper(**{**base, **changes}), "paper", "pcg64")
        first = 0 if name == "none" else 10_000
        pools.append([run_summary(header, first + seed, known.solutions)["quantities"] for seed in range(RUNS)])
    n = 30
    print(f"| fault | called different in {n_trials} comparisons, {n} runs each | first quantities |")
    print("|---|---|---|")
    for (name, _changes), pool in zip(FAULTS, pools, strict=True):
        generator = np.random.Generator(np.random.PCG64(3))
        different = 0
        noticed: dict[str, int] = {}
        for _trial in range(n_trials):
            order = generator.permutation(RUNS)
            right = [pools[0][place] for place in order[:n]]
            others = [
                pool[place] for place in (order[n : 2 * n] if pool is pools[0] else generator.permutation(RUNS)[:n])
            ]
            report = compare_runs(_file(right), _file(others), Demands())
            different += report.verdict == "different"
            for quantity in report.quantities:
                if quantity.verdict == "different":
                    noticed[quantity.name] = noticed.get(quantity.name, 0) + 1
        often = sorted(noticed, key=lambda name: (-noticed[name], name))[:3]
        print(f"| {name} | {different} of {n_trials} | {', '.join(often) or '-'} |", flush=True)


def _file(pool: list[dict[str, float | None]]) -> RunsFile:
    return RunsFile("runs", "this package", {}, "", tuple(pool))


def main(argv: Sequence[str] | None = None) -> int:
    """Print the tables and return the exit status."""
    parser = argparse.ArgumentParser(description="Measure false alarms and power of the equivalence verdicts.")
    parser.add_argument("--runs", action="store_true", help="of whole runs, not of known distributions")
    parser.add_argument("--trials", type=int, default=2000, metavar="N", help="comparisons (2000; of runs a tenth)")
    arguments = parser.parse_args(argv)
    if arguments.runs:
        runs(max(1, arguments.trials // 10))
        return 0
    false_alarms(arguments.trials, needed_runs(Demands().alpha, Demands().power, Demands().effect, QUANTITIES))
    print()
    power(arguments.trials)
    return 0


if __name__ == "__main__":
    sys.exit(main())
