"""Experiments as a grid: data sets x folds x seeds x methods, run unit by unit and kept in a folder of results."""

from mlslcs_ref.experiments.grid.plan import DatasetEntry, MethodEntry, Plan, Variant
from mlslcs_ref.experiments.grid.plan_file import load_plan, parse_plan, plan_text
from mlslcs_ref.experiments.grid.plan_run import Watcher, run_plan, units_to_run
from mlslcs_ref.experiments.grid.results import Failure, Results, UnitResult
from mlslcs_ref.experiments.grid.store import load_results
from mlslcs_ref.experiments.grid.units import Unit

__all__ = [
    "DatasetEntry",
    "Failure",
    "MethodEntry",
    "Plan",
    "Results",
    "Unit",
    "UnitResult",
    "Variant",
    "Watcher",
    "load_plan",
    "load_results",
    "parse_plan",
    "plan_text",
    "run_plan",
    "units_to_run",
]
