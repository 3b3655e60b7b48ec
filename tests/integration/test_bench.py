"""The benchmarks can be run; what they measure is not tested."""

import json
import subprocess
import sys
from pathlib import Path

from builds import ROOT, environment_of


def bench(*words: str | Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, ROOT / "tools" / "bench.py", "--quick", *words],
        env=environment_of("pure"),
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_workload_is_measured_on_every_build_with_the_same_results(tmp_path: Path) -> None:
    done = bench("A", "--profile", "paper", "--json", tmp_path / "a.json")

    assert done.returncode == 0, done.stderr
    (result,) = json.loads((tmp_path / "a.json").read_text())["workloads"]
    assert result["name"] == "A"
    assert result["same"] is True
    assert result["us_per_step"] > 0
    assert all(ratio["ratio"] > 0 and ratio["steps"] > 0 for ratio in result["ratios"].values())


def test_a_workload_without_its_data_is_left_out(tmp_path: Path) -> None:
    done = bench("B", "--data-dir", tmp_path)

    assert done.returncode == 0
    assert "left out" in done.stdout


def test_an_unknown_workload_is_refused() -> None:
    done = bench("Z")

    assert done.returncode == 2
    assert "series" in done.stderr


def test_a_series_tells_how_time_and_memory_grow_with_each_size(tmp_path: Path) -> None:
    done = bench("series", "--json", tmp_path / "series.json")

    assert done.returncode == 0, done.stderr
    lines = json.loads((tmp_path / "series.json").read_text())["series"]
    assert [line["axis"] for line in lines] == ["P", "D", "X", "L"]
    for line in lines:
        assert line["factors"] == [1, 2]
        assert len(line["us_per_step"]) == len(line["peak_mib"]) == 2
