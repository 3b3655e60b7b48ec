"""The options that several commands share."""

from __future__ import annotations

from typing import Any

from mlslcs_ref.cli.call import names
from mlslcs_ref.cli.call.numbers import natural
from mlslcs_ref.settings import PROFILES
from mlslcs_ref.training import STREAMS

__all__ = ["add_data_options", "add_drop", "add_encoding", "add_problem", "add_start_options"]


def add_problem(parser: Any) -> None:
    """Add the name of a problem or a data file."""
    parser.add_argument(
        "problem",
        type=names.name,
        metavar="PROBLEM_OR_FILE",
        help="toy6x4, mlposition1 to mlposition16, an ARFF or CSV file, or a data set such as emotions",
    )


def add_data_options(group: Any) -> None:
    """Add how training data is read and ordered."""
    group.add_argument(
        "--labels",
        type=names.labels,
        metavar="WHICH",
        help="the labels: a label XML (FILE.xml), N for the first N columns, -N for the last, or names with commas; "
        "by default the XML beside the file, else MEKA's -C in the relation's name",
    )
    add_drop(group)
    add_encoding(group)
    group.add_argument(
        "--data-dir",
        type=names.file,
        metavar="DIR",
        help="where data sets of the literature are looked for, before $MLSLCS_REF_DATA, the cache and the web",
    )
    group.add_argument(
        "--shuffle", type=natural, metavar="SEED", help="present the instances in an order that is shuffled once"
    )


def add_start_options(group: Any) -> None:
    """Add where settings start from, and the kind of stream."""
    group.add_argument("--profile", choices=PROFILES, default="paper", help="where the settings start from (paper)")
    group.add_argument(
        "--stream", choices=STREAMS, default="pcg64", help="the stream: numpy's PCG64 or java.util.Random"
    )


def add_drop(parser: Any) -> None:
    """Add which columns are left out."""
    parser.add_argument(
        "--drop", type=names.name, action="append", default=[], metavar="NAME", help="leave a column out; repeatable"
    )


def add_encoding(parser: Any) -> None:
    """Add how files are encoded."""
    parser.add_argument(
        "--encoding", type=names.name, default="utf-8", metavar="NAME", help="how the ARFF files are encoded (utf-8)"
    )
