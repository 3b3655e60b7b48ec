"""An estimate of the time of the paper's comparison, from an earlier run."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib.resources import files
from typing import NamedTuple

from mlslcs_ref.experiments.benchmark.published import KINDS_OF_METHODS, paper_data
from mlslcs_ref.experiments.grid import Plan, Unit
from mlslcs_ref.experiments.grid.plan import MLS_LCS

__all__ = ["Guess", "guess"]


class Guess(NamedTuple):
    """About how long units take.

    Parameters
    ----------
    seconds : float
        Of one core, for the units that are known.
    machine : str
        Where it was measured, with the compiled build.
    unknown : tuple of str
        Data sets and methods of which nothing is known.
    """

    seconds: float
    machine: str
    unknown: tuple[str, ...]


def guess(plan: Plan, units: Iterable[Unit]) -> Guess:
    """Return about how long units of a plan take; a method's variants share its time, and passes count in proportion.

    Parameters
    ----------
    plan : Plan
        The plan.
    units : iterable of Unit
        Those of its units that are to be run.
    """
    known = tomllib.loads((files("mlslcs_ref.experiments.benchmark") / "costs.toml").read_text(encoding="utf-8"))
    seconds = 0.0
    unknown: dict[str, None] = {}
    for unit in units:
        entry, method = plan.dataset(unit.dataset), plan.method(unit.method)
        data = paper_data(entry)
        costs = known["seconds"].get("" if data is None else data.name, {})
        # MlS-LCS in another profile is named otherwise
        alike = next((name for name, kind in KINDS_OF_METHODS.items() if kind == method.kind), "")
        fold = costs.get(method.name, costs.get(alike))
        if data is None or fold is None:
            unknown[f"{unit.method} on {unit.dataset}"] = None
            continue
        share = entry.settings.get("passes", 0) / data.parameters["passes"] if method.kind == MLS_LCS else 1.0
        seconds += fold * share / len(method.variant_names())
    return Guess(seconds, known["machine"], tuple(unknown))
