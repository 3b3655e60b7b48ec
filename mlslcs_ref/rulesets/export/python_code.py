"""Rules as Python code: one module without imports that predicts exactly as the model does."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from mlslcs_ref.data.schema import ContinuousAttribute
from mlslcs_ref.extension.posterior import UNIT
from mlslcs_ref.inference.votes import best_order, vote_of
from mlslcs_ref.rulesets.conditions import AttributeTest, ValueTest
from mlslcs_ref.rulesets.consultation import Method
from mlslcs_ref.rulesets.export.document import date_notes, is_separated, missing_texts
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.ruleset import RuleSet

HEAD = '''\
"""Multi-label rules as one function, `predict`. Written by mlslcs_ref; needs nothing but Python 3."""
'''
PREDICT = '''\
def predict(instance):
    """Return whether an instance has each label, as a dict.

    `instance` gives a value by the name of each attribute in ATTRIBUTES: one of its list where it has one, else a
    number; None, NaN, NA or what MISSING has where the value is missing. What is said above to be days can be a date,
    or a text as 2024-03-01 or 2024-03-01 12:30:00+01:00.

    Raises ValueError if another text stands in place of a number or of a date.
    """
'''
DAYS = '''
def _days(value):
    """Return a date as days since 1970-01-01, in UTC; a number is so many days."""
    if type(value).__name__ == "datetime64":
        value = value.astype("datetime64[us]").tolist()
    ahead = datetime.timedelta(0)
    if isinstance(value, str):
        found = DATE.fullmatch(_iso(value))
        if not found:
            return float(value)
        year, _, month, day, hour, minute, second, fraction, sign, *zone = found.groups()
        clock = [int(part or 0) for part in (hour, minute, second, (fraction or "").ljust(6, "0"))]
        value = datetime.datetime(int(year), int(month), int(day), *clock)
        if sign:
            ahead = datetime.timedelta(hours=int(sign + zone[0]), minutes=int(sign + zone[1]))
    if not isinstance(value, datetime.date):
        return float(value)
    if not isinstance(value, datetime.datetime):
        value = datetime.datetime(value.year, value.month, value.day)
    epoch = datetime.datetime(1970, 1, 1, tzinfo=value.tzinfo and datetime.timezone.utc)
    return float((value - epoch - ahead) // datetime.timedelta(microseconds=1)) / 86400000000

'''
ISO = '''
def _iso(text):
    """Return a date that ends in the year as one that begins with it."""
    found = YEAR_LAST.fullmatch(text)
    if not found:
        return text
    first, _, second, year, mark, hour, minutes = found.groups()
    day, month = %s
    return f"{year}-{month:0>2}-{day:0>2}" + (f"{mark}{hour:0>2}{minutes}" if mark else "")

'''
YEAR_LAST = "([0-9]{1,2})([-/.])([0-9]{1,2})\\2([0-9]{4})(?:([T ])([0-9]{1,2})(:.*))?"
DATE = (
    "([0-9]{4})([-/])([0-9]{2})\\2([0-9]{2})"
    "(?:[T ]([01][0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9])(?:\\.([0-9]{1,6}))?)?"
    "(?:Z|([+-])([01][0-9]|2[0-3]):?([0-5][0-9]))?)?"
)
CELL = '''
def _cell(instance, name, kind):
    """Return the value of an attribute as a text or a number, None where it is missing."""
    value = instance[name]
    if value is None or type(value).__name__ in ("NAType", "NaTType") or value != value:
        return None
    declared = ATTRIBUTES[name] or ()
    if isinstance(value, str):
        value = value.strip()
    if isinstance(value, str) and value in MISSING and value not in declared:
        return None
    if kind is str:
        found = _spelled(value, declared)
        return None if found in MISSING and found not in declared else found
    try:
        found = kind(value)
        if found in (float("inf"), float("-inf")) or "_" in str(value) or not str(value).isascii():
            raise ValueError
    except (TypeError, ValueError):
        wanted = "number" if kind is float else "date or a number of days"
        raise ValueError(f"attribute {name!r}: expected a {wanted}, found {value!r}") from None
    return None if repr(found) in MISSING else found


def _spelled(value, declared):
    """Return a value as it is declared: a truth as true, True or 1, a number such as 3.0 as 3."""
    text = plain = str(value)
    if isinstance(value, str) and text in declared:
        return text
    try:
        number = float(value if text.isascii() and "_" not in text else "nan")
        if abs(number) < 2**53:
            plain = str(int(number)) if number == int(number) else repr(number)
    except (TypeError, ValueError, OverflowError):
        pass
    truths = {"false": "0", "true": "1"}
    truth = truths.get(plain.lower(), plain)
    same = [one for one in declared if truths.get(one.lower(), one) == truth] if truth in ("0", "1") else []
    plain = same[0] if len(same) == 1 else plain
    return text if isinstance(value, str) and plain not in (*declared, *MISSING) else plain

'''
# as a model reads what was no table of separated values: each text as it stands
_STRIPPED = """\
    if isinstance(value, str):
        value = value.strip()
