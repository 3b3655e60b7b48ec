"""Operators for what every implementation starts with: settings, problems, random streams (PAR-2, FIN-2, PRB-1)."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from mlslcs_ref.core.draws import Draws, PcgDraws
from mlslcs_ref.data.problems import problem
from mlslcs_ref.errors import DataError
from mlslcs_ref.learning.training import artificial_settings
from mlslcs_ref.oracle.operators.case import Case, CaseError, Reject, count_of
from mlslcs_ref.oracle.operators.values import flags_text
from mlslcs_ref.oracle.tapes import java_draws
from mlslcs_ref.settings import Settings

PROBLEMS: Final = ("toy6x4", "mlposition4")
MOST_NUMBERS: Final = 1_000_000
MOST_DIGITS: Final = 1000


def settings_of(case: Case) -> dict[str, Any]:
    """Return all settings of a profile, of an artificial problem with it, and of the case above both (PAR-2, FIN-2)."""
    settings = case.settings
    if case.inputs.has("problem"):
        usual = artificial_settings(case.inputs.field("problem").choice(PROBLEMS))
        unchanged = {name: value for name, value in usual.items() if name not in case.changed}
        settings = Settings(**{**settings.as_dict(), **unchanged})
    return {"settings": settings.as_dict()}


def problem_instances(case: Case) -> dict[str, Any]:
    """Return the instances and the shortest complete solutions of an artificial problem (PRB-1)."""
    name = case.inputs.field("name").text()
    try:
        found = problem(name)
    except DataError as error:
        raise Reject("unknown-problem", str(error)) from None
    if found is None:
        raise Reject("unknown-problem", f"there is no problem {name!r}")
    rows = zip(flags_text(found.dataset.X == 1.0), flags_text(found.dataset.Y), strict=True)
    return {
        "instances": [f"{values} -> {labels}" for values, labels in rows],
        "solutions": [list(solution) for solution in found.solutions],
    }


def pcg64(case: Case) -> dict[str, Any]:
    """Return draws of the default stream, whose state follows from the seed (RND-2, RND-3).

    A case holds state and increment for programs that cannot compute them from the seed.
    """
    seed = _seed(case)
    given = {name: case.inputs.field(name).text() for name in ("state", "increment") if case.inputs.has(name)}
    started = np.random.PCG64(seed).state["state"]
    if given and given != {"state": str(started["state"]), "increment": str(started["inc"])}:
        raise CaseError(f"expected state and increment of the seed {seed}", "state")
    return {"numbers": _numbers(case, PcgDraws(seed))}


def _seed(case: Case) -> int:
    """Return a seed; one that needs more than 64 bits is decimal text."""
    node = case.inputs.field("seed")
    if not isinstance(node.value, str):
        return node.integer(0)
    if not node.value.isdecimal() or len(node.value) > MOST_DIGITS:
        raise CaseError("expected a whole number from 0", "seed")
    return int(node.value)


def java_random(case: Case) -> dict[str, Any]:
    """Return draws of java.util.Random(seed).nextDouble() (RND-4)."""
    return {"numbers": _numbers(case, java_draws(case.inputs.field("seed")))}


def _numbers(case: Case, draws: Draws) -> list[float]:
    """Return `count` draws after the first `skip`."""
    skip, count = count_of(case.inputs.field("skip")), count_of(case.inputs.field("count"), 1)
    if skip + count > MOST_NUMBERS:
        raise CaseError(f"expected at most {MOST_NUMBERS} together with skip", "count")
    for _turn in range(skip):
        draws.unit("skipped")
    return [draws.unit("number") for _turn in range(count)]
