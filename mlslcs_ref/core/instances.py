"""The training instances, as the parts of the system ask for them."""

from __future__ import annotations

from bitarray import bitarray

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.consequent import words
from mlslcs_ref.core.coverage import Values

__all__ = ["Instances"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Instances:
    """D.

    Parameters
    ----------
    values : ndarray of shape (n_instances, n_attributes)
        Codes and numbers; NaN where missing.
    labels : list of list of bool, of shape (n_instances, n_labels)
        The labels.
    """

    def __init__(self, values: Values, labels: list[list[bool]]) -> None:
        self.n = len(labels)
        self._values = values
        self._labels = [bitarray(row, "little") for row in labels]
        self._words = [words(row) for row in self._labels]

    def values(self, instance: int) -> list[float]:
        """Return the values of an instance."""
        row: list[float] = self._values[instance].tolist()
        return row

    def labels(self, instance: int) -> bitarray:
        """Return the labels of an instance; not to be changed."""
        return self._labels[instance]

    def words(self, instance: int) -> list[int]:
        """Return the labels of an instance as masks, 62 labels a word; not to be changed."""
        return self._words[instance]
