"""How often the clause that a fault breaks is named."""

import pytest
import suspects
from mutation.pointing import clauses_of
from mutation.sites import faults_of
from repo.source import ROOT

from mlslcs_ref.oracle.judging import Result
from mlslcs_ref.oracle.vectors.comparison import FirstDifference

MODEL = "specs/model/genetic.py"


def test_a_fault_breaks_the_clauses_of_its_function() -> None:
    found = {fault.place: clauses_of(fault) for fault in faults_of(ROOT / MODEL, MODEL)}

    assert found["spin"] == ("GEN-3",)


def pointed(*results: Result) -> suspects.Pointed:
    return suspects.Pointed(faults_of(ROOT / MODEL, MODEL)[0], ("ABC-2", "ABC-3"), results)


def failing(*clauses: str, gives: str = "") -> Result:
    return Result("update/a/b/c", "fail", "must", clauses, FirstDifference("x", 1, 2, gives))


@pytest.mark.parametrize(
    ("result", "rank"),
    [(failing("ABC-3", "ABC-1"), 1), (failing("ABC-1", gives="ABC-3"), 2), (failing("ABC-1"), 0)],
)
def test_the_rank_is_that_of_the_first_right_clause(result: Result, rank: int) -> None:
    assert suspects.rank(pointed(result)) == rank


def raising(message: str) -> Result:
    return Result("update/a/b/c", "error", "must", ("ABC-1",), message=message)


@pytest.mark.parametrize(
    ("results", "told"),
    [
        ([failing("ABC-1")], True),
        ([raising("IndexError: 7")], True),
        ([raising("TypeError: 7"), failing("ABC-1"), failing("ABC-1")], True),
        ([raising("TypeError: 7"), failing("ABC-1")], False),
        ([Result("update/a/b/c", "pass", "must", ("ABC-1",))], False),
    ],
)
def test_faults_count_that_are_noticed_and_that_compilers_do_not_foresee(results: list[Result], told: bool) -> None:
    assert suspects.compiles(results) == told
