"""The label columns of a table: which they are, and what they say.

Clauses: REP-7 (no missing labels).
"""

from __future__ import annotations

import ast
import os.path
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from mlslcs_ref._given import brief
from mlslcs_ref._meant import did_you_mean, first_of
from mlslcs_ref.data.columns import is_decimal, number_text
from mlslcs_ref.data.label_specs import LabelCount, LabelFile, LabelSpec, names_in
from mlslcs_ref.data.schema import Schema
from mlslcs_ref.data.spelling import LIST_MARKS
from mlslcs_ref.data.tables import Table, TableColumn
from mlslcs_ref.data.words import further, listed, shown
from mlslcs_ref.errors import DataError, DataWarning

AN_INDICATOR: Final = "sklearn.preprocessing.MultiLabelBinarizer makes an indicator of lists or sets of names"
HOW_TO_SAY = "say which columns are labels with labels=...: a count (6 or -6), names, or a label XML"
# words of different kinds in one column are a mistake rather than a label
_MEANINGS: Final = (
    {"0": False, "1": True, "false": False, "true": True},
    {"no": False, "yes": True},
    {"n": False, "y": True},
    {"f": False, "t": True},
)
BRACKETED: Final = re.compile(r"\s*(\[.*\]|\{.*\}|\(.*\))\s*", re.DOTALL)
# what people write in a cell for yes, beside the words for it, and leave others empty
_MARKS: Final = frozenset("xX+*\N{BULLET}\N{CHECK MARK}\N{HEAVY CHECK MARK}\N{BALLOT BOX WITH CHECK}")


def label_positions_of(table: Table, spec: LabelSpec) -> list[int]:
    """Return the positions of the label columns among the kept columns, in the file's order."""
    if isinstance(spec, LabelCount):
        counted = _counted_names(table, spec)
        by_name = table.place_of()
        if dropped := tuple(name for name in counted if name not in by_name):
            if len(dropped) == len(counted):
                raise table.error("expected at least one label, but all are dropped", argument="drop")
            are = "is" if len(dropped) == 1 else "are"
            found = f"of the {len(counted)} columns that are counted as labels {listed(dropped)} {are} dropped"
            table.warned(DataWarning(f"{found}; labels=... can also name them", dropped[0]))
        return sorted(by_name[name] for name in counted if name in by_name)
    if isinstance(spec, LabelFile):
        return sorted(positions_of(table, names_in(spec.path), f" that {spec.path} names as labels"))
    if not spec.names:
        raise table.error(f"expected at least one label, found none; {HOW_TO_SAY}", argument="labels")
    if len(set(spec.names)) != len(spec.names):
        raise table.error(f"expected each label once, found {listed(spec.names)}", argument="labels")
    # a Path raises for names that are too long or may not be seen
    is_file = len(spec.names) == 1 and os.path.isfile(spec.names[0])  # noqa: PTH113
    cure = "; labels are columns of the data file: put those of another file beside its own" if is_file else ""
    return sorted(positions_of(table, spec.names, cure=cure))


def _counted_names(table: Table, spec: LabelCount) -> tuple[str, ...]:
    # a column without a name that is dropped is none that anybody counts
    kept = {column.name for column in table.columns}
    declared = tuple(name for name in table.declared if name or name in kept)
    total, count = len(declared), spec.count
    if total == 1:
        raise table.error(
            f"expected at least one column of a label and one of an attribute, found only {listed(declared)}; "
            "if another character separates its columns, give delimiter=..., as delimiter=' '",
            argument="delimiter",
        )
    if not 1 <= abs(count) < total:
        raise table.error(
            f"expected a number of labels from 1 to {total - 1} (or negative for the last columns), since the file "
            f"declares {total} columns, found {brief(count)}{spec.origin}{spec.origin and f'; {HOW_TO_SAY}'}",
            argument="labels",
        )
    return declared[:count] if count > 0 else declared[count:]


