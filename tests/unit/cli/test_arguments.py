"""Commands to copy, and messages that speak of options."""

import shlex

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mlslcs_ref.cli.call.arguments import command, in_options, with_option, without_option
from mlslcs_ref.cli.parser import build_parser
from mlslcs_ref.errors import UsageError

NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1)
FILES = NAMES.filter(lambda name: not name.startswith("~"))


def words(text: str) -> list[str]:
    """Return the words behind `python -m mlslcs_ref`, as a shell reads them."""
    return shlex.split(text)[3:]


@pytest.mark.parametrize(
    ("argv", "copied"),
    [
        (["run", "x.arff"], "run x.arff --save m.json"),
        (["run", "--", "-x.arff"], "run --save m.json -- -x.arff"),
        (["run", "--save", "a b", "--", "--save"], "run --save m.json -- --save"),
        (["run", "--save=old", "x.arff", "--seed", "1"], "run x.arff --seed 1 --save m.json"),
    ],
)
def test_an_option_stands_before_the_names_that_may_begin_with_a_dash(argv: list[str], copied: str) -> None:
    assert with_option(argv, "--save", "m.json") == f"python -m mlslcs_ref {copied}"


def test_an_option_that_may_be_repeated_is_added() -> None:
    added = with_option(["run", "x", "--drop", "a"], "--drop", "-b c", replace=False)

    assert added == "python -m mlslcs_ref run x --drop a '--drop=-b c'"


def test_what_looks_like_an_option_behind_the_dashes_is_a_name() -> None:
    assert without_option(["run", "--save", "m", "--", "--save", "x"], "--save") == ["run", "--", "--save", "x"]


@given(NAMES, NAMES, st.booleans())
def test_a_command_can_be_copied_whatever_its_names_are(file: str, drop: str, dashes: bool) -> None:
    argv = ["run", "--", file] if dashes or file.startswith("-") else ["run", file]
    parsed = build_parser().parse(words(with_option(argv, "--drop", drop)))

    assert (parsed.problem, parsed.drop) == (file, [drop])


@given(FILES.filter(lambda name: name != "-"), FILES)
@example("./-", "-")
@example("--", "--")
def test_names_of_files_come_as_they_are(model: str, file: str) -> None:
    """Standard input, too, where data are read."""
    parsed = build_parser().parse(words(command("predict", "--out", "labels.csv", names=[model, file])))

    # the same file, which argparse does not take for the sign that names follow
    wanted = [f"./{name}" if name == "--" else name for name in (model, file)]
    assert ([parsed.model, parsed.file], parsed.out) == (wanted, "labels.csv")


def test_no_model_is_read_from_standard_input() -> None:
    with pytest.raises(UsageError):
        build_parser().parse(words(command("predict", "--out", "labels.csv", names=["-", "data.csv"])))


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("leave it out with drop=['a']", "leave it out with --drop a"),
        ("leave it out with drop=['the id']", "leave it out with --drop 'the id'"),
        ('leave it out with drop=["it\'s"]; x', "leave it out with --drop 'it'\"'\"'s'; x"),
        ("leave it out with drop=['-a']", "leave it out with --drop=-a"),
        ("leave it out with drop=['aaaa'...]", "leave it out with --drop NAME"),
        ("say it with labels=...", "say it with --labels"),
        ("give its folder with data_dir=...", "give its folder with --data-dir"),
        ("text that needs encoding='utf-16'", "text that needs --encoding utf-16"),
        ("profile='paper' changes it", "--profile paper changes it"),
        ("export it with method='best'", "export it with --method best"),
    ],
)
def test_messages_speak_of_options(message: str, shown: str) -> None:
    assert in_options(message) == shown
