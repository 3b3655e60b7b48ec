"""Signals: whatever comes when, a process ends in one line, with its model so far and no half-written file."""

import os
import signal
import sys
from pathlib import Path

import pytest
from processes import communicated
from terminals import TELLING, started

from mlslcs_ref import Training, load_model, toy6x4
from mlslcs_ref.cli import main
from mlslcs_ref.rulesets.model_file import model_text

ENDLESS = ("run", "toy6x4", "--passes", "1000000")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of Unix")

ENDS = [(signal.SIGINT, "interrupted"), (signal.SIGTERM, "terminated"), (signal.SIGHUP, "the terminal is gone")]


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
        out, err = communicated(process)

    *said, ended = err.splitlines()
    assert (process.returncode, out, ended) == (128 + number, "", f"mlslcs_ref: {word}")
    # before that it says what still takes its time, but not beside a document
    n_said = {"": 2, "--json": 1, "--quiet": 0}["".join(options)]
    assert [str(tmp_path / "m.json") in line for line in said] == [False, True][2 - n_said :]
    assert [path.name for path in tmp_path.iterdir()] == ["m.json"]
    model = load_model(tmp_path / "m.json")
    assert model.record.steps > 0
    assert model.record.steps + model.record.steps_left == model.ruleset.settings.n_steps(64)
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
        out, err = communicated(process)

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
        out, err = communicated(process)

    assert (process.returncode, out, err) == (130, "", "mlslcs_ref: interrupted\n")


@pytest.mark.parametrize("is_alone", [True, False])
def test_a_signal_while_what_draws_is_loaded_ends_a_process_of_its_own(is_alone: bool, tmp_path: Path) -> None:
    """A module that loads for long does not make it wait; another program that calls goes on when that is loaded."""
    assert main(["run", "toy6x4", "--passes", "1", "--quiet", "--save", str(tmp_path / "m.json")]) == 0
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
        out, err = communicated(process)

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
        assert communicated(process) == ("here\n", "")


def test_a_program_that_calls_the_command_line_keeps_its_handlers() -> None:
    before = [signal.getsignal(number) for number, _word in ENDS]
    main(["--version"])

    assert [signal.getsignal(number) for number, _word in ENDS] == before