def positions_of(table: Table, names: tuple[str, ...], whose: str = "", cure: str = "") -> list[int]:
    """Return the positions of the columns of these names, in the order of the names.

    The error says whose columns they are, and what helps if the file has others.
    """
    by_name = table.place_of()
    absent = tuple(name for name in names if name not in by_name)
    if absent:
        every = frozenset(table.declared)
        if declared := tuple(name for name in absent if name in every):
            others = further(declared, "and so are")
            raise table.error(f"dropped, but needed{others}{whose}", column=declared[0])
        raise table.error(
            f"the {table.what} has no such column{further(absent)}{whose}{_nearest(absent[0], table, names, cure)}",
            column=absent[0],
        )
    return [by_name[name] for name in names]


def decisions_of(
    table: Table, positions: Sequence[int], positive: Collection[str] = (), is_further: bool = False
) -> npt.NDArray[np.bool_]:
    """Return the label columns as truth values of shape (n_rows, len(positions)).

    In a word of `positive` a label holds. Where no label of the table has another word, but some have one, it does not
    where its cell is missing. A word alone that another label has beside one of `positive` is that for no. `is_further`
    says whether the training data had both words of a column, so that any word alone that is not in `positive` is the
    other, which is told.
    """
    gaps = [place for place in positions if np.isnan(table.numbers(place)).any()]
    words = frozenset(word for place in positions if gaps for word in _values(table, place))
    decisions = np.empty((len(table.lines), len(positions)), dtype=np.bool_)
    values_of = {place: _values(table, place) for place in positions if positive}
    pairs = [values for values in values_of.values() if len(values) == 2 and not frozenset(values).isdisjoint(positive)]
    words_for_no = {value for values in pairs for value in values if value not in positive}
    others: dict[str, str] = {}
    for label, position in enumerate(positions):
        missing, values = np.isnan(table.numbers(position)), values_of.get(position, ())
        if len(values) == 1 and values[0] in words_for_no and not missing.any():
            # another label shows what it means
            decisions[:, label] = False
        elif not missing.any():
            decisions[:, label] = _decided(table, position, positive, is_further, len(positions) == 1)
            if is_further and values and meaning_of(values, positive) is None:
                others[table.columns[position].name] = values[0]
        elif words and words <= frozenset(positive):
            decisions[:, label] = ~missing
        else:
            raise _missing(table, position, int(np.argmax(missing)), tuple(sorted(words)), len(positions) == 1)
    if gaps:
        names = tuple(table.columns[place].name for place in gaps)
        table.warned(DataWarning(f"where a value of {listed(names)} is missing the label does not apply", names[0]))
    if others:
        told = [f"{shown(name)} has {shown(word)} alone" for name, word in others.items()]
        table.warned(DataWarning(f"{first_of(told, 10)}, which is taken to mean no", next(iter(others))))
    return decisions


def _values(table: Table, position: int) -> tuple[str, ...]:
    """Return the values of a column as texts, numbers by size."""
    column, cells = table.columns[position], table.numbers(position)
    return column.values if column.kind == "nominal" else tuple(map(number_text, np.unique(cells[~np.isnan(cells)])))


def _decided(
    table: Table, position: int, positive: Collection[str], is_further: bool, alone: bool
) -> npt.NDArray[np.bool_]:
    """Return a label column without missing values as truth values."""
    column, cells = table.columns[position], table.numbers(position)
    if column.kind != "nominal":
        decisions = decided_by_number(cells, positive, is_further)
        if decisions is None:
            raise _undecided(table, position, positive, alone)
        return decisions
    meaning = meaning_of(column.values, positive, is_further)
    # in memory a text is no number
    if meaning is None or (table.file is None and {"0", "1"}.issuperset(column.values)):
        raise _undecided(table, position, positive, alone)
    omitted = table.first_omitted[position] if table.first_omitted else 0
    if omitted and meaning[0]:
        # Weka reads the first declared value, other programs 0: the wrong guess would turn most of the label over.
        raise table.error(
            f"it is declared {{{','.join(column.values)}}} and left out in a sparse row, which "
            "some programs read as 1 and others as 0; write it out, or declare it {0,1}",
            line=omitted,
            column=column.name,
        )
    return np.array(meaning)[cells.astype(np.intp)]


