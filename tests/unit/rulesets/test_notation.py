"""Rules as text, by hand and read back. Clauses: REP-9."""

import unicodedata
from typing import Any

import pytest
from names import NAMES
from raising import raising
from rule_reader import parsed_rule
from unit.core.builders import bits, notation
from unit.rulesets.builders import MIXED, NAN, Spec, binary_schema, mixed_ruleset, no_ranges, plain, ruleset

from mlslcs_ref.data.schema import Attribute, BinaryAttribute, ContinuousAttribute, NominalAttribute, Schema
from mlslcs_ref.errors import DataError
from mlslcs_ref.rulesets.context import is_ternary
from mlslcs_ref.rulesets.notation import chromosome_of
from mlslcs_ref.settings import PROFILES, Settings


def text_of(schema: Schema, chromosome: str, settings: Settings | None = None, **ranges: Any) -> str:
    """Return the text of a rule given as bits."""
    bounds = tuple(ranges.get(attribute.name, (NAN, NAN)) for attribute in schema.attributes)
    rules = ruleset(schema, [Spec(chromosome)], settings, bounds)
    return rules.rules[0].text


@pytest.mark.parametrize("text", ["01#### -> 10##", "###### -> ####", "101010 -> 1010", "1##### -> 01##"])
def test_rules_on_binary_attributes_print_in_ternary_notation(text: str) -> None:
    rules = ruleset(binary_schema(6, 4), [Spec(text)])

    assert rules.rules[0].text == text
    assert chromosome_of(text, rules.layout) == rules.rules[0].chromosome


def test_the_value_bit_of_an_inactive_gene_does_not_show() -> None:
    assert text_of(binary_schema(2, 2), "01 11 01 10") == "#1 -> #0"


@pytest.mark.parametrize("text", ["01#### -> 10##", "01####->10##", "  01####  ->  10## ", "01####\t->\n10##"])
def test_space_around_the_arrow_is_free(text: str) -> None:
    layout = ruleset(binary_schema(6, 4)).layout

    assert chromosome_of(text, layout) == notation("01#### -> 10##")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "->",
        "01#### 10##",
        "01### -> 10##",
        "01##### -> 10##",
        "01#### -> 10#",
        "01#### -> 10###",
        "01###2 -> 10##",
        "01#### -> 10#x",
        "01#### => 10##",
        "01 ### -> 10##",
        "01#### -> 1 0##",
        "01#### -> 10## -> 1",
        "-> 01####10##",
        "01####10## ->",
        "01####\u0661 -> 10##",
    ],
)
def test_what_is_no_rule_of_the_layout_is_refused_and_shown(text: str) -> None:
    layout = ruleset(binary_schema(6, 4)).layout

    with pytest.raises(DataError) as caught:
        chromosome_of(text, layout)
    assert repr(text) in caught.value.message


@pytest.mark.parametrize(
    ("values", "ternary"),
    [(("0", "1"), True), (("1", "0"), False), (("NO", "YES"), False), (("0",), False), (("1",), False)],
)
def test_other_values_than_0_and_1_print_by_name(values: tuple[str, ...], ternary: bool) -> None:
    """YES before NO would read as 0."""
    schema = Schema((BinaryAttribute("a1", ("0", "1")), BinaryAttribute("a2", values)), ("l",))

    assert is_ternary(schema) is ternary


@pytest.mark.parametrize("names", [("a1", "a3"), ("a2", "a1"), ("a", "b"), ("A1", "A2"), ("a1", "a02")], ids=repr)
def test_attributes_with_names_of_their_own_print_by_name_unless_it_is_asked_otherwise(names: tuple[str, ...]) -> None:
    schema = Schema(tuple(BinaryAttribute(name, ("0", "1")) for name in names), ("l",))
    rules = ruleset(schema, [Spec("1# -> 0")])

    assert rules[0].text == f"IF {names[0]} = 1 THEN NOT l"
    assert rules.written("ternary")[0].text == rules.written("ternary")[0].display == "1# -> 0"
    assert rules.written("ternary").written("name") == rules
    assert parsed_rule("1# -> 0", rules) == parsed_rule(rules[0].text, rules) == rules[0].chromosome


def test_rules_on_other_values_cannot_be_written_in_ternary_notation() -> None:
    with pytest.raises(DataError):
        mixed_ruleset().written("ternary")


@pytest.mark.parametrize(("n", "ternary"), [(1, True), (64, True), (65, False)])
def test_more_than_64_attributes_print_by_name(n: int, ternary: bool) -> None:
    assert is_ternary(binary_schema(n, 2)) is ternary
    if not ternary:
        assert text_of(binary_schema(n, 2), "11" + "00" * (n - 1) + "10 11") == "IF a1 = 1 THEN NOT l1, l2"


