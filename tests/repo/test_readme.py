"""README.md and CI say what the tools do."""

import doctest
import importlib
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import dev
import pytest
from repo.source import PACKAGE, ROOT

from mlslcs_ref.cli import main

TEST_COMMAND = "python3 tools/dev.py test"
README = ROOT / "README.md"


def shell_lines(text: str) -> Iterator[str]:
    """Give the commands in the code blocks of a Markdown text, without prompts, joined where a backslash breaks them.

    Blocks marked with another language than a shell's hold no commands; in a block marked `console` only the lines that
    begin with a prompt do.
    """
    for language, block in re.findall(r"^ *```([\w-]*)[^\n]*\n(.*?)^ *```", text, flags=re.DOTALL | re.MULTILINE):
        for line in block.replace("\\\n", " ").splitlines():
            is_prompted = line.lstrip().startswith("$ ")
            if language in {"", "sh", "bash", "shell"} or (language == "console" and is_prompted):
                command = line.strip().removeprefix("$ ")
                if command and not command.startswith("#"):
                    yield command


def calls(words: tuple[str, ...]) -> list[list[str]]:
    """Give the arguments of every call in README.md of the program that is named by `words`."""
    lines = [shlex.split(line, comments=True) for line in shell_lines(README.read_text(encoding="utf-8"))]
    return [
        line[start + len(words) :]
        for line in lines
        for start in range(len(line))
        if tuple(line[start : start + len(words)]) == words
    ]


def test_readme_gives_the_test_command() -> None:
    assert TEST_COMMAND in list(shell_lines(README.read_text(encoding="utf-8")))


def test_ci_runs_the_test_command_of_the_readme() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")

    assert f"exec {TEST_COMMAND}" in script.splitlines()


def test_every_command_of_the_tool_in_the_readme_exists() -> None:
    commands = [arguments[0] for arguments in calls(("python3", "tools/dev.py"))]

    assert {"run", "test"} <= set(commands) <= set(dev.COMMANDS)


def test_every_command_of_the_program_in_the_readme_exists() -> None:
    """`--help` after a command ends with status 0 only when there is such a command."""
    modules = [("python", "-P", "-m", "mlslcs_ref"), ("python", "-m", "mlslcs_ref")]
    commands = {arguments[0] for words in modules for arguments in calls(words) if arguments}
    if calls(("python3", "tools/dev.py", "run")):
        commands.add("run")

    for command in sorted(command for command in commands if not command.startswith("-")):
        assert main([command, "--help"]) == 0, command


def test_the_examples_in_the_readme_give_what_it_says() -> None:
    """Those with a prompt, block by block."""
    text = README.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(>>> .*?)^```", text, flags=re.DOTALL | re.MULTILINE)
    runner = doctest.DocTestRunner()
    for place, block in enumerate(blocks):
        runner.run(doctest.DocTestParser().get_doctest(block, {}, f"README.md, example {place + 1}", "README.md", 0))

    assert blocks
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize(
    "module",
    [path for path in sorted(PACKAGE.rglob("*.py")) if ">>> " in path.read_text(encoding="utf-8")],
    ids=lambda path: path.name,
)
def test_the_examples_in_docstrings_give_what_they_say(module: Path) -> None:
    name = ".".join(module.relative_to(ROOT).with_suffix("").parts)
    results = doctest.testmod(importlib.import_module(name))

    assert results.attempted > 0
    assert results.failed == 0


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("```sh\n# comment\na b\n```\n", ["a b"]),
        ("```\na \\\n  b\n```\n", ["a    b"]),
        ("```console\n$ a\noutput\n```\n", ["a"]),
        ("```python\na = 1\n```\n", []),
        ("   ```bash\n   a\n   ```\n", ["a"]),
        ("text `a`\n", []),
    ],
)
def test_commands_are_found_in_code_blocks(text: str, commands: list[str]) -> None:
    assert list(shell_lines(text)) == commands
