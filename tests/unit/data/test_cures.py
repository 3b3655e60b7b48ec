"""What an error of a file says to give reads the file."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pandas as pd
import pytest
from folders import Write
from raising import raising, warning

from mlslcs_ref import load_dataset
from mlslcs_ref.errors import DataError, DataWarning

ARGUMENT = re.compile(r"\b(header|delimiter|positive|label_separator|missing)=('[^']*'|True|False|\[[^]]*\])")

FILES = {
    "numbers in the first line": "1,2,0\n3,4,1\n5,6,0\n",
    "a name that is a value": "a,yes\nb,no\na,yes\n",
    "semicolons": "a;b;l\n1;2;0\n3;4;1\n",
    "tabs": "a\tb\tl\n1\t2\t0\n3\t4\t1\n",
    "two words": "a,l\n1.5,stays\n2.5,leaves\n",
    "two numbers": "a,l\n1.5,1\n2.5,2\n",
    "numbers without end": "a,l\n1.5,0\ninf,1\n-inf,1\n2.5,0\ninf,0\n",
    "words of two languages": "a,l\n1.5,oui\n2.5,nein\n",
    **{f"labels with {mark} between": f'a,l\n1.5,"x{mark}y"\n2.5,x\n3.5,z\n' for mark in ";|,"},
    "labels and a row with none": "a,l\n1.5,x|y\n2.5,\n3.5,x\n",
}


def cures(error: DataError) -> list[dict[str, object]]:
    """Return each thing that an error says to give."""
    return [{name: ast.literal_eval(value)} for name, value in ARGUMENT.findall(str(error))]


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_each_cure_that_an_error_names_reads_the_file(text: str, write: Write) -> None:
    """An argument of the error's field is named, with a value, and the file is read with it."""
    path = write(text)
    with pytest.raises(DataError) as caught:
        load_dataset(path, -1)
    found = cures(caught.value)
    assert {name for cure in found for name in cure} == {caught.value.argument}
    for cure in found:
        n_labels = len(set(re.sub(r"[^xyz]", "", text))) if "label_separator" in cure else 1
        assert load_dataset(path, -1, **cure).n_labels == n_labels  # type: ignore[arg-type]


def test_marks_of_several_kinds_are_all_named_in_the_cure(write: Write) -> None:
    """Beside a word that is no mark, nobody can say what an empty cell is."""
    text = "n,a,b\n1,x,\n2,,X\n3,\N{CHECK MARK},1\n4,,{}\n"
    path = write(text.format("yes"))
    with raising(DataError, argument="positive", line=3, column="a") as caught:
        load_dataset(path, -2)
    positive = ast.literal_eval(str(caught.value).partition("positive=")[2])
    assert positive == ["1", "X", "x", "yes", "\N{CHECK MARK}"]
    with warning(DataWarning, column="a"):
        data = load_dataset(path, -2, positive=positive)
    assert data.Y.tolist() == [[True, False], [False, True], [True, True], [False, True]]
    for other in ("no", "0", "2", "high"):
        with raising(DataError, argument=None, line=3, column="a"):
            load_dataset(write(text.format(other)), -2)


@pytest.mark.parametrize("labels", ["two, three", "one,two, three", "three"])
def test_a_name_with_a_comma_is_told_where_it_was_taken_apart(labels: str, write: Write) -> None:
    path = write('n,one,"two, three"\n1.5,0,1\n2.5,1,0\n')
    with raising(DataError, column=labels.split(",")[-2 if "," in labels else -1]) as caught:
        load_dataset(path, labels)
    assert "did you mean 'two, three'?" in str(caught.value)
    assert load_dataset(path, "'two, three'").schema.labels == ("two, three",)


@pytest.mark.parametrize("cell", ['["x", "y"]', "['x', 'y']", "{'x', 'y'}", "('x', 'y')", " [x] "])
def test_lists_as_code_has_them_are_no_names_of_labels(cell: str, tmp_path: Path) -> None:
    """A bracket would be part of the first name, and another of the last one."""
    path = tmp_path / "t.csv"
    pd.DataFrame({"a": [1.5, 2.5], "l": ["x", cell]}).to_csv(path, index=False)
    with raising(DataError, line=3, column="l"):
        load_dataset(path, -1, label_separator=",")


@pytest.mark.parametrize("other", ["cafe\u0301", "caf\u00e9\u200b", "\uff43af\u00e9"], ids=ascii)
def test_a_name_that_looks_like_another_is_told_by_its_characters(other: str, write: Write) -> None:
    path = write(f"a,{other}\n1.5,0\n2.5,1\n")
    with raising(DataError, column="caf\u00e9") as caught:
        load_dataset(path, ["caf\u00e9"])
    assert ascii(other) in str(caught.value)
