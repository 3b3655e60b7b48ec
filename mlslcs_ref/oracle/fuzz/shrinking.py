"""Making a failing case smaller, as long as it still fails."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any, Final

from mlslcs_ref.oracle.fuzz.materials import Json, attribute_width

PARALLEL: Final = (("truth", "predicted"), ("truth", "x"), ("truth", "votes"))
"""Lists whose elements belong together by position."""
LISTS: Final = ("rules", "instances", "presented", "x", "points", "votes", "weights", "correct_sets", "solutions")
LABELLED: Final = ("y", "truth", "predicted")
CHROMOSOMES: Final = ("rule", "other", "first", "second", "child")
FIELDS: Final = ("cs", "ts", "created", "stamped", "num")
"""Fields of a rule that go back to their defaults one by one."""

MOST_TRIED: Final = 2000
"""Smaller cases that are tried."""

Check = Callable[[Json], bool]
Path = tuple[str | int, ...]


def shrunk(case: Json, fails: Check, is_over: Callable[[], bool] = lambda: False) -> Json:
    """Return a smaller case that fails too.

    Every change is tried that takes something away; those after which it still fails stay, until none is left or the
    time is over. What is no case does not fail.
    """
    left, changed = MOST_TRIED, True
    while changed:
        changed, place = False, 0
        # a change that has worked is tried again at its place: what stood behind it has moved there
        while left > 0 and not is_over() and (change := next(islice(_changes(case), place, None), None)) is not None:
            smaller = copy.deepcopy(case)
            with suppress(LookupError, TypeError, ValueError):
                change(smaller)
            left -= smaller != case
            if smaller != case and fails(smaller):
                case, changed = smaller, True
            else:
                place += 1
    return case


Change = Callable[[Json], None]


def _changes(case: Json) -> Iterator[Change]:
    """Yield the changes to try on a case, those that remove most first."""
    yield from _of_lists(case)
    for label in range(case["in"].get("n_labels", 0)):
        yield partial(_without_label, label=label)
    for place in range(len(case["in"].get("attributes", ()))):
        yield partial(_without_attribute, place=place)
        yield partial(_made_binary, place=place)
    for name in case["settings"]:
        if name != "profile":
            yield partial(_drop, path=("settings", name))
    yield from _of_numbers(case["in"])
    yield lambda smaller: _put(smaller, ("draws",), [round(u, 2) for u in smaller.get("draws", ()) if u < 0.99])


def _of_lists(case: Json) -> Iterator[Change]:
    """Yield changes that make lists of rows, rules and the like shorter; `x` of covering is one row."""
    for name in LISTS:
        if isinstance(case["in"].get(name), list) and not (name == "x" and case["format"] == "covering"):
            yield from _cuts(len(case["in"][name]), name)


def _of_numbers(inputs: Json) -> Iterator[Change]:
    """Yield changes that make numbers smaller or shorter, or give them their defaults."""
    for name in ("n_steps", "clock", "step", "k", "skip"):
        if inputs.get(name):
            for smaller_one in (0, 1, inputs[name] // 2, inputs[name] - 1):
                yield partial(_put, path=("in", name), value=smaller_one)
    for place in range(len(inputs.get("rules", ()))):
        for name in FIELDS:
            yield partial(_drop, path=("in", "rules", place, name))
        yield partial(_unlearned, place=place)
    for path in _reals(inputs, ("in",)):
        yield partial(_rounded, path=path)


def _at(case: Json, path: Path) -> Any:
    """Return the object or list that holds the last part of a path."""
    place: Any = case
    for name in path[:-1]:
        place = place[name]
    return place


def _drop(case: Json, path: Path) -> None:
    del _at(case, path)[path[-1]]


def _put(case: Json, path: Path, value: Any) -> None:
    _at(case, path)[path[-1]] = value


def _cuts(size: int, name: str) -> Iterator[Change]:
    """Yield the removals of halves, quarters and so on down to single elements of a list."""
    part = size // 2
    while part >= 1:
        for start in range(0, size, part):
            yield partial(_without, name=name, start=start, end=start + part)
        part //= 2
    if size == 1:
        yield partial(_without, name=name, start=0, end=1)


def _without(case: Json, name: str, start: int, end: int) -> None:
    """Take elements out of a list, and out of what belongs to it."""
    inputs = case["in"]
    del inputs[name][start:end]
    for pair in PARALLEL:
        if name in pair and all(isinstance(inputs.get(each), list) for each in pair):
            for other in pair:
                if other != name:
                    del inputs[other][start:end]
    if name == "instances":
        inputs |= _moved(inputs, ("instance", "presented"), start, end)
    if name == "rules" and "parents" in inputs:
        inputs |= _moved(inputs, ("parents",), start, end)
    if name == "correct_sets" and "n_labels" in inputs:
        inputs["n_labels"] = len(inputs[name])


def _moved(inputs: Json, names: tuple[str, ...], start: int, end: int) -> Json:
    """Return positions after elements were removed; those of removed elements become the first."""

    def moved(place: int) -> int:
        return place if place < start else 0 if place < end else place - (end - start)

    found: Json = {}
    for name in names:
        if name in inputs:
            value = inputs[name]
            found[name] = [moved(each) for each in value] if isinstance(value, list) else moved(value)
    return found


def _without_attribute(case: Json, place: int) -> None:
    """Take an attribute out of data and rules."""
    if len(case["in"]["attributes"]) == 1:
        raise ValueError("a case has an attribute")
    _cut_gene(case, place, 0)
    del case["in"]["attributes"][place]
    for row in _rows(case):
        del row[place]


def _made_binary(case: Json, place: int) -> None:
    """Let an attribute be binary, its present values 0, its test what the first two bits say."""
    if case["in"]["attributes"][place]["kind"] == "binary":
        raise ValueError("it is binary")
    _cut_gene(case, place, 2)
    case["in"]["attributes"][place] = {"kind": "binary"}
    for row in _rows(case):
        row[place] = None if row[place] is None else 0


def _cut_gene(case: Json, place: int, kept: int) -> None:
    """Keep only the first bits of an attribute's gene."""
    inputs = case["in"]
    k = case["settings"].get("precision_bits", 5)
    start = sum(attribute_width(attribute, k) for attribute in inputs["attributes"][:place])
    end = start + attribute_width(inputs["attributes"][place], k)
    for holder in (inputs.get("rule"), *inputs.get("rules", ())):
        if isinstance(holder, dict):
            holder["bits"] = holder["bits"][: start + kept] + holder["bits"][end:]
    for name in CHROMOSOMES:
        if isinstance(inputs.get(name), str):
            inputs[name] = inputs[name][: start + kept] + inputs[name][end:]


