"""MlS-LCS, a learning classifier system that learns generalised multi-label rules: readable and exact.

The names of `__all__` are public. Everything else may change, above all `mlslcs_ref.core`, the paper's system. A name
is loaded at its first use, so that the command line reacts to signals before numpy is loaded.
"""

from types import MappingProxyType
from typing import TYPE_CHECKING

from mlslcs_ref._build import __version__ as __version__
from mlslcs_ref._lazy import lazy

_NAMES = MappingProxyType(
    {
        "_build": ("__version__", "is_compiled"),
        "data": (
            *("Dataset", "Schema", "from_table", "load_dataset", "mlposition", "problem"),
            *("save_arff", "to_frame", "toy6x4"),
        ),
        "errors": ("MlsLcsError",),
        "extension.settings": ("AutoOptions", "auto_settings"),
        "learning.train": ("train",),
        "learning.training": ("Training", "artificial_settings"),
        "learning.watch": ("Callback", "Moment"),
        "rulesets": ("Model", "Rule", "RuleSet", "compacted", "load_model", "save_model"),
        "parts": ("Parts",),
        "settings": ("Settings",),
    }
)
__all__ = [name for names in _NAMES.values() for name in names]

if TYPE_CHECKING:
    # the second list, for tools that read without running
    from mlslcs_ref._build import is_compiled as is_compiled
    from mlslcs_ref.data import Dataset as Dataset
    from mlslcs_ref.data import Schema as Schema
    from mlslcs_ref.data import from_table as from_table
    from mlslcs_ref.data import load_dataset as load_dataset
    from mlslcs_ref.data import mlposition as mlposition
    from mlslcs_ref.data import problem as problem
    from mlslcs_ref.data import save_arff as save_arff
    from mlslcs_ref.data import to_frame as to_frame
    from mlslcs_ref.data import toy6x4 as toy6x4
    from mlslcs_ref.errors import MlsLcsError as MlsLcsError
    from mlslcs_ref.extension.settings import AutoOptions as AutoOptions
    from mlslcs_ref.extension.settings import auto_settings as auto_settings
    from mlslcs_ref.learning.train import train as train
    from mlslcs_ref.learning.training import Training as Training
    from mlslcs_ref.learning.training import artificial_settings as artificial_settings
    from mlslcs_ref.learning.watch import Callback as Callback
    from mlslcs_ref.learning.watch import Moment as Moment
    from mlslcs_ref.parts import Parts as Parts
    from mlslcs_ref.rulesets import Model as Model
    from mlslcs_ref.rulesets import Rule as Rule
    from mlslcs_ref.rulesets import RuleSet as RuleSet
    from mlslcs_ref.rulesets import compacted as compacted
    from mlslcs_ref.rulesets import load_model as load_model
    from mlslcs_ref.rulesets import save_model as save_model
    from mlslcs_ref.settings import Settings as Settings
else:
    __getattr__, __dir__ = lazy(__name__, _NAMES)
