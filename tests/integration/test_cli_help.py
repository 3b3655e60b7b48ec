"""The examples in the help of commands can be called as they are."""

import shlex
from pathlib import Path

import pytest
from terminals import CommandLine

FLAGS = """@relation flags
@attribute name {%s}
@attribute bars numeric
@attribute red {0,1}
@attribute green {0,1}
@data
%s
"""
COMMANDS = ("rules", "explain", "compact", "compare", "check", "export", "report", "evaluate", "predict", "convert")


@pytest.fixture
def folder(cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the models and data that examples name."""
    monkeypatch.chdir(tmp_path)
    names = [f"land{n}" for n in range(24)]
    rows = [f"{name},{n % 5},{n % 2},{int(n % 3 == 0)}" for n, name in enumerate(names)]
    for name in ("flags-train", "flags-test", "new-flags"):
        Path(f"{name}.arff").write_text(FLAGS % (",".join(names), "\n".join(rows)), encoding="utf-8")
    Path("flags.csv").write_text("\n".join(["name,bars,red,green", *rows]) + "\n", encoding="utf-8")
    for argv in (
        "run toy6x4 --passes 30 --population-size 200 --save toy.json",
        "run flags-train.arff --labels -2 --passes 10 --save flags.json",
        "compact toy.json --save small.json",
    ):
        assert cli.piped(*argv.split()).status == 0
    return tmp_path


def examples(text: str) -> list[list[str]]:
    """Return the arguments of the calls in a help."""
    lines = text.partition("\nexamples:\n")[2].splitlines()
    return [shlex.split(line)[3:] for line in lines]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.usefixtures("folder")
def test_the_examples_in_the_help_of_a_command_work(cli: CommandLine, command: str) -> None:
    calls = examples(cli.piped(command, "--help").out)

    assert calls
    for argv in calls:
        assert argv[0] == command
        outcome = cli.piped(*argv)
        # two models that are not the same are no error
        assert outcome.status in ({0, 1} if command == "compare" else {0}), outcome.err
