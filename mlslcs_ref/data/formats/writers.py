"""Data sets as text in every format. Reading the text gives the same data set; if it cannot, writing is an error.

ARFF says all that a data set holds; other formats leave something unsaid, which is refused where it would be lost:
names of attributes that LIBSVM does not have become their places, but a missing value or a text has no place there.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator

import numpy as np

from mlslcs_ref.data.dataset import UNDECLARED, Dataset
from mlslcs_ref.data.dates import date_text, text_days
from mlslcs_ref.data.formats.arff_writer import arff_text, arff_word, cell_text
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.schema import Attribute, BinaryAttribute, ContinuousAttribute
from mlslcs_ref.data.words import shown
from mlslcs_ref.errors import DataError


def keel_text(dataset: Dataset) -> str:
    """Return a data set in KEEL's format: ARFF that names its inputs and outputs."""
    head, data, rows = arff_text(dataset).partition("\n@data\n")
    inputs = ", ".join(arff_word(attribute.name, "an attribute") for attribute in dataset.schema.attributes)
    outputs = ", ".join(arff_word(label, "a label") for label in dataset.schema.labels)
    return f"{head}\n@inputs {inputs}\n@outputs {outputs}{data}{rows}"


def separated_text(dataset: Dataset, delimiter: str = ",") -> str:
    """Return a data set as separated values, the labels last as 0 and 1, dates as dates where they are read back so.

    What would be read back as another text is refused: an empty one, one with blanks around it, a missing value.
    """
    schema = dataset.schema
    target = io.StringIO()
    writer = csv.writer(target, delimiter=delimiter, lineterminator="\n")
    writer.writerow([_plain(name) for name in (*(attribute.name for attribute in schema.attributes), *schema.labels)])
    values = [
        None if isinstance(attribute, ContinuousAttribute) else [_value(value) for value in attribute.values]
        for attribute in schema.attributes
    ]
    dated = columns_of_dates(dataset)
    of_dates = [place in dated for place in range(schema.n_attributes)]
    for row, labels in zip(dataset.rows(), dataset.Y.tolist(), strict=True):
        cells = map(_cell, row, schema.attributes, values, of_dates)
        writer.writerow([*cells, *("1" if label else "0" for label in labels)])
    return target.getvalue()


def _plain(text: str) -> str:
    if not text or text != text.strip() or "\0" in text:
        raise DataError(
            f"{shown(text)} cannot be written as a separated value: it is empty, has blanks around it, or holds NUL"
        )
    return text


def _value(text: str) -> str:
    if text in Reading().missing_texts:
        raise DataError(f"the value {shown(text)} cannot be written as a separated value: it would mean a missing one")
    return _plain(text)


def columns_of_dates(dataset: Dataset) -> set[int]:
    """Return the places of the attributes that were read from dates and can be written as the same dates."""
    names = () if dataset.reading is None else dataset.reading.date_columns
    return {
        place
        for place, attribute in enumerate(dataset.schema.attributes)
        if attribute.name in names and all(map(_is_date, np.unique(dataset.matrix.column(place).numbers).tolist()))
    }


def _is_date(days: float) -> bool:
    return math.isnan(days) or ((text := date_text(days)) is not None and text_days(text) == days)


def _cell(x: float, attribute: Attribute, words: list[str] | None, is_date: bool) -> str:
    if is_date and (date := date_text(x)) is not None:
        return date
    text = cell_text(x, attribute, words)
    return text.removesuffix(".0") if words is None else text


def libsvm_text(dataset: Dataset) -> str:
    """Return a data set in LIBSVM's format, attributes and labels by their places from 1."""
    if not dataset.Y.any():
        raise DataError("a file of LIBSVM names the labels that occur, and no instance has any")
    if not any(block.any() for _rows, block in dataset.matrix.blocks()):
        raise DataError("a file of LIBSVM names the attributes that are not 0, and every one is")
    return "".join(_sparse_rows(dataset, 1))


def extreme_text(dataset: Dataset) -> str:
    """Return a data set in the format of the extreme classification repository."""
    head = f"{dataset.n_instances} {dataset.n_attributes} {dataset.n_labels}\n"
    return head + "".join(_sparse_rows(dataset, 0))


def _sparse_rows(dataset: Dataset, first: int) -> Iterator[str]:
    for attribute in dataset.schema.attributes:
        binary = isinstance(attribute, BinaryAttribute) and attribute.values == ("0", "1")
        if not binary and not isinstance(attribute, ContinuousAttribute):
            raise DataError("a sparse row holds numbers, and its values are texts", column=attribute.name)
    coded = _coded(dataset)
    for rows, block in dataset.matrix.blocks():
        if not np.isfinite(block).all() or (block[:, coded] == UNDECLARED).any():
            raise DataError("a sparse row cannot say that a value is missing, undeclared or infinite")
        for row, labels in zip(block, dataset.Y[rows], strict=True):
            held = ",".join(str(place + first) for place in np.flatnonzero(labels).tolist())
            given = " ".join(f"{place + first}:{float(row[place])!r}" for place in np.flatnonzero(row).tolist())
            # without labels a row begins with a blank
            yield f"{held} {given}\n" if given or held else f" {first}:0\n"


def _coded(dataset: Dataset) -> list[int]:
    return [
        place
        for place, attribute in enumerate(dataset.schema.attributes)
        if not isinstance(attribute, ContinuousAttribute)
    ]
