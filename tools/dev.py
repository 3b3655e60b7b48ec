"""Set up, run and check the project: ``python3 tools/dev.py COMMAND``.

Needs Python 3.11 or later and nothing else. Every command first makes ``.venv`` in the root of the repository, or
brings it up to date. pip does the work: the packages that the program needs for `run`, the developers' tools too for
`test`. The package is installed as a user would install it, with its core compiled if there is a C compiler; the pure
build is the sources themselves, with the root of the repository on PYTHONPATH.

Any Python from 3.7 on must understand this file as far as the version check.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - an older Python gets here, and is to be told so
    sys.exit(
        "dev.py: Python 3.11 or later is needed, this is %d.%d; call a newer one, for example: python3.12 tools/dev.py"  # noqa: UP031
        % sys.version_info[:2]
    )

import hashlib
import json
import os
import shutil
import subprocess
import tomllib
import venv
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
VENV: Final = ROOT / ".venv"
STAMP: Final = VENV / "dev-stamp.json"
PACKAGE: Final = ROOT / "mlslcs_ref"
WINDOWS: Final = os.name == "nt"
PYTHON: Final = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
SITE: Final = VENV / ("Lib" if WINDOWS else f"lib/python{sys.version_info[0]}.{sys.version_info[1]}") / "site-packages"

COMPILED_FROM: Final = ("core", "data", "settings.py", "errors.py")
"""The core, and what it imports: mypyc uses the types."""

CHECKS: Final[Mapping[str, Sequence[str]]] = {
    "ruff check": ("-m", "ruff", "check", "--quiet", "."),
    "ruff format": ("-m", "ruff", "format", "--check", "."),
    "mypy": ("-m", "mypy"),
    "import rules": ("-c", "from importlinter.cli import lint_imports_command as main; main()", "--no-logo"),
}

ON_BOTH: Final = (
    "tests/conformance/test_traces.py",
    "tests/conformance/test_vectors.py",
    "tests/integration/test_build.py",
    "tests/integration/test_builds.py",
    "tests/integration/test_cli_long_runs.py",
    "tests/integration/test_cli_run_auto.py",
    "tests/integration/test_cli_signals.py",
    "tests/integration/test_estimator_in_use.py",
    "tests/integration/test_replay.py",
    "tests/machines",
    "tests/properties/test_checkpoint_properties.py",
    "tests/properties/test_clustering_properties.py",
    "tests/properties/test_core_properties.py",
    "tests/properties/test_deletion_properties.py",
    "tests/properties/test_genetic_properties.py",
    "tests/properties/test_inference_properties.py",
    "tests/properties/test_model_equivalence.py",
    "tests/properties/test_model_file_properties.py",
    "tests/properties/test_model_steps.py",
    "tests/properties/test_notation_properties.py",
    "tests/properties/test_operator_properties.py",
    "tests/properties/test_run_properties.py",
    "tests/unit/core",
    "tests/unit/inference",
    "tests/unit/learning",
    "tests/unit/oracle/operators",
    "tests/unit/oracle/test_replay.py",
    "tests/unit/oracle/test_traces.py",
    "tests/unit/rulesets/test_consultation.py",
    "tests/unit/rulesets/test_continuation.py",
    "tests/unit/rulesets/test_model_file.py",
    "tests/unit/rulesets/test_notation.py",
    "tests/unit/rulesets/test_ruleset.py",
    "tests/unit/test_given.py",
    "tests/unit/test_parts.py",
    "tests/unit/test_public.py",
    "tests/unit/test_signals.py",
)
"""Tests of the core, by itself and under what calls it. They run on the compiled build too, when all have run on the
pure one: the other rooms are the same sources in both."""

QUICK: Final = ("tests/machines", "tests/properties", "tests/repo", "tests/unit")
"""Tests of parts, without those that run whole programs or ask all vectors."""

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
  test                 check everything: style, types, import rules, then the tests on both builds
  test --quick         run the tests of parts on the sources alone: two to three minutes
  test --pure          run all tests on the sources alone, --compiled on the compiled package alone
  test --slow          run the tests that build and install the package or learn from large data
  test ARGUMENT ...    run pytest with these arguments
  bench [NAME ...]     measure speed and memory; `bench --help` tells more
  stress               send signals at random moments into runs on wide data; `stress --help` tells more
  kills                end commands that write at random moments, and look at what is left; `kills --help` tells more
  docs                 make the documentation site in build/site
  wheel                build a wheel of the package in dist, its core compiled if there is a C compiler
  check                check style, types and import rules
  clean                remove .venv and everything else that was generated
"""


