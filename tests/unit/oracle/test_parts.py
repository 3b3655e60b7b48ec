"""Which formats are made of which."""

import pytest

from mlslcs_ref.oracle.operators.run_case import FORMATS
from mlslcs_ref.oracle.parts import PARTS, depths, parts_of
from mlslcs_ref.oracle.traces.answering import TRACE


def test_formats_and_parts_are_formats() -> None:
    assert {*PARTS, *(part for parts in PARTS.values() for part in parts)} <= {*FORMATS, TRACE}


@pytest.mark.parametrize("name", PARTS)
def test_no_format_is_part_of_itself(name: str) -> None:
    assert name not in parts_of(name)


def test_parts_of_parts_are_parts() -> None:
    assert {"step", "ga", "roulette", "decode"} <= parts_of("run")


def test_a_format_is_as_deep_as_its_longest_row_of_failing_parts_of_parts() -> None:
    assert depths({"run", "step", "ga-due", "votes"}) == {"run": 2, "step": 1, "ga-due": 0, "votes": 0}
    assert depths({"run", "step"}) == {"run": 1, "step": 0}
    assert depths({"step", "update", "coverage", "match"}) == {"match": 0, "coverage": 1, "update": 2, "step": 3}
    assert depths(()) == {}
