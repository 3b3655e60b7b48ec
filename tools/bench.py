"""Measure speed and memory: ``python3 tools/dev.py bench [NAME ...]``.

Each measurement is a process of its own, timed in CPU seconds on one thread. A workload is trained with the installed
build, and that as often as asked for; the medians are printed. Then the pure build and the model of the specification
each train for a few seconds from the same start, and the installed build repeats exactly the steps that they got
through, which gives two ratios, and the same digests or a failure. `series` doubles |P|, |D|, |X| and |L|, one at a
time, and prints how the time of a step and the memory grow: the exponent is 0 for no growth, 1 for linear growth. It
gives way to other programs, and a size that takes too long ends the line.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import numpy as np

from mlslcs_ref import Dataset, Schema, Settings, Training, artificial_settings, load_dataset, toy6x4
from mlslcs_ref._build import __version__, is_compiled
from mlslcs_ref.data.schema import ContinuousAttribute
from mlslcs_ref.rulesets.consultation import Consultation

ROOT: Final = Path(__file__).resolve().parent.parent
SEED: Final = 0
ROWS: Final = 1000
"""Rows to predict."""


@dataclass(frozen=True)
class Workload:
    """What is trained, and for how long.

    Attributes
    ----------
    name : str
        A letter, or a place in a series.
    data : str
        `toy6x4`, a folder of benchmark files, or `synthetic`.
    steps : int
        How many instances are presented.
    settings : dict
        What differs from the profile; clustering is off, so that every step counts as training.
    shape : tuple of int
        |D|, |X| and |L| of synthetic data.
    profile : str
        The profile.
    """

    name: str
    data: str
    steps: int
    settings: Mapping[str, Any]
    shape: tuple[int, int, int] = (43_907, 120, 101)
    profile: str = "paper"


TOY: Final = artificial_settings("toy6x4")
SPARSE: Final = {"p_hash": 0.9, "p_label_hash": 0.1, "population_size": 1000}
WORKLOADS: Final = (
    Workload("A", "toy6x4", 96_000, TOY),
    Workload("A-step", "toy6x4", 96_000, {**TOY, "ga_clock": "step"}),
    Workload(
        "B", "emotions", 500 * 593, {"population_size": 5000, "p_hash": 0.8, "p_label_hash": 0.01, "theta_ga": 2000}
    ),
    Workload("C", "enron", 170_200, {"population_size": 25_000, "p_hash": 0.99, "p_label_hash": 0.1}),
    Workload("D", "scene", 20 * 2407, {"population_size": 9000, "theta_ga": 300, "p_hash": 0.99, "p_label_hash": 0.1}),
    Workload("E", "cal500", 20 * 502, SPARSE),
    Workload("F", "synthetic", 4_000, SPARSE),
)
ENDS: Final = {"P": 8_000, "D": 200_000, "X": 20_000, "L": 1_000}
"""The largest sizes of the series."""
TOO_LONG: Final = getattr(signal, "SIGVTALRM", 0)
"""What ends a process that has had its CPU seconds."""
SERIES: Final = Workload(
    "series", "synthetic", 20_000, {"population_size": 1000, "p_hash": 0.8, "p_label_hash": 0.1}, (500, 20, 10)
)


# ------------------------------------------------------------------------------------------------- inside a measurement


@dataclass
class Result:
    """What one process measured; times in CPU seconds, NaN where nothing was measured."""

    engine: str
    steps: int
    training: float
    digest: str
    members: float = math.nan
    macro: int = 0
    rows_per_second: float = math.nan
    one_row: float = math.nan
    thresholds: float = math.nan
    best: float = math.nan
    peak_mib: float = field(default=math.nan)

    @property
    def us_per_step(self) -> float:
        """Microseconds per step."""
        return self.training / self.steps * 1e6


def synthetic(n_instances: int, n_attributes: int, n_labels: int) -> Dataset:
    """Return uniform numbers, each label holding where one of them is among the highest 4 %, as rare as mediamill's."""
    raw = np.random.PCG64(SEED).random_raw(n_instances * n_attributes) >> np.uint64(11)
    numbers = (raw.astype(np.float64) * 2.0**-53).reshape(n_instances, n_attributes)
    attributes = tuple(ContinuousAttribute(f"x{index}") for index in range(n_attributes))
    labels = tuple(f"y{index}" for index in range(n_labels))
    columns = numbers[:, [7 * index % n_attributes for index in range(n_labels)]]
    return Dataset(Schema(attributes, labels), numbers, columns > 0.96, "synthetic")


