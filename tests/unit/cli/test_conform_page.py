"""What a page says of an answer that is wrong."""

from typing import Any

import pytest

from mlslcs_ref.cli.oracle.conform_page import failures
from mlslcs_ref.oracle.judging import Result
from mlslcs_ref.oracle.vectors.comparison import FirstDifference


def told(wanted: Any, found: Any) -> str:
    result = Result("covering/a/b/c", "fail", "must", ("COV-1",), FirstDifference("rule", wanted, found, ""))
    return str(failures([result]).rows[0][1])


@pytest.mark.parametrize(
    ("wanted", "found", "bit"),
    [
        ("0110", "0100", 2),
        ("10", "00", 0),
        ("01", "011", 2),
        ("1" * 700 + "01", "1" * 702, 700),
    ],
)
def test_of_two_chromosomes_the_first_bit_that_differs_is_named(wanted: str, found: str, bit: int) -> None:
    assert told(wanted, found).endswith(f" {bit}")


@pytest.mark.parametrize(("wanted", "found"), [(1, 0), ("10", "an answer"), (None, "10"), ("0", "1")])
def test_of_other_values_none_is(wanted: Any, found: Any) -> None:
    assert "bit" not in told(wanted, found)
