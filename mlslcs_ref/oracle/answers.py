"""What an executor may say: its description, and the four kinds of answer to a case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias


@dataclass(frozen=True)
class Out:
    """The answer to a case.

    Parameters
    ----------
    value : mapping
        The object `out`.
    """

    value: Mapping[str, Any]


@dataclass(frozen=True)
class Refused:
    """The case is refused.

    Parameters
    ----------
    reason : str
        The code of refusal.
    """

    reason: str


@dataclass(frozen=True)
class Skipped:
    """The executor does not do this case.

    Parameters
    ----------
    reason : str
        Why not.
    issue_url : str, optional
        Where that is being dealt with.
    """

    reason: str
    issue_url: str | None = None


@dataclass(frozen=True)
class Errored:
    """The executor failed on the case, and keeps running.

    Parameters
    ----------
    message : str
        What went wrong.
    traceback : str, optional
        Where, for the developers of the executor.
    draws : tuple of str, optional
        Where the tape of a case does not fit: what each draw was made for, in order, the one that the tape lacks
        included. An empty text stands for what is not known.
    """

    message: str
    traceback: str | None = None
    draws: tuple[str, ...] | None = None


Answer: TypeAlias = Out | Refused | Skipped | Errored
"""What an executor may say to a case: exactly one of these."""


@dataclass(frozen=True)
class Description:
    """How an executor describes itself.

    Parameters
    ----------
    name, version, language : str
        The implementation, its version, and the language it is written in.
    homepage, build : str, optional
        Where it is found, and which build of it this is, as `pure`, `compiled` or `native`.
    formats : tuple of str
        The formats of vectors that it takes; `echo` goes without saying.
    profiles : tuple of str
        The profiles of settings that it knows.
    """

    name: str
    version: str
    language: str
    homepage: str | None = None
    build: str | None = None
    formats: tuple[str, ...] = field(default=())
    profiles: tuple[str, ...] = field(default=())

    def implementation(self) -> dict[str, str]:
        """Return the object `implementation`, without what is not known."""
        known = {name: getattr(self, name) for name in ("name", "version", "language", "homepage", "build")}
        return {name: value for name, value in known.items() if value is not None}
