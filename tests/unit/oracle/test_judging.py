"""Draws that do not fit: which one is the first that is used otherwise, and which clause orders it."""

from typing import Any

import pytest

from mlslcs_ref.oracle.executor import answer
from mlslcs_ref.oracle.judging import first_misfit
from mlslcs_ref.oracle.protocol import Errored, parsed_answer, response_answer

CROSSOVER: dict[str, Any] = {
    "format": "crossover",
    "settings": {"profile": "paper"},
    "in": {"attributes": [{"kind": "binary"}], "n_labels": 1, "first": "1010", "second": "1111", "label": 0},
    "draws": [0.1, 0.5],
}
"""Two draws in the reference: whether to cross, and the cut."""


@pytest.mark.parametrize(
    ("made", "path", "wanted", "found", "clause"),
    [
        (["ga.crossover"], "draws/1", "ga.cut", "no draw", "GEN-4"),
        (["ga.crossover", "ga.cut", "ga.cut"], "draws/2", "no draw", "ga.cut", "GEN-4"),
        (["ga.crossover", "ga.cut", "delete"], "draws/2", "no draw", "delete", "DEL-1"),
        (["delete", "ga.cut", "ga.cut"], "draws/0", "ga.crossover", "delete", "GEN-8"),
        (["", "", ""], "draws/2", "no draw", "a draw", "GEN-8"),
        ([""], "draws/1", "ga.cut", "no draw", "GEN-4"),
        ([], "draws/0", "ga.crossover", "no draw", "GEN-8"),
    ],
)
def test_the_first_draw_that_is_used_otherwise_is_named(
    made: list[str], path: str, wanted: str, found: str, clause: str
) -> None:
    difference = first_misfit(CROSSOVER, made)

    assert difference is not None
    assert (difference.path, difference.wanted, difference.found, difference.clause) == (path, wanted, found, clause)


@pytest.mark.parametrize(
    ("made", "clause"), [(["cover.attribute"], "CYC-2"), ([], "CYC-2"), (["ga.parent", "ga.crossover"], "GEN-8")]
)
def test_a_ga_that_is_left_out_of_a_step_is_a_matter_of_when_it_is_due(made: list[str], clause: str) -> None:
    rule = {"bits": "0011", "exp": 1, "correct": 1}
    data = {"attributes": [{"kind": "binary"}], "n_labels": 1, "instances": [{"x": [0], "y": "1"}], "rules": [rule]}
    step = {"instance": 0, "step": 1, "clock": 9}
    settings = {"profile": "paper", "theta_ga": 0}

    difference = first_misfit(
        {"format": "discovery", "settings": settings, "in": data | step, "draws": [0.5] * 11}, made
    )

    assert difference is not None
    assert difference.clause == clause


@pytest.mark.parametrize(
    ("made", "clause"),
    [
        (["cover.attribute"], "COV-2"),
        (["cover.attribute", "cover.label", "cover.label"], "COV-2"),
        (["cover.label", "cover.attribute"], "COV-6"),
        (["cover.attribute", "delete"], "COV-2"),
    ],
)
def test_a_label_draw_too_many_or_too_few_is_a_matter_of_which_labels_are_drawn(made: list[str], clause: str) -> None:
    instance = {"attributes": [{"kind": "binary"}], "n_labels": 2, "x": [1], "y": "10", "label": 0}
    case = {"format": "covering", "settings": {"profile": "paper"}, "in": instance, "draws": [0.5, 0.5]}

    difference = first_misfit(case, made)

    assert difference is not None
    assert difference.clause == clause


def test_draws_that_are_used_as_they_should_be_show_no_misfit() -> None:
    assert first_misfit(CROSSOVER, ["ga.crossover", "ga.cut"]) is None
    assert first_misfit(CROSSOVER, ["", "ga.cut"]) is None


def test_a_stream_in_place_of_a_tape_has_no_misfit() -> None:
    assert first_misfit({**CROSSOVER, "draws": {"stream": "java", "seed": "1"}}, []) is None


@pytest.mark.parametrize(
    ("draws", "made"),
    [
        ([0.1], ("ga.crossover", "ga.cut")),
        ([0.1, 0.5, 0.5], ("ga.crossover", "ga.cut")),
        ([0.9, 0.5], ("ga.crossover",)),
    ],
)
def test_the_package_says_what_its_draws_were_for(draws: list[float], made: tuple[str, ...]) -> None:
    said = answer({**CROSSOVER, "draws": draws})

    assert isinstance(said, Errored)
    assert said.draws == made


def test_what_draws_were_for_goes_over_the_wire() -> None:
    said = Errored("1 of 2 numbers were used", draws=("ga.crossover", ""))

    assert parsed_answer(response_answer(3, said), 3) == said
