"""The options of `run` for long runs: rows held out, early stopping, checkpoints, rules to start from."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from mlslcs_ref.cli.call import names
from mlslcs_ref.cli.call.numbers import REAL, count
from mlslcs_ref.cli.screen.streams import complain
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.errors import CheckpointError, UsageError
from mlslcs_ref.learning.checkpoint import checkpoint_file
from mlslcs_ref.learning.watch import Watch


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
