"""The reference's answer to a case, with the tape that fits it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mlslcs_ref.core.draws import Draws, PcgDraws
from mlslcs_ref.oracle.fuzz.chance import RATES
from mlslcs_ref.oracle.fuzz.materials import Json
from mlslcs_ref.oracle.operators.case import CaseError, Reject
from mlslcs_ref.oracle.operators.run_case import perform
from mlslcs_ref.oracle.protocol import Answer, Out, Refused
from mlslcs_ref.oracle.tapes import RecordedDraws, ReplayedDraws
from mlslcs_ref.oracle.vectors.files import Level, Vector

EDGED: Final = (0.08, 0.08, 0.08, 0.6)
"""How often a draw is an edge in place of the stream's next number; each case has one of these shares."""
MARGIN: Final = 1e-11
MOST_DRAWS: Final = 10_000
"""Longer tapes hide what a case is about, and cost an executor seconds."""
LAST: Final = 1.0 - 2.0**-53
TINY: Final = 2.0**-60
"""Smaller than what a generator of 53 bits makes; a tape may have it."""


@dataclass(frozen=True)
class Asked:
    """A case with its tape, and the reference's answer."""

    case: Json
    """With `draws`."""
    answer: Out | Refused
    """What the reference says."""

    def vector(self, name: str, comment: str = "", clauses: Sequence[str] = ()) -> Vector:
        """Return the vector that expects this answer."""
        out, error = (self.answer.value, None) if isinstance(self.answer, Out) else (None, self.answer.reason)
        level: Level = "must" if error is None else "reject"
        return Vector(name, comment, tuple(clauses), level, "filled", self.case, out, error, ())


class _FuzzedDraws(Draws):
    """A tape, then a stream with some edges: 0, a tiny number, the largest, and the probabilities of the settings."""

    def __init__(self, tape: Sequence[float], seed: int, settings: Mapping[str, Any]) -> None:
        self._tape = list(tape)
        self._stream = PcgDraws(seed)
        self._edged = EDGED[int(self._stream.unit("share of edges") * len(EDGED))]
        self._made = 0
        rates = [settings[name] for name in RATES if name in settings]
        self._edges = [0.0, TINY, 0.5, LAST, *(float(rate) for rate in rates if 0 < rate < 1)]

    def unit(self, purpose: str) -> float:
        """Return the next number."""
        self._made += 1
        if self._made <= len(self._tape):
            return self._tape[self._made - 1]
        u = self._stream.unit(purpose)
        if u < self._edged:
            return self._edges[int(u / self._edged * len(self._edges))]
        return u

    @property
    def count(self) -> int:
        """How many numbers have been drawn."""
        return self._made


def asked(case: Mapping[str, Any], seed: int, tape: Sequence[float] = ()) -> Asked | None:
    """Return a case with the draws that the reference makes for it, and its answer; None if it is not a case.

    Draws that it has are not looked at. `tape` has the first ones, `seed` is that of the others. A case that makes too
    many draws is none.
    """
    draws = RecordedDraws(_FuzzedDraws(tape, seed, case["settings"]))
    question = {name: case[name] for name in ("format", "settings", "in")}
    try:
        found: Out | Refused = Out(perform(question, draws))
    except Reject as refusal:
        return Asked(question | {"draws": []}, Refused(refusal.reason))
    except (CaseError, ArithmeticError):
        return None
    if len(draws.tape) > MOST_DRAWS:
        return None
    return Asked(question | {"draws": [u for _, u in draws.tape]}, found)


def hangs_on_a_digit(one: Asked) -> bool:
    """Tell whether a decision may turn with the last digit of an exponential, a logarithm or a power.

    Draws and `cs`, which decide deletion with them, are moved a little: an answer that changes is not certain.
    """
    case = one.case
    power = case["settings"].get("accuracy_power", 10)
    if case["format"] not in {"deletion", "step", "run", "clustering"} and float(power).is_integer():
        return False
    wanted = _decided(one.answer)
    for factor in (1.0 - MARGIN, 1.0 + MARGIN):
        tape = [min(u * factor, LAST) for u in case["draws"]]
        try:
            found: Answer = Out(perform(case, ReplayedDraws(tape)))
        except (Reject, CaseError, ArithmeticError):
            return True
        if _decided(found) != wanted:
            return True
    return False


def _decided(answer: Answer) -> Any:
    """Return an answer without its reals, which change with what they are computed from."""

    def stripped(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {name: stripped(item) for name, item in value.items()}
        if isinstance(value, list):
            return [stripped(item) for item in value]
        return None if isinstance(value, float) else value

    return stripped(answer.value) if isinstance(answer, Out) else answer
