"""Reading recorded runs."""

import json
import math
from pathlib import Path
from typing import Any, Final

import pytest
from raising import raising
from unit.oracle.builders import HEADER, RECORDED, SETTINGS, records, written

from mlslcs_ref.data.problems import mlposition
from mlslcs_ref.errors import TraceError
from mlslcs_ref.oracle.traces.recordings import open_recording

HUGE: Final = 10**400


def header(**changes: object) -> dict[str, Any]:
    """The header with some settings changed; None takes one away."""
    settings = {name: value for name, value in (RECORDED | changes).items() if value is not None}
    return HEADER | {"settings": settings}


def opened_in_vain(path: Path) -> TraceError:
    with raising(TraceError, file=str(path)) as caught:
        open_recording(path)
    return caught.value


def read_in_vain(path: Path) -> TraceError:
    """Return the error of a file whose header is good."""
    with raising(TraceError, file=str(path)) as caught:
        states(path)
    return caught.value


def states(path: Path) -> list[tuple[int, dict[str, Any]]]:
    """Return the states of a file with the numbers of their lines."""
    *found, (_line, footer) = open_recording(path).trace(mlposition(3)).records()
    assert footer["phase"] == "footer"
    return found


def test_a_header_is_read(tmp_path: Path) -> None:
    """N, beta, nu and acc0 have names of their own here; what is not recorded is as in the profile."""
    lines = records()
    run = open_recording(written(tmp_path / "run.jsonl.gz", lines))

    assert run.settings == SETTINGS
    assert (run.name, run.train, run.test, run.seed, run.n_labels) == ("small", "mlposition3", None, 12, 3)
    assert run.evaluation == lines[0]["evaluation"]
    assert len(run.evaluation) == 11


def test_the_name_of_a_run_is_that_of_its_file_if_it_has_none(tmp_path: Path) -> None:
    nameless = {key: value for key, value in HEADER.items() if key != "name"}

    assert open_recording(written(tmp_path / "run.jsonl.gz", [nameless])).name == "run.jsonl.gz"


def test_a_test_file_is_named(tmp_path: Path) -> None:
    assert open_recording(written(tmp_path / "run.jsonl.gz", [header(test="t.arff")])).test == "t.arff"


def test_states_are_checkpoints_in_order_and_read_as_often_as_asked(tmp_path: Path) -> None:
    lines = records()
    path = written(tmp_path / "run.jsonl.gz", lines)
    found = states(path)
    rules = found[3][1].pop("population")

    assert [line for line, _state in found] == list(range(2, 50))
    assert found[0][1] == {"phase": "checkpoint"} | lines[1]
    assert found[3][1]["step"] == 4
    assert [list(rule) for rule in rules] == [["bits", "num", "exp", "tp", "msa", "fitness", "cs", "ts"]] * len(rules)
    assert [list(rule.values()) for rule in rules] == lines[4]["population"]
    assert states(path)[:3] == found[:3]


def test_a_recording_of_no_states_has_none(tmp_path: Path) -> None:
    assert states(written(tmp_path / "run.jsonl.gz", [HEADER])) == []


@pytest.mark.parametrize("name", ["step", "instance", "draws", "macro", "micro", "crc32"])
def test_a_state_without_one_of_its_values_is_refused(name: str, tmp_path: Path) -> None:
    state = {"step": 3, "instance": 2, "draws": 9, "macro": 5, "micro": 6, "crc32": "00000000"}
    del state[name]
    error = read_in_vain(written(tmp_path / "run.jsonl.gz", [HEADER, state]))

    assert (name in str(error), error.line) == (True, 2)


@pytest.mark.parametrize("name", ["population_fields", "evaluation"])
def test_a_header_without_what_its_states_mean_is_refused(name: str, tmp_path: Path) -> None:
    lacking = {key: value for key, value in HEADER.items() if key != name}

    assert name in str(opened_in_vain(written(tmp_path / "run.jsonl.gz", [lacking])))


def test_populations_of_other_fields_are_refused(tmp_path: Path) -> None:
    fields = ["bits", "exp", "num", "tp", "msa", "F", "cs", "ts"]
    error = opened_in_vain(written(tmp_path / "run.jsonl.gz", [HEADER | {"population_fields": fields}]))

    assert "population_fields" in str(error)


