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
        "data.dataset": ("Dataset",),
        "data.formats.arff_writer": ("save_arff",),
        "data.loading": ("load_dataset",),
        "data.problems": ("mlposition", "problem", "toy6x4"),
        "data.schema": ("Schema",),
        "data.table": ("from_table", "to_frame"),
        "errors": ("MlsLcsError",),
        "extension.settings": ("AutoOptions", "auto_settings"),
        "learning.train": ("train",),
        "learning.training": ("Training", "artificial_settings"),
        "learning.watch": ("Callback", "Moment"),
        "parts": ("Parts",),
        "rulesets.compaction": ("compacted",),
        "rulesets.model": ("Model",),
        "rulesets.model_file": ("load_model", "save_model"),
        "rulesets.rule": ("Rule",),
        "rulesets.ruleset": ("RuleSet",),
        "settings": ("Settings",),
    }
)
__all__ = [name for names in _NAMES.values() for name in names]

if TYPE_CHECKING:
    # the second list, for tools that read without running
    from mlslcs_ref._build import is_compiled as is_compiled
    from mlslcs_ref.data.dataset import Dataset as Dataset
    from mlslcs_ref.data.formats.arff_writer import save_arff as save_arff
    from mlslcs_ref.data.loading import load_dataset as load_dataset
    from mlslcs_ref.data.problems import mlposition as mlposition
    from mlslcs_ref.data.problems import problem as problem
    from mlslcs_ref.data.problems import toy6x4 as toy6x4
    from mlslcs_ref.data.schema import Schema as Schema
    from mlslcs_ref.data.table import from_table as from_table
    from mlslcs_ref.data.table import to_frame as to_frame
    from mlslcs_ref.errors import MlsLcsError as MlsLcsError
    from mlslcs_ref.extension.settings import AutoOptions as AutoOptions
    from mlslcs_ref.extension.settings import auto_settings as auto_settings
    from mlslcs_ref.learning.train import train as train
    from mlslcs_ref.learning.training import Training as Training
    from mlslcs_ref.learning.training import artificial_settings as artificial_settings
    from mlslcs_ref.learning.watch import Callback as Callback
    from mlslcs_ref.learning.watch import Moment as Moment
    from mlslcs_ref.parts import Parts as Parts
    from mlslcs_ref.rulesets.compaction import compacted as compacted
    from mlslcs_ref.rulesets.model import Model as Model
    from mlslcs_ref.rulesets.model_file import load_model as load_model
    from mlslcs_ref.rulesets.model_file import save_model as save_model
    from mlslcs_ref.rulesets.rule import Rule as Rule
    from mlslcs_ref.rulesets.ruleset import RuleSet as RuleSet
    from mlslcs_ref.settings import Settings as Settings
else:
    __getattr__, __dir__ = lazy(__name__, _NAMES)
