"""MlS-LCS, a learning classifier system that learns generalised multi-label rules: readable and exact.

The names below are the public face; `mlslcs_ref.core` is the paper's system, module by module. What stands behind a
name is loaded when it is first asked for, so that the command line is there to hear a signal before numpy is.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from mlslcs_ref._build import __version__

if TYPE_CHECKING:
    from mlslcs_ref._build import is_compiled
    from mlslcs_ref.data import (
        Dataset,
        Schema,
        from_table,
        load_dataset,
        mlposition,
        problem,
        save_arff,
        to_frame,
        toy6x4,
    )
    from mlslcs_ref.errors import MlsLcsError
    from mlslcs_ref.rulesets import Model, RuleSet, compacted, load_model, rule_text, save_model
    from mlslcs_ref.settings import Settings
    from mlslcs_ref.training import Training, artificial_settings, train

__all__ = [
    "Dataset",
    "MlsLcsError",
    "Model",
    "RuleSet",
    "Schema",
    "Settings",
    "Training",
    "__version__",
    "artificial_settings",
    "compacted",
    "from_table",
    "is_compiled",
    "load_dataset",
    "load_model",
    "mlposition",
    "problem",
    "rule_text",
    "save_arff",
    "save_model",
    "to_frame",
    "toy6x4",
    "train",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Load a public name or a module of the package."""
        homes = {
            "_build": ("is_compiled",),
            "data": (
                "Dataset",
                "Schema",
                "from_table",
                "load_dataset",
                "mlposition",
                "problem",
                "save_arff",
                "to_frame",
                "toy6x4",
            ),
            "errors": ("MlsLcsError",),
            "rulesets": ("Model", "RuleSet", "compacted", "load_model", "rule_text", "save_model"),
            "settings": ("Settings",),
            "training": ("Training", "artificial_settings", "train"),
        }
        for home, names in homes.items():
            if name == home or name in names:
                module = import_module(f"mlslcs_ref.{home}")
                return module if name == home else globals().setdefault(name, getattr(module, name))
        raise AttributeError(f"module 'mlslcs_ref' has no attribute {name!r}")

    def __dir__() -> list[str]:
        """Return the names of the module, loaded or not."""
        return sorted({*globals(), *__all__})