@pytest.mark.parametrize("value", ["0.5", None, True, [0.5], math.nan, math.inf])
def test_a_metric_that_is_no_finite_number_is_refused_by_name(value: object, tmp_path: Path) -> None:
    error = opened_in_vain(written(tmp_path / "run.jsonl.gz", [HEADER | {"evaluation": {"accuracy_best": value}}]))

    assert ("accuracy_best" in str(error), error.line) == (True, 1)


def test_an_unknown_metric_is_refused_by_name(tmp_path: Path) -> None:
    error = opened_in_vain(written(tmp_path / "run.jsonl.gz", [HEADER | {"evaluation": {"recall_best": 0.5}}]))

    assert "recall_best" in str(error)


@pytest.mark.parametrize("name", [name for name in RECORDED if name != "test"])
def test_a_header_without_what_a_replay_needs_is_refused_by_name(name: str, tmp_path: Path) -> None:
    error = opened_in_vain(written(tmp_path / "run.jsonl.gz", [header(**{name: None})]))

    assert (name in str(error), error.line) == (True, 1)


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"omega": 7}, "omega"),
        ({"omega": 0.6}, "omega"),  # above phi
        ({"N": 0}, "population_size"),
        ({"nu": "ten"}, "accuracy_power"),
        ({"p_hash": HUGE}, "p_hash"),
        ({"crossover_cut": "both"}, "crossover_cut"),
        ({"unknown": 1}, "unknown"),
        ({"profile": "paper"}, "profile"),
        ({"cls": 1}, "cls"),
        ({"clustering": True}, "clustering"),
        ({"seed": "x"}, ""),
        ({"seed": [1]}, ""),
        ({"labels": {}}, ""),
    ],
    ids=repr,
)
def test_settings_that_cannot_be_used_are_refused(changes: dict[str, object], name: str, tmp_path: Path) -> None:
    error = opened_in_vain(written(tmp_path / "run.jsonl.gz", [header(**changes)]))

    assert (name in str(error), error.line) == (True, 1)


@pytest.mark.parametrize("name", ["seed", "labels"])
@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_numbers_that_are_none_are_refused(name: str, value: float, tmp_path: Path) -> None:
    """Python's reader of JSON takes Infinity and 1e400."""
    opened_in_vain(written(tmp_path / "run.jsonl.gz", [header(**{name: value})]))


@pytest.mark.parametrize(
    "line",
    [None, 3, "text", [], [HEADER], {}, {"kind": "run"}, {"kind": "authors-run"}, HEADER | {"settings": None},
     HEADER | {"settings": []}, HEADER | {"settings": 3}, HEADER | {"evaluation": [1]}, HEADER | {"evaluation": "x"}],
    ids=str,
)  # fmt: skip
def test_what_is_no_header_is_refused(line: object, tmp_path: Path) -> None:
    assert opened_in_vain(written(tmp_path / "run.jsonl.gz", [line])).line == 1


@pytest.mark.parametrize(
    "line",
    [None, 3, "text", [], {}, {"step": None}, {"step": "1"}, {"step": 1.0}, {"step": 0}, {"step": -1},
     {"step": 1, "population": 3}, {"step": 1, "population": {}}, {"step": 1, "population": [3]},
     {"step": 1, "population": [[]]}, {"step": 1, "population": [["1", 1, 1, 1, 1, 1, 1]]}],
    ids=json.dumps,
)  # fmt: skip
def test_what_is_no_state_is_refused_with_its_line(line: object, tmp_path: Path) -> None:
    assert read_in_vain(written(tmp_path / "run.jsonl.gz", [HEADER, line])).line == 2


@pytest.mark.parametrize("steps", [(2, 1), (3, 3), (1, 5, 4)])
def test_steps_that_do_not_rise_are_refused(steps: tuple[int, ...], tmp_path: Path) -> None:
    state = {"instance": 0, "draws": 9, "macro": 5, "micro": 6, "crc32": "00000000"}
    lines = [HEADER, *({**state, "step": step} for step in steps)]

    assert read_in_vain(written(tmp_path / "run.jsonl.gz", lines)).line == len(lines)


def test_a_file_without_states_left_to_read_is_closed(tmp_path: Path) -> None:
    """So that it can be taken away on every system."""
    path = written(tmp_path / "run.jsonl.gz", records())
    states(path)
    path.unlink()

    assert not path.exists()
