"""The clock of the genetic algorithm, and when one is due (CYC-2)."""

from __future__ import annotations

from typing import Final

from mlslcs_ref.core.building import mypyc_attr

__all__ = ["GaClock"]

INT32: Final = 1 << 32
HALF_INT32: Final = 1 << 31


@mypyc_attr(allow_interpreted_subclasses=True)
class GaClock:
    """Time as the GA counts it.

    Parameters
    ----------
    theta : int
        theta_GA, in ticks.
    per_label : bool
        Whether every label with a non-empty C[l] raises the clock, or every step does.
    truncated : bool
        Whether the mean is taken as the authors' program does, in truncated 32-bit integers.

    Attributes
    ----------
    now : int
        The time.
    """

    def __init__(self, theta: int, per_label: bool = True, truncated: bool = False) -> None:
        self.theta = theta
        self.now = 0
        self._per_label = per_label
        self._truncated = truncated

    def begin_step(self, step: int) -> None:
        """Take note of a new step t."""
        if not self._per_label:
            self.now = step

    def begin_label(self) -> None:
        """Take note of a label whose C[l] is not empty."""
        if self._per_label:
            self.now += 1

    def is_due(self, num: int, num_ts: int) -> bool:
        """Tell whether C[l], of `num` > 0 micro-classifiers and sum of num*ts `num_ts`, is due for a GA.

        now - num_ts/num > theta_GA, without division. `authors`: the sum wraps as a signed 32-bit integer, the mean is
        truncated towards zero, and equality is enough.
        """
        return self._is_due_at(self.now, num, num_ts)

    def may_be_due(self, num: int, num_ts: int, turns: int) -> bool:
        """Tell whether C[l] may be due `turns` labels later, should stamps have raised its sum of num*ts until then.

        A larger sum only puts off the GA, unless the sum of the authors' program wraps.
        """
        if not num:
            return False
        latest = self.now + turns if self._per_label else self.now
        return self._is_due_at(latest, num, num_ts) or (self._truncated and num * latest >= HALF_INT32)

    def _is_due_at(self, time: int, num: int, num_ts: int) -> bool:
        if not self._truncated:
            return (time - self.theta) * num > num_ts
        wrapped = (num_ts + HALF_INT32) % INT32 - HALF_INT32
        mean = wrapped // num if wrapped >= 0 else -(-wrapped // num)
        return time - mean >= self.theta
