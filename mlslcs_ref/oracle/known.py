"""Known failures: a TOML file that says of some vectors that an implementation fails them, and why."""

from __future__ import annotations

import datetime as dt
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from mlslcs_ref.errors import DataError, UsageError
from mlslcs_ref.oracle.suite import Suite, matches
from mlslcs_ref.oracle.vectors import Vector

__all__ = ["Known", "KnownFailures", "load_known"]

FIELDS: Final = ("reason", "expires", "issue_url")


@dataclass(frozen=True)
class Known:
    """A failure that is known.

    Parameters
    ----------
    glob : str
        The vectors that fail, as `--select` takes them.
    reason : str
        Why they fail.
    expires : date or None
        The last day on which the failure is excused.
    issue_url : str or None
        Where it is being dealt with.
    """

    glob: str
    reason: str
    expires: dt.date | None = None
    issue_url: str | None = None


class KnownFailures:
    """Which failures are excused on a day.

    Parameters
    ----------
    entries : tuple of Known
        The first that matches a vector counts, and of these the first that has not expired.
    today : date
        The day.
    """

    def __init__(self, entries: tuple[Known, ...] = (), today: dt.date | None = None) -> None:
        self.entries = entries
        self._today = today or dt.date.min

    def of(self, vector: Vector) -> Known | None:
        """Return the entry of a vector, expired or not, or None."""
        found = [entry for entry in self.entries if matches(entry.glob, vector)]
        return next((entry for entry in found if not self.expired(entry)), found[0] if found else None)

    def expired(self, entry: Known) -> bool:
        """Tell whether an entry no longer excuses anything."""
        return entry.expires is not None and entry.expires < self._today


def load_known(file: str | Path, suite: Suite, today: dt.date) -> KnownFailures:
    """Read a file of known failures.

    Every table is named by a glob in quotes and has a `reason`, perhaps `expires`, a date, and `issue_url`.

    Raises
    ------
    DataError
        If it is no such file.
    UsageError
        If a glob matches no vector.
    """
    try:
        document = tomllib.loads(Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise DataError(error.strerror or str(error), str(file)) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DataError(f"expected TOML, found other text: {error}", str(file)) from None
    entries = tuple(_entry(glob, table, str(file)) for glob, table in document.items())
    for entry in entries:
        try:
            suite.require_match(entry.glob)
        except UsageError as error:
            raise DataError(f"{error}; take it out", str(file)) from None
    return KnownFailures(entries, today)


def _entry(glob: str, table: Any, file: str) -> Known:
    if not isinstance(table, dict) or not isinstance(table.get("reason"), str) or not table["reason"].strip():
        raise DataError(f'{glob!r}: expected a table with a reason, as ["update/*"] and reason = "..."', file)
    unknown = sorted(set(table) - set(FIELDS))
    if unknown:
        raise DataError(f"{glob!r}: expected {', '.join(FIELDS)}, found {unknown[0]!r}", file)
    expires = table.get("expires")
    if expires is not None and (not isinstance(expires, dt.date) or isinstance(expires, dt.datetime)):
        raise DataError(f"{glob!r}: expires: expected a date, as 2030-12-31, found {expires!r}", file)
    issue_url = table.get("issue_url")
    if issue_url is not None and not isinstance(issue_url, str):
        raise DataError(f"{glob!r}: issue_url: expected a text, found {issue_url!r}", file)
    return Known(glob, table["reason"], expires, issue_url)
