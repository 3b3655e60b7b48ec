"""Text from data, made safe to show: everything as it is, but nothing that moves the cursor or reorders the line."""

from __future__ import annotations

import unicodedata
from typing import Final

__all__ = ["visible"]

# control characters, line and paragraph separators, halves of surrogate pairs
INVISIBLE: Final = frozenset({"Cc", "Zl", "Zp", "Cs"})
# they turn the direction of the text that follows
DIRECTIONS: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def visible(text: str) -> str:
    r"""Return `text` with control characters as Python writes them in a string, as `\t` or `\x1b`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(character) for character in text)


def _shown(character: str) -> str:
    if unicodedata.category(character) in INVISIBLE or character in DIRECTIONS:
        return character.encode("unicode_escape").decode("ascii")
    return character
