"""The same problem for the package and for the literal model of the tests: their attributes, settings and runs."""

import math
from collections.abc import Mapping
from typing import Any, Final

from literal.model import Model
from literal.representation import Attribute as LiteralAttribute
from literal.representation import Representation, Row
from literal.streams import JavaStream, PcgStream

from mlslcs_ref.core.draws import JavaDraws, PcgDraws
from mlslcs_ref.core.events import Observer
from mlslcs_ref.core.learner import Learner
from mlslcs_ref.data.dataset import BinaryAttribute, Dataset, NominalAttribute
from mlslcs_ref.settings import Settings

LITERAL_NAMES: Final[Mapping[str, str]] = {
    "learning_rate": "beta",
    "accuracy_power": "nu",
    "accuracy_threshold": "acc0",
    "clustering_gamma": "gamma",
}


def literal_settings(settings: Settings) -> dict[str, Any]:
    """The settings by the names of the literal model."""
    return {LITERAL_NAMES.get(name, name): value for name, value in settings.as_dict().items()}


def literal_attributes(dataset: Dataset) -> list[LiteralAttribute]:
    """The attributes as the literal model writes them, with the range of continuous ones."""
    attributes: list[LiteralAttribute] = []
    for attribute, (low, high) in zip(dataset.schema.attributes, dataset.ranges(), strict=True):
        if isinstance(attribute, BinaryAttribute):
            attributes.append(("binary",))
        elif isinstance(attribute, NominalAttribute):
            attributes.append(("nominal", len(attribute.values)))
        else:
            attributes.append(("continuous", low, high))
    return attributes


def literal_rows(dataset: Dataset) -> list[Row]:
    """The instances, None where a value is missing."""
    return [[None if math.isnan(x) else x for x in row] for row in dataset.X.tolist()]


def literal_representation(dataset: Dataset, settings: Settings) -> Representation:
    """What chromosomes mean to the literal model."""
    return Representation(literal_attributes(dataset), dataset.n_labels, literal_settings(settings))


def twins(
    dataset: Dataset, settings: Settings, seed: int = 1, java: bool = False, observer: Observer | None = None
) -> tuple[Learner, Model]:
    """The package and the literal model before the first step of the same run."""
    labels = [[int(y) for y in row] for row in dataset.Y.tolist()]
    stream = JavaStream(seed) if java else PcgStream(seed)
    model = Model(literal_attributes(dataset), literal_rows(dataset), labels, literal_settings(settings), stream)
    return Learner(dataset, settings, JavaDraws(seed) if java else PcgDraws(seed), observer), model
