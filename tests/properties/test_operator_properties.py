"""Cases with anything in them: the suite's own ones, with some values replaced by the odd ones that JSON can hold."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from hypothesis import given
from hypothesis import strategies as st
from specification import whole_suite
from strategies import share

from mlslcs_ref.oracle.operators.case import CaseError, Reject
from mlslcs_ref.oracle.operators.run_case import run_case

Path = tuple[str | int, ...]
SMALL: Final = 3000
HUGE: Final = 1.7976931348623157e308
NUMBERS: Final = (0, 1, 2, 3, 31, 62, 63, -1, 0.5, -0.0, 5e-324, 1e-300, 1e-45, 1e16, 3.5e38, 1e308, HUGE, -HUGE)
WORDS: Final = (None, "inf", "-inf", "nan", "", "0", "1", "01" * 8, "?", "1##### -> 01##")
COUNTED: Final = frozenset({"num", "n_steps", "count", "skip"})
"""What costs a turn of a loop each: a case with a billion of them is well-formed, and takes as long as it takes."""


@cache
def of_the_suite() -> dict[str, list[dict[str, Any]]]:
    """Cases by format; what is odd in a large case is odd in a small one."""
    found: dict[str, list[dict[str, Any]]] = {}
    for vector in whole_suite().vectors:
        if "/large/" not in vector.id and len(str(vector.case["in"])) < SMALL:
            found.setdefault(vector.format, []).append(dict(vector.case))
    return found


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Where lists and single values stand in a value."""
    if path and not isinstance(value, dict):
        yield path
    if isinstance(value, dict | list):
        for name, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(part, (*path, name))


def item(value: Any, path: Path) -> Any:
    """What stands there."""
    for name in path:
        value = value[name]
    return value


def replaced(value: Any, path: Path, new: Any) -> Any:
    """A copy of a value with another item in one place."""
    if not path:
        return new
    changed = value.copy()
    changed[path[0]] = replaced(value[path[0]], path[1:], new)
    return changed


def others(old: Any, path: Path) -> st.SearchStrategy[Any]:
    """What may stand in a place instead."""
    if isinstance(old, list):
        return st.sampled_from(([], old[:1], old + old[:1]))
    if path and path[-1] in COUNTED:
        return st.integers(0, 9)
    return st.one_of(st.sampled_from(NUMBERS), st.sampled_from(WORDS), st.floats(allow_nan=False, allow_infinity=False))


@st.composite
def cases(draw: st.DrawFn) -> dict[str, Any]:
    """A case of the suite in which up to three things are others, with a tape that is long enough."""
    known = of_the_suite()
    case = draw(st.sampled_from(tuple(known)).flatmap(lambda name: st.sampled_from(known[name])))
    inputs = case["in"]
    for _change in range(draw(st.integers(1, 3))):
        found = {path: item(inputs, path) for path in places(inputs)}
        numbers = [path for path, old in found.items() if isinstance(old, int | float) and not isinstance(old, bool)]
        path = draw(st.sampled_from(numbers or [()]) | st.sampled_from(tuple(found) or [()]))
        old = found.get(path, inputs)
        inputs = replaced(inputs, path, draw(others(old, path)))
    tape = [*case["draws"], *draw(st.lists(st.sampled_from((0.0, 0.5, 1 - 2.0**-53)), min_size=60, max_size=60))]
    settings = {**case["settings"], "precision_bits": draw(st.sampled_from((1, 5, 16)))}
    for name, choices in (
        ("interval_arithmetic", ("double", "float32")),
        ("covering_bounds", ("raw", "corrected")),
        ("deletion_domain", ("log", "plain")),
    ):
        if draw(st.booleans()):
            settings[name] = draw(st.sampled_from(choices))
    return {**case, "in": inputs, "draws": tape, "settings": draw(st.sampled_from((case["settings"], settings)))}


@share(16)
@given(cases())
def test_whatever_a_case_says_it_is_answered_refused_or_called_no_case(case: dict[str, Any]) -> None:
    """Nothing else is raised, and an answer can be written."""
    try:
        found = run_case(case)
    except Reject:
        return
    except CaseError as error:
        said = str(error).split()
        if said[-2:] != ["were", "used"]:
            return
        found = run_case({**case, "draws": case["draws"][: int(said[1])]})
    json.dumps(found, allow_nan=False)