@pytest.mark.parametrize(
    ("chromosome", "text"),
    [
        # smooth: activation, value; colour: activation, red, green, blue; area: activation, b1, b2, 0 to 3 with k = 2
        ("00 0000 0 00 00 00 00", "IF anything THEN nothing"),
        ("01 0110 0 11 01 01 01", "IF anything THEN nothing"),  # inactive genes do not show
        ("11 0000 0 00 00 11 00", "IF smooth = YES THEN l1"),
        ("10 0000 0 00 00 00 10", "IF smooth = NO THEN NOT l2"),
        ("00 1100 0 00 00 11 10", "IF colour in {red} THEN l1, NOT l2"),
        ("00 1101 0 00 00 10 11", "IF colour not in {green} THEN NOT l1, l2"),  # 1 refused of 3
        ("00 1010 0 00 00 11 11", "IF colour in {green} THEN l1, l2"),
        ("00 1000 0 00 00 11 11", "IF colour in {} THEN l1, l2"),
        ("00 1111 0 00 00 11 11", "IF colour in {red, green, blue} THEN l1, l2"),
        ("00 0000 1 10 01 11 11", "IF area in [1, 2] THEN l1, l2"),  # least significant bit first
        ("00 0000 1 01 10 11 11", "IF area in [1, 2] THEN l1, l2"),  # unordered bounds
        ("00 0000 1 11 11 11 11", "IF area = 3 THEN l1, l2"),
        ("11 1110 1 00 11 11 00", "IF smooth = YES AND colour not in {blue} AND area in [0, 3] THEN l1"),
    ],
)
def test_rules_print_by_name(chromosome: str, text: str) -> None:
    """Values by name, bounds as numbers, decisions 0 with NOT. k = 2: q stands for 0, 1, 2, 3."""
    rules = mixed_ruleset(chromosome)

    assert rules.rules[0].text == text


def test_in_authors_bounds_print_in_their_own_order() -> None:
    """2 > 1 matches nothing there. Clauses: REP-4."""
    rules = mixed_ruleset("00 0000 1 01 10 11 11", settings=plain("authors", precision_bits=2))

    assert rules.rules[0].text == "IF area in [2, 1] THEN l1, l2"


def test_two_valued_attributes_keep_the_names_of_their_values() -> None:
    """As in genbase, whose attributes declare YES before NO."""
    schema = Schema((BinaryAttribute("PS00010", ("YES", "NO")), BinaryAttribute("PS00011", ("YES", "NO"))), ("l",))

    assert text_of(schema, "10 11 11") == "IF PS00010 = YES AND PS00011 = NO THEN l"


def test_a_value_bit_beyond_the_one_declared_value_accepts_nothing() -> None:
    """Mutation can set it. Clauses: REP-3."""
    schema = Schema((BinaryAttribute("only", ("YES",)),), ("l",))

    assert text_of(schema, "10 11") == "IF only = YES THEN l"
    assert text_of(schema, "11 11") == "IF only in {} THEN l"


def test_an_attribute_without_values_has_no_bounds() -> None:
    """Clauses: REP-6."""
    schema = Schema((ContinuousAttribute("x"),), ("l",))

    assert text_of(schema, "1 00 00 11", plain(precision_bits=2)) == "IF x in {} THEN l"


def test_sets_of_more_than_half_the_values_print_by_what_they_refuse() -> None:
    schema = Schema((NominalAttribute("c", ("p", "q", "r", "s")),), ("l",))

    assert text_of(schema, "1 1100 11") == "IF c in {p, q} THEN l"
    assert text_of(schema, "1 1110 11") == "IF c not in {s} THEN l"
    assert text_of(schema, "1 0111 11") == "IF c not in {p} THEN l"
    assert text_of(schema, "1 1111 11") == "IF c in {p, q, r, s} THEN l"


def test_a_name_can_be_read_back_wherever_it_stands() -> None:
    """As the name of an attribute of every kind, as a value, and as a label: one called nothing is not no label."""
    others, more = ("u", "v", "w"), ("NO", "YES")
    for name in NAMES:
        cases: list[tuple[Attribute, tuple[str, ...], str]] = [
            (BinaryAttribute(name, more), ("l",), "11 10"),
            (BinaryAttribute("other", ("NO", name)), ("l",), "11 10"),
            (NominalAttribute(name, others), ("l",), "1101 10"),
            (NominalAttribute("other", (name, *others)), ("l",), "1 1100 10"),
            (NominalAttribute("other", (name, *others)), ("l",), "1 0111 10"),
            (ContinuousAttribute(name), ("l",), "1 00 11 11"),
            *((BinaryAttribute("other", more), (name, "l"), f"00 {bits}") for bits in ("1100", "1000", "1111", "1011")),
        ]
        for attribute, labels, chromosome in cases:
            bounds = (0.0, 3.0) if isinstance(attribute, ContinuousAttribute) else (NAN, NAN)
            rules = ruleset(Schema((attribute,), labels), [Spec(chromosome)], plain(precision_bits=2), (bounds,))
            assert parsed_rule(rules[0].text, rules) == rules[0].chromosome


