"""What is said when a library of the extra `experiments` is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mlslcs_ref.errors import UsageError


@contextmanager
def needed_by(what: str) -> Iterator[None]:
    """Turn the failure of the imports inside into the advice to install the extra.

    Parameters
    ----------
    what : str
        What cannot be done without them, to begin a sentence with.

    Raises
    ------
    UsageError
        If a library is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "mlslcs_ref":
            raise
        raise UsageError(f"{what} needs {missing}; install it with: pip install 'mlslcs_ref[experiments]'") from None
