"""The parts of tools/dev.py that decide, apart from those that act."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import dev
import pytest

PROJECT = """
[build-system]
requires = ["setuptools"]
[project]
dependencies = ["numpy"]
optional-dependencies = { dev = ["pytest"] }
"""
SCRIPT = Path(dev.__file__)


def test_a_build_needs_no_network_as_its_requirements_are_installed_too() -> None:
    assert dev.requirements(PROJECT) == ["setuptools", "numpy"]
    assert dev.requirements(PROJECT, "dev") == ["setuptools", "numpy", "pytest"]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a core of one module, and the package installed in its ``.venv``; give its root."""
    for name in ("PACKAGE", "SITE", "PYTHON", "STAMP"):
        monkeypatch.setattr(dev, name, tmp_path / getattr(dev, name).relative_to(dev.ROOT))
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    for name in ("core/cycle.py", "data/arff.py", "settings.py", "errors.py", "cli/main.py"):
        (dev.PACKAGE / name).parent.mkdir(parents=True, exist_ok=True)
        (dev.PACKAGE / name).write_text("old")
    (tmp_path / "specs").mkdir()
    (tmp_path / "setup.py").write_text("")
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    shutil.copytree(dev.PACKAGE, dev.SITE / "mlslcs_ref")
    (dev.SITE / "mlslcs_ref" / "specs").mkdir()
    return tmp_path


@pytest.mark.parametrize("name", ["core/cycle.py", "core/new.py", "data/arff.py", "settings.py", "cli/main.py", "x.py"])
def test_the_core_is_compiled_anew_after_a_change_of_what_it_is_compiled_from(name: str, place: Path) -> None:
    before = dev.digest(dev.core_files()), dev.digest(place.rglob("*"))

    (dev.PACKAGE / name).write_text("new")

    assert (dev.digest(dev.core_files()) == before[0]) == (name in {"cli/main.py", "x.py"})
    assert dev.digest(place.rglob("*")) != before[1]


def test_what_the_core_imports_is_known_to_the_build() -> None:
    """`COMPILED_FROM` says it a second time: a core that imports another room would be compiled too rarely."""
    used = set()
    for path in (dev.PACKAGE / "core").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("mlslcs_ref."):
                used.add(node.module.split(".")[1])

    assert used <= {name.removesuffix(".py") for name in dev.COMPILED_FROM}


def test_sources_are_copied_and_the_compiled_core_stays(place: Path) -> None:
    (dev.PACKAGE / "cli" / "main.py").rename(dev.PACKAGE / "cli" / "door.py")
    (dev.SITE / "mlslcs_ref" / "core" / "cycle.so").write_text("compiled")
    (place / "specs" / "VERSION").write_text("1")

    dev.copy_sources()

    installed = dev.SITE / "mlslcs_ref"
    names = {path.relative_to(installed).as_posix() for path in installed.rglob("*") if path.is_file()}
    assert {"cli/door.py", "core/cycle.so", "specs/VERSION"} <= names
    assert "cli/main.py" not in names
    assert dev.has_compiled_build()


@pytest.mark.usefixtures("place")
def test_the_tests_run_on_both_builds_or_on_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.builds_to_test([]) == ["pure"]
    assert capsys.readouterr().err
    with pytest.raises(SystemExit):
        dev.builds_to_test(["--compiled"])

    (dev.SITE / "mlslcs_ref" / "core" / "cycle.so").write_text("compiled")

    assert dev.builds_to_test([]) == ["pure", "compiled"]
    assert dev.builds_to_test(["--compiled"]) == ["compiled"]
    assert dev.builds_to_test(["--pure", "tests/unit"]) == dev.builds_to_test(["--quick"]) == ["pure"]
    assert capsys.readouterr().err == ""


def test_the_pure_build_is_the_sources_and_the_compiled_one_is_what_is_installed() -> None:
    pure, compiled = dev.test_environment("pure"), dev.test_environment("compiled")

    assert pure["PYTHONPATH"] == str(dev.ROOT)
    assert "PYTHONPATH" not in compiled
    assert (pure["MLSLCS_REF_EXPECT_BUILD"], compiled["MLSLCS_REF_EXPECT_BUILD"]) == ("pure", "compiled")
    assert pure["PYTHONSAFEPATH"] == compiled["PYTHONSAFEPATH"] == "1"


@pytest.mark.parametrize("text", [None, "", "{", "[]", "null", "7"])
@pytest.mark.usefixtures("place")
def test_what_is_no_stamp_makes_everything_anew(text: str | None) -> None:
    dev.PYTHON.parent.mkdir(parents=True)
    dev.PYTHON.write_text("")
    if text is not None:
        dev.STAMP.write_text(text)

    assert dev.read_stamp() == {}


@pytest.mark.usefixtures("place")
def test_a_stamp_without_its_python_counts_for_nothing() -> None:
    dev.STAMP.write_text(json.dumps({"core": "x"}))

    assert dev.read_stamp() == {}


def test_the_environment_leads_no_other_modules_in_and_no_packages_out() -> None:
    given = {"PYTHONPATH": "x", "PYTHONHOME": "x", "MYPYPATH": "x", "PIP_TARGET": "x", "PIP_USER": "1", "PATH": "p"}

    made = dev.clean_environment(given)

    assert not {"PYTHONPATH", "PYTHONHOME", "MYPYPATH", "PIP_TARGET"} & set(made)
    assert made["PIP_USER"] == "0"
    assert made["PATH"] == "p"


def test_where_packages_come_from_is_the_callers_choice() -> None:
    given = {"PIP_INDEX_URL": "a", "PIP_PROXY": "b", "PIP_CERT": "c", "PIP_CONSTRAINT": "d", "PIP_FIND_LINKS": "e"}

    assert given.items() <= dev.clean_environment(given).items()


@pytest.mark.parametrize(("processors", "expected"), [(1, []), (2, ["-n", "2"]), (64, ["-n", "8"])])
def test_all_tests_run_in_as_many_processes_as_there_are_processors_up_to_eight(
    processors: int, expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: range(processors), raising=False)

    for words, others in (("--pure", []), ("--slow", ["-m", "slow"]), ("--quick", list(dev.QUICK))):
        given = dev.pytest_arguments([words])
        assert given[given.index("-n") : given.index("-n") + 2] == expected if expected else "-n" not in given
        assert set(others) <= set(given)
    assert dev.pytest_arguments(["--pure", "tests/unit"]) == ["tests/unit"]
    assert all((dev.ROOT / place).is_dir() for place in dev.QUICK)


def test_the_second_build_is_asked_what_a_build_may_change_and_alone_it_is_asked_everything() -> None:
    asked = [word for word in dev.pytest_arguments([], "compiled") if word.startswith("tests/")]

    assert "tests/unit/core" in asked
    assert all((dev.ROOT / place).exists() for place in asked)
    for words, build in (([], "pure"), (["--compiled"], "compiled"), (["tests/repo"], "compiled")):
        assert not set(dev.ON_BOTH) & set(dev.pytest_arguments(words, build))


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
