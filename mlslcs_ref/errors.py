"""Errors that a caller can expect and correct, as opposed to faults of this package.

Every class carries its facts as attributes and a `code` that never changes, so that a program can distinguish the cases
without reading the message. The message says what was expected, what was found, where, and what to do.
"""

from __future__ import annotations

from typing import ClassVar, Final

MOST_SHOWN: Final = 100
"""Most characters of a value in a message."""


class MlsLcsError(Exception):
    """Base class of every error that this package raises on purpose."""

    code: ClassVar[str] = "error"


class FileError(MlsLcsError):
    """An error with a place in a file, if there is a file.

    Parameters
    ----------
    message : str
        What was expected, what was found, and what to do.
    file : str, optional
        The file that was read or written.
    line : int, optional
        The line in `file`, counted from 1.
    place : str, optional
        The place in a document, as `rules[3].num`, or in a plan.
    """

    code = "file"

    def __init__(
        self, message: str, file: str | None = None, line: int | None = None, *, place: str | None = None
    ) -> None:
        super().__init__(message, file, line)
        self.message = message
        self.file = file
        self.line = line
        self.place = place

    def __str__(self) -> str:
        where = ", ".join(self.places())
        return f"{where}: {self.message}" if where else self.message

    def places(self) -> list[str]:
        """Return where the error is, in words, from the file inwards."""
        places = [] if self.file is None else [self.file]
        if places and self.line is not None:
            places.append(f"line {self.line}")
        return [*places, self.place] if self.place else places


class DataError(FileError, ValueError):
    """Data that cannot be read, learned from or predicted.

    Parameters
    ----------
    message : str
        What was expected, what was found, and what to do.
    file : str, optional
        The file, or the name of the data.
    line : int, optional
        The line in `file`, counted from 1.
    place : str, optional
        The place in a document.
    argument : str, optional
        The argument of the call that is wrong, or by which a file can be read.
    column : str, optional
        The attribute, the label, or the column of the table that holds them; the first one if there are several.
    row : int, optional
        The row of data that are not read from lines, counted from 1.
    """

    code = "data"

    def __init__(
        self,
        message: str,
        file: str | None = None,
        line: int | None = None,
        *,
        place: str | None = None,
        argument: str | None = None,
        column: str | None = None,
        row: int | None = None,
    ) -> None:
        super().__init__(message, file, line, place=place)
        self.argument = argument
        self.column = column
        self.row = row

    def places(self) -> list[str]:
        """Return where the error is, in words, from the file inwards."""
        places = super().places()
        if self.argument is not None and self.file is None:
            places.append(self.argument)
        if self.column is not None:
            cut = "" if len(self.column) <= MOST_SHOWN else "..."
            places.append(f"column {self.column[:MOST_SHOWN]!r}{cut}")
        if self.row is not None:
            places.append(f"row {self.row}")
        return places


class DataWarning(UserWarning):
    """Data that may have been read in an unintended way; the message says how to read them differently.

    Parameters
    ----------
    message : str
        What was found, and how to read it differently.
    column : str, optional
        The column; the first one if there are several.
    file : str, optional
        The file.
    """

    def __init__(self, message: str, column: str | None = None, file: str | None = None) -> None:
        super().__init__(message)
        self.column = column
        self.file = file

    def __str__(self) -> str:
        message = super().__str__()
        return message if self.file is None else f"{self.file}: {message}"


class AdviceWarning(DataWarning):
    """Data from which rules would learn what holds nowhere else, as of identifiers, or dates that they see as days."""


class ModelError(FileError):
    """A file that is not a model, or is damaged."""

    code = "model"


class CheckpointError(FileError):
    """A checkpoint that is damaged, or belongs to another run."""

    code = "checkpoint"


class ModelWarning(UserWarning):
    """A model that can be used, but whose file was edited, or that was not made to decide as it is asked to."""


class PoorModelWarning(UserWarning):
    """A poor model, by the evidence that the message names."""


class PlanError(FileError):
    """A plan of an experiment, or a folder of results, that cannot be used."""

    code = "plan"


class ExperimentError(MlsLcsError):
    """An experiment that cannot continue, because something it needs has failed."""

    code = "experiment"


class TraceError(FileError):
    """A trace or a recorded run that cannot be read or replayed (as opposed to one that differs)."""

    code = "trace"


class OutputError(FileError):
    """A file that cannot be written."""

    code = "output"


class UsageError(MlsLcsError):
    """A wrong call of the command line."""

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
        self.found = found if len(found) <= MOST_SHOWN else f"{found[:MOST_SHOWN]}..."

    def __str__(self) -> str:
        return f"{self.name}: expected {self.expected}, found {self.found}"


class WorkersError(MlsLcsError):
    """Processes of an experiment that cannot be used."""

    code = "workers"
