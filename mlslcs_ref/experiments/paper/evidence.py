"""The evidence for the paper's claims: plain numbers, as far as there are any."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from mlslcs_ref.errors import DataError
from mlslcs_ref.experiments.paper.tables import Cells

Outcome = Literal["reproduced", "not reproduced", "not testable"]


class Runs(NamedTuple):
    """The results of the runs on an artificial problem with one omega, a number for each run.

    Runs are in the order of their seeds, which are the same for all omegas.
    """

    scs: tuple[float, ...]
    accuracy: tuple[float, ...]
    """`scs`, `accuracy`: Share of the shortest complete solution that was found, and accuracy of BEST on all instances,
    in [0, 1]."""
    n_rules: tuple[float, ...]
    n_compacted: tuple[float, ...]
    """`n_rules`, `n_compacted`: Number of rules at the end, and after compaction."""


class Sizes(NamedTuple):
    """How many rules the models of MlS-LCS have on a data set, as means over runs."""

    n_rules: float
    """All, which vote for PCUT and IVAL."""
    n_best: float
    """Those by which BEST decides the training data."""


@dataclass(frozen=True)
class Evidence:
    """Our results, without what was not run or failed."""

    rivals: Mapping[str, Cells] = field(default_factory=dict)
    """Means over folds in [0, 1], by metric, data set and method, named as in `paper()`; other methods are not looked
    at. That of MlS-LCS is the one to compare with rivals: the paper takes the way with the best accuracy."""
    ways: Mapping[str, Cells] = field(default_factory=dict)
    """Means over folds of MlS-LCS, by metric, data set and way of deciding (pcut, ival, best)."""
    artificial: Mapping[str, Mapping[float, Runs]] = field(default_factory=dict)
    """By problem and omega."""
    sizes: Mapping[str, Sizes] = field(default_factory=dict)
    """By data set."""

    def __post_init__(self) -> None:
        """Refuse percentages, which would break every margin and leave the ranks as they are."""
        for tables in (self.rivals, self.ways):
            for metric, rows in tables.items():
                for dataset, row in rows.items():
                    for name, value in row.items():
                        # not a number is a gap
                        if value < 0.0 or value > 1.0:
                            raise DataError(
                                f"expected the {metric} of {name} on {dataset} in [0, 1], found {value}: not in percent"
                            )


class PaperNumber(NamedTuple):
    """A number of ours beside the paper's."""

    name: str
    """What it is."""
    ours: float | None
    paper: float | None = None
    """`ours`, `paper`: None where there is none. The paper's follows from its printed values in the same way, and of
    the same data sets, so it can differ from what the paper prints."""
    is_share: bool = False
    """Whether to print it in percent."""


class CheckResult(NamedTuple):
    """The result of a check."""

    outcome: Outcome
    """The verdict."""
    reason: str
    """Why, in a sentence that begins with a small letter or a name and has no full stop."""
    numbers: tuple[PaperNumber, ...] = ()
    """What it rests on."""
    rest: Outcome | None = None
    """Where it is not testable because data sets are missing: what the verdict is on those that are there."""

    @classmethod
    def of(cls, holds: bool, reason: str, numbers: Iterable[PaperNumber]) -> CheckResult:
        """Return a finding on what could be tested in full."""
        return cls("reproduced" if holds else "not reproduced", reason, tuple(numbers))


class NotTestableError(Exception):
    """A check lacks what it needs; the message says what."""