def _undecided(table: Table, position: int, positive: Collection[str], alone: bool) -> DataError:
    """Return the error of a label column with a value that may mean either or none, with what seems to read it."""
    column, values, cells = table.columns[position], _values(table, position), table.numbers(position)
    codes = cells.astype(np.intp) if column.kind == "nominal" else np.unique(cells, return_inverse=True)[1]
    row = _first_without_meaning(values, codes.tolist())
    words = likely_first(values) if column.kind == "nominal" else values[::-1]
    either = " alone, which may mean either" if values == ("1",) else ""
    if table.file is None:
        how = ""
        if column.kind == "nominal":
            how = f"; {AN_INDICATOR}"
            if {"0", "1"}.issuperset(values):
                how = "; convert it, as with y.astype(int)"
            elif listing := lists_in(values):
                how = f"; of texts that list labels give {listing}"
            elif len(values) == 2:
                word = words[0]
                how = f"; if {shown(word)} means that the label applies, give the table compared with it, y == {word!r}"
        found = f"the text {shown(values[codes[row]])}" if column.kind == "nominal" else values[codes[row]]
        return _unknown(table, column, row, f"{found}{either}{how}")
    argument = "positive" if len(values) <= 2 else "label_separator" if alone else None
    hint = ""
    if len(values) == 2 or (len(values) == 1 and not either):
        said = " or ".join(f"positive={word!r}" for word in words)
        hint = f" Say which value means that the label applies: {said}"
    elif either:
        hint = f" It means yes beside 0, and no beside {listed(tuple(positive))}"
    elif alone:
        hint = _classes(column)
    found, line = listed(values), column.line or table.lines[row]
    if column.kind != "nominal":
        found, line = values[codes[row]], table.lines[row]
    message = f"expected the values {{0,1}}, found {found}{either}; is this column a label?{hint}"
    return table.error(message, line=line, argument=argument, column=column.name)


def _unknown(table: Table, column: TableColumn, row: int, found: str) -> DataError:
    """Return the error of a label in memory, in words that scikit-learn asks for."""
    message = f"Unknown label type: expected 0 or 1 (or False or True, no or yes), found {found}"
    return table.error(message, row, column=column.name)


def _missing(table: Table, position: int, row: int, words: tuple[str, ...], alone: bool) -> DataError:
    """Return the error of a label that is missing in a row, with what seems to read it."""
    column = table.columns[position]
    # beside a no alone it is no mark that is missing
    is_mark = len(words) == 1 and meaning_of(words, ()) != [False]
    if table.file is None:
        hint = "; if it means that the label does not apply, give y.notna() for this column" if is_mark else ""
        return _unknown(table, column, row, f"a missing value{hint}")
    message = "expected 0 or 1, found a missing value; fill it in, or leave the row out"
    argument: str | None = None
    if is_mark:
        message += f". If a missing value means that the label does not apply, give positive={words[0]!r}"
        argument = "positive"
    elif words and all(word in _MARKS or meaning_of((word,), ()) == [True] for word in words):
        message += f". If each mark means that the label applies, give positive={list(words)!r}"
        argument = "positive"
    elif alone and column.kind == "nominal" and meaning_of(column.values, ()) is None:
        message += f".{_classes(column)}"
        argument = "label_separator"
    return table.error(message, row, argument=argument, column=column.name)


def decided_by_number(
    cells: npt.NDArray[np.float64], positive: Collection[str], is_further: bool = False
) -> npt.NDArray[np.bool_] | None:
    """Return the numbers of a label as truth values; None if one has no meaning, or 1 is alone and may have either."""
    if ((cells == 0) | (cells == 1)).all():
        either = (
            len(cells) and cells.all() and any(is_decimal(word) and float(word) not in {0.0, 1.0} for word in positive)
        )
        return None if either else np.equal(cells, 1)
    numbers = np.unique(cells).tolist()
    meaning = meaning_of(tuple(map(number_text, numbers)), positive, is_further) if len(numbers) <= 2 else None
    return None if meaning is None else np.array(meaning)[np.searchsorted(numbers, cells)]


