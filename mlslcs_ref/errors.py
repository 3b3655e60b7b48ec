"""Errors that a caller can expect and mend, as opposed to faults of this package.

Every class carries its facts as attributes and a `code` that never changes, so that a program can tell the cases apart
without reading the message. The message says what was expected, what was found, where, and how to go on.
"""

from __future__ import annotations

from typing import ClassVar

__all__ = [
    "CheckpointError",
    "DataError",
    "DataWarning",
    "ExperimentError",
    "MlsLcsError",
    "ModelError",
    "OutputError",
    "PlanError",
    "PoorModelWarning",
    "SettingsError",
    "TraceError",
    "UsageError",
    "WorkersError",
]


class MlsLcsError(Exception):
    """Base class of every error that this package raises on purpose."""

    code: ClassVar[str] = "error"


class FileError(MlsLcsError):
    """An error that belongs to a place in a file, where there is a file.

    Parameters
    ----------
    message : str
        What was expected, what was found, and how to go on.
    file : str, optional
        The file that was read or written.
    line : int, optional
        The line in `file`, counted from 1.
    """

    code = "file"

    def __init__(self, message: str, file: str | None = None, line: int | None = None) -> None:
        super().__init__(message, file, line)
        self.message = message
        self.file = file
        self.line = line

    def __str__(self) -> str:
        if self.file is None:
            return self.message
        where = self.file if self.line is None else f"{self.file}, line {self.line}"
        return f"{where}: {self.message}"


class DataError(FileError, ValueError):
    """Data that cannot be read, learned from or predicted."""

    code = "data"


class DataWarning(UserWarning):
    """Data that were read in a way that may not be meant; the message says how else they can be read."""


class ModelError(FileError):
    """A model file that is not one of ours, or is damaged."""

    code = "model"


class CheckpointError(FileError):
    """A checkpoint that is damaged, or of another run than the one that is to be resumed."""

    code = "checkpoint"


class ModelWarning(UserWarning):
    """A model can be used, but is not as it was written: its file was edited."""


class PoorModelWarning(UserWarning):
    """A model that is of little use, by the evidence that the message names."""


class PlanError(FileError):
    """The plan of an experiment, or a folder of its results, that cannot be used."""

    code = "plan"


class ExperimentError(MlsLcsError):
    """An experiment that cannot go on, because what it rests on has failed."""

    code = "experiment"


class TraceError(FileError):
    """A trace or a recorded run that cannot be read or replayed at all (as opposed to one that differs)."""

    code = "trace"


class OutputError(FileError):
    """A file that cannot be written."""

    code = "output"


class UsageError(MlsLcsError):
    """A call of the command line that cannot be meant."""

    code = "usage"


class SettingsError(MlsLcsError, ValueError):
    """A setting that does not exist or is out of its range.

    Parameters
    ----------
    name : str
        The setting.
    expected : str
        The range or the choices.
    found : str
        The value that was given, as text.
    """

    code = "settings"

    def __init__(self, name: str, expected: str, found: str) -> None:
        super().__init__(name, expected, found)
        self.name = name
        self.expected = expected
        self.found = found

    def __str__(self) -> str:
        return f"{self.name}: expected {self.expected}, found {self.found}"


class WorkersError(MlsLcsError):
    """Processes or machines that are to do the work of an experiment, and cannot be reached or used."""

    code = "workers"
