"""Arguments of scikit-learn, checked with its error messages and converted for the rooms below."""

from __future__ import annotations

import os
from collections.abc import Mapping
from numbers import Integral
from typing import Any, Final

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import check_consistent_length, validate_data

from mlslcs_ref._given import brief, choice, truth
from mlslcs_ref.data.frames import HOW, frame_of, is_frame, table_of
from mlslcs_ref.data.label_columns import lists_in
from mlslcs_ref.data.schema import Schema
from mlslcs_ref.errors import DataError, SettingsError
from mlslcs_ref.extension.settings import profile_settings
from mlslcs_ref.metrics import METRICS
from mlslcs_ref.rulesets.consultation import METHODS, POSTERIOR, Method
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.settings import Settings

MOST_SEEDS: Final = 2**31 - 1


def checked_table(estimator: BaseEstimator, X: Any, known: Schema | None = None) -> Any:
    """Return a table that is not empty, with the columns that the known attributes had at fit.

    Without these it is the table of fit, and the estimator is told how wide and named it is.

    A data frame is returned with its columns under the names that they had at fit, anything else as an array or a
    sparse matrix. Further columns of a frame are left out, as `Model.predict` does, so that it may be the one that the
    columns of fit were taken from. Another order is refused: the checks of scikit-learn ask for that.
    """
    reset = known is None
    if is_frame(X) and not hasattr(X, "toarray"):
        frame = frame_of(X)
        if not reset:
            frame = _with_columns_of_fit(estimator, frame)
            X = frame.to_native()
        try:
            validate_data(estimator, X, skip_check_array=True, reset=reset)
        except ValueError as error:
            if not reset and set(frame.columns) == set(getattr(estimator, "feature_names_in_", ())):
                raise ValueError(f"{error}X[estimator.feature_names_in_] has them in that order.") from None
            raise
        if not len(X) or not len(X.columns):
            kind = "sample(s)" if not len(X) else "feature(s)"
            raise DataError(f"Found a table with 0 {kind} (shape={tuple(X.shape)}) while a minimum of 1 is required.")
        if known is not None and not hasattr(estimator, "feature_names_in_") and isinstance(frame.columns[0], str):
            # scikit-learn has warned: there were no names at fit, so its columns are taken by their place
            names = [attribute.name for attribute in known.attributes]
            return frame.rename(dict(zip(frame.columns, names, strict=True))).to_native()
        return X
    # scikit-learn would take what stands under a mask
    array_like = not isinstance(X, list | tuple | np.ma.MaskedArray) and type(X).__name__ not in HOW
    return validate_data(
        estimator,
        X if array_like else table_of(X),
        reset=reset,
        dtype=None,
        accept_sparse=True,
        ensure_all_finite=False,
    )


def _with_columns_of_fit(estimator: BaseEstimator, frame: Any) -> Any:
    """Return a data frame without columns that were not there at fit, unless others are missing."""
    known = getattr(estimator, "feature_names_in_", None)
    if known is None or not set(known) < set(frame.columns):
        return frame
    wanted = frozenset(known)
    return frame.select([name for name in frame.columns if name in wanted])


def require_labels(estimator: BaseEstimator, X: Any, y: Any) -> None:
    """Refuse labels that are absent, of another length, or classes of which an instance has one."""
    if y is None:
        raise ValueError(
            f"This {type(estimator).__name__} estimator requires y to be passed, but the target y is None."
        )
    check_consistent_length(X, y)
    if _are_classes(y):
        listing = lists_in([text for text in np.asarray(y).tolist() if isinstance(text, str)])
        raise ValueError(
            "Only binary classification is supported. The type of the target is multiclass; pass an indicator of shape "
            "(n_instances, n_classes) instead, as sklearn.preprocessing.LabelBinarizer makes it"
            + ("." if listing is None else f", or of texts that list labels give {listing}.")
        )


def _are_classes(y: Any) -> bool:
    try:
        values = np.asarray(y)
        if values.ndim != 1 or (values.dtype.kind == "f" and not np.isfinite(values).all()):
            return False
        return bool(type_of_target(y) == "multiclass")
    except (TypeError, ValueError):
        # what it is instead is said when it is read
        return False


def seed_of(random_state: Any) -> int:
    """Return the seed of a run: an int from 0 as it is, or one that a generator of scikit-learn or numpy draws."""
    if hasattr(random_state, "integers"):
        return int(random_state.integers(MOST_SEEDS))
    if isinstance(random_state, int | np.integer):
        if isinstance(random_state, bool) or random_state < 0:
            raise SettingsError("random_state", "a whole number from 0", brief(random_state))
        return int(random_state)
    return int(check_random_state(random_state).randint(MOST_SEEDS))


def jobs_of(n_jobs: Any) -> int:
    """Return the number of parallel runs, with scikit-learn's meaning of `n_jobs`."""
    if n_jobs is None:
        return 1
    if isinstance(n_jobs, int | np.integer) and not isinstance(n_jobs, bool):
        if n_jobs == -1:
            return os.cpu_count() or 1
        if n_jobs > 0:
            return int(n_jobs)
    raise SettingsError("n_jobs", "a whole number from 1, -1 for all processors, or None", brief(n_jobs))


def checked_settings(
    profile: str, given: Mapping[str, Any], further: Mapping[Any, Any] | None, n_attributes: int
) -> Settings:
    """Return the settings of a profile with those parameters that are not None, and further ones by name."""
    others: Any = {} if further is None else further
    if not isinstance(others, Mapping) or not all(isinstance(name, str) for name in others):
        raise SettingsError("settings", "a dict of settings by name", brief(further))
    changes = {name: value for name, value in given.items() if value is not None}
    for name, value in others.items():
        if name in changes:
            raise SettingsError(name, "a value in one place", "a parameter and an entry of `settings`")
        changes[name] = value
    # numpy 1 warns of its booleans where a whole number is asked for
    plain = {name: value.item() if isinstance(value, np.generic) else value for name, value in changes.items()}
    return profile_settings(profile, n_attributes, **plain)


def require_run_parameters(metric: Any, warm_start: Any, verbose: Any) -> None:
    """Refuse, before anything is learned, a parameter that is used only during the run or after it."""
    choice("metric", metric, METRICS)
    truth("warm_start", warm_start)
    if not isinstance(verbose, Integral) or int(verbose) < 0:
        raise SettingsError("verbose", "a whole number from 0", brief(verbose))


def schema_of(start: RuleSet | None, X: Any) -> Schema | None:
    """Return the schema of the rules that a run starts from, if any. It has to be as wide as the table."""
    if start is None:
        return None
    if X.shape[1] != start.schema.n_attributes:
        raise DataError(
            f"expected as many columns as the rules were learned from, {start.schema.n_attributes}, found {X.shape[1]}",
            argument="init",
        )
    return start.schema


def checked_threshold(threshold: Any, is_short: bool) -> Method | float:
    """Return the method or the number that decides which votes are labels; None is the usual one of such rules."""
    methods = (POSTERIOR, *METHODS) if is_short else METHODS
    if threshold is None:
        return POSTERIOR if is_short else "ival"
    if isinstance(threshold, str):
        for method in methods:
            if threshold == method:
                return method
    elif isinstance(threshold, int | float | np.number) and not isinstance(threshold, bool):
        number = float(threshold)
        if 0.0 < number <= 1.0:
            return number
    raise SettingsError("threshold", f"one of {', '.join(methods)} or a number above 0 up to 1", brief(threshold))
