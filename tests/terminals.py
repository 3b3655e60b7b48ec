"""Calls of the command line, in this process or in another, with output to a pipe or to a terminal of some width."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from processes import PATIENCE, heed_signals

import mlslcs_ref
from mlslcs_ref.cli import main

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
COLOUR_VARIABLES = ("NO_COLOR", "FORCE_COLOR", "TERM", "COLUMNS")
TELLING: Final = """
import sys
from mlslcs_ref.cli import main
from mlslcs_ref.learning.training import Training
advance = Training.advance
def telling(*call):
    Training.advance = advance
    over = advance(*call)
    print("training", file=sys.stderr, flush=True)
    return over
Training.advance = telling
sys.exit(main(sys.argv[1:]))
"""
"""The program, which says that it trains when its first steps are done."""


class Outcome(NamedTuple):
    """What a call did."""

    status: int
    out: str
    err: str


class CommandLine:
    """The command line in this process.

    Parameters
    ----------
    monkeypatch, capsys
        The fixtures of the test.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        for name in COLOUR_VARIABLES:
            monkeypatch.delenv(name, raising=False)
        # what is said of things that take long is not to depend on the machine
        monkeypatch.setattr("mlslcs_ref.documents.progress.LINE_SECONDS", PATIENCE)
        monkeypatch.setattr("mlslcs_ref.cli.screen.SLOW_SECONDS", PATIENCE)

    def piped(self, *argv: Any) -> Outcome:
        """Call with output to pipes."""
        status = main([str(word) for word in argv])
        captured = self._capsys.readouterr()
        return Outcome(status, captured.out, captured.err)

    def refused(self, *argv: Any) -> str:
        """Call with what cannot be meant, which ends in one line of an error and prints nothing; return that line."""
        outcome = self.piped(*argv)
        assert (outcome.status, outcome.out) == (2, "")
        assert re.fullmatch(r"mlslcs_ref: error: .*\n", outcome.err)
        assert "\x1b" not in outcome.err
        return outcome.err

    def document(self, *argv: Any) -> Any:
        """Call with ``--json``, and return what is printed."""
        outcome = self.piped(*argv, "--json")
        assert (outcome.status, outcome.err) == (0, "")
        return json.loads(outcome.out)

    def shown(self, *argv: Any, width: int = 80, colour: bool = False) -> Outcome:
        """Call with standard output to a terminal."""
        with self._monkeypatch.context() as patch:
            patch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
            patch.setenv("COLUMNS", str(width))
            if not colour:
                patch.setenv("NO_COLOR", "1")
            return self.piped(*argv)


def tables(text: str) -> list[list[dict[str, str]]]:
    """Return the tables of piped output: the cells of each row by the names of their columns."""
    found = []
    for block in re.split(r"^#.*$|\n(?=\n)", text, flags=re.MULTILINE):
        lines = [line.split("\t") for line in block.split("\n") if line]
        if lines:
            found.append([dict(zip(lines[0], cells, strict=False)) for cells in lines[1:]])
    return found


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    """Return the command line."""
    return CommandLine(monkeypatch, capsys)


def program(*argv: Any) -> list[str]:
    """Return the command of a process of its own."""
    return [sys.executable, "-m", "mlslcs_ref", *map(str, argv)]


def variables(**changes: str) -> dict[str, str]:
    """Return an environment in which a process finds the package that this one uses."""
    kept = {name: value for name, value in os.environ.items() if name not in COLOUR_VARIABLES}
    return {**kept, "PYTHONPATH": str(Path(mlslcs_ref.__file__).parents[1]), **changes}


def in_process(*argv: Any, **options: Any) -> Outcome:
    """Run the program with output to pipes."""
    return ran(*program(*argv), **options)


def ran(*command: Any, **options: Any) -> Outcome:
    """Run a command with output to pipes."""
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=PATIENCE,
        **{"env": variables(), **options},
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


@contextmanager
def started(*command: Any, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Start a command whose output is read and which heeds signals, and end it whatever happens."""
    with subprocess.Popen(
        [str(word) for word in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **{"env": variables(), "preexec_fn": heed_signals, **options},
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def in_terminal(*argv: Any, env: Mapping[str, str]) -> tuple[int, str]:
    """Run the program with both outputs to one terminal, and return its status and what the terminal received."""
    master, terminal = pty.openpty()
    with subprocess.Popen(
        program(*argv), stdin=subprocess.DEVNULL, stdout=terminal, stderr=terminal, env=dict(env)
    ) as process:
        os.close(terminal)
        received = b""
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:  # how Linux says that nobody has the terminal open any more
                break
            if not part:
                break
            received += part
        status = process.wait(timeout=PATIENCE)
    os.close(master)
    return status, received.decode("utf-8").replace("\r\n", "\n")
