"""MlS-LCS, a learning classifier system that learns generalised multi-label rules: readable and exact.

The names below are the public face; `mlslcs_ref.core` is the paper's system, module by module.
"""

from mlslcs_ref.data import Dataset, Schema, load_dataset, mlposition, problem, toy6x4
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
    "artificial_settings",
    "compacted",
    "load_dataset",
    "load_model",
    "mlposition",
    "problem",
    "rule_text",
    "save_model",
    "toy6x4",
    "train",
]
