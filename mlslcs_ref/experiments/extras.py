"""What an experiment needs beyond the base install, and what is said where it is missing."""

from __future__ import annotations

from types import TracebackType

from mlslcs_ref.errors import UsageError

__all__ = ["extra"]


class extra:  # noqa: N801 - reads as the statement that it is
    """Import inside ``with extra("what for"):``, and who lacks the package is told how to get it.

    Parameters
    ----------
    purpose : str
        What the package is for, as a subject in the plural or the singular: "pictures", "iterative stratification".

    Raises
    ------
    UsageError
        On leaving, in place of an ImportError.
    """

    def __init__(self, purpose: str) -> None:
        self._purpose = purpose

    def __enter__(self) -> None:
        """Nothing is to be prepared."""

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Turn a failed import into advice."""
        if isinstance(error, ImportError):
            package = (error.name or "a package").partition(".")[0]
            raise UsageError(
                f"{self._purpose}: {package} is not installed; install it with: pip install 'mlslcs_ref[experiments]'"
            ) from None
