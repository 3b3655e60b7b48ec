"""What Section 4.1 runs, as a plan: problems x omega x seeds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from mlslcs_ref.experiments.grid.plan import DatasetEntry, MethodEntry, Plan
from mlslcs_ref.learning.training import artificial_settings

METHOD: Final = "MlS-LCS"
OMEGAS: Final = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
N_SEEDS: Final = 30
CURVE_POINTS: Final = 100


class Study(NamedTuple):
    """A problem with the length of its runs."""

    name: str
    """What it is called."""
    problem: str
    passes: int
    """Training passes."""


STUDIES: Final = (
    Study("toy6x4", "toy6x4", 1500),
    Study("mlposition4", "mlposition4", 1500),
    Study("mlposition4-6000", "mlposition4", 6000),
)
"""The paper's problems; the second once with as many passes as the first, and once with as many steps: its text,
I = 1500*64 for both, can be read either way, because mlposition4 has 16 instances (decision 0028 takes the passes)."""


def artificial_plan(
    profile: str = "paper",
    studies: Sequence[Study] = STUDIES,
    omegas: Sequence[float] = OMEGAS,
    n_seeds: int = N_SEEDS,
    n_points: int = CURVE_POINTS,
) -> Plan:
    """Return the plan of Section 4.1, at least one of each: problems, values of omega, and seeds 1, 2 and so on.

    `profile` is the one whose settings the paper's for artificial problems change. A run's curve has `n_points` points.
    """
    datasets = tuple(
        DatasetEntry(
            name=study.name,
            source=study.problem,
            scheme="training",
            settings={**artificial_settings(study.problem), "passes": study.passes},
        )
        for study in studies
    )
    method = MethodEntry(
        METHOD,
        "mls-lcs",
        {"profile": profile, "curve_points": n_points},
        vary={"settings": {"omega": [float(omega) for omega in omegas]}},
    )
    return Plan(
        f"artificial-{profile}",
        datasets,
        (method,),
        f"Section 4.1 of the paper with the profile {profile}",
        tuple(range(1, n_seeds + 1)),
    )


def is_artificial(plan: Plan) -> bool:
    """Tell whether a plan has the shape of `artificial_plan`, which readers of its results need."""
    problems = {study.problem for study in STUDIES}
    return [method.name for method in plan.methods] == [METHOD] and all(
        entry.source in problems
        and "passes" in entry.settings
        and all("omega" in variant.options["settings"] for variant in plan.method(METHOD).variants(entry))
        for entry in plan.datasets
    )


def profile_of(plan: Plan) -> str:
    """Return the profile of a plan of `artificial_plan`."""
    return str(plan.method(METHOD).options["profile"])
