"""Filling vectors: what is written, what is refused, and what stays as it was."""

from collections.abc import Callable, Iterator
from pathlib import Path

import fill
import pytest
from suite.margins import closest_decision
from suite.notation import PAPER, chromosome, data, interval, rule
from suite.source import Topic

from mlslcs_ref.oracle.operators import run_case
from mlslcs_ref.oracle.vectors import Comparison

Fill = Callable[..., int]


def wheel(chosen: int, u: float = 0.3, **more: object) -> Topic:
    """A topic with one spin over two equal weights."""
    topic = Topic("roulette", "wheel")
    topic.group("paper", PAPER).hand("spin", "GEN-3", "a spin", {"chosen": chosen}, draws=[u], weights=[1, 1], **more)  # type: ignore[arg-type]
    return topic


@pytest.fixture
def filling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fill:
    """Fill a folder of its own from the topics given."""

    def run(topic: Topic, *arguments: str) -> int:
        def topics() -> Iterator[Topic]:
            yield topic

        monkeypatch.setattr(fill, "topics", topics)
        return fill.main(list(arguments))

    monkeypatch.setattr(fill, "SPECS", tmp_path)
    return run


VECTORS = Path("vectors", "roulette", "wheel.json")


def test_filling_twice_changes_nothing(filling: Fill, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert filling(wheel(0)) == 0
    assert (tmp_path / VECTORS).is_file()
    capsys.readouterr()

    assert filling(wheel(0), "--check") == 0
    assert capsys.readouterr().out == "1 vectors, 0 faults, 0 files differ\n"


def test_checking_writes_nothing(filling: Fill, tmp_path: Path) -> None:
    assert filling(wheel(0), "--check") == 1
    assert list(tmp_path.iterdir()) == []


def test_an_answer_worked_out_by_hand_that_the_package_does_not_give_is_refused(filling: Fill, tmp_path: Path) -> None:
    filling(wheel(0))
    before = (tmp_path / VECTORS).read_bytes()

    assert filling(wheel(1)) == 1
    assert (tmp_path / VECTORS).read_bytes() == before
    assert filling(wheel(0, u=0.4)) == 0


def test_what_was_refused_stands_beside_the_file(filling: Fill, tmp_path: Path) -> None:
    filling(wheel(0, u=0.4))
    filling(wheel(1, u=0.45))

    assert "0.45" in (tmp_path / VECTORS).with_suffix(".json.rej").read_text(encoding="utf-8")
    assert "0.45" not in (tmp_path / VECTORS).read_text(encoding="utf-8")


def test_what_was_refused_is_gone_once_it_is_mended(filling: Fill, tmp_path: Path) -> None:
    filling(wheel(1))
    filling(wheel(0))

    assert list(tmp_path.rglob("*.rej")) == []


def test_vectors_without_a_source_are_removed(filling: Fill, tmp_path: Path) -> None:
    filling(wheel(0))
    stray = tmp_path / "vectors" / "roulette" / "stray.json"
    stray.write_text("{}", encoding="utf-8")
    filling(wheel(0))

    assert not stray.exists()


def test_a_case_on_a_border_is_refused_unless_it_is_about_it(filling: Fill, capsys: pytest.CaptureFixture[str]) -> None:
    assert filling(wheel(0, u=0.5)) == 1
    assert "last digits of draws/0" in capsys.readouterr().err
    assert filling(wheel(0, u=0.5, tie=("GEN-3", ["draws/0"]))) == 0


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


def test_notation_reads_as_it_says() -> None:
    assert chromosome("1#0~ -> 01") == "11001001" + "1011"
    assert interval(1, 1, 2, 3) == "1100010"
    assert data("1? -> 10", "0.5 2 ? -> 01") == [{"x": [1, None], "y": "10"}, {"x": [0.5, 2, None], "y": "01"}]
    assert rule("1 -> 1#", matches=3, correct=2, num=4) == {
        "bits": "111100",
        "exp": 6,
        "correct": 2,
        "wrong": 1,
        "indifferent": 3,
        "num": 4,
    }
    assert rule("1 -> 1#", matches=3, by_match=True)["exp"] == 3
