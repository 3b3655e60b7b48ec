"""Running a case: the operator of its format, on its settings, inputs and draws."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final

from mlslcs_ref.core.draws import Draws
from mlslcs_ref.errors import DataError, ModelError, SettingsError
from mlslcs_ref.oracle.operators import (
    discovery,
    learning,
    prediction,
    representation,
    settings_and_streams,
    steps_and_runs,
)
from mlslcs_ref.oracle.operators.case import Case, CaseError, DrawsError, Reject, written
from mlslcs_ref.oracle.tapes import DrawsExhaustedError, ReplayedDraws, stream_of, tape_of
from mlslcs_ref.origin import Origin
from mlslcs_ref.settings import Settings, setting_infos
from mlslcs_ref.untrusted import Untrusted

FORMATS: Final[Mapping[str, Callable[[Case], dict[str, Any]]]] = {
    "layout": representation.layout,
    "decode": representation.decode,
    "match": representation.match,
    "generality": representation.generality,
    "equality": representation.equality,
    "repair": representation.repair,
    "notation": representation.notation,
    "parameters": representation.parameters,
    "coverage": learning.coverage,
    "correct-sets": learning.correct_sets,
    "update": learning.update,
    "ga-due": learning.ga_due,
    "control": learning.control,
    "roulette": learning.roulette,
    "deletion": learning.deletion,
    "covering": discovery.covering,
    "selection": discovery.selection,
    "crossover": discovery.crossover,
    "ga": discovery.ga,
    "subsumption": discovery.subsumption,
    "discovery": discovery.discovery,
    "step": steps_and_runs.step,
    "run": steps_and_runs.run,
    "clustering": steps_and_runs.clustering,
    "k-means": steps_and_runs.k_means,
    "final-merge": steps_and_runs.final_merge,
    "votes": prediction.votes,
    "active-labels": prediction.active,
    "thresholds": prediction.thresholds,
    "best": prediction.best,
    "evaluation": prediction.evaluation,
    "metrics": prediction.metrics,
    "scs": prediction.scs,
    "compaction": prediction.compaction,
    "settings": settings_and_streams.settings_of,
    "problem": settings_and_streams.problem_instances,
    "pcg64": settings_and_streams.pcg64,
    "java-random": settings_and_streams.java_random,
}
"""The operator of every format."""


def run_case(case: Mapping[str, Any]) -> dict[str, Any]:
    """Return the `out` of a case.

    Parameters
    ----------
    case : mapping
        With `format`, `settings` (a `profile` and changes), `in`, and `draws`: the tape, or of a whole run the state
        of a stream.

    Raises
    ------
    Reject
        If what the case asks for must be refused.
    CaseError
        If it is no case; a `DrawsError` if its tape has too few or too many numbers.
    """
    given = case.get("draws")
    if isinstance(given, Mapping) and case.get("format") == "run":
        with _case_errors():
            stream = stream_of(Untrusted(dict(given), "draws", Origin("case")))
        return perform(case, stream)
    with _case_errors():
        tape = Untrusted(dict(case), "", Origin("case")).field("draws")
        numbers = tape.numbers(0.0, 1.0)
        if 1.0 in numbers:
            raise tape.items()[numbers.index(1.0)].error("a number below 1")
    draws = tape_of(numbers)
    try:
        found = perform(case, draws)
    except DrawsError as error:
        raise DrawsError(error.message, purposes(case)) from None
    if draws.count != len(numbers):
        raise DrawsError(f"{draws.count} of {len(numbers)} numbers were used", purposes(case))
    return found


def purposes(case: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what each draw of a case with a tape is made for, including the one that its tape lacks."""
    draws = _TapeWithPurposes([float(u) for u in case["draws"]])
    with suppress(DrawsError):
        perform(case, draws)
    return tuple(draws.made)


class _TapeWithPurposes(ReplayedDraws):
    """A tape that keeps what each number was asked for."""

    def __init__(self, numbers: list[float]) -> None:
        super().__init__(numbers)
        self.made: list[str] = []

    def unit(self, purpose: str) -> float:
        """Return the next number."""
        self.made.append(purpose)
        return super().unit(purpose)


def perform(
    case: Mapping[str, Any], draws: Draws, operators: Mapping[str, Callable[[Case], dict[str, Any]]] = FORMATS
) -> dict[str, Any]:
    """Return the `out` of a case, as `run_case` does; draws come from a stream, whatever `draws` it has itself."""
    with _case_errors():
        root = Untrusted({"draws": [], **case}, "", Origin("case"))
        operator = operators[root.field("format").choice(tuple(operators))]
        root.field("draws")
        inputs = root.field("in")
        settings = _settings(root.field("settings"))
        root.done()
        found = operator(Case(inputs, settings, draws, root.field("settings").mapping().keys() - {"profile"}))
        inputs.done()
    result: dict[str, Any] = written(found)
    return result


@contextmanager
def _case_errors() -> Iterator[None]:
    """Rephrase an error in the terms of cases."""
    try:
        yield
    except ModelError as error:
        raise CaseError(error.message, error.place) from None
    except DataError as error:
        raise CaseError(str(error)) from None
    except DrawsExhaustedError as error:
        raise DrawsError(str(error), ()) from None


def _settings(node: Untrusted) -> Settings:
    changes = node.mapping()
    profile = node.field("profile").choice(("paper", "authors"))
    del changes["profile"]
    names = {info.name for info in setting_infos()}
    unknown = sorted(set(changes) - names)
    if unknown:
        raise node.error(f"no setting {unknown[0]!r}")
    try:
        return Settings.profile(profile, **changes)
    except SettingsError as error:
        above = error.name == "omega" and "phi" in error.expected
        raise Reject("omega-above-phi" if above else "setting-out-of-range", str(error)) from None
