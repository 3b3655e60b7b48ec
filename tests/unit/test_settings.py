"""The table of settings: defaults, ranges and kinds. Clauses: PAR-2, FIN-2, UPD-5, INI-1."""

import copy
import dataclasses
import json
import math
import pickle
from fractions import Fraction
from typing import Any, Final

import numpy as np
import pytest
from raising import raising

from mlslcs_ref._setting_info import SettingInfo
from mlslcs_ref.errors import SettingsError
from mlslcs_ref.settings import PROFILES, Settings, setting_infos

NUMBERS: Final = {  # name: (paper, authors)
    "population_size": (5000, 5000),
    "passes": (500, 500),
    "theta_ga": (2000, 2000),
    "p_hash": (0.5, 0.5),
    "p_label_hash": (0.1, 0.1),
    "crossover_rate": (0.8, float(np.float32(0.8))),
    "mutation_rate": (0.04, float(np.float32(0.04))),
    "learning_rate": (0.2, 0.2),
    "accuracy_power": (10.0, 10.0),
    "accuracy_threshold": (0.99, 0.99),
    "theta_exp": (10, 10),
    "theta_del": (20, 20),
    "omega": (0.9, 0.9),
    "phi": (1.0, 1.0),
    "precision_bits": (5, 5),
    "update_only": (0.0, 0.1),
    "clustering_gamma": (0.2, 0.2),
    "p_hash_init": (0.0, 0.0),
    "p_label_hash_init": (0.0, 0.0),
}
SWITCHES: Final = {  # name: (paper, authors)
    "match_set_control": (True, False),
    "clustering": (True, False),
    "ga_clock": ("label", "label"),
    "ga_due": ("exact", "truncated"),
    "discovery_order": ("by_label", "in_phases"),
    "birth_timestamp": ("clock", "zero"),
    "experience_unit": ("label", "match"),
    "covering_focus": ("specific", "generalised"),
    "covering_bounds": ("corrected", "raw"),
    "covering_duplicates": ("merge", "append"),
    "interval_arithmetic": ("double", "float32"),
    "interval_order": ("unordered", "ordered"),
    "interval_equality": ("both_bounds", "first_bound"),
    "constant_attribute": ("inactive", "drawn"),
    "missing_values": ("match", "unhandled"),
    "discount_threshold": ("theta_exp", "theta_del"),
    "zero_fitness_parents": ("numerosity", "first"),
    "roulette_zero_weights": ("skip", "allow"),
    "crossover_cut": ("shared", "per_child"),
    "zero_coverage_test": ("after_repair", "before_repair"),
    "subsumer_ability": ("current", "last_update"),
    "nominal_generality": ("superset", "equal"),
    "absorption": ("strongest", "authors"),
    "deletion_domain": ("log", "plain"),
    "vote_weight": ("fitness", "accuracy"),
    "active_labels": ("at_least", "above"),
    "ival_search": ("exact", "halving"),
    "pcut_search": ("exact", "halving"),
    "best_order": ("fitness", "num_accuracy"),
    "empty_label_sets": ("count_one", "skip"),
    "compaction_weight": ("fitness", "discounted"),
    "final_merge": (False, True),
}
TABLE: Final = {**NUMBERS, **SWITCHES}

