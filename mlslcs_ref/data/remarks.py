"""What a person should know of data as they were read: indexes, identifiers, values that training did not have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import compress, pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref._meant import first_of, looks
from mlslcs_ref.data.columns import BOOLEAN, MOST_EXACT, is_decimal, number_text
from mlslcs_ref.data.dataset import UNDECLARED
from mlslcs_ref.data.dates import date_text, text_days
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.data.schema import ContinuousAttribute, Schema
from mlslcs_ref.data.tables import Table
from mlslcs_ref.data.words import shown
from mlslcs_ref.errors import AdviceWarning, DataWarning

MOST: Final = 8
"""Remarks on one file; what is left out is counted."""
LEAST_ROWS: Final = 20
"""With fewer rows, different whole numbers in all of them are no surprise."""
LEAST_REPEATED: Final = 3
LEAST_OTHERS: Final = 5
OFTEN: Final = 5
"""An identifier that has so many rows, as a group, may well be worth learning from."""
_FIRST_YEAR: Final = 1900
_LAST_YEAR: Final = 2100
MANY_VALUES: Final = 20
"""So many nominal values are no identifier, however few the rows."""
_UNNAMED: Final = re.compile(
    r"|Unnamed(: ?|_)[0-9]+(\.[0-9]+|_level_[0-9]+)?|(__index_)?level_[0-9]+(__)?|index|idx|#|rownames?|row\.names?|row"
    r"|\.\.\.1|X\.?1?|V1",
    re.IGNORECASE,
)
_KEY: Final = r"id|ids|uuid|guid|key|identifier|idx"
_IDENTIFIER: Final = re.compile(rf"(.*[ _.\-])?({_KEY}|no|nr|number|num|row|code)\.?|.*nummer", re.IGNORECASE)
_SENTINEL: Final = re.compile(r"-1|-9|-?99+")
_SENTINEL_DATES: Final = frozenset(
    {"0001-01-01", "1899-12-30", "1900-01-01", "1970-01-01", "2099-12-31", "2999-12-31", "9999-01-01", "9999-12-31"}
)
_PADDED: Final = re.compile("0[0-9]{2,}")
_CAMEL: Final = re.compile(r".*[a-z](Id|ID|Key|Nr|No)")
# house numbers and codes recur, too, and say something
_RECURRING: Final = re.compile(rf"(.*[ _.\-])?({_KEY})|lfd[ _.]*nr\.?|(?!haus).*nummer", re.IGNORECASE)


def remarks_on(table: Table, positions: Sequence[int]) -> list[DataWarning]:
    """Return remarks on the attributes of a table, at most `MOST`; some formats of files declare what columns are."""
    own = [table.columns[place] for place in positions]
    # of dates all has been said
    said = {remark.column for remark in table.remarks}
    plain = [
        (column.name, place)
        for column, place in zip(own, positions, strict=True)
        if column.kind == "numeric" and not column.dates and column.name not in said
    ]
    declares = bool(table.relation) or any(column.line for column in table.columns)
    cure = "replace it by NaN" if table.file is None else "write ? in its place" if declares else "give missing=['{}']"
    found = (
        [] if table.lists_labels else sentinel_remarks(((name, table.numbers(place)) for name, place in plain), cure)
    )
    if declares:
        return found
    kept = {column.name for column in own}
    found = [*_header_remark(table), *(remark for remark in table.remarks if remark.column in kept), *found]
    found += _marks_remark(table, positions)
    for name, place in plain:
        numbers = table.numbers(place)
        if table.is_named or is_inexact(numbers):
            found += [remark] if (remark := index_remark(name, numbers, table.drop(name))) else []
    # whatever changes how data are read comes before advice
    found.sort(key=lambda remark: isinstance(remark, AdviceWarning))
    if len(found) <= MOST:
        return found
    first = found[MOST]
    return [
        *found[:MOST],
        type(first)(
            f"{len(found) - MOST} more columns have problems; the first is {shown(str(first.column))}", first.column
        ),
    ]


def _header_remark(table: Table) -> list[DataWarning]:
    """Say of the names of a data frame's columns that they look like a row of data, if they do.

    Then every column of numbers has a number for a name. Numbers that grow from column to column, as of wavelengths or
    years, are names.
    """
    if table.file is not None or not table.is_named:
        return []
    of_numbers = [column.name for column in table.columns if column.kind == "numeric" or column.values == BOOLEAN]
    told = [name for name in of_numbers if is_decimal(name)]
    grows = all(float(first) < float(second) for first, second in pairwise(told))
    if not told or len(told) < len(of_numbers) or (grows and not any("." in name for name in told)):
        return []
    return [
        DataWarning(
            f"the column name {shown(told[0])} is a number; if the first row of a file became names, read it without a "
            "header, as with pandas.read_csv(..., header=None)",
            told[0],
        )
    ]


def _marks_remark(table: Table, positions: Sequence[int]) -> list[DataWarning]:
    """Say which columns have one value or none, as of boxes that are ticked: a missing value passes every test."""
    found: dict[str, None] = {}
    for place in positions if len(table.lines) >= LEAST_ROWS else ():
        numbers = table.numbers(place)
        missing = np.isnan(numbers)
        if missing.any() and not missing.all() and np.nanmin(numbers) == np.nanmax(numbers):
            found[table.columns[place].name] = None
    if not found:
        return []
    told = f"columns with one value or none: {first_of([*found], MOST, 'more', spelled=shown)}"
    why = "no rule can require that value, because a missing one passes every test"
    cure = "if a missing one means no, write a value for it, as 0 or no"
    return [AdviceWarning(f"{told}; {why}; {cure}", next(iter(found)))]


def index_remark(name: str, numbers: npt.NDArray[np.float64], drop: str) -> DataWarning | None:
    """Say of a column of numbers that it has none, or looks like an index of the rows or an identifier, if it does.

    `drop` says what leaves it out.
    """
    cure = f"leave it out with {drop}"
    if len(numbers) > 1 and np.isnan(numbers).all():
        return AdviceWarning(f"{shown(name)} has only missing values, from which nothing can be learned; {cure}", name)
    if is_inexact(numbers):
        found = f"{shown(name)} has whole numbers so large that 64-bit floats cannot distinguish all of them"
        return DataWarning(f"{found}; {cure}", name)
    if len(numbers) < 2 or np.isnan(numbers).any() or (numbers != np.floor(numbers)).any():
        return None
    if (text := _compact_date(numbers)) is not None:
        found = f"{shown(name)} has {text.replace('-', '')}, read as a number"
        return AdviceWarning(f"{found}; if it is a date, give it as one, as {text}, or {cure}", name)
    found = _identified(name, numbers)
    return AdviceWarning(f"{shown(name)} {found}: {cure}", name) if found else None


def _identified(name: str, numbers: npt.NDArray[np.float64]) -> str:
    """Say of whole numbers, none of which is missing, that they look like an index of the rows or an identifier."""
    if _UNNAMED.fullmatch(name) and (np.diff(numbers) == 1).all():
        return "counts the rows, so rules can only memorise it"
    n_values, n_rows = len(np.unique(numbers)), len(numbers)
    may_recur = _RECURRING.fullmatch(name) or _CAMEL.fullmatch(name)
    if n_values == n_rows and ((is_identifier(name) and n_rows > 2) or n_rows >= LEAST_ROWS):
        found = "has a different whole number in every row; if it is an index or an identifier"
    elif may_recur and max(MANY_VALUES, n_rows // OFTEN) < n_values:
        found = f"has {n_values} whole numbers in {n_rows} rows; if it is an identifier"
    else:
        return ""
    return f"{found}, rules can only memorise it"


def is_identifier(name: str) -> bool:
    """Tell whether a column is called as identifiers are."""
    return bool(_IDENTIFIER.fullmatch(name) or _CAMEL.fullmatch(name))


def _compact_date(numbers: npt.NDArray[np.float64]) -> str | None:
    """Return the date of the smallest number as 20240301, None unless all are some."""
    if numbers.min() < 1e4 * _FIRST_YEAR or numbers.max() >= 1e4 * _LAST_YEAR:
        return None
    texts = [f"{text[:4]}-{text[4:6]}-{text[6:]}" for text in map(number_text, np.unique(numbers).tolist())]
    return texts[0] if len(texts) > 2 and all(text_days(text) is not None for text in texts) else None


def sentinel_of(numbers: npt.NDArray[np.float64], of_dates: bool = False) -> float | None:
    """Return the number that stands for a missing value in a column, as -999 or 9999, if one seems to.

    It is repeated, and made of nines, or -1, or among days one as 9999-12-31. Either it is the only number below 0, or
    farther from the next than all others are from each other.
    """
    present = numbers[~np.isnan(numbers)]
    if not len(present):
        return None
    for end in (float(present.min()), float(present.max())):
        if not (date_text(end) in _SENTINEL_DATES if of_dates else _SENTINEL.fullmatch(number_text(end))):
            continue
        others = np.unique(present[present != end])
        if len(others) < LEAST_OTHERS or np.count_nonzero(present == end) < LEAST_REPEATED:
            continue
        gap = float(np.abs(others - end).min())
        if gap > others[-1] - others[0] or (end < 0.0 <= others[0] and not of_dates):
            return end
    return None


def sentinel_remarks(columns: Iterable[tuple[str, npt.NDArray[np.float64]]], cure: str) -> list[DataWarning]:
    """Say once of each number that seems to be a missing value, as -999, in which columns it does.

    `cure` makes the number a missing value, with {} for it.
    """
    found: dict[str, list[str]] = {}
    for name, numbers in columns:
        if (sentinel := sentinel_of(numbers)) is not None:
            found.setdefault(number_text(sentinel), []).append(name)
    return [DataWarning(sentinel_remark(number, names, cure), names[0]) for number, names in found.items()]


def sentinel_remark(cell: str, names: Sequence[str], cure: str) -> str:
    """Say of a cell of some columns that it seems to be a missing value; the cure has {} for it."""
    found = (
        f"{first_of(names, MOST, 'more columns', spelled=shown)}: {cell} occurs several times, apart from all others"
    )
    return f"{found}; if it is a missing value, {cure.format(cell)}"


def may_be_thousands(numbers: npt.NDArray[np.float64]) -> bool:
    """Tell whether decimals may be thousands: before them stands no 0 alone, and behind them nothing."""
    sizes = np.abs(numbers[~np.isnan(numbers) & (numbers != 0.0)])
    if ((sizes < 1.0) | (sizes >= 1e3)).any():
        return False
    return bool((np.abs(sizes * 1e3 - np.round(sizes * 1e3)) <= 1e-6).all())


def has_other_decimals(texts: Iterable[str], point: str) -> bool:
    """Tell whether a text has decimals that are not three, as thousands are."""
    other = re.compile(rf".*{re.escape(point)}([0-9]{{1,2}}|[0-9]{{4,}})")
    return any(map(other.fullmatch, texts))


def thousands_remark(name: str, texts: Iterable[str], point: str) -> DataWarning | None:
    """Say of a column of numbers that their decimals may be thousands, as of 950 and 1.200, if they may.

    `texts` are its cells, or the first ones.
    """
    first, other = grouped_text(texts, point), "," if point == "." else "."
    if first is None:
        return None
    found = f"{shown(name)} has {shown(first)}, read as {number_text(float(first.replace(point, '.')))}"
    how = f"if it is {first.replace(point, '')}, give decimal={other!r} and thousands={point!r}"
    return DataWarning(f"{found}; {how}", name)


def grouped_text(texts: Iterable[str], point: str) -> str | None:
    """Return a text of numbers whose decimals may be thousands, as of 950 and 1.200, None if they are not likely to."""
    told = dict.fromkeys(texts)
    grouped = [text for text in told if text[-4:-3] == point]
    if not grouped:
        return None
    shape = re.compile(rf"[+-]?[1-9][0-9]{{0,2}}({re.escape(point)}[0-9]{{3}})?|0")
    if not all(map(shape.fullmatch, told)):
        return None
    # who writes 950 writes no 12.000, but three decimals of all numbers are no surprise, unless each is round
    is_mixed = len(grouped) < len(told) and (len(grouped) > 1 or grouped[0].endswith("0"))
    return grouped[0] if is_mixed or all(text.endswith("00") for text in told) else None


def padded_remark(name: str, texts: Iterable[str], numbers: npt.NDArray[np.float64]) -> DataWarning | None:
    """Say of a column of whole numbers that some begin with zeros, as codes do, if they do.

    `texts` are its cells, or the first ones. If all differ they are more likely identifiers.
    """
    text = next((text for text in texts if _PADDED.fullmatch(text)), None)
    if text is None or len(numbers) < LEAST_ROWS or len(np.unique(numbers)) == len(numbers):
        return None
    found = f"{shown(name)} has {shown(text)}, read as the number {number_text(float(text))}"
    return AdviceWarning(f"{found}; if these are codes rather than numbers, give nominal=[{name!r}]", name)


def other_kind(name: str, found: str, known: str) -> DataWarning:
    """Say of a column of later data that it has dates where the training data had numbers, or numbers for dates."""
    told = f"{shown(name)} has {found}, which are read as days since 1970-01-01; the training data had {known} there"
    return DataWarning(told, name)


def is_inexact(numbers: npt.NDArray[np.float64]) -> bool:
    """Tell whether all of some numbers are whole, as those of identifiers, and some too large to be told apart."""
    present = numbers[np.isfinite(numbers)]
    return len(present) > 1 and bool((np.abs(present) >= MOST_EXACT).any() and (present == np.floor(present)).all())


def memorised(name: str, n_values: int, n_present: int, drop: str) -> DataWarning | None:
    """Say of a nominal column that it has another value in nearly every row, if it has."""
    if n_values <= max(MANY_VALUES, n_present // (OFTEN if is_identifier(name) else 2)):
        return None
    found = f"{shown(name)} has {n_values} nominal values in {n_present} rows, which rules can only memorise"
    return AdviceWarning(f"{found}; if it is an identifier, leave it out with {drop}", name)


def two_spellings(name: str, texts: Iterable[str], kind: str) -> DataWarning | None:
    """Say of the texts of a column that two look alike but for capitals, if they do; `kind` says what they are."""
    seen: dict[str, str] = {}
    for text in sorted(texts):
        plain = " ".join(looks(text).casefold().split())
        other = seen.setdefault(plain, text)
        if other != text:
            pair = " and ".join(map(ascii if looks(other) == looks(text) else shown, (other, text)))
            found = f"{shown(name)} has {pair}, which are read as two {kind}"
            return DataWarning(f"{found}; if they are one, spell them alike", name)
    return None


def constant_labels(labels: Sequence[str], decisions: npt.NDArray[np.bool_]) -> list[AdviceWarning]:
    """Say which labels no row has, and which ones all have."""
    found = []
    # a few rows that are alike are no surprise
    if len(decisions) >= LEAST_ROWS:
        n_rows = decisions.sum(axis=0)
        for who, are_meant in (("no row", n_rows == 0), ("every row", n_rows == len(decisions))):
            if names := list(compress(labels, are_meant.tolist())):
                told = first_of(names, MOST, spelled=shown)
                found.append(AdviceWarning(f"labels that {who} has, of which nothing can be learned: {told}", names[0]))
    return found


def undeclared_counts(values: Matrix, schema: Schema) -> dict[str, int]:
    """Return by the names of nominal attributes in how many rows they have a value that the schema does not declare."""
    found = {}
    for attribute, column in zip(schema.attributes, values.columns(), strict=True):
        if not isinstance(attribute, ContinuousAttribute) and (column.kinds == UNDECLARED).any():
            found[attribute.name] = int((column.numbers == UNDECLARED).sum())
    return {name: count for name, count in found.items() if count}


def undeclared_remark(values: Matrix, schema: Schema) -> DataWarning | None:
    """Say which attributes have values that the training data did not have, if any do."""
    counts = undeclared_counts(values, schema)
    if not counts:
        return None
    told = [f"{shown(name)} in {count} of {len(values)} rows" for name, count in counts.items()]
    listed = first_of(told, MOST, "more columns")
    return DataWarning(
        f"values that the training data did not have: {listed}; explain shows how a row with one is decided",
        next(iter(counts)),
    )
