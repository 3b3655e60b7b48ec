"""The data of a call: a problem or a file, in the order of presentation."""

from __future__ import annotations

import argparse
import gzip
import os
import re
import sys
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from mlslcs_ref.atomic import require_writable
from mlslcs_ref.cli.call.arguments import command, in_options
from mlslcs_ref.cli.call.names import STANDARD_STREAM, expanded
from mlslcs_ref.cli.call.options import said_of_reading
from mlslcs_ref.cli.screen import complain, said_when_slow
from mlslcs_ref.core.draws import PcgDraws
from mlslcs_ref.data.catalog import is_known, known_names
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.label_specs import LabelCount
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.problems import MAX_POSITIONS, Problem, problem
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.schema import Schema
from mlslcs_ref.data.text_lines import TextSource, standard_input
from mlslcs_ref.errors import AdviceWarning, DataWarning, UsageError

READ: Final = ("problem", "file", "data", "test", "validation")
"""The arguments that name data."""
STANDARD_INPUT: Final = "standard input"
_MODEL: Final = re.compile(rb'\s*\{\s*"format"\s*:\s*"mlslcs_ref\.model"')
_BEGINNING: Final = 200


def known_problem(name: str) -> Problem | None:
    """Return the artificial problem of this name, None if the name is a file or a data set."""
    if name == STANDARD_STREAM:
        return None
    found = problem(name)
    if found is None and not is_known(name) and not Path(name).suffix and not os.path.lexists(name):
        raise UsageError(
            f"{name!r}: expected a file, an artificial problem (toy6x4, mlposition1 to mlposition{MAX_POSITIONS}) or "
            f"a known data set ({', '.join(known_names())}), found none of them"
        )
    return found


def load_training_data(arguments: argparse.Namespace, known: Problem | None) -> Dataset:
    """Return the rows that a run is given, in their own order."""
    if known is None:
        return load_file(expanded(arguments.problem), arguments, labels=arguments.labels, data_dir=arguments.data_dir)
    for option in ("labels", "data_dir", *said_of_reading(arguments)):
        if getattr(arguments, option) not in (None, []):
            raise UsageError(
                f"--{option.replace('_', '-')} is for files, but {arguments.problem} is an artificial problem"
            )
    return known.dataset


def load_file(
    path: str,
    arguments: argparse.Namespace,
    labels: str | LabelCount | None = None,
    schema: Schema | None = None,
    reading: Reading | None = None,
    data_dir: str | None = None,
) -> Dataset:
    """Return the data set of a file or a name, called so that it can be written to other files.

    It is read as the training data were, if their reading is given, but for what the call says.
    Remarks are written to standard error, and kept in `arguments.remarks`.
    """
    advises, quiet = getattr(arguments, "advises", True), getattr(arguments, "quiet", False)
    with remarks_said(advises) as remarks, said_when_slow(f"reading {shown_source(path)}", quiet):
        dataset = load_dataset(
            source_of(path), labels, schema=schema, data_dir=data_dir, reading=reading, **said_of_reading(arguments)
        )
    arguments.remarks = [*getattr(arguments, "remarks", ()), *remarks]
    # the name of a file may be bytes that are no text
    name = dataset.name.encode("utf-8", "backslashreplace").decode("utf-8")
    return dataset if name == dataset.name else dataset.named(name)


def source_of(path: str) -> str | TextSource:
    """Return what a word of a call names: a file, or standard input for `-`."""
    if path != STANDARD_STREAM:
        return path
    if sys.stdin is None:
        raise UsageError("- means standard input, which is closed")
    return standard_input(sys.stdin.buffer)


def shown_source(path: str) -> str:
    """Return what to call the data that a word of a call names."""
    return STANDARD_INPUT if path == STANDARD_STREAM else path


def require_one_reader(arguments: argparse.Namespace) -> None:
    """Refuse a call that would read standard input twice."""
    readers = [name for name in READ if getattr(arguments, name, None) == STANDARD_STREAM]
    if len(readers) > 1:
        raise UsageError(
            f"- means standard input, which can only be read once, but stands for {' and '.join(readers)}; name a file "
            "for one of them"
        )


def require_no_model(arguments: argparse.Namespace) -> None:
    """Refuse a call that names a model where data stand."""
    for name in READ:
        path = getattr(arguments, name, None)
        if not isinstance(path, str) or not _is_model(path):
            continue
        model = getattr(arguments, "model", None)
        if name == "file" and model is not None and not _is_model(model):
            raise UsageError(
                f"{path} is a model, and expected here are data: are the arguments swapped? "
                f"{command(arguments.command, names=[path, model])}"
            )
        raise UsageError(
            f"{path} is a model, and expected here are data; for a model there are rules, explain, compact, compare, "
            f"check, export, report, predict and evaluate, as {command('rules', names=[path])}"
        )


def _is_model(path: str) -> bool:
    """Tell whether a file begins as `save_model` writes it; what can be read only once is not read."""
    try:
        if not Path(path).is_file():
            return False
        with Path(path).open("rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
        with gzip.open(path) if packed else Path(path).open("rb") as file:
            return _MODEL.match(file.read(_BEGINNING)) is not None
    except (OSError, EOFError, ValueError, zlib.error):
        # the reader says what is wrong
        return False


@contextmanager
def remarks_said(advises: bool = True) -> Iterator[list[str]]:
    """Write the warnings about data as notes, in the words of the command line; the list is complete by then.

    Advice for learning from the data is left out if `advises` is false.
    """
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always", DataWarning)
        remarks: list[str] = []
        yield remarks
    for warning in found:
        if isinstance(warning.message, AdviceWarning) and not advises:
            continue
        if isinstance(warning.message, DataWarning):
            remarks.append(str(warning.message))
            complain(f"mlslcs_ref: note: {in_options(str(warning.message))}")
        else:
            warnings.warn_explicit(warning.message, warning.category, warning.filename, warning.lineno)


def shuffled(dataset: Dataset, seed: int | None) -> Dataset:
    """Return the instances in an order shuffled by Fisher and Yates, from the last position down, one draw each.

    Without a seed they stay as they are.
    """
    if seed is None:
        return dataset
    draws = PcgDraws(seed)
    order = list(range(dataset.n_instances))
    for last in range(len(order) - 1, 0, -1):
        other = int(draws.unit("shuffle") * (last + 1))
        order[last], order[other] = order[other], order[last]
    return dataset.reordered(order)


def require_output(output: str | None, option: str, *inputs: str | Path | None) -> None:
    """Refuse an output that cannot be written or is also an input, before any work is done; None is no output."""
    if output is not None:
        require_writable(output)
        require_other_file(output, option, *inputs)


def require_other_file(output: str, option: str, *inputs: str | Path | None) -> None:
    """Refuse to write over a file that is read."""
    if not Path(output).exists():
        return
    for path in inputs:
        if path is not None and Path(path).exists() and Path(output).samefile(path):
            raise UsageError(f"{option} {output}: this is an input file; choose another name for the output")
