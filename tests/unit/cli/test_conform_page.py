"""What a page says of an answer that is wrong."""

from dataclasses import replace
from typing import Any

import pytest
from unit.oracle.suites import DESCRIPTION, suite, vector

from mlslcs_ref.cli.oracle.conform_page import failures, run_page
from mlslcs_ref.documents.document import Heading, Table
from mlslcs_ref.oracle.judging import DRAWING, Result
from mlslcs_ref.oracle.runner import Run
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


def failing(test: str, *clauses: str) -> Result:
    return Result(f"selection/topic/group/{test}", "fail", "must", clauses, FirstDifference("parents/0", 1, 0, ""))


def headings(*results: Result) -> list[str]:
    """Return the clauses whose text is on the page, in its order."""
    run = Run(DESCRIPTION, results)
    page = run_page(run, suite([vector(result.id, None, *result.clauses) for result in results]), everything=True)
    return [block.text for block in page if isinstance(block, Heading) and "-" in block.text][1:]


def test_vectors_stand_below_the_stream_of_draws_only_if_nothing_is_more_suspicious() -> None:
    wheel = [failing(f"wheel-{turn}", "ABC-3", DRAWING) for turn in range(9)]
    other = failing("other", "ABC-1", DRAWING)
    streams = [failing(f"of-{turn}", f"ABC-{turn}", DRAWING) for turn in range(9)]

    assert [heading.split()[0] for heading in headings(*wheel, other)] == ["ABC-3", "ABC-1"]
    assert [heading.split()[0] for heading in headings(*streams)] == [DRAWING]


def test_the_smallest_case_of_a_clause_is_told_with_what_it_asks_and_both_answers() -> None:
    result = replace(failing("wheel", "ABC-3"), answer={"out": {"parents": [0]}})
    asked = replace(vector(result.id, None, "ABC-3", out={"parents": [1]}), comment="goal 2: the second")

    page = run_page(Run(DESCRIPTION, (result,)), suite([asked]), everything=False)

    rows = next(block.rows for block in page if isinstance(block, Table) and block.columns[0].name == result.id)
    assert rows == (
        ("asks", "goal 2: the second"),
        ("wanted", '{"out": {"parents": [1]}}'),
        ("found", '{"out": {"parents": [0]}}'),
    )
