"""The options of `run`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from mlslcs_ref.cli.call import names
from mlslcs_ref.cli.call.arguments import examples
from mlslcs_ref.cli.call.numbers import REAL, count, count_to, integer
from mlslcs_ref.cli.call.options import add_data_options, add_problem, add_reading, add_stream
from mlslcs_ref.cli.call.setting_options import add_setting_options
from mlslcs_ref.cli.models.ruleset_parser import add_every_method
from mlslcs_ref.cli.screen import complain
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.errors import CheckpointError, UsageError
from mlslcs_ref.extension.settings import MAX_RULES, MOST_RUNS
from mlslcs_ref.learning.checkpoint import checkpoint_file
from mlslcs_ref.learning.watch import Watch
from mlslcs_ref.metrics import METRICS
from mlslcs_ref.settings import RUN_PROFILES


def run_options(parser: Any) -> None:
    """Add the options of `run`."""
    parser.usage = "%(prog)s PROBLEM_OR_FILE [OPTION ...]"
    parser.epilog = examples(
        "run toy6x4",
        "run mlposition4 --profile authors --seed 3",
        "run emotions-train.arff --labels -6 --test emotions-test.arff --save emotions.json",
        "run emotions-train.arff --labels -6 --runs 10 --jobs 2 --max-rules 20 --sizes",
        "run emotions-train.arff --labels -6 --validation 0.2 --patience 5 --checkpoint state --every 5000",
        "run flags.arff --labels red,green,blue --profile paper --theta-ga 300 --no-clustering --json",
    )
    add_problem(parser)
    data = parser.add_argument_group("data")
    add_data_options(data)
    add_reading(parser)
    data.add_argument("--test", type=names.data, metavar="FILE", help="test data, a file")
    run = parser.add_argument_group("run")
    run.add_argument(
        "--profile",
        choices=RUN_PROFILES,
        help="auto: a few short rules without tuning, the default for files; paper: the paper's system, the default "
        "for artificial problems; authors: the behaviour of the authors' program",
    )
    add_stream(run)
    run.add_argument("--seed", type=integer, default=0, metavar="N", help="seed of the stream of random numbers (0)")
    run.add_argument("--metric", choices=METRICS, default="accuracy", help="metric that IVAL's threshold maximises")
    short = parser.add_argument_group("the profile auto")
    short.add_argument("--max-rules", type=count, metavar="N", help=f"at most N rules ({MAX_RULES} of each run)")
    short.add_argument(
        "--max-tests", type=count, metavar="N", help="at most N tests in a rule (default: as many as help)"
    )
    short.add_argument(
        "--runs",
        type=count_to(MOST_RUNS),
        metavar="N",
        help="combine the rules of N runs: more accurate, and slower (1)",
    )
    short.add_argument("--jobs", type=count, metavar="N", help="make N runs in parallel; the result is the same (1)")
    add_every_method(short)
    short.add_argument(
        "--sizes", action="store_true", help="show how good 1 to 100 rules would be, also more than --max-rules"
    )
    add_long_options(parser)
    output = parser.add_argument_group("output")
    output.add_argument("--save", type=names.file, metavar="FILE", help="write the model to a JSON file")
    output.add_argument(
        "--json",
        action="store_true",
        help="print everything as one JSON document; crc32 is that of the lines 'bits num exp ts' of the rules at "
        "the end",
    )
    output.add_argument("--quiet", action="store_true", help="show no progress, and no advice at the end")
    add_setting_options(parser)


def add_long_options(parser: Any) -> None:
    """Add the options to a parser."""
    long = parser.add_argument_group("long runs")
    long.add_argument(
        "--validation",
        type=_rows,
        metavar="FILE|SHARE",
        help="rows held out, to measure the run: a file, or a share of the data, such as 0.2, which is then not "
        "learned from",
    )
    long.add_argument(
        "--patience",
        type=count,
        metavar="N",
        help="end after N passes without better accuracy on these rows; the result has the rules of the best pass",
    )
    long.add_argument("--checkpoint", type=names.new_folder, metavar="DIR", help="save the state of the run to DIR")
    long.add_argument("--every", type=count, metavar="N", help="after every N steps (default: after every pass)")
    long.add_argument(
        "--resume",
        type=names.file,
        metavar="DIR",
        help="resume from the checkpoint in DIR, and save further ones there; the same data, settings and seed give "
        "the same bytes as an uninterrupted run",
    )
    long.add_argument(
        "--init", type=names.file, metavar="MODEL", help="start from the rules of a saved model, with their counts"
    )


def _rows(text: str) -> str | float:
    if not REAL.fullmatch(text):
        return names.data(text)
    found = float(text)
    if not 0.0 < found < 1.0:
        raise argparse.ArgumentTypeError(
            f"expected a file, or a share above 0 and below 1, found {text}; write ./{text} for a file"
        )
    return found


def require_long_options(arguments: argparse.Namespace) -> None:
    """Refuse options that make no sense together, before data are read."""
    if arguments.patience is not None and arguments.validation is None:
        raise UsageError("--patience needs rows held out: add --validation FILE, or a share of the data such as 0.2")
    if arguments.checkpoint is not None and arguments.resume is not None:
        raise UsageError("--resume DIR saves further checkpoints to DIR; leave out --checkpoint")
    if arguments.every is not None and arguments.checkpoint is None and arguments.resume is None:
        raise UsageError("--every needs a folder of checkpoints: add --checkpoint DIR")
    if arguments.resume is not None and not Path(arguments.resume).is_dir():
        raise CheckpointError("expected a folder of checkpoints, found none", arguments.resume)


def watch_of(arguments: argparse.Namespace, held_out: Dataset | None) -> Watch:
    """Return what watches the run of a call."""
    if arguments.resume is not None and not checkpoint_file(arguments.resume, 1).exists() and not arguments.quiet:
        complain(
            f"mlslcs_ref: note: there is no checkpoint in {arguments.resume} yet, so the run starts from the beginning"
        )
    return Watch(
        validation=held_out,
        patience=arguments.patience,
        checkpoint=arguments.checkpoint if arguments.resume is None else arguments.resume,
        every=arguments.every,
        resume=arguments.resume is not None,
    )