LARGEST: Final = 2**31 - 1
ABOVE_1: Final = math.nextafter(1.0, 2.0)
TINY: Final = 5e-324
RATES: Final = (
    "p_hash",
    "p_label_hash",
    "crossover_rate",
    "mutation_rate",
    "learning_rate",
    "accuracy_threshold",
    "update_only",
    "p_hash_init",
    "p_label_hash_init",
)
IN_RANGE: Final = [
    *((name, value) for name in RATES for value in (0.0, TINY, 0.5, 1.0)),
    *(("omega", value) for value in (0.0, TINY, 1.0)),
    *(("phi", value) for value in (0.9, 1.0)),
    *(("population_size", value) for value in (1, 10**9)),
    *(("passes", value) for value in (0, 1, 10**9)),
    *((name, value) for name in ("theta_ga", "theta_exp", "theta_del") for value in (0, 1, LARGEST)),
    *(("accuracy_power", value) for value in (TINY, 0.5, 1000.0)),
    *(("precision_bits", value) for value in (1, 16)),
    *(("clustering_gamma", value) for value in (TINY, 1.0)),
]
OUT_OF_RANGE: Final = [
    *((name, value) for name in (*RATES, "omega", "phi") for value in (-TINY, -1.0, ABOVE_1, 2.0)),
    *(("population_size", value) for value in (0, -1, 10**9 + 1)),
    *(("passes", value) for value in (-1, 10**9 + 1)),
    *((name, value) for name in ("theta_ga", "theta_exp", "theta_del") for value in (-1, LARGEST + 1)),
    *(("accuracy_power", value) for value in (0.0, -1.0, math.nextafter(1000.0, 2000.0))),
    *(("precision_bits", value) for value in (0, 17)),
    *(("clustering_gamma", value) for value in (0.0, -0.5, ABOVE_1)),
]
NUMERIC: Final = tuple(NUMBERS)
WHOLE: Final = tuple(name for name, (paper, _authors) in NUMBERS.items() if isinstance(paper, int))
CHOICES: Final = tuple(name for name, (paper, _authors) in SWITCHES.items() if isinstance(paper, str))
FLAGS: Final = tuple(name for name in SWITCHES if name not in CHOICES)


def info_of(name: str) -> SettingInfo:
    return {info.name: info for info in setting_infos()}[name]


def refused(name: str, value: object) -> SettingsError:
    """Return the error that a value of a setting gives."""
    with raising(SettingsError, name=name) as caught:
        Settings.paper(**{name: value})
    return caught.value


def test_the_default_profiles_are_those_of_the_specification() -> None:
    """PAR-2 and the text of each clause for `paper`; what the clauses say of `authors`, with FIN-2's 32-bit rates."""
    assert Settings.paper().as_dict() == {name: paper for name, (paper, _authors) in TABLE.items()}
    assert Settings.authors().as_dict() == {name: authors for name, (_paper, authors) in TABLE.items()}


def test_settings_without_a_profile_are_those_of_the_paper() -> None:
    assert Settings() == Settings.paper() == Settings.profile("paper")
    assert Settings.authors() == Settings.profile("authors")
    assert PROFILES == ("paper", "authors")


@pytest.mark.parametrize("profile", ["", "Paper", "java", "PAPER", None, 3, ["paper"]])
def test_another_profile_is_refused(profile: Any) -> None:
    with raising(SettingsError, name="profile", expected="one of paper, authors"):
        Settings.profile(profile)


def test_every_choice_has_two_values_and_the_first_is_the_papers() -> None:
    for name in CHOICES:
        info = info_of(name)
        assert info.choices[0] == info.paper
        assert set(info.choices) >= {info.paper, info.authors}
        assert len(info.choices) == 2


@pytest.mark.parametrize(("name", "value"), IN_RANGE)
def test_the_ends_of_a_range_belong_to_it(name: str, value: float) -> None:
    assert getattr(Settings.paper(**{name: value, **({"phi": 1.0} if name == "omega" else {})}), name) == value


@pytest.mark.parametrize(("name", "value"), OUT_OF_RANGE)
def test_what_is_out_of_range_is_refused_by_name(name: str, value: float) -> None:
    error = refused(name, value)

    assert error.found == repr(value)
    assert error.expected == info_of(name).expected


def test_every_number_has_its_ends_checked() -> None:
    assert {name for name, _value in IN_RANGE} == {name for name, _value in OUT_OF_RANGE} == set(NUMERIC)


@pytest.mark.parametrize("name", NUMERIC)
def test_what_is_no_finite_number_is_refused(name: str) -> None:
    values: tuple[object, ...] = (math.nan, math.inf, -math.inf, 10**400, "1", "", None, [1], {}, 1j, b"1", float)
    for value in values:
        refused(name, value)


