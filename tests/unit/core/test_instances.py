"""D as the parts of the system ask for it. Clauses: CYC-1."""

import numpy as np
from unit.core.builders import bits

from mlslcs_ref.core.coverage import Instances


def test_an_instance_has_values_labels_and_masks_of_labels() -> None:
    """Labels 0 and 63 of 64: 1 in the first word of 62, 2 in the second. Clauses: CYC-1."""
    instances = Instances(np.array([[0.5, 1.0], [2.0, 0.0]]), [[True, *[False] * 62, True], [False] * 64])

    assert instances.n == 2
    assert (instances.values(0), instances.values(1)) == ([0.5, 1.0], [2.0, 0.0])
    assert instances.labels(0) == bits("1" + "0" * 62 + "1")
    assert (instances.words(0), instances.words(1)) == ([1, 2], [0, 0])
