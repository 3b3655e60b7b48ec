"""Build the package, its core compiled by mypyc where that is possible.

Everything else about the package stands in pyproject.toml. The core is compiled for the commands that build something
to be installed elsewhere, never beside its sources. The pure build, which gives the same results and takes longer, is
made where the environment variable MLSLCS_REF_PURE is 1, where mypyc or a C compiler is missing, and where compiling
fails; one line of the output says which build it is and why (`pip install -v` shows it).
"""

import ast
import json
import os
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from setuptools import Distribution, Extension, find_packages, setup
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


def docstrings(sources: list[str]) -> dict[str, str]:
    """Read the docstrings of modules, by the names that mypyc gives in C to what they describe, as C writes strings."""
    found: dict[str, str | None] = {}
    for source in sources:
        tree = ast.parse(Path(source).read_text(encoding="utf-8"))
        name = Path(source).stem
        found[name] = ast.get_docstring(tree)
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found[f"{name}___{node.name}"] = ast.get_docstring(node)
            if isinstance(node, ast.ClassDef):
                methods = [method for method in node.body if isinstance(method, ast.FunctionDef)]
                found |= {f"{name}___{node.name}___{method.name}": ast.get_docstring(method) for method in methods}
    return {name: json.dumps(text, ensure_ascii=False)[1:-1] for name, text in found.items() if text}


def with_docstrings(code: str, texts: dict[str, str]) -> str:
    """Write docstrings into the C code of mypyc, which drops them.

    Parameters
    ----------
    code : str
        C code.
    texts : dict of str to str
        What :func:`docstrings` gives.
    """

    def text(*words: str) -> str:
        return texts.get("___".join(words), "")

    signature = r'PyDoc_STR\("[^"]*--\\n\\n'
    code = re.sub(rf"\bCPyPy_(\w+),\s+[A-Z_ |]+, {signature}", lambda found: found[0] + text(found[1]), code)
    code = re.sub(rf"\bCPyType_(\w+)_template_ = {{[^}}]*?{signature}", lambda found: found[0] + text(found[1]), code)
    code = re.sub(
        r"(\(getter\)(\w+)_get_(\w+),\s*(?:\(setter\)\w+|NULL),\s*)NULL(, NULL})",
        lambda found: f'{found[1]}PyDoc_STR("{text(found[2], found[3])}"){found[4]}',
        code,
    )
    return re.sub(
        r'("mlslcs_ref\.core\.(\w+)",\s*)NULL(, /\* docstring)',
        lambda found: f'{found[1]}PyDoc_STR("{text(found[2])}"){found[3]}',
        code,
    )


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

            extensions = mypycify(
                sources, opt_level="3", debug_level="0", group_name="mlslcs_ref_core", target_dir=str(folder / "c")
            )
        except ImportError:
            reason = "mypyc is missing"
        except SystemExit:
            reason = "mypyc failed, see its messages above"
        except Exception as error:  # noqa: BLE001 - the package is of use all the same
            reason = f"mypyc failed, {type(error).__name__}: {' '.join(str(error).split())}"
    if reason is not None:
        say(f"pure build, because {reason}")
    texts = docstrings(sources)
    for extension in extensions:
        extension.optional = True
        for path in map(Path, extension.sources):
            path.write_text(with_docstrings(path.read_text(encoding="utf-8"), texts), encoding="utf-8")
    return extensions


# The folder is new each time, so nothing that an earlier build left behind gets into this one.
with TemporaryDirectory(prefix="mlslcs_ref-") as build_base:
    setup(
        packages=[*find_packages(include=["mlslcs_ref*"]), SPECS],
        package_dir={SPECS: "specs"},
        ext_modules=compiled_core(Path(build_base)) if BUILDING & set(sys.argv[1:]) else [],
        cmdclass={"build_ext": BuildCore},
        options={"build": {"build_base": build_base}},
    )
