"""Names of what a query adds to a table, apart from those of the table."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from mlslcs_ref.data.schema import Schema
from mlslcs_ref.rulesets.export.sql_words import quoted

PREDICTED: Final = "predicted "
ESTIMATED: Final = "estimate "


@dataclass(frozen=True)
class Names:
    """Names of what a query adds to a table. No database takes one of them for a name of the table."""

    table: str
    """The table, quoted."""
    columns: str
    """How the names of columns with votes begin."""
    steps: str
    """How the names of the tables between begin."""
    dates: str
    """How the names of columns with dates begin."""
    kept: tuple[str, ...]
    """The columns of the table that the answer has."""
    predicted: tuple[str, ...]
    estimated: tuple[str, ...]
    """`predicted`, `estimated`: By label, the columns with predictions, and those with estimates or shares of votes."""
    missing: tuple[str, ...]
    """Texts in the table that are missing values."""
    separated: bool
    """Whether texts in the table are read as in a file of separated values: without blanks around them, and 3.0 as
    3."""

    @classmethod
    def apart(cls, schema: Schema, table: str, ids: Sequence[str], missing: tuple[str, ...], separated: bool) -> Names:
        """Return names apart from those of a schema's attributes and labels, of identifiers, and from a table's."""
        attributes = tuple(attribute.name for attribute in schema.attributes)
        taken = {_folded(name) for name in (*attributes, *schema.labels, *ids)}
        columns, dates = _beginning("mlslcs_ref vote", taken), _beginning("mlslcs_ref date", taken)
        predicted = _apart(PREDICTED, schema.labels, taken)
        estimated = _apart(ESTIMATED, schema.labels, taken)
        steps = _beginning("mlslcs_ref part", {_folded(table), *taken})
        kept = tuple(ids) or attributes
        return cls(quoted(table), columns, steps, dates, kept, predicted, estimated, missing, separated)

    def answer(self) -> str:
        """Return the beginning of the answer: the columns that are kept."""
        return "SELECT " + ", ".join(f"data.{quoted(name)} AS {quoted(name)}" for name in self.kept)

    def vote(self, part: int, label: int) -> str:
        """Return the column with the votes for a label after a part of the rules."""
        return quoted(f"{self.columns} {label + 1} part {part}")

    def moved(self, label: int) -> str:
        """Return the column with the votes for a label, moved so that the lowest is 0."""
        return quoted(f"{self.columns} {label + 1}")

    def estimate(self, label: int) -> str:
        """Return the column with how likely a label is."""
        return quoted(f"{self.columns} {label + 1} share")

    def date(self, attribute: int) -> str:
        """Return the column with the dates of an attribute as texts of one length."""
        return quoted(f"{self.dates} {attribute + 1}")

    def iso(self, attribute: int) -> str:
        """Return the column with the dates of an attribute as texts that begin with the year."""
        return quoted(f"{self.dates} {attribute + 1} iso")

    def days(self, attribute: int) -> str:
        """Return the column with the dates of an attribute as days since 1970-01-01."""
        return quoted(f"{self.dates} {attribute + 1} days")

    def step(self, number: int | str) -> str:
        """Return a table between."""
        return quoted(f"{self.steps} {number}")


def _apart(kind: str, labels: Sequence[str], taken: set[str]) -> tuple[str, ...]:
    """Return a name of a kind for each label, with a number behind it if it is taken; from now on they are."""
    found: list[str] = []
    for label in labels:
        name, number = kind + label, 2
        while _folded(name) in taken:
            name, number = f"{kind}{label} ({number})", number + 1
        taken.add(_folded(name))
        found.append(name)
    return tuple(found)


def _folded(name: str) -> str:
    """Return a name as the database would have to read it to confuse it with the most others."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _beginning(word: str, taken: Collection[str]) -> str:
    """Return the word, made longer until no name begins with it."""
    while any(name.startswith(word) for name in taken):
        word += "_"
    return word
