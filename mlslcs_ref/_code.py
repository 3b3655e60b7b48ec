"""A digest of this package's sources, which distinguishes results, and checkpoints, of different code.

A version is not enough. It stays the same while sources are changed, and a source tree that was never installed has
none. The sources are the same in a checkout and a wheel, and beside a core that is compiled, which gives the same
results.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from mlslcs_ref._build import __version__, source_folder

SHOWING: Final = frozenset(
    {
        "cli",
        "estimator",
        "oracle",
        "experiments.artificial",
        "experiments.benchmark",
        "experiments.paper",
        "experiments.plans",
        "experiments.results_page",
        "experiments.statistics",
        "rulesets.page",
        "specs",
    }
)
"""Parts of the package that no unit of work loads: they ask for results, show them or compare them."""
PLANNING: Final = frozenset({"experiments", "documents"})
"""Parts that no single run needs."""
ROOT: Final = "modules beside the parts"
"""What the modules are called that are in no part."""

LENGTH: Final = 12
"""Of the digest of a part, which tells it from those of other days and need not withstand anybody."""


@dataclass(frozen=True)
class Code:
    """Sources of this package."""

    release: str
    """The version that is installed, for people: it decides nothing."""
    parts: Mapping[str, str]
    """The beginning of the SHA-256 of each part that can decide a result, by its name, such as `core`."""

    @property
    def sha256(self) -> str:
        """What is compared: the SHA-256 of all parts."""
        return digest(self.parts)

    def of_run(self) -> dict[str, str]:
        """Return the parts that can decide a run, which are not those that plan and compare many."""
        return {part: said for part, said in self.parts.items() if part.partition(".")[0] not in PLANNING}

    def differences(self, other: Code) -> tuple[str, ...]:
        """Return the names of the parts that are not the same in both."""
        names = sorted(self.parts.keys() | other.parts.keys())
        return tuple(name for name in names if self.parts.get(name) != other.parts.get(name))


def digest(facts: Mapping[str, Any]) -> str:
    """Return the SHA-256 of plain facts, whatever the order of their names."""
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


@functools.cache
def this_code() -> Code:
    """Return the code that this process runs, as it was when this was asked first."""
    return code_in(source_folder())


def code_in(folder: Path) -> Code:
    """Return the code in a folder of the package."""
    texts: dict[str, list[bytes]] = {}
    for path in sorted(folder.rglob("*.py"), key=Path.as_posix):
        place = path.relative_to(folder)
        part = ".".join(place.parent.parts) or ROOT
        if not any(f"{part}.".startswith(f"{shown}.") for shown in SHOWING):
            # a checkout may have the line ends of its system
            text = path.read_bytes().replace(b"\r\n", b"\n")
            texts.setdefault(part, []).append(f"{place.name} {len(text)}\n".encode() + text)
    return Code(
        __version__, {part: hashlib.sha256(b"".join(some)).hexdigest()[:LENGTH] for part, some in texts.items()}
    )
