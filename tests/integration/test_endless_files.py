"""No command reads a file without an end to its end: each says what it expected, in one line."""

from pathlib import Path

import pytest
from terminals import CommandLine

from mlslcs_ref import origin

ZEROS = "/dev/zero"
CALLS = (
    f"rules {ZEROS}",
    f"check {ZEROS}",
    f"export json {ZEROS}",
    f"compare {ZEROS} {ZEROS}",
    f"run {ZEROS} --labels 1",
    f"run toy6x4 --test {ZEROS}",
    f"convert {ZEROS} out.arff",
    f"replay {ZEROS}",
    f"trace replay {ZEROS}",
    f"trace diff {ZEROS} {ZEROS}",
    f"trace convert {ZEROS} --out out.jsonl",
    f"conform diff {ZEROS} {ZEROS}",
    f"conform equivalence {ZEROS} {ZEROS}",
    f"conform run --executor true --known {ZEROS}",
    f"conform run --executor true --vectors {ZEROS}",
    f"experiment run {ZEROS}",
)


@pytest.mark.skipif(not Path(ZEROS).exists(), reason="there is no file without an end")
@pytest.mark.parametrize("call", CALLS)
def test_a_file_without_an_end_is_an_error_in_one_line(
    cli: CommandLine, call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(origin, "MOST_BYTES", 100_000)
    cli.refused(*call.split())
    assert list(tmp_path.iterdir()) == []
