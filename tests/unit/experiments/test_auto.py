"""The profile `auto` as a method of experiments."""

from unit.rulesets.short import mixed

from mlslcs_ref.experiments.grid.plan_file import load_plan
from mlslcs_ref.experiments.methods import method_for
from mlslcs_ref.extension.settings import AutoOptions, auto_settings
from mlslcs_ref.learning.train import train
from mlslcs_ref.metrics import scores


def test_what_is_measured_is_the_model_of_the_library() -> None:
    found = method_for("mls-lcs-auto", {"max_rules": 5, "settings": {"passes": 3}}).evaluate(
        mixed(120), mixed(80, 6), 4
    )
    model = train(mixed(120), auto_settings(4, passes=3), 4, profile="auto", options=AutoOptions(max_rules=5))

    assert found.scores == {"labels": scores(mixed(80, 6).Y, model.predict(mixed(80, 6)))}
    assert found.facts["n_rules"] == len(model.ruleset) <= 5
    assert found.facts["train_accuracy"] == model.evaluate(mixed(120))["posterior"].accuracy


def test_the_plan_of_it_comes_with_the_package() -> None:
    kinds = [method.kind for method in load_plan("auto").methods]
    assert kinds.count("mls-lcs-auto") == 3
    assert "mls-lcs" in kinds
