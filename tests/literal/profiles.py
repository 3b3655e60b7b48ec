"""Settings of the literal model: a plain dict of numbers (PAR-2) and switches, one switch per difference of profile."""

from collections.abc import Mapping
from typing import Any

Settings = Mapping[str, Any]

NUMBERS: Settings = {  # PAR-2; INI-1
    "population_size": 5000,
    "theta_ga": 2000,
    "theta_del": 20,
    "theta_exp": 10,
    "p_hash": 0.5,
    "p_label_hash": 0.1,
    "mutation_rate": 0.04,
    "crossover_rate": 0.8,
    "beta": 0.2,
    "nu": 10,
    "acc0": 0.99,
    "omega": 0.9,
    "phi": 1.0,
    "precision_bits": 5,
    "passes": 500,
    "gamma": 0.2,
    "p_hash_init": 0.0,
    "p_label_hash_init": 0.0,
}

SWITCHES: Mapping[str, tuple[Any, Any]] = {  # name: (paper, authors)
    "interval_arithmetic": ("double", "float32"),  # REP-4, COV-3
    "interval_order": ("unordered", "ordered"),  # REP-4
    "covering_bounds": ("corrected", "raw"),  # COV-3
    "constant_attribute": ("inactive", "drawn"),  # REP-6
    "missing_values": ("match", "unhandled"),  # REP-7
    "interval_equality": ("both_bounds", "first_bound"),  # REP-10
    "birth_timestamp": ("clock", "zero"),  # PAR-0
    "experience_unit": ("label", "match"),  # UPD-2
    "ga_clock": ("label", "label"),  # CYC-2; "step" is a setting of neither profile
    "ga_due": ("exact", "truncated"),  # CYC-2
    "discovery_order": ("by_label", "in_phases"),  # CYC-3, COV-5, SUB-4
    "covering_duplicates": ("merge", "append"),  # COV-5
    "covering_focus": ("specific", "generalised"),  # COV-2
    "discount_threshold": ("theta_exp", "theta_del"),  # GEN-1
    "zero_fitness_parents": ("numerosity", "first"),  # GEN-2
    "roulette_zero_weights": ("skip", "allow"),  # GEN-3
    "crossover_cut": ("shared", "per_child"),  # GEN-4
    "zero_coverage_test": ("after_repair", "before_repair"),  # GEN-7
    "subsumer_ability": ("current", "last_update"),  # SUB-1
    "nominal_generality": ("superset", "equal"),  # SUB-2
    "absorption": ("strongest", "authors"),  # SUB-3, SUB-5
    "deletion_domain": ("log", "plain"),  # DEL-3
    "match_set_control": (True, False),  # CTL
    "clustering": (True, False),  # INI
    "update_only": (0.0, 0.1),  # CYC-4
    "vote_weight": ("fitness", "accuracy"),  # INF-1
    "active_labels": ("at_least", "above"),  # INF-2
    "ival_search": ("exact", "halving"),  # INF-3
    "pcut_search": ("exact", "halving"),  # INF-4
    "best_order": ("fitness", "num_accuracy"),  # INF-5
    "empty_label_sets": ("count_one", "skip"),  # MET-A
    "compaction_weight": ("fitness", "discounted"),  # MET-D
    "final_merge": (False, True),  # FIN-1
}
PAPER: Settings = {**NUMBERS, **{name: values[0] for name, values in SWITCHES.items()}}
AUTHORS: Settings = {**NUMBERS, **{name: values[1] for name, values in SWITCHES.items()}}
