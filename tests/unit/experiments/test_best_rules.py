"""The rules that BEST decides by: with them alone it says the same, and without any of them a label lacks its rule."""

from typing import Any

import pytest

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.problems import mlposition, toy6x4
from mlslcs_ref.experiments.mls_lcs import MlsLcs, best_places
from mlslcs_ref.learning.training import Training
from mlslcs_ref.rulesets.consultation import Consultation
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.settings import PROFILES, Settings

SMALL = {"population_size": 80, "passes": 6, "theta_ga": 20, "theta_exp": 3, "clustering": False}


def trained(profile: Any, dataset: Dataset) -> RuleSet:
    return Training(dataset, Settings.profile(profile, **SMALL), 3, profile=profile).complete().ruleset


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("dataset", [toy6x4(), mlposition(4)], ids=["toy6x4", "mlposition4"])
def test_best_says_the_same_with_its_rules_alone(profile: Any, dataset: Dataset) -> None:
    whole = trained(profile, dataset)
    places = best_places(whole, dataset.matrix)
    alone = whole.at(places)

    assert 0 < len(places) < len(whole)
    assert list(places) == sorted(set(places))
    assert (Consultation(alone, dataset.X).best() == Consultation(whole, dataset.X).best()).all()
    # nothing can be left out of them: each decides a label that it was found by
    assert best_places(alone, dataset.matrix) == tuple(range(len(places)))


def test_the_number_is_a_fact_of_an_outcome() -> None:
    dataset = mlposition(4)
    facts = MlsLcs(settings=SMALL).evaluate(dataset, dataset, 3).facts

    assert facts["n_best"] == len(best_places(trained("paper", dataset), dataset.matrix))