def meaning_of(values: tuple[str, ...], positive: Collection[str], is_further: bool = False) -> list[bool] | None:
    """Return what each value of a label says, None if one says nothing.

    Words for yes and no are known. Others have a meaning if `positive` names one of a column's values, which are two at
    most.
    """
    if any(value in positive for value in values) and len(values) <= 2:
        return [value in positive for value in values]
    for meanings in _MEANINGS:
        if all(value.lower() in meanings for value in values):
            return [meanings[value.lower()] for value in values]
    # JA is not the other word of ja
    is_other = len(values) == 1 and values[0].casefold() not in {word.casefold() for word in positive}
    return [False] if positive and is_further and is_other else None


def _classes(column: TableColumn) -> str:
    """Return how to read a column that holds the names of labels, with the separator that it seems to have."""
    if mark := separator_in(column.values):
        return f" If its values are labels, give label_separator={mark!r}, which stands between them"
    return " If each of its values is a label, give label_separator=';', or the separator of several labels"


def likely_first(words: Iterable[str]) -> list[str]:
    """Return words of a label, last those that likely mean that it does not apply: no, nein, non, nie, nej, blanks."""
    return sorted(words, key=lambda word: not word.strip() or word.casefold().startswith("n"))


def separator_in(values: Iterable[str]) -> str | None:
    """Return what seems to stand between the names of labels; None if no value looks like a list of them."""
    text = "".join(values)
    return next((mark for mark in LIST_MARKS if mark in text), None)


def lists_in(values: Collection[str]) -> str | None:
    """Return what makes labels of a series of texts that list them; None if no text looks like a list."""
    if any(map(BRACKETED.fullmatch, values)):
        return "y.map(ast.literal_eval)" if all(map(_is_list, values)) else None
    mark = separator_in(values)
    return None if mark is None else f"y.str.get_dummies({mark!r})"


def _is_list(text: str) -> bool:
    try:
        return isinstance(ast.literal_eval(text.strip()), list | tuple | set)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return False


def _first_without_meaning(values: Sequence[str], codes: Sequence[int]) -> int:
    """Return the first row whose value says nothing beside that of the first row."""
    first = values[codes[0]].lower()
    meaning: Mapping[str, bool] = next((meanings for meanings in _MEANINGS if first in meanings), {})
    unknown = {code for code, value in enumerate(values) if value.lower() not in meaning}
    return next((row for row, code in enumerate(codes) if code in unknown), 0)


def require_same_labels(table: Table, spec: LabelSpec, schema: Schema) -> None:
    """Refuse labels that are not the schema's."""
    if absent := tuple(label for label in schema.labels if label not in table.declared):
        message = f"expected the labels of the training data, found no such column{further(absent)}"
        raise table.error(message, column=absent[0])
    if isinstance(spec, LabelCount):
        said = _counted_names(table, spec)
    else:
        said = names_in(spec.path) if isinstance(spec, LabelFile) else spec.names
    differing = tuple(sorted(set(said).symmetric_difference(schema.labels)))
    if differing:
        raise table.error(
            f"expected the labels of the training data, found others: {listed(differing)}",
            argument="labels",
            column=differing[0],
        )


def _nearest(name: str, table: Table, found: Collection[str], cure: str) -> str:
    """Return what columns there are, and which is likely meant, of those that are not among what is looked for."""
    names = table.declared
    if len(names) == 1 and table.file is not None:
        return f"; it has one column {shown(names[0])}; if another character separates its columns, give delimiter=..."
    others = [other for other in names if other not in found]
    # a list of names was taken apart at the commas of one
    whole = next((other for other in others if "," in other and name in map(str.strip, other.split(","))), None)
    near = f" (did you mean {shown(whole)}? In a list it has quotes)" if whole else did_you_mean(name, others, shown)
    return f"{near}; it has {listed(names)}{cure}"
