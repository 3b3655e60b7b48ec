"""PAR: the settings of a run, and the parameters of a rule (`specs/clauses/parameters.md`)."""

from dataclasses import dataclass, fields
from typing import Any

from model.arithmetic import Bits, Json, RefusalError, power


@dataclass(frozen=True)
class Settings:
    """PAR-2: the settings by name, as the profile `paper` has them."""

    population_size: int = 5000
    passes: int = 500
    theta_ga: int = 2000
    p_hash: float = 0.5
    p_label_hash: float = 0.1
    crossover_rate: float = 0.8
    mutation_rate: float = 0.04
    learning_rate: float = 0.2
    accuracy_power: float = 10
    accuracy_threshold: float = 0.99
    theta_exp: int = 10
    theta_del: int = 20
    omega: float = 0.9
    phi: float = 1
    precision_bits: int = 5
    update_only: float = 0
    match_set_control: bool = True
    clustering: bool = True
    clustering_gamma: float = 0.2
    p_hash_init: float = 0
    p_label_hash_init: float = 0
    ga_clock: str = "label"
    ga_due: str = "exact"
    discovery_order: str = "by_label"
    birth_timestamp: str = "clock"
    experience_unit: str = "label"
    covering_focus: str = "specific"
    covering_bounds: str = "corrected"
    covering_duplicates: str = "merge"
    interval_arithmetic: str = "double"
    interval_order: str = "unordered"
    interval_equality: str = "both_bounds"
    constant_attribute: str = "inactive"
    missing_values: str = "match"
    discount_threshold: str = "theta_exp"
    zero_fitness_parents: str = "numerosity"
    roulette_zero_weights: str = "skip"
    crossover_cut: str = "shared"
    zero_coverage_test: str = "after_repair"
    subsumer_ability: str = "current"
    nominal_generality: str = "superset"
    absorption: str = "strongest"
    deletion_domain: str = "log"
    vote_weight: str = "fitness"
    active_labels: str = "at_least"
    ival_search: str = "exact"
    pcut_search: str = "exact"
    best_order: str = "fitness"
    empty_label_sets: str = "count_one"
    compaction_weight: str = "fitness"
    final_merge: bool = False


AUTHORS: Json = {
    "crossover_rate": 0.800000011920929,  # FIN-2
    "mutation_rate": 0.03999999910593033,
    "update_only": 0.1,
    "match_set_control": False,  # CTL-3
    "clustering": False,
    "ga_due": "truncated",
    "discovery_order": "in_phases",
    "birth_timestamp": "zero",
    "experience_unit": "match",
    "covering_focus": "generalised",
    "covering_bounds": "raw",
    "covering_duplicates": "append",
    "interval_arithmetic": "float32",
    "interval_order": "ordered",
    "interval_equality": "first_bound",
    "constant_attribute": "drawn",
    "missing_values": "unhandled",
    "discount_threshold": "theta_del",
    "zero_fitness_parents": "first",
    "roulette_zero_weights": "allow",
    "crossover_cut": "per_child",
    "zero_coverage_test": "before_repair",
    "subsumer_ability": "last_update",
    "nominal_generality": "equal",
    "absorption": "authors",
    "deletion_domain": "plain",
    "vote_weight": "accuracy",
    "active_labels": "above",
    "ival_search": "halving",
    "pcut_search": "halving",
    "best_order": "num_accuracy",
    "empty_label_sets": "skip",
    "compaction_weight": "discounted",
    "final_merge": True,
}

RANGES = {  # every other number: 0 to 1
    "population_size": (1, 10**9),
    "passes": (0, 10**9),
    "theta_ga": (0, 2**31 - 1),
    "accuracy_power": (0, 1000),
    "theta_exp": (0, 2**31 - 1),
    "theta_del": (0, 2**31 - 1),
    "precision_bits": (1, 16),
}

ABOVE_THE_LOWEST = ("accuracy_power", "clustering_gamma")

OTHER_GA_CLOCK = "step"  # ga_clock is the same in both profiles; of every other word each profile has one


def read_settings(named: Json, problem: str | None = None) -> Settings:
    """PAR-2: the profile, then what a problem changes, then what is named."""
    values: Json = dict(AUTHORS) if named["profile"] == "authors" else {}
    if problem is not None:
        values |= {"population_size": 10000, "p_hash": 0.33, "passes": 1500, "clustering": False}
        values["p_label_hash"] = 0.5 if problem == "toy6x4" else 0.2
    values |= {name: value for name, value in named.items() if name != "profile"}
    unknown = values.keys() - {each.name for each in fields(Settings)}
    if unknown:
        raise ValueError(f"There are no settings {unknown}.")
    for name in values:
        values[name] = check_setting(name, values[name])
    settings = Settings(**values)
    if settings.omega > settings.phi:  # UPD-5
        raise RefusalError("omega-above-phi")
    return settings


def check_setting(name: str, value: Any) -> Any:
    """PAR-2: one value, refused if it is out of range."""
    default = getattr(Settings, name)
    if isinstance(default, str):
        good = value in {default, AUTHORS.get(name, OTHER_GA_CLOCK)}
    elif isinstance(default, bool):
        good = isinstance(value, bool)
    else:
        low, high = RANGES.get(name, (0, 1))
        good = isinstance(value, (int, float)) and not isinstance(value, bool) and low <= value <= high
        good = good and not (name in ABOVE_THE_LOWEST and value == low)
        kind = next(each.type for each in fields(Settings) if each.name == name)
        if good:
            good = kind is float or value == int(value)
            value = float(value) if kind is float else int(value)
    if not good:
        raise RefusalError("setting-out-of-range")
    return value


@dataclass(eq=False)
class Rule:
    """PAR-0: a macro-classifier, as it is when it is made."""

    bits: Bits
    num: int = 1
    exp: int = 0
    correct: int = 0
    wrong: int = 0
    indifferent: int = 0
    cs: float = 1.0
    ts: int = 0
    created: int = 0
    stamped: bool = False  # SUB-1
    serial: int = 0  # the rank of insertion, for traces


def tp_of(settings: Settings, rule: Rule) -> float:
    """PAR-1: tp."""
    return rule.correct + settings.omega * rule.indifferent


def msa_of(settings: Settings, rule: Rule) -> float:
    """PAR-1: msa."""
    return (rule.correct + rule.wrong) + settings.phi * rule.indifferent


def acc_of(settings: Settings, rule: Rule) -> float:
    """PAR-1, UPD-5: acc, 0 while msa is 0."""
    msa = msa_of(settings, rule)
    return 0.0 if msa == 0 else tp_of(settings, rule) / msa


def fitness_of(settings: Settings, rule: Rule) -> float:
    """UPD-4: F = acc^nu; PAR-0: 1 before the first update."""
    if rule.exp == 0:
        return 1.0
    return power(acc_of(settings, rule), settings.accuracy_power)


def birth_time(settings: Settings, clock: int) -> int:
    """PAR-0: ts of a new rule."""
    return clock if settings.birth_timestamp == "clock" else 0