def say(message: str) -> None:
    """Print a message of this tool to the error stream: the output belongs to the program that is run."""
    print(f"dev.py: {message}", file=sys.stderr, flush=True)


# ------------------------------------------------------------------------------------------- the virtual environment


def digest(paths: Iterable[Path]) -> str:
    """Sum up files by name and content, in 64 hexadecimal digits."""
    lines = [
        f"{path.relative_to(ROOT).as_posix()} {hashlib.sha256(path.read_bytes()).hexdigest()}\n"
        for path in sorted(paths)
        if path.is_file() and "__pycache__" not in path.parts
    ]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def core_files() -> list[Path]:
    """List what the compiled core is built from."""
    below = [PACKAGE / name for name in COMPILED_FROM]
    return [ROOT / "setup.py", ROOT / "pyproject.toml", *below, *(path for top in below for path in top.rglob("*.py"))]


def requirements(pyproject: str, *extras: str) -> list[str]:
    """List what has to be installed beside the package, what building it needs included.

    Parameters
    ----------
    pyproject : str
        The text of ``pyproject.toml``.
    *extras : str
        Which of its extras are needed: `dev` for the developers' tools.
    """
    tables = tomllib.loads(pyproject)
    project = tables["project"]
    optional = [word for extra in extras for word in project["optional-dependencies"][extra]]
    return [*tables["build-system"]["requires"], *project["dependencies"], *optional]


