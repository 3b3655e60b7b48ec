"""Name the first vector that the package fails, whichever package is imported; nothing if it passes all.

python -m suite.verdict SPECS               the first vector
python -m suite.verdict SPECS --suspects    the clauses that are suspected for all that fail, the most suspicious first
"""

from __future__ import annotations

import sys
from pathlib import Path

from mlslcs_ref.oracle.executor import answer
from mlslcs_ref.oracle.judging import judged
from mlslcs_ref.oracle.operators import CaseError, Reject, run_case
from mlslcs_ref.oracle.suspects import suspects
from mlslcs_ref.oracle.vectors import load_comparisons, load_vectors

__all__ = ["first_failure", "suspected"]


def first_failure(specs: Path) -> str:
    """Return the id of the first vector that the package fails, or an empty text."""
    comparisons = load_comparisons(specs)
    for vector in load_vectors(specs):
        try:
            found = run_case(vector.case)
        except Reject as refusal:
            if refusal.reason != vector.error:
                return vector.id
        except CaseError:
            return vector.id
        except Exception:  # noqa: BLE001 - a fault may show as any error
            return vector.id
        else:
            if vector.out is None or comparisons[vector.format].first_difference(vector.out, found) is not None:
                return vector.id
    return ""


def suspected(specs: Path) -> list[str]:
    """Return the clauses that the report would suspect, the most suspicious first."""
    comparisons = load_comparisons(specs)
    results = [judged(vector, answer(vector.case), comparisons[vector.format]) for vector in load_vectors(specs)]
    return [suspect.clause for suspect in suspects(results)]


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    print(" ".join(suspected(folder)) if "--suspects" in sys.argv else first_failure(folder))
