"""Declarations of the core's classes for its compiler; not compiled itself.

A compiled class that allows interpreted subclasses follows Python in two more ways: it can be subclassed by anyone, and
`__new__` does not call `__init__`, without which copy and pickle cannot work. The decorator of mypyc does nothing at
run time, so the package that defines it is needed by the compiler alone.

The compiler lets abstract classes be made all the same. So what every subclass has to define raises
`NotImplementedError` in the base: then both builds behave alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["i64", "mypyc_attr", "unheard"]

if TYPE_CHECKING:
    from mypy_extensions import i64, mypyc_attr
else:
    from builtins import int as i64

    def mypyc_attr(**_attributes: object) -> object:
        """Return a decorator that leaves a class as it is."""
        return lambda cls: cls


def unheard(*_args: object) -> None:
    """Do nothing. As this is not compiled, each call lets Python handle signals."""
