"""The program as a process: pipes that close, terminals, signals, full disks, locales and hash seeds."""

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import zipapp
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from processes import PATIENCE
from terminals import ESCAPES, TELLING, CommandLine, in_process, in_terminal, program, variables

import mlslcs_ref
from mlslcs_ref import Training, load_model, toy6x4
from mlslcs_ref.cli import main
from mlslcs_ref.oracle.suite import specs_folder
from mlslcs_ref.rulesets import model_text

RUN = ("run", "toy6x4", "--passes", "3", "--seed", "1")
ENDLESS = ("run", "toy6x4", "--passes", "1000000")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals, terminals and devices of Unix")
full_disk = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")


def shell(command: str, **changes: str) -> subprocess.CompletedProcess[str]:
    """Run a shell command in which $P is the program."""
    return subprocess.run(
        ["bash", "-c", command],  # noqa: S607 - wherever it is
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env=variables(P=" ".join(program()), **changes),
    )


@cache
def plain() -> str:
    """The page of a run as a pipe gets it."""
    return in_process(*RUN).out


def test_the_version_tells_the_build() -> None:
    outcome = in_process("--version")

    assert outcome.status == 0
    assert re.fullmatch(
        r"mlslcs_ref \S.*, (pure|compiled) build, Python 3\.\d+\.\d+\S*\nloaded from /.*mlslcs_ref\n", outcome.out
    )


@pytest.mark.parametrize(("given", "threads"), [({}, "1"), ({"OPENBLAS_NUM_THREADS": "7"}, "7")])
def test_the_program_asks_numpy_for_one_thread_unless_it_is_told_otherwise(given: dict[str, str], threads: str) -> None:
    told = "import os, sys; sys.argv[1:] = ['--version']; from mlslcs_ref.__main__ import main; main()"
    outcome = subprocess.run(
        [sys.executable, "-c", f"{told}; print(os.environ['OPENBLAS_NUM_THREADS'])"],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
        env={name: value for name, value in variables().items() if name != "OPENBLAS_NUM_THREADS"} | given,
    )

    assert outcome.stdout.splitlines()[-1] == threads


def test_sources_in_the_current_folder_that_hide_a_compiled_build_are_told_of(tmp_path: Path) -> None:
    """Where they are meant, by PYTHONPATH, or not taken, by -P, nothing is said."""
    sources, installed = tmp_path / "checkout", tmp_path / "installed"
    shutil.copytree(
        Path(mlslcs_ref.__file__).parent, sources / "mlslcs_ref", ignore=shutil.ignore_patterns("*.so", "__pycache__")
    )
    (installed / "mlslcs_ref" / "core").mkdir(parents=True)
    (installed / "mlslcs_ref" / "core" / f"cycle{EXTENSION_SUFFIXES[0]}").touch()

    def called(*argv: str, path: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "mlslcs_ref", *argv],
            capture_output=True,
            text=True,
            check=True,
            cwd=sources,
            env={**variables(PYTHONPATH=path), "PYTHONSAFEPATH": ""},
        )

    hint = f"python -P -m mlslcs_ref uses the compiled build in {installed / 'mlslcs_ref'}\n"
    for argv in (("--version",), ("run", "toy6x4", "--passes", "1")):
        hidden = called(*argv, path=str(installed))
        assert (hidden.stdout + hidden.stderr).count(hint) == 1
    meant = called("run", "toy6x4", "--passes", "1", path=f"{sources}:{installed}")
    assert hint not in meant.stdout + meant.stderr
    assert called("run", "toy6x4", "--passes", "1", "--quiet", path=str(installed)).stderr == ""


def test_a_zip_archive_of_the_package_has_the_specification_too(cli: CommandLine, tmp_path: Path) -> None:
    sources = Path(mlslcs_ref.__file__).parent
    application = tmp_path / "application" / "mlslcs_ref"
    shutil.copytree(sources, application, ignore=shutil.ignore_patterns("*.so", "__pycache__", "specs"))
    for name in ("index.json", "VERSION", "clauses", "schema", "vectors", "large"):
        place = specs_folder() / name
        (shutil.copytree if place.is_dir() else shutil.copy)(place, _made(application / "specs") / name)
    archive = tmp_path / "mlslcs_ref.pyz"
    zipapp.create_archive(application.parent, archive, main="mlslcs_ref.__main__:main")
    found = subprocess.run([sys.executable, archive, "conform", "list"], capture_output=True, text=True, check=True)

    assert found.stdout == cli.piped("conform", "list").out
    assert not found.stderr