def dataset_of(workload: Workload, folder: Path) -> Dataset:
    """Load or make the data."""
    if workload.data == "toy6x4":
        return toy6x4()
    if workload.data == "synthetic":
        return synthetic(*workload.shape)
    return load_dataset(*files_of(workload, folder))


def files_of(workload: Workload, folder: Path) -> list[Path]:
    """List the files that a workload needs."""
    if workload.data in {"toy6x4", "synthetic"}:
        return []
    return [folder / workload.data / f"{workload.data}.{suffix}" for suffix in ("arff", "xml")]


def cpu_seconds(action: Callable[[], object]) -> float:
    """Time an action."""
    start = time.process_time()
    action()
    return time.process_time() - start


def peak_mib() -> float:
    """Return the largest memory this process has had."""
    if sys.platform == "win32":
        return math.nan
    import resource  # noqa: PLC0415 - there is no such module on Windows

    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def timed_steps(step: Callable[[int], object], n_steps: int, budget: float) -> tuple[int, float]:
    """Do so many steps, or fewer if the budget of seconds is spent before; return how many, and the seconds."""
    start = time.process_time()
    done = 0
    while done < n_steps and time.process_time() - start < budget:
        step(done)
        done += 1
    return done, time.process_time() - start


def measure(workload: Workload, folder: Path, engine: str, budget: float) -> Result:
    """Train, and predict if the training was not cut short by the budget.

    Parameters
    ----------
    workload : Workload
        What to train.
    folder : Path
        Where the data are.
    engine : str
        `package`, which is this process's build, or `model`.
    budget : float
        CPU seconds for the training; infinity for all of it.
    """
    data = dataset_of(workload, folder)
    passes = -(-workload.steps // data.n_instances)
    changes = {**workload.settings, "passes": passes, "clustering": False}
    settings = Settings.profile(workload.profile, **changes)
    if engine == "model":
        sys.path[:0] = [str(ROOT / "specs"), str(ROOT / "tests")]
        from twins import twins  # noqa: PLC0415 - part of the tests

        from model.cycle import run_step  # noqa: PLC0415 - part of the specification
        from model.traces import checkpoint  # noqa: PLC0415 - likewise

        state = twins(data, settings, SEED)[1]
        steps, seconds = timed_steps(lambda _step: run_step(state), workload.steps, budget)
        return Result(engine, steps, seconds, checkpoint(state, whole=False)["crc32"])
    training = Training(data, settings, SEED)
    learner = training.learner
    if budget < math.inf:
        steps, seconds = timed_steps(lambda _step: learner.step(), workload.steps, budget)
    else:
        steps, seconds = workload.steps, cpu_seconds(lambda: learner.advance(workload.steps))
    result = Result("compiled" if is_compiled() else "pure", steps, seconds, learner.digest())
    result.macro = learner.population.macro
    result.members = statistics.mean(len(learner.population.match_set(i)) for i in range(min(data.n_instances, 2000)))
    if budget == math.inf:
        rules = training.ruleset()
        rows = np.resize(data.X, (ROWS, data.n_attributes))
        result.rows_per_second = ROWS / cpu_seconds(lambda: Consultation(rules, rows).voted(0.3))
        result.one_row = cpu_seconds(lambda: Consultation(rules, rows[:1]).voted(0.3))
        known = Consultation(rules, data.X)
        result.thresholds = cpu_seconds(lambda: known.thresholds(data.Y))
        result.best = cpu_seconds(known.best)
    result.peak_mib = peak_mib()
    return result


# ----------------------------------------------------------------------------------------------------- the measurements


def measured(
    workload: Workload, folder: Path, engine: str, budget: float = math.inf, limit: float = math.inf
) -> Result:
    """Measure in a process of its own, of so many CPU seconds; `engine` is `installed`, `pure` or `model`."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    if engine == "pure":
        environment["PYTHONPATH"] = str(ROOT)
    task = json.dumps([asdict(workload), str(folder), "model" if engine == "model" else "package", budget, limit])
    command = [sys.executable, "-P", __file__, "--task", task]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return Result(**json.loads(done.stdout))


def perform(task: str) -> None:
    """Do a task of :func:`measured` and print its result."""
    fields, folder, engine, budget, limit = json.loads(task)
    if limit < math.inf and hasattr(signal, "setitimer"):
        # by the clock a busy machine would decide what takes too long
        signal.setitimer(signal.ITIMER_VIRTUAL, limit)
    print(json.dumps(asdict(measure(Workload(**fields), Path(folder), engine, budget))))


def bench(workload: Workload, folder: Path, repeats: int, budget: float) -> dict[str, Any]:
    """Measure a workload, print its line, and return what goes into the file."""
    runs = [measured(workload, folder, "installed") for _ in range(repeats)]
    middle = sorted(runs, key=lambda run: run.training)[(len(runs) - 1) // 2]
    numbers = ("training", "rows_per_second", "one_row", "thresholds", "best", "peak_mib")
    middle = replace(middle, **{name: statistics.median(getattr(run, name) for run in runs) for name in numbers})
    ratios: dict[str, Any] = {}
    same = len({run.digest for run in runs}) == 1
    for engine in ("pure", "model"):
        slow = measured(workload, folder, engine, budget)
        fast = measured(replace(workload, steps=slow.steps), folder, "installed")
        same &= slow.digest == fast.digest
        ratios[engine] = {"steps": slow.steps, "ratio": slow.training / fast.training, "seconds": slow.training}
    print(
        f"{workload.name:7}{workload.profile:8}{middle.steps:8,}{middle.training:9.2f}{middle.us_per_step:9.2f}"
        f"{middle.members:8.1f}{ratios['pure']['ratio']:8.1f}{ratios['model']['ratio']:9.1f}"
        f"{middle.rows_per_second:10,.0f}{middle.one_row * 1e3:9.2f}{middle.thresholds:10.3f}{middle.best:8.3f}"
        f"{middle.peak_mib:7.0f}  {middle.digest}{'' if same else '  DIGESTS DIFFER'}",
        flush=True,
    )
    return {**asdict(workload), **asdict(middle), "us_per_step": middle.us_per_step, "ratios": ratios, "same": same}


def grown(axis: str, factor: int, base: Workload) -> Workload:
    """Return a workload that is larger in one way; of more attributes a rule tests as many as before."""
    n_instances, n_attributes, n_labels = (
        factor * size if name == axis else size for name, size in zip("DXL", base.shape, strict=True)
    )
    size = base.settings["population_size"] * (factor if axis == "P" else 1)
    p_hash = 1.0 - (1.0 - base.settings["p_hash"]) / (factor if axis == "X" else 1)
    settings = {**base.settings, "population_size": size, "p_hash": p_hash}
    return replace(base, settings=settings, shape=(n_instances, n_attributes, n_labels))


def doublings(axis: str, base: Workload) -> tuple[int, ...]:
    """Return the factors of an axis: powers of 2, and what leads to its end."""
    start = base.settings["population_size"] if axis == "P" else base.shape["DXL".index(axis)]
    last = ENDS[axis] // start
    return (*(1 << power for power in range(last.bit_length()) if 1 << power < last), last)


def bench_series(base: Workload, folder: Path, budget: float, longest: int) -> list[dict[str, Any]]:
    """Double one size at a time, print the growth, and return what goes into the file.

    Parameters
    ----------
    base : Workload
        The smallest sizes.
    folder : Path
        Where data are.
    budget : float
        CPU seconds for the steps of a point; all that it takes may be four times that and a minute.
    longest : int
        How many points a line has at most.
    """
    if hasattr(os, "nice"):
        os.nice(10)
    print("\nseries, while one size is doubled", flush=True)
    print("        size     steps  us/step     |M|    MiB", flush=True)
    found = []
    for axis in "PDXL":
        factors, runs = doublings(axis, base)[:longest], []
        for factor in factors:
            job = grown(axis, factor, base)
            size = job.settings["population_size"] if axis == "P" else job.shape["DXL".index(axis)]
            try:
                run = measured(job, folder, "installed", budget, 60.0 + 4.0 * budget)
            except subprocess.CalledProcessError as error:
                if error.returncode != -TOO_LONG:
                    raise
                print(f"|{axis}|{size:9,}  takes too long", flush=True)
                break
            runs.append(run)
            print(
                f"|{axis}|{size:9,}{run.steps:10,}{run.us_per_step:9.1f}{run.members:8.1f}{run.peak_mib:7.0f}",
                flush=True,
            )
        row: dict[str, Any] = {"axis": axis, "factors": factors[: len(runs)]}
        for name in ("us_per_step", "members", "peak_mib"):
            row[name] = [getattr(run, name) for run in runs]
            row[f"{name}_exponent"] = exponent(row["factors"], row[name])
        print(
            f"     exponents of time {row['us_per_step_exponent']:.2f}, |M| {row['members_exponent']:.2f}, "
            f"memory {row['peak_mib_exponent']:.2f}",
            flush=True,
        )
        found.append(row)
    return found


def exponent(factors: Sequence[int], values: Sequence[float]) -> float:
    """Return the power of the size by which values grow; NaN for fewer than two of them."""
    return float(np.polyfit(np.log(factors), np.log(values), 1)[0]) if len(values) > 1 else math.nan


def machine() -> str:
    """Return one line about what the measurements were made on."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    processor = names[0] if names else platform.processor() or platform.machine()
    program = f"mlslcs_ref {__version__} ({'compiled' if is_compiled() else 'pure'})"
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, {processor}, {os.cpu_count()} processors, {platform.system()}, "
        f"Python {platform.python_version()}, numpy {np.__version__}, {program}"
    )