@pytest.mark.parametrize("name", WHOLE)
def test_a_number_that_is_not_whole_is_refused_where_a_whole_one_is_expected(name: str) -> None:
    for value in (1.5, 0.999, Fraction(3, 2), np.float64(2.25)):
        refused(name, value)


@pytest.mark.parametrize("name", NUMERIC)
def test_a_truth_value_is_no_number(name: str) -> None:
    """Although Python takes true for 1: whoever writes it has mistaken the setting."""
    for value in (True, False, np.True_, np.False_, np.array(True)):
        error = refused(name, value)
        assert (error.expected, error.found) == (info_of(name).expected, repr(value))


@pytest.mark.parametrize("name", CHOICES)
def test_every_choice_is_accepted_and_nothing_else(name: str) -> None:
    info = info_of(name)

    assert set(info.choices) >= set(SWITCHES[name])
    for choice in info.choices:
        assert getattr(Settings.paper(**{name: choice}), name) == choice
        assert getattr(Settings.authors(**{name: choice}), name) == choice
    for other in ("", info.choices[0].upper(), info.choices[0] + " ", "other", 0, 1.0, None, True, [info.choices[0]]):
        error = refused(name, other)
        assert (error.expected, error.found) == ("one of " + ", ".join(info.choices), repr(other))


@pytest.mark.parametrize("name", FLAGS)
def test_a_flag_is_true_or_false_or_1_or_0(name: str) -> None:
    for flag in (True, False):
        for value in (flag, int(flag), float(flag), np.bool_(flag), np.int64(flag)):
            assert getattr(Settings.paper(**{name: value}), name) is flag


@pytest.mark.parametrize("name", FLAGS)
def test_anything_else_is_no_flag(name: str) -> None:
    values: tuple[object, ...] = (2, -1, 0.5, "true", "", None, math.nan, [], 10**400)
    for value in values:
        assert refused(name, value).expected == "true or false"


def test_numpy_scalars_and_whole_numbers_for_reals_become_plain_values() -> None:
    """Grid searches hand such values over, and the model file holds plain ones."""
    settings = Settings.paper(
        population_size=np.int64(50),
        passes=np.arange(5, 6)[0],
        theta_ga=np.uint8(7),
        theta_exp=np.float64(3.0),
        theta_del=4.0,
        precision_bits=np.array(6),
        p_hash=1,
        p_label_hash=np.float64(0.25),
        omega=np.float32(0.1),
        accuracy_power=np.int16(7),
        mutation_rate=Fraction(1, 8),
        ga_clock=np.str_("step"),
        clustering=np.False_,
    )

    found = settings.as_dict()
    assert found["population_size"] == 50
    assert (found["passes"], found["theta_ga"], found["theta_exp"], found["theta_del"]) == (5, 7, 3, 4)
    assert (found["precision_bits"], found["p_hash"], found["p_label_hash"]) == (6, 1.0, 0.25)
    assert found["omega"] == 0.10000000149011612
    assert (found["accuracy_power"], found["mutation_rate"]) == (7.0, 0.125)
    assert (found["ga_clock"], found["clustering"]) == ("step", False)
    for name, value in found.items():
        assert type(value) is info_of(name).kind, name
    assert Settings.paper(**json.loads(json.dumps(found))) == settings


@pytest.mark.parametrize("make", [Settings.paper, Settings.authors])
@pytest.mark.parametrize(
    "name", ["N", "populationsize", "population_size ", "mu", "", "self", "cls", "profile", "changes"]
)
def test_a_setting_that_does_not_exist_is_refused_by_name(make: Any, name: str) -> None:
    with raising(SettingsError, name=name) as caught:
        make(**{name: 1})

    assert "population_size" in caught.value.expected


