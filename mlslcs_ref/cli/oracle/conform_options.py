"""The options of `conform` and its actions."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

from mlslcs_ref.cli.call import names
from mlslcs_ref.cli.call.arguments import examples
from mlslcs_ref.cli.call.numbers import count, found, natural, positive
from mlslcs_ref.cli.call.options import add_list
from mlslcs_ref.cli.oracle.equivalence import add_equivalence
from mlslcs_ref.cli.parser import add_command
from mlslcs_ref.oracle.executor_process import Limits

GLOB: Final = "by a glob of ids (update/*), the beginning of ids (update) or a clause (UPD-3)"
LIMITS: Final = Limits()
A_DAY: Final = 86400.0


def conform_options(parser: Any) -> None:
    """Add the actions of `conform`."""
    parser.epilog = examples(
        'conform smoke --executor "./my-executor"',
        'conform run --executor "java -jar mine.jar" --select update --report mine.jsonl',
        "conform fuzz --executor ./my-executor --seed 1 --time 3600",
        "conform show UPD-3",
        'conform run --executor "python -m mlslcs_ref.oracle.executor"',
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    _add_run(
        add_command(actions, "run", "run the vectors with an executor, and report which clauses are most likely wrong")
    )
    purpose = "run random cases with an executor, and write those with different answers as vectors"
    _add_fuzz(add_command(actions, "fuzz", purpose))
    purpose = "compare whole runs of an executor event by event, and show the first difference"
    _add_trace(add_command(actions, "trace", purpose))
    _add_executor(add_command(actions, "smoke", "test whether an executor follows the protocol"))
    _add_selection(add_command(actions, "list", "list the vectors"))
    _add_show(add_command(actions, "show", "show a vector, a format or a clause"))
    add_equivalence(actions, add_command)
    _add_diff(add_command(actions, "diff", "compare two reports; exit status 1 if they differ"))


def _add_run(parser: Any) -> None:
    _add_executor(parser)
    _add_selection(parser)
    purpose = "run this file of vectors, such as `conform fuzz` writes, in place of the suite"
    add_list(parser, "--vectors", purpose, "FILE.json", Path)
    parser.add_argument("--known", type=names.file, metavar="FILE.toml", help="file of known failures, with reasons")
    parser.add_argument(
        "--report", type=names.file, metavar="FILE.jsonl", help="write the report to a file of JSON lines"
    )
    parser.add_argument("--junit", type=names.file, metavar="FILE.xml", help="write the results as JUnit XML, for a CI")
    parser.add_argument(
        "--all", action="store_true", help="show every failing vector (always so if output is not a terminal)"
    )


def _add_fuzz(parser: Any) -> None:
    _add_executor(parser)
    parser.add_argument(
        "--seed", type=natural, default=0, metavar="N", help="seed; the same seed gives the same cases (0)"
    )
    add_list(parser, "--format", "only cases of this format", "F", names.name)
    parser.add_argument(
        "--runs", action="store_true", help="run whole runs of up to 400 steps, in place of small cases"
    )
    parser.add_argument("--cases", type=count, default=1_000_000_000, metavar="N", help="stop after N cases")
    parser.add_argument("--time", type=_seconds, default=60.0, metavar="S", help="stop after S seconds (60)")
    parser.add_argument(
        "--out", type=names.new_folder, default="fuzz", metavar="DIR", help="folder for the vectors (./fuzz)"
    )
    _add_specs(parser)


def _add_trace(parser: Any) -> None:
    _add_executor(parser)
    parser.add_argument(
        "traces", type=Path, nargs="*", metavar="FILE", help="traces (default: all of the specification)"
    )
    _add_specs(parser)


def _add_show(parser: Any) -> None:
    parser.add_argument("id", metavar="ID", help="a vector (format/topic/group/test), a format or a clause")
    parser.add_argument("--json", action="store_true", help="print the vector as one JSON document")
    _add_specs(parser)


def _add_diff(parser: Any) -> None:
    parser.add_argument("before", type=names.file, metavar="REPORT_A", help="a report of `conform run`")
    parser.add_argument("after", type=names.file, metavar="REPORT_B", help="another one")


def _add_executor(parser: Any) -> None:
    parser.add_argument("--executor", required=True, metavar="CMD", help="the executor, with its arguments")
    parser.add_argument(
        "--timeout",
        type=_seconds,
        default=LIMITS.case,
        metavar="S",
        help=f"seconds for an answer ({LIMITS.case:g})",
    )
    parser.add_argument(
        "--start-timeout",
        type=_seconds,
        default=LIMITS.start,
        metavar="S",
        help=f"seconds for the response to start ({LIMITS.start:g})",
    )
    parser.add_argument(
        "--give-up",
        type=count,
        default=LIMITS.faults,
        metavar="N",
        help=f"give up a format after N lost processes in a row, the run after three formats ({LIMITS.faults})",
    )
    parser.add_argument("--quiet", action="store_true", help="no progress")


def _add_selection(parser: Any) -> None:
    add_list(parser, "--select", f"only these vectors, {GLOB}", "GLOB", names.name)
    add_list(parser, "--skip", "not these vectors", "GLOB", names.name)
    _add_specs(parser)


def _add_specs(parser: Any) -> None:
    parser.add_argument(
        "--specs", type=names.file, metavar="DIR", help="folder of the specification (default: that of this package)"
    )


def _seconds(text: str) -> float:
    seconds = positive(text)
    if seconds > A_DAY:
        raise argparse.ArgumentTypeError(f"expected at most {A_DAY:g} seconds, found {found(text)}")
    return seconds
