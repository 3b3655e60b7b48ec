"""A unit of work: one method on one fold with one seed."""

from __future__ import annotations

import hashlib
import re
from typing import Final, NamedTuple

_UNSAFE: Final = re.compile(r"[^A-Za-z0-9.=,_+-]+|--+|^[.-]+|[.-]+$")
_LONGEST: Final = 40


class Unit(NamedTuple):
    """A unit of work, which has one file."""

    dataset: str
    """The name of the plan's entry."""
    method: str
    """The name of the plan's entry."""
    variant: str
    """Which of the method's variants; empty if it has none."""
    fold: int
    """From 1, as in all of the folds of the plan."""
    seed: int
    """Of the method; the folds have their own."""

    @property
    def label(self) -> str:
        """The method with its variant, as tables show it: ``HOMER[n_clusters=2]``."""
        return f"{self.method}[{self.variant}]" if self.variant else self.method

    @property
    def key(self) -> str:
        """The unit as the name of a file, different for different units of a plan."""
        words = [self.dataset, self.method, *([self.variant] if self.variant else [])]
        words += [f"fold-{self.fold:02}", f"seed-{self.seed}"]
        safe = [_UNSAFE.sub("-", word)[:_LONGEST] for word in words]
        name = "--".join(safe)
        if safe == words:
            return name
        return f"{name}--{hashlib.sha256(chr(0).join(words).encode()).hexdigest()[:8]}"

    def __str__(self) -> str:
        return f"{self.dataset}, {self.label}, fold {self.fold}, seed {self.seed}"
