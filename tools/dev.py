"""Set up, run and check the project: ``python3 tools/dev.py COMMAND``.

Needs Python 3.11 or later and nothing else; every command first makes ``.venv`` in the root of the repository, or mends
it, when that is needed. The virtual environment is filled in two steps, so that `run` waits for the few packages of the
program only and `test` adds the tools. The package is installed there *editable*: its sources are the ones in the
repository, edits count at once, and the import hook that setuptools installs comes last in the search, so that another
build of the package on the search path wins over it.

What is written here must be understood as far as the version check by any Python 3.7 or later.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - an older Python gets here, and is to be told so
    sys.exit(
        "dev.py: Python 3.11 or later is needed, this is %d.%d; call a newer one, for example: python3.12 tools/dev.py"  # noqa: UP031
        % sys.version_info[:2]
    )

import contextlib
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Final, NamedTuple, NoReturn

ROOT: Final = Path(__file__).resolve().parent.parent
VENV: Final = ROOT / ".venv"
LOCK: Final = ROOT / ".venv.lock"
STAMP: Final = "dev-stamp.json"
WINDOWS: Final = os.name == "nt"
TAIL_LINES: Final = 20
LINE_LENGTH: Final = 300

BASE: Final = "base"  # what the program needs
DEV: Final = "dev"  # and what its developers need: the extra of that name in pyproject.toml

GENERATED: Final = (
    ".venv",
    "build",
    "dist",
    "mlslcs_ref.egg-info",
    ".hypothesis",
    ".import_linter_cache",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
)

USAGE: Final = """\
usage: python3 tools/dev.py COMMAND [ARGUMENT ...]

commands:
  run ARGUMENT ...     run the program: `python -m mlslcs_ref run ARGUMENT ...`
  test                 check everything: style, types, import rules, then all the tests
  test ARGUMENT ...    run pytest alone, with these arguments, in the root of the repository
  check                check style, types and import rules
  clean                remove .venv and everything else that was generated
