"""The options that several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final

from mlslcs_ref.cli.call import names
from mlslcs_ref.cli.call.arguments import option_words
from mlslcs_ref.cli.call.numbers import natural
from mlslcs_ref.data.formats.registry import format_names
from mlslcs_ref.data.reading import DATES, Reading
from mlslcs_ref.learning.training import STREAMS
from mlslcs_ref.settings import PROFILES

FOUND: Final = ("label_column", "names", "date_columns")
"""What of a reading the reader finds."""


def add_problem(parser: Any) -> None:
    """Add the name of a problem or a data file."""
    parser.add_argument(
        "problem",
        type=names.name,
        metavar="PROBLEM_OR_FILE",
        help="toy6x4, mlposition1 to mlposition16, a data file (ARFF, CSV, KEEL, LIBSVM and others, also gzipped; - "
        "for standard input), or a known data set such as emotions",
    )


def add_data_dir(group: Any) -> None:
    """Add the option for the folder of known data sets."""
    group.add_argument(
        "--data-dir",
        type=names.file,
        metavar="DIR",
        help="folder of known data sets, searched before $MLSLCS_REF_DATA, the cache and the web",
    )


def add_data_options(group: Any) -> None:
    """Add how training data is read and ordered."""
    group.add_argument(
        "--labels",
        type=names.labels,
        metavar="WHICH",
        help="the labels: a label XML (FILE.xml) or R's list (FILE_labels.csv), N for the first N columns, -N for "
        "the last N, or names separated by commas; default: as the file says, the XML beside it, or MEKA's -C in the "
        "relation's name",
    )
    add_data_dir(group)
    group.add_argument("--shuffle", type=natural, metavar="SEED", help="shuffle the instances once, with this seed")


def add_start_options(group: Any) -> None:
    """Add the profile, and the kind of stream."""
    group.add_argument(
        "--profile", choices=PROFILES, default="paper", help="profile that the settings start from (paper)"
    )
    add_stream(group)


def add_stream(group: Any) -> None:
    """Add the kind of stream."""
    group.add_argument(
        "--stream",
        choices=STREAMS,
        default="pcg64",
        help="random numbers: numpy's PCG64 (pcg64, the default) or java.util.Random (java)",
    )


def add_list(
    group: Any, option: str, what: str, metavar: str = "NAME", read: Callable[[str], Any] = names.text
) -> None:
    """Add an option that can be given several times, each time with one value."""
    group.add_argument(option, type=read, action="append", default=[], metavar=metavar, help=f"{what}; repeatable")


def add_reading(parser: Any, drop: bool = True) -> None:
    """Add options for reading files that do not say so themselves."""
    group = parser.add_argument_group("how to read a file that does not say so itself")
    if drop:
        add_list(group, "--drop", "leave this column out ('' is a column without a name)")
    group.add_argument("--format", choices=format_names(), help="format (default: by its ending or first lines)")
    group.add_argument("--encoding", type=names.name, metavar="NAME", help="encoding of the text (utf-8)")
    group.add_argument("--delimiter", type=names.character, metavar="C", help="separator of values (,)")
    group.add_argument("--decimal", type=names.text, metavar="C", help="decimal point (.)")
    group.add_argument("--thousands", type=names.text, metavar="C", help="thousands separator (none)")
    add_list(group, "--missing", "text of a missing value, such as NA or -999", "TEXT")
    group.add_argument(
        "--header",
        action=argparse.BooleanOptionalAction,
        help="whether the first line names the columns (default: it does, and a first line that looks like data is "
        "refused)",
    )
    add_list(group, "--nominal", "read this column as nominal")
    group.add_argument("--dates", choices=DATES, help="read dates as days since 1970, parts, or texts (days)")
    group.add_argument(
        "--day-first",
        action=argparse.BooleanOptionalAction,
        help="whether dates such as 01/03/2024 begin with the day (default: as a number above 12 tells)",
    )
    add_list(group, "--positive", "word that means that a label applies, such as yes", "WORD")
    group.add_argument(
        "--label-separator",
        type=names.text,
        metavar="TEXT",
        help="separator of labels, such as ';', if one column has all of them",
    )


def reading_words(reading: Reading) -> list[str]:
    """Return the options of `add_reading` that say how files are read."""
    words = []
    for name, value in reading.to_dict().items():
        option = "--" + name.replace("_", "-")
        if name in FOUND:
            continue
        if isinstance(value, bool):
            words.append(option if value else option.replace("--", "--no-", 1))
        else:
            for said in [value] if isinstance(value, str) else value:
                words += option_words(option, said)
    return words


def reading_of(arguments: argparse.Namespace) -> Reading:
    """Return how to read files, by the options of a call."""
    return Reading.of(None, said_of_reading(arguments))


def said_of_reading(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the options for reading of a call, as arguments of `load_dataset`."""
    said = {field.name: getattr(arguments, field.name, None) for field in fields(Reading)}
    return {name: value for name, value in said.items() if value not in (None, [])}
