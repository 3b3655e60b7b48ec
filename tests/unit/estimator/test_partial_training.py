"""Training in parts: `warm_start` and `fit(init=...)`."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from raising import raising
from unit.estimator.builders import X4, Y4, mixed_rows, small

from mlslcs_ref import Settings, train
from mlslcs_ref.data.problems import problem
from mlslcs_ref.data.table import from_table
from mlslcs_ref.errors import DataError
from mlslcs_ref.rulesets.model_file import model_text, save_model


def test_a_warm_start_goes_on_from_the_rules_before() -> None:
    classifier = small(warm_start=True, passes=3).fit(X4, Y4)
    first = classifier.ruleset_
    twin = small(passes=3).fit(X4, Y4, init=first)

    classifier.fit(X4, Y4)

    assert model_text(replace(classifier.model_, history=())) == model_text(replace(twin.model_, history=()))
    assert max(rule.exp for rule in classifier.ruleset_) > max(rule.exp for rule in first)
    assert [record.number for record in classifier.history_] == [1, 2, 3, 4, 5, 6]
    assert [record.number for record in twin.history_] == [1, 2, 3]


def test_without_it_a_fit_begins_anew() -> None:
    classifier = small(passes=3).fit(X4, Y4)
    text = model_text(classifier.model_)

    assert model_text(classifier.fit(X4, Y4).model_) == text
    assert len(classifier.history_) == 3


def test_further_data_may_be_wider_and_have_new_values() -> None:
    X, Y = mixed_rows()
    classifier = small(warm_start=True).fit(X[:9], Y[:9])
    further = X[9:].copy()
    further[0, 1] = "violet"

    classifier.fit(further, Y[9:])

    assert classifier.ruleset_.ranges[0] == (0.0, 4.25)
    attribute = classifier.ruleset_.schema.attributes[1]
    assert attribute == type(attribute)("x1", ("blue", "green", "red", "violet"))  # type: ignore[call-arg]
    assert classifier.predict(X).shape == (18, 2)


def test_rules_of_a_run_of_the_package_can_be_resumed() -> None:
    X, Y = mixed_rows()
    model = train(from_table(X, Y), Settings.paper(passes=3, population_size=100, clustering=False), seed=1)

    classifier = small(passes=0).fit(X, Y, init=model.ruleset)

    assert [rule.chromosome for rule in classifier.ruleset_] == [rule.chromosome for rule in model.ruleset]


def test_other_columns_or_labels_are_refused() -> None:
    frame = pd.DataFrame(X4, columns=["a", "b"])
    labels = pd.DataFrame(Y4, columns=["l", "m"])
    classifier = small(warm_start=True).fit(frame, labels)

    with pytest.raises(ValueError, match="feature names"):
        classifier.fit(frame.rename(columns={"a": "z"}), labels)
    with raising(DataError, column="m"):
        classifier.fit(frame, labels.rename(columns={"m": "n"}))
    with pytest.raises(DataError):
        classifier.fit(frame, np.ones((16, 3)))


def test_rules_to_start_from_are_rules_of_the_same_columns() -> None:
    """A column that the rules do not know would never be looked at."""
    frame = pd.DataFrame(X4, columns=["a", "b"])
    rules = small().fit(frame[["a"]], Y4).ruleset_

    with raising(DataError, argument="init"):
        small().fit(frame, Y4, init=rules)
    for other in ([rules], 3, {"rules": rules}):
        with raising(DataError, argument="init"):
            small().fit(frame, Y4, init=other)


def test_rules_to_start_from_may_come_as_a_model_an_estimator_or_a_file(tmp_path: Path) -> None:
    before = small().fit(X4, Y4)
    save_model(before, tmp_path / "before.json")
    starts = (before.ruleset_, before.model_, before, tmp_path / "before.json", str(tmp_path / "before.json"))
    texts = {model_text(small(passes=3).fit(X4, Y4, init=start)) for start in starts}

    assert len(texts) == 1
    assert texts != {model_text(small(passes=3).fit(X4, Y4))}


def test_a_known_solution_is_watched() -> None:
    """%SCS of toy6x4 in the history (MET-B), and the share that the final rules hold."""
    toy = problem("toy6x4")
    assert toy is not None
    classifier = small(passes=30, population_size=2000, theta_ga=300, p_hash=0.33, p_label_hash=0.5)

    classifier.fit(toy.dataset.X, toy.dataset.Y, solutions=toy.solutions)

    shares = [record.scs for record in classifier.history_]
    assert all(share is not None and 0 <= share <= 1 for share in shares)
    assert shares[-1] is not None
    assert shares[-1] > 0
