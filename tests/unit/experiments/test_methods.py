"""Methods by their kind and options."""

import pickle
from typing import Any, Final

import pytest
from raising import raising

from mlslcs_ref.errors import SettingsError
from mlslcs_ref.experiments.methods import KINDS, method_for
from mlslcs_ref.experiments.mls_lcs import MlsLcs


def test_a_kind_and_its_options_make_a_method() -> None:
    assert method_for("mls-lcs", {"profile": "authors", "curve_points": 5}) == MlsLcs("authors", curve_points=5)


TWO: Final = {"kind": "mlknn", "candidates": [{"k": 1}, {"k": 2}]}


@pytest.mark.parametrize(
    ("kind", "name", "options"),
    [
        ("mlslcs", "kind", {}),
        ("mls-lcs", "curve", {"curve": 5}),
        ("mls-lcs", "profile", {"profile": "other"}),
        ("mls-lcs", "passes", {"settings": {"passes": -1}}),
        ("mls-lcs", "pases", {"settings": {"pases": 1}}),
        ("mls-lcs", "settings", {"settings": 5}),
        ("mls-lcs", "metric", {"metric": "other"}),
        ("mls-lcs", "curve_points", {"curve_points": -1}),
        ("mls-lcs", "curve_points", {"curve_points": 1.5}),
        ("mls-lcs", "curve_points", {"curve_points": True}),
        ("mls-lcs", "curve_every", {"curve_every": -1}),
        ("mls-lcs", "curve_every", {"curve_every": 5, "curve_points": 5}),
        ("mls-lcs", "count_covering", {"count_covering": 1}),
        ("mls-lcs-auto", "max_rules", {"max_rules": 0}),
        ("mls-lcs-auto", "n_runs", {"n_runs": "2"}),
        ("mls-lcs-auto", "settings", {"settings": []}),
        ("mls-lcs-auto", "clustering", {"settings": {"clustering": True}}),
        ("mls-lcs-growing", "profile", {"profile": "other"}),
        ("mls-lcs-growing", "pases", {"settings": {"pases": 1}}),
        ("mls-lcs-growing", "settings", {"settings": 5}),
        ("mls-lcs-growing", "every", {"every": 0}),
        ("mls-lcs-growing", "every", {"every": True}),
        ("mls-lcs-growing", "goal", {"goal": 1.5}),
        ("mls-lcs-growing", "goal", {"goal": float("nan")}),
        ("mls-lcs-growing", "goal", {"goal": "0.5"}),
        ("mls-lcs-growing", "method", {"method": "vote"}),
        ("br", "base", {"base": "trees"}),
        ("br", "base", {"base": 3}),
        ("br", "base", {"base": None}),
        ("ecc", "n_models", {"n_models": 0}),
        ("rakel", "setup", {"setup": "large"}),
        ("rakel", "k", {"k": 0}),
        ("rakel", "n_models", {"n_models": 0}),
        ("rakel", "n_models", {"n_models": 4, "setup": "disjoint"}),
        ("mlknn", "k", {"k": 0}),
        ("mlknn", "k", {"k": 2.5}),
        ("mlknn", "smoothing", {"smoothing": 0.0}),
        ("mlknn", "smoothing", {"smoothing": "1"}),
        ("homer", "n_clusters", {"n_clusters": 1}),
        ("homer", "n_clusters", {"n_clusters": 2.0}),
        ("homer", "n_clusters", {"n_clusters": True}),
        ("boomer", "max_rules", {"max_rules": 0}),
        ("boomer", "loss", {"loss": "hinge"}),
        ("boomer", "predictor", {"predictor": "nearest"}),
        ("boomer", "time_limit", {"time_limit": 0}),
        ("chosen", "kind", {**TWO, "kind": "chosen"}),
        ("chosen", "kind", {**TWO, "kind": "knn"}),
        ("chosen", "candidates", {**TWO, "candidates": []}),
        ("chosen", "names", {**TWO, "names": ["one"]}),
        ("chosen", "n_folds", {**TWO, "n_folds": 1}),
        ("chosen", "scheme", {**TWO, "scheme": "training"}),
        ("chosen", "variant k=0: k", {**TWO, "candidates": [{"k": 1}, {"k": 0}], "names": ["k=1", "k=0"]}),
        ("chosen", "variant 2: neighbours", {**TWO, "candidates": [{"k": 1}, {"neighbours": 1}]}),
    ],
    ids=str,
)
def test_an_option_that_cannot_be_is_refused_by_name_before_anything_runs(
    kind: str, name: str, options: dict[str, Any]
) -> None:
    with raising(SettingsError, name=name):
        method_for(kind, options)


def test_no_kind_can_be_added_at_run_time() -> None:
    with pytest.raises(TypeError):
        KINDS["other"] = "somewhere:Other"  # type: ignore[index]


def test_a_method_travels_to_other_processes() -> None:
    method = method_for("mls-lcs", {"settings": {"passes": 3}})

    assert pickle.loads(pickle.dumps(method)) == method  # noqa: S301 - written in the line itself
