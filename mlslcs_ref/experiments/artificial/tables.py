"""The numbers of Section 4.1 as files: a table of separated values, and a JSON document."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any, Final

from mlslcs_ref.experiments.artificial.summary import LEVEL, Compared, Row
from mlslcs_ref.experiments.statistics import Estimate, Share
from mlslcs_ref.rulesets import METHODS

__all__ = ["study_document", "study_records", "study_table"]

FORMAT: Final = "mlslcs_ref.artificial"
VERSION: Final = 1


def study_table(rows: Sequence[Row]) -> str:
    """Return a line of separated values for each problem and omega, with intervals; shares and accuracies in [0, 1]."""
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    for number, record in enumerate(study_records(rows)):
        if not number:
            writer.writerow(record)
        writer.writerow(["" if value is None else value for value in record.values()])
    return target.getvalue()


def study_records(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return the fields of each line of `study_table`; None stands for an interval that a single run does not have."""
    return [_record(row) for row in rows]


def _record(row: Row) -> dict[str, Any]:
    record: dict[str, Any] = {
        "study": row.study,
        "problem": row.problem,
        "passes": row.passes,
        "omega": row.omega,
        "runs": row.scs.n,
        "missing": row.n_missing,
    }
    estimates = {"scs": row.scs, **{f"accuracy_{method}": row.accuracy[method] for method in METHODS}}
    estimates |= {"rules": row.rules, "compacted": row.compacted}
    for name, estimate in estimates.items():
        record |= {
            name: estimate.mean,
            f"{name}_sd": estimate.sd,
            f"{name}_low": estimate.low,
            f"{name}_high": estimate.high,
        }
    shares = {"complete": row.complete, **{f"perfect_{method}": row.perfect[method] for method in METHODS}}
    for name, share in shares.items():
        record |= {name: share.hits, f"{name}_low": share.low, f"{name}_high": share.high}
    return record


def study_document(profile: str, rows: Sequence[Row], compared: Sequence[Compared]) -> dict[str, Any]:
    """Return all numbers as a document of JSON.

    Parameters
    ----------
    profile : str
        Of all runs.
    rows : sequence of Row
        By problem and omega.
    compared : sequence of Compared
        The paper's numbers beside them.
    """
    return {
        "format": FORMAT,
        "version": VERSION,
        "profile": profile,
        "level": LEVEL,
        "rows": [
            {
                "study": row.study,
                "problem": row.problem,
                "passes": row.passes,
                "omega": row.omega,
                "missing": row.n_missing,
                "scs": row.scs._asdict(),
                "complete": row.complete._asdict(),
                "accuracy": {method: row.accuracy[method]._asdict() for method in METHODS},
                "perfect": {method: row.perfect[method]._asdict() for method in METHODS},
                "rules": row.rules._asdict(),
                "compacted": row.compacted._asdict(),
            }
            for row in rows
        ],
        "comparisons": [{**one._asdict(), "ours": _plain(one.ours)} for one in compared],
    }


def _plain(ours: Estimate | Share) -> dict[str, Any]:
    return dict(ours._asdict())
