"""How to say which columns of a file are labels: a label XML, a count, names, or MEKA's ``-C`` in the relation's name.

This module only understands what was said; `label_columns` looks the columns up.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from os import PathLike, fspath
from typing import TypeAlias
from xml.parsers import expat

import numpy as np

from mlslcs_ref._given import brief
from mlslcs_ref.data.columns import is_decimal
from mlslcs_ref.data.formats.arff_scanner import Scanner
from mlslcs_ref.data.text_lines import PathName, numbered_lines, read_bytes
from mlslcs_ref.data.words import shown
from mlslcs_ref.errors import DataError

_COUNT = re.compile(r"[+-]?[0-9]{1,9}")
_MEKA_OPTION = re.compile(r"-[cC](?![A-Za-z])")
# a filter of Weka adds its name to that of the relation without a blank: "-C 45-weka.filters..."
_WEKA_FILTER = re.compile(r"-weka\.", re.IGNORECASE)
_NAMESPACE_END = " "
MAX_XML = 2**24  # bytes of a label XML; 16 MiB name a million labels
_LABEL_FILES = (".xml", "_labels.csv")


@dataclass(frozen=True)
class LabelFile:
    """The labels are those that a file names: Mulan's label XML, or R's list of names and places."""

    path: str
    """The file; R's list if it ends in ``.csv``."""


@dataclass(frozen=True)
class LabelCount:
    """The labels are the first or last columns."""

    count: int
    """N for the first N columns, -N for the last N, counted in the file (dropped columns included)."""
    origin: str = field(default="", repr=False, compare=False)
    """Where the number was said, for messages, if the caller did not say it."""

    def __post_init__(self) -> None:
        """Refuse what is no whole number."""
        given: object = self.count
        if not isinstance(given, int | np.integer) or isinstance(given, bool):
            raise DataError(f"expected a whole number as a count, found {brief(self.count)}", argument="labels")
        object.__setattr__(self, "count", int(self.count))


@dataclass(frozen=True)
class LabelNames:
    """The labels are the columns of these names."""

    names: tuple[str, ...]
    """The names; their order does not matter."""


LabelSpec: TypeAlias = LabelFile | LabelCount | LabelNames
Labels: TypeAlias = LabelSpec | str | int | PathLike[str] | Sequence[str]


def label_spec(labels: Labels) -> LabelSpec:
    """Return the specification that a convenient value stands for.

    A text is read by `parse_labels_option`, a number is a `LabelCount`, a path is a `LabelFile`, and a sequence holds
    names, taken literally.
    """
    if isinstance(labels, LabelFile | LabelCount | LabelNames):
        return labels
    if isinstance(labels, PathLike):
        return LabelFile(fspath(labels))
    # an index or an array of names, as df.columns[-3:], or a number of numpy
    given: object = labels.tolist() if hasattr(labels, "tolist") else labels
    if isinstance(given, str):
        return parse_labels_option(given)
    if isinstance(given, Sequence) and all(isinstance(name, str) for name in given):
        return LabelNames(tuple(given))
    if isinstance(given, int) and not isinstance(given, bool):
        return LabelCount(given)
    raise DataError(f"expected a count, a label XML or a list of names, found {brief(labels)}", argument="labels")


def parse_labels_option(text: str) -> LabelSpec:
    """Understand the text by which a user says which columns are labels.

    It is ``6`` for the first 6 columns, ``-6`` for the last 6, ``flags.xml`` or ``flags_labels.csv`` for a file that
    names them (by its ending), or names separated by commas. A name may be quoted as in ARFF, and has to be if it holds
    a comma, looks like a number, or ends in ``.xml``.

    Examples
    --------
    >>> parse_labels_option("-6")
    LabelCount(count=-6)
    >>> parse_labels_option("sad, 'calm, relaxing'")
    LabelNames(names=('sad', 'calm, relaxing'))
    """
    stripped = text.strip()
    count = whole_number(stripped)
    if count is not None:
        return LabelCount(count)
    # the name of a column may well be nan or infinity
    if is_decimal(stripped) and (stripped[-1].isdigit() or stripped[-1] == "."):
        raise DataError(
            f"expected a whole number of up to nine digits as a count, found {shown(stripped)}; put a name "
            "that looks like a number in quotes",
            argument="labels",
        )
    if stripped.lower().endswith(_LABEL_FILES):
        return LabelFile(stripped)
    names: list[str] = []
    scanner = Scanner(stripped, "", 0)
    try:
        more = True
        while more:
            names.append(scanner.value().text)
            more = scanner.another()
        if scanner.rest:
            raise scanner.error("a name that contains % must be quoted")
    except DataError as error:
        raise DataError(
            f"expected a count, a label XML or names separated by commas, found {shown(text)}: {error.message}",
            argument="labels",
        ) from None
    return LabelNames(tuple(names))


