"""What scikit-learn hands over, checked in its words and turned into what the rooms below take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import check_consistent_length, validate_data

from mlslcs_ref.data.frames import is_frame, table_of
from mlslcs_ref.errors import DataError, SettingsError
from mlslcs_ref.rulesets.consultation import METHODS, Method
from mlslcs_ref.settings import Settings

__all__ = ["checked_settings", "checked_table", "checked_threshold", "one_row", "require_labels", "seed_of"]

MOST_SEEDS: Final = 2**31 - 1


def checked_table(estimator: BaseEstimator, X: Any, reset: bool) -> Any:
    """Return a table of at least one row and column, as wide and named as at fit; set what it was if `reset`.

    A data frame is returned as it is, anything else as an array or a sparse matrix.
    """
    if is_frame(X) and not hasattr(X, "toarray"):
        validate_data(estimator, X, skip_check_array=True, reset=reset)
        if not len(X) or not len(X.columns):
            kind = "sample(s)" if not len(X) else "feature(s)"
            raise DataError(f"Found a table with 0 {kind} (shape={tuple(X.shape)}) while a minimum of 1 is required.")
        return X
    array_like = isinstance(X, np.ndarray) or hasattr(X, "toarray") or not isinstance(X, list | tuple)
    return validate_data(
        estimator,
        X if array_like else table_of(X),
        reset=reset,
        dtype=None,
        accept_sparse=True,
        ensure_all_finite=False,
    )


def require_labels(estimator: BaseEstimator, X: Any, y: Any) -> None:
    """Refuse labels that are absent, of another length, or classes of which an instance has one."""
    if y is None:
        raise ValueError(
            f"This {type(estimator).__name__} estimator requires y to be passed, but the target y is None."
        )
    check_consistent_length(X, y)
    if _are_classes(y):
        raise ValueError(
            "Only binary classification is supported. The type of the target is multiclass; pass an indicator of shape "
            "(n_instances, n_classes) instead, as sklearn.preprocessing.LabelBinarizer makes it."
        )


def _are_classes(y: Any) -> bool:
    try:
        return np.asarray(y).ndim == 1 and type_of_target(y) == "multiclass"
    except (TypeError, ValueError):
        # what it is instead is said when it is read
        return False


def one_row(x: Any) -> Any:
    """Return one instance as a table of one row."""
    if is_frame(x) or getattr(x, "ndim", 0) == 2:
        return x
    if hasattr(x, "to_frame"):
        return x.to_frame().T
    is_nested = isinstance(x, list | tuple) and bool(x) and isinstance(x[0], list | tuple | np.ndarray)
    return x if is_nested else [list(x)]


def seed_of(random_state: Any) -> int:
    """Return the seed of a run: an int is itself, a generator is asked for one.

    Raises
    ------
    ValueError
        If it is none of what scikit-learn takes, or a `numpy.random.Generator`.
    """
    if hasattr(random_state, "integers"):
        return int(random_state.integers(MOST_SEEDS))
    if isinstance(random_state, int | np.integer) and not isinstance(random_state, bool):
        return int(random_state)
    return int(check_random_state(random_state).randint(MOST_SEEDS))


def checked_settings(profile: str, given: Mapping[str, Any], further: Mapping[str, Any] | None) -> Settings:
    """Return the settings of a profile with those changes that are not None.

    Raises
    ------
    SettingsError
        If the profile or a setting does not exist, is given twice, or is out of its range.
    """
    changes = {name: value for name, value in given.items() if value is not None}
    for name, value in (further or {}).items():
        if name in changes:
            raise SettingsError(name, "a value in one place", "a parameter and an entry of `settings`")
        changes[name] = value
    # numpy 1 warns of its booleans where a whole number is asked for
    plain = {name: value.item() if isinstance(value, np.generic) else value for name, value in changes.items()}
    return Settings.profile(profile, **plain)


def checked_threshold(threshold: Any) -> Method | float:
    """Return the method or the number that decides which votes are labels.

    Raises
    ------
    SettingsError
        If it is neither a method nor a number above 0 up to 1.
    """
    if isinstance(threshold, str):
        for method in METHODS:
            if threshold == method:
                return method
    elif isinstance(threshold, int | float | np.number) and not isinstance(threshold, bool):
        number = float(threshold)
        if 0.0 < number <= 1.0:
            return number
    raise SettingsError("threshold", f"one of {', '.join(METHODS)} or a number above 0 up to 1", repr(threshold))
