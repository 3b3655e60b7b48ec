"""The smoke set: cases of the format `echo`, which try the wire before there is an operator behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mlslcs_ref.oracle.judging import Result
from mlslcs_ref.oracle.protocol import ECHO, Answer, response_answer
from mlslcs_ref.oracle.vectors.comparison import Comparison
from mlslcs_ref.oracle.vectors.files import Vector

CASES: Final[tuple[tuple[str, str, Mapping[str, Any]], ...]] = (
    ("numbers/whole", "whole numbers up to 2^53 - 1", {"out": {"x": [0, 1, -1, 2**31, 2**53 - 1, 1 - 2**53]}}),
    (
        "numbers/beyond-doubles",
        "whole numbers that no double holds",
        {"out": {"x": [2**53 + 1, -(2**53) - 1, 2**63 - 1]}},
    ),
    ("numbers/digits", "reals with all their digits", {"out": {"x": [0.1, 0.1 + 0.2, 1 / 3, -2.5, 2.0**-53]}}),
    (
        "numbers/extremes",
        "the smallest and the largest double",
        {"out": {"x": [5e-324, 1e-300, 1.7976931348623157e308]}},
    ),
    ("numbers/text", "numbers that JSON has no spelling for are text", {"out": {"x": ["inf", "-inf", "nan"]}}),
    ("texts/bits", "bits are text, also none and many", {"out": {"bits": ["0110", "", "01" * 500]}}),
    ("texts/escapes", "escapes", {"out": {"text": 'quote " backslash \\ slash / line\n tab\t one\u0001'}}),
    ("texts/letters", "letters beyond ASCII", {"out": {"text": "\u03bc\u03b5\u03c3\u03bf \u00e9 \u4e2d \U0001f600"}}),
    ("texts/braces", "brackets in text are no brackets", {"out": {"text": '}]{[,":', "more": [{"}": "{"}]}}),
    ("values/nothing", "null, true, false, and what is empty", {"out": {"x": [None, True, False, {}, []]}}),
    ("values/empty-answer", "an answer without fields", {"out": {}}),
    ("values/nested", "objects in arrays in objects", {"out": {"a": [{"b": [{"c": [[[1], [2]], []]}]}]}}),
    ("values/long", "a line longer than the buffer of a pipe", {"out": {"x": [place / 64 for place in range(20000)]}}),
    ("kinds/reject", "a refusal", {"reject": "omega-above-phi"}),
    ("kinds/skipped", "a case that is skipped", {"skipped": {"reason": "not yet"}}),
    ("kinds/skipped-for-an-issue", "with an address", {"skipped": {"reason": "", "issue_url": "https://example.org"}}),
    ("kinds/errored", "a failure that was noticed", {"errored": {"message": "out of memory"}}),
    ("kinds/errored-with-traceback", "with lines", {"errored": {"message": "no", "traceback": "line 1\nline 2"}}),
)


def smoke_vectors() -> tuple[Vector, ...]:
    """Return the smoke set."""
    return tuple(_vector(name, comment, said) for name, comment, said in CASES)


def _vector(name: str, comment: str, said: Mapping[str, Any]) -> Vector:
    case = {"format": ECHO, "settings": {"profile": "paper"}, "in": said, "draws": [0.5, 0.25]}
    return Vector(f"{ECHO}/{name}", comment, (), "must", "hand", case, said, None, ())


def judged_echo(vector: Vector, answer: Answer) -> Result:
    """Return the result of a vector of the smoke set: every kind of answer is one that may be wanted."""
    found = {name: value for name, value in response_answer(0, answer).items() if name != "seq"}
    difference = Comparison({}).first_difference(vector.out, found)
    return Result(vector.id, "pass" if difference is None else "fail", "must", (), difference)
