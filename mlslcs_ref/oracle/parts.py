"""The formats that each format consists of: if a part fails too, a failure of the whole means little."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import Final

PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "match": ("decode",),
    "generality": ("layout", "decode"),
    "equality": ("layout", "decode"),
    "repair": ("layout", "decode"),
    "notation": ("layout",),
    "coverage": ("layout", "match"),
    "correct-sets": ("coverage",),
    "update": ("correct-sets", "parameters"),
    "control": ("coverage", "parameters"),
    "deletion": ("roulette", "parameters"),
    "covering": ("layout", "decode"),
    "selection": ("roulette", "parameters"),
    "crossover": ("layout", "equality"),
    "ga": ("selection", "crossover", "repair", "coverage"),
    "subsumption": ("generality", "equality", "parameters"),
    "discovery": ("correct-sets", "ga-due", "covering", "ga", "subsumption"),
    "step": ("control", "update", "discovery", "deletion"),
    "clustering": ("k-means", "covering", "coverage", "equality", "deletion"),
    "final-merge": ("subsumption",),
    "run": ("step", "clustering", "final-merge"),
    "votes": ("coverage", "parameters"),
    "thresholds": ("active-labels", "metrics"),
    "best": ("coverage", "parameters"),
    "evaluation": ("votes", "thresholds", "best", "metrics"),
    "compaction": ("coverage", "parameters"),
    "scs": ("equality", "notation"),
    "trace": ("run",),
}
"""The formats that a format is made of, next to it; one that is not here is made of none."""


@cache
def parts_of(name: str) -> frozenset[str]:
    """Return all formats that a format is made of, those of its parts included."""
    near = PARTS.get(name, ())
    return frozenset(near).union(*map(parts_of, near))


def depths(failing: Collection[str]) -> dict[str, int]:
    """Return of each format that fails how many others are in the longest row of parts of parts in it that fail."""
    found: dict[str, int] = {}
    # what has fewer parts is no whole of what has more
    for name in sorted(failing, key=lambda name: len(parts_of(name))):
        found[name] = max((found[part] + 1 for part in parts_of(name) & found.keys()), default=0)
    return found