def whole_number(text: str) -> int | None:
    """Return the number of a text as ``6``, ``-6`` or ``+6``, of up to nine digits; None of any other, as ``6.0``."""
    return int(text) if _COUNT.fullmatch(text) else None


def meka_label_count(relation: str) -> LabelCount | None:
    """Return what the option ``-C`` of MEKA says in a relation's name, None if there is no such option.

    In ``Music: -C 6 -split-percentage 50`` options stand behind the first colon; or they are all of the name. Others
    are ignored, ``-c`` counts as ``-C``, and the first counts, as in MEKA.
    """
    words = (relation if relation.lstrip().startswith("-") else relation.partition(":")[2]).split()
    places = [place for place, word in enumerate(words) if _MEKA_OPTION.match(word)]
    if not places:
        return None
    where = f"of {words[places[0]]} in the relation's name {shown(relation)}"
    option, following = words[places[0]], words[places[0] + 1 : places[0] + 2]
    if len(option) > 2:
        raise DataError(f"expected -C, a blank and a whole number, found {shown(option)} {where}")
    text = _WEKA_FILTER.split(following[0])[0] if following else ""
    count = whole_number(text)
    if count is None:
        raise DataError(f"expected a whole number after -C, found {shown(text) if text else 'nothing'} {where}")
    return LabelCount(count, f" {where}")


def read_label_xml(path: PathName) -> tuple[str, ...]:
    """Read the names of the labels from a Mulan label XML, in its order, all different.

    It has a root ``labels`` and an element ``label`` with a ``name`` for each label, in any namespace. Labels inside
    labels are taken like all others; that a parent holds whenever its child does is not enforced.
    """
    found = _LabelElements(fspath(path))
    try:
        found.parser.Parse(read_bytes(path, MAX_XML), True)
    except expat.ExpatError as error:
        problem = expat.ErrorString(error.code)
        raise DataError(f"expected a label XML, but it is not XML: {problem}", found.file, error.lineno) from None
    except DataError:  # it is a ValueError too
        raise
    except (LookupError, ValueError) as error:
        raise DataError(f"expected a label XML, but its encoding is not supported: {error}", found.file) from None
    if not found.names:
        raise DataError("expected at least one <label name=...>, found none", found.file)
    return tuple(found.names)


class _LabelElements:
    """The labels of a label XML; anything else is refused, because a label in it would be lost.

    No tree is built, so that errors know their line.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.names: dict[str, None] = {}
        self._root_seen = False
        self.parser = expat.ParserCreate(namespace_separator=_NAMESPACE_END)
        self.parser.StartElementHandler = self._start
        self.parser.StartDoctypeDeclHandler = self._refuse_doctype
        # elements in CDATA are text
        self.parser.CharacterDataHandler = self._refuse_text

    def _wrong(self, message: str, label: str | None = None) -> DataError:
        return DataError(message, self.file, self.parser.CurrentLineNumber, column=label)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        element, expected = tag.rpartition(_NAMESPACE_END)[2], "label" if self._root_seen else "labels"
        if element != expected:
            raise self._wrong(f"expected the element <{expected}>, found {shown(element)}")
        if self._root_seen:
            name = attributes.get("name", "")
            if not name:
                raise self._wrong("expected a label with a name, found one without")
            if name in self.names:
                raise self._wrong("the label is named twice", name)
            self.names[name] = None
        self._root_seen = True

    def _refuse_doctype(self, *_declared: object) -> None:
        # an entity that is not expanded would lose the labels in it
        message = "expected a label XML without <!DOCTYPE ...>, found one; write the labels in full, without entities"
        raise self._wrong(message)

    def _refuse_text(self, text: str) -> None:
        if text.strip():
            raise self._wrong(f"expected nothing but elements <label name=...>, found the text {shown(text.strip())}")


def read_label_listing(path: PathName) -> dict[str, int | None]:
    """Read the names of labels, each with its place from 1 among the columns, as R's mldr writes them."""
    file = fspath(path)
    found: dict[str, int | None] = {}
    with closing(numbered_lines(path, "utf-8")) as lines:
        for number, text in lines:
            if not text.strip():
                continue
            name, comma, place = text.rpartition(",") if "," in text else (text, "", "")
            name = name.strip().strip('"')
            count = whole_number(place.strip()) if comma else None
            if not name or (comma and (count is None or count < 1)):
                raise DataError(
                    f"expected the name of a label, a comma and its place, found {shown(text.strip())}", file, number
                )
            if name in found:
                raise DataError("the label is named twice", file, number, column=name)
            found[name] = count
    if not found:
        raise DataError("expected the name of at least one label, found none", file)
    return found


def names_in(path: str) -> tuple[str, ...]:
    """Return the names of labels in a file: R's list if it ends in ``.csv``, a label XML otherwise."""
    return tuple(read_label_listing(path)) if path.lower().endswith(".csv") else read_label_xml(path)
