"""Comparing a run with a recording, state by state."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from unit.oracle.builders import N_STEPS, records, written

from mlslcs_ref.data import mlposition, toy6x4
from mlslcs_ref.errors import MlsLcsError, ReplayError
from mlslcs_ref.oracle import Difference, ReplayReport, open_recording, replay

Records = list[dict[str, Any]]
Change = Callable[[Records], None]
FIELDS: Final = ("bits", "num", "exp", "tp", "msa", "F", "cs", "ts")
LAST: Final = 48
"""A line with a population: the state after the last step."""


@pytest.fixture(scope="module")
def recorded() -> Records:
    """A run, recorded; to be copied before it is changed."""
    return records()


def replayed(lines: Records, folder: Path, **options: Any) -> ReplayReport:
    return replay(open_recording(written(folder / "run.jsonl.gz", lines)), mlposition(3), **options)


def changed(recorded: Records, line: int, **changes: object) -> Records:
    lines = copy.deepcopy(recorded)
    lines[line].update(changes)
    return lines


def with_rule(recorded: Records, line: int, rule: int, field: str, value: object) -> Records:
    lines = copy.deepcopy(recorded)
    lines[line]["population"][rule][FIELDS.index(field)] = value
    return lines


def test_a_run_agrees_with_its_own_recording(recorded: Records, tmp_path: Path) -> None:
    report = replayed(recorded, tmp_path)

    assert report == ReplayReport("small", 48, 12, 11, True, 48, None)


def test_states_may_be_few_and_the_run_is_completed_before_it_is_evaluated(recorded: Records, tmp_path: Path) -> None:
    report = replayed([recorded[0], recorded[5], recorded[48]], tmp_path)

    assert report == ReplayReport("small", 2, 1, 11, True, N_STEPS, None)


@pytest.mark.parametrize(
    ("n_states", "what"), [(0, "no states"), (1, "end at step 1, the run at step 48"), (47, "end at step 47")]
)
def test_a_recording_cut_at_the_end_of_a_line_is_incomplete(
    n_states: int, what: str, recorded: Records, tmp_path: Path
) -> None:
    report = replayed(recorded[: n_states + 1], tmp_path)

    assert report.difference is None
    assert not report.agrees
    assert what in str(report.incomplete)


def test_a_recording_without_an_evaluation_is_incomplete(recorded: Records, tmp_path: Path) -> None:
    none = replayed(changed(recorded, 0, evaluation={}), tmp_path)
    lacking = {name: value for name, value in recorded[0]["evaluation"].items() if name != "exactmatch_ival"}
    one_less = replayed(changed(recorded, 0, evaluation=lacking), tmp_path)

    assert (none.agrees, none.evaluated, none.steps) == (False, False, N_STEPS)
    assert one_less.incomplete == "the header lacks exactmatch_ival"


def test_without_the_test_file_that_is_named_nothing_is_evaluated(recorded: Records, tmp_path: Path) -> None:
    lines = copy.deepcopy(recorded)
    lines[0]["settings"]["test"] = "t.arff"

    assert not replayed(lines, tmp_path).evaluated
    assert replayed(lines, tmp_path, test=mlposition(3)).evaluated


def test_progress_is_told_after_every_state(recorded: Records, tmp_path: Path) -> None:
    steps: list[int] = []
    replayed(recorded, tmp_path, progress=steps.append)

    assert steps == list(range(1, N_STEPS + 1))


@pytest.mark.parametrize("field", ["instance", "draws", "macro", "micro", "crc32"])
def test_every_value_of_a_state_is_compared(field: str, recorded: Records, tmp_path: Path) -> None:
    for line in (1, 7):
        wanted = "ffffffff" if field == "crc32" else recorded[line][field] + 1
        report = replayed(changed(recorded, line, **{field: wanted}), tmp_path)
        assert report.difference == Difference(line, None, field, wanted, recorded[line][field])
        assert (report.n_states, report.steps, report.evaluated) == (line - 1, line, False)


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("rule", [0, -1])
def test_every_field_of_every_rule_is_compared(field: str, rule: int, recorded: Records, tmp_path: Path) -> None:
    """Reals differ from 1e-9 * max(1, |recorded|) on, whole numbers by 1, bits by one. Clauses: PAR-1."""
    population = recorded[LAST]["population"]
    found = population[rule][FIELDS.index(field)]
    wanted = found[:-1] + ("0" if found[-1] == "1" else "1") if field == "bits" else found + 1
    report = replayed(with_rule(recorded, LAST, rule, field, wanted), tmp_path)

    assert report.difference == Difference(LAST, rule % len(population), field, wanted, found)
    assert (report.n_states, report.n_populations) == (47, 11)


@pytest.mark.parametrize("field", ["tp", "msa", "F", "cs"])
@pytest.mark.parametrize(("share", "agrees"), [(0.5e-9, True), (-0.5e-9, True), (2e-9, False), (-2e-9, False)])
def test_reals_agree_within_1e_9_of_the_larger_of_1_and_the_recorded_one(
    field: str, share: float, agrees: bool, recorded: Records, tmp_path: Path
) -> None:
    """Clauses: PAR-1."""
    position = FIELDS.index(field)
    population = recorded[LAST]["population"]
    rule = max(range(len(population)), key=lambda rule: float(population[rule][position]))
    found = population[rule][position]
    report = replayed(with_rule(recorded, LAST, rule, field, found + share * max(1.0, found)), tmp_path)

    assert (report.difference is None) is agrees


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("wanted", [None, "x", [], {}, float("nan"), float("inf")], ids=repr)
def test_a_recorded_value_of_another_kind_is_a_difference(
    field: str, wanted: object, recorded: Records, tmp_path: Path
) -> None:
    difference = replayed(with_rule(recorded, LAST, 0, field, wanted), tmp_path).difference

    assert difference is not None
    assert (difference.step, difference.rule, difference.field) == (LAST, 0, field)


def test_a_missing_or_additional_rule_is_a_difference(recorded: Records, tmp_path: Path) -> None:
    population = recorded[LAST]["population"]
    n = len(population)
    for wanted in (population[:-1], [*population, population[0]], []):
        difference = replayed(changed(recorded, LAST, population=wanted), tmp_path).difference
        assert difference == Difference(LAST, None, "macro", len(wanted), n)


def test_two_rules_in_another_order_are_a_difference(recorded: Records, tmp_path: Path) -> None:
    population = recorded[LAST]["population"]
    report = replayed(changed(recorded, LAST, population=[population[1], population[0], *population[2:]]), tmp_path)

    assert report.difference is not None
    assert report.difference.rule == 0


def test_a_rule_says_more_than_a_checksum(recorded: Records, tmp_path: Path) -> None:
    """Both differ, the rule is told."""
    lines = with_rule(recorded, LAST, 0, "num", 99)
    lines[LAST]["crc32"] = "ffffffff"
    difference = replayed(lines, tmp_path).difference

    assert difference is not None
    assert (difference.rule, difference.field) == (0, "num")


EVALUATED: Final = (
    "threshold_pcut",
    "threshold_ival",
    *(
        f"{metric}_{method}"
        for method in ("pcut", "ival", "best")
        for metric in ("accuracy", "hammingloss", "exactmatch")
    ),
)


@pytest.mark.parametrize("name", EVALUATED)
@pytest.mark.parametrize(("change", "agrees"), [(0.9e-6, True), (1.1e-6, False), (-1.1e-6, False), (0.5, False)])
def test_thresholds_and_metrics_agree_within_1e_6(
    name: str, change: float, agrees: bool, recorded: Records, tmp_path: Path
) -> None:
    evaluation = recorded[0]["evaluation"]
    lines = changed(recorded, 0, evaluation=evaluation | {name: evaluation[name] + change})
    report = replayed(lines, tmp_path)

    if agrees:
        assert (report.difference, report.n_evaluations) == (None, 11)
    else:
        wanted = evaluation[name] + change
        assert report.difference == Difference(None, None, name, wanted, pytest.approx(evaluation[name]))
        assert report.n_evaluations == list(evaluation).index(name)
        assert (report.n_states, report.evaluated) == (48, True)


def test_an_unknown_metric_is_refused_by_name(recorded: Records, tmp_path: Path) -> None:
    with pytest.raises(ReplayError, match="recall_best"):
        replayed(changed(recorded, 0, evaluation={"recall_best": 0.5}), tmp_path)


def test_not_a_number_agrees_with_nothing(recorded: Records, tmp_path: Path) -> None:
    lines = changed(recorded, 0, evaluation={"accuracy_best": float("nan")})

    assert replayed(lines, tmp_path).difference is not None


def test_states_after_the_end_of_the_run_are_refused(recorded: Records, tmp_path: Path) -> None:
    with pytest.raises(ReplayError) as caught:
        replayed([*recorded, recorded[1] | {"step": 49}], tmp_path)

    assert caught.value.line == 50


def test_data_with_another_number_of_labels_are_refused(recorded: Records, tmp_path: Path) -> None:
    run = open_recording(written(tmp_path / "run.jsonl.gz", recorded))

    with pytest.raises(ReplayError):
        replay(run, toy6x4())


def test_other_data_differ(recorded: Records, tmp_path: Path) -> None:
    """The same instances in another order."""
    run = open_recording(written(tmp_path / "run.jsonl.gz", recorded))
    report = replay(run, mlposition(3).reordered([7, 6, 5, 4, 3, 2, 1, 0]))

    assert report.difference is not None
    assert report.difference.step == 1


@pytest.mark.parametrize("seed", [2**63, -(2**63) - 1, 10**30])
def test_a_seed_that_java_does_not_have_is_refused(seed: int, recorded: Records, tmp_path: Path) -> None:
    """As something wrong with the file."""
    lines = copy.deepcopy(recorded)
    lines[0]["settings"]["seed"] = seed

    with pytest.raises(MlsLcsError) as caught:
        replayed(lines, tmp_path)
    assert isinstance(caught.value, ReplayError)
