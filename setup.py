"""Build the package, its core compiled by mypyc where that is possible.

Everything else about the package stands in pyproject.toml. The core is compiled for the commands that build something
to be installed elsewhere, never beside its sources. The pure build, which gives the same results and takes longer, is
made where the environment variable MLSLCS_REF_PURE is 1, where mypyc or a C compiler is missing, and where compiling
fails; one line of the output says which build it is and why (`pip install -v` shows it).
"""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from setuptools import Distribution, Extension, find_namespace_packages, find_packages, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError, OptionError

CORE = Path("mlslcs_ref", "core")
NOT_COMPILED = {"__init__.py", "building.py", "events.py"}  # the last holds named tuples, made only where one observes
SPECS = "mlslcs_ref.specs"  # data alone: where `conform` finds the vectors, once the package is installed
BUILDING = {"bdist_wheel", "build", "build_ext", "install"}


def say(build: str) -> None:
    """Say which build it is, in one line of the build's output."""
    print(f"mlslcs_ref: {build}", flush=True)  # noqa: T201 - setup scripts print


class BuildCore(build_ext):
    """Compile all of the core or nothing: its modules call each other directly."""

    def run(self) -> None:
        """Compile, and remove what was compiled if a part of it is missing."""
        if self.inplace:
            raise OptionError("the core is never compiled beside its sources: use `pip install .`")
        super().run()
        built = [Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions]
        if all(path.exists() for path in built):
            say("compiled build")
            return
        for path in built:
            path.unlink(missing_ok=True)
        say("pure build, because the C compiler failed")


def has_compiler(folder: Path) -> bool:
    """Tell whether an empty module can be compiled; nothing else tells whether compiler, linker and headers work."""
    source = folder / "probe.c"
    source.write_text("#include <Python.h>\nPyMODINIT_FUNC PyInit_probe(void) { return NULL; }\n", encoding="utf-8")
    command = build_ext(Distribution({"ext_modules": [Extension("probe", [str(source)])]}))
    command.build_lib = command.build_temp = str(folder)
    try:
        command.ensure_finalized()
        command.run()
    except (BaseError, CCompilerError):
        return False
    return True


def reason_for_pure(folder: Path) -> str | None:
    """Say why the core can't be compiled; None when it can, as far as one can tell beforehand."""
    if os.environ.get("MLSLCS_REF_PURE", "0") not in {"", "0"}:
        return "MLSLCS_REF_PURE is set"
    if sys.implementation.name != "cpython":
        return "mypyc compiles for CPython only"
    return None if has_compiler(folder) else "there is no working C compiler"


def compiled_core(folder: Path) -> list[Extension]:
    """Give the modules of the core for the C compiler, or none.

    Parameters
    ----------
    folder : Path
        Where mypyc may put the C code it writes.

    Returns
    -------
    list of Extension
        In an order that is always the same.
    """
    reason = reason_for_pure(folder)
    extensions: list[Extension] = []
    sources = sorted(path.as_posix() for path in CORE.glob("*.py") if path.name not in NOT_COMPILED)
    if reason is None:
        try:
            from mypyc.build import mypycify  # noqa: PLC0415 - may be missing

            # the rest of the package may import what is not installed here
            extensions = mypycify(
                ["--follow-imports=silent", *sources],
                opt_level="3",
                debug_level="0",
                group_name="mlslcs_ref_core",
                target_dir=str(folder / "c"),
            )
        except ImportError:
            reason = "mypyc is missing"
        except SystemExit:
            reason = "mypyc failed, see its messages above"
        except Exception as error:  # noqa: BLE001 - the package is of use all the same
            reason = f"mypyc failed, {type(error).__name__}: {' '.join(str(error).split())}"
    if reason is not None:
        say(f"pure build, because {reason}")
    for extension in extensions:
        extension.optional = True
        if os.name == "posix":
            # its functions are exported, and would otherwise be called through a table and never inlined
            extension.extra_compile_args.append("-fno-semantic-interposition")
    return extensions


# setuptools takes each folder of the specification for a package, and is going to leave out those that are not listed
FOLDERS = [f"{SPECS}.{name}" for name in find_namespace_packages("specs", exclude=["*__pycache__*"])]

# The folder is new each time, so nothing that an earlier build left behind gets into this one.
with TemporaryDirectory(prefix="mlslcs_ref-") as build_base:
    setup(
        packages=[*find_packages(include=["mlslcs_ref*"]), SPECS, *FOLDERS],
        package_dir={SPECS: "specs"},
        ext_modules=compiled_core(Path(build_base)) if BUILDING & set(sys.argv[1:]) else [],
        cmdclass={"build_ext": BuildCore},
        options={"build": {"build_base": build_base}},
    )
