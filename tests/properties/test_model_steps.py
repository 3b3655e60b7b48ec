"""Two implementations that share nothing but the specification give the same bytes."""

import json
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st
from strategies import SWITCHES

from mlslcs_ref.oracle.operators.case import Reject
from mlslcs_ref.oracle.operators.run_case import run_case
from model.arithmetic import speakable
from model.draws import Pcg64
from model.executor import respond
from model.formats import FORMATS
from model.parameters import read_settings
from model.representation import read_world

SOME: Final = effort(max_examples=40, derandomize=True, database=None)
ALL: Final = effort(max_examples=200, derandomize=True, database=None)
EDGES: Final = st.dictionaries(st.integers(0, 80), st.sampled_from((0.0, 0.04, 0.5, 1 - 2.0**-53)), max_size=4)
"""Draws that take the place of those of the stream."""


class Recorder:
    """A stream of which each draw is written down."""

    def __init__(self, seed: int, edges: dict[int, float]) -> None:
        self.stream = Pcg64(seed, 2 * seed + 1)
        self.edges = edges
        self.tape: list[float] = []

    def __call__(self) -> float:
        self.tape.append(self.edges.get(len(self.tape), self.stream()))
        return self.tape[-1]


@st.composite
def chosen_settings(draw: st.DrawFn) -> dict[str, Any]:
    """A profile, small numbers with which things happen, and in half of the cases a mixture of both profiles."""
    chosen: dict[str, Any] = {
        "profile": draw(st.sampled_from(("paper", "authors"))),
        "population_size": draw(st.integers(1, 12)),
        "theta_ga": draw(st.integers(0, 4)),
        "theta_exp": draw(st.integers(0, 8)),
        "theta_del": draw(st.integers(0, 8)),
        "p_hash": draw(st.sampled_from((0, 0.3, 0.5, 1))),
        "p_label_hash": draw(st.sampled_from((0, 0.2, 1))),
        "mutation_rate": draw(st.sampled_from((0, 0.04, 0.2))),
        "accuracy_power": draw(st.sampled_from((1, 2, 10, 2.5))),
        "accuracy_threshold": draw(st.sampled_from((0.3, 0.99))),
        "precision_bits": draw(st.integers(1, 4)),
    }
    chosen["omega"], chosen["phi"] = draw(st.sampled_from(((0.9, 1), (1, 1), (0, 0), (0.1, 0.3))))
    if draw(st.booleans()):
        for info in SWITCHES:
            chosen[info.name] = draw(st.sampled_from(info.choices or (False, True)))
    return chosen


@st.composite
def attributes(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(("binary", "nominal", "continuous")))
    return {"kind": kind, "n_values": draw(st.integers(1, 4))} if kind == "nominal" else {"kind": kind}


@st.composite
def cells(draw: st.DrawFn, attribute: dict[str, Any]) -> float | None:
    if draw(st.integers(0, 7)) == 0:
        return None
    if attribute["kind"] == "continuous":
        return draw(st.one_of(st.integers(-2, 3), st.floats(-10, 10, allow_subnormal=False)))
    return draw(st.integers(0, attribute.get("n_values", 2) - 1))


def bits(size: int) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from("01"), min_size=size, max_size=size).map("".join)


@st.composite
def rules(draw: st.DrawFn, size: int, n_labels: int, clock: int, step: int, chosen: dict[str, Any]) -> dict[str, Any]:
    """A rule that has been updated some times, with counts that may belong to it."""
    updates = draw(st.integers(0, 6))
    settings = read_settings(chosen)
    chromosome = draw(bits(size))
    decided = updates * chromosome[size - 2 * n_labels :: 2].count("1")
    correct = draw(st.integers(0, decided))
    ts = draw(st.integers(0, clock))
    return {
        "bits": chromosome,
        "num": draw(st.integers(1, 4)),
        "exp": updates * (n_labels if settings.experience_unit == "label" else 1),
        "correct": correct,
        "wrong": decided - correct,
        "indifferent": updates * n_labels - decided,
        "cs": draw(st.one_of(st.floats(1, 40), st.floats(60, 800))),
        "ts": ts,
        "created": draw(st.integers(0, step - 1)),
        "stamped": updates > 0 and ts > 0 and draw(st.booleans()),
    }


@st.composite
def steps(draw: st.DrawFn) -> dict[str, Any]:
    """A case of the format `step` that needs exactly its draws."""
    chosen = draw(chosen_settings())
    kinds = draw(st.lists(attributes(), min_size=1, max_size=3))
    n_labels = draw(st.integers(1, 3))
    instances = [
        {"x": [draw(cells(attribute)) for attribute in kinds], "y": draw(bits(n_labels))}
        for _ in range(draw(st.integers(1, 5)))
    ]
    clock, step = draw(st.integers(0, 20)), draw(st.integers(1, 20))
    inputs: dict[str, Any] = {"attributes": kinds, "n_labels": n_labels, "instances": instances}
    size = read_world(inputs, read_settings(chosen)).size()
    inputs["rules"] = draw(st.lists(rules(size, n_labels, clock, step, chosen), max_size=6))
    inputs["presented"] = draw(st.lists(st.integers(0, len(instances) - 1), min_size=1, max_size=8))
    inputs |= {"step": step, "clock": clock, "deletions_commenced": draw(st.booleans())}
    inputs["update_only"] = draw(st.sampled_from((False, False, False, False, True)))
    recorder = Recorder(draw(st.integers(0, 2**64 - 1)), draw(EDGES))
    FORMATS["step"](inputs, read_settings(chosen), recorder)
    return {"format": "step", "settings": chosen, "in": inputs, "draws": recorder.tape}


def check_agreement(case: dict[str, Any]) -> None:
    """Both give the same answer, to the last digit."""
    wanted = json.dumps(respond(case), sort_keys=True)
    try:
        found = json.dumps({"out": speakable(run_case(case))}, sort_keys=True)
    except Reject as refusal:
        found = json.dumps({"reject": refusal.reason})

    assert found == wanted


@SOME
@given(steps())
def test_steps_give_the_same_bytes_in_both_implementations(case: dict[str, Any]) -> None:
    check_agreement(case)


@pytest.mark.slow
@ALL
@given(steps())
def test_two_hundred_configurations_of_steps_give_the_same_bytes_in_both_implementations(case: dict[str, Any]) -> None:
    check_agreement(case)
