"""Filling vectors: what is completed, and what is refused."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fill
import pytest
from suite.margins import closest_decision

from mlslcs_ref.oracle.operators.run_case import run_case
from mlslcs_ref.oracle.vectors.comparison import Comparison

Fill = Callable[..., int]
PAPER = {"profile": "paper"}
SPIN = {"id": "spin", "comment": "a spin", "clauses": ["GEN-3"], "settings": PAPER}


def spin(u: float = 0.3, **more: object) -> dict[str, Any]:
    """One spin over two equal weights, as a person writes it."""
    return {**SPIN, "in": {"weights": [1, 1]}, "draws": [u], **more}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "vectors" / "roulette" / "wheel.json"
    path.parent.mkdir(parents=True)
    return path


@pytest.fixture
def filling(tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch) -> Fill:
    """Fill a folder of its own that holds one file with one test."""

    def run(test: dict[str, Any], *arguments: str, name: str = "roulette") -> int:
        head = {"format": name, "format_version": 1, "schema": f"vector-{name}.schema.json", "topic": "wheel"}
        path.write_text(json.dumps({**head, "groups": [{"id": "paper", "tests": [test]}]}), encoding="utf-8")
        return fill.main(list(arguments))

    monkeypatch.setattr(fill, "SPECS", tmp_path)
    return run


def the_test(path: Path) -> dict[str, Any]:
    test: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["groups"][0]["tests"][0]
    return test


def test_an_answer_that_is_missing_is_filled_in(filling: Fill, path: Path) -> None:
    assert filling(spin()) == 0
    assert the_test(path) == spin(level="must", source="filled", out={"chosen": 0})


def test_filling_twice_changes_nothing(filling: Fill, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    filling(spin(out={"chosen": 0}))
    once = path.read_bytes()
    capsys.readouterr()

    assert fill.main(["--check"]) == fill.main([]) == 0
    assert path.read_bytes() == once
    assert capsys.readouterr().out == 2 * "1 vectors, 0 faults, 0 files differ\n"


def test_checking_writes_nothing(filling: Fill, tmp_path: Path) -> None:
    assert filling(spin(), "--check") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["vectors"]


def test_what_a_person_worked_out_is_held_against_the_package(filling: Fill, path: Path, tmp_path: Path) -> None:
    assert filling(spin(out={"chosen": 1})) == 1
    assert the_test(path) == spin(out={"chosen": 1})
    assert [path.name for path in tmp_path.iterdir()] == ["vectors"]
    assert filling(spin(out={"chosen": 0})) == 0
    assert the_test(path)["source"] == "hand"


def test_an_answer_that_was_filled_in_follows_the_package(filling: Fill, path: Path) -> None:
    assert filling(spin(source="filled", out={"chosen": 1})) == 0
    assert the_test(path)["out"] == {"chosen": 0}


def test_rules_may_be_written_in_notation(filling: Fill, path: Path) -> None:
    given = {"attributes": [{"kind": "binary"}], "n_labels": 2, "instances": [{"x": [1], "y": "01"}]}
    test = {**SPIN, "in": {**given, "rules": [{"bits": "~ -> 0#"}]}, "out": {"coverage": ["1"]}}

    assert filling(test, name="coverage") == 0
    assert the_test(path)["in"]["rules"] == [{"bits": "011000"}]
    assert the_test(path)["out"] == {"coverage": ["1"], "match_sets": [[0]]}


def test_a_refusal_is_wanted_by_its_code(filling: Fill, path: Path) -> None:
    refused = {**SPIN, "settings": {**PAPER, "omega": 2.0}, "in": {"weights": [1, 1]}}

    assert filling(refused) == 1
    assert filling({**refused, "error": "omega-above-phi"}) == 1
    assert filling({**refused, "error": "setting-out-of-range"}) == 0
    assert the_test(path)["level"] == "reject"
    assert filling(spin(error="setting-out-of-range")) == 1


def test_a_case_on_a_border_is_refused_unless_it_is_about_it(filling: Fill, capsys: pytest.CaptureFixture[str]) -> None:
    assert filling(spin(0.5)) == 1
    assert "draws/0" in capsys.readouterr().err
    assert filling(spin(0.5, tie={"clause": "GEN-3", "inputs": ["draws/0"]})) == 0


@pytest.mark.parametrize(("u", "found"), [(0.5 * (1 + 5e-10), "draws/0"), (0.5 * (1 + 5e-9), None), (0.3, None)])
def test_the_margin_is_a_billionth(u: float, found: str | None) -> None:
    case = {"format": "roulette", "settings": PAPER, "in": {"weights": [1, 1]}, "draws": [u]}

    assert closest_decision(case, run_case(case), ()) == found


def test_a_vote_that_is_a_half_by_chance_is_found() -> None:
    """A little less than a half it is one more candidate for the threshold (INF-3)."""
    given = {"n_labels": 3, "votes": [[0.6, 0.1, 0.3], [0.5, 0.3, 0.2]], "truth": ["001", "000"]}
    case = {"format": "thresholds", "settings": PAPER, "in": given, "draws": []}

    assert closest_decision(case, run_case(case), ()) == "in/votes/1/0"


def test_a_part_of_an_answer_may_be_worked_out() -> None:
    comparison = Comparison({})
    out = {"rules": [{"num": 1, "exp": 2}, {"num": 3, "exp": 4}], "clock": 5}

    assert fill.partial_difference({"rules": [{"exp": 2}, {}]}, out, comparison) == ""
    assert fill.partial_difference({"rules": [{}, {"exp": 3}]}, out, comparison).startswith("rules/1/exp")
    assert fill.partial_difference({"rules": [{}]}, out, comparison)
    assert fill.partial_difference({"step": 1}, out, comparison)