"""
_READ = 'text.isascii() and "_" not in text'
SINGLE = '''
def _single(x):
    """Return x rounded to a 32-bit float."""
    try:
        return struct.unpack("<f", struct.pack("<f", x))[0]
    except OverflowError:
        return float("inf") if x > 0 else float("-inf")

'''


def python_text(model: Model, method: Method) -> str:
    """Return the source of a module with a function `predict`."""
    ruleset = model.ruleset
    single = method in ("pcut", "ival") and ruleset.settings.votes_by_accuracy
    lines = [HEAD, *(f"# {note}" for note in date_notes(model))]
    dates = ruleset.context.date_columns
    day_first = model.reading.get("day_first")
    modules = [*(("datetime", "re") if dates else ()), *(("struct",) if single else ())]
    if modules:
        lines.append("".join(f"import {module}\n" for module in modules))
    lines += [
        f"SOURCE = {f'{model.record.data}: {len(ruleset)} rules, {method.upper()}'!a}",
        f"ATTRIBUTES = {_attributes(ruleset)}",
        f"LABELS = {ruleset.schema.labels!a}",
        *([f"DATE = re.compile({DATE!a})"] if dates else []),
        *([f"YEAR_LAST = re.compile({YEAR_LAST!a})"] if dates and day_first is not None else []),
        f"MISSING = {missing_texts(model)!a}",
        CELL if is_separated(model) else CELL.replace(_STRIPPED, "").replace(_READ, "not isinstance(value, str)"),
        *(_days(day_first) if dates else ()),
        *([SINGLE] if single else []),
        PREDICT.rstrip("\n"),
        *(_by_method(model, method, single)),
    ]
    return "\n".join(lines) + "\n"


def _days(day_first: bool | None) -> Iterator[str]:
    """Yield the functions that read dates; without an order of day and month, none may end in the year."""
    if day_first is None:
        yield DAYS.replace("_iso(value)", "value")
    else:
        yield ISO % ("first, second" if day_first else "second, first")
        yield DAYS


def _by_method(model: Model, method: Method, single: bool) -> Iterator[str]:
    if method == "posterior":
        return _estimates(model)
    return _best(model.ruleset) if method == "best" else _votes(model, method, single)


def _attributes(ruleset: RuleSet) -> str:
    entries = []
    for attribute in ruleset.schema.attributes:
        values = "None" if isinstance(attribute, ContinuousAttribute) else ascii(attribute.values)
        entries.append(f"    {attribute.name!a}: {values},\n")
    return "{\n" + "".join(entries) + "}"


def _variables(ruleset: RuleSet, places: list[int]) -> Iterator[str]:
    """Yield the lines that fetch the values of the attributes that any of the rules tests."""
    used = sorted({test.attribute for place in places for test in ruleset.rules[place].tests})
    for index in used:
        attribute = ruleset.schema.attributes[index]
        is_date = attribute.name in ruleset.context.date_columns
        numeric = "_days" if is_date else "float"
        kind = numeric if isinstance(attribute, ContinuousAttribute) else "str"
        yield f"    x{index} = _cell(instance, {attribute.name!a}, {kind})"


def _rules(ruleset: RuleSet, places: list[int], said: Callable[[int, int, bool], str]) -> Iterator[str]:
    """Yield the block of each rule: a comment, its tests, and what is `said` of each label that it decides."""
    for place in places:
        rule = ruleset.rules[place]
        # ASCII alone, so that no letter of a name can turn the line around or end it
        yield f"    # rule {place + 1}: {rule.told().encode('ascii', 'backslashreplace').decode('ascii')}"
        yield f"    if {' and '.join(map(_condition, rule.tests)) or 'True'}:"
        yield from (f"        {said(place, label, decision)}" for label, decision in rule.decisions)
        if not rule.decisions:
            yield "        pass"


def _condition(test: AttributeTest) -> str:
    x = f"x{test.attribute}"
    if isinstance(test, ValueTest) and test.refused is not None:
        accepts = f"{x} not in {test.refused!a}"
    elif isinstance(test, ValueTest):
        accepts = f"{x} == {test.values[0]!a}" if len(test.values) == 1 else f"{x} in {test.values!a}"
    elif math.isinf(test.lower) or math.isinf(test.upper):
        accepts = _half_open(x, test.lower, test.upper)
    else:
        accepts = f"{test.lower!r} <= {x} <= {test.upper!r}" if test.lower <= test.upper else "False"
    return f"({x} is None or {accepts})" if test.accepts_missing else f"({x} is not None and {accepts})"


def _half_open(x: str, lower: float, upper: float) -> str:
    """Return an interval that is open on one side or on both (EXT-7); of a test that accepts nothing both are wrong."""
    if lower > upper:
        return "False"
    if math.isfinite(lower):
        return f"{x} >= {lower!r}"
    return f"{x} <= {upper!r}" if math.isfinite(upper) else "True"


def _estimates(model: Model) -> Iterator[str]:
    """Yield the frequency of each label and what the matching rules add to it, in whole millionths."""
    ruleset = model.ruleset
    points = ruleset.points()
    places = list(range(len(ruleset)))
    yield from _variables(ruleset, places)
    yield "    # how often each label holds in all, in millionths, to which rules add"
    yield f"    sums = {_whole(points.usual)}"
    yield from _rules(
        ruleset, places, lambda place, label, _decision: f"sums[{label}] += {int(points.added[place, label])}"
    )
    thresholds = model.thresholds.labels or ()
    told = ", ".join("None" if math.isinf(value) else repr(value) for value in thresholds)
    yield "    # what an estimate has to exceed; None: the label is never predicted"
    yield f"    thresholds = [{told}]"
    yield f"    estimates = [min(max(one, 0), {UNIT}) / {UNIT} for one in sums]"
    yield "    found = {"
    yield "        name: threshold is not None and estimate > threshold"
    yield "        for name, estimate, threshold in zip(LABELS, estimates, thresholds)"
    yield "    }"
    if model.thresholds.at_least_one:
        yield "    if True not in found.values():"
        yield "        found[LABELS[estimates.index(max(estimates))]] = True"
    yield "    return found"


def _whole(values: npt.NDArray[np.float64]) -> str:
    return f"[{', '.join(str(int(value)) for value in values)}]"


def _best(ruleset: RuleSet) -> Iterator[str]:
    order = best_order(ruleset.rules, ruleset.settings.best_by_num_accuracy)
    yield from _variables(ruleset, order)
    yield "    # the first rule that decides a label wins"
    yield "    decided = {}"
    yield from _rules(ruleset, order, lambda _place, label, decision: f"decided.setdefault({label}, {decision})")
    yield "    return {name: decided.get(place, False) for place, name in enumerate(LABELS)}"


def _votes(model: Model, method: Method, single: bool) -> Iterator[str]:
    ruleset = model.ruleset
    places = [place for place, rule in enumerate(ruleset.rules) if rule.exp > 0]
    yield from _variables(ruleset, places)
    yield "    votes = [0.0] * len(LABELS)"

    def added(place: int, label: int, decision: bool) -> str:
        rule, sign = ruleset.rules[place], "+" if decision else "-"
        vote = vote_of(rule, single)
        target = f"votes[{label}]"
        return f"{target} = _single({target} {sign} {vote!r})" if single else f"{target} {sign}= {vote!r}"

    yield from _rules(ruleset, places, added)
    cast = "_single" if single else ""
    threshold = model.thresholds.pcut if method == "pcut" else model.thresholds.ival
    compare = ">" if ruleset.settings.active_above else ">="
    yield "    lowest = min(0.0, *votes)"
    yield f"    votes = [{cast}(vote - lowest) for vote in votes]"
    yield "    total = 0.0"
    yield "    for vote in votes:"
    yield f"        total = {cast}(total + vote)"
    yield "    if total == 0.0:"
    yield "        return dict.fromkeys(LABELS, False)"
    yield f"    return {{name: {cast}(vote / total) {compare} {threshold!r} for name, vote in zip(LABELS, votes)}}"