def clean_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment without what would lead other modules in, or pip's packages to another place."""
    leaks = ("PYTHONPATH", "PYTHONHOME", "MYPYPATH", "__PYVENV_LAUNCHER__", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT")
    kept = {name: value for name, value in environment.items() if name not in leaks}
    return {**kept, "PIP_USER": "0", "PIP_NO_INPUT": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def pip(*words: str) -> None:
    """Let the pip of ``.venv`` do something; what it has to say goes to the error stream.

    Raises
    ------
    CalledProcessError
        If pip fails.
    """
    command = [os.fspath(PYTHON), "-m", "pip", *words, "--quiet"]
    subprocess.run(command, cwd=ROOT, env=clean_environment(os.environ), stdout=sys.stderr, check=True)


def read_stamp() -> dict[str, str]:
    """Return what ``.venv`` was made from; nothing if it is half made or none."""
    try:
        found = json.loads(STAMP.read_text(encoding="utf-8")) if PYTHON.exists() else {}
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def has_compiled_build() -> bool:
    """Tell whether the package in ``.venv`` has a compiled core."""
    return any(path.suffix in {".so", ".pyd"} for path in (SITE / "mlslcs_ref" / "core").glob("cycle.*"))


def copy_sources() -> None:
    """Bring the installed package up to date with sources that the compiled core does not depend on."""
    installed = SITE / "mlslcs_ref"
    for folder in [path for path in installed.iterdir() if path.is_dir() and path.name != "core"]:
        shutil.rmtree(folder)
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, installed, ignore=ignored, dirs_exist_ok=True)
    shutil.copytree(ROOT / "specs", installed / "specs", ignore=ignored)


def ensure_venv(*extras: str) -> None:
    """Make ``.venv``, or bring it up to date.

    A step is noted when it is complete, so what was stopped half-way is done again the next time.

    Parameters
    ----------
    *extras : str
        The extras of ``pyproject.toml`` that are needed.
    """
    made_for = f"{sys.version} {sys.base_prefix} {ROOT}"
    needed = requirements((ROOT / "pyproject.toml").read_text(encoding="utf-8"), *extras)
    compiler = f"{os.environ.get('CC', '')} {os.environ.get('MLSLCS_REF_PURE', '')}"
    core = f"{digest(core_files())} {compiler}"
    sources = digest([*PACKAGE.rglob("*"), *(ROOT / "specs").rglob("*")])

    stamp = read_stamp()
    if stamp.get("made_for") != made_for:
        say("making .venv ...")
        venv.create(VENV, clear=True, with_pip=True)
        stamp = {"made_for": made_for}
    present = stamp.get("packages", "").splitlines()
    missing = [word for word in needed if word not in present]
    if missing:
        say("installing packages ...")
        pip("install", *missing)
        stamp["packages"] = "\n".join([*present, *missing])
    if stamp.get("core") != core:
        say("building the package ...")
        STAMP.write_text(json.dumps({**stamp, "core": ""}), encoding="utf-8")
        shutil.rmtree(SITE / "mlslcs_ref", ignore_errors=True)  # pip leaves what others have put there
        pip("install", "--no-build-isolation", "--no-deps", "--force-reinstall", ".")
        if not has_compiled_build():
            say("the core is not compiled, which is slower; `pip install -v .` says why")
    elif stamp.get("sources") != sources:
        copy_sources()
    changed = {**stamp, "core": core, "sources": sources}
    if changed != read_stamp():
        STAMP.write_text(json.dumps(changed, indent=1), encoding="utf-8")


# -------------------------------------------------------------------------------------------------------- the commands


def python(*words: str, **additions: str) -> int:
    """Run Python in ``.venv`` in the caller's directory; input, output, signals and exit status are its own."""
    command = [os.fspath(PYTHON), "-P", *words]
    environment = {**clean_environment(os.environ), **additions}
    if not WINDOWS:
        os.execve(command[0], command, environment)  # noqa: S606 - no shell is wanted
    return subprocess.run(command, env=environment, check=False).returncode


def run_checks() -> list[str]:
    """Run every check, and return the names of those that failed."""
    failed = []
    for name, words in CHECKS.items():
        print(f"{name} ...", flush=True)
        done = subprocess.run([PYTHON, "-P", *words], cwd=ROOT, env=clean_environment(os.environ), check=False)
        if done.returncode:
            failed.append(name)
    return failed


def test_environment(build: str) -> dict[str, str]:
    """Return what makes pytest test a build and no other: the sources themselves, or what is installed.

    Bytecode is kept, whatever the caller wants of other programs: the tests start Python hundreds of times.
    """
    path = {"PYTHONPATH": str(ROOT)} if build == "pure" else {}
    return {"MLSLCS_REF_EXPECT_BUILD": build, **path, "PYTHONSAFEPATH": "1", "PYTHONDONTWRITEBYTECODE": ""}


def builds_to_test(words: Sequence[str]) -> list[str]:
    """List the builds to run pytest on; say so when the compiled one cannot be had."""
    asked = [build for build in ("pure", "compiled") if f"--{build}" in words]
    if "--quick" in words and not asked:
        return ["pure"]
    if has_compiled_build():
        return asked or ["pure", "compiled"]
    if "compiled" in asked:
        sys.exit("dev.py: there is no compiled build to test; `pip install -v .` says why")
    say("there is no compiled build: the tests run on the pure one alone")
    return ["pure"]


def pytest_arguments(words: Sequence[str], build: str = "pure") -> list[str]:
    """Return pytest's arguments: as given, or everything, a process for each processor up to eight.

    Of both builds the compiled one is given what may differ; alone it is given everything.
    """
    rest = [word for word in words if word not in {"--pure", "--compiled", "--quick", "--slow"}]
    affinity = getattr(os, "sched_getaffinity", None)  # not everywhere
    processors = len(affinity(0)) if affinity else os.cpu_count() or 1
    # each process begins with neighbours, which share data and models, and helps the others at the end
    parallel = ["-n", str(min(processors, 8)), "--dist", "worksteal"] if processors > 1 and not rest else []
    places = QUICK if "--quick" in words else ON_BOTH if build == "compiled" and not words else ()
    return [*(["-m", "slow"] if "--slow" in words else []), *parallel, *places, *rest]


def command_run(words: Sequence[str]) -> int:
    """Run the program."""
    ensure_venv()
    return python("-m", "mlslcs_ref", "run", *words)


def command_test(words: Sequence[str]) -> int:
    """Run the checks and the tests, or pytest alone when there are arguments."""
    ensure_venv("dev")
    os.chdir(ROOT)
    if "--slow" in words:
        return python("-m", "pytest", *pytest_arguments(words))
    failed = [] if words else run_checks()
    for build in builds_to_test(words):
        print(f"pytest, {build} build", flush=True)
        environment = {**clean_environment(os.environ), **test_environment(build)}
        command = [os.fspath(PYTHON), "-P", "-m", "pytest", *pytest_arguments(words, build)]
        done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, check=False)
        if done.returncode:
            return done.returncode
    # The closing line of pytest must not be the last word when something before it failed.
    if failed:
        say(f"FAILED before the tests: {', '.join(failed)}")
    return 1 if failed else 0


