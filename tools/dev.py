"""Set up, run and check the project: ``python3 tools/dev.py COMMAND``.

Needs Python 3.11 or later and nothing else; every command first makes ``.venv`` in the root of the repository, or mends
it, when that is needed. The virtual environment is filled in two steps, so that `run` waits for the few packages of the
program only and `test` adds the tools. The package is installed there as a user would have it, its core compiled if
there is a C compiler. An edit of what the core is compiled from leads to a new build before the next command; an edit
of anything else in the package is copied. The pure build is the sources themselves: the root of the repository on
PYTHONPATH wins over what is installed.

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
import re
import shlex
import shutil
import subprocess
import sysconfig
import time
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any, Final, NamedTuple, NoReturn

ROOT: Final = Path(__file__).resolve().parent.parent
VENV: Final = ROOT / ".venv"
LOCK: Final = ROOT / ".venv.lock"
STAMP: Final = "dev-stamp.json"
WINDOWS: Final = os.name == "nt"
TAIL_LINES: Final = 20
LINE_LENGTH: Final = 300

PACKAGE: Final = "mlslcs_ref"
SPECS: Final = "specs"  # the folder that is installed inside the package, as setup.py says
SPECS_SUFFIXES: Final = ("", ".gz", ".json", ".jsonl", ".md", ".toml")  # "" is VERSION
COMPILED_FROM: Final = (
    "core",
    "data",
    "settings.py",
    "errors.py",
)  # the core, and what it imports: mypyc uses the types

BASE: Final = "base"  # what the program needs, and what its build needs, so that an edit can be built without a network
DEV: Final = "dev"  # that, and what its developers need: the extra of that name in pyproject.toml

PURE: Final = "pure"
COMPILED: Final = "compiled"
TEST_OPTIONS: Final = ("--pure", "--compiled", "--slow")

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
  bench [NAME ...]     measure speed and memory; `bench --help` tells more
  check                check style, types and import rules
  clean                remove .venv and everything else that was generated

`test` runs pytest twice, on the pure build and on the compiled one; `test --pure` and `test --compiled` on one of them.
`test --slow` runs the tests that build and install the package, which the others leave out.
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
    core : str
        What :func:`core_digest` gave when the package was built; "" if it has to be built.
    sources : str
        What :func:`sources_digest` gave when the package was built or its sources were copied.
    """

    fingerprint: str
    steps: tuple[str, ...] = ()
    distributions: tuple[str, ...] = ()
    core: str = ""
    sources: str = ""

    def to_json(self) -> str:
        """Give the stamp as the text of its file."""
        return json.dumps(self._asdict(), indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "Stamp | None":
        """Read a stamp; None when `text` is not one."""
        try:
            fields = json.loads(text)
            steps, distributions = tuple(fields["steps"]), tuple(fields["distributions"])
            return cls(str(fields["fingerprint"]), steps, distributions, str(fields["core"]), str(fields["sources"]))
        except (ValueError, KeyError, TypeError):
            return None


def parsed(pyproject: str) -> dict[str, Any]:
    """Read the text of ``pyproject.toml``."""
    try:
        return tomllib.loads(pyproject)
    except tomllib.TOMLDecodeError as error:
        message = f"pyproject.toml is not TOML: {error}"
        raise SetupError(message) from error


def fingerprint(pyproject: str, interpreter: str, place: str) -> str:
    """Sum up everything that ``.venv`` depends on, but for the sources of the package.

    Parameters
    ----------
    pyproject : str
        The text of ``pyproject.toml``. Only the tables that decide about packages count, so that a change of a
        checker's settings costs no new installation.
    interpreter : str
        The Python that ``.venv`` belongs to.
    place : str
        The root of the repository: a virtual environment that was moved or copied doesn't work.

    Returns
    -------
    str
        64 hexadecimal digits.
    """
    tables = parsed(pyproject)
    relevant = [tables.get("build-system"), tables.get("project"), tables.get("tool", {}).get("setuptools")]
    facts = json.dumps([relevant, interpreter, place], sort_keys=True)
    return hashlib.sha256(facts.encode()).hexdigest()


def requirements(pyproject: str, step: str) -> list[str]:
    """List what has to be installed for a step, apart from the package itself.

    Parameters
    ----------
    pyproject : str
        The text of ``pyproject.toml``.
    step : str
        `BASE`: what the program needs, and what building it needs; `DEV`: that and the developers' tools.
    """
    tables = parsed(pyproject)
    project = tables["project"]
    tools = project.get("optional-dependencies", {}).get(DEV, []) if step == DEV else []
    return [*tables["build-system"]["requires"], *project["dependencies"], *tools]


def digest(files: Mapping[str, bytes]) -> str:
    """Sum up files by name and content, in 64 hexadecimal digits."""
    lines = [f"{name} {hashlib.sha256(content).hexdigest()}\n" for name, content in sorted(files.items())]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def package_files() -> dict[str, bytes]:
    """Read the files of the package, the specification among them, by their names inside it."""
    folder = ROOT / PACKAGE
    paths = [
        path
        for path in folder.rglob("*")
        if path.suffix in {".py", ".css", ".html", ".js", ".json"} or path.name == "py.typed"
    ]
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    texts = [path for path in (ROOT / SPECS).rglob("*") if path.suffix in SPECS_SUFFIXES and path.is_file()]
    return {**found, **{path.relative_to(ROOT).as_posix(): path.read_bytes() for path in texts}}


def core_digest(files: Mapping[str, bytes], setup: bytes, compiler: str) -> str:
    """Sum up what the compiled core depends on.

    Parameters
    ----------
    files : mapping of str to bytes
        The files of the package.
    setup : bytes
        The content of ``setup.py``.
    compiler : str
        What :func:`compiler_facts` gives.
    """
    below = {name: content for name, content in files.items() if name.partition("/")[0] in COMPILED_FROM}
    return digest({**below, "../setup.py": setup, "../compiler": compiler.encode()})


def compiler_facts(environment: Mapping[str, str]) -> str:
    """Say what decides whether the core is compiled: the wish for the pure build, and where the C compiler is."""
    command = environment.get("CC") or sysconfig.get_config_var("CC") or "cl"
    words = shlex.split(command) or [""]
    return f"{environment.get('MLSLCS_REF_PURE', '')} {command} {shutil.which(words[0])}"


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


def site_packages() -> Path:
    """Give the path of the folder inside ``.venv`` that packages are installed in."""
    return VENV / ("Lib" if WINDOWS else f"lib/python{sys.version_info[0]}.{sys.version_info[1]}") / "site-packages"


def installed_distributions() -> list[str]:
    """List the folders of metadata inside ``.venv``, in alphabetical order."""
    return sorted(path.name for path in site_packages().glob("*.dist-info"))


def has_compiled_build() -> bool:
    """Tell whether the package in ``.venv`` has a compiled core."""
    return any(path.suffix in {".so", ".pyd"} for path in (site_packages() / PACKAGE / "core").glob("cycle.*"))


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


def project_file() -> str:
    """Read ``pyproject.toml``."""
    return (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def wanted_stamp(step: str) -> Stamp:
    """Give the stamp that ``.venv`` has to have, apart from the distributions, for the Python that runs this."""
    files = package_files()
    return Stamp(
        fingerprint(project_file(), f"{sys.implementation.name} {sys.version} {sys.base_prefix}", str(ROOT)),
        (BASE, DEV) if step == DEV else (BASE,),
        core=core_digest(files, (ROOT / "setup.py").read_bytes(), compiler_facts(os.environ)),
        sources=digest(files),
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


def pip_install(*words: str) -> str:
    """Let pip install something into ``.venv``; give what it printed."""
    status, output = run_quietly([venv_python(), "-m", "pip", "install", *words])
    if status != 0:
        message = f"{tail(output)}\n{explain_pip(output)}"
        raise SetupError(message)
    return output


def build_package() -> None:
    """Build the package and install it into ``.venv`` in place of the one that is there, and say how it was built."""
    remove(site_packages() / PACKAGE)  # pip would leave what it has not put there itself
    output = pip_install("--verbose", "--no-build-isolation", "--no-deps", "--force-reinstall", ".")
    if not has_compiled_build():
        for line in re.findall(rf"{PACKAGE}/.*: error: .*", output):
            print(line, file=sys.stderr)
        reason = re.search(rf"{PACKAGE}: pure build, because (.*)", output)
        say(f"the core is not compiled, which is slower: {reason[1] if reason else 'see setup.py'}")


def copy_sources() -> None:
    """Bring the sources of the package in ``.venv`` up to date; the compiled core stays."""
    folder, files = site_packages() / PACKAGE, package_files()
    for path in [path for path in folder.rglob("*") if path.suffix in {".py", *SPECS_SUFFIXES} and path.is_file()]:
        if path.relative_to(folder).as_posix() not in files:
            path.unlink()
    for name, content in files.items():
        path = folder / name
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def is_ready(wanted: Stamp) -> bool:
    """Tell whether ``.venv`` is sound, complete for the wanted steps, and up to date."""
    stamp = read_stamp()
    return (
        stamp is not None
        and set(wanted.steps) <= set(stamp.steps)
        and (wanted.core, wanted.sources) == (stamp.core, stamp.sources)
        and why_rebuild(wanted) is None
    )


def why_rebuild(wanted: Stamp) -> str | None:
    """Say why the ``.venv`` that is there can't be used; None when it can."""
    return reason_to_rebuild(
        read_stamp(),
        wanted.fingerprint,
        has_python=venv_python().exists(),
        distributions=installed_distributions(),
    )


def ensure_venv(step: str) -> None:
    """Make or mend ``.venv`` so that everything of `step` is installed in it, and the package as it is now.

    Parameters
    ----------
    step : str
        `BASE` or `DEV`.

    Raises
    ------
    SetupError
        If that can't be done.
    """
    # What is wanted is found out before the work, so that what is edited during the work is built the next time.
    wanted = wanted_stamp(step)
    if is_ready(wanted):
        return
    with locked():
        if not is_ready(wanted):  # the one that had the lock before may have done it
            mend_venv(wanted)


def mend_venv(wanted: Stamp) -> None:
    """Make ``.venv`` what it should be, from whatever it is."""
    start = time.monotonic()
    reason = why_rebuild(wanted)
    stamp = read_stamp()
    if reason is not None or stamp is None:
        say(f"making .venv anew ({reason}) ..." if os.path.lexists(VENV) else "making .venv ...")
        create_venv()
        stamp = Stamp(wanted.fingerprint)
    elif not set(wanted.steps) <= set(stamp.steps):
        say("adding the tools for developers to .venv ...")
    if not set(wanted.steps) <= set(stamp.steps):
        pip_install(*requirements(project_file(), wanted.steps[-1]))
        stamp = stamp._replace(steps=wanted.steps, distributions=tuple(installed_distributions()))
    if stamp.core != wanted.core:
        if stamp.core:
            say("building the package anew, because the core or something that it is compiled from has changed ...")
        write_stamp(stamp._replace(core=""))  # if this is stopped half-way
        build_package()
    elif stamp.sources != wanted.sources:
        copy_sources()
        say(f"copied changed sources into .venv in {time.monotonic() - start:.1f} s; the core is as it was")
        write_stamp(stamp._replace(sources=wanted.sources))
        return
    write_stamp(
        stamp._replace(distributions=tuple(installed_distributions()), core=wanted.core, sources=wanted.sources)
    )
    say(f".venv is ready after {time.monotonic() - start:.0f} s")


# -------------------------------------------------------------------------------------------------------- the commands


def become(command: Sequence[str | Path], additions: Mapping[str, str] = MappingProxyType({})) -> int:
    """Hand over to a command in the caller's directory: input, output, signals and exit status are its own."""
    environment = {**clean_environment(os.environ), **additions}
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


def test_environment(build: str | None) -> dict[str, str]:
    """Give what pytest finds in its environment, apart from the rest, so that it tests a build and no other.

    Parameters
    ----------
    build : str or None
        `PURE`, `COMPILED`, or None for what is installed, whatever it is.
    """
    expected = {} if build is None else {"MLSLCS_REF_EXPECT_BUILD": build}
    path = {"PYTHONPATH": str(ROOT)} if build == PURE else {}
    return {**expected, **path, "PYTHONSAFEPATH": "1"}  # the root is not found by chance


def builds_to_test(options: Collection[str]) -> list[str | None]:
    """List the builds to run pytest on, for the options of `test`; say so when one is left out as it can't be had."""
    if "--slow" in options:
        return [None]
    if options:
        builds: list[str | None] = [build for build in (PURE, COMPILED) if f"--{build}" in options]
        if COMPILED in builds and not has_compiled_build():
            message = "there is no compiled build to test: `python3 tools/dev.py clean`, then run this again to see why"
            raise SetupError(message)
        return builds
    if has_compiled_build():
        return [PURE, COMPILED]
    say("there is no compiled build, so the tests run on the pure one only")
    return [PURE]


def command_test(arguments: Sequence[str]) -> int:
    """Run the checks and the tests, or pytest alone when there are arguments for it."""
    options = [word for word in arguments if word in TEST_OPTIONS]
    rest = [word for word in arguments if word not in TEST_OPTIONS]
    ensure_venv(DEV)
    os.chdir(ROOT)
    builds = builds_to_test(options)
    failed = [] if arguments else run_checks()
    selection = ["-m", "slow"] if "--slow" in options else []
    command = module("pytest", *selection, *(rest or pytest_workers(available_processors())))
    for build in builds:
        print(f"pytest, {f'{build} build' if build else 'slow tests'}", flush=True)
        environment = test_environment(build)
        if build == builds[-1] and not failed:
            return become(command, environment)
        done = subprocess.run(
            command, env={**clean_environment(os.environ), **environment}, stdin=subprocess.DEVNULL, check=False
        )
        if done.returncode != 0 and not failed:
            return done.returncode
    # The closing line of pytest must not be the last word when something before it failed.
    say(f"FAILED before the tests: {', '.join(failed)}")
    return 1


def command_bench(arguments: Sequence[str]) -> int:
    """Measure speed and memory."""
    ensure_venv(BASE)
    return become([venv_python(), "-P", ROOT / "tools" / "bench.py", *arguments])


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
    "bench": command_bench,
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
