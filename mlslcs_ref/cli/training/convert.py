"""`convert`: a data set in another format."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from mlslcs_ref._meant import counted, first_of
from mlslcs_ref.atomic import require_writable, write_bytes, write_text
from mlslcs_ref.cli.call import names
from mlslcs_ref.cli.call.arguments import examples, option_words
from mlslcs_ref.cli.call.loading import known_problem, load_training_data, require_output, shuffled
from mlslcs_ref.cli.call.options import add_data_options, add_problem, add_reading
from mlslcs_ref.cli.screen import STDOUT, complain, said_when_slow, write_document
from mlslcs_ref.data.columns import is_decimal
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.formats.arff_writer import label_xml_text
from mlslcs_ref.data.formats.registry import format_by_ending, format_names, format_to_write, written
from mlslcs_ref.data.formats.writers import columns_of_dates
from mlslcs_ref.data.words import listed, shown
from mlslcs_ref.errors import UsageError


def convert_options(parser: Any) -> None:
    """Add the options of `convert`."""
    parser.epilog = examples("convert flags.csv flags.arff --labels red,green", "convert toy6x4 - --to csv")
    add_problem(parser)
    parser.add_argument(
        "out",
        type=names.data,
        metavar="OUT",
        help="the file to write, gzipped if its name ends in .gz; - for standard output, with --to",
    )
    parser.add_argument("--to", choices=format_names(), help="its format (default: by its ending)")
    add_data_options(parser.add_argument_group("data"))
    add_reading(parser)
    parser.add_argument("--quiet", action="store_true", help="no remarks")
    parser.set_defaults(advises=False)


def convert(arguments: argparse.Namespace) -> int:
    """Do the command and return the exit status."""
    is_shown = arguments.out == names.STANDARD_STREAM
    if not is_shown:
        require_output(arguments.out, "OUT", arguments.problem)
    kind = format_to_write(arguments.out, arguments.to).name
    dataset = shuffled(load_training_data(arguments, known_problem(arguments.problem)), arguments.shuffle)
    with said_when_slow("writing the file", arguments.quiet):
        data = written(dataset, arguments.out, arguments.to)
    if kind == "arff" and not is_shown:
        xml = Path(arguments.out.removesuffix(".gz")).with_suffix(".xml")
        if xml == Path(arguments.out):
            raise UsageError(
                "the labels of an ARFF file go to a file that ends in .xml; choose another ending for the ARFF file"
            )
        require_writable(xml)
        _write_both(arguments.out, data, xml, label_xml_text(dataset.schema))
    elif is_shown:
        write_document(data.decode("utf-8"))
    else:
        write_bytes(arguments.out, data)
    if not arguments.quiet:
        # files of the other formats name their labels themselves; those of ARFF, in a file beside them
        is_named = kind != "csv" and not (kind == "arff" and is_shown)
        words = [] if is_named else option_words("--labels", str(-dataset.n_labels))
        if kind == "csv" and any(map(is_decimal, _names(dataset))):
            # a first line with a number in it is else taken for a row of data
            words.append("--header")
        ending = None if is_shown else format_by_ending(arguments.out)
        if ending is not None and ending.name != kind:
            words += ["--format", kind]
        how = f"; read it with {' '.join(words)}" if words else ""
        where = STDOUT if is_shown else arguments.out
        guessed = "" if arguments.to is not None else f" in the format {kind}, by its ending"
        sizes = ((dataset.n_instances, "instance"), (dataset.n_labels, "label"))
        counts = ", ".join(counted(n, what) for n, what in sizes) + ", as 0 and 1"
        complain(f"{counts}, written to {where}{guessed}{how}")
        first = format_to_write(arguments.out, kind).counts_from
        if first is not None:
            _tell_of_names(dataset, first)
        if kind == "libsvm":
            _tell_of_lost(dataset)
        _tell_of_days(dataset, kind)
    return 0


def _write_both(out: str, data: bytes, xml: Path, labels: str) -> None:
    """Write an ARFF file and its labels; new labels do not stay alone: another file would be read by them."""
    is_new = not xml.exists()
    try:
        write_text(xml, labels)
        write_bytes(out, data)
    except BaseException:
        if is_new:
            xml.unlink(missing_ok=True)
        raise


def _tell_of_days(dataset: Dataset, kind: str) -> None:
    """Say which dates are written as numbers."""
    written = columns_of_dates(dataset) if kind == "csv" else set()
    known = () if dataset.reading is None else dataset.reading.date_columns
    left = [
        one.name for place, one in enumerate(dataset.schema.attributes) if one.name in known and place not in written
    ]
    if left:
        complain(f"dates are written as days since 1970-01-01: {listed(left)}")


def _names(dataset: Dataset) -> tuple[str, ...]:
    return (*(attribute.name for attribute in dataset.schema.attributes), *dataset.schema.labels)


def _tell_of_names(dataset: Dataset, first: int) -> None:
    """Say which names of attributes and labels a sparse format replaces by numbers from `first`."""
    schema = dataset.schema
    places = [
        *(f"x{first + place}" for place in range(schema.n_attributes)),
        *map(str, range(first, first + schema.n_labels)),
    ]
    pairs = [
        f"{shown(name)} is {place!r}" for name, place in zip(_names(dataset), places, strict=True) if name != place
    ]
    if pairs:
        complain(f"names are not kept: {first_of(pairs)}")


def _tell_of_lost(dataset: Dataset) -> None:
    """Say which labels and attributes a file of LIBSVM does not name, because they are 0 in every row."""
    labels = [name for name, held in zip(dataset.schema.labels, dataset.Y.T, strict=True) if not held.any()]
    used = [place for place, column in enumerate(dataset.matrix.columns()) if column.numbers.any()]
    last = max(used, default=-1)
    attributes = [attribute.name for attribute in dataset.schema.attributes[last + 1 :]]
    for what, lost in (("labels", labels), ("attributes", attributes)):
        if lost:
            complain(f"the file does not name these {what}, which are 0 in every row: {listed(lost)}")
