"""Vectors of metrics and compaction, and of what everybody starts from (MET, PRB, PAR-2, FIN-2, streams)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from suite.notation import AUTHORS, PAPER, binary, fit, rule
from suite.source import Topic

__all__ = ["topics"]

PLAIN = {"accuracy_power": 1, "omega": 0, "phi": 0}


def topics() -> Iterator[Topic]:
    """Return the topics of the formats of results, and of `settings`, `problem`, `pcg64` and `java-random`."""
    yield _metrics()
    yield _scs()
    yield _compaction()
    yield _settings()
    yield _problem()
    yield _pcg64()
    yield _java_random()


def _metrics() -> Topic:
    topic = Topic("metrics", "values")
    paper = topic.group("paper", PAPER)
    authors = topic.group("authors", AUTHORS)
    for name, comment, truth, predicted, wanted, skipped in (
        ("share-of-the-union", "110 and 011: 1 of 3; 2 of 3 labels wrong", ["110"], ["011"], (1 / 3, 0, 2 / 3), 1 / 3),
        ("all-right", "110 and 110", ["110"], ["110"], (1, 1, 0), 1),
        (
            "both-empty",
            "000 and 000: 1; authors leave it out, and the mean is over nothing",
            ["000"],
            ["000"],
            (1, 1, 0),
            "nan",
        ),
        ("nothing-predicted", "110 and 000: 0 of 2; 2 of 3 wrong", ["110"], ["000"], (0, 0, 2 / 3), 0),
        ("nothing-true", "000 and 100: 0 of 1; 1 of 3 wrong", ["000"], ["100"], (0, 0, 1 / 3), 0),
        (
            "mean-over-instances-not-labels",
            "1/1 and 1/3, mean 2/3; pooled it is 2/4",
            ["100", "111"],
            ["100", "100"],
            (2 / 3, 1 / 2, 1 / 3),
            2 / 3,
        ),
        (
            "empty-pair-in-the-mean",
            "1 and 0: 1/2; authors: 0 of one",
            ["000", "100"],
            ["000", "010"],
            (1 / 2, 1 / 2, 1 / 3),
            0,
        ),
        ("zeros-count-in-hamming-loss", "100 and 110: 1 of 3", ["100"], ["110"], (1 / 2, 0, 1 / 3), 1 / 2),
        ("no-instances", "a mean over nothing", [], [], ("nan", "nan", "nan"), "nan"),
    ):
        for group, accuracy in ((paper, wanted[0]), (authors, skipped)):
            group.hand(
                name,
                "MET-A",
                comment,
                {"accuracy": accuracy, "exact_match": wanted[1], "hamming_loss": wanted[2]},
                n_labels=3,
                truth=truth,
                predicted=predicted,
            )
    return topic


def _scs() -> Topic:
    topic = Topic("scs", "share")
    group = topic.group("solutions", PAPER, attributes=binary(2), n_labels=2)
    one = [["1# -> 01", "0# -> 10"]]
    two = [["1# -> 01", "0# -> 10"], ["1# -> 0#", "0# -> 1#", "## -> #1"]]
    for name, comment, rules, solutions, share in (
        ("half", "one of two", ["1# -> 01", "## -> 11"], one, 1 / 2),
        ("whole", "both", ["0# -> 10", "1# -> 01"], one, 1),
        ("none", "none", ["11 -> 01"], one, 0),
        ("condition-alone-is-not-enough", "the consequent differs", ["1# -> 00", "0# -> 1#"], one, 0),
        ("open-bits-are-ignored", "~ is # with its value bit set", ["1~ -> 01"], one, 1 / 2),
        ("best-alternative", "1/2 and 2/3", ["1# -> 01", "1# -> 0#", "0# -> 1#"], two, 2 / 3),
        ("first-alternative-may-be-best", "1/2 and 1/3", ["1# -> 01", "1# -> 0#"], two, 1 / 2),
        ("copies-count-once", "the same rule twice", ["1# -> 01", "1# -> 01"], one, 1 / 2),
        ("empty-ruleset", "no rules", [], one, 0),
        ("rule-listed-twice-counts-twice", "two of three", ["1# -> 01"], [["1# -> 01", "0# -> 10", "1# -> 01"]], 2 / 3),
        ("other-rule-listed-twice", "one of three", ["0# -> 10"], [["1# -> 01", "0# -> 10", "1# -> 01"]], 1 / 3),
    ):
        group.hand(name, "MET-B", comment, {"share": share}, rules=[rule(text) for text in rules], solutions=solutions)
    return topic


def _compaction() -> Topic:
    topic = Topic("compaction", "prefix")
    group = topic.group("paper", {**PAPER, **PLAIN}, attributes=binary(1), n_labels=2)

    both = [[0], [1]]
    for name, comment, rules, x, kept in (
        (
            "shortest-prefix",
            "0.9 and 0.8 decide all; 0.7 is left out",
            [fit("# -> 11", 7), fit("0 -> 11", 9), fit("1 -> 00", 8)],
            both,
            [1, 2],
        ),
        ("by-numerosity-times-fitness", "2*0.5 before 0.9", [fit("# -> 11", 9), fit("# -> 10", 5, num=2)], both, [1]),
        ("ties-in-population-order", "0.5 twice", [fit("# -> 1#", 5), fit("# -> 11", 5)], both, [0, 1]),
        (
            "wrong-decisions-are-decisions",
            "0.9, then 0.3 decides the rest, mostly wrongly; 0.1 is left out",
            [fit("# -> 00", 3), fit("0 -> 11", 9), fit("1 -> 11", 1)],
            both,
            [0, 1],
        ),
        (
            "every-label-of-every-instance",
            "label 2 is decided by the last alone",
            [fit("# -> 1#", 9), fit("0 -> #1", 8), fit("# -> #0", 2)],
            both,
            [0, 1, 2],
        ),
        (
            "no-prefix-is-enough",
            "nobody decides label 2 of 1: all rules",
            [fit("0 -> 11", 2), fit("# -> 1#", 9)],
            both,
            [0, 1],
        ),
        (
            "instances-that-are-there",
            "only 0 is in D",
            [fit("1 -> 00", 9), fit("0 -> 11", 8), fit("# -> 11", 7)],
            [[0]],
            [0, 1],
        ),
        (
            "young-rules-count",
            "exp 2 < theta_exp: F, not F_d",
            [rule("# -> 11", matches=1, correct=2), fit("# -> 00", 9)],
            both,
            [0],
        ),
    ):
        group.hand(name, "MET-D", comment, {"kept": kept}, rules=rules, x=x)
    group.hand(
        "rule-without-experience-is-left-out",
        "MET-D PAR-0",
        "exp 0: F 1, but it neither votes nor decides",
        {"kept": [1]},
        rules=[rule("# -> 11"), fit("# -> 00", 5)],
        x=both,
    )
    group.hand(
        "rules-without-experience-are-left-out-of-all",
        "MET-D",
        "nobody with experience decides for 1: all that have some",
        {"kept": [1, 2]},
        rules=[rule("# -> 11"), fit("0 -> 11", 5), fit("0 -> 00", 9)],
        x=both,
    )
    group.hand(
        "kept-rules-stay-in-population-order",
        "MET-D",
        "0.9, then 0.8, then 0.7: places 2, 0, 1",
        {"kept": [0, 1, 2]},
        rules=[fit("1 -> #1", 8), fit("0 -> #1", 7), fit("# -> 1#", 9)],
        x=both,
    )
    group = topic.group("authors", {**AUTHORS, **PLAIN}, attributes=binary(1), n_labels=2)
    group.hand(
        "discounted-fitness",
        "MET-D GEN-1",
        "exp 19 < 20: F_d 0, behind 0.5",
        {"kept": [1]},
        rules=[
            rule("# -> 11", matches=19, correct=38, by_match=True, num=9),
            rule("# -> 00", matches=20, correct=20, by_match=True),
        ],
        x=both,
    )
    return topic


def _settings() -> Topic:
    topic = Topic("settings", "profiles")
    numbers = {
        "population_size": 5000,
        "passes": 500,
        "theta_ga": 2000,
        "p_hash": 0.5,
        "p_label_hash": 0.1,
        "learning_rate": 0.2,
        "accuracy_power": 10,
        "accuracy_threshold": 0.99,
        "theta_exp": 10,
        "theta_del": 20,
        "omega": 0.9,
        "phi": 1,
        "precision_bits": 5,
    }
    paper = topic.group("paper", PAPER)
    paper.hand(
        "defaults",
        "PAR-2 CYC-2 CYC-4 CTL-1 INI-1",
        "the paper's values, and the choices of this project where it is silent",
        {
            "settings": {
                **numbers,
                "crossover_rate": 0.8,
                "mutation_rate": 0.04,
                "update_only": 0,
                "match_set_control": True,
                "clustering": True,
                "clustering_gamma": 0.2,
                "p_hash_init": 0,
                "p_label_hash_init": 0,
                "ga_clock": "label",
                "ga_due": "exact",
                "discovery_order": "by_label",
                "birth_timestamp": "clock",
                "experience_unit": "label",
                "covering_focus": "specific",
                "covering_bounds": "corrected",
                "covering_duplicates": "merge",
                "interval_arithmetic": "double",
                "interval_order": "unordered",
                "interval_equality": "both_bounds",
                "constant_attribute": "inactive",
                "missing_values": "match",
                "discount_threshold": "theta_exp",
                "zero_fitness_parents": "numerosity",
                "roulette_zero_weights": "skip",
                "crossover_cut": "shared",
                "zero_coverage_test": "after_repair",
                "subsumer_ability": "current",
                "nominal_generality": "superset",
                "absorption": "strongest",
                "deletion_domain": "log",
                "vote_weight": "fitness",
                "active_labels": "at_least",
                "ival_search": "exact",
                "pcut_search": "exact",
                "best_order": "fitness",
                "empty_label_sets": "count_one",
                "compaction_weight": "fitness",
                "final_merge": False,
            }
        },
    )
    artificial = {"population_size": 10000, "p_hash": 0.33, "passes": 1500, "clustering": False}
    for name, problem, p_label_hash in (("toy6x4", "toy6x4", 0.5), ("mlposition4", "mlposition4", 0.2)):
        paper.hand(
            f"artificial-{name}",
            "PAR-2 INI-1",
            "N 10^4, P# 0.33, 1500 passes, no clustering",
            {"settings": {**artificial, "p_label_hash": p_label_hash, "theta_ga": 2000}},
            problem=problem,
        )
    paper.hand(
        "named-settings-go-above-the-problem",
        "PAR-2",
        "passes and N are named, N as in the profile; P# is the problem's",
        {"settings": {"passes": 5, "population_size": 5000, "p_hash": 0.33, "p_label_hash": 0.5}},
        settings={"passes": 5, "population_size": 5000},
        problem="toy6x4",
    )
    topic.group("authors", AUTHORS).hand(
        "defaults",
        "PAR-2 FIN-2 CTL-3 INI-1 CYC-4 FIN-1",
        "chi and mu as 32-bit floats; control and clustering off; a tenth of the passes update only",
        {
            "settings": {
                **numbers,
                "crossover_rate": 0.800000011920929,
                "mutation_rate": 0.03999999910593033,
                "update_only": 0.1,
                "match_set_control": False,
                "clustering": False,
                "ga_clock": "label",
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
        },
    )
    return topic


def _problem() -> Topic:
    topic = Topic("problem", "artificial")
    group = topic.group("problems", PAPER)
    group.hand(
        "mlposition-of-two",
        "PRB-1 MET-B",
        "label j is 1 where a_j is the first 1; three rules",
        {
            "instances": ["00 -> 00", "01 -> 01", "10 -> 10", "11 -> 10"],
            "solutions": [["1# -> 10", "01 -> 01", "00 -> 00"]],
        },
        name="mlposition2",
    )
    group.hand(
        "smallest-mlposition",
        "PRB-1",
        "one attribute, one label",
        {"instances": ["0 -> 0", "1 -> 1"], "solutions": [["1 -> 1", "0 -> 0"]]},
        name="mlposition1",
    )
    group.hand(
        "mlposition-of-three",
        "PRB-1",
        "a1 is the most significant",
        {
            "instances": [
                "000 -> 000",
                "001 -> 001",
                "010 -> 010",
                "011 -> 010",
                "100 -> 100",
                "101 -> 100",
                "110 -> 100",
                "111 -> 100",
            ],
            "solutions": [["1## -> 100", "01# -> 010", "001 -> 001", "000 -> 000"]],
        },
        name="mlposition3",
    )
    common = ["1##### -> 01##", "01#### -> 10##", "00#### -> 11##"]
    instances = []
    for number in range(64):
        a = f"{number:06b}"
        pair = "01" if a[0] == "1" else "10" if a[1] == "1" else "11"
        instances.append(f"{a} -> {pair}{a[4]}{a[5]}")
    group.hand(
        "toy",
        "PRB-1 MET-B",
        "labels 1 and 2: 01, 10 or 11 for 1, 01 and 00; labels 3 and 4 are a5 and a6; two alternative solutions",
        {
            "instances": instances,
            "solutions": [
                [*common, "####00 -> ##00", "####01 -> ##01", "####10 -> ##10", "####11 -> ##11"],
                [*common, "#####0 -> ###0", "#####1 -> ###1", "####0# -> ##0#", "####1# -> ##1#"],
            ],
        },
        name="toy6x4",
    )
    for name, comment, problem in (
        ("without-attributes", "N is from 1 on", "mlposition0"),
        ("too-many-attributes", "N is at most 16", "mlposition17"),
        ("unknown-name", "no such problem", "toy"),
    ):
        group.reject(name, "PRB-1", comment, "unknown-problem", name=problem)
    return topic


def _pcg64() -> Topic:
    topic = Topic("pcg64", "doubles")
    group = topic.group("numbers", PAPER)
    one: dict[str, Any] = {
        "seed": 1,
        "state": "207833532711051698738587646355624148094",
        "increment": "194290289479364712180083596243593368443",
    }
    group.hand(
        "upper-bits-of-the-raw-number",
        "RND-2",
        "next64 is 9441442522235856127, then 17532960557476522086, 2659275481604167885; (next64 >> 11) * 2^-53",
        {"numbers": [0.5118216247002567, 0.9504636963259353, 0.14415961271963373]},
        **one,
        skip=0,
        count=3,
    )
    group.filled("next-block", "RND-2", "numbers 4095 to 4098: there are no blocks", **one, skip=4095, count=4)
    group.filled(
        "other-seed",
        "RND-2",
        "another state and another increment",
        seed=7,
        state="208745520555909116978795849195383758904",
        increment="261136684632268670825940853076396136793",
        skip=2,
        count=4,
    )
    return topic


def _java_random() -> Topic:
    topic = Topic("java-random", "doubles")
    group = topic.group("numbers", PAPER)
    group.hand(
        "seed-forty-two",
        "RND-4",
        "new Random(42).nextDouble(), twice",
        {"numbers": [0.7275636800328681, 0.6832234717598454]},
        seed="42",
        skip=0,
        count=2,
    )
    group.hand(
        "seed-zero",
        "RND-4",
        "new Random(0).nextDouble(), twice",
        {"numbers": [0.730967787376657, 0.24053641567148587]},
        seed="0",
        skip=0,
        count=2,
    )
    group.filled("negative-seed", "RND-4", "the lower 48 bits of -1", seed="-1", skip=0, count=3)
    group.filled("large-seed", "RND-4", "bits above the 48th are lost", seed="9223372036854775807", skip=1, count=3)
    group.filled("many-numbers", "RND-4", "numbers 5000 and 5001", seed="5", skip=5000, count=2)
    return topic