def script(name: str, *extras: str) -> Callable[[Sequence[str]], int]:
    """Return the command that runs a script of `tools`, which needs these extras."""

    def command(words: Sequence[str]) -> int:
        ensure_venv(*extras)
        return python(os.fspath(ROOT / "tools" / name), *words)

    return command


def command_wheel(_words: Sequence[str]) -> int:
    """Build a wheel."""
    ensure_venv()
    pip("wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", "dist", ".")
    return 0


def command_check(_words: Sequence[str]) -> int:
    """Run the checks."""
    ensure_venv("dev")
    return 1 if run_checks() else 0


def command_clean(_words: Sequence[str]) -> int:
    """Remove everything that was generated."""
    caches = [path for top in ("mlslcs_ref", "tests", "tools", "specs") for path in (ROOT / top).rglob("__pycache__")]
    for path in [*(ROOT / name for name in GENERATED), *caches]:
        shutil.rmtree(path, ignore_errors=True)
    return 0


COMMANDS: Final[Mapping[str, Callable[[Sequence[str]], int]]] = {
    "run": command_run,
    "test": command_test,
    "bench": script("bench.py"),
    "stress": script("stress.py"),
    "kills": script("kills.py"),
    "docs": script("docs/build.py", "docs"),
    "wheel": command_wheel,
    "check": command_check,
    "clean": command_clean,
}


def main(arguments: Sequence[str]) -> int:
    """Carry out a command.

    Returns
    -------
    int
        The exit status: that of the program or of pytest; 1 if a step failed, 2 if there is no such command.
    """
    name, *words = arguments or [""]
    if name in {"-h", "--help", "help"}:
        print(USAGE, end="")
        return 0
    if name not in COMMANDS or (words and name in {"check", "clean", "docs", "wheel"}):
        print(USAGE, end="", file=sys.stderr)
        return 2
    try:
        return COMMANDS[name](words)
    except subprocess.CalledProcessError as error:
        say(f"failed with status {error.returncode}, see above: {subprocess.list2cmdline(map(str, error.cmd))}")
        return 1
    except (OSError, tomllib.TOMLDecodeError) as error:
        say(f"{type(error).__name__}: {error}")
        return 1
    except KeyboardInterrupt:
        say("stopped")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
