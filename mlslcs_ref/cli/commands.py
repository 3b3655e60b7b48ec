"""The commands: the purpose of each, and the modules of its options and its work, loaded when it is called."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final


@dataclass(frozen=True)
class Subcommand:
    """A command."""

    purpose: str
    """What it does, for its help."""
    options: str
    action: str
    """`options`, `action`: Module and function, as `training.run:run`: what adds its options to a parser, and what does
    it and returns the exit status."""

    def add_options(self, parser: Any) -> None:
        """Add its options to its parser."""
        _loaded(self.options)(parser)

    def run(self, arguments: argparse.Namespace) -> int:
        """Do it and return the exit status."""
        status: int = _loaded(self.action)(arguments)
        return status


def _loaded(place: str) -> Callable[[Any], Any]:
    module, function = place.split(":")
    found: Callable[[Any], Any] = getattr(import_module(f"mlslcs_ref.cli.{module}"), function)
    return found


COMMANDS: Final[Mapping[str, Subcommand]] = {
    "run": Subcommand(
        "train on a problem or a data file and show the results",
        "training.run_options:run_options",
        "training.run:run",
    ),
    "replay": Subcommand(
        "check a recorded run of the authors' program; exit status 0 if everything agrees, 1 at the first difference",
        "oracle.trace_options:replay_options",
        "oracle.trace:replay",
    ),
    "rules": Subcommand(
        "print the rules of a saved model",
        "models.ruleset_parser:rules_options",
        "models.rules:rules",
    ),
    "explain": Subcommand(
        "explain why a saved model gives a row its labels: the votes of its rules, and the conditions that matter",
        "models.ruleset_parser:explain_options",
        "models.explain:explain_row",
    ),
    "compact": Subcommand(
        "make a saved model smaller, and show what is lost",
        "models.ruleset_parser:compact_options",
        "models.compact:compact_model",
    ),
    "compare": Subcommand(
        "compare two saved models by the meaning of their rules; exit status 0 if they are equal, else 1",
        "models.ruleset_parser:compare_options",
        "models.compare:compare_models",
    ),
    "check": Subcommand(
        "check a saved model for errors; exit status 0 if there are none, else 1",
        "models.ruleset_parser:check_options",
        "models.check:check",
    ),
    "export": Subcommand(
        "write the rules of a saved model in another format",
        "models.ruleset_parser:export_options",
        "models.export:export",
    ),
    "report": Subcommand(
        "write a web page about a saved model, with pictures and a table of its rules",
        "models.ruleset_parser:report_options",
        "models.page_report:report",
    ),
    "predict": Subcommand(
        "predict the labels of a data file with a saved model, as CSV",
        "models.ruleset_parser:predict_options",
        "models.predict:predict",
    ),
    "evaluate": Subcommand(
        "measure a saved model on labelled data, also label by label",
        "models.ruleset_parser:evaluate_options",
        "models.evaluate:evaluate",
    ),
    "convert": Subcommand(
        "write a data set in another format, its labels as 0 and 1",
        "training.convert:convert_options",
        "training.convert:convert",
    ),
    "conform": Subcommand(
        "test an implementation against the specification",
        "oracle.conform_options:conform_options",
        "oracle.conform:conform",
    ),
    "experiment": Subcommand(
        "run experiments, and show their results",
        "experiment.command:experiment_options",
        "experiment.command:experiment",
    ),
    "trace": Subcommand(
        "write the events of a run to a file of JSON lines",
        "oracle.trace_options:trace_options",
        "oracle.trace:trace",
    ),
    "trace diff": Subcommand(
        "show the first difference of two traces; exit status 0 if there is none, else 1",
        "oracle.trace_options:trace_diff_options",
        "oracle.trace:trace_diff",
    ),
    "trace replay": Subcommand(
        "check a trace against this package; exit status 0 if everything agrees, 1 at the first difference",
        "oracle.trace_options:trace_replay_options",
        "oracle.trace:trace_replay",
    ),
    "trace convert": Subcommand(
        "turn a recorded run of the authors' program into a trace",
        "oracle.trace_options:trace_convert_options",
        "oracle.trace:trace_convert",
    ),
    "trace summary": Subcommand(
        "make whole runs and write a line of results for each, for `conform equivalence`",
        "oracle.trace_options:trace_summary_options",
        "oracle.trace:trace_summary",
    ),
}
