"""What texts look like that are read as nominal values: numbers of other countries, dates, missing values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_SPELLED_MISSING: Final = frozenset(
    {"na", "n/a", "#n/a", "n.a.", "nan", "null", "none", "nil", "missing", "unknown", "-", "--", ".", "..", "*", "<na>"}
    | {"#null!", "#value!", "#div/0!", "#name?", "#ref!", "#num!", "\\n", "nat", "-nan", "1.#ind", "1.#qnan", "(null)"}
)


def _grouped(mark: str) -> str:
    """Return a pattern of whole numbers with a mark between thousands; their first group is not a lone 0."""
    return f"(0|[1-9][0-9]{{0,2}}({mark}[0-9]{{3}})*)"


# with a comma for decimals or for thousands, and other characters for thousands
_EITHER: Final = re.compile(r"[+-]?[1-9][0-9]{0,2},[0-9]{3}")
_FOREIGN: Final = (
    (_EITHER, "decimal=',' if decimals follow the comma, else thousands=','"),
    (re.compile(r"[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+(\.[0-9]*)?"), "thousands=','"),
    (re.compile(r"[+-]?(?=.[0-9]|[0-9])[0-9]*,[0-9]*([eE][+-]?[0-9]+)?"), "decimal=','"),
    (re.compile(rf"[+-]?{_grouped('[.]')}(,[0-9]*)?"), "decimal=',' and thousands='.'"),
    # where something else is said to be the decimal point
    (re.compile(r"[+-]?(?=.[0-9]|[0-9])[0-9]*\.[0-9]*([eE][+-]?[0-9]+)?"), "decimal='.'"),
    (re.compile(rf"[+-]?{_grouped(' ')}([.,][0-9]*)?"), "thousands=' '"),
    (re.compile(rf"[+-]?{_grouped(chr(0xA0))}([.,][0-9]*)?"), "thousands='\u00a0'"),
    (re.compile(rf"[+-]?{_grouped(chr(0x202F))}([.,][0-9]*)?"), "thousands='\u202f'"),
    (re.compile(rf"[+-]?{_grouped(chr(39))}([.,][0-9]*)?"), 'thousands="\'"'),
)
OTHER_DATE: Final = re.compile(
    r"([0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{1,4}|[0-9]{1,2}\.?[ -][A-Za-z]{3,9}\.?,?[ -][0-9]{2,4}"
    r"|[A-Za-z]{3,9}\.? [0-9]{1,2},? [0-9]{4}|[0-9]{4}[/-][0-9]{1,2})([ T].*)?"
)
# with a unit, hours and minutes, another minus or other digits, as accountants and languages for programs spell them
OTHER_NUMBER: Final = re.compile(
    r"[€$£¥] ?[+-]?[0-9][0-9.,]*|[+-]?[0-9][0-9.,]* ?[%€$£¥]|[0-9]{1,2}:[0-9]{2}(:[0-9]{2}([.,][0-9]+)?)?"
    r"|[+\-\u2212\u2013]?\d+([.,]\d+)?|[+-]?\d{1,3}(_\d{3})+|[+-]?[0-9]+(\.[0-9]*)?[dD][+-]?[0-9]+|0[xX][0-9a-fA-F]+|\([0-9][0-9.,]*\)"
)


def foreign_number(texts: Sequence[str]) -> tuple[str, str] | None:
    """Return one of the texts and how to read it, if all are numbers as another country writes them, or missing."""
    for pattern, how in _FOREIGN:
        found = [text for text in texts if pattern.fullmatch(text)]
        if found and all(is_spelled_missing(text) for text in set(texts).difference(found)):
            return found[0], how
    return None


def is_spelled_missing(text: str) -> bool:
    """Tell whether a text is one of those that programs write for a missing value."""
    return text.lower() in _SPELLED_MISSING
