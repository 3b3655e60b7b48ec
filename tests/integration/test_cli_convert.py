"""`convert`: what a file of another format cannot hold is said."""

from pathlib import Path

import pytest
from terminals import CommandLine


@pytest.mark.parametrize(("name", "lost"), [("out.svm", ("'l2'", "'b'")), ("out.xc", ()), ("out.arff", ())])
def test_what_is_0_in_every_row_is_not_lost_without_a_word(
    name: str, lost: tuple[str, ...], cli: CommandLine, tmp_path: Path
) -> None:
    """LIBSVM's format names what is not 0, and has no counts of attributes and labels."""
    (tmp_path / "t.csv").write_text("a,b,l1,l2\n1.5,0,1,0\n2.5,0,0,0\n3.5,0,1,0\n")
    outcome = cli.piped("convert", tmp_path / "t.csv", tmp_path / name, "--labels", "-2")
    _written, *said = outcome.err.splitlines()

    assert outcome.status == 0
    assert [line.rpartition(": ")[2] for line in said] == list(lost)
