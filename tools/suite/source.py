"""How vectors are written by hand: topics of groups of tests, from which `fill` makes the files.

A test that a person worked out says what is wanted (`hand`), at least the fields that it is about; `fill` adds the rest
and refuses the test where the package gives another answer. All other answers are the package's (`filled`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Group", "Source", "Tie", "Topic", "made_topics"]

Tie = tuple[str, Sequence[str]]
"""The clause that decides an exact tie, and the inputs in it, as `draws/0` or `in/rules/1/cs`."""


@dataclass(frozen=True)
class Source:
    """One test as it is written.

    Parameters
    ----------
    id, comment, clauses, level, settings
        As in the file.
    given : mapping
        `in`.
    draws : sequence of float
        The tape.
    hand : mapping or None
        What a person worked out of `out`; None if nobody did.
    error : str or None
        The code of refusal.
    tie : Tie or None
        What the margin guard leaves alone.
    """

    id: str
    comment: str
    clauses: tuple[str, ...]
    level: str
    settings: Mapping[str, Any]
    given: Mapping[str, Any]
    draws: Sequence[float]
    hand: Mapping[str, Any] | None
    error: str | None
    tie: Tie | None

    def fields(self) -> dict[str, Any]:
        """Return the test without what `fill` adds."""
        optional = {
            "tie": self.tie and {"clause": self.tie[0], "inputs": list(self.tie[1])},
            "out": self.hand,
            "error": self.error,
        }
        return {
            "id": self.id,
            "comment": self.comment,
            "clauses": list(self.clauses),
            "level": self.level,
            "settings": self.settings,
            "in": self.given,
            "draws": self.draws,
            **{name: value for name, value in optional.items() if value is not None},
        }


class Group:
    """Tests that share settings and inputs.

    Parameters
    ----------
    name : str
        Its id.
    settings : mapping
        The profile and changes.
    given : mapping
        Inputs that every test has unless it says otherwise.
    """

    def __init__(self, name: str, settings: Mapping[str, Any], given: Mapping[str, Any]) -> None:
        self.name = name
        self.tests: list[Source] = []
        self._settings = settings
        self._given = given

    def hand(
        self,
        name: str,
        clauses: str,
        comment: str,
        out: Mapping[str, Any],
        /,
        *,
        draws: Sequence[float] = (),
        settings: Mapping[str, Any] | None = None,
        tie: Tie | None = None,
        **given: Any,
    ) -> None:
        """Add a test that was worked out by hand; `out` holds at least the fields that it is about."""
        self._add(name, clauses, comment, "must", draws, settings, given, hand=out, tie=tie)

    def filled(
        self,
        name: str,
        clauses: str,
        comment: str,
        /,
        *,
        draws: Sequence[float] = (),
        settings: Mapping[str, Any] | None = None,
        level: str = "must",
        tie: Tie | None = None,
        **given: Any,
    ) -> None:
        """Add a test whose answer is the package's."""
        self._add(name, clauses, comment, level, draws, settings, given, tie=tie)

    def reject(
        self,
        name: str,
        clauses: str,
        comment: str,
        error: str,
        /,
        *,
        settings: Mapping[str, Any] | None = None,
        **given: Any,
    ) -> None:
        """Add a case that must be refused."""
        self._add(name, clauses, comment, "reject", (), settings, given, error=error)

    def _add(
        self,
        name: str,
        clauses: str,
        comment: str,
        level: str,
        draws: Sequence[float],
        settings: Mapping[str, Any] | None,
        given: Mapping[str, Any],
        *,
        hand: Mapping[str, Any] | None = None,
        error: str | None = None,
        tie: Tie | None = None,
    ) -> None:
        self.tests.append(
            Source(
                name,
                comment,
                tuple(clauses.split()),
                level,
                {**self._settings, **(settings or {})},
                {**self._given, **given},
                tuple(draws),
                hand,
                error,
                tie,
            )
        )


class Topic:
    """One file of vectors.

    Parameters
    ----------
    format : str
        The format.
    name : str
        The topic.
    """

    def __init__(self, format: str, name: str) -> None:  # noqa: A002 - the word of the files
        self.format = format
        self.name = name
        self.groups: list[Group] = []

    def group(self, name: str, settings: Mapping[str, Any], **given: Any) -> Group:
        """Add a group."""
        self.groups.append(Group(name, settings, given))
        return self.groups[-1]

    def document(self) -> dict[str, Any]:
        """Return the file without what `fill` adds."""
        groups = [{"id": group.name, "tests": [test.fields() for test in group.tests]} for group in self.groups]
        head = {"format": self.format, "format_version": 1, "schema": f"vector-{self.format}.schema.json"}
        return {**head, "topic": self.name, "groups": groups}


def made_topics(name: str, *makers: Callable[[Topic], None]) -> Iterator[Topic]:
    """Yield topics of a name that are filled by their makers, each called like its format: `_ga_due` of `ga-due`."""
    for make in makers:
        topic = Topic(make.__name__.strip("_").replace("_", "-"), name)
        make(topic)
        yield topic
