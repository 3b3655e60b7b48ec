"""Random cases of what happens to rules in training."""

from __future__ import annotations

import math
from typing import Final

from mlslcs_ref.oracle.fuzz.materials import Json, Materials

MOST_DELETIONS: Final = 20
LAST: Final = 1.0 - 2.0**-53
ONE_HUGE: Final = 0.08
"""How often the numbers of a case are one huge number, or missing."""


def ga_due(made: Materials) -> Json:
    """Return correct sets, of which one perhaps becomes due at the next tick of the clock, or the one before."""

    def member() -> Json:
        num = made.chance.among((1, 2, 300, made.chance.edge("nums"), 2**32 + 1))
        return {"num": num, "ts": made.time() + made.chance.flag(0.1)}

    sets = [made.chance.several(0, 3, member) for _ in range(made.n_labels)]
    if any(sets) and made.chance.flag(0.4):
        turn = made.chance.among([place for place, members in enumerate(sets) if members])
        raised = sum(bool(members) for members in sets[: turn + 1])
        now = made.step if made.known.ga_clock == "step" else made.clock + raised
        theta = now - _mean_time(made, sets[turn]) + made.chance.integer(-1, 1)
        made.settings["theta_ga"] = min(max(theta, 0), 2**31 - 1)
    return {"clock": made.clock, "step": made.step, "correct_sets": sets}


