"""A case as its operator sees it: settings, a tape of draws, and inputs that are asked for by name and kind."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, Final

from mlslcs_ref.core.draws import Draws
from mlslcs_ref.settings import Settings
from mlslcs_ref.untrusted import Untrusted

SUMS_BELOW: Final = 2**62
"""What counts, times and sums of num*ts stay below in any run that can be carried out: it has 64 bits for each."""

_NON_FINITE: Final = ("inf", "-inf", "nan")


class Inputs:
    """An object of a case. Its fields are read one by one; a field that is never read is an error."""

    def __init__(self, node: Untrusted) -> None:
        self._node = node
        self._names = set(node.mapping())
        self._asked: set[str] = set()

    def has(self, name: str) -> bool:
        """Tell whether there is a field of this name."""
        self._asked.add(name)
        return name in self._names

    def node(self, name: str) -> Untrusted:
        """Return a field as it is."""
        self._asked.add(name)
        return self._node.field(name)

    def integer(self, name: str, default: int | None = None, low: int = 0) -> int:
        """Return a whole number from `low` to 2^62; without a default the field must be there."""
        return default if default is not None and not self.has(name) else self.node(name).integer(low, SUMS_BELOW - 1)

    def real(self, name: str, default: float | None = None) -> float:
        """Return a number; infinity and NaN are written as text."""
        return default if default is not None and not self.has(name) else real(self.node(name))

    def text(self, name: str) -> str:
        """Return a string."""
        return self.node(name).text()

    def flag(self, name: str) -> bool:
        """Return true or false; false if it is not said."""
        return self.has(name) and self.node(name).boolean()

    def items(self, name: str) -> list[Untrusted]:
        """Return the elements of an array."""
        return self.node(name).items()

    def objects(self, name: str) -> Iterator[Inputs]:
        """Return the elements of an array of objects."""
        return map(Inputs, self.items(name))

    def positions(self, name: str, size: int) -> list[int]:
        """Return an array of positions in something of `size` elements, counted from 0."""
        return [node.integer(0, size - 1) for node in self.items(name)]

    def position(self, name: str, size: int) -> int:
        """Return a position in something of `size` elements, counted from 0."""
        return self.node(name).integer(0, size - 1)

    def done(self) -> None:
        """Refuse fields that were not read."""
        unknown = sorted(self._names - self._asked)
        if unknown:
            raise self._node.error(f"no field {unknown[0]!r}")


def real(node: Untrusted) -> float:
    """Return a number, which is text where JSON has none for it."""
    return float(node.value) if node.value in _NON_FINITE and isinstance(node.value, str) else node.number()


@dataclass(frozen=True)
class Case:
    """One case."""

    inputs: Inputs
    """Its `in`."""
    settings: Settings
    """The profile with the case's changes."""
    draws: Draws
    """The tape."""
    changed: Collection[str] = ()
    """The settings that the case changes, by name."""


def written(value: Any) -> Any:
    """Return a value as JSON can hold it: numbers without a spelling become text."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict):
        return {name: written(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [written(item) for item in value]
    return value
