"""Options: every setting has one, nothing is abbreviated, errors say what was expected."""

from collections.abc import Callable
from typing import Any

import pytest

from mlslcs_ref._setting_info import SettingInfo
from mlslcs_ref.cli.call.setting_options import add_setting_options, chosen_settings, option_name
from mlslcs_ref.cli.commands import COMMANDS
from mlslcs_ref.cli.parser import Parser, build_parser
from mlslcs_ref.errors import UsageError
from mlslcs_ref.rulesets.export.formats import FORMATS
from mlslcs_ref.settings import setting_infos

INFOS = {info.name: info for info in setting_infos()}


def parsed(*argv: str) -> Any:
    return build_parser().parse(list(argv))


def other_value(info: SettingInfo) -> object:
    """Return a legal value that is not the default of the profile `paper`."""
    if info.kind is bool:
        return not info.paper
    if info.choices:
        return next(choice for choice in info.choices if choice != info.paper)
    return info.kind(1) if info.paper != 1 else info.kind(0.5)


@pytest.mark.parametrize("name", INFOS)
def test_every_setting_has_an_option(name: str) -> None:
    value = other_value(INFOS[name])
    option = option_name(name)
    argv = [option if value else option.replace("--", "--no-", 1)] if isinstance(value, bool) else [option, str(value)]
    chosen = chosen_settings(parsed("run", "toy6x4", *argv))

    assert chosen == {name: value}
    assert type(chosen[name]) is INFOS[name].kind


def test_only_what_is_given_is_chosen() -> None:
    assert chosen_settings(parsed("run", "toy6x4")) == {}


@pytest.mark.parametrize("name", INFOS)
def test_the_help_of_a_setting_tells_symbol_range_defaults_and_clause(name: str) -> None:
    info = INFOS[name]
    parser = Parser(prog="x")
    add_setting_options(parser)
    entry = next(action.help or "" for action in parser._actions if option_name(name) in action.option_strings)

    assert info.symbol in entry
    assert f"[{info.clause}]" in entry
    if not info.choices and info.kind is not bool:
        assert info.expected in entry
    if info.authors != info.paper:
        assert "(authors: " in entry


@pytest.mark.parametrize(("text", "count"), [("1e4", 10000), ("10000", 10000), ("5.0", 5)])
def test_whole_numbers_may_be_written_as_reals(text: str, count: int) -> None:
    assert chosen_settings(parsed("run", "toy6x4", "--population-size", text)) == {"population_size": count}


