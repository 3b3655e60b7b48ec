"""One label in one dimension, as scikit-learn's tools for many labels give it to an estimator: two classes, in and out.

A `y` of two dimensions is an indicator of labels, and stays one.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mlslcs_ref._given import brief
from mlslcs_ref._warned import warned
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.label_columns import lists_in, meaning_of
from mlslcs_ref.data.schema import Schema
from mlslcs_ref.errors import DataError, DataWarning
from mlslcs_ref.rulesets.consultation import Consultation

Flags = npt.NDArray[np.bool_]


class Target(NamedTuple):
    """What an estimator is to learn."""

    labels: Any
    """What `from_table` takes for labels."""
    classes: npt.NDArray[Any] | None
    """Of shape (2,). The values of a `y` of one dimension, the one that the label stands for last; None if `y` has two
    dimensions."""

    def classes_of(self, dataset: Dataset) -> npt.NDArray[Any]:
        """Return the classes as scikit-learn has them: (2,) for one dimension, else 0 and 1 for every label."""
        return np.tile(np.array([0, 1]), (dataset.n_labels, 1)) if self.classes is None else self.classes

    def named(self, dataset: Dataset) -> Dataset:
        """Return the data with the class in the label's name, if the class is no word for yes."""
        if self.classes is None or _says_yes(self.classes):
            return dataset
        schema = Schema(dataset.schema.attributes, (f"{dataset.schema.labels[0]}={self.classes[1]}",))
        return Dataset(schema, dataset.matrix, dataset.Y, dataset.name, dataset.reading)


def target_of(y: Any, known: npt.NDArray[Any] | None = None) -> Target:
    """Return what is to be learned from `y`: an indicator of labels, or two classes, any two numbers or texts.

    `known` are the classes of an earlier fit, as `Target.classes_of` gives them.
    """
    values = _one_dimension(y)
    if values is None or (known is not None and known.ndim == 2):
        return Target(y, None)
    found = _distinct(values)
    if known is not None:
        if found is None or not set(found) <= set(known.tolist()):
            raise DataError(
                f"Unknown label type: expected the classes {known.tolist()}, found {brief(values.tolist())}"
            )
        return Target(_indicator(y, values == known[1]), known)
    if found is not None and len(found) == 1 and not set(found) <= {0, 1}:
        raise DataError(f"expected two classes in y, or 0 and 1, found only one class, {brief(found[0])}")
    if found is None:
        # whatever is wrong with it is said where it is read as an indicator
        return Target(y, None)
    if set(found) <= {0, 1}:
        kind = values.dtype if values.dtype.kind in "biuf" else np.dtype(np.int64)
        return Target(y, np.array([0, 1]).astype(kind))
    classes = np.unique(np.array(found))
    # a comma with a blank behind it also stands in a name, as of Paris, Texas
    if listing := lists_in([str(one).replace(", ", "") for one in found]):
        message = f"y has the two classes {found[0]!r} and {found[1]!r}; if they list labels, give {listing}"
        warned(DataWarning(message))
    return Target(_indicator(y, values == classes[1]), classes)


def _one_dimension(y: Any) -> npt.NDArray[Any] | None:
    if hasattr(y, "toarray"):
        return None
    try:
        values = np.asarray(y)
        if values.dtype.kind in "US" and not isinstance(y, np.ndarray):
            # numpy makes texts of what stands beside them
            values = np.asarray(y, dtype=object)
    except ValueError:
        return None
    return values if values.ndim == 1 else None


def _distinct(values: npt.NDArray[Any]) -> list[Any] | None:
    """Return the one or two values of an array if they are texts only, or numbers only; else None."""
    listed = values.tolist()
    texts = all(isinstance(value, str) for value in listed)
    numbers = all(isinstance(value, bool | int | float) and math.isfinite(value) for value in listed)
    found = list(dict.fromkeys(listed)) if texts or numbers else []
    return found if 1 <= len(found) <= 2 else None


def _indicator(y: Any, flags: Flags) -> Any:
    name = getattr(y, "name", None)
    if not name or not hasattr(y, "to_frame"):
        return flags
    # a data frame of the same library keeps the name
    return type(y)(flags, name=name) if hasattr(y, "iloc") else type(y)(name, flags)


def _says_yes(classes: npt.NDArray[Any]) -> bool:
    return meaning_of(tuple(str(int(one)) if classes.dtype.kind in "bf" else str(one) for one in classes), ()) == [
        False,
        True,
    ]


def shares_of_classes(positive: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the shares of both classes, of shape (n_instances, 2), from those of the second."""
    return np.column_stack([1.0 - positive, positive])


def balance(consultation: Consultation) -> npt.NDArray[np.float64]:
    """Return w by the weight of all votes on the only label, in [-1, 1], of shape (n_instances,); 0 without any."""
    weight = consultation.weights()[:, 0]
    votes = consultation.raw_votes()[:, 0].astype(np.float64)
    shares: npt.NDArray[np.float64] = np.clip(votes / np.where(weight > 0.0, weight, 1.0), -1.0, 1.0)
    return shares
