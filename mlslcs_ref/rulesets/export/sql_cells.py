"""SQL that reads the cells of a table as files are read: texts of numbers, of dates and of missing values.

All of it is arithmetic and SUBSTR, as no two databases have one function for dates. Whatever cannot be read ends the
query: ABS of the smallest whole number overflows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mlslcs_ref.data.columns import BOOLEAN, MOST_EXACT, TRUTH, declared_truth, is_decimal, number_text
from mlslcs_ref.rulesets.export.sql_words import double, literal, real

_BLANKS: Final = " \t\N{NO-BREAK SPACE}"
_LARGEST: Final = "1.7976931348623157e308"
_MIDNIGHT: Final = "'0000-00-00 00:00:00.000000'"
_SHAPES: Final = "('0000-00-00 00:00:00.000000+0000', '0000-00-00 00:00:00.000000-0000')"
# with minutes, seconds, and up to six decimals; a date alone has 10 characters, and no zone
_LENGTHS: Final = (16, 19, 21, 22, 23, 24, 25, 26)
_LONG_MONTHS: Final = (31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
# 1970-01-01, where 0001-01-01 is 1
_EPOCH: Final = 719163


def _error(column: str) -> str:
    """Return what no database can evaluate, and none can evaluate before it has a row."""
    return f"ABS(-9223372036854775807 - 1 + 0 * LENGTH(CAST(data.{column} AS TEXT)))"


def trimmed(column: str) -> str:
    """Return a cell as a text without the blanks around it."""
    return f"TRIM(CAST(data.{column} AS TEXT), {literal(_BLANKS)})"


def spellings(values: Sequence[str], declared: Sequence[str]) -> tuple[str, ...]:
    """Return values as a table may have them: 3 also as 3.0, true also as True and 1, if no other is called so."""
    others = [f"{value}.0" for value in values if _plain(value) == value and "." not in value]
    truths = (*BOOLEAN, *(spelled for word in TRUTH for spelled in (word, word.title(), word.upper())))
    for truth in truths:
        if declared_truth(truth, declared) in values:
            others += [truth, f"{truth}.0"] if truth in BOOLEAN else [truth]
    return (*values, *(other for other in dict.fromkeys(others) if other not in declared))


def is_missing(column: str, texts: Sequence[str], cell: str = "") -> str:
    """Return a test whether a cell is missing, or one of the texts that mean it; `cell` is its text."""
    text = cell or f"CAST(data.{column} AS TEXT)"
    given = f" OR {text} IN ({', '.join(map(literal, texts))})" if texts else ""
    return f"(data.{column} IS NULL{given})"


def wrong_number(column: str, missing: Sequence[str]) -> str:
    """Return a case of a column that ends the query where a cell is a text, and neither a number nor missing."""
    wrong = f"NOT (data.{column} <= {double(_LARGEST)})"
    return f"WHEN {wrong} AND NOT {is_missing(column, missing)} THEN {_error(column)} > 0"


def other_number(column: str, declared: Sequence[str], missing: Sequence[str]) -> str:
    """Return a case of a column that ends the query where a cell is a declared number in an unknown spelling.

    It is 02, 2.00, +2, -0, 2e0 or 2.0e+00, or a truth as tRUE; nothing is returned if no number or truth is declared.
    """
    plain_of = {value: _plain(value) for value in (*declared, *BOOLEAN)}
    numbers = {float(value) for value, plain in plain_of.items() if plain and _is_declared(plain, declared)}
    if not numbers:
        return ""
    text = trimmed(column)
    unsigned = f"CASE WHEN SUBSTR({text}, 1, 1) IN ('+', '-') THEN SUBSTR({text}, 2) ELSE {text} END"
    plain = f"REPLACE(LOWER({unsigned}), 'e+', 'e')"
    marks = plain
    for digit in range(10):
        marks = f"REPLACE({marks}, '{digit}', '')"
    known = ", ".join(map(literal, (*spellings(declared, declared), *missing)))
    # PostgreSQL ends a query at a number that no double holds, whatever it is compared with
    ends = f"{plain} NOT LIKE 'e%' AND {plain} NOT LIKE '.e%' AND ({plain} LIKE '%e_' OR {plain} LIKE '%e__')"
    shape = f"({marks} IN ('', '.') AND {plain} NOT IN ('', '.') OR {marks} IN ('e', '.e') AND {ends})"
    is_other = f"{text} NOT IN ({known})"
    is_number = f"LENGTH({text}) <= 200 AND {is_other} AND {shape}"
    is_one = f"{double(text)} IN ({', '.join(map(real, sorted(numbers)))})"
    truths = ", ".join(literal(word) for word in TRUTH if _is_declared(word, declared))
    is_truth = f"{is_other} AND LOWER({text}) IN ({truths})" if truths else "1 = 0"
    return f"WHEN CASE WHEN {is_number} THEN {is_one} ELSE {is_truth} END THEN {_error(column)} > 0"


def _plain(text: str) -> str:
    """Return a number as a reader of files takes it, without zeros in front; nothing where floats are not exact."""
    return number_text(float(text)) if is_decimal(text) and abs(float(text)) < MOST_EXACT else ""


def _is_declared(number: str, declared: Sequence[str]) -> bool:
    return number in declared or declared_truth(number, declared) in declared


def iso_date(column: str, day_first: bool) -> str:
    """Return a date that ends in the year as one that begins with it, any other cell as a text."""
    text = f"CAST(data.{column} AS TEXT)"
    shape = f"REPLACE(REPLACE({text}, '/', '-'), '.', '-')"
    for digit in range(1, 10):
        shape = f"REPLACE({shape}, '{digit}', '0')"
    cases = []
    for first, second in ((2, 2), (2, 1), (1, 2), (1, 1)):
        date = f"{'0' * first}-{'0' * second}-0000"
        mark, rest = first + 1, len(date) + 1
        parts = [
            f"'{'0' * (2 - length)}' || SUBSTR({text}, {at}, {length})"
            for at, length in ((1, first), (mark + 1, second))
        ]
        day, month = parts if day_first else parts[::-1]
        hour = f"SUBSTR({text}, {rest}, 1) || '0' || SUBSTR({text}, {rest + 1})"
        clock = f"CASE WHEN SUBSTR({text}, {rest + 2}, 1) = ':' THEN {hour} ELSE SUBSTR({text}, {rest}) END"
        same = f"SUBSTR({text}, {mark}, 1) = SUBSTR({text}, {mark + second + 1}, 1)"
        cases.append(
            f" WHEN SUBSTR({shape}, 1, {len(date)}) = '{date}' AND {same}"
            f" THEN SUBSTR({text}, {rest - 4}, 4) || '-' || {month} || '-' || {day} || {clock}"
        )
    return f"CASE{''.join(cases)} ELSE {text} END"


def padded_date(column: str) -> str:
    """Return a date as a text with all parts of a time and of a zone, NULL for what has another length than dates."""
    text = f"CAST(data.{column} AS TEXT)"

    def end(length: int) -> str:
        return f"SUBSTR({text}, LENGTH({text}) - {length - 1})"

    def padded(cut: int) -> str:
        kept = f"LENGTH({text}) - {cut}"
        return f"SUBSTR({text}, 1, {kept}) || SUBSTR({_MIDNIGHT}, {kept} + 1)"

    def has_length(cut: int, *others: int) -> str:
        return f"LENGTH({text}) IN ({', '.join(str(length + cut) for length in (*others, *_LENGTHS))})"

    with_colon = f"SUBSTR({end(6)}, 1, 1) IN ('+', '-') AND SUBSTR({end(6)}, 4, 1) = ':'"
    return (
        f"CASE WHEN {has_length(1)} AND {end(1)} = 'Z' THEN {padded(1)} || '+0000'"
        f" WHEN {has_length(6)} AND {with_colon} THEN {padded(6)} || SUBSTR({end(6)}, 1, 3) || {end(2)}"
        f" WHEN {has_length(5)} AND SUBSTR({end(5)}, 1, 1) IN ('+', '-') THEN {padded(5)} || {end(5)}"
        f" WHEN {has_length(0, 10)} THEN {padded(0)} || '+0000' END"
    )


def days_of_date(column: str, date: str, missing: Sequence[str] = ()) -> str:
    """Return a column of dates or days as days since 1970-01-01; `date` is the column that `padded_date` makes."""
    cell, text = f"data.{column}", f"CAST(data.{column} AS TEXT)"

    def part(first: int, length: int) -> str:
        return f"CAST(SUBSTR(data.{date}, {first}, {length}) AS BIGINT)"

    year, month, day = part(1, 4), part(6, 2), part(9, 2)
    shape = f"REPLACE(REPLACE(data.{date}, '/', '-'), 'T', ' ')"
    for digit in range(1, 10):
        shape = f"REPLACE({shape}, '{digit}', '0')"
    leap = f"({year} % 4 = 0 AND {year} % 100 <> 0 OR {year} % 400 = 0)"
    length = f"CASE WHEN {month} IN (4, 6, 9, 11) THEN 30 WHEN {month} <> 2 THEN 31 WHEN {leap} THEN 29 ELSE 28 END"
    exists = (
        f"SUBSTR(data.{date}, 5, 1) = SUBSTR(data.{date}, 8, 1) AND {year} >= 1 AND {month} BETWEEN 1 AND 12 AND "
        f"{day} BETWEEN 1 AND {length} AND {part(12, 2)} <= 23 AND {part(15, 2)} <= 59 AND {part(18, 2)} <= 59 AND "
        f"{part(28, 2)} <= 23 AND {part(30, 2)} <= 59"
    )
    months = " ".join(f"WHEN {number} THEN {days}" for number, days in enumerate(_LONG_MONTHS, start=2))
    past = f"{year} - 1"
    days = (
        f"365 * ({past}) + ({past}) / 4 - ({past}) / 100 + ({past}) / 400 + CASE {month} {months} ELSE 0 END"
        f" + CASE WHEN {month} > 2 AND {leap} THEN 1 ELSE 0 END + {day} - {_EPOCH}"
    )
    micros = f"({days}) * 86400000000 + {part(12, 2)} * 3600000000 + {part(15, 2)} * 60000000"
    micros += f" + {part(18, 2)} * 1000000 + {part(21, 6)}"
    # in UTC
    ahead = f"CASE SUBSTR(data.{date}, 27, 1) WHEN '-' THEN -60000000 ELSE 60000000 END"
    micros += f" - {ahead} * ({part(28, 2)} * 60 + {part(30, 2)})"
    return (
        f"CASE WHEN {is_missing(column, missing)} THEN NULL"
        f" WHEN {shape} IN {_SHAPES} THEN"
        f" CASE WHEN {exists} THEN {double(micros)} / {double('86400000000')} ELSE {_error(column)} END"
        f" WHEN CAST({double(cell)} AS TEXT) IN ({text}, {text} || '.0') THEN {double(cell)}"
        f" ELSE {_error(column)} END"
    )
