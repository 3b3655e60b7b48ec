"""Reading JSON that may hold anything: every value is asked for by kind, and a wrong one is named by its path."""

from __future__ import annotations

import difflib
import json
import math
import re
from collections.abc import Iterable
from typing import Any, Final

from mlslcs_ref.errors import ModelError

__all__ = ["Node"]

# what Python reads, by default, and more than the largest double has
_MOST_DIGITS: Final = 4300
_SHOWN: Final = 60
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
            If the text is not JSON, or holds a field twice in one object, a whole number of more than 4300 digits, or
            more brackets in each other than Python reads.
        """

        def refuse(found: str) -> Any:
            raise ModelError(f"expected JSON, found {found}", file)

        def integer(text: str) -> int:
            n_digits = len(text.removeprefix("-"))
            return int(text) if n_digits <= _MOST_DIGITS else refuse(f"a whole number of {n_digits} digits")

        def fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
            found = dict(pairs)
            if len(found) < len(pairs):
                names = [name for name, _value in pairs]
                twice = next(name for name in names if names.count(name) > 1)
                refuse(f"an object with two fields {twice[:_SHOWN]!r}; which of them counts is not said")
            return found

        if text.startswith("\ufeff"):
            raise ModelError("expected JSON, found a byte order mark; save the file as UTF-8 without it", file, 1)
        try:
            value = json.loads(
                text,
                parse_int=integer,
                parse_constant=lambda name: refuse(f"{name}, which is no JSON number"),
                object_pairs_hook=fields,
            )
        except json.JSONDecodeError as error:
            raise ModelError(f"expected JSON, found other text ({error.msg.lower()})", file, error.lineno) from None
        except RecursionError:
            raise ModelError("expected JSON of a model, found arrays or objects nested too deeply", file) from None
        return cls(value, "", file)

    @property
    def value(self) -> Any:
        """The value as it is."""
        return self._value

    def error(self, expected: str) -> ModelError:
        """Return the error that says what was expected here."""
        found = repr(self._value)
        if len(found) > _SHOWN:
            found = found[: _SHOWN - 3] + "..."
        return ModelError(f"{self._path or 'the document'}: expected {expected}, found {found}", self._file)

    def field(self, name: str) -> Node:
        """Return a field of an object."""
        if not isinstance(self._value, dict):
            raise self.error("an object")
        if name not in self._value:
            raise ModelError(f"{self._path or 'the document'}: the field {name!r} is missing", self._file)
        return Node(self._value[name], f"{self._path}.{name}" if self._path else name, self._file)

    def only(self, names: Iterable[str]) -> None:
        """Refuse an object that has other fields than these."""
        known = list(names)
        for name in self.mapping():
            if name not in known:
                close = difflib.get_close_matches(name, known, n=1)
                hint = f" (did you mean {close[0]!r}?)" if close else ""
                raise ModelError(
                    f"{self._path or 'the document'}: there is no field {name[:_SHOWN]!r}{hint}", self._file
                )

    def plain(self) -> Any:
        """Return a value of texts, finite numbers, true, false, null, and of arrays and objects of these."""
        if isinstance(self._value, dict):
            return {Node(name, self._path, self._file).text(): self.field(name).plain() for name in self._value}
        if isinstance(self._value, list):
            return [item.plain() for item in self.items()]
        if isinstance(self._value, str):
            return self.text()
        if isinstance(self._value, int | float) and not isinstance(self._value, bool):
            self.number()
        return self._value

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

    def boolean(self) -> bool:
        """Return true or false."""
        if not isinstance(self._value, bool):
            raise self.error("true or false")
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
            finite = math.isinf(low) and math.isinf(high)
            raise self.error("a finite number" if finite else f"a number from {low:g} to {high:g}")
        return float(self._value)

    def number_or_null(self) -> float:
        """Return a finite number, or NaN for null."""
        return math.nan if self._value is None else self.number()
