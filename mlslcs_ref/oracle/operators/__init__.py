"""Cases: one operator of the system, on values that fit in a JSON object, with its draws on a tape.

`run_case` calls the package's own operators on what a case describes, and adds no algorithm to them. The formats are
described in `specs/formats`.
"""

from mlslcs_ref.oracle.operators.errors import (
    REFUSED_BY,
    REJECT_CODES,
    CaseError,
    DrawsError,
    Reject,
    overflow_rejected,
)
from mlslcs_ref.oracle.operators.run_case import FORMATS, perform, purposes, run_case

__all__ = [
    "FORMATS",
    "REFUSED_BY",
    "REJECT_CODES",
    "CaseError",
    "DrawsError",
    "Reject",
    "overflow_rejected",
    "perform",
    "purposes",
    "run_case",
]
