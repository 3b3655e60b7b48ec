"""Reading recorded runs."""

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
NO_RECORDS: Final[list[Any]] = [None, 3, "text", [], {}]
NO_TABLES: Final[list[Any]] = [None, 3, []]
NO_NUMBERS: Final[list[Any]] = ["0.5", None, True, [0.5], math.nan, math.inf]
NO_COUNTS: Final[list[Any]] = [{}, math.inf, -math.inf, math.nan]
NO_POPULATIONS: Final[list[Any]] = [3, {}, [3], [[]], [["1", 1, 1, 1, 1, 1, 1]]]


def header(**changes: object) -> dict[str, Any]:
    """The header with some settings changed; None takes one away."""
    settings = {name: value for name, value in (RECORDED | changes).items() if value is not None}
    return HEADER | {"settings": settings}


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


def without(name: str, record: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key != name}


@pytest.mark.parametrize(
    ("line", "name"),
    [
        *((line, "") for line in (*NO_RECORDS, [HEADER], {"kind": "run"}, {"kind": "authors-run"})),
        *((HEADER | {"settings": value}, "") for value in NO_TABLES),
        *((HEADER | {"evaluation": value}, "") for value in ([1], "x")),
        # what its states mean
        *((without(name, HEADER), name) for name in ("population_fields", "evaluation")),
        (HEADER | {"population_fields": ["bits", "exp", "num", "tp", "msa", "F", "cs", "ts"]}, "population_fields"),
        *((HEADER | {"evaluation": {"accuracy_best": value}}, "accuracy_best") for value in NO_NUMBERS),
        (HEADER | {"evaluation": {"recall_best": 0.5}}, "recall_best"),
        # what a replay needs
        *((header(**{name: None}), name) for name in RECORDED if name != "test"),
        (header(omega=7), "omega"),
        # above phi
        (header(omega=0.6), "omega"),
        (header(N=0), "population_size"),
        (header(nu="ten"), "accuracy_power"),
        (header(p_hash=HUGE), "p_hash"),
        (header(crossover_cut="both"), "crossover_cut"),
        *((header(**{name: 1}), name) for name in ("unknown", "cls")),
        (header(profile="paper"), "profile"),
        (header(clustering=True), "clustering"),
        *((header(seed=value), "") for value in ("x", [1], math.inf, -math.inf, math.nan)),
        # Python's reader of JSON takes Infinity and 1e400
        *((header(labels=value), "") for value in NO_COUNTS),
    ],
    ids=str,
)
def test_what_is_no_header_is_refused_by_the_name_of_what_is_wrong(line: object, name: str, tmp_path: Path) -> None:
    path = written(tmp_path / "run.jsonl.gz", [line])
    with raising(TraceError, file=str(path), line=1) as caught:
        open_recording(path)

    assert name in str(caught.value)


STATE: Final = {"step": 3, "instance": 2, "draws": 9, "macro": 5, "micro": 6, "crc32": "00000000"}


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        *(([without(name, STATE)], name) for name in STATE),
        *(([line], "") for line in NO_RECORDS),
        *(([STATE | {"step": step}], "") for step in (None, "1", 1.0, 0, -1)),
        *(([STATE | {"population": population}], "") for population in NO_POPULATIONS),
        # steps that do not rise
        *(([STATE | {"step": step} for step in steps], "") for steps in ((2, 1), (3, 3), (1, 5, 4))),
    ],
    ids=str,
)
def test_what_is_no_state_is_refused_with_its_line(lines: list[Any], name: str, tmp_path: Path) -> None:
    path = written(tmp_path / "run.jsonl.gz", [HEADER, *lines])
    with raising(TraceError, file=str(path), line=1 + len(lines)) as caught:
        states(path)

    assert name in str(caught.value)


def test_a_file_without_states_left_to_read_is_closed(tmp_path: Path) -> None:
    """So that it can be taken away on every system."""
    path = written(tmp_path / "run.jsonl.gz", records())
    states(path)
    path.unlink()

    assert not path.exists()
