"""What is built from the repository installs where nothing else is; run by `python3 tools/dev.py test --slow`."""

import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest
from builds import ROOT

from mlslcs_ref._code import code_in

pytestmark = pytest.mark.slow

PROBE = """
import mlslcs_ref._build, mlslcs_ref.core.cycle, sys
print("compiled" if mlslcs_ref._build.is_compiled() else "pure", mlslcs_ref._build.__version__)
from mlslcs_ref.cli import main
executor = f"{sys.executable} -m mlslcs_ref.oracle.executor"
if main(["conform", "run", "--executor", executor, "--select", "update", "--quiet"]):
    sys.exit("the package fails its own vectors")
sys.exit(main(["run", "toy6x4", "--passes", "20", "--quiet"]))
"""


def environment(**changes: str) -> dict[str, str]:
    """The environment without what leads to the repository."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MLSLCS_REF", "CC"))}
    return {**kept, **changes}


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what a build needs, with what an earlier build might have left."""
    folder = tmp_path_factory.mktemp("sources") / "repository"
    shutil.copytree(ROOT / "mlslcs_ref", folder / "mlslcs_ref", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "specs", folder / "specs")
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    for stale in ("lib", f"lib.{sys.platform}-x86_64-cpython-{sys.version_info[0]}{sys.version_info[1]}"):
        (folder / "build" / stale / "mlslcs_ref").mkdir(parents=True)
        (folder / "build" / stale / "mlslcs_ref" / "stale.py").write_text("")
    return folder


def pip(*words: str | Path, python: str | Path = sys.executable, **changes: str) -> None:
    """Let pip do something."""
    subprocess.run(
        [python, "-m", "pip", "--quiet", "--no-input", *words],
        env=environment(PIP_DISABLE_PIP_VERSION_CHECK="1", **changes),
        cwd=Path(sys.prefix),
        check=True,
    )


def installed(archive: Path, folder: Path, **changes: str) -> str:
    """Install an archive into an empty virtual environment, run the program there, and give what it printed."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip("install", archive, python=python, **changes)
    done = subprocess.run(
        [python, "-c", PROBE], env=environment(), cwd=folder, stdout=subprocess.PIPE, encoding="utf-8", check=True
    )
    return done.stdout


def files_of(folder: Path) -> set[str]:
    """Name the files of the package and of the specification, as they stand in the repository."""
    return {
        path.relative_to(folder).as_posix()
        for part in ("mlslcs_ref", "specs")
        for path in (folder / part).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".svg"
    }


def in_package(names: set[str]) -> set[str]:
    """Name files as they stand in a wheel: the specification is a part of the package there."""
    return {f"mlslcs_ref/{name}" if name.startswith("specs/") else name for name in names}


def test_a_wheel_holds_the_package_and_works_where_nothing_else_is(sources: Path, tmp_path: Path) -> None:
    """It is built with nothing but what the build asks for, as somebody does who has just made an environment."""
    before = files_of(sources)
    venv.create(tmp_path / "builder", with_pip=True)
    builder = tmp_path / "builder" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip("wheel", "--no-deps", "--wheel-dir", tmp_path, sources, python=builder)
    (wheel,) = tmp_path.glob("*.whl")
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}

    assert files_of(sources) == before
    assert {name for name in names if not name.endswith((".so", ".pyd"))} == in_package(before)
    assert "mlslcs_ref/py.typed" in names

    shutil.unpack_archive(wheel, tmp_path / "unpacked", "zip")
    output = installed(wheel, tmp_path / "empty")

    assert code_in(tmp_path / "unpacked" / "mlslcs_ref") == code_in(sources / "mlslcs_ref")
    assert output.split()[0] == ("pure" if wheel.name.endswith("-none-any.whl") else "compiled")
    if os.name == "posix" and shutil.which("cc"):
        assert output.split()[0] == "compiled"


def test_an_sdist_builds_and_works_without_a_compiler(sources: Path, tmp_path: Path) -> None:
    program = f"from setuptools import build_meta; print(build_meta.build_sdist({str(tmp_path)!r}))"
    subprocess.run([sys.executable, "-c", program], cwd=sources, env=environment(), check=True)
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}

    assert files_of(sources) | {"setup.py", "pyproject.toml", "README.md", "LICENSE"} <= names
    assert not [name for name in names if "stale" in name or name.endswith((".so", ".pyd"))]

    output = installed(sdist, tmp_path / "empty", CC="/bin/false")

    assert output.split()[0] == "pure"


def test_the_same_sources_give_the_same_wheel_and_the_pure_one_when_it_is_asked_for(
    sources: Path, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        pip(
            "wheel",
            "--no-deps",
            "--wheel-dir",
            tmp_path / name,
            sources,
            MLSLCS_REF_PURE="1",
            SOURCE_DATE_EPOCH="1700000000",
        )
    wheels = [next((tmp_path / name).glob("*.whl")) for name in ("one", "two")]

    assert wheels[0].name.endswith("-none-any.whl")
    assert wheels[0].read_bytes() == wheels[1].read_bytes()
