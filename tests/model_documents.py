"""Files of models, as JSON that somebody has changed."""

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from mlslcs_ref.errors import ModelError, ModelWarning
from mlslcs_ref.rulesets.consultation import METHODS, Consultation
from mlslcs_ref.rulesets.model_file import load_model, model_text, save_model

Place = tuple[str | int, ...]


def places(node: Any, path: Place = ()) -> Iterator[Place]:
    """Yield every place of a document but its root."""
    parts = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, part in parts:
        yield (*path, key)
        yield from places(part, (*path, key))


def at(node: Any, path: Place) -> Any:
    """Return what stands at a place."""
    for key in path:
        node = node[key]
    return node


def why_refused(path: Path) -> str:
    """Return why a file is no model; nothing if it is one, which predicts, prints and can be written again."""
    try:
        with warnings.catch_warnings(action="ignore", category=ModelWarning):
            found = load_model(path)
    except ModelError as error:
        assert error.file == str(path)
        return str(error)
    ruleset = found.ruleset
    X = np.full((2, ruleset.schema.n_attributes), 1.0)
    X[1] = np.nan
    asked = Consultation(ruleset, X)
    votes = asked.votes()
    assert ((votes >= 0.0) & (votes <= 1.0)).all()
    for method in METHODS:
        asked.predicted(method, found.thresholds)
    assert all(rule.text for rule in ruleset.best(order="weight"))
    text = model_text(found)
    save_model(found, path)
    assert model_text(load_model(path)) == text
    return ""
