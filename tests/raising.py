"""Errors that are expected by their type and fields: a message may be worded as it likes."""

from __future__ import annotations

from typing import TypeVar

import pytest

E = TypeVar("E", bound=Exception)


def raising(kind: type[E], **fields: object) -> pytest.RaisesExc[E]:
    """Expect an error of a type, with these fields."""

    def has_them(error: E) -> bool:
        assert {name: getattr(error, name) for name in fields} == fields
        return True

    return pytest.raises(kind, check=has_them)