def test_a_rule_is_one_line_without_control_characters() -> None:
    """Whoever splits lines, str.splitlines too, gets one; a terminal gets no commands."""
    for name in NAMES:
        text = text_of(Schema((BinaryAttribute(name, ("NO", name)),), (f"{name}.", "m")), "11 11 11")
        assert text.splitlines() == [text]
        assert [letter for letter in text if unicodedata.category(letter) in {"Cc", "Zl", "Zp"}] == []


def test_plain_names_and_numbers_stand_without_quotes_and_letters_as_they_are() -> None:
    names = ("area", "Class-0-593_70", "x.y", "日本", "naïve", "_under", "l1")
    schema = Schema(tuple(BinaryAttribute(name, ("0", "-1.5")) for name in names), ("l",))
    text = text_of(schema, "11" * len(names) + "11")

    quoted = {"_under": '"_under"'} if '"_under"' in text else {}
    assert text == "IF " + " AND ".join(f"{quoted.get(name, name)} = -1.5" for name in names) + " THEN l"


def test_square_brackets_are_printed_verbatim() -> None:
    schema = Schema((ContinuousAttribute("f[red]"),), ("[b]",))
    text = text_of(schema, "1 00 11 11", plain(precision_bits=2), **{"f[red]": (0.0, 3.0)})

    assert text == 'IF "f[red]" in [0, 3] THEN "[b]"'


@pytest.mark.parametrize("bounds", [(0.0, 1e308), (-1e308, 1e308), (-1.7e308, 1.7e308)], ids=str)
def test_ranges_whose_bounds_are_no_doubles_are_refused_by_name(bounds: tuple[float, float]) -> None:
    """The range times 2^k - 1, or the range itself, is beyond the largest double. Clauses: REP-4."""
    schema = Schema((ContinuousAttribute("area"),), ("l",))

    with raising(DataError, column="area"):
        ruleset(schema, [], plain(), (bounds,))


@pytest.mark.parametrize("value", [3.0, 0.0, -0.001, 1234.567, 0.123456789, 1e300, 1e-300, 16777217.0])
def test_the_one_value_of_a_constant_attribute_is_printed_with_all_its_digits(value: float) -> None:
    """In authors the test of such an attribute can be active, with bounds 0. Clauses: REP-6."""
    schema = Schema((ContinuousAttribute("x"),), ("l",))
    settings = plain("authors", precision_bits=2, interval_arithmetic="double")
    text = text_of(schema, "1 00 00 11", settings, x=(value, value))

    assert text == f"IF x = {value!r} THEN l".replace(".0 ", " ")


def test_a_bound_in_32_bits_prints_as_the_last_double_that_is_compared_as_it() -> None:
    """Half a unit of the 24th bit beyond 3: 3 - 2^-23 and 3 + 2^-23. Clauses: REP-4."""
    schema = Schema((ContinuousAttribute("x"),), ("l",))
    text = text_of(schema, "1 00 00 11", plain("authors", precision_bits=2), x=(3.0, 3.0))

    assert text == f"IF x in [{3 - 2**-23}, {3 + 2**-23}] THEN l"


def test_bounds_have_all_their_digits() -> None:
    """0.516 in place of 16/31 would take other instances in."""
    schema = Schema((ContinuousAttribute("x"),), ("l",))
    settings = plain(precision_bits=1)

    assert text_of(schema, "1 0 1 11", settings, x=(0.123456, 9.87654)) == "IF x in [0.123456, 9.87654] THEN l"
    assert text_of(schema, "1 00001 01111 11", plain(), x=(0.0, 1.0)) == f"IF x in [{16 / 31}, {30 / 31}] THEN l"


def test_bounds_have_decimal_points_in_every_locale() -> None:
    schema = Schema((ContinuousAttribute("x"),), ("l",))
    text = text_of(schema, "1 10 01 11", plain(precision_bits=2), x=(0.0, 4.5))

    assert text == "IF x in [1.5, 3] THEN l"


@pytest.mark.parametrize("profile", PROFILES)
def test_different_rules_have_different_texts(profile: str) -> None:
    """Every meaning of smooth and colour, ordered bounds of k = 1, and one label. Clauses: REP-9, REP-10."""
    schema = Schema(MIXED.attributes, ("l",))
    ranges = (*no_ranges(MIXED.attributes[:2]), (-0.002, -0.001))
    smooth = ("00", "10", "11")
    colour = ("0000", *(f"1{mask:03b}" for mask in range(8)))
    area = ("000", "100", "101", "111")
    label = ("00", "10", "11")
    specs = [Spec(a + b + c + d) for a in smooth for b in colour for c in area for d in label]
    rules = ruleset(schema, specs, plain(profile, precision_bits=1), ranges)

    texts = [rule.text for rule in rules]
    assert len(set(texts)) == len(texts) == 3 * 9 * 4 * 3


def test_the_bits_of_a_text_are_written_as_the_chromosome() -> None:
    assert notation("1# -> 0#") == bits("11 00 10 00")
