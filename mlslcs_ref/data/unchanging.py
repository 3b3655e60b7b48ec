"""Arrays that nobody can change."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def locked(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return an array, read-only from now on."""
    array.flags.writeable = False
    return array


class Unchanging:
    """What holds arrays that nobody can change; numpy forgets it of those that are copied or unpickled."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        for value in state.values():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False
