"""Methods by their kind and options."""

import pickle

import pytest

from mlslcs_ref.errors import SettingsError
from mlslcs_ref.experiments.methods import KINDS, method_for
from mlslcs_ref.experiments.mls_lcs import MlsLcs


def test_a_kind_and_its_options_make_a_method() -> None:
    assert method_for("mls-lcs", {"profile": "authors", "curve_points": 5}) == MlsLcs("authors", curve_points=5)


def test_an_unknown_kind_is_refused_with_the_known_ones() -> None:
    with pytest.raises(SettingsError, match="mls-lcs") as caught:
        method_for("mlslcs", {})

    assert caught.value.name == "kind"


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(SettingsError, match="curve_points") as caught:
        method_for("mls-lcs", {"curve": 5})

    assert caught.value.name == "curve"


def test_no_kind_can_be_added_at_run_time() -> None:
    with pytest.raises(TypeError):
        KINDS["other"] = "somewhere:Other"  # type: ignore[index]


def test_a_method_travels_to_other_processes() -> None:
    method = method_for("mls-lcs", {"settings": {"passes": 3}})

    assert pickle.loads(pickle.dumps(method)) == method  # noqa: S301 - written in the line itself
