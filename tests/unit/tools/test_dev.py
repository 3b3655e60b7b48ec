"""The parts of tools/dev.py that decide, apart from those that act."""

import ast
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import dev
import pytest

PROJECT = """
[build-system]
requires = ["setuptools"]
[project]
name = "x"
dependencies = ["numpy"]
[project.optional-dependencies]
dev = ["pytest"]
[tool.setuptools]
zip-safe = false
[tool.ruff]
line-length = 120
"""
HERE = ("CPython 3.11.7", "here")
SCRIPT = Path(dev.__file__)


def fingerprint_of(project: str) -> str:
    return dev.fingerprint(project, *HERE)


@pytest.mark.parametrize(
    ("old", "new"),
    [("numpy", "scipy"), ('["setuptools"]', '["setuptools>=77"]'), ("zip-safe = false", "zip-safe = true")],
)
def test_a_change_of_packages_changes_the_fingerprint(old: str, new: str) -> None:
    assert fingerprint_of(PROJECT.replace(old, new)) != fingerprint_of(PROJECT)


def test_a_change_of_a_checkers_settings_keeps_the_fingerprint() -> None:
    assert fingerprint_of(PROJECT.replace("120", "100")) == fingerprint_of(PROJECT)


def test_interpreter_and_place_belong_to_the_fingerprint() -> None:
    prints = {
        dev.fingerprint(PROJECT, interpreter, place)
        for interpreter in ("CPython 3.11.7", "CPython 3.12.1")
        for place in ("here", "there")
    }

    assert len(prints) == 4


def test_a_build_needs_no_network_as_its_requirements_are_installed_too() -> None:
    assert dev.requirements(PROJECT, dev.BASE) == ["setuptools", "numpy"]
    assert dev.requirements(PROJECT, dev.DEV) == ["setuptools", "numpy", "pytest"]


FILES = dict.fromkeys(("core/cycle.py", "data/arff.py", "settings.py", "errors.py", "cli/main.py", "x.py"), b"old")


@pytest.mark.parametrize("name", [*FILES, "core/new.py"])
def test_the_core_is_compiled_anew_after_a_change_of_what_it_is_compiled_from(name: str) -> None:
    old = dev.core_digest(FILES, b"setup", "gcc")

    new = dev.core_digest({**FILES, name: b"new"}, b"setup", "gcc")

    assert (new == old) == (name in {"cli/main.py", "x.py"})
    assert dev.digest({**FILES, name: b"new"}) != dev.digest(FILES)


def test_the_core_is_compiled_anew_for_another_setup_script_or_compiler() -> None:
    assert len({dev.core_digest(FILES, setup, cc) for setup in (b"", b"setup()") for cc in ("gcc", "clang")}) == 4


def test_the_compiler_is_the_one_that_would_be_called_and_may_come_and_go(tmp_path: Path) -> None:
    facts = [dev.compiler_facts({"CC": str(tmp_path / "cc")}), dev.compiler_facts({"CC": sys.executable})]
    facts += [dev.compiler_facts({"CC": sys.executable, "MLSLCS_REF_PURE": "1"}), dev.compiler_facts({"CC": ""})]

    assert facts[0].endswith("None")
    assert len(set(facts)) == 4


def test_what_the_core_imports_is_known_to_the_build() -> None:
    """`COMPILED_FROM` says it a second time: a core that imports another room would be compiled too rarely."""
    used = set()
    for path in (dev.ROOT / "mlslcs_ref" / "core").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("mlslcs_ref."):
                used.add(node.module.split(".")[1])

    assert used <= {name.removesuffix(".py") for name in dev.COMPILED_FROM}


