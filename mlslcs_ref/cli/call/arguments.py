"""The words of a call: removing and adding options, and naming them in messages."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Collection, Sequence
from dataclasses import fields
from typing import Final

from mlslcs_ref.data.reading import Reading

PROGRAM: Final = "python -m mlslcs_ref"
# behind it stand names alone, also those that begin with a dash
NAMES: Final = "--"
_TEXT: Final = r"""(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
# an argument and its value, as messages for Python have them; a long text is cut, and what is left of it names nothing
_OTHERS: Final = ("labels", "data_dir", "method", "pictures", "profile")
ARGUMENT: Final = re.compile(
    rf"\b({'|'.join((*_OTHERS, *(field.name for field in fields(Reading))))})="
    rf"(\.\.\.|True\b|False\b|\[{_TEXT}(?:, {_TEXT})*(?:\.\.\.)?\]|{_TEXT}(?:\.\.\.)?)"
)


def command(name: str, *options: str, names: Sequence[str] = ()) -> str:
    """Return a command to copy.

    Names of files may begin with a dash.
    """
    return _joined([name, *names, *options] if not _odd(names) else [name, *options, NAMES, *names])


def examples(*calls: str) -> str:
    """Return calls of the program as the end of a help text."""
    return "examples:\n" + "".join(f"  {PROGRAM} {call}\n" for call in calls)


def with_option(argv: Sequence[str], option: str, value: str, replace: bool = True) -> str:
    """Return a call as a command with an option added, in place of the same option unless that may be repeated."""
    return with_words(without_option(argv, option) if replace else argv, option_words(option, value))


def with_flag(argv: Sequence[str], option: str) -> str:
    """Return a call as a command with an option added that takes no value."""
    return with_words(argv, [option])


def with_words(argv: Sequence[str], words: Sequence[str]) -> str:
    """Return a call as a command with words added after its options."""
    end = argv.index(NAMES) if NAMES in argv else len(argv)
    return _joined([*argv[:end], *words, *argv[end:]])


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
    """Return a message with options in place of the arguments of functions."""
    return ARGUMENT.sub(_in_option, message)


def options_in(message: str, options: Collection[str]) -> list[tuple[str, str]]:
    """Return the options, of those given, that a message for Python names, each with its value."""
    return [
        (match[1], item)
        for match in ARGUMENT.finditer(message)
        if match[1] in options and match[2] not in {"...", "True", "False"}
        for item in _values(match[2])
    ]


def _values(said: str) -> list[str]:
    value = ast.literal_eval(said)
    return value if isinstance(value, list) else [value]


def _in_option(match: re.Match[str]) -> str:
    option, said = "--" + match[1].replace("_", "-"), match[2]
    if said in {"True", "False"}:
        return option if said == "True" else f"--no-{option[2:]}"
    if said == "...":
        return option
    if said.endswith(("...", "...]")):
        return f"{option} NAME"
    return " ".join(shlex.join(option_words(option, item)) if item else f"{option} ''" for item in _values(said))


def _odd(names: Sequence[str]) -> bool:
    return any(name.startswith("-") for name in names)


def _joined(words: Sequence[str]) -> str:
    return f"{PROGRAM} {shlex.join(words)}"
