"""Reading JSON and TOML that may hold anything.

Every value is asked for by kind. What is wrong is said with its path, the file, and what the file is to the caller.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from typing import Any, Final

from mlslcs_ref._meant import did_you_mean, first_of
from mlslcs_ref.errors import FileError
from mlslcs_ref.origin import Origin

# what Python reads, by default, and more than the largest double has
MOST_DIGITS: Final = 4300
DEEPEST: Final = 20
SHOWN: Final = 60
MOST_CHOICES: Final = 20
LARGEST: Final = 1.7976931348623157e308
SURROGATE: Final = re.compile("[\ud800-\udfff]")


class Untrusted:
    """A value in a document, with its path.

    An object remembers which of its fields were asked for, so that `done` can refuse the others.

    Parameters
    ----------
    value : object
        As `json` or `tomllib` gives it.
    path : str
        Where it stands, as `rules[3].num`; empty for the whole document.
    source : Origin
        Where the document comes from.
    """

    __slots__ = ("_asked", "_path", "_source", "_value")

    def __init__(self, value: Any, path: str, source: Origin) -> None:
        self._value = value
        self._path = path
        self._source = source
        self._asked: set[str] | None = None

    # ---------------------------------------------------------------------------------------------------- documents

    @classmethod
    def json(cls, text: str, source: Origin) -> Untrusted:
        """Return the root of a document of JSON.

        Raises
        ------
        FileError
            If the text is not JSON, or holds a field twice in one object, a whole number of more than 4300 digits, or
            more brackets in each other than Python reads.
        """
        expected = f"expected JSON of {source.what}"

        def refuse(found: str) -> Any:
            raise source.fault(f"{expected}, found {found}")

        def integer(text: str) -> int:
            n_digits = len(text.removeprefix("-"))
            return int(text) if n_digits <= MOST_DIGITS else refuse(f"a whole number of {n_digits} digits")

        def fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
            found = dict(pairs)
            if len(found) < len(pairs):
                names = [name for name, _value in pairs]
                twice = next(name for name in names if names.count(name) > 1)
                refuse(f"an object with two fields {twice[:SHOWN]!r}; it is not clear which one counts")
            return found

        if text.startswith("\ufeff"):
            raise source.fault(f"{expected}, found a byte order mark; save the file as UTF-8 without it", 1)
        try:
            value = json.loads(
                text,
                parse_int=integer,
                parse_constant=lambda name: refuse(f"{name}, which is not a JSON number"),
                object_pairs_hook=fields,
            )
        except json.JSONDecodeError as error:
            raise source.fault(f"{expected}, found other text ({error.msg.lower()})", error.lineno) from None
        except RecursionError:
            raise source.fault(f"{expected}, found arrays or objects nested too deeply") from None
        return cls(value, "", source)

    @classmethod
    def toml(cls, text: str, source: Origin) -> Untrusted:
        """Return the root of a document of TOML.

        Raises
        ------
        FileError
            If the text is not TOML, or holds tables and lists of more than 20 levels.
        """
        import tomllib  # noqa: PLC0415 - most documents are JSON

        try:
            value = tomllib.loads(text)
            # a number in base 16 may have more digits than Python writes, in an error or a file
            repr(value)
        except ValueError as error:
            # not only TOML's own: a number may have too many digits, a date a 13th month
            raise source.fault(f"expected TOML of {source.what}: {error}") from None
        except RecursionError:
            raise source.fault(f"expected tables and lists of at most {DEEPEST} levels, found more") from None
        level: list[Any] = [value]
        for _depth in range(DEEPEST):
            level = [inner for outer in level for inner in _inner(outer)]
        if level:
            raise source.fault(f"expected tables and lists of at most {DEEPEST} levels, found more")
        return cls(value, "", source)

    # ----------------------------------------------------------------------------------------------------- messages

    @property
    def value(self) -> Any:
        """The value as it is."""
        return self._value

    def error(self, expected: str) -> FileError:
        """Return the error that says what was expected here."""
        found = repr(self._value)
        if len(found) > SHOWN:
            found = found[: SHOWN - 3] + "..."
        return self._source.fault(f"expected {expected}, found {found}", place=self._path or None)

    def at(self, path: str) -> Untrusted:
        """Return the same value, called otherwise in messages."""
        return Untrusted(self._value, path, self._source)

    # ------------------------------------------------------------------------------------------------ objects, arrays

    def has(self, name: str) -> bool:
        """Tell whether an object has a field, which counts as asked for."""
        if self._asked is None:  # of most nodes, thousands of numbers, no field is asked for
            self._asked = set()
        self._asked.add(name)
        return name in self._object()

    def field(self, name: str) -> Untrusted:
        """Return a field of an object."""
        if not self.has(name):
            raise self._source.fault("the field is missing", place=self._within(name))
        return self._inside(name, self._value[name])

    def get(self, name: str, default: Any) -> Untrusted:
        """Return a field of an object, or the default as if it stood there."""
        return self._inside(name, self._value[name] if self.has(name) else default)

    def fields(self) -> dict[str, Untrusted]:
        """Return the fields of an object by name; all count as asked for."""
        return {name: self.field(name) for name in self._object()}

    def rest(self) -> dict[str, Any]:
        """Return the fields of an object that were not asked for, as they are."""
        return {name: value for name, value in self._object().items() if name not in (self._asked or ())}

    def done(self) -> None:
        """Refuse the fields of an object that were not asked for."""
        self.only(self._asked or ())

    def only(self, names: Iterable[str]) -> None:
        """Refuse an object that has other fields than these."""
        known = set(names)
        for name in self._object():
            if name not in known:
                hint = did_you_mean(name, sorted(known), repr)
                raise self._source.fault(f"there is no such field{hint}", place=self._within(name[:SHOWN]))

    def plain(self) -> Any:
        """Return a value of texts, finite numbers, true, false, null, and of arrays and objects of these."""
        if isinstance(self._value, dict):
            return {Untrusted(name, self._path, self._source).text(): self.field(name).plain() for name in self._value}
        if isinstance(self._value, list):
            return [item.plain() for item in self.items()]
        if isinstance(self._value, str):
            return self.text()
        if isinstance(self._value, int | float) and not isinstance(self._value, bool):
            self.number()
        return self._value

    def items(self) -> list[Untrusted]:
        """Return the elements of an array."""
        if not isinstance(self._value, list):
            raise self.error("an array")
        return [Untrusted(value, f"{self._path}[{index}]", self._source) for index, value in enumerate(self._value)]

    def mapping(self) -> dict[str, Any]:
        """Return an object as it is."""
        return dict(self._object())

    def _object(self) -> dict[str, Any]:
        if not isinstance(self._value, dict):
            raise self.error("an object")
        return self._value

    def _inside(self, name: str, value: Any) -> Untrusted:
        return Untrusted(value, self._within(name), self._source)

    def _within(self, name: str) -> str:
        return f"{self._path}.{name}" if self._path else name

    # ------------------------------------------------------------------------------------------------------- values

    def text(self) -> str:
        """Return a string."""
        # JSON can spell half of a pair of surrogates, which no file can hold
        if not isinstance(self._value, str) or SURROGATE.search(self._value):
            raise self.error("a string")
        return self._value

    def texts(self) -> tuple[str, ...]:
        """Return an array of strings."""
        return tuple(item.text() for item in self.items())

    def choice(self, choices: tuple[str, ...]) -> str:
        """Return a string that is one of `choices`."""
        if self._value not in choices or not isinstance(self._value, str):
            raise self.error("one of " + first_of(choices, MOST_CHOICES))
        return self._value

    def boolean(self) -> bool:
        """Return true or false."""
        if not isinstance(self._value, bool):
            raise self.error("true or false")
        return self._value

    def integer(self, low: float = -math.inf, high: float = math.inf) -> int:
        """Return a whole number from `low` to `high`."""
        whole = isinstance(self._value, int) and not isinstance(self._value, bool)
        if not whole or not low <= self._value <= high:
            bounds = ("" if math.isinf(low) else f" from {low}") + ("" if math.isinf(high) else f" to {high}")
            raise self.error(f"a whole number{bounds}")
        return int(self._value)

    def number(self, low: float = -math.inf, high: float = math.inf) -> float:
        """Return a finite number from `low` to `high`."""
        if not isinstance(self._value, (int, float)) or isinstance(self._value, bool):
            raise self.error("a number")
        if not low <= self._value <= high or abs(self._value) > LARGEST:
            finite = math.isinf(low) and math.isinf(high)
            raise self.error("a finite number" if finite else f"a number from {low:g} to {high:g}")
        return float(self._value)

    def numbers(self, low: float = -LARGEST, high: float = LARGEST) -> list[float]:
        """Return an array of finite numbers from `low` to `high`."""
        found = self._value
        # there may be thousands, which need no node each if they are as they should be
        if isinstance(found, list) and all(type(x) is float and low <= x <= high for x in found):
            return found.copy()
        return [item.number(low, high) for item in self.items()]

    def number_or_null(self) -> float:
        """Return a finite number, or NaN for null."""
        return math.nan if self._value is None else self.number()

    def bounds(self) -> tuple[float, float]:
        """Return the fields `minimum` and `maximum` of an object, both NaN for null."""
        low, high = self.field("minimum").number_or_null(), self.field("maximum").number_or_null()
        if math.isnan(low) != math.isnan(high) or low > high:
            raise self.field("maximum").error("a number from the minimum up, or null if that is null")
        return low, high


def _inner(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
