"""Values of a JSON document, asked for by kind."""

import math
from collections.abc import Callable
from typing import Any, Final

import pytest
from raising import raising

from mlslcs_ref.errors import DataError, FileError, ModelError, PlanError
from mlslcs_ref.origin import Origin
from mlslcs_ref.untrusted import Untrusted

FILE: Final = "m.json"
SOURCE: Final = Origin(FILE)
HUGE: Final = 10**400


def refused(ask: Callable[[Untrusted], object], value: Any) -> ModelError:
    """Return the error of a value that is of another kind; it names place and file."""
    with raising(ModelError, file=FILE, place="rules[3].num") as caught:
        ask(Untrusted(value, "rules[3].num", SOURCE))
    return caught.value


def test_a_path_names_fields_and_positions() -> None:
    root = Untrusted.json('{"rules": [{"num": 1}, {"num": "x"}]}', SOURCE)

    with pytest.raises(ModelError) as caught:
        root.field("rules").items()[1].field("num").integer(0)
    assert str(caught.value) == "m.json, rules[1].num: expected a whole number from 0, found 'x'"


def test_a_missing_field_is_named_with_its_place() -> None:
    root = Untrusted.json('{"rules": [{}]}', SOURCE)

    for place, name, ask in (("version", "version", root), ("rules[0].num", "num", root.field("rules").items()[0])):
        with raising(ModelError, file=FILE, place=place):
            ask.field(name)


@pytest.mark.parametrize(
    ("text", "line"),
    [("", 1), ("{", 1), ('{"a": 1,}', 1), ('{\n"a": 1\n"b"}', 3), ("[1, 2", 1), ("nul", 1), ("\ufeff{}", 1)],
)
def test_what_is_no_json_is_an_error_with_its_line(text: str, line: int) -> None:
    with raising(ModelError, file=FILE, line=line):
        Untrusted.json(text, SOURCE)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("NaN", "found NaN, which is not a JSON number"),
        ("Infinity", "found Infinity, which is not a JSON number"),
        ('{"a": -Infinity}', "found -Infinity, which is not a JSON number"),
        ("[" + "7" * 5000 + "]", "found a whole number of 5000 digits"),
        ("-" + "7" * 4301, "found a whole number of 4301 digits"),
        ("\ufeff{}", "found a byte order mark; save the file as UTF-8 without it"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ('{"a": {"b": 1, "c": 2, "b": 1}}', "found an object with two fields 'b'; it is not clear which one counts"),
    ],
)
def test_an_error_says_what_was_found_in_place_of_json(text: str, found: str) -> None:
    """No JSON numbers, nesting beyond any stack, and numbers of more digits than Python reads among it."""
    with raising(ModelError, file=FILE) as caught:
        Untrusted.json(text, SOURCE)

    assert caught.value.message.startswith("expected JSON")
    assert found in caught.value.message
    assert len(caught.value.message) < 300


def test_a_number_of_many_digits_is_no_error_before_it_is_asked_for() -> None:
    assert Untrusted.json("1" * 4300, SOURCE).integer(0) == int("1" * 4300)


@pytest.mark.parametrize("value", [0, 1, 0.0, None, "true", [], {}])
def test_what_is_neither_true_nor_false_is_refused(value: Any) -> None:
    assert "true or false" in refused(lambda node: node.boolean(), value).message
    assert Untrusted(True, "x", SOURCE).boolean() is True


@pytest.mark.parametrize("value", [0, 1, 5, -3, 2**53 + 1, 10**30])
def test_a_whole_number_is_exact(value: int) -> None:
    assert Untrusted(value, "x", SOURCE).integer(-3) == value


@pytest.mark.parametrize("value", [0, 11, 1.0, 5.5, True, False, None, "5", [5], {}, HUGE, -HUGE, math.nan, math.inf])
def test_what_is_no_whole_number_in_range_is_refused(value: Any) -> None:
    assert "a whole number from 1 to 10" in refused(lambda node: node.integer(1, 10), value).message


@pytest.mark.parametrize(("value", "number"), [(0, 0.0), (0.5, 0.5), (-1e308, -1e308), (5e-324, 5e-324), (3, 3.0)])
def test_a_number_is_a_double(value: float, number: float) -> None:
    found = Untrusted(value, "x", SOURCE).number()

    assert (found, type(found)) == (number, float)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, HUGE, -HUGE, 2**1024, True, None, "0.5", [], {}])
