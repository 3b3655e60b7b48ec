"""What is said when a library of the extra `experiments` is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from mlslcs_ref.errors import UsageError

INSTALL: Final = "pip install 'mlslcs_ref[experiments]'"


class MissingLibraryError(UsageError):
    """A library of the extra is not installed."""


@contextmanager
def needed_by(what: str, instead: str = "") -> Iterator[None]:
    """Turn the failure of the imports inside into the advice to install the extra.

    Parameters
    ----------
    what : str
        What cannot be done without them, to begin a sentence with.
    instead : str
        How to do without, as `leave pictures out`.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "mlslcs_ref":
            raise
        message = f"{what} needs {missing}; {f'{instead}, or ' if instead else ''}install it with: {INSTALL}"
        raise MissingLibraryError(message) from None
