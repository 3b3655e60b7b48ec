"""How a file is to be read, where it does not say it itself; kept in a model, so that further files are read alike."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal, TypeAlias, TypedDict, get_args

from mlslcs_ref._given import brief, require_given, whole
from mlslcs_ref._meant import did_you_mean
from mlslcs_ref.data.words import listed_names, shown
from mlslcs_ref.errors import DataError

Dates: TypeAlias = Literal["days", "parts", "text"]
DATES: Final[tuple[Dates, ...]] = get_args(Dates)
MISSING_CELLS: Final = frozenset({"", "?", "NaN", "nan"})
_LISTS: Final = ("drop", "nominal", "missing", "positive", "names", "date_columns", "absent_labels")


class HowToRead(TypedDict, total=False):
    """The arguments by which functions take what a `Reading` says."""

    format: str | None
    encoding: str
    drop: Collection[str]
    nominal: Collection[str]
    delimiter: str | None
    decimal: str
    thousands: str
    missing: str | float | Collection[str | float]
    header: bool | None
    dates: Dates
    day_first: bool | None
    positive: str | Collection[str]
    label_separator: str | None


@dataclass(frozen=True)
class Reading:
    """How a file is to be read.

    Parameters
    ----------
    format : str, optional
        One of `formats.FORMATS` by name; by default the one of the file's ending, or of its first lines.
    encoding : str, default="utf-8"
        How its text is encoded.
    drop : tuple of str
        Names of columns to leave out, whatever they hold; an empty one for columns without a name.
    nominal : tuple of str
        Names of columns of separated values that are nominal whatever they hold.
    delimiter : str, optional
        The character between separated values; by default a comma, or a tab in a file that ends in ``.tsv``.
    decimal : str, default="."
        The character before the decimals of separated values.
    thousands : str, default=""
        The character between groups of three digits of separated values; none by default.
    missing : tuple of str
        Cells of separated values that are missing values, beside an empty one, ``?``, ``NaN`` and ``nan``. A number is
        missing however it is spelled, ``-999`` and ``-999.0``, and may be given as a number.
    header : bool, optional
        Whether the first line of separated values names the columns. By default it has to, and one that looks like a
        row of data is refused.
    dates : {"days", "parts", "text"}
        What dates become: days since 1970-01-01, with hours as decimals; columns of year, month, day and weekday (1 is
        Monday); or nominal values.
    day_first : bool, optional
        Whether dates that end in the year, as 01/03/2024, begin with the day, or else with the month. By default
        a number above 12 in a column of the file tells it; then it is found by the reader.
    positive : tuple of str
        Words by which a label holds, as ``yes``; the other word of its column is that by which it does not hold. If no
        label has another word, it does not hold where its cell is missing, as beside ``x``.
    label_separator : str, optional
        What stands between the labels of a row, if one column holds them all.
    label_column : str, optional
        The column that holds all labels. Found by the reader.
    names : tuple of str
        Names of the columns of a file without a header, in order. Found by the reader.
    date_columns : tuple of str
        Names of columns that hold dates and are read as days. Found by the reader.
    absent_labels : tuple of str
        Labels of the training schema that a file read against it does not hold: what is measured is measured on the
        others. Found by the reader.
    """

    format: str | None = None
    encoding: str = "utf-8"
    drop: tuple[str, ...] = ()
    nominal: tuple[str, ...] = ()
    delimiter: str | None = None
    decimal: str = "."
    thousands: str = ""
    missing: tuple[str, ...] = ()
    header: bool | None = None
    dates: Dates = "days"
    day_first: bool | None = None
    positive: tuple[str, ...] = ()
    label_separator: str | None = None
    label_column: str | None = None
    names: tuple[str, ...] = ()
    date_columns: tuple[str, ...] = ()
    absent_labels: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        for name in _LISTS:
            given = getattr(self, name)
            if name == "missing":
                given = _as_texts(given)
            single = name in {"missing", "positive"} and isinstance(given, str)
            object.__setattr__(self, name, (given,) if single else listed_names(given, name))
        for name in ("format", "delimiter", "label_separator", "label_column"):
            _require_text(name, getattr(self, name), optional=True)
        for name in ("encoding", "decimal", "thousands"):
            _require_text(name, getattr(self, name))
        for name in ("header", "day_first"):
            value: object = getattr(self, name)
            if value is not None and not isinstance(value, bool):
                raise DataError(f"expected True, False or None, found {brief(value)}", argument=name)
        dates: object = self.dates
        if not isinstance(dates, str) or self.dates not in DATES:
            raise DataError(f"expected one of {', '.join(DATES)}, found {brief(self.dates)}", argument="dates")
        self._require_characters()

    def _require_characters(self) -> None:
        for name, example, least, refused in (
            ("delimiter", "',' or '\\t'", 1, '"\r\n\0\ufeff'),
            ("decimal", "'.' or ','", 1, "+-\"'"),
            ("thousands", "',' or ' '", 0, '+-"'),
        ):
            mark = getattr(self, name)
            is_letter = name != "delimiter" and mark.isalnum()
            if mark is not None and (not least <= len(mark) <= 1 or is_letter or (mark and mark in refused)):
                raise DataError(f"expected one character, as {example}, found {shown(mark)}", argument=name)
        if self.thousands == self.decimal:
            raise DataError(
                f"expected a character other than the decimal point, found {shown(self.decimal)}", argument="thousands"
            )
        if self.label_separator == "":
            raise DataError("expected a text, as ';', found an empty one", argument="label_separator")

    @classmethod
    def of(cls, reading: Reading | None, how: Mapping[str, Any]) -> Reading:
        """Return a reading with changes, of arguments whose names may be wrong."""
        if reading is not None:
            require_given("reading", reading, Reading, "a Reading, as `reading` of a data set")
            if "thousands" not in how and how.get("decimal") == reading.thousands:
                # what stood between thousands is another file's
                how = {**how, "thousands": ""}
        known = [field.name for field in fields(cls)]
        for name in how:
            if name not in known:
                hint = did_you_mean(name, [*known, "labels"]) or f"; there are {', '.join(known)}"
                raise DataError(f"there is no such argument for reading a file{hint}", argument=name)
        return replace(reading or cls(), **how)

    @property
    def missing_texts(self) -> frozenset[str]:
        """All cells of separated values that are missing values."""
        return MISSING_CELLS | {cell.strip() for cell in self.missing}

    def to_dict(self) -> dict[str, Any]:
        """Return what differs from the defaults, as plain values."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        plain = Reading()
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in found.items()
            if value != getattr(plain, name)
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Reading:
        """Return the reading that `to_dict` has made plain values of."""
        if not isinstance(values, Mapping):
            raise DataError(f"expected arguments of reading by name, found {shown(repr(values))}")
        for name, value in values.items():
            if name in _LISTS and not isinstance(value, list | tuple):
                raise DataError(f"expected a list of texts, found {shown(repr(value))}", argument=name)
        return cls.of(None, values)


def _as_texts(given: object) -> object:
    """Return numbers among what is missing as texts, as -999 alone or in a list."""
    if isinstance(given, list | tuple):
        return tuple(map(_as_texts, given))
    if isinstance(given, bool) or not isinstance(given, int | float):
        return given
    return repr(whole("missing", given) if isinstance(given, int) else given).removesuffix(".0")


def _require_text(name: str, value: object, optional: bool = False) -> None:
    if not isinstance(value, str) and not (optional and value is None):
        raise DataError(f"expected a text, found a value of type {type(value).__name__}", argument=name)
