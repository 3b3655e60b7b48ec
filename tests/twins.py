"""The same problem for the package and for the model of the specification: their data, settings and runs."""

import math
from typing import Any

from mlslcs_ref.core.draws import JavaDraws, PcgDraws
from mlslcs_ref.core.events import Observer
from mlslcs_ref.core.learner import Learner
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import BinaryAttribute, NominalAttribute
from mlslcs_ref.settings import Settings
from model.draws import JavaRandom, seeded
from model.initialisation import initialise
from model.parameters import Settings as ModelSettings
from model.parameters import read_settings
from model.representation import World, read_world
from model.state import State


def model_settings(settings: Settings) -> ModelSettings:
    """The settings as the model reads them."""
    return read_settings({"profile": "paper", **settings.as_dict()})


def model_world(dataset: Dataset, settings: Settings) -> World:
    """The data as the model reads them."""
    return read_world(model_data(dataset), model_settings(settings))


def model_data(dataset: Dataset) -> dict[str, Any]:
    """The data as the specification writes them, with the ranges of continuous attributes."""
    attributes: list[dict[str, Any]] = []
    for attribute, (low, high) in zip(dataset.schema.attributes, dataset.ranges(), strict=True):
        if isinstance(attribute, BinaryAttribute):
            attributes.append({"kind": "binary"})
        elif isinstance(attribute, NominalAttribute):
            attributes.append({"kind": "nominal", "n_values": len(attribute.values)})
        else:
            known = {"minimum": low, "maximum": high}
            attributes.append({"kind": "continuous"} | ({} if math.isnan(low) else known))
    rows = [[None if math.isnan(x) else x for x in row] for row in dataset.X.tolist()]
    labels = ["".join(str(int(y)) for y in row) for row in dataset.Y.tolist()]
    instances = [{"x": x, "y": y} for x, y in zip(rows, labels, strict=True)]
    return {"attributes": attributes, "n_labels": dataset.n_labels, "instances": instances}


def twins(
    dataset: Dataset, settings: Settings, seed: int = 1, java: bool = False, observer: Observer | None = None
) -> tuple[Learner, State]:
    """The package and the model before the first step of the same run."""
    draws = JavaDraws(seed) if java else PcgDraws(seed)
    stream = JavaRandom(seed) if java else seeded(seed)
    state = State(model_world(dataset, settings), stream)
    if settings.clustering:
        initialise(state)
    return Learner(dataset, settings, draws, observer), state
