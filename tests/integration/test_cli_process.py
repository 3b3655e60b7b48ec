"""The program as a process: pipes that close, terminals, full disks, locales and hash seeds."""

import io
import json
import os
import re
import shutil
import sys
import zipapp
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from terminals import ESCAPES, CommandLine, Outcome, in_process, in_terminal, program, ran, variables

import mlslcs_ref
from mlslcs_ref.cli import main
from mlslcs_ref.oracle.suite import specs_folder

RUN = ("run", "toy6x4", "--passes", "3", "--seed", "1")
ENDLESS = ("run", "toy6x4", "--passes", "1000000")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals, terminals and devices of Unix")
full_disk = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")


def shell(command: str, **changes: str) -> Outcome:
    """Run a shell command in which $P is the program."""
    return ran("bash", "-c", command, env=variables(P=" ".join(program()), **changes))


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
    others = {name: value for name, value in variables().items() if name != "OPENBLAS_NUM_THREADS"}
    told += "; print(os.environ['OPENBLAS_NUM_THREADS'])"

    assert ran(sys.executable, "-c", told, env=others | given).out.splitlines()[-1] == threads


def test_sources_in_the_current_folder_that_hide_a_compiled_build_are_told_of(tmp_path: Path) -> None:
    """Where they are meant, by PYTHONPATH, or not taken, by -P, nothing is said."""
    sources, installed = tmp_path / "checkout", tmp_path / "installed"
    shutil.copytree(Path(mlslcs_ref.__file__).parent, sources / "mlslcs_ref", ignore=shutil.ignore_patterns("*.so"))
    (installed / "mlslcs_ref" / "core").mkdir(parents=True)
    (installed / "mlslcs_ref" / "core" / f"cycle{EXTENSION_SUFFIXES[0]}").touch()

    def called(*argv: str, path: str) -> Outcome:
        outcome = in_process(*argv, cwd=sources, env=variables(PYTHONPATH=path, PYTHONSAFEPATH=""))
        assert outcome.status == 0
        return outcome

    hint = f"python -P -m mlslcs_ref uses the compiled build in {installed / 'mlslcs_ref'}\n"
    for argv in (("--version",), ("run", "toy6x4", "--passes", "1")):
        assert "".join(called(*argv, path=str(installed))[1:]).count(hint) == 1
    assert hint not in "".join(called("run", "toy6x4", "--passes", "1", path=f"{sources}:{installed}")[1:])
    assert called("run", "toy6x4", "--passes", "1", "--quiet", path=str(installed)).err == ""


def test_a_zip_archive_of_the_package_has_the_specification_too(cli: CommandLine, tmp_path: Path) -> None:
    sources = Path(mlslcs_ref.__file__).parent
    application = tmp_path / "application" / "mlslcs_ref"
    shutil.copytree(sources, application, ignore=shutil.ignore_patterns("*.so", "__pycache__", "specs"))
    # whatever there is of it is read: some formats will do
    specs = application / "specs"
    for name in ("clauses", "schema", "vectors/update", "vectors/match"):
        shutil.copytree(specs_folder() / name, specs / name)
    for name in ("index.json", "VERSION"):
        shutil.copy(specs_folder() / name, specs)
    archive = tmp_path / "mlslcs_ref.pyz"
    zipapp.create_archive(application.parent, archive, main="mlslcs_ref.__main__:main")

    assert ran(sys.executable, archive, "conform", "list") == cli.piped("conform", "list", "--specs", specs)


@pytest.mark.parametrize(
    "fault",
    [
        ModuleNotFoundError("No module named 'ab12__mypyc'", name="ab12__mypyc"),
        ImportError("/x/ab12__mypyc.so: failed to map segment", name="other", path="/x/ab12__mypyc.so"),
    ],
    ids=["missing", "not to be loaded"],
)
def test_a_part_of_a_compiled_build_that_cannot_be_loaded_is_an_error_in_one_line(
    monkeypatch: pytest.MonkeyPatch, fault: ImportError
) -> None:
    """Python says so of the module that holds what is compiled, whatever is imported of it first."""

    class Broken(MetaPathFinder):
        def find_spec(self, name: str, _path: object, _target: object = None) -> None:
            if name == module:
                raise fault

    module = "mlslcs_ref.cli.training.convert"
    monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])
    complaint = io.StringIO()
    monkeypatch.setattr(sys, "stderr", complaint)

    assert main(["convert", "a.csv", "b.arff"]) == 2
    assert "ab12__mypyc" in complaint.getvalue()
    assert complaint.getvalue().count("\n") == 1


@pytest.mark.parametrize("command", [(), ("run",), ("replay",), ("rules",), ("predict",)])
def test_help_goes_to_standard_output(cli: CommandLine, command: tuple[str, ...]) -> None:
    outcome = cli.piped(*command, "--help")

    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith("usage: python -m mlslcs_ref")


