"""A data set by its file or by its name."""

from __future__ import annotations

import os
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path
from typing import Unpack

from mlslcs_ref.atomic import require_path
from mlslcs_ref.data.catalog import is_known, known_names, load_known
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.files import load_file
from mlslcs_ref.data.label_specs import Labels
from mlslcs_ref.data.problems import MAX_POSITIONS, problem
from mlslcs_ref.data.reading import HowToRead, Reading
from mlslcs_ref.data.schema import Schema, require_schema
from mlslcs_ref.data.text_lines import PathName
from mlslcs_ref.data.words import shown
from mlslcs_ref.errors import DataError


def load_dataset(
    source: PathName,
    labels: Labels | None = None,
    *,
    schema: Schema | None = None,
    data_dir: PathName | None = None,
    reading: Reading | None = None,
    **how: Unpack[HowToRead],
) -> Dataset:
    """Load a multi-label data set.

    Parameters
    ----------
    source : str or path-like
        A file of any of the formats that `formats.FORMATS` lists, by its ending or its first lines, also gzipped. Or,
        as a str, the name of an artificial problem, ``toy6x4`` or ``mlposition4``, or of a known data set, ``emotions``
        or ``emotions-train``; a file of that name comes first.
    labels : LabelSpec, str, int, path-like or sequence of str, optional
        Which columns of a file are labels, see `label_spec`. By default: those that the file itself names; those that a
        label XML beside the file names, called like the file or like its name without ``-train`` or ``-test``; those of
        R's ``NAME_labels.csv`` beside it; those that MEKA's ``-C`` counts. The XML comes before ``-C`` because a file
        may have been rearranged after its header was written.
    schema : Schema, optional
        A training schema to read the data against: attributes and labels are found by name in any order, columns that
        it does not name are ignored, nominal values are matched by text, and one that it does not declare becomes -1.
    data_dir : str or path-like, optional
        A folder in which known data sets are searched before they are downloaded, see `load_known`.
    reading : Reading, optional
        How to read a file that does not say so itself, as another file was read.
    **how
        Changes to `reading`, by the names of its parameters: ``encoding="latin-1"``, ``drop=["id"]``,
        ``missing=["NA"]``.

    Returns
    -------
    Dataset
        At least one instance; its `reading` says how a file was read, and which labels of `schema` it does not hold.

    Raises
    ------
    DataError
        If there is no such file or name, the file is not legal or cannot be read in this way, the labels are not said
        or not there, a label is missing or neither 0 nor 1, or the file does not fit `schema`.

    Warns
    -----
    DataWarning
        If a column is not what it looks like: numbers with texts between them, an index of the rows, dates. Of a file
        read against a schema: if nominal values or labels are not in it, or labels are not in the file.

    Examples
    --------
    >>> load_dataset("toy6x4").n_instances
    64
    """
    given: object = source
    if not isinstance(given, str | PathLike) or given == "":
        found = "an empty text" if isinstance(given, str) else f"a value of type {type(given).__name__}"
        raise DataError(
            f"expected the path of a file or the name of a data set, found {found}; a table in memory is read by "
            "from_table(X, Y), and taken by MlsLcsClassifier as it is"
        )
    if schema is not None:
        require_schema(schema)
    if data_dir is not None:
        require_path("data_dir", data_dir, "a folder")
    name = fspath(source)
    # a name that is too long for a path is no error here
    if Path(name).suffix or os.path.exists(name) or not isinstance(source, str):  # noqa: PTH110
        return load_file(source, labels, schema=schema, reading=reading, **how)
    chosen = Reading.of(reading, how)
    if labels is not None or replace(chosen, drop=()) != Reading():
        raise DataError(f"options of labels and reading are for files, but there is no file {shown(name)}")
    if is_known(name):
        return load_known(name, data_dir, schema=schema, drop=chosen.drop)
    known = problem(name)
    if known is not None:
        if schema is not None or chosen.drop:
            raise DataError(f"a schema and columns to drop are for data, but {name} is an artificial problem")
        return known.dataset
    raise DataError(
        f"{shown(name)}: no such file, and no data set of this name; known names are toy6x4, mlposition1 to "
        f"{MAX_POSITIONS}, " + ", ".join(known_names())
    )
