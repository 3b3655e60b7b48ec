"""What an experiment compares: methods that learn from training data and are measured on test data.

A method has a kind and options. `KINDS` names the class of each kind, so that a rival's libraries are loaded only when
it is used.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol

from mlslcs_ref._extra import needed_by
from mlslcs_ref._given import brief
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.errors import SettingsError
from mlslcs_ref.metrics import Scores

KINDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "mls-lcs": "mlslcs_ref.experiments.mls_lcs:MlsLcs",
        "mls-lcs-auto": "mlslcs_ref.experiments.mls_lcs:Auto",
        "mls-lcs-growing": "mlslcs_ref.experiments.mls_lcs:Growing",
        "br": "mlslcs_ref.experiments.rivals.chains:BinaryRelevance",
        "cc": "mlslcs_ref.experiments.rivals.chains:Chain",
        "ecc": "mlslcs_ref.experiments.rivals.chains:EnsembleOfChains",
        "rakel": "mlslcs_ref.experiments.rivals.rakel:Rakel",
        "mlknn": "mlslcs_ref.experiments.rivals.mlknn:MlKnn",
        "homer": "mlslcs_ref.experiments.rivals.homer:Homer",
        "boomer": "mlslcs_ref.experiments.rivals.boomer:Boomer",
        "chosen": "mlslcs_ref.experiments.rivals.best_variant:BestVariant",
    }
)
"""Where the class of each kind stands: the module, a colon and the name."""


class Outcome(NamedTuple):
    """The outcome of one run of a method. It depends on method, data and seed alone, so it has no times."""

    scores: Mapping[str, Scores]
    """The metrics on the test data, by the way of deciding: `pcut`, `ival` and `best` for `mls-lcs`, `labels` for a
    method that has one way."""
    facts: Mapping[str, float]
    """Numbers beside the scores, by name, such as `n_rules`."""
    curve: tuple[Mapping[str, float], ...] = ()
    """Points over time, each with its `step`; empty if the method has none."""


class Method(Protocol):
    """Learns and is measured; picklable, because runs may be done by other processes."""

    def evaluate(self, train: Dataset, test: Dataset, seed: int) -> Outcome:
        """Learn from `train` and return the scores on `test`, of the same schema; the seed decides every draw."""
        ...


def method_for(kind: str, options: Mapping[str, Any]) -> Method:
    """Return the method of one of the `KINDS`; an option that is left out has its default."""
    if kind not in KINDS:
        raise SettingsError("kind", "one of " + ", ".join(KINDS), brief(kind))
    module, _, name = KINDS[kind].partition(":")
    with needed_by(f"the method {kind}"):
        make: Any = getattr(import_module(module), name)
    known = tuple(inspect.signature(make).parameters)
    for option in options:
        if option not in known:
            raise SettingsError(option, "one of " + ", ".join(known), f"an unknown option of {kind}")
    method: Method = make(**options)
    return method