def test_a_part_of_the_compiled_build_that_is_missing_is_an_error_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python says so of the module that holds what mypyc has compiled, whatever is imported of it first."""

    class Broken(MetaPathFinder):
        def find_spec(self, name: str, _path: object, _target: object = None) -> None:
            if name == module:
                raise ModuleNotFoundError("No module named 'ab12__mypyc'", name="ab12__mypyc")

    module = "mlslcs_ref.cli.training.convert"
    monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])
    complaint = io.StringIO()
    monkeypatch.setattr(sys, "stderr", complaint)

    assert main(["convert", "a.csv", "b.arff"]) == 2
    assert "ab12__mypyc" in complaint.getvalue()
    assert complaint.getvalue().count("\n") == 1


def _made(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return folder


@pytest.mark.parametrize("command", [(), ("run",), ("replay",), ("rules",), ("predict",)])
def test_help_goes_to_standard_output(cli: CommandLine, command: tuple[str, ...]) -> None:
    outcome = cli.piped(*command, "--help")

    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith("usage: python -m mlslcs_ref")


# ------------------------------------------------------------------------------------------------- pipes and full disks


def test_a_pipe_that_closes_ends_the_program_quietly() -> None:
    done = shell("$P run toy6x4 --passes 20 | head -n 1; echo ${PIPESTATUS[0]} >&2")

    assert done.stdout == "# toy6x4: profile paper, seed 0\n"
    assert done.stderr in {"0\n", "141\n"}


@full_disk
@pytest.mark.parametrize(
    ("argv", "buffering"),
    [
        ("run toy6x4 --passes 1", ""),
        ("run toy6x4 --passes 1", "1"),
        ("run toy6x4 --passes 1 --json", "1"),
        ("--help", ""),
        ("--version", "1"),
    ],
)
def test_a_full_disk_is_an_error_in_one_line(argv: str, buffering: str) -> None:
    done = shell(f"$P {argv} > /dev/full", PYTHONUNBUFFERED=buffering)

    assert done.returncode == 2
    assert done.stderr == "mlslcs_ref: error: standard output: No space left on device\n"


@pytest.mark.parametrize("argv", ["run toy6x4 --passes 1000000", "run --help", "--version", "rules nowhere.json"])
def test_a_closed_standard_output_is_an_error_in_one_line(argv: str) -> None:
    done = shell(f"$P {argv} >&-")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "mlslcs_ref: error: standard output: it is closed\n"


@pytest.mark.parametrize("errors", ["2>&-", pytest.param("2> /dev/full", marks=full_disk)])
def test_a_program_without_standard_error_does_its_work(errors: str) -> None:
    done = shell(f"$P {' '.join(RUN)} {errors}")
    wrong = shell(f"$P run nowhere.arff {errors}")

    assert (done.returncode, done.stdout) == (0, plain())
    assert (wrong.returncode, wrong.stdout) == (2, "")


@full_disk
def test_a_model_that_does_not_fit_is_an_error() -> None:
    outcome = in_process(*RUN, "--save", "/dev/full")

    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == "mlslcs_ref: error: /dev/full: No space left on device\n"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="this user may read and write everywhere")
def test_a_file_without_permission_is_an_error(tmp_path: Path) -> None:
    secret = tmp_path / "secret.arff"
    secret.touch(mode=0o000)
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    for argv in (("run", secret), (*ENDLESS, "--save", locked / "m.json")):
        outcome = in_process(*argv)
        assert (outcome.status, outcome.out, outcome.err.count("\n")) == (2, "", 1)


# --------------------------------------------------------------------------------------------------------- interruption


ENDS = [(signal.SIGINT, "interrupted"), (signal.SIGTERM, "terminated"), (signal.SIGHUP, "the terminal is gone")]


@contextmanager
def started(*command: str) -> Iterator[subprocess.Popen[str]]:
    """Start a process whose output is read, and end it whatever happens."""
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=variables(),
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("number", "word", "options"),
    [(*ENDS[0], ()), (*ENDS[1], ("--json",)), (*ENDS[2], ("--quiet",))],
)
def test_a_signal_ends_a_run_with_the_model_so_far_and_says_so(
    tmp_path: Path, number: int, word: str, options: tuple[str, ...]
) -> None:
    words = [*ENDLESS, "--save", str(tmp_path / "m.json"), *options]
    with started(sys.executable, "-c", TELLING, *words) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "training\n"
        process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE)

    *said, ended = err.splitlines()
    assert (process.returncode, out, ended) == (128 + number, "", f"mlslcs_ref: {word}")
    assert [str(tmp_path / "m.json") in line for line in said] == ([] if "--quiet" in options else [True])
    assert [path.name for path in tmp_path.iterdir()] == ["m.json"]
    model = load_model(tmp_path / "m.json")
    assert model.record.steps > 0
    settings = model.ruleset.settings
    again = Training(toy6x4(), settings, 0)
    again.advance(model.record.steps)
    assert model_text(again.model()) == model_text(model)


@pytest.mark.parametrize(("number", "word"), ENDS)
def test_a_signal_while_a_file_is_written_leaves_no_draft(tmp_path: Path, number: int, word: str) -> None:
    """The disk is slow: the draft is there, and is not yet renamed; a second signal does not stop the tidying up.

    The file system knows no files without names, which would leave nothing to tidy up.
    """
    code = (
        "import os, pathlib, signal, sys\n"
        "from mlslcs_ref.cli import main\n"
        "real = pathlib.Path.unlink\n"
        "def slow(handle):\n"
        "    print(len(os.listdir(sys.argv[1])), flush=True)\n"
        f"    os.kill(os.getpid(), {int(number)})\n"
        "def unlink(path, missing_ok=False):\n"
        f"    os.kill(os.getpid(), {int(number)})\n"
        "    real(path, missing_ok)\n"
        "os.fsync, pathlib.Path.unlink = slow, unlink\n"
        "vars(os).pop('O_TMPFILE', None)\n"
        "sys.exit(main(['run', 'toy6x4', '--passes', '1', '--save', sys.argv[1] + '/m.json']))\n"
    )
    with started(sys.executable, "-c", code, str(tmp_path)) as process:
        out, err = process.communicate(timeout=PATIENCE)

    assert (process.returncode, out, err) == (128 + number, "1\n", f"mlslcs_ref: {word}\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("module", ["numpy", "mlslcs_ref.data", "mlslcs_ref.cli.main", "argparse"])
def test_a_signal_while_modules_load_gives_no_traceback(module: str) -> None:
    """It comes in the middle of an import, where Python itself would show a traceback, and is heard after it."""
    hook = (
        "import os, signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}:\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "import runpy\n"
        "sys.argv = ['mlslcs_ref', 'run', 'toy6x4', '--passes', '1000000', '--quiet']\n"
        "runpy.run_module('mlslcs_ref', run_name='__main__', alter_sys=True)\n"
    )
    with started(sys.executable, "-c", hook) as process:
        out, err = process.communicate(timeout=PATIENCE)

    assert (process.returncode, out, err) == (130, "", "mlslcs_ref: interrupted\n")


@pytest.mark.parametrize("is_alone", [True, False])
def test_a_signal_while_what_draws_is_loaded_ends_a_process_of_its_own(is_alone: bool, tmp_path: Path) -> None:
    """A module that loads for long does not make it wait; another program that calls goes on when that is loaded."""
    cli = shell(f"$P run toy6x4 --passes 1 --quiet --save {tmp_path / 'm.json'}")
    stub = tmp_path / "matplotlib"
    stub.mkdir()
    (stub / "__init__.py").touch()
    (stub / "figure.py").write_text(
        "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nfor x in range(10**7): pass\nprint('loaded')\n"
    )
    argv = ["report", str(tmp_path / "m.json"), "--out", str(tmp_path / "r.html")]
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); sys.argv[1:] = {argv}\n"
        "from mlslcs_ref import __main__, cli\n"
        f"sys.exit({'__main__.main()' if is_alone else 'cli.main(sys.argv[1:])'})\n"
    )
    with started(sys.executable, "-c", code) as process:
        out, err = process.communicate(timeout=PATIENCE)

    assert cli.returncode == 0
    assert out == ("" if is_alone else "loaded\n")
    if is_alone:
        assert (process.returncode, err) == (130, "mlslcs_ref: interrupted\n")
    assert not (tmp_path / "r.html").exists()


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    """As `nohup` ignores SIGHUP."""
    code = (
        "import os, signal, sys\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "from mlslcs_ref import _signals\n"
        "_signals.end_at_once()\n"
        "with _signals.raising():\n"
        "    os.kill(os.getpid(), signal.SIGHUP)\n"
        "os.kill(os.getpid(), signal.SIGHUP)\n"
        "print('here')\n"
    )
    with started(sys.executable, "-c", code) as process:
        assert process.communicate(timeout=PATIENCE) == ("here\n", "")


def test_a_program_that_calls_the_command_line_keeps_its_handlers() -> None:
    before = [signal.getsignal(number) for number, _word in ENDS]
    main(["--version"])

    assert [signal.getsignal(number) for number, _word in ENDS] == before


# ----------------------------------------------------------------------------------------------- terminals and colours


def test_a_terminal_gets_a_bar_and_keeps_the_result_alone() -> None:
    """The bar is wiped: what was drawn over by carriage returns leaves the page."""
    status, received = in_terminal("run", "toy6x4", "--passes", "150", env=variables(COLUMNS="80", TERM="xterm"))
    page = received.split("\r")[-1]

    assert status == 0
    assert "pass " in received
    assert "steps/s" in received
    assert "rules" in received
    assert ESCAPES.sub("", page).startswith("toy6x4: profile paper, seed 0\n")
    assert "\x1b[1;36m" in page


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({"NO_COLOR": "1", "TERM": "xterm"}, False),
        ({"NO_COLOR": "", "TERM": "xterm"}, True),
        ({"TERM": "dumb"}, False),
        ({"TERM": "xterm"}, True),
    ],
)
def test_a_terminal_gets_colours_unless_it_is_told_not_to(changes: dict[str, str], codes: bool) -> None:
    """Not one escape code otherwise, the bar's included; and the text is the same."""
    assert ("\x1b" in terminal_text(**changes)) is codes
    assert ESCAPES.sub("", terminal_text(**changes).split("\r")[-1]) == terminal_text(TERM="dumb").split("\r")[-1]


