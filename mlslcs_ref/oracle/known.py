"""Known failures: a TOML file that says of some vectors that an implementation fails them, and why."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from mlslcs_ref.errors import DataError, UsageError
from mlslcs_ref.oracle.suite import Suite, matches
from mlslcs_ref.oracle.vectors.files import Vector
from mlslcs_ref.origin import Origin
from mlslcs_ref.untrusted import Untrusted

FIELDS: Final = ("reason", "expires", "issue_url")


@dataclass(frozen=True)
class Known:
    """A failure that is known."""

    glob: str
    """The vectors that fail, as `--select` takes them."""
    reason: str
    """Why they fail."""
    expires: dt.date | None = None
    """The last day on which the failure is excused."""
    issue_url: str | None = None
    """Where it is being dealt with."""


@dataclass(frozen=True)
class KnownFailures:
    """Which failures are excused on a day."""

    entries: tuple[Known, ...] = ()
    """The first that matches a vector counts, and of these the first that has not expired."""
    today: dt.date = dt.date.min

    def of(self, vector: Vector) -> Known | None:
        """Return the entry of a vector, expired or not, or None."""
        found = [entry for entry in self.entries if matches(entry.glob, vector)]
        return next((entry for entry in found if not self.expired(entry)), found[0] if found else None)

    def expired(self, entry: Known) -> bool:
        """Tell whether an entry no longer excuses anything."""
        return entry.expires is not None and entry.expires < self.today


def load_known(file: str | Path, suite: Suite, today: dt.date) -> KnownFailures:
    """Read a file of known failures.

    Every table is named by a glob in quotes and has a `reason`, perhaps `expires`, a date, and `issue_url`.
    """
    source = Origin(str(file), "known failures", DataError)
    document = Untrusted.toml(source.read(), source)
    entries = tuple(_entry(glob, table.at(repr(glob))) for glob, table in document.fields().items())
    for entry in entries:
        try:
            suite.require_match(entry.glob)
        except UsageError as error:
            raise DataError(f"{error}; remove the entry", str(file)) from None
    return KnownFailures(entries, today)


def _entry(glob: str, table: Untrusted) -> Known:
    reason = table.field("reason")
    if not reason.text().strip():
        raise reason.error('a reason, such as ["update/*"] and reason = "..."')
    expires, issue_url = table.get("expires", None), table.get("issue_url", None)
    table.done()
    date = expires.value
    if date is not None and (not isinstance(date, dt.date) or isinstance(date, dt.datetime)):
        raise expires.error("a date, such as 2030-12-31")
    return Known(glob, reason.text(), date, None if issue_url.value is None else issue_url.text())
