"""What an executor may say: its description, and the four kinds of answer to a case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias


@dataclass(frozen=True)
class Out:
    """The answer to a case."""

    value: Mapping[str, Any]
    """The object `out`."""


@dataclass(frozen=True)
class Refused:
    """The case is refused."""

    reason: str
    """The code of refusal."""


@dataclass(frozen=True)
class Skipped:
    """The executor does not do this case."""

    reason: str
    """Why not."""
    issue_url: str | None = None
    """Where that is being dealt with."""


@dataclass(frozen=True)
class Errored:
    """The executor failed on the case, and keeps running."""

    message: str
    """What went wrong."""
    traceback: str | None = None
    """Where, for the developers of the executor."""
    draws: tuple[str, ...] | None = None
    """Where the tape of a case does not fit: what each draw was made for, in order, the one that the tape lacks
    included. An empty text stands for what is not known."""


Answer: TypeAlias = Out | Refused | Skipped | Errored
"""What an executor may say to a case: exactly one of these."""


@dataclass(frozen=True)
class Description:
    """How an executor describes itself."""

    name: str
    version: str
    language: str
    """`name`, `version`, `language`: The implementation, its version, and the language it is written in."""
    homepage: str | None = None
    build: str | None = None
    """`homepage`, `build`: Where it is found, and which build of it this is, as `pure`, `compiled` or `native`."""
    formats: tuple[str, ...] = field(default=())
    """The formats of vectors that it takes; `echo` goes without saying."""
    profiles: tuple[str, ...] = field(default=())
    """The profiles of settings that it knows."""

    def implementation(self) -> dict[str, str]:
        """Return the object `implementation`, without what is not known."""
        known = {name: getattr(self, name) for name in ("name", "version", "language", "homepage", "build")}
        return {name: value for name, value in known.items() if value is not None}