"""


class SetupError(Exception):
    """Something outside the project keeps its virtual environment from being made; the text says what to do."""


# ------------------------------------------------------------------------------------------- the virtual environment


class Stamp(NamedTuple):
    """What ``.venv`` was made from and for; written last, so a half-made one has none.

    Attributes
    ----------
    fingerprint : str
        What :func:`fingerprint` gave when ``.venv`` was made.
    steps : tuple of str
        The steps that are complete, of `BASE` and `DEV`.
    distributions : tuple of str
        The folders of metadata that the installer left, one for each distribution.
    """

    fingerprint: str
    steps: tuple[str, ...]
    distributions: tuple[str, ...]

    def to_json(self) -> str:
        """Give the stamp as the text of its file."""
        return json.dumps(self._asdict(), indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "Stamp | None":
        """Read a stamp; None when `text` is not one."""
        try:
            fields = json.loads(text)
            return cls(str(fields["fingerprint"]), tuple(fields["steps"]), tuple(fields["distributions"]))
        except (ValueError, KeyError, TypeError):
            return None


def fingerprint(pyproject: str, setup: str, interpreter: str, place: str) -> str:
    """Sum up everything that ``.venv`` depends on.

    Parameters
    ----------
    pyproject, setup : str
        The texts of ``pyproject.toml`` and of ``setup.py`` ("" if there is none). Of the first only the tables that
        decide about packages count, so that a change of a checker's settings costs no new installation.
    interpreter : str
        The Python that ``.venv`` belongs to.
    place : str
        The root of the repository: a virtual environment that was moved or copied doesn't work.

    Returns
    -------
    str
        64 hexadecimal digits.
    """
    try:
        tables = tomllib.loads(pyproject)
    except tomllib.TOMLDecodeError as error:
        message = f"pyproject.toml is not TOML: {error}"
        raise SetupError(message) from error
    relevant = [tables.get("build-system"), tables.get("project"), tables.get("tool", {}).get("setuptools")]
    facts = json.dumps([relevant, setup, interpreter, place], sort_keys=True)
    return hashlib.sha256(facts.encode()).hexdigest()


def reason_to_rebuild(
    stamp: Stamp | None, wanted: str, *, has_python: bool, distributions: Sequence[str]
) -> str | None:
    """Say why ``.venv`` can't be used as it is.

    Parameters
    ----------
    stamp : Stamp or None
        Its stamp, if it has one.
    wanted : str
        The fingerprint of the repository as it is now.
    has_python : bool
        Whether its interpreter is there.
    distributions : sequence of str
        The folders of metadata that are in it now.

    Returns
    -------
    str or None
        The reason in a few words; None when all is well.
    """
    if stamp is None:
        return "half made"
    if not has_python:
        return "its Python is gone"
    if stamp.fingerprint != wanted:
        return "made for another Python, another place or other requirements"
    if not set(stamp.distributions) <= set(distributions):
        return "packages are gone"
    return None


def explain_pip(output: str) -> str:
    """Turn what pip printed before it failed into one line that says what to do.

    Parameters
    ----------
    output : str
        Everything pip printed.

    Returns
    -------
    str
        One line, without a full stop.
    """
    no_network = (
        "NewConnectionError",
        "NameResolutionError",
        "ConnectTimeoutError",
        "ReadTimeoutError",
        "ProxyError",
        "Connection refused",
        "Connection reset",
        "Network is unreachable",
        "Temporary failure in name resolution",
        "Read timed out",
        "(from versions: none)",  # all that pip says when it may not try again
    )
    if any(sign in output for sign in no_network):
        return "the package index can't be reached: check the network, or PIP_INDEX_URL and PIP_PROXY, and try again"
    if "CERTIFICATE_VERIFY_FAILED" in output or "SSLError" in output:
        return "the package index has a certificate that is not trusted: check PIP_CERT and try again"
    if "No space left on device" in output:
        return "the disk is full: make room and try again"
    if "No matching distribution found" in output or "ResolutionImpossible" in output:
        return "a package that is needed is not to be had for this Python: see the lines above"
    return "pip failed: see the lines above"


def tail(text: str, lines: int = TAIL_LINES) -> str:
    """Give the last `lines` lines of `text` that are not blank, each cut to what can be read at a glance."""
    filled = [
        line if len(line) <= LINE_LENGTH else f"{line[:LINE_LENGTH]} ..." for line in text.splitlines() if line.strip()
    ]
    return "\n".join(filled[-lines:])


def clean_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Give the environment for everything that is run inside ``.venv``.

    Parameters
    ----------
    environment : mapping of str to str
        The caller's.

    Returns
    -------
    dict of str to str
        The same without what would put other modules in the way of those in ``.venv`` or lead pip to another place.
        Where pip gets packages from stays the caller's choice.
    """
    leaks = ("PYTHONPATH", "PYTHONHOME", "MYPYPATH", "__PYVENV_LAUNCHER__", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT")
    kept = {name: value for name, value in environment.items() if name not in leaks}
    return {**kept, "PIP_USER": "0", "PIP_NO_INPUT": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def say(message: str) -> None:
    """Print a message of this tool to the error stream: the output belongs to the program that is run."""
    print(f"dev.py: {message}", file=sys.stderr, flush=True)


def venv_python() -> Path:
    """Give the path of the interpreter inside ``.venv``."""
    return VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")


def installed_distributions() -> list[str]:
    """List the folders of metadata inside ``.venv``, in alphabetical order."""
    pattern = "Lib/site-packages/*.dist-info" if WINDOWS else "lib/python3*/site-packages/*.dist-info"
    return sorted(path.name for path in VENV.glob(pattern))


def read_stamp() -> Stamp | None:
    """Read the stamp of ``.venv``; None when there is none that can be read."""
    try:
        return Stamp.from_json((VENV / STAMP).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return None


def write_stamp(stamp: Stamp) -> None:
    """Write the stamp of ``.venv`` in one go."""
    draft = VENV / f"{STAMP}.new"
    draft.write_text(stamp.to_json(), encoding="utf-8")
    draft.replace(VENV / STAMP)


def current_fingerprint() -> str:
    """Give the fingerprint of the repository as it is now, for the Python that runs this."""
    setup = ROOT / "setup.py"
    return fingerprint(
        (ROOT / "pyproject.toml").read_text(encoding="utf-8"),
        setup.read_text(encoding="utf-8") if setup.exists() else "",
        f"{sys.implementation.name} {sys.version} {sys.base_prefix}",
        str(ROOT),
    )


def remove(path: Path) -> None:
    """Remove a file, a link or a whole folder, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


@contextlib.contextmanager
def locked() -> Iterator[None]:
    """Keep every other set-up of the same ``.venv`` waiting."""
    while True:
        with LOCK.open("w", encoding="utf-8") as file:
            wait_for_lock(file)
            if LOCK.exists() and os.path.samestat(os.fstat(file.fileno()), LOCK.stat()):
                yield
                return
        # `clean` has removed the file that was waited for, so others may hold a new one: wait for that


def wait_for_lock(file: IO[str]) -> None:
    """Wait until this process holds the lock on an open file; on Windows there is none, and no waiting."""
    if sys.platform != "win32":
        import fcntl  # noqa: PLC0415 - there is no such module on Windows

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another one is setting up .venv; waiting for it")
            fcntl.flock(file, fcntl.LOCK_EX)


def run_quietly(command: Sequence[str | Path]) -> tuple[int, str]:
    """Run a command in the root without input; give its exit status and all it printed."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=clean_environment(os.environ),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    return done.returncode, done.stdout


def create_venv() -> None:
    """Make an empty ``.venv`` in the place of whatever stands there."""
    for module in ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
            message = (
                f"this Python lacks its module {module}, so it can't make .venv; on Debian and Ubuntu it is in another "
                f"package: apt-get install {version}-venv"
            )
            raise SetupError(message)
    remove(VENV)
    status, output = run_quietly([sys.executable, "-m", "venv", VENV])
    if status != 0:
        message = f"{tail(output)}\nmaking .venv failed: see the lines above"
        raise SetupError(message)


def install(requirement: str) -> None:
    """Install the package, editable, and what it requires into ``.venv``."""
    status, output = run_quietly([venv_python(), "-m", "pip", "install", "--editable", requirement])
    if status != 0:
        message = f"{tail(output)}\n{explain_pip(output)}"
        raise SetupError(message)


def is_ready(step: str) -> bool:
    """Tell whether ``.venv`` is sound and complete up to `step`."""
    stamp = read_stamp()
    return stamp is not None and step in stamp.steps and why_rebuild() is None


def why_rebuild() -> str | None:
    """Say why the ``.venv`` that is there can't be used; None when it can."""
    return reason_to_rebuild(
        read_stamp(),
        current_fingerprint(),
        has_python=venv_python().exists(),
        distributions=installed_distributions(),
    )


def ensure_venv(step: str) -> None:
    """Make or mend ``.venv`` so that everything of `step` is installed in it.

    Parameters
    ----------
    step : str
        `BASE` or `DEV`.

    Raises
    ------
    SetupError
        If that can't be done.
    """
    if is_ready(step):
        return
    with locked():
        if is_ready(step):  # the one that had the lock before has done it
            return
        start = time.monotonic()
        reason = why_rebuild()
        if reason is None:
            say("adding the tools for developers to .venv ...")
        else:
            say(f"making .venv anew ({reason}) ..." if os.path.lexists(VENV) else "making .venv ...")
            create_venv()
        install(".[dev]" if step == DEV else ".")
        steps = (BASE, DEV) if step == DEV else (BASE,)
        write_stamp(Stamp(current_fingerprint(), steps, tuple(installed_distributions())))
        say(f".venv is ready after {time.monotonic() - start:.0f} s")


# -------------------------------------------------------------------------------------------------------- the commands


def become(command: Sequence[str | Path]) -> int:
    """Hand over to a command in the caller's directory: input, output, signals and exit status are its own."""
    environment = clean_environment(os.environ)
    words = [os.fspath(word) for word in command]
    print(end="", flush=True)
    if not WINDOWS:
        os.execve(words[0], words, environment)  # noqa: S606 - no shell is wanted
    return subprocess.run(words, env=environment, check=False).returncode


def module(*words: str) -> list[str | Path]:
    """Give the command that runs a module in ``.venv``; ``-P`` keeps the current directory off the search path."""
    return [venv_python(), "-P", "-m", *words]


def check_steps() -> list[tuple[str, list[str | Path]]]:
    """List the checks that come before the tests: name and command."""
    lint_imports = "from importlinter.cli import lint_imports_command as main; main()"
    return [
        ("ruff check", module("ruff", "check", "--quiet", ".")),
        ("ruff format", module("ruff", "format", "--check", ".")),
        ("mypy", module("mypy")),
        ("import rules", [venv_python(), "-c", lint_imports, "--no-logo"]),
    ]


def run_checks() -> list[str]:
    """Run every check, say how each went, and give the names of those that failed."""
    failed = []
    for name, command in check_steps():
        print(f"{name:<13}", end="", flush=True)
        start = time.monotonic()
        status, output = run_quietly(command)
        print(f"{'FAILED' if status else 'ok':<7}{time.monotonic() - start:5.1f} s", flush=True)
        if status:
            failed.append(name)
            print(output.rstrip(), flush=True)
    if "ruff format" in failed:
        print(f"(to format: {venv_python().relative_to(ROOT)} -m ruff format .)", flush=True)
    return failed


def pytest_workers(processors: int) -> list[str]:
    """Give pytest's arguments for the number of processors: one process each, none extra for a single one."""
    return ["-n", str(min(processors, 8))] if processors > 1 else []


def available_processors() -> int:
    """Count the processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)  # not everywhere
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def command_run(arguments: Sequence[str]) -> int:
    """Run the program."""
    ensure_venv(BASE)
    return become(module("mlslcs_ref", "run", *arguments))


def command_test(arguments: Sequence[str]) -> int:
    """Run the checks and the tests, or pytest alone when there are arguments for it."""
    ensure_venv(DEV)
    os.chdir(ROOT)
    if arguments:
        return become(module("pytest", *arguments))
    failed = run_checks()
    print("pytest", flush=True)
    command = module("pytest", *pytest_workers(available_processors()))
    if not failed:
        return become(command)
    # The closing line of pytest must not be the last word when something before it failed.
    subprocess.run(command, env=clean_environment(os.environ), stdin=subprocess.DEVNULL, check=False)
    say(f"FAILED before the tests: {', '.join(failed)}")
    return 1


def command_check(arguments: Sequence[str]) -> int:
    """Run the checks."""
    refuse_arguments("check", arguments)
    ensure_venv(DEV)
    return 1 if run_checks() else 0


def command_clean(arguments: Sequence[str]) -> int:
    """Remove everything that was generated."""
    refuse_arguments("clean", arguments)
    with locked():
        for name in GENERATED:
            remove(ROOT / name)
        for folder in ("mlslcs_ref", "tests", "tools"):
            for cache in sorted((ROOT / folder).rglob("__pycache__")):
                remove(cache)
        remove(LOCK)
    return 0


COMMANDS: Final[Mapping[str, Callable[[Sequence[str]], int]]] = {
    "run": command_run,
    "test": command_test,
    "check": command_check,
    "clean": command_clean,
}


def refuse(message: str) -> NoReturn:
    """End with a message about how the tool was called."""
    say(message)
    sys.exit(2)


def refuse_arguments(command: str, arguments: Sequence[str]) -> None:
    """End with a message if there are arguments."""
    if arguments:
        refuse(f"{command} takes no arguments, found: {' '.join(arguments)}")


def open_missing_streams() -> None:
    """Give this process and its children something to read and write where the caller closed the standard streams."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            opened = os.open(os.devnull, os.O_RDWR)  # the lowest free number, which is the missing one
            os.set_inheritable(opened, True)


def main(arguments: Sequence[str]) -> int:
    """Carry out a command.

    Parameters
    ----------
    arguments : sequence of str
        The command and its arguments.

    Returns
    -------
    int
        The exit status: that of the program or of pytest; 1 if a check failed or ``.venv`` could not be made, 2 if the
        command is none.
    """
    open_missing_streams()
    if not arguments:
        print(USAGE, end="", file=sys.stderr)
        return 2
    name, *rest = arguments
    if name in {"-h", "--help", "help"}:
        print(USAGE, end="")
        return 0
    if name not in COMMANDS:
        refuse(f"no command {name!r}; there are: {', '.join(COMMANDS)}")
    try:
        return COMMANDS[name](rest)
    except SetupError as error:
        *details, last = str(error).splitlines()
        print(*details, sep="\n", end="\n" if details else "", file=sys.stderr)
        say(last)
        return 1
    except OSError as error:
        say(f"{error.strerror or error}: {error.filename or ROOT}")
        return 1
    except KeyboardInterrupt:
        say("stopped")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