def main() -> int:
    """Measure what was asked for; the exit status is 1 if two builds differ in their results."""
    names = [workload.name for workload in WORKLOADS]
    parser = argparse.ArgumentParser(prog="dev.py bench", description="Measure speed and memory.", allow_abbrev=False)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"{', '.join(names)} or series; without one, all")
    parser.add_argument("--repeats", type=int, default=3, metavar="N", help="take the median of N (default: 3)")
    parser.add_argument(
        "--budget",
        type=float,
        default=10.0,
        metavar="S",
        help="seconds for each ratio and each point of a series (default: 10)",
    )
    parser.add_argument("--profile", choices=["paper", "authors"], help="one profile (default: both)")
    parser.add_argument("--data-dir", type=Path, default=ROOT.parent / "shared" / "data", metavar="DIR")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results to a file, too")
    parser.add_argument("--quick", action="store_true", help="tiny runs, to see whether all of this works")
    parser.add_argument("--task", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.task:
        perform(options.task)
        return 0
    unknown = set(options.names) - {*names, "series"}
    if unknown:
        parser.error(f"no workload {', '.join(sorted(unknown))}; there are: {', '.join(names)}, series")
    if options.repeats < 1:
        parser.error("--repeats takes a whole number from 1")
    wanted = options.names or [*names, "series"]
    workloads, series, longest = list(WORKLOADS), SERIES, 100
    if options.quick:
        options.repeats, options.budget, longest = 1, 0.05, 2
        workloads = [replace(workload, steps=200, shape=(300, 12, 10)) for workload in WORKLOADS]
        series = replace(SERIES, steps=200)
    print(machine(), flush=True)
    print(
        "name   profile    steps   CPU s  us/step     |M| vs pure  vs mod.    rows/s  row, ms  thres., s BEST, s    MiB"
        "  digest"
    )
    results: list[dict[str, Any]] = []
    for workload in workloads:
        if workload.name not in wanted:
            continue
        missing = [path for path in files_of(workload, options.data_dir) if not path.exists()]
        if missing:
            print(f"{workload.name:7}left out: there is no {missing[0]}", flush=True)
            continue
        for profile in [options.profile] if options.profile else ["paper", "authors"]:
            job = replace(workload, profile=profile)
            results.append(bench(job, options.data_dir, options.repeats, options.budget))
    document = {"machine": machine(), "workloads": results, "series": []}
    if "series" in wanted:
        document["series"] = bench_series(series, options.data_dir, options.budget, longest)
    if options.json:
        options.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return 0 if all(result["same"] for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
