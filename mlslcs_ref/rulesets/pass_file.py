"""Records of passes as JSON, in models and checkpoints."""

from __future__ import annotations

import math
from typing import Any, Final

from mlslcs_ref.rulesets.pass_record import PassRecord
from mlslcs_ref.untrusted import Untrusted

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