@cache
def terminal_text(**changes: str) -> str:
    """What a terminal with these variables receives of a run."""
    return in_terminal(*RUN, env=variables(COLUMNS="80", **changes))[1]


def test_json_on_a_terminal_comes_with_a_bar_on_standard_error_alone() -> None:
    done = shell(f"$P {' '.join(RUN)} --json")

    assert done.stderr == ""
    assert json.loads(done.stdout)["run"]["steps"] == 192


@pytest.mark.parametrize("value", ["1", "true"])
def test_colours_can_be_forced_into_a_pipe_and_change_nothing_else(value: str) -> None:
    forced = in_process(*RUN, env=variables(FORCE_COLOR=value)).out

    assert "\x1b" not in plain()
    assert "\x1b[1m" in forced
    assert ESCAPES.sub("", forced) == plain()


def test_the_width_of_a_terminal_does_not_reach_a_pipe() -> None:
    assert in_process(*RUN, env=variables(COLUMNS="40")) == (0, plain(), "")


# ----------------------------------------------------------------------------------------------------------- the same


def test_output_depends_on_no_hash_seed_and_no_locale() -> None:
    argv = ("run", "mlposition3", "--passes", "4", "--seed", "2")
    outputs = {
        in_process(*argv, *how, env=variables(**changes)).out
        for how in ((), ("--json",))
        for changes in (
            {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"},
            {"PYTHONHASHSEED": "1", "LC_ALL": "de_DE.UTF-8"},
            {"PYTHONHASHSEED": "2", "LC_ALL": "C"},
        )
    }

    assert len(outputs) == 2  # the page and the document


def test_a_program_that_has_set_a_locale_gets_decimal_points(tmp_path: Path) -> None:
    """Where the locale does not exist there is nothing to set, and nothing to see."""
    code = (
        "import contextlib, locale, sys\n"
        "with contextlib.suppress(locale.Error):\n"
        "    locale.setlocale(locale.LC_ALL, 'de_DE.UTF-8')\n"
        "from mlslcs_ref.cli import main\n"
        f"sys.exit(main({list(RUN)!r}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=variables(), cwd=tmp_path
    )

    assert done.stdout == plain()


def test_an_encoding_without_the_letters_of_the_data_escapes_them(cli: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "ä.arff"
    path.write_text("@relation r\n@attribute größe {N,Y}\n@attribute l {0,1}\n@data\nN,1\nY,0\n", encoding="utf-8")
    argv = ("run", path, "--labels", "-1", "--passes", "2", "--profile", "paper")
    ascii_only = in_process(*argv, env=variables(PYTHONIOENCODING="ascii"))
    document = in_process(*argv, "--json", env=variables(PYTHONIOENCODING="ascii"))

    assert ascii_only.status == 0
    assert "gr\\xf6\\xdfe = " in ascii_only.out
    assert json.loads(document.out)["data"]["training"]["name"] == "ä"
    assert json.loads(document.out) == json.loads(cli.piped(*argv, "--json").out)


def test_a_file_whose_name_is_no_text_is_read_and_its_model_written(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff.arff"
    with Path(os.fsdecode(path)).open("w", encoding="utf-8") as file:
        file.write("@relation r\n@attribute a {0,1}\n@attribute l {0,1}\n@data\n0,1\n1,0\n")
    outcome = in_process("run", os.fsdecode(path), "--labels", "-1", "--passes", "1", "--save", tmp_path / "m.json")

    assert outcome.status == 0
    assert outcome.out.startswith("# \\udcff: profile auto, seed 0\n")
    assert in_process("rules", tmp_path / "m.json").status == 0
