"""The words of one line of ARFF text: names, values, separators, comments.

This is Weka's grammar: ``%`` outside quotes begins a comment that runs to the end of the line; a value may be quoted
with ``'`` or ``"``, inside which a backslash escapes the next character; values are separated by a comma or a tab, with
spaces around them ignored. In one point it is more generous: an unquoted value may hold spaces inside. Every step
consumes text and no pattern backtracks, so a line takes time proportional to its length.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from mlslcs_ref.data.words import shown
from mlslcs_ref.errors import DataError

_BLANK = re.compile(r"\s*+")
_KEYWORD = re.compile(r"@[a-zA-Z]++")
_NAME = re.compile(r"[^\s,%{}'\"]++")
_VALUE = re.compile(r"[^\t,%{}'\"]++")
_INDEX = re.compile(r"[0-9]++(?=\s)")
_QUOTED = re.compile(r"'([^'\\]*+(?:\\.[^'\\]*+)*+)'|\"([^\"\\]*+(?:\\.[^\"\\]*+)*+)\"", re.DOTALL)
# A \u escape of half a surrogate pair is no character, so it is left to the last alternative.
_ESCAPE = re.compile(r"\\(?:u((?![dD][89a-fA-F])[0-9a-fA-F]{4})|([0-3]?[0-7]{1,2})|(.))", re.DOTALL)
_CONTROL = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


class Token(NamedTuple):
    """A value as it stands in the file."""

    text: str
    """The value, without quotes and escapes."""
    quoted: bool
    """Whether it was quoted."""

    @property
    def is_missing(self) -> bool:
        """Whether this is the sign for a missing value; a quoted ``'?'`` is a value."""
        return self.text == "?" and not self.quoted


class Scanner:
    """A position in one line of ARFF text."""

    def __init__(self, text: str, file: str, line: int) -> None:
        self._text = text
        self._file = file
        self._line = line
        self._position = 0

    @property
    def ended(self) -> bool:
        """Whether nothing but blanks and a comment is left."""
        return self.next_character() in ("", "%")

    @property
    def rest(self) -> str:
        """The text from here on, comment included."""
        return self._text[self._position :]

    def error(self, message: str, column: str | None = None) -> DataError:
        """Return an error that names this line."""
        return DataError(message, self._file, self._line, column=column)

    def next_character(self) -> str:
        """Skip blanks; return the character that follows, or an empty text at the end of the line."""
        self._skip(_BLANK)
        return self._text[self._position : self._position + 1]

    def take(self, character: str) -> bool:
        """Skip blanks and, if it is next, `character`; return whether it was."""
        found = self.next_character() == character
        self._position += found
        return found

    def keyword(self) -> str:
        """Read a keyword; return it in lower case with its ``@``, or an empty text if none is next."""
        self.next_character()
        return self._skip(_KEYWORD).lower()

    def name(self) -> str:
        """Read a name, quoted or not."""
        if self.next_character() in ("'", '"'):
            return self._quoted()
        word = self._skip(_NAME)
        if not word:
            raise self.error(f"expected a name, found {shown(self.rest)}")
        return word

    def value(self) -> Token:
        """Read a value, quoted or not."""
        if self.next_character() in ("'", '"'):
            return Token(self._quoted(), True)
        text = self._skip(_VALUE).strip()
        if text:
            return Token(text, False)
        if self.next_character() in ("{", "}"):
            raise self.error(f"expected a value, found {shown(self.rest)}; quote a value that contains braces")
        raise self.error("expected a value, found an empty one; write ? for a missing value")

    def index(self) -> str:
        """Read the digits of an attribute's index in a sparse row; a blank has to follow them."""
        self.next_character()
        digits = self._skip(_INDEX)
        if not digits:
            raise self.error(f"expected an index from 0, a blank and a value, found {shown(self.rest)}")
        return digits

    def another(self, closing: str = "") -> bool:
        """Skip the separator behind a value; return whether another value follows.

        `closing` is the brace that ends the list, and is not consumed. Without one, the end of the line does.
        """
        blanks = self._skip(_BLANK)
        if self.take(","):
            return True
        if (closing and self.next_character() == closing) or (not closing and self.ended):
            return False
        if "\t" in blanks and not self.ended:
            return True
        if self.ended:
            raise self.error(f"expected {closing} at the end of the list, found the end of the line")
        raise self.error(
            f"expected a comma, found {shown(self.rest)}; quote a value that contains quotes, commas, % or braces"
        )

    def _quoted(self) -> str:
        match = _QUOTED.match(self._text, self._position)
        if match is None:
            raise self.error(f"the quote that starts at {shown(self.rest)} is not closed in this line")
        self._position = match.end()
        return _unescaped(match.group(match.lastindex or 0))

    def _skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self._text, self._position)
        if match is None:
            return ""
        self._position = match.end()
        return match.group()


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_escaped_character, text) if "\\" in text else text


def _escaped_character(match: re.Match[str]) -> str:
    hexadecimal, octal, character = match.groups()
    if hexadecimal is not None:
        return chr(int(hexadecimal, 16))
    if octal is not None:
        return chr(int(octal, 8))
    return _CONTROL.get(character, character)