def _rows(case: Json) -> list[list[Any]]:
    """Return all rows of values of a case."""
    inputs = case["in"]
    given = [inputs["x"]] if case["format"] == "covering" else inputs.get("x", [])
    return [*(instance["x"] for instance in inputs.get("instances", ())), *inputs.get("points", ()), *given]


def _without_label(case: Json, label: int) -> None:
    """Take a label out of data and rules, whose counts are fitted to the labels that are left."""
    inputs = case["in"]
    n_labels = inputs["n_labels"]
    if n_labels == 1:
        raise ValueError("a case has a label")
    from_end = 2 * (n_labels - label)

    def cut(bits: str) -> str:
        return bits[: len(bits) - from_end] + bits[len(bits) - from_end + 2 :]

    for rule in inputs.get("rules", ()):
        _refit(rule, cut(rule["bits"]), n_labels)
    for name in CHROMOSOMES:
        if isinstance(inputs.get(name), str):
            inputs[name] = cut(inputs[name])
        elif isinstance(inputs.get(name), dict):
            _refit(inputs[name], cut(inputs[name]["bits"]), n_labels)
    _unlabelled(inputs, label)
    if "label" in inputs:
        inputs["label"] = min(inputs["label"] - (inputs["label"] > label), n_labels - 2)
    inputs["n_labels"] = n_labels - 1


def _unlabelled(inputs: Json, label: int) -> None:
    """Take a label out of label sets and votes."""
    for holder in (inputs, *inputs.get("instances", ())):
        for name in LABELLED:
            if isinstance(holder.get(name), list):
                holder[name] = [text[:label] + text[label + 1 :] for text in holder[name]]
            elif isinstance(holder.get(name), str):
                holder[name] = holder[name][:label] + holder[name][label + 1 :]
    for row in inputs.get("votes", ()):
        del row[label]


def _refit(rule: Json, bits: str, n_labels: int) -> None:
    """Replace the bits of a rule by those without a label, and its counts by some that fit them."""
    exp = rule.get("exp", 0)
    counted = rule.get("correct", 0) + rule.get("wrong", 0) + rule.get("indifferent", 0)
    updates = counted // n_labels
    left = n_labels - 1
    decided = updates * bits[-2 * left :: 2].count("1")
    correct = min(rule.get("correct", 0), decided)
    rule |= {"bits": bits, "exp": exp if exp == updates else updates * left, "correct": correct}
    rule |= {"wrong": decided - correct, "indifferent": updates * left - decided}


def _unlearned(case: Json, place: int) -> None:
    """Make a rule what it was when it was created."""
    rule = case["in"]["rules"][place]
    for name in ("exp", "correct", "wrong", "indifferent", "stamped"):
        rule.pop(name, None)


def _reals(value: Any, path: Path) -> Iterator[Path]:
    """Yield the places of reals that have digits to lose."""
    if isinstance(value, float) and value != round(value):
        yield path
    elif isinstance(value, Mapping):
        for name, item in value.items():
            yield from _reals(item, (*path, name))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from _reals(item, (*path, place))


def _rounded(case: Json, path: Path) -> None:
    x = _at(case, path)[path[-1]]
    _put(case, path, round(x) if abs(x) >= 1 else round(x, 1))