def _mean_time(made: Materials, members: list[Json]) -> int:
    """Return the mean ts of a correct set, as the setting `ga_due` has it but for the last whole number."""
    total = sum(member["num"] * member["ts"] for member in members)
    if made.known.ga_due == "truncated":
        total = (total + 2**31) % 2**32 - 2**31
    return int(total // sum(member["num"] for member in members))


def roulette(made: Materials) -> Json:
    """Return weights, of which one is 1."""
    kinds = (0.0, 1.0, made.chance.unit(), made.chance.unit() * 1e-12, made.chance.unit() * 1e6)
    weights = [made.chance.among(kinds) for _ in range(made.shape.rules)]
    weights[made.chance.integer(0, len(weights) - 1)] = 1.0
    return {"weights": weights}


def deletion(made: Materials) -> Json:
    """Return a P with a few rules too many, perhaps with votes at the ends of the doubles or just not too far apart."""
    given = made.population()
    micro = sum(rule["num"] for rule in given["rules"])
    made.settings["population_size"] = max(1, micro - made.chance.integer(0, 4))
    fair = [rule for rule in given["rules"] if rule.get("correct") and rule["wrong"]]
    if fair and made.chance.flag(0.15):
        # a power at which the fitness of a rule, or of all, is around the smallest doubles
        rule = made.chance.among(fair)
        smallest = -math.log10(rule["correct"] / (rule["correct"] + rule["wrong"]))
        made.settings["accuracy_power"] = math.ceil(made.chance.integer(306, 330) / smallest)
        if made.chance.flag():
            made.settings["theta_del"] = 2**31 - 1
            counts = {name: rule[name] for name in ("exp", "correct", "wrong", "indifferent")}
            same = [other for other in given["rules"] if decided(made, other) == decided(made, rule)]
            for other in same:
                other.update(counts | {"num": made.chance.integer(1, 3)})
            given["rules"] = same
            made.settings["population_size"] = max(1, sum(rule["num"] for rule in same) - 1)
    elif given["rules"] and made.chance.flag(0.1):
        # the first rule that has any weight is chosen, and it may be the least
        made.tape = [0.0]
        for rule in given["rules"]:
            wrong = rule.pop("wrong", 0)
            rule |= {"correct": rule.get("correct", 0) + wrong, "cs": made.chance.among((1.0, 65.0, 65.0, 66.0))}
        made.settings |= {"theta_del": 0, "omega": 1, "phi": 1}
    return given


def decided(made: Materials, rule: Json) -> int:
    """Return how many labels a rule decides."""
    return int(rule["bits"][-2 * made.n_labels :: 2].count("1"))


def covering(made: Materials) -> Json:
    """Return an instance, perhaps with draws of bounds that are the first or the last there are."""
    if made.chance.flag(0.3):
        made.tape = [made.chance.among((LAST, LAST, 0.0, made.chance.unit())) for _ in range(3 * len(made.attributes))]
        if any(attribute["kind"] != "continuous" for attribute in made.attributes):
            made.tape = made.tape[:3]
    return made.problem() | {"x": made.row(), "y": made.labels(), "label": made.label()}


def selection(made: Materials) -> Json:
    """Return the members of a correct set."""
    return made.problem() | {"rules": made.rules()}


def crossover(made: Materials) -> Json:
    """Return two parents."""
    first = made.chromosome()
    second = made.chromosome() if made.chance.flag(0.8) else made.relative(first)
    return made.problem() | {"first": first, "second": second, "label": made.label()}


def subsumption(made: Materials) -> Json:
    """Return a P and a child that is often near to one of its rules, perhaps equal by its first bounds alone."""
    ends = made.chance.flag(0.1)
    if ends:
        made.attributes = [made.attribute("continuous") for _ in made.attributes]
        made.settings |= {"interval_equality": "first_bound", "theta_exp": 0, "accuracy_threshold": 0}
    given = made.data() | {"rules": made.rules()}
    near = (given["rules"][-1] if made.chance.flag() else made.chance.among(given["rules"]))["bits"]
    other = made.with_other_ends(near)
    given["child"] = other if ends else made.chance.among((near, near, made.relative(near), other, made.chromosome()))
    if made.chance.flag():
        given["parents"] = [made.chance.integer(0, len(given["rules"]) - 1) for _ in range(2)]
    return given


def discovery(made: Materials) -> Json:
    """Return a P and an instance that is presented."""
    given = _repaired(made) or made.population()
    given |= {"instance": made.position(), "step": made.step, "clock": made.clock}
    return given | _covered_before(made, given["instances"][given["instance"]])


def step(made: Materials) -> Json:
    """Return a P and some instances that are presented."""
    given = _repaired(made) or made.population()
    given |= {"presented": made.presented(6), "step": made.step, "clock": made.clock}
    given |= _covered_before(made, given["instances"][given["presented"][0]])
    micro = sum(rule["num"] for rule in given["rules"])
    if made.chance.flag() or micro > made.known.population_size + MOST_DELETIONS:
        made.settings["population_size"] = max(1, micro - made.chance.integer(0, 2))
    update_only = made.chance.flag(0.25)
    return given | {"deletions_commenced": made.chance.flag(), "update_only": update_only}


def _covered_before(made: Materials, instance: Json) -> Json:
    """Return, seldom, rules which covering of the first label would merge with, some of them equal to each other.

    None of them decides it, so that covering has its turn, and may leave it out itself.
    """
    if made.chance.flag(0.88) or "?" in instance["y"] or "inf" in map(str, instance["x"]):
        return {}
    merging = {"covering_focus": "generalised", "covering_duplicates": "merge", "discovery_order": "by_label"}
    made.settings |= merging | {"p_hash": made.chance.integer(0, 1), "p_label_hash": 0.5, "theta_ga": 0}

    def rule() -> Json:
        tested = made.settings["p_hash"] == 0
        condition = "".join(
            f"1{int(x)}" if tested and attribute["kind"] == "binary" and x is not None else "0" * made.width(attribute)
            for attribute, x in zip(made.attributes, instance["x"], strict=True)
        )
        decided = ["0", *("1" if made.chance.flag(0.8) else "0" for _ in instance["y"][1:])]
        return made.rule(condition + "".join(f"{on}{y}" for on, y in zip(decided, instance["y"], strict=True)))

    return {"rules": made.chance.several(2, 5, rule)}


def _repaired(made: Materials) -> Json:
    """Return, seldom, a P whose children match before REPAIR what is missing, and after it what is there as well."""
    if made.chance.flag(0.85):
        return {}
    made.settings |= {"zero_coverage_test": "before_repair", "missing_values": "match", "interval_order": "ordered"}
    made.settings |= {"theta_ga": 0, "mutation_rate": 0.1, "covering_bounds": "corrected", "population_size": 300}
    made.attributes = [made.attribute(made.chance.among(("nominal", "continuous"))) for _ in made.attributes[:2]]
    made.missing, made.tested = 0.5, 0.9
    return made.population()


def run(made: Materials) -> Json:
    """Return a run of a few steps."""
    if made.chance.flag(ONE_HUGE):
        made.settings["clustering"] = False
        one_huge_number(made)
    return made.data() | {"n_steps": made.chance.integer(0, 12)}


def one_huge_number(made: Materials) -> None:
    """Make every number missing, or one that overflows in sums."""
    made.attributes = [{"kind": "continuous"}]
    made.huge = (made.chance.among((1.5e308, -1.5e308, 6e307, 1e307)),)
    made.missing = made.chance.among((0.0, 0.4))


def clustering(made: Materials) -> Json:
    """Return D, seldom with sums near the end of the doubles, or with centroid rules equal by first bounds alone."""
    if made.chance.flag(ONE_HUGE):
        one_huge_number(made)
    elif made.chance.flag(ONE_HUGE):
        made.attributes = [{"kind": "continuous", "minimum": 0.0, "maximum": 3.0}]
        made.missing = 0.0
        made.settings |= {"interval_equality": "first_bound", "precision_bits": 2, "clustering_gamma": 0.5}
        made.settings |= {"p_hash_init": 0, "p_label_hash_init": 1, "population_size": 40}
    return made.data()


def k_means(made: Materials) -> Json:
    """Return points, sometimes such that they keep changing clusters for many rounds."""
    if made.chance.flag(0.15):
        return _row_of_points(made)
    points = made.rows()
    return made.problem() | {"points": points, "k": made.chance.integer(1, max(1, min(12, len(points))))}


def _row_of_points(made: Materials) -> Json:
    """Return points in a row, which clusters that start at one end share out in 10 to 50 rounds."""
    n = made.chance.integer(30, 130)
    points = [[10.0 * place + made.chance.real(0, 3)] for place in range(n)]
    k = made.chance.integer(3, 8)
    made.tape = [0.0] * k
    return {"attributes": [{"kind": "continuous", "minimum": 0, "maximum": 10 * n}], "n_labels": 1} | {
        "points": points,
        "k": k,
    }
