"""Data that are not like those that rules were learned from are told of, in every face; others are not."""

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from raising import warning

from mlslcs_ref import Model, auto_settings, train
from mlslcs_ref.cli.main import main
from mlslcs_ref.data.table import from_table
from mlslcs_ref.errors import AdviceWarning, DataWarning
from mlslcs_ref.estimator import MlsLcsClassifier
from mlslcs_ref.rulesets.model_file import save_model
from mlslcs_ref.settings import Settings

GENERATOR = np.random.default_rng(2)
X = pd.DataFrame(
    {"age": GENERATOR.integers(18, 80, 120), "pay": GENERATOR.integers(300, 9000, 120), "job": ["u", "v", "w"] * 40}
)
Y = pd.DataFrame({"l": X.age > 40, "k": (X.pay > 4000) & (X.job == "u")}).astype(int)
SHORT = {"profile": "auto", "seed": 1}
UNLIKE = {
    "lost": ("age", X.assign(age=np.nan)),
    "mostly lost": ("age", X.assign(age=X.age.where(X.index % 3 == 0))),
    "ticked boxes": ("job", X.assign(job=X.job.where(X.job == "u"))),
    "lost words": ("job", X.assign(job=None)),
    "a number for none": ("age", X.assign(age=X.age.where(X.index > 8, -999))),
    "another unit": ("pay", X.assign(pay=X.pay * 1000)),
    "pounds for kilograms": ("age", X.assign(age=X.age * 2.2)),
    "kilograms for pounds": ("age", X.assign(age=X.age / 2.2)),
    "Fahrenheit for Celsius": ("age", X.assign(age=X.age * 1.8 + 32.0)),
    "thousands read as decimals": ("pay", X.assign(pay=X.pay.where(X.pay < 1000, X.pay / 1000))),
}
LIKE = [
    X,
    X[:50],
    X.assign(job=["u", "u", None] * 40),
    X.assign(age=X.age.where(X.index % 3 > 0)),
    X[:5].assign(pay=0.5),
    X[::-1],
]


@pytest.fixture(scope="module")
def model() -> Model:
    return train(from_table(X, Y), **SHORT)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", UNLIKE)
def test_what_is_not_as_in_training_is_told_in_every_face(
    name: str, model: Model, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    column, table = UNLIKE[name]
    classifier = MlsLcsClassifier(random_state=1).fit(X, Y)
    for ask in (
        lambda: model.predict(table),
        lambda: model.evaluate((table, Y)),
        lambda: classifier.predict(table),
        lambda: classifier.predict_proba(table),
        lambda: classifier.score(table, Y),
    ):
        with warning(DataWarning, column=column):
            ask()
    save_model(model, tmp_path / "m.json")
    table.assign(**Y).to_csv(tmp_path / "t.csv", index=False)
    for command in ("predict", "evaluate"):
        assert main([command, str(tmp_path / "m.json"), str(tmp_path / "t.csv")]) == 0
        assert f"'{column}'" in capsys.readouterr().err


@pytest.mark.parametrize("profile", ["auto", "paper"])
def test_what_is_as_in_training_is_not_told(profile: Any) -> None:
    """Nor a few rows, which tell nothing, nor an attribute that no rule tests."""
    with warnings.catch_warnings(action="ignore", category=AdviceWarning):
        dataset = from_table(X.assign(none=np.nan, same=1.5), Y)
    short = None if profile == "auto" else Settings.paper(passes=2, clustering=False)
    found = train(dataset, short, seed=1, profile=profile)
    for table in LIKE:
        found.predict(table.assign(none=np.nan, same=2.5))
    found.evaluate(dataset)


def test_later_dates_are_expected_to_be_later() -> None:
    days = pd.date_range("2020-01-01", periods=len(X))
    found = train(from_table(X.assign(day=days), Y.assign(l=days.month < 3)), **SHORT)  # type: ignore[arg-type]
    assert any(test.attribute == 3 for rule in found.ruleset for test in rule.tests)
    found.predict(X.assign(day=days + pd.Timedelta(days=2000)))


@settings(max_examples=25)
@given(
    st.lists(
        st.sampled_from([-999.0, -1.0, 0.0, 3.0, 99.0, 123.4, 1e6]) | st.floats(-1e9, 1e9, allow_subnormal=False),
        min_size=2,
        max_size=5,
        unique=True,
    ),
    st.integers(0, 10),
    st.integers(2, 6),
)
def test_the_training_data_are_never_told_of(values: list[float], seed: int, bits: int) -> None:
    """However few their values, and whichever most rows have."""
    generator = np.random.default_rng(seed)
    weights = generator.random(len(values)) ** 3
    column = generator.choice(values, 80, p=weights / weights.sum())
    with warnings.catch_warnings(action="ignore"):
        dataset = from_table(pd.DataFrame({"a": column, "b": generator.random(80)}), column > np.median(column))
        short = auto_settings(2, passes=1, population_size=50, precision_bits=bits)
        plain = Settings.paper(passes=1, population_size=50, clustering=False)
        models = [train(dataset, short, seed=1, profile="auto"), train(dataset, plain, seed=1)]
    for found in models:
        found.evaluate(dataset)
