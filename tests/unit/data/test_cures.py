"""What an error of a file says to give reads the file."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from mlslcs_ref import load_dataset
from mlslcs_ref.errors import DataError

ARGUMENT = re.compile(r"\b(header|delimiter|positive)=('[^']*'|True|False)")

FILES = {
    "numbers in the first line": "1,2,0\n3,4,1\n5,6,0\n",
    "a name that is a value": "a,yes\nb,no\na,yes\n",
    "semicolons": "a;b;l\n1;2;0\n3;4;1\n",
    "tabs": "a\tb\tl\n1\t2\t0\n3\t4\t1\n",
    "two words": "a,l\n1.5,stays\n2.5,leaves\n",
    "two numbers": "a,l\n1.5,1\n2.5,2\n",
    "words of two languages": "a,l\n1.5,oui\n2.5,nein\n",
}


def cures(error: DataError) -> list[dict[str, object]]:
    """Return each thing that an error says to give."""
    return [{name: ast.literal_eval(value)} for name, value in ARGUMENT.findall(str(error))]


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_each_cure_that_an_error_names_reads_the_file(text: str, tmp_path: Path) -> None:
    """An argument of the error's field is named, with a value, and the file is read with it."""
    path = tmp_path / "t.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_dataset(path, -1)
    found = cures(caught.value)
    assert {name for cure in found for name in cure} == {caught.value.argument}
    for cure in found:
        assert load_dataset(path, -1, **cure).n_labels == 1  # type: ignore[arg-type]
