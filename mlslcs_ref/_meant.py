"""Parts of messages: what an unknown name may mean, the first few of many names, and counts."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Callable, Collection, Sequence
from itertools import islice
from typing import Any, Final

_MOST_COMPARED: Final = 10_000
"""So many names at most are compared: each takes a while."""


def meant(name: str, known: Collection[str]) -> str | None:
    """Return the known name that is most like another, ignoring case; None if none is near.

    Examples
    --------
    >>> meant("acuracy", ["best", "accuracy"]), meant("AGE", ["age", "wage"]), meant("xyz", ["age"])
    ('accuracy', 'age', None)
    """
    by_folded: dict[str, str] = {}
    for one in known:
        by_folded.setdefault(one.casefold(), one)
    folded = name.casefold()
    if folded in by_folded:
        return by_folded[folded]
    close = difflib.get_close_matches(folded, list(islice(by_folded, _MOST_COMPARED)), n=1)
    return by_folded[close[0]] if close else None


def did_you_mean(name: str, known: Collection[str], spelled: Callable[[str], str] = str) -> str:
    """Return the end of a message, with the name that is likely meant; nothing if none is near."""
    found = meant(name, known)
    if found is None:
        return ""
    if found != name and looks(found) == looks(name):
        return f" (did you mean {spelled(found)}, which looks the same? Its characters are {found!a})"
    return f" (did you mean {spelled(found)}?)"


def looks(name: str) -> str:
    """Return a name as it looks: accents may be characters of their own, and some characters have no width."""
    return "".join(sign for sign in unicodedata.normalize("NFKC", name) if unicodedata.category(sign) != "Cf").strip()


def first_of(names: Sequence[object], most: int = 8, others: str = "more", spelled: Callable[[Any], str] = str) -> str:
    """Return names with commas between them, cut to the first ones and the number of the others.

    Examples
    --------
    >>> first_of(["age", "sex", "job"]), first_of(range(30), 2, "more rows")
    ('age, sex, job', '0, 1 and 28 more rows')
    """
    told = ", ".join(map(spelled, names[:most]))
    return told if len(names) <= most else f"{told} and {len(names) - most} {others}"


def counted(n: int, noun: str) -> str:
    """Return a number of things in words: ``1 rule``, ``2 rules``."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"
