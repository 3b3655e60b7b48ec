"""Errors and warnings that are expected by their type and fields: a message may be worded as it likes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest

E = TypeVar("E", bound=Exception)


def raising(kind: type[E], /, **fields: object) -> pytest.RaisesExc[E]:
    """Expect an error of a type, with these fields."""

    def has_them(error: E) -> bool:
        assert {name: getattr(error, name) for name in fields} == fields
        return True

    return pytest.raises(kind, check=has_them)


@contextmanager
def warning(kind: type[Warning], **fields: object) -> Iterator[None]:
    """Require a warning of a kind whose fields have these values."""
    with pytest.warns(kind) as caught:
        yield
    found = [{name: getattr(one.message, name, None) for name in fields} for one in caught]
    assert fields in found
