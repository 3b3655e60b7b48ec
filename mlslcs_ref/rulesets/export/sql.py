"""Rules as SQL: a query that predicts exactly as the model does, by CASE alone.

It is written for SQLite 3.35 or later and PostgreSQL 12 or later, and tested on both. Numbers that a database might
not read to the last bit are written as quotients of whole numbers, which are exact. The text of a rule stands beside
each WHEN as a comment.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from mlslcs_ref.data.schema import ContinuousAttribute
from mlslcs_ref.errors import UsageError
from mlslcs_ref.extension.posterior import UNIT
from mlslcs_ref.inference.votes import best_order
from mlslcs_ref.rulesets.conditions import AttributeTest, IntervalTest, ValueTest
from mlslcs_ref.rulesets.consultation import Method
from mlslcs_ref.rulesets.export.document import is_separated, missing_texts
from mlslcs_ref.rulesets.export.sql_cells import (
    days_of_date,
    is_missing,
    iso_date,
    other_number,
    padded_date,
    spellings,
    trimmed,
    wrong_number,
)
from mlslcs_ref.rulesets.export.sql_names import Names
from mlslcs_ref.rulesets.export.sql_words import comment, double, literal, quoted, real
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.ruleset import RuleSet

# databases limit how deep an expression may be; SQLite to 1000
MOST_TERMS: Final = 400
# and how many columns a query may have; PostgreSQL to 1664, SQLite to 2000
MOST_COLUMNS: Final = 1664


def sql_text(
    model: Model, method: Method, table: str = "instances", ids: Sequence[str] = (), estimates: bool = False
) -> str:
    """Return a query for every row of a table: what tells the row, then 0 or 1 for each label, `predicted NAME`.

    A prediction whose name would be that of an attribute or label, or of another prediction but for its case, has a
    number behind it.

    Parameters
    ----------
    table : str
        The table, with a column for each attribute, named like it: text for binary and nominal values, a number for
        continuous ones, NULL or an empty text where a value is missing. If the model is of a file of separated values,
        blanks around a text are nothing, 3.0 is 3, and true is True and 1; another spelling of that number, as 03, 3.00
        or 3e0, ends the query with an overflow. Attributes that were read of dates (`Reading.date_columns`) can be
        texts as 2024-03-01 or 2024-03-01 12:30:00+01:00, in UTC
        without a zone, or days since 1970-01-01. Any other text in place of a number or a date ends the query with an
        overflow.
    ids : sequence of str
        The columns of the table that tell a row, which come first; by default the attributes.
    estimates : bool
        Whether a column for each label follows, `estimate NAME`: how likely it is, or its share of the votes (INF-2).

    Raises
    ------
    UsageError
        If there are no estimates, because the method is BEST.
        If votes are rounded to 32 bits at every addition, as in the profile `authors`: SQL has no such numbers. If a
        name or value holds the character NUL, which SQL cannot spell, or two names differ in case alone, which it does
        not see. If there are so many labels and rules that the query has more columns than databases take.
    """
    ruleset = model.ruleset
    head = [
        "-- Multi-label rules, written by mlslcs_ref: " + comment(f"{len(ruleset)} rules of {model.record.data!r}"),
        f"-- Predicts by {method.upper()}, exactly as the model. SQLite 3.35, PostgreSQL 12 or later.",
        "-- Numbers may be texts in SQLite, as its .import leaves them; missing are NULL, '' and '?'. The error",
        '-- "integer overflow" (PostgreSQL: "bigint out of range") means: a text is no number or date, or a value that',
        "-- is a number is spelled otherwise, as 02, 2.00 or 2e0 for 2.",
        *(f"-- {comment(note)}" for note in _date_notes(model)),
    ]
    names = Names.apart(ruleset.schema, table, ids, missing_texts(model), is_separated(model))
    _require_columns([*(attribute.name for attribute in ruleset.schema.attributes), *ids])
    if method == "best":
        if estimates:
            raise UsageError("BEST decides without votes, so there are no estimates; choose another method")
        return "\n".join([*head, *_best(model, names)]) + "\n"
    if method == "posterior":
        return "\n".join([*head, *_estimates(model, names, estimates)]) + "\n"
    if ruleset.settings.votes_by_accuracy:
        raise UsageError(
            "the votes of this model are sums in 32 bits, which SQL does not have; export it with method='best', or "
            "to python"
        )
    return "\n".join([*head, *_votes(model, method, names, estimates)]) + "\n"


def _date_notes(model: Model) -> Iterator[str]:
    ruleset = model.ruleset
    also = {None: "", True: "31/12/2024 or ", False: "12/31/2024 or "}[model.reading.get("day_first")]
    names = [repr(_name(ruleset, index)) for index in _tested(ruleset, of_dates=True)]
    for name in names:
        yield f"Dates in {name} are texts, as {also}2024-03-01 or 2024-03-01 12:30:00+01:00, or days since 1970-01-01."
    if names:
        yield "A column of the type DATE has to be cast to text, for example in a view that the query reads."


def _require_columns(names: Sequence[str]) -> None:
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(name.lower(), name)
        if other != name:
            raise UsageError(
                f"attributes {other!r} and {name!r} are the same column in SQL; export the model to python"
            )


def _require_few(ruleset: RuleSet, n_columns: int, fewest: int) -> None:
    """Refuse columns beside the attributes if they are too many in all; `fewest` are left if the rules are few."""
    n_attributes = ruleset.schema.n_attributes
    if n_attributes + n_columns > MOST_COLUMNS:
        smaller = "compact the model first, or " if n_attributes + fewest <= MOST_COLUMNS else ""
        raise UsageError(
            f"the query would have at least {n_attributes + n_columns} columns, and databases allow at most "
            f"{MOST_COLUMNS}: {smaller}export it to python"
        )


def _best(model: Model, names: Names) -> Iterator[str]:
    ruleset = model.ruleset
    order = best_order(ruleset.rules, ruleset.settings.best_by_num_accuracy)
    _require_few(ruleset, ruleset.schema.n_labels, ruleset.schema.n_labels)
    yield from _read(model, names)
    yield names.answer()
    told = _told(ruleset, order, names)
    for label, predicted in enumerate(names.predicted):
        cases = [
            f"    WHEN {condition} THEN {int(decision)}  -- {text}"
            for place, (condition, text) in told.items()
            for decided, decision in ruleset.rules[place].decisions
            if decided == label
        ]
        if cases:
            yield "  , CASE"
            yield from cases
            yield f"    ELSE 0 END AS {quoted(predicted)}"
        else:
            yield f"  , 0 AS {quoted(predicted)}"
    yield f"FROM {names.step('read')} AS data;"


def _votes(model: Model, method: Method, names: Names, estimates: bool) -> Iterator[str]:
    """Yield a chain of tables: the votes, part by part, then moved to start at 0, then their sum."""
    ruleset = model.ruleset
    labels = range(ruleset.schema.n_labels)
    voting = [place for place, rule in enumerate(ruleset.rules) if rule.exp > 0]
    n_parts = -(-len(voting) // MOST_TERMS)
    yield from _read(model, names)
    # each label's votes after each part, and moved; the lowest vote and the total
    _require_few(ruleset, len(labels) * (n_parts + 2) + 2, len(labels) * 3 + 2)

    def vote(place: int, label: int) -> str:
        rule = ruleset.rules[place]
        decision = dict(rule.decisions).get(label)
        return "" if decision is None else f"{'+' if decision else '-'} {real(rule.num * rule.fitness)}"

    yield from _sums(ruleset, names, [double(real(0.0))] * len(labels), voting, vote, zero=real(0.0))
    lowest, total = names.step("lowest"), names.step("total")
    votes = [f"data.{names.vote(n_parts, label)}" for label in labels]
    yield ", " + _step(lowest, f"{_lowest(votes)} AS {lowest}", names.step(n_parts))
    moved = ", ".join(f"{vote} - data.{lowest} AS {names.moved(label)}" for label, vote in enumerate(votes))
    yield ", " + _step(names.step("moved"), moved, lowest)
    added = " + ".join([real(0.0), *(f"data.{names.moved(label)}" for label in labels)])
    yield ", " + _step(total, f"{added} AS {total}", names.step("moved"))
    threshold = model.thresholds.pcut if method == "pcut" else model.thresholds.ival
    compare = ">" if ruleset.settings.active_above else ">="
    yield names.answer()
    shares = [f"data.{names.moved(label)} / data.{total}" for label in labels]
    for share, predicted in zip(shares, names.predicted, strict=True):
        case = f"data.{total} > 0 AND {share} {compare} {real(threshold)}"
        yield f"  , CASE WHEN {case} THEN 1 ELSE 0 END AS {quoted(predicted)}"
    if estimates:
        for share, estimated in zip(shares, names.estimated, strict=True):
            yield f"  , CASE WHEN data.{total} > 0 THEN {share} ELSE {real(0.0)} END AS {quoted(estimated)}"
    yield f"FROM {total} AS data;"


def _estimates(model: Model, names: Names, estimates: bool) -> Iterator[str]:
    """Yield a chain of tables: the frequency of each label and what the matching rules add to it, in millionths."""
    ruleset = model.ruleset
    points = ruleset.points()
    labels = range(ruleset.schema.n_labels)
    n_parts = -(-len(ruleset) // MOST_TERMS)
    yield from _read(model, names)
    # each label's sums after each part, and its estimate; whether any is predicted
    _require_few(ruleset, len(labels) * (n_parts + 3) + 1, len(labels) * 4 + 1)

    def added(place: int, label: int) -> str:
        value = int(points.added[place, label])
        return f"+ {value}" if value else ""

    usual = [str(int(value)) for value in points.usual]
    yield from _sums(ruleset, names, usual, range(len(ruleset)), added, zero="0")
    shares = []
    for label in labels:
        total = f"data.{names.vote(n_parts, label)}"
        cut = f"CASE WHEN {total} < 0 THEN 0 WHEN {total} > {UNIT} THEN {UNIT} ELSE {total} END"
        shares.append(f"CAST({cut} AS DOUBLE PRECISION) / {real(float(UNIT))} AS {names.estimate(label)}")
    yield ", " + _step(names.step("estimates"), ", ".join(shares), names.step(n_parts))
    thresholds = model.thresholds.labels or ()
    likely = [
        "1 = 0" if math.isinf(threshold) else f"data.{names.estimate(label)} > {real(threshold)}"
        for label, threshold in zip(labels, thresholds, strict=True)
    ]
    some = names.step("some")
    yield ", " + _step(some, f"CASE WHEN {' OR '.join(likely)} THEN 1 ELSE 0 END AS {some}", names.step("estimates"))
    yield names.answer()
    for label, predicted in enumerate(names.predicted):
        cases = [likely[label]]
        if model.thresholds.at_least_one:
            # of equal estimates the first
            largest = [
                f"data.{names.estimate(label)} {'>' if other < label else '>='} data.{names.estimate(other)}"
                for other in labels
                if other != label
            ]
            cases.append(" AND ".join([f"data.{some} = 0", *largest]))
        whens = " ".join(f"WHEN {case} THEN 1" for case in cases)
        yield f"  , CASE {whens} ELSE 0 END AS {quoted(predicted)}"
    if estimates:
        for label, estimated in enumerate(names.estimated):
            yield f"  , data.{names.estimate(label)} AS {quoted(estimated)}"
    yield f"FROM {some} AS data;"


def _sums(
    ruleset: RuleSet,
    names: Names,
    start: Sequence[str],
    places: Sequence[int],
    term: Callable[[int, int], str],
    zero: str,
) -> Iterator[str]:
    """Yield tables with a sum for each label: what it starts with, then with the terms of some rules after the other.

    `term` returns the sign and the number that a rule adds to a label, if it does.
    """
    columns = ", ".join(f"{value} AS {names.vote(0, label)}" for label, value in enumerate(start))
    yield ", " + _step(names.step(0), columns, names.step("read"))
    for part, first in enumerate(range(0, len(places), MOST_TERMS), start=1):
        yield f", {names.step(part)} AS MATERIALIZED (SELECT data.*"
        told = _told(ruleset, places[first : first + MOST_TERMS], names)
        for label in range(len(start)):
            yield f"  , data.{names.vote(part - 1, label)}"
            for place, (condition, text) in told.items():
                if found := term(place, label):
                    sign, _blank, value = found.partition(" ")
                    yield f"    {sign} CASE WHEN {condition} THEN {value} ELSE {zero} END  -- {text}"
            yield f"    AS {names.vote(part, label)}"
        yield f"  FROM {names.step(part - 1)} AS data)"


def _read(model: Model, names: Names) -> Iterator[str]:
    """Yield the first tables: the cells that rules test, where each number is one, and dates as days."""
    ruleset = model.ruleset
    dates = _tested(ruleset, of_dates=True)
    _require_few(ruleset, 3 * len(dates), 0)
    table, columns, with_ = names.table, {index: _column(ruleset, index) for index in dates}, "WITH"
    if dates and (day_first := model.reading.get("day_first")) is not None:
        texts = [f"{iso_date(columns[index], day_first)} AS {names.iso(index)}" for index in dates]
        table, columns = names.step("iso"), {index: names.iso(index) for index in dates}
        yield f"WITH {table} AS MATERIALIZED (SELECT {', '.join(['data.*', *texts])}"
        yield f"  FROM {names.table} AS data)"
        with_ = ","
    texts = [f"{padded_date(columns[index])} AS {names.date(index)}" for index in dates]
    yield f"{with_} {names.step('given')} AS MATERIALIZED (SELECT {', '.join(['data.*', *texts])}"
    yield f"  FROM {table} AS data"
    # a text that is no number is larger than all of them to SQLite, and no row is to be decided by that
    wrong = [wrong_number(_column(ruleset, index), names.missing) for index in _tested(ruleset, of_dates=False)]
    # nor by a spelling of a number that the model knows, and the tests don't
    if names.separated:
        wrong += filter(
            None, (other_number(_column(ruleset, index), values, names.missing) for index, values in _valued(ruleset))
        )
    if wrong:
        yield "  WHERE CASE"
        yield from (f"    {case}" for case in wrong)
        yield "    ELSE 1 = 1 END"
    days = [
        f"{days_of_date(_column(ruleset, index), names.date(index), names.missing)} AS {names.days(index)}"
        for index in dates
    ]
    yield f"), {names.step('read')} AS MATERIALIZED (SELECT {', '.join(['data.*', *days])}"
    yield f"  FROM {names.step('given')} AS data)"


def _tested(ruleset: RuleSet, of_dates: bool) -> list[int]:
    """Return the attributes of dates, or those of other numbers, that a rule tests."""
    tested = {test.attribute for rule in ruleset.rules for test in rule.tests if isinstance(test, IntervalTest)}
    return sorted(index for index in tested if (_name(ruleset, index) in ruleset.context.date_columns) == of_dates)


def _valued(ruleset: RuleSet) -> list[tuple[int, tuple[str, ...]]]:
    """Return the attributes of values that a rule tests, with what they declare."""
    tested = {test.attribute for rule in ruleset.rules for test in rule.tests if isinstance(test, ValueTest)}
    found = ((index, ruleset.schema.attributes[index]) for index in sorted(tested))
    return [(index, one.values) for index, one in found if not isinstance(one, ContinuousAttribute)]


def _name(ruleset: RuleSet, attribute: int) -> str:
    return ruleset.schema.attributes[attribute].name


def _column(ruleset: RuleSet, attribute: int) -> str:
    return quoted(_name(ruleset, attribute))


def _step(name: str, columns: str, source: str) -> str:
    """Return a table with more columns than another; materialized, so that formulas are not copied into each other."""
    return f"{name} AS MATERIALIZED (SELECT data.*, {columns} FROM {source} AS data)"  # noqa: S608 - quoted by _name


def _told(ruleset: RuleSet, places: Iterable[int], names: Names) -> dict[int, tuple[str, str]]:
    """Return by the places of rules what they test, and what they say to a reader; the same for each label."""
    return {
        place: (
            " AND ".join(_test(ruleset, test, names) for test in ruleset.rules[place].tests) or "1 = 1",
            comment(f"rule {place + 1}: {ruleset.rules[place].told()}"),
        )
        for place in places
    }


def _lowest(votes: Sequence[str]) -> str:
    """Return the smallest of the votes, 0 if all are positive; databases have no common name for such a function."""
    cases = [
        f"WHEN {' AND '.join([f'{vote} < 0', *(f'{vote} <= {other}' for other in votes if other != vote)])} THEN {vote}"
        for vote in votes
    ]
    return f"CASE {' '.join(cases)} ELSE {real(0.0)} END"


def _test(ruleset: RuleSet, test: AttributeTest, names: Names) -> str:
    # by its table, for SQLite would read the name of a column that is not there as a text
    attribute = ruleset.schema.attributes[test.attribute]
    is_date = attribute.name in ruleset.context.date_columns
    name = names.days(test.attribute) if is_date else quoted(attribute.name)
    declared = () if isinstance(attribute, ContinuousAttribute) else attribute.values
    cell = trimmed(name) if declared and names.separated else ""
    missing = is_missing(name, () if is_date else [text for text in names.missing if text not in declared], cell)
    if isinstance(test, ValueTest):
        # a value that is not declared is one of all that are not refused
        values = test.values if test.refused is None else test.refused
        accepts = f"data.{name} IN ({', '.join(map(literal, values))})" if values else ""
        if accepts and cell:
            accepts = f"({accepts} OR {cell} IN ({', '.join(map(literal, spellings(values, declared)))}))"
        if test.refused is not None:
            accepts = f"NOT {accepts}" if accepts else "1 = 1"
    else:
        accepts = _interval(f"data.{name}", test.lower, test.upper)
    if test.accepts_missing:
        return f"({missing} OR {accepts})" if accepts else missing
    return f"(NOT {missing} AND {accepts})" if accepts else "1 = 0"


def _interval(column: str, lower: float, upper: float) -> str:
    """Return an interval, which can be open on one side or on both (EXT-7); nothing if it accepts nothing."""
    if lower > upper:
        return ""
    if math.isfinite(lower) and math.isfinite(upper):
        return f"{column} BETWEEN {double(real(lower))} AND {double(real(upper))}"
    if math.isfinite(lower):
        return f"{column} >= {double(real(lower))}"
    return f"{column} <= {double(real(upper))}" if math.isfinite(upper) else f"{column} IS NOT NULL"
