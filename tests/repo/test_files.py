"""What the repository holds, and what it must not hold."""

import re
from itertools import pairwise
from typing import Final

import pytest
from markdown_it import MarkdownIt
from repo.source import ROOT, repository_files

import mlslcs_ref

LARGEST: Final = 1 << 20
"""Bytes of a file, at most."""

# What is looked for is put together here, so that this file does not hold it.
MACHINE_PATHS: Final = re.compile(r"(?<![\w.~*])/(?:work|root|tmp|home|Users)/")
REGISTRY_HOSTS: Final = re.compile(r"\b(?:pypi|pythonhosted|npmjs|deb\.debian)\.org\b")


def readable(name: str) -> str:
    """Give the text of a file; bytes that are no text don't matter here."""
    return (ROOT / name).read_bytes().decode("utf-8", errors="replace")


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{name}:{number}"
        for name in repository_files()
        for number, line in enumerate(readable(name).splitlines(), start=1)
        if pattern.search(line)
    ]


def test_the_files_of_the_repository_are_found() -> None:
    assert {"pyproject.toml", "LICENSE", "README.md", ".ci/run", "tools/dev.py"} <= set(repository_files())


def test_no_file_holds_a_path_of_one_machine() -> None:
    assert lines_with(MACHINE_PATHS) == []


def test_no_file_names_the_host_of_a_package_registry() -> None:
    assert lines_with(REGISTRY_HOSTS) == []


def test_the_citation_names_the_version_of_the_package() -> None:
    lines = readable("specs/CITATION.cff").splitlines()

    assert f"version: {mlslcs_ref.__version__}" in lines


def test_no_file_is_large() -> None:
    sizes = {name: (ROOT / name).stat().st_size for name in repository_files()}

    assert {name: size for name, size in sizes.items() if size > LARGEST} == {}


def emphasised_within(text: str) -> list[str]:
    """Give the texts in front of an emphasis that begins within a word or behind a bracket."""
    inline = [token.children or [] for token in MarkdownIt().enable("table").parse(text)]
    pairs = [pair for tokens in inline for pair in pairwise(tokens)]
    return [one.content for one, other in pairs if other.type == "em_open" and re.search(r"[\w)\]|]$", one.content)]


def test_a_star_within_a_formula_is_found() -> None:
    assert emphasised_within("h = h*3; v = v*h, and *this* is none") == ["h = h"]


def test_no_formula_loses_its_stars_where_markdown_is_rendered() -> None:
    found = {name: emphasised_within(readable(name)) for name in repository_files() if name.endswith(".md")}

    assert {name: texts for name, texts in found.items() if texts} == {}


def test_no_file_is_a_compiled_module_or_a_data_set() -> None:
    assert [name for name in repository_files() if name.endswith((".so", ".pyd", ".pyc", ".arff"))] == []


def test_text_has_unix_line_ends_and_ends_with_one() -> None:
    texts = [name for name in repository_files() if b"\0" not in (ROOT / name).read_bytes()]
    wrong = [name for name in texts if (data := (ROOT / name).read_bytes()) and (b"\r" in data or data[-1:] != b"\n")]

    assert wrong == []


@pytest.mark.parametrize("path", ["work/x", "root/.cache", "tmp/a"])
def test_a_path_of_one_machine_is_recognised(path: str) -> None:
    assert MACHINE_PATHS.search(f"see '/{path}'")
    assert not MACHINE_PATHS.search(f"see 'build/{path}'")


def test_the_host_of_a_registry_is_recognised() -> None:
    assert REGISTRY_HOSTS.search(f"a://files.{'pythonhosted'}.org/packages")
    assert not REGISTRY_HOSTS.search("an organisation")
