"""The commands and their options."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any, Final, NoReturn

from mlslcs_ref._build import __version__, hidden_build, is_compiled, source_folder
from mlslcs_ref._meant import did_you_mean
from mlslcs_ref.cli.call.arguments import PROGRAM
from mlslcs_ref.cli.commands import COMMANDS
from mlslcs_ref.cli.screen import write_stdout
from mlslcs_ref.documents.visible import visible
from mlslcs_ref.errors import UsageError

EXAMPLES: Final = """\
A terminal gets tables in columns, with rounded numbers. A pipe or a file gets the same tables with tabs between the
values and all digits of each number, headings and remarks behind "# ".

examples:
  python -m mlslcs_ref run toy6x4 --seed 1 --save toy.json
  python -m mlslcs_ref run flags-train.arff --labels flags.xml --test flags-test.arff --save flags.json
  python -m mlslcs_ref rules toy.json --order coverage --limit 10
  python -m mlslcs_ref compact toy.json --strategy greedy --save small.json
  python -m mlslcs_ref export small.json python --out rules.py
  python -m mlslcs_ref predict flags.json new-flags.arff --out labels.csv
  python -m mlslcs_ref replay recorded.jsonl.gz
  python -m mlslcs_ref trace toy6x4 --steps 500 --out toy.trace.jsonl.gz
  python -m mlslcs_ref experiment run quick --jobs 2
"""
# as other programs call what these commands do
OTHER_WORDS: Final = {"train": "run", "fit": "run", "test": "evaluate", "score": "evaluate", "page": "report"}


def version_text() -> str:
    """Return version, build and place, a line each for a program to read."""
    build = "compiled" if is_compiled() else "pure"
    lines = [
        f"mlslcs_ref {__version__}, {build} build, Python {sys.version.split()[0]}",
        f"loaded from {visible(str(source_folder()))}",
    ]
    hint = build_hint()
    return "".join(f"{line}\n" for line in (lines if hint is None else [*lines, hint]))


def build_hint() -> str | None:
    """Return how to use the compiled build if the current folder hides it, else None."""
    try:
        hidden = hidden_build()
    except OSError:
        # the current folder is gone
        return None
    if hidden is None:
        return None
    return (
        "Python uses the pure sources in the current folder, with the same results but slower; python -P -m "
        f"mlslcs_ref uses the compiled build in {visible(str(hidden))}"
    )


class _Single(argparse.Action):
    """Keep the value of an option and refuse another one: the last of two names of labels would not be all labels."""

    def __call__(self, parser: Any, namespace: argparse.Namespace, values: Any, option: str | None = None) -> None:
        before = parser.given.setdefault(self.dest, values)
        if option is not None and before != values:
            raise argparse.ArgumentError(self, f"expected once, found twice: {before!s} and {values!s}")
        setattr(namespace, self.dest, values)


class Parser(argparse.ArgumentParser):
    """A parser that takes no abbreviations and reports errors as exceptions.

    Attributes
    ----------
    further : callable or None
        Called before the parser reads its first words, to add the options of the command.
    given : dict
        The values of the options that it has read, if they take one.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **options)
        self.further: Callable[[Parser], None] | None = None
        self.given: dict[str, Any] = {}
        self.register("action", None, _Single)
        self.register("action", "store", _Single)

    def parse_known_args(self, *given: Any, **named: Any) -> Any:
        """Add the options of the command, then parse."""
        further, self.further = self.further, None
        if further is not None:
            further(self)
        self.given = {}
        return super().parse_known_args(*given, **named)

    def print_help(self, file: Any = None) -> None:  # noqa: ARG002
        """Write the help to standard output, always; argparse itself would not notice a closed one."""
        write_stdout(self.format_help())

    def error(self, message: str) -> NoReturn:
        """Raise the error of a wrong call."""
        raise UsageError(f"{message}; see {self.prog} --help")

    def parse(self, argv: list[str]) -> argparse.Namespace:
        """Return the arguments of a call."""
        names = argv.index("--") + 1 if "--" in argv else len(argv)
        # argparse would lose a further -- in place of taking it for a name
        words = argv[:names] + ["./--" if word == "--" else word for word in argv[names:]]
        if " ".join(words[:2]) in COMMANDS:
            words[:2] = [" ".join(words[:2])]
        found: tuple[argparse.Namespace, list[str]] = self.parse_known_args(words)
        arguments, unknown = found
        if unknown:
            command: Parser = getattr(arguments, "parser", self)
            command.error(f"unknown argument {unknown[0]!r}{command.hint(unknown[0], argv)}")
        return arguments

    def hint(self, word: str, argv: list[str]) -> str:
        """Return a hint for an unknown word: after `--` all words are names of files."""
        if not word.startswith("-"):
            return ""
        if "--" in argv and word in argv[argv.index("--") :]:
            return " (after -- come only names of files; put options before it)"
        # private, but the only list of options that argparse keeps; the dashes that all share make no two of them alike
        known = [option.lstrip("-") for option in self._option_string_actions if option.startswith("--")]
        return did_you_mean(word.lstrip("-").partition("=")[0], known, "--{}".format)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        # private too, but argparse has no other place where a choice is refused
        if action.choices is not None and value not in action.choices:
            known = list(map(str, action.choices))
            hint = did_you_mean(OTHER_WORDS.get(value, str(value)), known)
            raise argparse.ArgumentError(action, f"invalid choice: {str(value)!r}{hint}; there are {', '.join(known)}")


class _Version(argparse.Action):
    """Print the version and the build, and exit."""

    def __init__(self, option_strings: list[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help="print the version and the build, and exit")

    def __call__(self, parser: argparse.ArgumentParser, *_arguments: Any) -> NoReturn:
        write_stdout(version_text())
        parser.exit()


def build_parser() -> Parser:
    """Return the parser of the whole command line; a command's options are added when it is called."""
    parser = Parser(
        prog=PROGRAM,
        description="MlS-LCS, a learning classifier system that learns readable multi-label rules.",
        epilog=EXAMPLES,
    )
    parser.add_argument("--version", action=_Version)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, command in COMMANDS.items():
        add_command(commands, name, command.purpose).further = command.add_options
    return parser


def add_command(commands: Any, name: str, purpose: str, **options: Any) -> Parser:
    """Return the parser of a new command or action."""
    description = purpose[0].upper() + purpose[1:] + "."
    parser: Parser = commands.add_parser(name, help=purpose, description=description, **options)
    parser.set_defaults(parser=parser)
    return parser
