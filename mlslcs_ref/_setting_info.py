"""A row of the table of settings: its range, and its texts for help and completion."""

from __future__ import annotations

import inspect
import math
import operator
from collections.abc import Iterable
from dataclasses import dataclass
from typing import SupportsFloat, SupportsIndex

from mlslcs_ref._given import brief
from mlslcs_ref.errors import SettingsError


@dataclass(frozen=True)
class SettingInfo:
    """One row of the table of settings."""

    name: str
    """The field of `Settings`; with dashes, the option of the command line."""
    kind: type
    """`int`, `float`, `bool`, or `str` for a choice."""
    paper: object
    authors: object
    """`paper`, `authors`: The default in each profile."""
    help: str
    """What it is, in a line."""
    symbol: str
    """The symbol of the paper, or an empty string."""
    clause: str
    """The clause that uses it."""
    low: float
    high: float
    """`low`, `high`: The range, for numbers."""
    above: bool
    """True if `low` itself is out of range."""
    choices: tuple[str, ...]
    """The values of a choice; empty for other kinds."""

    @property
    def expected(self) -> str:
        """The range or the choices in words."""
        if self.choices:
            return "one of " + ", ".join(self.choices)
        if self.kind is bool:
            return "true or false"
        noun = "a whole number" if self.kind is int else "a number"
        start = f"{'above' if self.above else 'from'} {self.low:.10g}"
        return f"{noun} {start}" + ("" if math.isinf(self.high) else f" to {self.high:.10g}")

    def checked(self, value: object) -> int | float | bool | str:
        """Return `value` as a plain Python value of this setting's kind."""
        try:
            plain = self._plain(value)
            if not self._in_range(plain):
                raise ValueError
        except (TypeError, ValueError, OverflowError):
            raise SettingsError(self.name, self.expected, brief(value)) from None
        return plain

    def _in_range(self, plain: float | bool | str) -> bool:
        if isinstance(plain, str):
            return plain in self.choices
        # a NaN compares false
        return self.kind is bool or (self.low <= plain <= self.high and not (self.above and plain == self.low))

    def _plain(self, value: object) -> int | float | bool | str:
        if self.choices:
            if not isinstance(value, str):
                raise TypeError
            return str(value)
        # numpy's scalars are among these; strings are not; asking for a protocol takes long
        if not isinstance(value, (int, float, SupportsFloat)):
            raise TypeError
        # 1 is a way to write true, but true for a number is a mistake
        if self.kind is not bool and _is_truth(value):
            raise TypeError
        number = float(value)
        if self.kind is float:
            return number
        whole = operator.index(value) if isinstance(value, (int, SupportsIndex)) else int(number)
        if whole != number or (self.kind is bool and whole not in (0, 1)):
            raise ValueError
        return self.kind(whole)  # type: ignore[no-any-return]


def _is_truth(value: object) -> bool:
    # numpy has truth values of its own, also as arrays without a dimension
    return isinstance(value, bool) or getattr(getattr(value, "dtype", None), "kind", "") == "b"


def described(infos: Iterable[SettingInfo]) -> str:
    """Return the rows of the table of settings as the parameters of a docstring."""
    lines = ["", "    Parameters", "    ----------"]
    for info in infos:
        symbol = f"{info.symbol}: " if info.symbol else ""
        authors = "" if info.authors == info.paper else f" (authors: {info.authors!r})"
        lines += [
            f"    {info.name} : {info.kind.__name__}, default={info.paper!r}{authors}",
            f"        {symbol}{info.help}; {info.expected} ({info.clause}).",
        ]
    return "\n".join(lines) + "\n"


def completed(infos: Iterable[SettingInfo], profile: str, owner: type) -> inspect.Signature:
    """Return the signature of a class method that takes every setting, with its default in a profile."""
    keyword = inspect.Parameter.KEYWORD_ONLY
    settings = [
        inspect.Parameter(info.name, keyword, default=getattr(info, profile), annotation=info.kind) for info in infos
    ]
    first = inspect.Parameter("cls", inspect.Parameter.POSITIONAL_ONLY)
    return inspect.Signature([first, *settings], return_annotation=owner)


def setting_text(value: object, rounded: bool = False) -> str:
    """Return the value of a setting as text; rounded, a number that was worked out has four digits."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:.4g}" if rounded and isinstance(value, float) and len(repr(value)) > 8 else str(value)
