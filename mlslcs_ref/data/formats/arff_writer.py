r"""Writing a data set as an ARFF file with a label XML, so that `load_dataset` reads the same data set back.

Every name and value that could be taken for something else is quoted, with ``\uXXXX`` for what ends a line or cannot be
seen; numbers are the shortest decimals that read back as the same doubles. The bytes are a function of the data set.
"""

from __future__ import annotations

import math
import re
from os import fspath
from pathlib import Path
from typing import Final

from mlslcs_ref.atomic import require_writable, write_text
from mlslcs_ref.data.dataset import UNDECLARED, Dataset, require_dataset
from mlslcs_ref.data.schema import Attribute, ContinuousAttribute, Schema
from mlslcs_ref.data.text_lines import PathName
from mlslcs_ref.data.words import shown
from mlslcs_ref.errors import DataError, OutputError

NAMESPACE: Final = "http://mulan.sourceforge.net/labels"
_PLAIN: Final = re.compile(r"[A-Za-z0-9_.][A-Za-z0-9_.+-]*")
_ESCAPED: Final = re.compile(r"[\\'\x00-\x1f\x7f-\xa0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]")
# what no XML can hold, however it is written
_NOT_IN_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def save_arff(dataset: Dataset, path: PathName) -> Path:
    """Write a data set to an ARFF file, and its labels to a label XML beside it.

    Parameters
    ----------
    dataset : Dataset
        No value may be undeclared.
    path : str or path-like
        The ARFF file; the XML has its name with the ending ``.xml``. Both are written whole or not at all, the XML
        first.

    Returns
    -------
    Path
        The XML.

    Raises
    ------
    DataError
        If the data set holds what neither file can say: an undeclared value, half a surrogate pair, a label without a
        name or with a control character in it.
    OutputError
        If a file cannot be written.
    """
    require_dataset(dataset)
    require_writable(path)
    arff = Path(path)
    xml = arff.with_suffix(".xml")
    if arff == xml:
        raise OutputError(
            "expected a file that does not end in .xml, because the labels are written there", fspath(path)
        )
    text, labels = arff_text(dataset), label_xml_text(dataset.schema)
    write_text(xml, labels)
    write_text(arff, text)
    return xml


def arff_text(dataset: Dataset) -> str:
    """Return a data set as ARFF, the labels behind the attributes, with a line feed at the end."""
    schema, attributes = dataset.schema, dataset.schema.attributes
    lines = [f"@relation {arff_word(dataset.name, 'the name of the data set')}", ""]
    words = [_words(attribute) for attribute in attributes]
    for attribute, values in zip(attributes, words, strict=True):
        kind = "numeric" if values is None else f"{{{','.join(values)}}}"
        lines.append(f"@attribute {arff_word(attribute.name, 'an attribute')} {kind}")
    lines += [f"@attribute {arff_word(label, 'a label')} {{0,1}}" for label in schema.labels]
    lines += ["", "@data"]
    for row, labels in zip(dataset.rows(), dataset.Y.tolist(), strict=True):
        cells = [cell_text(x, attribute, values) for x, attribute, values in zip(row, attributes, words, strict=True)]
        lines.append(",".join([*cells, *("1" if label else "0" for label in labels)]))
    return "\n".join(lines) + "\n"


def label_xml_text(schema: Schema) -> str:
    """Return Mulan's label XML of a schema, with a line feed at the end."""
    from xml.sax.saxutils import quoteattr  # noqa: PLC0415 - it loads all that it takes to fetch a page

    lines = ['<?xml version="1.0" encoding="utf-8"?>', f'<labels xmlns="{NAMESPACE}">']
    for label in schema.labels:
        if not label or _NOT_IN_XML.search(label):
            raise DataError("the label cannot be written to a label XML; rename it", column=label)
        # a line feed or tab that is not spelled so would be read as a blank, as these others by careless readers
        spelled = quoteattr(label, {"\x85": "&#133;", "\u2028": "&#8232;"})
        lines.append(f"<label name={spelled}></label>")
    return "\n".join([*lines, "</labels>"]) + "\n"


def _words(attribute: Attribute) -> list[str] | None:
    if isinstance(attribute, ContinuousAttribute):
        return None
    return [arff_word(value, f"a value of attribute {shown(attribute.name)}") for value in attribute.values]


def cell_text(x: float, attribute: Attribute, words: list[str] | None) -> str:
    """Return a cell: one of the words of a nominal attribute, or a number."""
    if math.isnan(x):
        return "?"
    if math.isinf(x) or (words is not None and x == UNDECLARED):
        raise DataError("an infinite number, or a value that is not declared, cannot be written", column=attribute.name)
    return repr(x) if words is None else words[int(x)]


def arff_word(text: str, what: str) -> str:
    """Return a name or value as it is if it can be mistaken for nothing else, else in quotes."""
    if _PLAIN.fullmatch(text):
        return text
    if _SURROGATE.search(text):
        raise DataError(
            f"{what} is {shown(text)}, which contains half a surrogate pair and cannot be written; rename it"
        )
    return "'" + _ESCAPED.sub(_escape, text) + "'"


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    return "\\" + character if character in "\\'" else f"\\u{ord(character):04x}"
