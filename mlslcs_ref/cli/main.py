"""From a call to an exit status: 0, 1 (something differs), 2 (an error), 3 (nothing ran), 141 (output cut off).

A signal gives 128 plus its number: 130 for Ctrl-C, 143 for SIGTERM, 129 for SIGHUP.
"""

from __future__ import annotations

import signal
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TextIO

from mlslcs_ref._signals import Stopped, raising
from mlslcs_ref.cli.call.arguments import in_options
from mlslcs_ref.cli.call.loading import require_no_model, require_one_reader
from mlslcs_ref.cli.commands import COMMANDS
from mlslcs_ref.cli.parser import build_hint, build_parser
from mlslcs_ref.cli.screen import STDOUT, complain, require_stdout, silence
from mlslcs_ref.errors import DataWarning, MlsLcsError, ModelWarning, OutputError

NAME: Final = "mlslcs_ref"
ERROR: Final = 2
CUT_OFF: Final = 141
OWN_WARNINGS: Final = {ModelWarning: "warning", DataWarning: "note"}
COMPILED: Final = "__mypyc"
"""How the name ends of the module that holds what mypyc has compiled."""
SHARED: Final = (".so", ".pyd", ".dylib")
"""How files of compiled code end."""


def main(argv: Sequence[str] | None = None) -> int:
    """Do what a call asks for and return its exit status.

    The arguments are by default those of the process.
    """
    try:
        with raising():
            return _guarded(list(sys.argv[1:] if argv is None else argv), alone=argv is None)
    except MlsLcsError as error:
        if isinstance(error, OutputError) and error.file == STDOUT:
            silence(sys.stdout)
        return _failed(in_options(str(error)))
    except BrokenPipeError:
        silence(sys.stdout)
        return CUT_OFF
    except KeyboardInterrupt as error:
        stopped = error if isinstance(error, Stopped) else Stopped(signal.SIGINT)
        for note in getattr(error, "__notes__", ()):
            complain(f"{NAME}: {note}")
        complain(stopped.message)
        return stopped.status
    except (MemoryError, ImportError, OSError) as error:
        return _failed(_fault(error))


def _fault(error: MemoryError | ImportError | OSError) -> str:
    """Return what is missing on the machine.

    Raises
    ------
    ImportError
        Again, if it is not of compiled code: then the program is wrong.
    """
    if isinstance(error, MemoryError):
        return "not enough memory"
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename is not None else ""
        return f"{where}{error.strerror or error}"
    if (error.path or "").endswith(SHARED):
        return f"a library cannot be loaded, for lack of memory or because it is damaged: {error}"
    if not (error.name or "").endswith(COMPILED):
        raise error
    return f"a file of the compiled build is missing or damaged ({error.name}): install mlslcs_ref again"


def _failed(message: str) -> int:
    complain(f"{NAME}: error: {message}")
    return ERROR


def _guarded(argv: list[str], alone: bool) -> int:
    """Do what a call asks for; `alone` if the process is there for this call only, not for a program that makes it."""
    try:
        arguments = build_parser().parse(argv)
    except SystemExit as end:
        # after --help and --version
        return int(end.code or 0)
    require_stdout()
    require_one_reader(arguments)
    require_no_model(arguments)
    arguments.argv, arguments.alone = argv, alone
    # of the actions of `experiment`, those that run something
    slow = arguments.command in {"run", "replay", "trace summary"} or "jobs" in arguments
    if slow and not arguments.quiet and (hint := build_hint()) is not None:
        complain(f"{NAME}: {hint}")
    with _warnings_said():
        return COMMANDS[arguments.command].run(arguments)


@contextmanager
def _warnings_said() -> Iterator[None]:
    """Write each warning of this package once, whatever -W asks for: a warning is not a fault of the program."""
    said: set[str] = set()
    with warnings.catch_warnings():
        for own in OWN_WARNINGS:
            warnings.simplefilter("always", own)
        others = warnings.showwarning

        def show(
            message: Warning | str,
            category: type[Warning],
            filename: str,
            lineno: int,
            file: TextIO | None = None,
            line: str | None = None,
        ) -> None:
            if not issubclass(category, tuple(OWN_WARNINGS)):
                others(message, category, filename, lineno, file, line)
            elif str(message) not in said:
                said.add(str(message))
                word = next(word for own, word in OWN_WARNINGS.items() if issubclass(category, own))
                complain(f"{NAME}: {word}: {in_options(str(message))}")

        warnings.showwarning = show
        yield
