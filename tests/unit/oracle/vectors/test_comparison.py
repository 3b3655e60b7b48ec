"""Comparing answers: exact, relative, by units in the last place."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlslcs_ref.oracle.vectors.comparison import Comparison

FIELDS = {"a/*/x": {"rel": 1e-9}, "b": {"ulp": 2}}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abx"), inner, max_size=3),
    max_leaves=8,
)


def path_of_difference(wanted: Any, found: Any) -> str | None:
    difference = Comparison(FIELDS).first_difference(wanted, found)
    return None if difference is None else difference.path


@given(JSON)
def test_every_answer_agrees_with_itself(answer: Any) -> None:
    assert Comparison(FIELDS).first_difference(answer, answer) is None


@given(JSON, JSON)
def test_agreement_is_mutual(one: Any, other: Any) -> None:
    there, back = (Comparison({}).first_difference(*pair) for pair in ((one, other), (other, one)))

    assert (there is None) == (back is None)


@pytest.mark.parametrize(
    ("wanted", "found", "path"),
    [
        ({"n": 5}, {"n": 5.0}, None),
        ({"n": 2**53 + 1}, {"n": 2**53 + 1}, None),
        ({"n": 2**53 + 1}, {"n": 2**53}, "n"),
        ({"n": 2**53 + 1}, {"n": 2.0**53}, "n"),
        ({"n": 2**53}, {"n": 2.0**53}, None),
        ({"n": -(2**62) - 1}, {"n": -(2**62)}, "n"),
        ({"a": [{"x": 2**53 + 1}]}, {"a": [{"x": 2**53}]}, None),
        ({"n": 1}, {"n": True}, "n"),
        ({"n": 0.1}, {"n": 0.1 + 2**-55}, "n"),
        ({"n": "inf"}, {"n": math.inf}, None),
        ({"n": "inf"}, {"n": "-inf"}, "n"),
        ({"n": "nan"}, {"n": "nan"}, None),
        ({"n": "nan"}, {"n": 0}, "n"),
        ({"n": None}, {"n": 0}, "n"),
        ({"n": "1"}, {"n": 1}, "n"),
        ({"n": [1, 2]}, {"n": [1]}, "n"),
        ({"n": [1]}, {"n": [1, 2]}, "n"),
        ({"n": [1, 2]}, {"n": [3]}, "n/0"),
        ({"n": 1, "m": 2}, {"n": 1}, "m"),
        ({"n": 1}, {"n": 1, "m": 2}, "m"),
        ({"n": {"m": 1}}, {"n": 1}, "n"),
        ({"a": [{"x": 1.0}]}, {"a": [{"x": 1.0 + 0.9e-9}]}, None),
        ({"a": [{"x": 1.0}]}, {"a": [{"x": 1.0 + 1.1e-9}]}, "a/0/x"),
        ({"a": [{"x": 0.0}]}, {"a": [{"x": 1e-300}]}, "a/0/x"),
        ({"a": [{"x": "inf"}]}, {"a": [{"x": 1e308}]}, "a/0/x"),
        ({"a": [{"y": 1.0}]}, {"a": [{"y": 1.0 + 1e-12}]}, "a/0/y"),
        ({"b": 1.0}, {"b": 1.0 + 2**-51}, None),
        ({"b": 1.0}, {"b": 1.0 + 3 * 2**-52}, "b"),
        ({"b": -5e-324}, {"b": 5e-324}, None),
    ],
)
def test_first_difference(wanted: Any, found: Any, path: str | None) -> None:
    assert path_of_difference(wanted, found) == path


@pytest.mark.parametrize(
    ("found", "clause"),
    [
        ({"rules": [{"num": 1, "tp": 2}, {"num": 1, "tp": 3}], "clock": 1}, "ABC-9"),
        ({"rules": [{"num": 1, "tp": 2}, {"num": 2, "tp": 3}], "clock": 1}, ""),
        ({"rules": [{"num": 1, "tp": 2}, {"num": 1, "tp": 2}], "clock": 2}, "XYZ-9"),
        ({"rules": [{"num": 1, "tp": 2}], "clock": 2}, ""),
    ],
)
def test_the_first_difference_names_the_clause_that_gives_its_field(found: Any, clause: str) -> None:
    wanted = {"rules": [{"num": 1, "tp": 2}, {"num": 1, "tp": 2}], "clock": 1}

    difference = Comparison({}, {"rules/*/tp": "ABC-9", "clock": "XYZ-9"}).first_difference(wanted, found)

    assert difference is not None
    assert difference.clause == clause