# ------------------------------------------------------------------------------------------------- pipes and full disks


def test_a_pipe_that_closes_ends_the_program_quietly() -> None:
    done = shell("$P run toy6x4 --passes 20 | head -n 1; echo ${PIPESTATUS[0]} >&2")

    assert done.out == "# toy6x4: profile paper, seed 0\n"
    assert done.err in {"0\n", "141\n"}


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

    assert done.status == 2
    assert done.err == "mlslcs_ref: error: standard output: No space left on device\n"


@pytest.mark.parametrize("argv", ["run toy6x4 --passes 1000000", "run --help", "--version", "rules nowhere.json"])
def test_a_closed_standard_output_is_an_error_in_one_line(argv: str) -> None:
    done = shell(f"$P {argv} >&-")

    assert (done.status, done.out) == (2, "")
    assert done.err == "mlslcs_ref: error: standard output: it is closed\n"


@pytest.mark.parametrize("errors", ["2>&-", pytest.param("2> /dev/full", marks=full_disk)])
def test_a_program_without_standard_error_does_its_work(errors: str) -> None:
    done = shell(f"$P {' '.join(RUN)} {errors}")
    wrong = shell(f"$P run nowhere.arff {errors}")

    assert (done.status, done.out) == (0, plain())
    assert (wrong.status, wrong.out) == (2, "")


@full_disk
def test_a_model_that_does_not_fit_is_an_error(cli: CommandLine) -> None:
    outcome = cli.piped(*RUN, "--quiet", "--save", "/dev/full")

    assert (outcome.status, outcome.err) == (2, "mlslcs_ref: error: /dev/full: No space left on device\n")
    # the work of a run is not lost with its file
    assert outcome.out == cli.piped(*RUN, "--quiet").out


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="this user may read and write everywhere")
def test_a_file_without_permission_is_an_error(tmp_path: Path) -> None:
    secret = tmp_path / "secret.arff"
    secret.touch(mode=0o000)
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    for argv in (("run", secret), (*ENDLESS, "--save", locked / "m.json")):
        outcome = in_process(*argv)
        assert (outcome.status, outcome.out, outcome.err.count("\n")) == (2, "", 1)


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


def test_json_in_a_pipe_comes_without_a_word_on_standard_error(cli: CommandLine) -> None:
    done = cli.piped(*RUN, "--json")

    assert done.err == ""
    assert json.loads(done.out)["run"]["steps"] == 192


@pytest.mark.parametrize("value", ["1", "true"])
def test_colours_can_be_forced_into_a_pipe_and_change_nothing_else(
    value: str, cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The width of a terminal does not reach it."""
    monkeypatch.setenv("FORCE_COLOR", value)
    monkeypatch.setenv("COLUMNS", "40")
    forced = cli.piped(*RUN).out

    assert "\x1b" not in plain()
    assert "\x1b[1m" in forced
    assert ESCAPES.sub("", forced) == plain()


# ----------------------------------------------------------------------------------------------------------- the same


def test_output_depends_on_no_hash_seed_and_no_locale() -> None:
    argv = ("run", "mlposition3", "--passes", "4", "--seed", "2")
    environments = (
        {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"},
        {"PYTHONHASHSEED": "1", "LC_ALL": "de_DE.UTF-8"},
        {"PYTHONHASHSEED": "2", "LC_ALL": "C"},
    )
    for how, n in (((), 3), (("--json", "--profile", "authors"), 2)):
        outcomes = {in_process(*argv, *how, env=variables(**changes)) for changes in environments[:n]}
        assert [outcome.status for outcome in outcomes] == [0]


def test_a_program_that_has_set_a_locale_gets_decimal_points(tmp_path: Path) -> None:
    """Where the locale does not exist there is nothing to set, and nothing to see."""
    code = (
        "import contextlib, locale, sys\n"
        "with contextlib.suppress(locale.Error):\n"
        "    locale.setlocale(locale.LC_ALL, 'de_DE.UTF-8')\n"
        "from mlslcs_ref.cli import main\n"
        f"sys.exit(main({list(RUN)!r}))\n"
    )

    assert ran(sys.executable, "-c", code, cwd=tmp_path).out == plain()


def test_a_file_whose_name_is_no_text_is_read_and_its_model_written(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff.arff"
    with Path(os.fsdecode(path)).open("w", encoding="utf-8") as file:
        file.write("@relation r\n@attribute a {0,1}\n@attribute l {0,1}\n@data\n0,1\n1,0\n")
    outcome = in_process("run", os.fsdecode(path), "--labels", "-1", "--passes", "1", "--save", tmp_path / "m.json")

    assert outcome.status == 0
    assert outcome.out.startswith("# \\udcff: profile auto, seed 0\n")
    assert in_process("rules", tmp_path / "m.json").status == 0
