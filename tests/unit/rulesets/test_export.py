"""What SQL cannot say is refused, and numbers are written so that they are read exactly."""

import math
import sqlite3
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from exports import answered, executed
from folders import Write
from hypothesis import example, given
from hypothesis import strategies as st
from unit.rulesets.builders import Spec, binary_schema, model, plain, ruleset

from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.problems import toy6x4
from mlslcs_ref.data.schema import BinaryAttribute, Schema
from mlslcs_ref.errors import UsageError
from mlslcs_ref.learning.train import train
from mlslcs_ref.rulesets.consultation import Method
from mlslcs_ref.rulesets.export.formats import FORMATS, export_text
from mlslcs_ref.rulesets.export.sql_words import real
from mlslcs_ref.settings import Settings


@pytest.mark.parametrize("names", [("a", "A"), ("a\0", "b"), ("a", "b")], ids=repr)
def test_names_that_are_no_columns_are_refused(names: tuple[str, str]) -> None:
    schema = Schema(tuple(BinaryAttribute(name, ("0", "1")) for name in names), ("l",))
    found = model(ruleset(schema, [Spec("11 -> 1", 1, 4, 4)]))

    if names == ("a", "b"):
        assert "THEN 1" in export_text(found, "sql", "best")
        return
    with pytest.raises(UsageError):
        export_text(found, "sql", "best")


def test_a_query_with_more_columns_than_databases_take_is_refused() -> None:
    """2 attributes, 2 totals and of each label 3 columns: 553 labels make 1663, and PostgreSQL takes 1664."""
    few, many = (
        model(ruleset(binary_schema(2, n_labels), [Spec("1# -> 1" + "#" * (n_labels - 1), 1, 4, 4)]))
        for n_labels in (553, 554)
    )
    assert len(answered(export_text(few, "sql", "ival"), {"a1": "TEXT", "a2": "TEXT"}).heads) == 2 + 553
    with pytest.raises(UsageError):
        export_text(many, "sql", "pcut")
    assert "THEN 1" in export_text(many, "sql", "best")


@pytest.mark.parametrize(
    ("n_attributes", "n_labels", "method", "helps"),
    [(2, 416, "pcut", True), (2, 554, "pcut", False), (1664, 1, "best", False), (1663, 1, "ival", False)],
)
def test_fewer_rules_are_advised_only_where_they_make_few_enough_columns(
    n_attributes: int, n_labels: int, method: Method, helps: bool
) -> None:
    """401 rules need a second table of votes: 2 + 416 * 4 + 2 columns are 1668, with 400 rules 1252."""
    rule = Spec("#" * n_attributes + " -> 1" + "#" * (n_labels - 1), 1, 4, 4)
    found = model(ruleset(binary_schema(n_attributes, n_labels), [rule] * (401 if helps else 1)))
    with pytest.raises(UsageError) as caught:
        export_text(found, "sql", method)
    assert ("compact" in str(caught.value)) == helps


@given(x=st.floats(allow_nan=False, allow_infinity=False))
@example(x=0.1)
@example(x=5e-324)
@example(x=-1.7976931348623157e308)
@example(x=2.0**53 + 2)
def test_a_database_reads_the_very_number(x: float) -> None:
    """Also where its own reading of decimals would be off by the last bit."""
    with sqlite3.connect(":memory:") as database:
        ((found,),) = database.execute(f"SELECT {real(x)}").fetchall()
    database.close()

    assert found == x


def test_the_python_function_by_hand() -> None:
    """Votes 2 * 1 for l1, 1 * 1/2 against l2; on 1# they are moved by 1/2: 2.5/2.5 and 0."""
    rules = ruleset(binary_schema(2, 2), [Spec("1# -> 1#", 2, 4, 4), Spec("## -> #0", 1, 4, 2)], plain())
    text = export_text(model(rules), "python", "ival")

    assert text.endswith(
        """\
    x0 = _cell(instance, 'a1', str)
    votes = [0.0] * len(LABELS)
    # rule 1: 1# -> 1#
    if (x0 is None or x0 == '1'):
        votes[0] += 2.0
    # rule 2: ## -> #0
    if True:
        votes[1] -= 0.5
    lowest = min(0.0, *votes)
    votes = [(vote - lowest) for vote in votes]
    total = 0.0
    for vote in votes:
        total = (total + vote)
    if total == 0.0:
        return dict.fromkeys(LABELS, False)
    return {name: (vote / total) >= 0.5 for name, vote in zip(LABELS, votes)}
"""
    )


def test_a_model_exports_itself(tmp_path: Path) -> None:
    """Also to a file, which is whole or not there."""
    model = train(toy6x4(), Settings.paper(passes=2, population_size=40, clustering=False))
    for target in FORMATS:
        assert model.export(target) == export_text(model, target)
    text = model.export("python", tmp_path / "rules.py")

    assert (tmp_path / "rules.py").read_text(encoding="utf-8") == text
    with pytest.raises(UsageError):
        model.export("xml", tmp_path / "rules.xml")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rules.py"]


@pytest.mark.parametrize(
    "cell", [None, math.nan, pd.NA, pd.NaT, -999, -999.0, "-999", "-999.00", "k", "?", ""], ids=repr
)
def test_what_is_missing_in_the_training_file_is_so_in_exported_code(cell: Any, write: Write) -> None:
    path = write("x,l\n" + "".join(f"{place},{int(place > 5)}\n" for place in range(10)) + "-999,1\n", "d.csv")
    found = train(load_dataset(path, -1, missing=["-999", "k"]), Settings.paper(passes=5, p_hash=0.0))
    module = executed(export_text(found, "python", "ival"))

    assert [module["predict"]({"x": x})["l"] for x in (cell, 3)] == found.predict([[None], [3]])[:, 0].tolist()
    assert module["_cell"]({"x": cell}, "x", float) is None
