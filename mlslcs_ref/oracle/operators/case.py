"""A case as its operator sees it: settings, a tape of draws, and inputs that are asked for by name and kind."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from mlslcs_ref.core.draws import Draws
from mlslcs_ref.settings import Settings
from mlslcs_ref.untrusted import Untrusted

SUMS_BELOW: Final = 2**62
"""What counts, times and sums of num*ts stay below in any run that can be carried out: it has 64 bits for each."""

_NON_FINITE: Final = ("inf", "-inf", "nan")


def count_of(node: Untrusted, low: int = 0) -> int:
    """Return a whole number from `low` to 2^62."""
    return node.integer(low, SUMS_BELOW - 1)


def positions_of(node: Untrusted, size: int) -> list[int]:
    """Return an array of positions in something of `size` elements, counted from 0."""
    return [item.integer(0, size - 1) for item in node.items()]


def real(node: Untrusted) -> float:
    """Return a number, which is text where JSON has none for it."""
    return float(node.value) if node.value in _NON_FINITE and isinstance(node.value, str) else node.number()


@dataclass(frozen=True)
class Case:
    """One case."""

    inputs: Untrusted
    """Its `in`. A field that is never read is an error."""
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
