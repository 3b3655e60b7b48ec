"""The settings of the profile `auto` that are not the paper's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mlslcs_ref._given import whole

MAX_RULES: Final = 50


@dataclass(frozen=True, kw_only=True)
class AutoOptions:
    """How long a short ruleset is, and of how many runs it is made (EXT-4, EXT-6, EXT-8).

    Parameters
    ----------
    max_rules : int, optional
        The most rules of the model; by default 50 of each run.
    max_tests : int, optional
        The most tests of a rule; by default as many as add certainty.
    n_runs : int
        Runs with seeds that follow each other, whose rules are put together.

    Raises
    ------
    SettingsError
        If a value is no whole number from 1.
    """

    max_rules: int | None = None
    max_tests: int | None = None
    n_runs: int = 1

    def __post_init__(self) -> None:
        for name in ("max_rules", "max_tests", "n_runs"):
            value: object = getattr(self, name)
            if value is not None or name == "n_runs":
                object.__setattr__(self, name, whole(name, value, 1))

    @property
    def most_rules(self) -> int | None:
        """The most rules of the model, None if there is no limit."""
        return self.max_rules or (MAX_RULES if self.n_runs == 1 else None)

    @property
    def n_averaged(self) -> int:
        """Of how many selections what the rules add is the mean: with a limit there is one from all runs."""
        return self.n_runs if self.max_rules is None else 1
