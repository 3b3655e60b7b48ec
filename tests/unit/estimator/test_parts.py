"""Mechanisms of a caller's own in the estimator."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from raising import raising
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV
from unit.estimator.builders import X4, Y4, small

from mlslcs_ref import Parts, Settings, load_model, save_model
from mlslcs_ref.data.table import from_table
from mlslcs_ref.errors import ModelError, SettingsError
from mlslcs_ref.estimator import MlsLcsClassifier
from mlslcs_ref.learning.training import Training


class Even:
    def votes(self, rules: Any) -> Any:
        return np.ones(len(rules))


PARTS = Parts(deletion=Even)


def test_a_fit_with_parts_is_the_run_with_them(tmp_path: Path) -> None:
    classifier = small(parts=PARTS, population_size=20).fit(X4, Y4)
    settings = Settings.paper(passes=8, population_size=20, theta_ga=20, clustering=False)
    run = Training(from_table(X4, Y4), settings, 1, parts=PARTS)

    assert run.complete().ruleset == classifier.ruleset_ != small(population_size=20).fit(X4, Y4).ruleset_
    save_model(classifier, tmp_path / "m.json")
    assert load_model(tmp_path / "m.json", PARTS) == classifier.model_
    with pytest.raises(ModelError):
        load_model(tmp_path / "m.json")


def test_parts_can_be_cloned_and_searched_over() -> None:
    assert clone(small(parts=PARTS)).parts == PARTS
    found = GridSearchCV(small(passes=2), {"parts": [None, PARTS]}, cv=2).fit(np.array(X4), np.array(Y4))

    assert found.best_params_["parts"] in {None, PARTS}


def test_parts_are_not_for_the_profile_auto() -> None:
    with raising(SettingsError, name="parts"):
        MlsLcsClassifier(parts=PARTS).fit(X4, Y4)