@pytest.fixture
def venv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty place for the sources and ``.venv``; give the folder of the installed package."""
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.setattr(dev, "VENV", tmp_path / ".venv")
    installed: Path = dev.site_packages() / "mlslcs_ref"
    for folder in (installed / "core", tmp_path / "mlslcs_ref" / "core"):
        folder.mkdir(parents=True)
    return installed


def test_sources_are_copied_and_the_compiled_core_stays(venv: Path) -> None:
    (dev.ROOT / "mlslcs_ref" / "new.py").write_text("new")
    (dev.ROOT / "mlslcs_ref" / "core" / "cycle.py").write_text("cycle")
    (dev.ROOT / "mlslcs_ref" / "notes.txt").write_text("no source")
    (venv / "gone.py").write_text("gone")
    (venv / "core" / "cycle.so").write_text("compiled")

    dev.copy_sources()

    names = {path.relative_to(venv).as_posix() for path in venv.rglob("*.*")}
    assert names == {"new.py", "core/cycle.py", "core/cycle.so"}
    assert dev.has_compiled_build()


def test_the_tests_run_on_both_builds_or_on_what_there_is(venv: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.builds_to_test([]) == ["pure"]
    assert "no compiled build" in capsys.readouterr().err
    with pytest.raises(dev.SetupError, match="no compiled build"):
        dev.builds_to_test(["--compiled"])

    (venv / "core" / "cycle.so").write_text("compiled")

    assert dev.builds_to_test([]) == ["pure", "compiled"]
    assert dev.builds_to_test(["--compiled"]) == ["compiled"]
    assert dev.builds_to_test(["--pure"]) == ["pure"]
    assert dev.builds_to_test(["--slow"]) == [None]
    assert capsys.readouterr().err == ""


def test_the_pure_build_is_the_sources_and_the_compiled_one_is_what_is_installed() -> None:
    pure, compiled = dev.test_environment("pure"), dev.test_environment("compiled")

    assert pure["PYTHONPATH"] == str(dev.ROOT)
    assert "PYTHONPATH" not in compiled
    assert (pure["MLSLCS_REF_EXPECT_BUILD"], compiled["MLSLCS_REF_EXPECT_BUILD"]) == ("pure", "compiled")
    assert pure["PYTHONSAFEPATH"] == compiled["PYTHONSAFEPATH"] == "1"


def test_a_broken_project_file_is_told_in_one_line() -> None:
    with pytest.raises(dev.SetupError) as caught:
        fingerprint_of("[project\n")

    assert str(caught.value).startswith("pyproject.toml is not TOML: ")
    assert len(str(caught.value).splitlines()) == 1


def test_a_python_without_ensurepip_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Debian puts it into a package of its own; nothing is removed before it is there."""
    monkeypatch.setattr(dev, "VENV", tmp_path)
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)

    with pytest.raises(dev.SetupError, match=r"apt-get install python3\.\d+-venv"):
        dev.create_venv()

    assert tmp_path.exists()


STAMP = dev.Stamp("abc", ("base", "dev"), ("numpy-2.0.dist-info", "rich-13.0.dist-info"), "core", "sources")


def test_a_stamp_is_read_as_it_was_written() -> None:
    assert dev.Stamp.from_json(STAMP.to_json()) == dev.Stamp(*STAMP)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "7", '{"fingerprint": "abc"}', '{"steps": 1}'])
def test_what_is_no_stamp_is_read_as_none(text: str) -> None:
    assert dev.Stamp.from_json(text) is None


def test_a_stamp_with_other_fields_is_read_as_none() -> None:
    fields = json.loads(STAMP.to_json())
    fields["steps"] = 3

    assert dev.Stamp.from_json(json.dumps(fields)) is None


INSTALLED = ["mine-1.0.dist-info", *STAMP.distributions]


def test_a_sound_environment_stays_whatever_else_was_installed() -> None:
    assert dev.reason_to_rebuild(STAMP, "abc", has_python=True, distributions=INSTALLED) is None


def test_an_environment_is_made_anew_for_a_reason() -> None:
    reasons = [
        dev.reason_to_rebuild(None, "abc", has_python=True, distributions=INSTALLED),
        dev.reason_to_rebuild(STAMP, "abc", has_python=False, distributions=INSTALLED),
        dev.reason_to_rebuild(STAMP, "xyz", has_python=True, distributions=INSTALLED),
        dev.reason_to_rebuild(STAMP, "abc", has_python=True, distributions=INSTALLED[:-1]),
    ]

    assert all(reasons)
    assert len(set(reasons)) == 4


