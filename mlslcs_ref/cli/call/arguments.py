"""The words of a call: taking options away, adding them, and speaking of them in messages."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Sequence
from typing import Final

__all__ = ["PROGRAM", "command", "in_options", "option_words", "with_option", "without_option"]

PROGRAM: Final = "python -m mlslcs_ref"
# behind it stand names alone, also those that begin with a dash
NAMES: Final = "--"
DROP: Final = re.compile(r"""drop=\[('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")(\.\.\.)?\]""")
ARGUMENTS: Final = (
    ("labels=...", "--labels"),
    ("encoding=...", "--encoding"),
    ("encoding='", "--encoding '"),
)


def command(name: str, *options: str, names: Sequence[str] = ()) -> str:
    """Return a command to copy.

    Parameters
    ----------
    name : str
        `run`, `rules` and so on.
    *options : str
        The words of its options.
    names : sequence of str
        Names of files, which may begin with a dash.
    """
    return _joined([name, *names, *options] if not _odd(names) else [name, *options, NAMES, *names])


def with_option(argv: Sequence[str], option: str, value: str, replace: bool = True) -> str:
    """Return a call as a command with an option added, in place of the same option unless that may be repeated."""
    words = without_option(argv, option) if replace else list(argv)
    end = words.index(NAMES) if NAMES in words else len(words)
    return _joined([*words[:end], *option_words(option, value), *words[end:]])


def without_option(argv: Sequence[str], option: str) -> list[str]:
    """Return the words of a call without an option that takes a value."""
    words: list[str] = []
    left = iter(argv)
    for word in left:
        if word == NAMES:
            return [*words, word, *left]
        if word == option:
            next(left, None)
        elif not word.startswith(f"{option}="):
            words.append(word)
    return words


def option_words(option: str, value: str) -> list[str]:
    """Return an option and its value as words, in one if the value would look like another option."""
    return [f"{option}={value}"] if _odd([value]) or not value else [option, value]


def in_options(message: str) -> str:
    """Return a message with options where it speaks of the arguments of functions."""
    for argument, option in ARGUMENTS:
        message = message.replace(argument, option)
    return DROP.sub(_drop_option, message)


def _drop_option(match: re.Match[str]) -> str:
    # a long name is cut, and what is left of it names nothing
    return "--drop NAME" if match[2] else shlex.join(option_words("--drop", ast.literal_eval(match[1])))


def _odd(names: Sequence[str]) -> bool:
    return any(name.startswith("-") for name in names)


def _joined(words: Sequence[str]) -> str:
    return f"{PROGRAM} {shlex.join(words)}"
