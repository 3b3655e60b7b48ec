"""What the Python that has BOOMER runs: learns and predicts from files in a folder, see `boomer`.

It stands alone: nothing of this package is there.
"""

from __future__ import annotations

import json
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

DATA: Final = "data.npz"
OPTIONS: Final = "options.json"
LABELS: Final = "labels.npy"
FACTS: Final = "facts.json"
ABSENT: Final = 3
"""Exit code if BOOMER is not there, or too old."""

OLDEST: Final = (0, 15)


def main(folder: Path) -> int:
    """Learn from the data in the folder, and leave the predicted labels and the number of rules there."""
    fault = _fault()
    if fault:
        print(fault, file=sys.stderr)  # noqa: T201 -- read by the caller
        return ABSENT
    import numpy as np  # noqa: PLC0415 -- here BOOMER is known to be there
    from mlrl.boosting import BoomerClassifier  # noqa: PLC0415 -- likewise

    options = json.loads((folder / OPTIONS).read_text(encoding="utf-8"))
    # one thread: folds run side by side, and the predictions are the same
    parallel = dict.fromkeys(("parallel_rule_refinement", "parallel_statistic_update", "parallel_prediction"), "false")
    learner = BoomerClassifier(**options, **parallel)
    with np.load(folder / DATA) as data:
        learner.fit(data["X"], data["Y"].astype(np.uint8))
        labels = learner.predict(data["tested"])
    # label data that are mostly 0 come back as a sparse matrix
    dense = labels.toarray() if hasattr(labels, "toarray") else labels
    np.save(folder / LABELS, np.asarray(dense, dtype=np.uint8).reshape(len(dense), -1))
    facts = {"n_rules": learner.model_.get_num_used_rules()}
    (folder / FACTS).write_text(json.dumps(facts), encoding="utf-8")
    return 0


def _fault() -> str:
    """Say what is wrong with the BOOMER of this Python; empty if nothing is."""
    try:
        found = version("mlrl-boomer")
    except PackageNotFoundError:
        return "mlrl-boomer is not installed there"
    if tuple(int(part) for part in found.split(".")[:2]) < OLDEST:
        # 0.12 damages its memory when it predicts in one thread
        return f"expected mlrl-boomer 0.15 or later, found {found}"
    return ""


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
