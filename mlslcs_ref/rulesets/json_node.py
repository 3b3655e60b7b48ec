"""Reading JSON that may hold anything: every value is asked for by kind, and a wrong one is named by its path."""

from __future__ import annotations

import json
import math
import re
from typing import Any, Final

from mlslcs_ref.errors import ModelError

__all__ = ["Node"]

_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class Node:
    """A value in a JSON document, with its path.

    Parameters
    ----------
    value : object
        As `json` gives it.
    path : str
        Where it stands, as `rules[3].num`.
    file : str
        The document, for messages.
    """

    def __init__(self, value: Any, path: str, file: str) -> None:
        self._value = value
        self._path = path
        self._file = file

    @classmethod
    def parse(cls, text: str, file: str) -> Node:
        """Return the root of a document.

        Raises
        ------
        ModelError
            If the text is not JSON.
        """

        def refuse(constant: str) -> Any:
            raise ValueError(f"{constant} is no JSON number")

        try:
            return cls(json.loads(text, parse_constant=refuse), "", file)
        except json.JSONDecodeError as error:
            raise ModelError(f"expected JSON, found other text ({error.msg.lower()})", file, error.lineno) from None
        except (ValueError, RecursionError) as error:
            raise ModelError(f"expected JSON of a model, found {error}", file) from None

    def error(self, expected: str) -> ModelError:
        """Return the error that says what was expected here."""
        found = repr(self._value)
        if len(found) > 60:
            found = found[:57] + "..."
        return ModelError(f"{self._path or 'the document'}: expected {expected}, found {found}", self._file)

    def field(self, name: str) -> Node:
        """Return a field of an object."""
        if not isinstance(self._value, dict):
            raise self.error("an object")
        if name not in self._value:
            raise ModelError(f"{self._path or 'the document'}: the field {name!r} is missing", self._file)
        return Node(self._value[name], f"{self._path}.{name}" if self._path else name, self._file)

    def items(self) -> list[Node]:
        """Return the elements of an array."""
        if not isinstance(self._value, list):
            raise self.error("an array")
        return [Node(value, f"{self._path}[{index}]", self._file) for index, value in enumerate(self._value)]

    def mapping(self) -> dict[str, Any]:
        """Return an object as it is."""
        if not isinstance(self._value, dict):
            raise self.error("an object")
        return dict(self._value)

    def text(self) -> str:
        """Return a string."""
        # JSON can spell half of a pair of surrogates, which no file can hold
        if not isinstance(self._value, str) or _SURROGATE.search(self._value):
            raise self.error("a string")
        return self._value

    def choice(self, choices: tuple[str, ...]) -> str:
        """Return a string that is one of `choices`."""
        if self._value not in choices or not isinstance(self._value, str):
            raise self.error("one of " + ", ".join(choices))
        return self._value

    def integer(self, low: int, high: float = math.inf) -> int:
        """Return a whole number from `low` to `high`."""
        whole = isinstance(self._value, int) and not isinstance(self._value, bool)
        if not whole or not low <= self._value <= high:
            raise self.error(f"a whole number from {low}" + ("" if math.isinf(high) else f" to {high}"))
        return int(self._value)

    def number(self, low: float = -math.inf, high: float = math.inf) -> float:
        """Return a finite number from `low` to `high`."""
        if not isinstance(self._value, (int, float)) or isinstance(self._value, bool):
            raise self.error("a number")
        if not low <= self._value <= high or abs(self._value) > 1.7976931348623157e308:
            raise self.error(f"a number from {low:g} to {high:g}")
        return float(self._value)

    def number_or_null(self) -> float:
        """Return a finite number, or NaN for null."""
        return math.nan if self._value is None else self.number()