def test_what_is_no_finite_number_is_refused(value: Any) -> None:
    refused(lambda node: node.number(), value)
    if value is not None:
        refused(lambda node: node.number_or_null(), value)


def test_a_number_has_a_range_with_its_ends() -> None:
    for value in (0.0, 0.5, 0.25):
        assert Untrusted(value, "x", SOURCE).number(0.0, 0.5) == value
    for value in (-5e-324, 0.5000000000000001, 1):
        assert "from 0 to 0.5" in refused(lambda node: node.number(0.0, 0.5), value).message


@pytest.mark.parametrize("wrong", ["0.5", None, True, math.nan, -0.1, 1.5, [0.5]])
def test_of_numbers_the_one_that_is_none_is_named(wrong: Any) -> None:
    assert Untrusted([0.5, 0, 1.0], "x", SOURCE).numbers(0.0, 1.0) == [0.5, 0.0, 1.0]
    with raising(ModelError, file=FILE, place="x[1]"):
        Untrusted([0.5, wrong, 0.25], "x", SOURCE).numbers(0.0, 1.0)


def test_null_can_stand_for_not_a_number() -> None:
    assert math.isnan(Untrusted(None, "x", SOURCE).number_or_null())
    assert Untrusted(2.5, "x", SOURCE).number_or_null() == 2.5


@pytest.mark.parametrize("value", [None, 1, 1.5, True, [], {}])
def test_what_is_no_text_is_refused(value: Any) -> None:
    refused(lambda node: node.text(), value)
    refused(lambda node: node.choice(("a", "b")), value)


def test_a_choice_is_one_of_the_choices() -> None:
    assert Untrusted("b", "x", SOURCE).choice(("a", "b")) == "b"
    for other in ("", "A", "a ", "c"):
        assert "one of a, b" in refused(lambda node: node.choice(("a", "b")), other).message
    many = tuple(f"value {place}" for place in range(9_999))
    assert len(refused(lambda node: node.choice(many), "c").message) < 999


@pytest.mark.parametrize("value", [None, 1, "abc", True, 1.5, {}, []])
def test_an_array_alone_has_items_and_an_object_alone_fields(value: Any) -> None:
    if value != []:
        refused(lambda node: node.items(), value)
    if value != {}:
        refused(lambda node: node.mapping(), value)
        refused(lambda node: node.field("x"), value)


def test_long_values_are_shown_in_part() -> None:
    message = refused(lambda node: node.integer(0), "x" * 5000).message

    assert len(message) < 150
    assert message.endswith("...")


@pytest.mark.parametrize(
    ("error", "what"), [(ModelError, "a model"), (DataError, "a file of runs"), (PlanError, "a plan")]
)
def test_an_error_is_the_callers_and_says_what_the_file_is_to_him(error: type[FileError], what: str) -> None:
    source = Origin(FILE, what, error)
    for read, text in ((Untrusted.json, "{"), (Untrusted.toml, "= 1")):
        with pytest.raises(error) as caught:
            read(text, source)
        assert what in caught.value.message
    with pytest.raises(error):
        Untrusted({}, "", source).field("x")


@pytest.mark.parametrize(
    "text",
    [
        *("a = 2020-13-01", "a = " + "9" * 5000, "a = " + "[" * 5000, "a" + ".a" * 300 + " = 1"),
        # in base 16, 8 or 2 Python's reader sets no limit
        *("a = 0x" + "F" * 5000, "a = [{b = 0o" + "7" * 5000 + "}]", "[a]\nb = 0b" + "1" * 20_000),
    ],
)
def test_what_only_looks_like_toml_is_an_error(text: str) -> None:
    with pytest.raises(ModelError):
        Untrusted.toml(text, SOURCE)


def test_a_field_that_nobody_asks_for_is_refused() -> None:
    root = Untrusted({"a": 1, "b": {"c": 2}}, "", SOURCE)

    assert root.get("a", 5).integer() == 1
    assert root.get("z", 5).integer() == 5
    assert root.rest() == {"b": {"c": 2}}
    with pytest.raises(ModelError):
        root.done()
    assert root.fields()["b"].field("c").integer() == 2
    root.done()


def test_a_line_is_named_where_each_line_is_a_document() -> None:
    with raising(DataError, file=FILE, line=7):
        Untrusted.json('{"a": true}', Origin(FILE, "a file of runs", DataError, 7)).field("a").integer()
