"""What the paper reports and claims in its section 4, as data, and whether other results bear it out."""

from mlslcs_ref.experiments.paper.evidence import CheckResult, Evidence, PaperNumber, Runs, Sizes
from mlslcs_ref.experiments.paper.tables import (
    ArtificialEntry,
    DataEntry,
    Inconsistency,
    Paper,
    RivalTable,
    paper,
)
from mlslcs_ref.experiments.paper.unseen import UnseenBounds, unseen_bounds
from mlslcs_ref.experiments.paper.verdicts import Claim, Verdict, claims, verdict, verdicts

__all__ = [
    "ArtificialEntry",
    "CheckResult",
    "Claim",
    "DataEntry",
    "Evidence",
    "Inconsistency",
    "Paper",
    "PaperNumber",
    "RivalTable",
    "Runs",
    "Sizes",
    "UnseenBounds",
    "Verdict",
    "claims",
    "paper",
    "unseen_bounds",
    "verdict",
    "verdicts",
]
