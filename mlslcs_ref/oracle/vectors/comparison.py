"""Comparing an answer with the wanted one, field by field, each as its format says."""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, TypeVar

_LEAVES: Final = (float, int, str)
_NON_FINITE: Final = ("inf", "-inf", "nan")
T = TypeVar("T")


@dataclass(frozen=True)
class FirstDifference:
    """The first place where an answer differs from the wanted one."""

    path: str
    """Where, as `rules/2/cs`; empty for the whole."""
    wanted: Any
    found: Any
    """`wanted`, `found`: The two values; `missing` as a text in words where there is none."""
    clause: str = ""
    """The clause that mainly defines this field; empty if there is none."""


class Comparison:
    """How the fields of one format are compared.

    Parameters
    ----------
    fields : mapping of str to object
        Paths, with `*` for any position, to `"exact"`, `{"rel": r}`, `{"ulp": n}` or `{"abs": a}`; one that holds
        several bounds is satisfied by any. What is not named is exact: the same JSON value, where 5 and 5.0 are the
        same number.
    follows : mapping of str to str
        Paths likewise, to the clause that above all gives the field.
    """

    def __init__(self, fields: Mapping[str, Any], follows: Mapping[str, str] = MappingProxyType({})) -> None:
        self._fields = {tuple(path.split("/")): how for path, how in fields.items()}
        self._follows = {tuple(path.split("/")): clause for path, clause in follows.items()}

    def first_difference(self, wanted: Any, found: Any) -> FirstDifference | None:
        """Return the first difference in the order of the wanted answer, or None."""
        return self._compare(wanted, found, ())

    def _compare(self, wanted: Any, found: Any, path: tuple[str, ...]) -> FirstDifference | None:
        if isinstance(wanted, Mapping) and isinstance(found, Mapping):
            return self._compare_fields(wanted, found, path)
        if isinstance(wanted, list) and isinstance(found, list):
            for place, (one, other) in enumerate(zip(wanted, found, strict=False)):
                # most are, of thousands, and need no path
                if type(one) is type(other) and type(one) in _LEAVES and one == other:
                    continue
                difference = self._compare(one, other, (*path, str(place)))
                if difference is not None:
                    return difference
            if len(wanted) == len(found):
                return None
            lengths = f"{len(wanted)} elements", f"{len(found)} elements"
            return FirstDifference("/".join(path), *lengths, _named(self._follows, path, ""))
        if self._agree(wanted, found, path):
            return None
        return FirstDifference("/".join(path), wanted, found, _named(self._follows, path, ""))

    def _compare_fields(
        self, wanted: Mapping[str, Any], found: Mapping[str, Any], path: tuple[str, ...]
    ) -> FirstDifference | None:
        for name in [*wanted, *(name for name in found if name not in wanted)]:
            place = (*path, name)
            if name not in found:
                return FirstDifference("/".join(place), wanted[name], "no such field")
            if name not in wanted:
                return FirstDifference("/".join(place), "no such field", found[name])
            difference = self._compare(wanted[name], found[name], place)
            if difference is not None:
                return difference
        return None

    def _agree(self, wanted: Any, found: Any, path: tuple[str, ...]) -> bool:
        if _is_number(wanted) and _is_number(found):
            return _numbers_agree(_number(wanted), _number(found), self._how(path))
        # a bool is an int in Python, but not in JSON
        return type(wanted) is type(found) and bool(wanted == found)

    def _how(self, path: tuple[str, ...]) -> Any:
        return _named(self._fields, path, "exact")


def _named(patterns: Mapping[tuple[str, ...], T], path: tuple[str, ...], default: T) -> T:
    """Return what is said of a path, or the default."""
    for pattern, said in patterns.items():
        if len(pattern) == len(path) and all(one in {"*", other} for one, other in zip(pattern, path, strict=True)):
            return said
    return default


def _is_number(value: Any) -> bool:
    return (isinstance(value, (int, float)) and not isinstance(value, bool)) or (
        isinstance(value, str) and value in _NON_FINITE
    )


def _number(value: Any) -> float:
    """Return the number that a text spells, or a number as it is: a whole one beyond 2^53 is no double."""
    number: float = float(value) if isinstance(value, str) else value
    return number


def _numbers_agree(wanted: float, found: float, how: Any) -> bool:
    if wanted == found or (math.isnan(wanted) and math.isnan(found)):
        return True
    if how == "exact" or not (math.isfinite(wanted) and math.isfinite(found)):
        return False
    apart = abs(wanted - found)
    if "abs" in how and apart <= float(how["abs"]):
        return True
    if "rel" in how and apart <= float(how["rel"]) * max(abs(wanted), abs(found)):
        return True
    return "ulp" in how and abs(_rank(wanted) - _rank(found)) <= int(how["ulp"])


def _rank(x: float) -> int:
    """Return the place of a double in the order of all of them."""
    bits: int = struct.unpack("<q", struct.pack("<d", x))[0]
    return bits if bits >= 0 else -(bits & 0x7FFFFFFFFFFFFFFF)