@pytest.mark.parametrize(
    ("output", "advice"),
    [
        (
            "WARNING: broken by 'NewConnectionError(...)'\nERROR: No matching distribution found for numpy",
            "check the network",
        ),
        ("pip._vendor.urllib3.exceptions.ReadTimeoutError: Read timed out.", "check the network"),
        ("SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED]'))", "PIP_CERT"),
        ("OSError: [Errno 28] No space left on device", "make room"),
        ("ERROR: No matching distribution found for numpy>=99", "not to be had"),
        ("ERROR: Could not find a version that satisfies numpy (from versions: none)", "check the network"),
        ("something else", "pip failed"),
    ],
)
def test_a_failure_of_pip_is_explained_in_one_line(output: str, advice: str) -> None:
    assert advice in dev.explain_pip(output)
    assert len(dev.explain_pip(output).splitlines()) == 1


def test_tail_gives_the_last_lines_that_are_not_blank() -> None:
    assert dev.tail("a\n\nb\n \nc\n", 2) == "b\nc"
    assert dev.tail("", 2) == ""
    assert dev.tail("a" * 1000) == "a" * dev.LINE_LENGTH + " ..."


def test_the_environment_leads_no_other_modules_in_and_no_packages_out() -> None:
    given = {"PYTHONPATH": "x", "PYTHONHOME": "x", "MYPYPATH": "x", "PIP_TARGET": "x", "PIP_USER": "1", "PATH": "p"}

    made = dev.clean_environment(given)

    assert not {"PYTHONPATH", "PYTHONHOME", "MYPYPATH", "PIP_TARGET"} & set(made)
    assert made["PIP_USER"] == "0"
    assert made["PATH"] == "p"


def test_where_packages_come_from_is_the_callers_choice() -> None:
    given = {"PIP_INDEX_URL": "a", "PIP_PROXY": "b", "PIP_CERT": "c", "PIP_CONSTRAINT": "d", "PIP_FIND_LINKS": "e"}

    assert given.items() <= dev.clean_environment(given).items()


def test_tests_run_in_as_many_processes_as_there_are_processors_up_to_eight() -> None:
    assert [dev.pytest_workers(count) for count in (1, 2, 64)] == [[], ["-n", "2"], ["-n", "8"]]
    assert dev.available_processors() >= 1


def test_the_script_is_understood_by_python_3_7_up_to_its_version_check() -> None:
    """An older Python must get as far as the message; it parses the whole file before it runs the first line."""
    source = SCRIPT.read_text(encoding="utf-8")
    tree = ast.parse(source, feature_version=(3, 7))
    check = next(index for index, node in enumerate(tree.body) if isinstance(node, ast.If))

    assert [type(node) for node in tree.body[:check]] == [ast.Expr, ast.Import]
    assert ast.unparse(tree.body[1]) == "import sys"
    assert ast.unparse(tree.body[check]).startswith("if sys.version_info < (3, 11):")


def test_the_script_needs_the_standard_library_only() -> None:
    names = set()
    for node in ast.walk(ast.parse(SCRIPT.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").partition(".")[0])

    assert names <= sys.stdlib_module_names


def call(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, SCRIPT, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("arguments", [(), ("bulid",), ("check", "--fast"), ("clean", "everything")])
def test_a_call_that_cannot_be_meant_ends_with_status_2_and_changes_nothing(arguments: tuple[str, ...]) -> None:
    done = call(*arguments)

    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_help_names_every_command() -> None:
    done = call("--help")

    assert done.returncode == 0
    assert all(f"\n  {command} " in done.stdout for command in dev.COMMANDS)


@pytest.mark.skipif(os.name == "nt", reason="there is no lock on Windows")
def test_the_second_to_ask_for_the_lock_gets_it_after_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    lock = tmp_path / "lock"
    monkeypatch.setattr(dev, "LOCK", lock)
    program = (
        "import dev, pathlib, sys\n"
        "dev.LOCK = pathlib.Path(sys.argv[1])\n"
        "with dev.locked():\n"
        "    print('second', flush=True)\n"
    )
    with dev.locked():
        second = subprocess.Popen(
            [sys.executable, "-c", program, lock],
            env={**os.environ, "PYTHONPATH": str(SCRIPT.parent)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert second.stderr is not None
        assert "waiting" in second.stderr.readline()
        time.sleep(0.05)
        assert second.poll() is None
    output, _errors = second.communicate(timeout=30)

    assert output == "second\n"
    assert capfd.readouterr().err == ""
