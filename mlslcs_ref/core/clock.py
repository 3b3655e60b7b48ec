"""The clock of the genetic algorithm, and when one is due (CYC-2).

Algorithm 1 compares with t, the step. The paper's results need a clock that counts labels instead (decision 0008):
`now` is that count, of all labels of all steps with discovery so far whose C[l] was not empty.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mlslcs_ref.core.building import i64, mypyc_attr

INT32: Final = 1 << 32
HALF_INT32: Final = 1 << 31


@mypyc_attr(allow_interpreted_subclasses=True)
class GaClock:
    """Time as the GA counts it: in labels with a non-empty C[l] (setting `ga_clock` = `label`)."""

    def __init__(self) -> None:
        self.now = 0

    def begin_step(self, step: int) -> None:
        """Take note of a new step t."""

    def tick(self) -> None:
        """Take note of a label whose C[l] is not empty."""
        self.now += 1


@mypyc_attr(allow_interpreted_subclasses=True)
class StepClock(GaClock):
    """Time in steps, Algorithm 1's t (setting `ga_clock` = `step`)."""

    def begin_step(self, step: int) -> None:
        """Take note of a new step t."""
        self.now = step

    def tick(self) -> None:
        """Labels don't count."""


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(eq=False, repr=False)
class GaDue:
    """Whether a GA is due in C[l], by the exact mean of ts (setting `ga_due` = `exact`)."""

    theta: i64
    """theta_GA, in the unit of the clock."""

    def is_due(self, now: i64, num: i64, num_ts: i64) -> bool:
        """Tell whether now - num_ts/num > theta_GA, for num > 0; the mean rounded down decides the same."""
        return now - self.theta > num_ts // num


@mypyc_attr(allow_interpreted_subclasses=True)
class TruncatedGaDue(GaDue):
    """Whether a GA is due in the authors' program (setting `ga_due` = `truncated`)."""

    def is_due(self, now: i64, num: i64, num_ts: i64) -> bool:
        """Tell whether now - mean >= theta_GA: the sum wraps at 32 bits, the mean is truncated towards zero."""
        wrapped = (num_ts + HALF_INT32) % INT32 - HALF_INT32
        mean = wrapped // num if wrapped >= 0 else -(-wrapped // num)
        return now - mean >= self.theta
