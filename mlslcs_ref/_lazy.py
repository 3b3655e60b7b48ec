"""Packages whose names are loaded at their first use, so that a run loads only what it needs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def lazy(package: str, names: Mapping[str, tuple[str, ...]]) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package, by the names that each of its modules gives.

    A module of the package can be asked for, too.
    """
    homes = {name: home for home, found in names.items() for name in found}

    def load(name: str) -> object:
        if name not in homes and name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(f"{package}.{homes.get(name, name)}")
        if name not in homes:
            return module
        return vars(sys.modules[package]).setdefault(name, getattr(module, name))

    def listed() -> list[str]:
        return sorted({*vars(sys.modules[package]), *homes})

    return load, listed


def later(module: str, name: str) -> Callable[..., object]:
    """Return a function of a module that is loaded when the function is first called."""

    def call(*words: object) -> object:
        found: Callable[..., object] = getattr(import_module(module), name)
        return found(*words)

    return call
