"""The package as an oracle: recorded runs of the authors' program, verified."""

from mlslcs_ref.oracle.recording import RecordedRun, RecordedState, open_recording
from mlslcs_ref.oracle.replay import Difference, ReplayReport, replay

__all__ = ["Difference", "RecordedRun", "RecordedState", "ReplayReport", "open_recording", "replay"]
