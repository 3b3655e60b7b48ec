"""Text from data, made safe to show: characters that cannot be seen, or that move others, are escaped."""

from __future__ import annotations

import unicodedata
from typing import Final

# control and format characters, line and paragraph separators, halves of surrogate pairs
INVISIBLE: Final = frozenset({"Cc", "Cf", "Zl", "Zp", "Cs"})
# letters and marks that have no look: fillers, the grapheme joiner, vowels that are inherent
EMPTY: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
# they join or part what stands around them, in emoji and in some scripts
JOINERS: Final = frozenset("\u200c\u200d")
KEYS: Final = frozenset("#*0123456789")


def visible(text: str) -> str:
    r"""Return `text` with what cannot be seen written as in a string of Python, such as `\t`, `\x1b` or `\u200b`.

    Joiners between characters outside ASCII and variation selectors behind them stay, as they make another picture or
    letter of them.
    """
    if text.isascii() and text.isprintable():
        return text
    shown: list[str] = []
    for index, character in enumerate(text):
        left = shown[-1] if shown else ""
        shown.append(character if _is_seen(left, character, text[index + 1 : index + 2]) else _escaped(character))
    return "".join(shown)


def _is_seen(left: str, character: str, right: str) -> bool:
    """Tell whether a character is seen between what is shown left of it and what follows."""
    if character in JOINERS:
        return _is_base(left) and not right.isascii() and not _is_selector(right) and not _is_hidden(right)
    if _is_selector(character):
        return (_is_base(left) or left in KEYS) and not _is_selector(left)
    return not _is_hidden(character)


def _is_base(left: str) -> bool:
    """Tell whether what is shown, a character or an escape, is a character outside ASCII that is no joiner."""
    return not left.isascii() and left not in JOINERS


def _is_hidden(character: str) -> bool:
    return unicodedata.category(character) in INVISIBLE or character in EMPTY


def _is_selector(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