@pytest.mark.parametrize(
    ("omega", "phi"), [(0.9, 0.5), (TINY, 0.0), (ABOVE_1 - 1, 0.0), (1.0, math.nextafter(1.0, 0.0))]
)
def test_omega_above_phi_is_refused(omega: float, phi: float) -> None:
    """Accuracy could exceed 1. Clauses: UPD-5."""
    for profile in PROFILES:
        with raising(SettingsError, name="omega") as caught:
            Settings.profile(profile, omega=omega, phi=phi)
        assert "phi" in caught.value.expected


@pytest.mark.parametrize("both", [0.0, 0.3, 1.0])
def test_omega_may_equal_phi(both: float) -> None:
    """Clauses: UPD-5."""
    settings = Settings.paper(omega=both, phi=both)

    assert (settings.omega, settings.phi) == (both, both)


def test_differences_are_the_settings_that_are_not_the_profiles_in_the_order_of_the_table() -> None:
    changed = Settings.paper(mutation_rate=0.1, passes=7, ga_clock="step", population_size=5000)

    assert list(changed.differences("paper").items()) == [("passes", 7), ("mutation_rate", 0.1), ("ga_clock", "step")]
    assert Settings.paper().differences("paper") == {}
    assert Settings.authors().differences("authors") == {}
    names = [info.name for info in setting_infos()]
    assert list(Settings.authors().differences("paper")) == [n for n in names if len(set(TABLE[n])) == 2]
    assert Settings.authors().differences("paper") == {n: a for n, (p, a) in TABLE.items() if p != a}
    with pytest.raises(SettingsError):
        changed.differences("java")


def test_differences_make_the_same_settings_again() -> None:
    changed = Settings.authors(passes=3, omega=0.5, phi=0.5, best_order="fitness")

    assert Settings.paper(**changed.differences("paper")) == changed
    assert Settings.authors(**changed.differences("authors")) == changed


def test_settings_cannot_be_changed() -> None:
    settings = Settings.paper()

    with pytest.raises(AttributeError):
        settings.passes = 3  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del settings.passes
    settings.as_dict()["passes"] = 3
    assert settings == Settings.paper()


def test_positional_settings_are_refused() -> None:
    with pytest.raises(TypeError):
        Settings(5000)  # type: ignore[call-arg]


def test_a_changed_copy_is_checked_anew() -> None:
    assert dataclasses.replace(Settings.authors(), passes=3) == Settings.authors(passes=3)
    with pytest.raises(SettingsError):
        dataclasses.replace(Settings.authors(), phi=0.1)


def test_equal_settings_are_equal_and_hash_alike() -> None:
    assert Settings.paper(p_hash=1) == Settings.paper(p_hash=1.0)
    assert hash(Settings.paper(p_hash=1)) == hash(Settings.paper(p_hash=np.float64(1.0)))
    assert Settings.paper() != Settings.authors()


@pytest.mark.parametrize("settings", [Settings.paper(passes=3), Settings.authors(omega=0.25)])
def test_a_copy_or_pickle_of_settings_is_equal(settings: Settings) -> None:
    for twin in (pickle.loads(pickle.dumps(settings)), copy.copy(settings), copy.deepcopy(settings)):  # noqa: S301 - ours
        assert twin == settings
        assert twin.as_dict() == settings.as_dict()


def test_every_setting_says_what_it_is() -> None:
    infos = setting_infos()

    assert len({info.name for info in infos}) == len(infos) == len(TABLE)
    assert all(info.help and info.clause for info in infos)
    assert [info.name for info in infos] == [field.name for field in dataclasses.fields(Settings)]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("population_size", "a whole number from 1 to 1000000000"),
        ("theta_ga", "a whole number from 0 to 2147483647"),
        ("p_hash", "a number from 0 to 1"),
        ("accuracy_power", "a number above 0 to 1000"),
        ("clustering", "true or false"),
        ("ga_clock", "one of label, step"),
    ],
)
def test_the_range_is_told_in_words(name: str, expected: str) -> None:
    assert info_of(name).expected == expected
