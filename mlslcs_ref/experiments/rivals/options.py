"""Checks of options: each refuses a value that an option cannot have."""

from __future__ import annotations

import math
from collections.abc import Sequence

from mlslcs_ref.errors import SettingsError

__all__ = ["require_choice", "require_count", "require_number"]


def require_choice(name: str, value: object, choices: Sequence[str]) -> None:
    """Refuse any other value than the choices."""
    if not isinstance(value, str) or value not in choices:
        raise SettingsError(name, "one of " + ", ".join(choices), repr(value))


def require_count(name: str, value: object, least: int) -> None:
    """Refuse what is no whole number from `least`."""
    if type(value) is not int or value < least:
        raise SettingsError(name, f"a whole number from {least}", repr(value))


def require_number(name: str, value: object) -> None:
    """Refuse what is no finite number above 0."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
        raise SettingsError(name, "a finite number above 0", repr(value))
