"""Warnings that point at the line of the caller, however deep inside something was noticed."""

from __future__ import annotations

import inspect
import warnings
from typing import Final

# scikit-learn calls estimators for people, as in a pipeline
PASSED: Final = frozenset({__name__.partition(".")[0], "sklearn", "joblib"})


def warned(warning: Warning) -> None:
    """Warn at the innermost line that is neither of this package nor of scikit-learn."""
    level, frame = 1, inspect.currentframe()
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] in PASSED:
        level, frame = level + 1, frame.f_back
    warnings.warn(warning, stacklevel=level)
