"""Pages as JSON: every block with its kind and its fields, numbers with all their digits."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import Any

from mlslcs_ref.documents.document import Block, Cell


def json_value(blocks: Sequence[Block]) -> list[dict[str, Any]]:
    """Return a page as values that JSON has.

    Parameters
    ----------
    blocks : sequence of Block
        The page.
    """
    return [{"kind": type(block).__name__.lower(), **_fields(block)} for block in blocks]


def _fields(one: Any) -> dict[str, Any]:
    return {field.name: _plain(getattr(one, field.name)) for field in dataclasses.fields(one)}


def _plain(value: Any) -> Any:
    if isinstance(value, Cell) and value == Cell(value.value):
        return _plain(value.value)
    if dataclasses.is_dataclass(value):
        return _fields(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    # JSON has no such numbers
    return repr(value) if isinstance(value, float) and not math.isfinite(value) else value
