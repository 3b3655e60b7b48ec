"""The commands and their options."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NoReturn

from mlslcs_ref.cli.build import version_text
from mlslcs_ref.cli.call import names
from mlslcs_ref.cli.call.arguments import PROGRAM
from mlslcs_ref.cli.call.numbers import integer
from mlslcs_ref.cli.call.options import add_data_options, add_problem, add_reading, add_start_options
from mlslcs_ref.cli.call.setting_options import add_setting_options
from mlslcs_ref.cli.experiment.command import add_experiment
from mlslcs_ref.cli.models.ruleset_parser import INSTANCES, add_ruleset_commands
from mlslcs_ref.cli.oracle.conform_options import add_conform
from mlslcs_ref.cli.oracle.trace_options import TRACE_COMMANDS, add_trace
from mlslcs_ref.cli.screen.streams import write_stdout
from mlslcs_ref.errors import UsageError
from mlslcs_ref.inference.thresholds import METRICS
from mlslcs_ref.rulesets import METHODS

__all__ = ["Parser", "build_parser"]

EXAMPLES: Final = """\
examples:
  python -m mlslcs_ref run toy6x4 --seed 1 --save toy.json
  python -m mlslcs_ref run flags-train.arff --labels flags.xml --test flags-test.arff --passes 50
  python -m mlslcs_ref rules toy.json --sort coverage --limit 10
  python -m mlslcs_ref compact toy.json --strategy greedy --save small.json
  python -m mlslcs_ref export small.json python --out rules.py
  python -m mlslcs_ref predict flags.json new-flags.arff --out labels.csv
  python -m mlslcs_ref replay recorded.jsonl.gz
  python -m mlslcs_ref trace toy6x4 --steps 500 --out toy.trace.jsonl.gz
  python -m mlslcs_ref experiment run quick --jobs 2
"""
RUN_EXAMPLES: Final = """\
examples:
  python -m mlslcs_ref run toy6x4
  python -m mlslcs_ref run mlposition4 --profile authors --seed 3
  python -m mlslcs_ref run emotions-train.arff --labels -6 --test emotions-test.arff --passes 20 --save emotions.json
  python -m mlslcs_ref run flags.arff --labels red,green,blue --theta-ga 300 --no-clustering --json
"""


class Parser(argparse.ArgumentParser):
    """A parser that takes no abbreviations and reports errors as exceptions.

    Attributes
    ----------
    further : callable or None
        Called before the parser reads its first words, to add what was put off until then.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **options)
        self.further: Callable[[], None] | None = None

    def parse_known_args(self, *given: Any, **named: Any) -> Any:
        """Do what was put off, and then what argparse does."""
        further, self.further = self.further, None
        if further is not None:
            further()
        return super().parse_known_args(*given, **named)

    def print_help(self, file: Any = None) -> None:  # noqa: ARG002
        """Write the help to standard output, always; argparse itself would not notice that nobody takes it."""
        write_stdout(self.format_help())

    def error(self, message: str) -> NoReturn:
        """Raise the error of a wrong call."""
        raise UsageError(f"{message}; {self.prog} --help says more")

    def parse(self, argv: list[str]) -> argparse.Namespace:
        """Return the arguments of a call.

        Raises
        ------
        UsageError
            If they are wrong.
        """
        words = list(argv)
        if " ".join(words[:2]) in TRACE_COMMANDS:
            words[:2] = [" ".join(words[:2])]
        found: tuple[argparse.Namespace, list[str]] = self.parse_known_args(words)
        arguments, unknown = found
        if unknown:
            command: Parser = getattr(arguments, "parser", self)
            command.error(f"unknown argument {unknown[0]!r}{command.hint(unknown[0], argv)}")
        return arguments

    def hint(self, word: str, argv: list[str]) -> str:
        """Return how a call may go on where it has an unknown word: behind `--` all words are names of files."""
        if not word.startswith("--"):
            return ""
        if "--" in argv and word in argv[argv.index("--") :]:
            return " (behind -- stand names of files alone, options go before it)"
        # private, but the only list of options that argparse keeps
        close = difflib.get_close_matches(word.partition("=")[0], list(self._option_string_actions), n=1)
        return f" (did you mean {close[0]}?)" if close else ""


