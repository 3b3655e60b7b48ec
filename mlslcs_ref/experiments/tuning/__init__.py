"""The paper's way to settings, one at a time, deciding on training data alone (Section 4.2)."""

from mlslcs_ref.experiments.tuning.search import Request, tune
from mlslcs_ref.experiments.tuning.steps import CANDIDATES, Candidate, Decision, Growth, Tuning

__all__ = ["CANDIDATES", "Candidate", "Decision", "Growth", "Request", "Tuning", "tune"]
