"""The options of `trace` and its actions."""

from __future__ import annotations

import argparse
import re
from typing import Any, Final

from mlslcs_ref.cli.call import names
from mlslcs_ref.cli.call.arguments import examples
from mlslcs_ref.cli.call.numbers import count, found, integer, natural
from mlslcs_ref.cli.call.options import add_data_options, add_problem, add_reading, add_start_options
from mlslcs_ref.cli.call.setting_options import add_setting_options

SEEDS: Final = re.compile(r"([0-9]{1,18})(?:-([0-9]{1,18}))?")
MOST_SEEDS: Final = 100_000


def trace_options(parser: Any) -> None:
    """Add the options of `trace`."""
    parser.usage = "%(prog)s PROBLEM_OR_FILE --out FILE [OPTION ...]"
    parser.epilog = examples(
        "trace toy6x4 --steps 500 --out toy.trace.jsonl.gz",
        "trace mlposition4 --profile authors --seed 3 --checkpoint-every 10 --out m4.trace.jsonl",
        "trace diff toy.trace.jsonl.gz mine.jsonl",
        "trace replay mine.jsonl",
        "trace convert recorded.jsonl.gz --out recorded.trace.jsonl.gz",
        "trace summary toy6x4 --seeds 0-29 --out runs.jsonl",
    )
    add_problem(parser)
    output = parser.add_argument_group("output")
    _add_out(output, "the trace; gzipped if the name ends in .gz")
    output.add_argument(
        "--steps", type=natural, default=1000, metavar="N", help="steps to trace (1000, or all if there are fewer)"
    )
    output.add_argument(
        "--checkpoint-every", type=count, default=100, metavar="K", help="steps between two checkpoints (100)"
    )
    output.add_argument(
        "--population-every",
        type=count,
        default=10,
        metavar="M",
        help="checkpoints from one with the whole population to the next (10)",
    )
    _add_looks(output)
    add_data_options(parser.add_argument_group("data"))
    add_reading(parser)
    run = parser.add_argument_group("run")
    add_start_options(run)
    run.add_argument("--seed", type=integer, default=0, metavar="N", help="seed of the stream of random numbers (0)")
    add_setting_options(parser)


def trace_diff_options(parser: Any) -> None:
    """Add the options of `trace diff`."""
    parser.add_argument("wanted", type=names.file, metavar="WANTED", help="the expected trace")
    parser.add_argument("found", type=names.file, metavar="FOUND", help="another trace")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON document")


def trace_replay_options(parser: Any) -> None:
    """Add the options of `trace replay`."""
    parser.add_argument("file", type=names.file, metavar="TRACE", help="the trace")
    _add_looks(parser)


def trace_convert_options(parser: Any) -> None:
    """Add the options of `trace convert`."""
    _add_recording(parser)
    _add_out(parser, "the trace; gzipped if the name ends in .gz")


def trace_summary_options(parser: Any) -> None:
    """Add the options of `trace summary`."""
    parser.usage = "%(prog)s PROBLEM_OR_FILE --seeds 0-29 --out FILE [OPTION ...]"
    add_problem(parser)
    output = parser.add_argument_group("output")
    _add_out(output, "the runs; gzipped if the name ends in .gz")
    output.add_argument("--quiet", action="store_true", help="no progress")
    add_data_options(parser.add_argument_group("data"))
    add_reading(parser)
    runs = parser.add_argument_group("runs")
    add_start_options(runs)
    runs.add_argument(
        "--seeds", type=_seeds, required=True, metavar="SEEDS", help="seeds, one run each, such as 0-29 or 1,5,7-9"
    )
    add_setting_options(parser)


def _add_out(parser: Any, what: str) -> None:
    parser.add_argument("--out", type=names.file, required=True, metavar="FILE", help=what)


def _add_looks(parser: Any) -> None:
    parser.add_argument("--json", action="store_true", help="print the result as one JSON document")
    parser.add_argument("--quiet", action="store_true", help="no progress")


def _seeds(text: str) -> list[int]:
    """Return the seeds of a text as 1,5,7-9: each once."""
    seeds: dict[int, None] = {}
    for part in text.split(","):
        match = SEEDS.fullmatch(part)
        if match is None:
            raise argparse.ArgumentTypeError(f"expected seeds such as 0-29 or 1,5,7-9, found {found(text)}")
        first = int(match[1])
        last = first if match[2] is None else int(match[2])
        if last < first or last - first + len(seeds) >= MOST_SEEDS:
            raise argparse.ArgumentTypeError(
                f"expected ranges that rise, of at most {MOST_SEEDS} seeds, found {found(text)}"
            )
        seeds.update(dict.fromkeys(range(first, last + 1)))
    return list(seeds)


def replay_options(parser: Any) -> None:
    """Add the options of `replay`."""
    _add_recording(parser)
    _add_looks(parser)


def _add_recording(parser: Any) -> None:
    parser.add_argument("recording", type=names.file, metavar="RUN.jsonl.gz", help="the recorded run")
    parser.add_argument(
        "--data",
        type=names.file,
        metavar="ARFF",
        help="its training data, the labels last; not needed for artificial problems",
    )
    parser.add_argument(
        "--test",
        type=names.file,
        metavar="ARFF",
        help="its test data; without them, thresholds and metrics of a run with test data are not compared",
    )
    add_reading(parser, drop=False)
