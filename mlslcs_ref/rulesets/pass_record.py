"""One pass of a run in numbers; a model keeps those of its run."""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

from mlslcs_ref.untrusted import Untrusted


class PassRecord(NamedTuple):
    """One pass over the training data, and P at its end."""

    number: int
    """The pass, from 1; update-only passes count on."""
    accuracy: float
    """Training accuracy by BEST, which needs no threshold, in [0, 1]; NaN if no instance counts (MET-A)."""
    scs: float | None
    """Share of the shortest complete solution that P holds, in [0, 1] (MET-B); None if the solution is not known."""
    macro: int
    micro: int
    """`macro`, `micro`: Rules of P, and micro-classifiers."""
    covering: int
    ga: int
    subsumption: int
    deletion: int
    control: int
    """`covering`, `ga`, `subsumption`, `deletion`, `control`: Events of the pass: rules that covering made or
    strengthened, runs of the GA, offspring that were absorbed, and micro-classifiers that deletion and the control of
    match sets removed."""
    mean_coverage: float
    """Mean share of the training instances that a rule of P matches, in [0, 1]; 0 without rules."""
    validation: float | None = None
    """Accuracy by BEST on held-out instances, in [0, 1]; NaN if none of them counts, None if there are none."""


_COUNTS: Final = ("macro", "micro", "covering", "ga", "subsumption", "deletion", "control")


def pass_document(record: PassRecord) -> dict[str, Any]:
    """Return a record of a pass as JSON, with null for what is not defined."""
    return {
        name: None if isinstance(value, float) and math.isnan(value) else value
        for name, value in record._asdict().items()
    }


def pass_of_file(node: Untrusted, number: int) -> PassRecord:
    """Return the record of a pass of this number."""
    node.only(PassRecord._fields)
    if node.field("number").integer(1) != number:
        raise node.field("number").error(f"{number}, the place of the pass")
    counts: dict[str, Any] = {name: node.field(name).integer(0) for name in _COUNTS}
    accuracy = _share(node.field("accuracy"))
    return PassRecord(
        number=number,
        accuracy=math.nan if accuracy is None else accuracy,
        scs=_share(node.field("scs")),
        mean_coverage=node.field("mean_coverage").number(0.0, 1.0),
        validation=_share(node.field("validation")),
        **counts,
    )


def _share(node: Untrusted) -> float | None:
    return None if node.value is None else node.number(0.0, 1.0)