@pytest.mark.parametrize(
    "text", ["1_0", "\N{ARABIC-INDIC DIGIT FIVE}", "\N{FULLWIDTH DIGIT FIVE}", " 5", "5\n", "0x5", "", "-", "1" * 5000]
)
@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("run", "--passes"),
        ("run", "--p-hash"),
        ("run", "--seed"),
        ("run", "--shuffle"),
        ("rules", "--limit"),
    ],
)
def test_a_number_is_of_plain_digits(command: str, option: str, text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parsed(command, "toy6x4", f"{option}={text}")

    assert f"{option}: expected a" in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("text", ["1e-1", "+.1", "0.1", "1.E-1"])
def test_a_real_may_be_written_in_every_usual_way(text: str) -> None:
    assert chosen_settings(parsed("run", "toy6x4", f"--p-hash={text}")) == {"p_hash": 0.1}


@pytest.mark.parametrize(
    ("argv", "option"),
    [
        (["run", ""], "PROBLEM_OR_FILE"),
        (["run", "toy6x4", "--save", ""], "--save"),
        (["run", "toy6x4", "--save="], "--save"),
        (["run", "toy6x4", "--test="], "--test"),
        (["run", "toy6x4", "--labels="], "--labels"),
        (["run", "toy6x4", "--labels", " "], "--labels"),
        (["run", "toy6x4", "--encoding="], "--encoding"),
        (["replay", ""], "RUN.jsonl.gz"),
        (["replay", "x", "--data", ""], "--data"),
        (["replay", "x", "--test", ""], "--test"),
        (["rules", ""], "MODEL.json"),
        (["predict", "", "x"], "MODEL.json"),
        (["predict", "x", ""], "FILE"),
        (["predict", "x", "x", "--out", ""], "--out"),
    ],
)
def test_nothing_is_the_name_of_nothing(argv: list[str], option: str) -> None:
    with pytest.raises(UsageError) as caught:
        parsed(*argv)

    assert f"argument {option}: expected " in str(caught.value)
    assert "found nothing" in str(caught.value)


def test_an_option_among_names_is_not_taken_for_a_misspelt_one() -> None:
    with pytest.raises(UsageError) as caught:
        parsed("run", "--", "-x.arff", "--save", "m.json")

    assert "unknown argument '--save' (after -- come only names of files; put options before it)" in str(caught.value)


@pytest.mark.parametrize("value", ["-6", "6", "flags.xml", "red,green", "'a b',c"])
def test_labels_are_taken_as_they_are_said(value: str) -> None:
    """Also the bare negative number, which looks like an option."""
    assert parsed("run", "x.arff", "--labels", value).labels == value
    assert parsed("run", "x.arff", f"--labels={value}").labels == value


@pytest.mark.parametrize("word", ["--id", "--label", "--probabilities", "--quux"])
def test_an_option_that_is_like_no_other_gets_no_guess(word: str) -> None:
    """The dashes that all options have are no likeness; a wrong guess does harm when it is taken."""
    parser = Parser(prog="x")
    for option in ("--drop", "--all", "--positive", "--method"):
        parser.add_argument(option)

    assert parser.hint(word, [word]) == ""
    assert "--method" in parser.hint("--methd=ival", ["--methd=ival"])


@pytest.mark.parametrize("spell", [str.upper, lambda word: word + word[-1], lambda word: word[0] + word], ids=range(3))
@pytest.mark.parametrize(
    ("before", "word"),
    [
        *(([], name) for name in COMMANDS if " " not in name),
        (["experiment"], "benchmark"),
        (["run", "toy6x4", "--profile"], "auto"),
        (["rules", "m.json", "--order"], "accuracy"),
        (["convert", "a.csv", "b", "--to"], "arff"),
        *((["export", "m.json"], name) for name in FORMATS),
    ],
    ids=str,
)
def test_a_misspelt_command_or_choice_is_told_the_likely_one(
    spell: Callable[[str], str], before: list[str], word: str
) -> None:
    with pytest.raises(UsageError, match=rf"did you mean {word}\?"):
        build_parser().parse([*before, spell(word)])


@pytest.mark.parametrize(
    ("argv", "option", "first", "second"),
    [
        (["run", "a.csv"], "--labels", "a", "b"),
        (["run", "a.csv"], "--test", "b.csv", "c.csv"),
        (["run", "a.csv"], "--seed", "1", "2"),
        (["run", "a.csv"], "--profile", "paper", "auto"),
        (["predict", "m.json", "a.csv"], "--out", "b", "c"),
        # the first is the default
        (["run", "toy6x4"], "--seed", "0", "5"),
        (["conform", "run"], "--executor", "./a", "./b"),
    ],
)
def test_an_option_that_is_given_twice_has_to_say_the_same(
    argv: list[str], option: str, first: str, second: str
) -> None:
    """The last of two names would not be all labels, and the other label an attribute."""
    twice = build_parser().parse([*argv, option, first, f"{option}={first}"])
    assert str(getattr(twice, option[2:])) == first
    with pytest.raises(UsageError, match=option):
        build_parser().parse([*argv, option, first, option, second])


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([], "the following arguments are required: COMMAND"),
        (["walk"], "invalid choice: 'walk'"),
        (["train", "mine.csv"], "(did you mean run?)"),
        (["run"], "the following arguments are required: PROBLEM_OR_FILE"),
        (["run", "toy6x4", "--pass", "3"], "unknown argument '--pass' (did you mean --passes?)"),
        (["run", "toy6x4", "--theta-gq=3"], "unknown argument '--theta-gq=3' (did you mean --theta-ga?)"),
        (["run", "toy6x4", "-labels=-2"], "unknown argument '-labels=-2' (did you mean --labels?)"),
        (["predict", "m.json", "a.csv", "-out", "b"], "unknown argument '-out' (did you mean --out?)"),
        (["run", "toy6x4", "other"], "unknown argument 'other'"),
        (["run", "toy6x4", "--passes"], "argument --passes: expected one argument"),
        (["run", "toy6x4", "--passes", "-1"], "--passes: expected a whole number from 0 to 1000000000, found '-1'"),
        (["run", "toy6x4", "--passes", "2.5"], "--passes: expected a whole number from 0 to 1000000000, found '2.5'"),
        (["run", "toy6x4", "--p-hash", "nan"], "--p-hash: expected a number from 0 to 1, found 'nan'"),
        (["run", "toy6x4", "--p-hash", "x"], "--p-hash: expected a number from 0 to 1, found 'x'"),
        (["run", "toy6x4", "--accuracy-power", "0"], "--accuracy-power: expected a number above 0 to 1000, found '0'"),
        (["run", "toy6x4", "--ga-clock", "noon"], "argument --ga-clock: invalid choice: 'noon'"),
        (["run", "toy6x4", "--seed", "x"], "--seed: expected a whole number, found 'x'"),
        (["run", "toy6x4", "--shuffle", "-1"], "--shuffle: expected a whole number from 0, found '-1'"),
        (["rules", "m.json", "--limit", "-1"], "--limit: expected a whole number from 0, found '-1'"),
        (["rules", "m.json", "--order", "size"], "argument --order: invalid choice: 'size'"),
        (["predict", "m.json"], "the following arguments are required: FILE"),
        (["replay"], "the following arguments are required: RUN.jsonl.gz"),
    ],
)
def test_a_wrong_call_is_an_error_that_says_what_was_expected(argv: list[str], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        parsed(*argv)
    assert message in str(caught.value)
    assert "--help" in str(caught.value)


def test_a_home_is_found_also_behind_an_equals_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home-of-mine")

    assert parsed("run", "toy6x4", "--save=~/m.json").save == "/home-of-mine/m.json"


@pytest.mark.parametrize(
    ("text", "value"), [("1e4", 10**4), ("5.0", 5), ("1e30", 10**30), ("12e-1e", None), ("1e300", None), ("2.5", None)]
)
@pytest.mark.parametrize(
    ("argv", "name"),
    [
        (["run", "toy6x4", "--seed"], "seed"),
        (["run", "x.csv", "--every"], "every"),
        (["rules", "m.json", "--limit"], "limit"),
    ],
)
def test_every_whole_number_is_written_as_those_of_settings_are(
    argv: list[str], name: str, text: str, value: int | None
) -> None:
    """Exactly, whatever a float holds of it."""
    if value is None:
        with pytest.raises(UsageError):
            parsed(*argv, text)
    else:
        assert getattr(parsed(*argv, text), name) == value


@pytest.mark.parametrize(
    ("argv", "most"),
    [
        (["run", "toy6x4", "--runs"], 10**6),
        (["experiment", "artificial", "--seeds"], 10**5),
        (["experiment", "tune", "flags", "--seeds"], 10**5),
    ],
)
def test_no_more_is_begun_at_once_than_fits_in_memory(argv: list[str], most: int) -> None:
    parsed(*argv, str(most))
    with pytest.raises(UsageError):
        parsed(*argv, str(most + 1))
