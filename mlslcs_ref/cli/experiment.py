"""`experiment`: the paper's experiments, and others like them.

The exit status is 0 if all is done, 1 if a unit of work has failed.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from mlslcs_ref.cli.experiment_artificial import add_experiment_artificial, experiment_artificial
from mlslcs_ref.cli.experiment_benchmark import add_experiment_benchmark, experiment_benchmark
from mlslcs_ref.cli.experiment_report import add_experiment_report, experiment_report
from mlslcs_ref.cli.experiment_run import add_experiment_run, experiment_run
from mlslcs_ref.cli.experiment_tune import add_experiment_tune, experiment_tune

__all__ = ["add_experiment", "experiment"]

EXAMPLES: Final = """\
examples:
  python -m mlslcs_ref experiment run toy
  python -m mlslcs_ref experiment run quick --jobs 2 --out quick-results
  python -m mlslcs_ref experiment run mine.toml --folds 1-3 --dask tcp://scheduler:8786
  python -m mlslcs_ref experiment run --resume quick-results --jobs 2
  python -m mlslcs_ref experiment artificial --profile authors --jobs 2
  python -m mlslcs_ref experiment tune flags-train --test flags-test
  python -m mlslcs_ref experiment benchmark --data flags,emotions --jobs 2
  python -m mlslcs_ref experiment report benchmark-results
"""
ACTIONS: Final[Mapping[str, Callable[[argparse.Namespace], int]]] = MappingProxyType(
    {
        "run": experiment_run,
        "artificial": experiment_artificial,
        "tune": experiment_tune,
        "benchmark": experiment_benchmark,
        "report": experiment_report,
    }
)
ADDERS: Final = (
    add_experiment_run,
    add_experiment_artificial,
    add_experiment_tune,
    add_experiment_benchmark,
    add_experiment_report,
)


def add_experiment(commands: Any, add: Callable[..., Any]) -> None:
    """Add the command with all its actions.

    Parameters
    ----------
    commands
        Where commands are added.
    add : callable
        Adds one: from `commands`, its name and its purpose to its parser.
    """
    parser = add(commands, "experiment", "run experiments of many units, and tell what came of them", epilog=EXAMPLES)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for adder in ADDERS:
        adder(actions, add)


def experiment(arguments: argparse.Namespace) -> int:
    """Do one of the actions and return the exit status."""
    return ACTIONS[arguments.action](arguments)
