"""The settings of the profile `auto`, and of any profile by its name (EXT-8)."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from mlslcs_ref._given import require_given
from mlslcs_ref.errors import SettingsError
from mlslcs_ref.settings import AUTO, RUN_PROFILES, Settings, setting_infos

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
    """Return the settings, whose mechanisms must be those of the profile `auto`.

    Raises
    ------
    SettingsError
        If one differs.
    """
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
    """Return the settings of any profile, with changes.

    Raises
    ------
    SettingsError
        If the profile or a setting does not exist, or a value is out of range.
    """
    if profile not in RUN_PROFILES:
        raise SettingsError("profile", "one of " + ", ".join(RUN_PROFILES), f"{profile!r:.60}")
    return auto_settings(n_attributes, **changes) if profile == AUTO else Settings.profile(profile, **changes)
