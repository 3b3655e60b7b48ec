"""A failing case becomes as small as time allows."""

from collections.abc import Mapping
from typing import Any

from mlslcs_ref.oracle.fuzz.shrinking import shrunk

CASE = {
    "format": "roulette",
    "settings": {"profile": "paper"},
    "in": {"weights": [1.0] * 64},
    "draws": [0.5],
}


def test_what_is_not_needed_goes() -> None:
    assert shrunk(CASE, lambda case: len(case["in"]["weights"]) >= 3)["in"]["weights"] == [1.0] * 3


def test_nothing_is_tried_when_time_is_over() -> None:
    tried: list[int] = []

    def fails(case: Mapping[str, Any]) -> bool:
        tried.append(len(case["in"]["weights"]))
        return True

    found = shrunk(CASE, fails, lambda: len(tried) == 2)

    assert tried == [32, 16]
    assert len(found["in"]["weights"]) == 16
