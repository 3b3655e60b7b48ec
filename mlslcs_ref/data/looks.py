"""What texts look like that are read as nominal values: numbers of other countries, dates, missing values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

import numpy as np

from mlslcs_ref._meant import counted
from mlslcs_ref.data.columns import TRUTH, RawColumn, is_decimal
from mlslcs_ref.data.dates import PARTS, may_be_either, text_days
from mlslcs_ref.data.narrowing import Numbers
from mlslcs_ref.data.remarks import grouped_text, memorised, other_kind, sentinel_of, sentinel_remark, two_spellings
from mlslcs_ref.data.spelling import LIST_MARKS
from mlslcs_ref.data.tables import Source
from mlslcs_ref.data.words import shown
from mlslcs_ref.errors import AdviceWarning, DataWarning

_MOST_TOLD: Final = 5
_LEAST_NUMBERS: Final = 3
_MISSING_TEXTS: Final = frozenset({"", "?"})
_MOST_CODES: Final = 20
_LEAST_LISTS: Final = 3
_MOST_LISTS: Final = 10_000
"""More texts are memorised, whatever they list."""

_SPELLED_MISSING: Final = frozenset(
    {"na", "n/a", "#n/a", "n.a.", "nan", "null", "none", "nil", "missing", "unknown", "-", "--", ".", "..", "*", "<na>"}
    | {"#null!", "#value!", "#div/0!", "#name?", "#ref!", "#num!", "\\n", "nat", "-nan", "1.#ind", "1.#qnan", "(null)"}
)


def _grouped(mark: str) -> str:
    """Return a pattern of whole numbers with a mark between thousands; their first group is not a lone 0."""
    return f"(0|[1-9][0-9]{{0,2}}({mark}[0-9]{{3}})*)"


# with a comma for decimals or for thousands, and other characters for thousands
_EITHER: Final = re.compile(r"[+-]?[1-9][0-9]{0,2},[0-9]{3}")
_FOREIGN: Final = (
    (_EITHER, "decimal=',' if decimals follow the comma, else thousands=','"),
    (re.compile(r"[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+(\.[0-9]*)?"), "thousands=','"),
    (re.compile(r"[+-]?(?=.[0-9]|[0-9])[0-9]*,[0-9]*([eE][+-]?[0-9]+)?"), "decimal=','"),
    (re.compile(rf"[+-]?{_grouped('[.]')}(,[0-9]*)?"), "decimal=',' and thousands='.'"),
    # where something else is said to be the decimal point
    (re.compile(r"[+-]?(?=.[0-9]|[0-9])[0-9]*\.[0-9]*([eE][+-]?[0-9]+)?"), "decimal='.'"),
    (re.compile(rf"[+-]?{_grouped(' ')}([.,][0-9]*)?"), "thousands=' '"),
    (re.compile(rf"[+-]?{_grouped(chr(0xA0))}([.,][0-9]*)?"), "thousands='\u00a0'"),
    (re.compile(rf"[+-]?{_grouped(chr(0x202F))}([.,][0-9]*)?"), "thousands='\u202f'"),
    (re.compile(rf"[+-]?{_grouped(chr(0x2009))}([.,][0-9]*)?"), "thousands='\u2009'"),
    (re.compile(rf"[+-]?{_grouped(chr(0x2019))}([.,][0-9]*)?"), "thousands='\u2019'"),
    (re.compile(rf"[+-]?{_grouped(chr(39))}([.,][0-9]*)?"), 'thousands="\'"'),
)
_OTHER_DATE: Final = re.compile(
    r"([0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{1,4}|[0-9]{1,2}\.?[ -][^\W\d_]{3,9}\.?,?[ -][0-9]{2,4}"
    r"|[^\W\d_]{3,9}\.? [0-9]{1,2},? [0-9]{4}|[0-9]{4}[/-][0-9]{1,2}|(0?[1-9]|1[0-2])[./-](19|20)[0-9]{2}"
    r"|[0-9]{4}-?W[0-9]{1,2}(-[1-7])?|[0-9]{4}\u5e74[0-9]{1,2}\u6708([0-9]{1,2}\u65e5)?)([ T].*)?"
)
# with hours and minutes, another minus or other digits, as accountants and languages for programs spell them
_OTHER_NUMBER: Final = re.compile(
    r"[0-9]{1,2}:[0-9]{2}(:[0-9]{2}([.,][0-9]+)?)?( ?[aApP]\.?[mM]\.?)?"
    r"|[+\-\u2212\u2013]?\d+([.,]\d+)?|[+-]?\d{1,3}(_\d{3})+|\d{1,2}(,\d{2})+,\d{3}"
    r"|[+-]?[0-9]+(\.[0-9]*)?[dD][+-]?[0-9]+|0[xX][0-9a-fA-F]+|\([0-9][0-9.,]*\)"
)
# with a currency or mark before it, or a unit behind it
_MARKS: Final = "<>\u2264\u2265~\u2248\u00b1$\u20ac\u00a3\u00a5\u20b9"
_SIGN: Final = r"[+\-\u2212]?"
_NUMBER: Final = r"[0-9]([0-9.,]*[0-9])?"
_UNIT: Final = rf" ?[%*\u2030\u00b0{_MARKS}][^0-9]{{0,9}}| ?[^\W\d_][^0-9]{{0,9}}[23]?"
_MEASURED: Final = re.compile(rf"{_SIGN}([A-Z]{{3}} |[{_MARKS}]{{0,2}} ?){_SIGN}{_NUMBER}({_UNIT}|)")
_LEAST_OF_A_UNIT: Final = 6
"""Fewer are learned as well by their names, and may be 3G and 4G."""
_MOST_UNITS: Final = 2
"""Year and years, or less than and more than."""


def foreign_number(texts: Sequence[str]) -> tuple[str, str] | None:
    """Return one of the texts and how to read it, if all are numbers as another country writes them, or missing."""
    present = [text for text in texts if not is_spelled_missing(text)]
    for pattern, how in _FOREIGN:
        if present and all(map(pattern.fullmatch, present)):
            return present[0], how
    return None


def is_spelled_missing(text: str) -> bool:
    """Tell whether a text is one of those that programs write for a missing value."""
    return text.lower() in _SPELLED_MISSING


def remark_on_texts(cells: RawColumn, source: Source) -> DataWarning | None:
    """Say of a nominal column that it looks like another kind, or that rules can only memorise it, if it does."""
    name, spelling = cells.name, source.spelling
    counts = Counter(text for text in cells.texts if text is not None and not spelling.is_missing(text))
    if source.reading.dates == "text" and all(
        text_days(text, True) is not None or _OTHER_DATE.fullmatch(text)
        for text in counts
        if spelling.number(text) is None
    ):
        return None
    if not cells.declared and (look := _look(cells, counts, source)):
        return DataWarning(look, name)
    if not cells.declared and (found := _lists_remark(name, counts, source)):
        return found
    found = memorised(name, len(counts), counts.total(), source.drop(name)) if source.is_named else None
    return found or (None if cells.declared else two_spellings(name, counts, "nominal values"))


def _lists_remark(name: str, texts: Collection[str], source: Source) -> DataWarning | None:
    """Say of texts that they list values, of which there are fewer than lists, if they do."""
    for mark in LIST_MARKS if len(texts) <= _MOST_LISTS else "":
        lists = [text for text in texts if mark in text]
        parts = {part.strip() for text in texts for part in text.split(mark)} if len(lists) >= _LEAST_LISTS else set()
        # Smith, Ann and Austin, TX have as many parts each
        if parts and len(parts) < len(texts) and len({text.count(mark) for text in texts}) > 1:
            found = f"{shown(name)} has lists, as {shown(lists[0])}, each of which is read as one nominal value"
            cure = "make a column of 0 and 1 of each of their values"
            if source.file is None:
                cure += f", as with X[{name!r}].str.get_dummies({mark!r})"
            return AdviceWarning(f"{found}; to learn from what they list, {cure}", name)
    return None


def _look(cells: RawColumn, counts: Counter[str], source: Source) -> str:
    """Say of texts that they look like numbers, dates or missing values, or stand among some, if they do."""
    name, in_file, spelling = shown(cells.name), source.file is not None, source.spelling
    numbers = [text for text in counts if spelling.number(text) is not None]
    if not in_file:
        numbers = [text for text in counts if is_decimal(text) and not is_spelled_missing(text)]
    told = sorted(counts.keys() - numbers, key=lambda text: (-counts[text], text))
    missing = [text for text in told if text.strip() in _MISSING_TEXTS or is_spelled_missing(text)]
    n_numbers = sum(counts[text] for text in numbers)
    read = f"is read as {len(counts)} nominal values"
    if foreign := foreign_number(told):
        cure = "write them with a point before decimals and nothing between thousands, and convert them to numbers"
        cure = f"give {foreign[1]}" if in_file else cure
        return f"{name} {read}, as {shown(foreign[0])}; if they are numbers, {cure}"
    # in memory texts that are a few whole numbers may well be names
    are_measured = len(numbers) > _MOST_CODES or any("." in text for text in numbers)
    mostly = 2 * n_numbers >= counts.total() and (n_numbers >= _LEAST_NUMBERS if in_file else are_measured)
    # a text with a digit is a number in another spelling rather than a missing value
    are_words = len(told) <= _MOST_TOLD and not any(re.search(r"\d", text) or text.lower() in TRUTH for text in told)
    if in_file and n_numbers and (len(missing) == len(told) or (mostly and are_words)):
        listed = ", ".join(f"{shown(text)} ({counts[text]}x)" for text in told[:_MOST_TOLD])
        found = f"{name} has {counted(n_numbers, 'number')} and the text {listed}, so it {read}"
        return f"{found}; if the text is a missing value, give missing={told[:_MOST_TOLD]!r}"
    if mostly:
        beside = f" and {counted(counts.total() - n_numbers, 'text')} (as {shown(told[0])})" if told else " as texts"
        cure = "convert them, as with pandas.to_numeric(x, errors='coerce')"
        if in_file:
            cure = (
                f"convert it to numbers, leave it out with {source.drop(cells.name)}, or give nominal=[{cells.name!r}]"
            )
        elif grouped := grouped_text(sorted(numbers), "."):
            whole = grouped.replace(".", "")
            cure = f"convert them, and say whether {shown(grouped)} is {whole}: remove the points then"
        return f"{name} has {counted(n_numbers, 'number')}{beside}, so it {read}; {cure}"
    if missing and len(counts) > 1:
        cure = f"missing={missing[:_MOST_TOLD]!r}" if in_file else "None"
        return f"{name} has {shown(missing[0])} among its nominal values; if that is a missing value, give {cure}"
    wrong = _wrong_date(cells, counts, source) if in_file and source.reading.dates != "text" else ""
    return wrong or (_look_alike(cells.name, told, read, source) if told else "")


def _look_alike(column: str, told: Sequence[str], read: str, source: Source) -> str:
    """Say of texts that all of them look like dates, times or numbers with a unit, if they do."""
    found, in_file = f"{shown(column)} {read}, as {shown(told[0])}", source.file is not None
    if all(map(_OTHER_NUMBER.fullmatch, told)) or _are_measured(told):
        cure = "convert them; if they are names, make the column categorical"
        if in_file:
            cure = f"write them as numbers alone, without ':', brackets or a unit; if names, give nominal=[{column!r}]"
        return f"{found}; if they are numbers or times, {cure}"
    if all(map(_OTHER_DATE.fullmatch, told)):
        cure = f"write them as 2024-03-01, or leave them out with {source.drop(column)}"
        if not in_file:
            cure = "convert them to dates or numbers, as with pandas.to_datetime(x, dayfirst=...)"
        elif all(map(may_be_either, told)):
            cure = "give day_first=True or day_first=False"
        return f"{found}; if they are dates, {cure}"
    return ""


def _are_measured(texts: Sequence[str]) -> bool:
    """Tell whether texts are numbers with the same unit or mark, or with one of two."""
    marks: set[tuple[str, str]] = set()
    for text in texts:
        if (found := _MEASURED.fullmatch(text)) is None:
            return False
        marks.add((found[1].strip(), found[3].strip()))
        if ("", "") in marks or len(marks) > _MOST_UNITS:
            return False
    # 1a and 2b are names
    are_symbols = not any(re.search(r"[^\W\d_]", part) for mark in marks for part in mark)
    return are_symbols or (len(texts) >= _LEAST_OF_A_UNIT and (len(marks) == 1 or all(" " in text for text in texts)))


# --------------------------------------------------------------------------------------------------------------- dates


def remark_on_dates(cells: RawColumn, days: Numbers, source: Source) -> DataWarning | None:
    """Say of a column of dates what may be read wrongly in it, or how it is read, if that is no news to a schema."""
    name, reading = cells.name, source.reading
    if source.known:
        is_news = reading.dates != "parts" and name not in reading.date_columns
        return other_kind(name, "dates", "numbers") if is_news else None
    if source.file is None:
        return None
    if found := "; ".join(filter(None, (_order(cells, source), _missing_date(cells, days)))):
        # the first of the columns that are made of it
        return DataWarning(found, f"{name} {PARTS[0]}" if reading.dates == "parts" else name)
    if reading.dates == "parts":
        return None
    return AdviceWarning(
        f"{shown(name)} has dates, which are read as days since 1970-01-01; dates='parts' makes columns "
        f"of year, month, day and weekday, {source.drop(name)} leaves them out",
        name,
    )


def _missing_date(cells: RawColumn, days: Numbers) -> str:
    """Say of a date as 9999-12-31 that it seems to be a missing value, if it does."""
    sentinel = sentinel_of(days, of_dates=True)
    if sentinel is None:
        return ""
    text = cells.texts[int(np.argmax(days == sentinel))]
    return sentinel_remark(str(text), [cells.name], "give missing=['{}']")


def _order(cells: RawColumn, source: Source) -> str:
    """Say by which other column it is told whether the day comes first, and how to read that column alone otherwise."""
    if not cells.order_by:
        return ""
    day_first = bool(source.reading.day_first)
    return (
        f"{shown(cells.name)} has dates, which are read with the {'day' if day_first else 'month'} first because "
        f"{shown(cells.order_by)} tells so; if they begin with the {'month' if day_first else 'day'}, give "
        f"day_first={not day_first} and drop=[{cells.order_by!r}]"
    )


def _wrong_date(cells: RawColumn, counts: Counter[str], source: Source) -> str:
    """Say of a column most of which are dates, however they are read best, which cell is the first that is none."""
    day_first = source.reading.day_first
    if day_first is not None and counts and all(text_days(text, not day_first) is not None for text in counts):
        odd = next(text for text in counts if text_days(text, day_first) is None)
        return (
            f"{shown(cells.name)} is read as {len(counts)} nominal values, not as dates, because {shown(odd)} is no "
            f"date that begins with the {'day' if day_first else 'month'}; if all begin with the "
            f"{'month' if day_first else 'day'}, give day_first={not day_first}"
        )
    orders = (True, False) if day_first is None else (day_first,)
    dates = [{text for text in counts if text_days(text, order) is not None} for order in orders]
    n_dates, found = max(((sum(counts[text] for text in one), one) for one in dates), key=lambda one: one[0])
    if not counts.total() // 2 < n_dates < counts.total():
        return ""
    row = next(row for row, text in enumerate(cells.texts) if text in counts and text not in found)
    cell = str(cells.texts[row])
    others = "" if (left := counts.total() - n_dates) == 1 else f", and {left - 1} more are none"
    return (
        f"{shown(cells.name)} is read as {len(counts)} nominal values, not as dates, because {shown(cell)} "
        f"on line {source.lines[row]} is no date ({n_dates} of {counts.total()} are{others}); correct it, or read it "
        f"as missing with missing=[{cell!r}]"
    )
