"""`experiment`: the paper's experiments, and others like them.

The exit status is 0 if all is done, 1 if a unit of work has failed.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from mlslcs_ref.cli.call.arguments import examples
from mlslcs_ref.cli.parser import add_command

ACTIONS: Final = ("run", "artificial", "tune", "benchmark", "report")
"""Each has a module, as `run`, with a function of that name that does it and another that adds it."""


def experiment_options(parser: Any) -> None:
    """Add the actions of `experiment`."""
    parser.epilog = examples(
        "experiment run toy",
        "experiment run quick --jobs 2 --out quick-results",
        "experiment run mine.toml --folds 1-3 --jobs 2",
        "experiment run --resume quick-results --jobs 2",
        "experiment artificial --profile authors --jobs 2",
        "experiment tune flags-train --test flags-test",
        "experiment benchmark --data flags,emotions --jobs 2",
        "experiment report benchmark-results",
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for action in ACTIONS:
        getattr(_module(action), f"add_experiment_{action}")(actions, add_command)


def experiment(arguments: argparse.Namespace) -> int:
    """Do one of the actions and return the exit status."""
    status: int = getattr(_module(arguments.action), f"experiment_{arguments.action}")(arguments)
    return status


def _module(action: str) -> ModuleType:
    return import_module(f"mlslcs_ref.cli.experiment.{action}")