class _Version(argparse.Action):
    """Print the version and the build, and exit."""

    def __init__(self, option_strings: list[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help="print the version and the build, and exit")

    def __call__(self, parser: argparse.ArgumentParser, *_arguments: Any) -> NoReturn:
        write_stdout(version_text())
        parser.exit()


def build_parser() -> Parser:
    """Return the parser of the whole command line."""
    parser = Parser(
        prog=PROGRAM,
        description="MlS-LCS, a learning classifier system that learns multi-label rules which can be read.",
        epilog=EXAMPLES,
    )
    parser.add_argument("--version", action=_Version)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_run(commands)
    _add_replay(commands)
    add_ruleset_commands(partial(_command, commands))
    _add_predict(commands)
    add_conform(commands, _command)
    add_experiment(commands, _command)
    add_trace(commands, _command)
    return parser


def _command(commands: Any, name: str, purpose: str, **options: Any) -> Parser:
    description = purpose[0].upper() + purpose[1:] + "."
    parser: Parser = commands.add_parser(name, help=purpose, description=description, **options)
    parser.set_defaults(parser=parser)
    return parser


def _add_run(commands: Any) -> None:
    parser = _command(
        commands,
        "run",
        "train on a problem or a data file and report",
        # the usage that argparse makes of sixty options hides what matters
        usage="%(prog)s PROBLEM_OR_FILE [OPTION ...]",
        epilog=RUN_EXAMPLES,
    )
    add_problem(parser)
    data = parser.add_argument_group("data")
    add_data_options(data)
    add_reading(parser)
    data.add_argument("--test", type=names.file, metavar="FILE", help="an ARFF or CSV file to test on")
    run = parser.add_argument_group("run")
    add_start_options(run)
    run.add_argument("--seed", type=integer, default=0, metavar="N", help="seed of the stream of random numbers (0)")
    run.add_argument("--metric", choices=METRICS, default="accuracy", help="what IVAL's threshold makes best")
    output = parser.add_argument_group("output")
    output.add_argument("--save", type=names.file, metavar="FILE", help="write the model to a JSON file")
    output.add_argument("--json", action="store_true", help="print everything as one JSON document")
    output.add_argument("--quiet", action="store_true", help="no progress, and no advice at the end")
    add_setting_options(parser)


def _add_replay(commands: Any) -> None:
    parser = _command(
        commands,
        "replay",
        "verify a recorded run of the authors' program; exit status 0 if all agrees, 1 at the first difference",
    )
    parser.add_argument("recording", type=names.file, metavar="RUN.jsonl.gz", help="the recorded run")
    parser.add_argument(
        "--data",
        type=names.file,
        metavar="ARFF",
        help="its training data, the labels last; not needed for toy6x4 and its like",
    )
    parser.add_argument(
        "--test",
        type=names.file,
        metavar="ARFF",
        help="its test data; without, a run that names any is compared in its states",
    )
    add_reading(parser, drop=False)
    parser.add_argument("--json", action="store_true", help="print the result as one JSON document")
    parser.add_argument("--quiet", action="store_true", help="no progress")


def _add_predict(commands: Any) -> None:
    parser = _command(commands, "predict", "predict the labels of a data file with a saved model, as CSV")
    parser.add_argument("model", type=names.file, metavar="MODEL.json", help="a model that `run --save` has written")
    parser.add_argument("file", type=names.file, metavar="FILE", help=INSTANCES)
    parser.add_argument("--method", choices=METHODS, default="ival", help="how rules decide (ival)")
    parser.add_argument("--out", type=names.file, metavar="FILE", help="write the CSV to a file, not to stdout")
    add_reading(parser)
    parser.add_argument("--quiet", action="store_true", help="no remarks")
