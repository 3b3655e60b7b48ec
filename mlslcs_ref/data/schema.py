"""The types of what the learner is given: binary, nominal and continuous attributes, and labels.

Nothing here knows about values of instances or about bits; a gene layout is made from a schema elsewhere. Clauses:
REP-3 (at most two declared values make a binary attribute).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from mlslcs_ref._given import brief
from mlslcs_ref.errors import DataError


@dataclass(frozen=True, slots=True)
class BinaryAttribute:
    """A nominal attribute with one or two declared values, coded 0 and 1 in the declared order (REP-3)."""

    name: str
    """Name of the attribute."""
    values: tuple[str, ...]
    """Of length 1 or 2. Declared values, all different."""

    def __post_init__(self) -> None:
        """Refuse a number of values that is not one or two."""
        object.__setattr__(self, "values", _declared(self.name, self.values))
        if not 1 <= len(self.values) <= 2:
            raise DataError(f"expected 1 or 2 declared values, found {len(self.values)}", column=self.name)


@dataclass(frozen=True, slots=True)
class NominalAttribute:
    """A nominal attribute with three or more declared values, coded 0, 1, 2, ... in the declared order."""

    name: str
    """Name of the attribute."""
    values: tuple[str, ...]
    """Of length >= 3. Declared values, all different."""

    def __post_init__(self) -> None:
        """Refuse fewer than three values."""
        object.__setattr__(self, "values", _declared(self.name, self.values))
        if len(self.values) < 3:
            raise DataError(f"expected 3 or more declared values, found {len(self.values)}", column=self.name)


@dataclass(frozen=True, slots=True)
class ContinuousAttribute:
    """An attribute whose values are numbers."""

    name: str
    """Name of the attribute."""

    def __post_init__(self) -> None:
        """Refuse a name that is no text."""
        _require_name(self.name)


Attribute: TypeAlias = BinaryAttribute | NominalAttribute | ContinuousAttribute


def nominal(name: str, values: Sequence[str]) -> BinaryAttribute | NominalAttribute:
    """Make the attribute of a list of declared values, one at least, all different: binary with at most two (REP-3)."""
    declared = _texts("values", values)
    return BinaryAttribute(name, declared) if len(declared) <= 2 else NominalAttribute(name, declared)


@dataclass(frozen=True)
class Schema:
    """The attributes and labels of a data set, in order.

    Parameters
    ----------
    attributes : tuple of Attribute, length n_attributes >= 1
        What a condition can test.
    labels : tuple of str, length n_labels >= 1
        Names of the labels. No name occurs twice among attributes and labels together.

    Raises
    ------
    DataError
        If there is no attribute or no label, a name is no text or occurs twice, or something else is given.
    """

    attributes: tuple[Attribute, ...]
    labels: tuple[str, ...]

    def __post_init__(self) -> None:
        """Refuse a schema without attributes or labels, and a name that occurs twice."""
        object.__setattr__(self, "attributes", _attributes(self.attributes))
        object.__setattr__(self, "labels", _texts("labels", self.labels))
        if not self.attributes:
            raise DataError("expected at least one attribute that is not a label, found none")
        if not self.labels:
            raise DataError("expected at least one label, found none")
        seen: set[str] = set()
        for name in (*(attribute.name for attribute in self.attributes), *self.labels):
            if name in seen:
                raise DataError("the name is that of two attributes or labels; rename one of them", column=name)
            seen.add(name)

    @property
    def n_attributes(self) -> int:
        """Number of attributes."""
        return len(self.attributes)

    @property
    def n_labels(self) -> int:
        """Number of labels."""
        return len(self.labels)


def require_schema(schema: object) -> None:
    """Refuse, as a `DataError`, what is no schema."""
    if not isinstance(schema, Schema):
        found = f"found a value of type {type(schema).__name__}"
        raise DataError(f"expected a Schema, as `schema` of a data set, {found}", argument="schema")


def _attributes(given: object) -> tuple[Attribute, ...]:
    found = _listed("attributes", given)
    for attribute in found:
        if not isinstance(attribute, BinaryAttribute | NominalAttribute | ContinuousAttribute):
            raise DataError(f"expected attributes of a schema, found {brief(attribute)}", argument="attributes")
    return found


def _declared(name: object, values: object) -> tuple[str, ...]:
    _require_name(name)
    declared = _texts("values", values, str(name))
    if len(set(declared)) != len(declared):
        raise DataError("a value is declared twice", column=str(name))
    return declared


def _require_name(name: object) -> None:
    if not isinstance(name, str):
        raise DataError(f"expected a text as the name of an attribute, found {brief(name)}", argument="name")
    _require_writable("name", name)


def _require_writable(what: str, text: str, column: str | None = None) -> None:
    """Refuse a text that no file can hold, before a model of it has been learned."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise DataError(
            f"{text!a:.60} holds half of a pair of surrogates, as of bytes that were decoded by another "
            "encoding, and no file can hold it; decode it again, or replace the character",
            argument=what,
            column=column,
        ) from None


def _texts(what: str, given: object, column: str | None = None) -> tuple[str, ...]:
    found = _listed(what, given, column)
    for text in found:
        if not isinstance(text, str):
            raise DataError(f"expected texts, found {brief(text)}", argument=what, column=column)
        _require_writable(what, text, column)
    return found


def _listed(what: str, given: object, column: str | None = None) -> tuple[Any, ...]:
    # the letters of a text are no list that anybody means, and neither has a set an order nor a mapping only names
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise DataError(f"expected a list or tuple, found {brief(given)}", argument=what, column=column)
    return tuple(given)
