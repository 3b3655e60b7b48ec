"""The options and settings of the profile `auto`, and the settings of any profile by its name (EXT-8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from mlslcs_ref._given import brief, require_given, whole
from mlslcs_ref.errors import SettingsError
from mlslcs_ref.settings import AUTO, RUN_PROFILES, Settings, setting_infos

MAX_RULES: Final = 50
MOST_RUNS: Final = 1_000_000
"""Each of which is prepared before the first begins."""


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
        If a value is no whole number from 1, or there are more than a million runs.
    """

    max_rules: int | None = None
    max_tests: int | None = None
    n_runs: int = 1

    def __post_init__(self) -> None:
        for name in ("max_rules", "max_tests", "n_runs"):
            value: object = getattr(self, name)
            if value is not None or name == "n_runs":
                object.__setattr__(self, name, whole(name, value, 1))
        if self.n_runs > MOST_RUNS:
            raise SettingsError("n_runs", f"a whole number from 1 to {MOST_RUNS:,}", brief(self.n_runs))

    @property
    def most_rules(self) -> int | None:
        """The most rules of the model, None if there is no limit."""
        return self.max_rules or (MAX_RULES if self.n_runs == 1 else None)

    @property
    def n_averaged(self) -> int:
        """Of how many selections what the rules add is the mean: with a limit there is one from all runs."""
        return self.n_runs if self.max_rules is None else 1


ACTIVE_TESTS: Final = 6.0
"""Tests that covering makes active in a rule, on average (EXT-8)."""
LEAST_BITS: Final = 2


def auto_settings(n_attributes: int, /, **changes: Any) -> Settings:
    """Return the settings of a run of the profile `auto` (EXT-8), with changes.

    Parameters
    ----------
    n_attributes : int
        Attributes of the data.
    **changes : object
        Settings that are numbers. Mechanisms are the paper's; the initialisation is off.

    Raises
    ------
    SettingsError
        If a setting does not exist, is out of range, or cannot be changed here.
    """
    require_given("n_attributes", n_attributes, (int, np.integer), "a whole number")
    base: dict[str, Any] = {
        "clustering": False,
        "population_size": 2000,
        "passes": 20,
        "theta_ga": 200,
        "p_hash": max(0.0, 1.0 - ACTIVE_TESTS / min(max(n_attributes, 1), 2**53)),
        "p_label_hash": 0.3,
        "accuracy_power": 20.0,
        "omega": 0.7,
    }
    return require_auto(Settings.paper(**{**base, **changes}))


def require_auto(found: Settings) -> Settings:
    """Return the settings, whose mechanisms must be those of the profile `auto`."""
    require_given("settings", found, Settings, "Settings, as auto_settings(...) returns")
    fixed = Settings.paper(clustering=False).as_dict()
    for info in setting_infos():
        is_fixed = bool(info.choices) or info.name in {"clustering", "final_merge"}
        value = getattr(found, info.name)
        if is_fixed and value != fixed[info.name]:
            expected = f"{fixed[info.name]}, which is fixed in the profile auto; profile='paper' changes it"
            raise SettingsError(info.name, expected, str(value))
    if found.precision_bits < LEAST_BITS:
        expected = f"a whole number from {LEAST_BITS} in the profile auto"
        raise SettingsError("precision_bits", expected, str(found.precision_bits))
    return found


def profile_settings(profile: str, n_attributes: int, /, **changes: Any) -> Settings:
    """Return the settings of any profile, with changes."""
    if profile not in RUN_PROFILES:
        raise SettingsError("profile", "one of " + ", ".join(RUN_PROFILES), brief(profile))
    return auto_settings(n_attributes, **changes) if profile == AUTO else Settings.profile(profile, **changes)
