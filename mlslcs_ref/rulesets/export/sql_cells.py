"""Cells of a user's table in SQL: numbers that are none, and dates as texts, read as files are read.

All of it is arithmetic and SUBSTR, as no two databases have one function for dates. Whatever cannot be read ends the
query: ABS of the smallest whole number overflows.
"""

from __future__ import annotations

from typing import Final

from mlslcs_ref.rulesets.export.sql_words import double

__all__ = ["days_of_date", "padded_date", "wrong_number"]

_LARGEST: Final = "1.7976931348623157e308"
_MIDNIGHT: Final = "'0000-00-00 00:00:00.000000'"
# of a date alone, and with minutes, seconds, and up to six decimals
_LENGTHS: Final = "10, 16, 19, 21, 22, 23, 24, 25, 26"
_LONG_MONTHS: Final = (31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
# 1970-01-01, where 0001-01-01 is 1
_EPOCH: Final = 719163


def _error(column: str) -> str:
    """Return what no database can evaluate, and none can evaluate before it has a row."""
    return f"ABS(-9223372036854775807 - 1 + 0 * LENGTH(CAST(data.{column} AS TEXT)))"


def wrong_number(column: str) -> str:
    """Return a case of a column that ends the query where a cell is a text and no number."""
    return f"WHEN NOT (data.{column} <= {double(_LARGEST)}) THEN {_error(column)} > 0"


def padded_date(column: str) -> str:
    """Return a date as a text with all parts of a time, NULL for what does not look like one."""
    # without the Z of UTC; the zones of other countries are not read
    text = f"RTRIM(CAST(data.{column} AS TEXT), 'Z')"
    shape = f"REPLACE(REPLACE({text}, '/', '-'), 'T', ' ')"
    for digit in range(1, 10):
        shape = f"REPLACE({shape}, '{digit}', '0')"
    looks = f"LENGTH({text}) IN ({_LENGTHS}) AND {shape} = SUBSTR({_MIDNIGHT}, 1, LENGTH({text}))"
    return f"CASE WHEN {looks} THEN {text} || SUBSTR({_MIDNIGHT}, LENGTH({text}) + 1) END"


def days_of_date(column: str, date: str) -> str:
    """Return a column of dates or days as days since 1970-01-01; `date` is the column that `padded_date` makes."""
    cell, text = f"data.{column}", f"CAST(data.{column} AS TEXT)"

    def part(first: int, length: int) -> str:
        return f"CAST(SUBSTR(data.{date}, {first}, {length}) AS BIGINT)"

    year, month, day = part(1, 4), part(6, 2), part(9, 2)
    leap = f"({year} % 4 = 0 AND {year} % 100 <> 0 OR {year} % 400 = 0)"
    length = f"CASE WHEN {month} IN (4, 6, 9, 11) THEN 30 WHEN {month} <> 2 THEN 31 WHEN {leap} THEN 29 ELSE 28 END"
    exists = (
        f"{year} >= 1 AND {month} BETWEEN 1 AND 12 AND {day} BETWEEN 1 AND {length} AND {part(12, 2)} <= 23 AND "
        f"{part(15, 2)} <= 59 AND {part(18, 2)} <= 59"
    )
    months = " ".join(f"WHEN {number} THEN {days}" for number, days in enumerate(_LONG_MONTHS, start=2))
    past = f"{year} - 1"
    days = (
        f"365 * ({past}) + ({past}) / 4 - ({past}) / 100 + ({past}) / 400 + CASE {month} {months} ELSE 0 END"
        f" + CASE WHEN {month} > 2 AND {leap} THEN 1 ELSE 0 END + {day} - {_EPOCH}"
    )
    micros = f"({days}) * 86400000000 + {part(12, 2)} * 3600000000 + {part(15, 2)} * 60000000"
    micros += f" + {part(18, 2)} * 1000000 + {part(21, 6)}"
    return (
        f"CASE WHEN {cell} IS NULL THEN NULL"
        f" WHEN data.{date} IS NULL AND CAST({double(cell)} AS TEXT) IN ({text}, {text} || '.0') THEN {double(cell)}"
        f" WHEN data.{date} IS NOT NULL AND {exists} THEN {double(micros)} / {double('86400000000')}"
        f" ELSE {_error(column)} END"
    )
