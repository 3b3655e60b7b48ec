"""Which formats are made of which."""

import pytest

from mlslcs_ref.oracle.operators.run_case import FORMATS
from mlslcs_ref.oracle.parts import PARTS, innermost, parts_of
from mlslcs_ref.oracle.traces.answering import TRACE


def test_formats_and_parts_are_formats() -> None:
    assert {*PARTS, *(part for parts in PARTS.values() for part in parts)} <= {*FORMATS, TRACE}


@pytest.mark.parametrize("name", PARTS)
def test_no_format_is_part_of_itself(name: str) -> None:
    assert name not in parts_of(name)


def test_parts_of_parts_are_parts() -> None:
    assert {"step", "ga", "roulette", "decode"} <= parts_of("run")


def test_of_failing_formats_those_are_innermost_of_which_no_part_fails() -> None:
    assert innermost({"run", "step", "ga-due", "votes"}) == {"ga-due", "votes"}
    assert innermost({"run", "step"}) == {"step"}
    assert innermost(()) == frozenset()
