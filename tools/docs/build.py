"""Make the documentation site from README.md, specs/, the notebooks beside this file and the docstrings.

``python3 tools/dev.py docs`` calls it and leaves the site in ``build/site``. No page is kept by hand twice: files are
copied into a temporary folder as they stand in the repository, so that links between them hold, and the reference is
made of the public names.
"""

from __future__ import annotations

import inspect
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import mlslcs_ref

ROOT: Final = Path(__file__).resolve().parents[2]
SITE: Final = ROOT / "build" / "site"
COPIED: Final = {".cff", ".json", ".jsonl", ".md", ".py", ".svg", ".toml"}
"""What pages show or link to: texts, pictures, and small files of data."""


def reference() -> str:
    """Return the page of the public names, in the order of `mlslcs_ref.__all__`."""
    lines = ["# Reference", "", "What `mlslcs_ref` offers. Everything else is private and may change.", ""]
    for name in mlslcs_ref.__all__:
        value = getattr(mlslcs_ref, name)
        home = inspect.getmodule(value)
        if home is not None and (inspect.isclass(value) or inspect.isfunction(value)):
            lines += [f"::: {home.__name__}.{value.__qualname__}", ""]
    return "\n".join(lines)


def gather(pages: Path) -> None:
    """Copy into a folder what the site is made of."""
    shutil.copy(ROOT / "README.md", pages / "index.md")
    (pages / "tests").mkdir()
    shutil.copy(ROOT / "tests" / "README.md", pages / "tests")
    for path in sorted((ROOT / "specs").rglob("*")):
        if path.suffix in COPIED and path.is_file():
            target = pages / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
    for path in pages.rglob("*.md"):
        # the first page of a site is its index
        up = "../" * (len(path.relative_to(pages).parts) - 1)
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(f"]({up}README.md", f"]({up}index.md") if up else text, encoding="utf-8")
    for notebook in sorted((Path(__file__).parent / "notebooks").glob("*.py")):
        (pages / "notebooks").mkdir(exist_ok=True)
        shutil.copy(notebook, pages / "notebooks")
    (pages / "reference.md").write_text(reference(), encoding="utf-8")


def main() -> int:
    """Make the site, and return the status of the program that makes it: 1 if a link leads nowhere."""
    with tempfile.TemporaryDirectory() as folder:
        pages = Path(folder) / "pages"
        pages.mkdir()
        gather(pages)
        configuration = Path(folder) / "mkdocs.yml"
        shutil.copy(Path(__file__).parent / "mkdocs.yml", configuration)
        with configuration.open("a", encoding="utf-8") as file:
            file.write(f"docs_dir: {pages}\nsite_dir: {SITE}\n")
        command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(configuration)]
        # notebooks write where they run
        return subprocess.run(command, check=False, cwd=folder).returncode


if __name__ == "__main__":
    sys.exit(main())
