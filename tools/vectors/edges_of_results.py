"""Vectors at the edges of words, counters and doubles: deletion, clustering, runs, inference and streams."""

from __future__ import annotations

import math
from collections.abc import Iterator

from suite.notation import AUTHORS, PAPER, binary, continuous, fit, problem, rule
from suite.source import Topic

__all__ = ["topics"]

PLAIN = {"accuracy_power": 1, "omega": 0, "phi": 0}


def topics() -> Iterator[Topic]:
    """Return a topic `edges` of the formats about the end of a step, of a run, and about results."""
    yield _control()
    yield _deletion()
    yield _roulette()
    yield _k_means()
    yield _run()
    yield _votes()
    yield _best()
    yield _compaction()
    yield _thresholds()
    yield _pcg64()


def _control() -> Topic:
    topic = Topic("control", "edges")
    group = topic.group("underflow", {**PAPER, "accuracy_power": 1000}, **problem(1, "1 -> 11"), instance=0, step=9)
    group.hand(
        "fitness-that-underflows-ties",
        "CTL-1",
        "0.2^1000 and 0.4^1000 are both 0: the later of equals loses, though its acc is higher",
        {"loser": 1, "num": [1, 0]},
        rules=[rule("1 -> 11", matches=5, correct=2), rule("1 -> 11", matches=5, correct=4)],
    )
    return topic


def _deletion() -> Topic:
    topic = Topic("deletion", "edges")
    group = topic.group("plain", {**AUTHORS, "accuracy_power": 1, "population_size": 2}, **problem(1, "1 -> 11"))
    group.hand(
        "loss-lowers-the-weight-at-once",
        "DEL-1 DEL-3",
        "2e + 2e, 0.1: the first; then e + 2e, 0.45 of 3e lies in the second, where 0.45 of 4e lay in the first",
        {"votes": [math.e, math.e], "deleted": [0, 1], "num": [1, 1]},
        rules=[rule("1 -> 11", num=2), rule("1 -> 11", num=2)],
        draws=[0.1, 0.45],
    )
    group.hand(
        "finite-votes-with-an-infinite-sum",
        "DEL-3",
        "1.1e308 twice is infinite: the second is chosen where the running sum becomes so",
        {"deleted": [1], "num": [1, 0, 1]},
        rules=[rule("1 -> 11", matches=30, correct=60, by_match=True, cs=710.3)] * 3,
        draws=[0.5],
    )
    return topic


def _roulette() -> Topic:
    topic = Topic("roulette", "edges")
    group = topic.group("sums", PAPER)
    group.hand(
        "small-weights-are-lost-one-by-one",
        "GEN-3",
        "1 + 2^-53 rounds to 1, four times: the sum is 2, half of it is 1; an exact sum is above 2",
        {"chosen": 0},
        weights=[1, *[2.0**-53] * 4, 1],
        draws=[0.5],
        tie=("GEN-3", ["draws/0", "in/weights"]),
    )
    group.hand(
        "smallest-first-count-together",
        "GEN-3",
        "2^-53 twice is 2^-52, which 1 keeps: half of 2 + 2^-51 is 1 + 2^-52, reached at the first 1",
        {"chosen": 2},
        weights=[2.0**-53, 2.0**-53, 1, 1],
        draws=[0.5],
        tie=("GEN-3", ["draws/0", "in/weights"]),
    )
    return topic


def _k_means() -> Topic:
    topic = Topic("k-means", "edges")
    group = topic.group("sums", PAPER, attributes=[continuous(-1e16, 1e16)], n_labels=1, k=1)
    group.hand(
        "mean-adds-from-left-to-right",
        "INI-7",
        "1e16 + 1 rounds to 1e16, seven times, less 1e16: 0; pairs or an exact sum keep the sevens",
        {"centroids": [[0.0]]},
        points=[[1e16], *[[1]] * 7, [-1e16]],
        draws=[0.0],
        tie=("INI-7", ["in/points"]),
    )
    return topic


def _run() -> Topic:
    topic = Topic("run", "edges")
    group = topic.group("passes", {**PAPER, "clustering": False}, **problem(1, "1 -> 1"))
    group.hand(
        "product-of-doubles-is-truncated",
        "CYC-4",
        "0.29*100 is 28.999999999999996: 28 passes more",
        {"steps": 0, "length": 128},
        settings={"passes": 100, "update_only": 0.29},
        n_steps=0,
        tie=("CYC-4", ["settings/update_only"]),
    )
    group = topic.group(
        "authors",
        {**AUTHORS, "passes": 1, "theta_del": 0, "p_hash": 1, "p_label_hash": 0, "theta_ga": 1000},
        **problem(1, "1 -> 1", "0 -> 0"),
    )
    group.hand(
        "merged-though-no-pass-only-updates",
        "FIN-1 CYC-4",
        "int(0.5*1) = 0 passes, but the share is above 0: sorted by num*F_d, 1*1 before 1*0",
        {"steps": 2, "length": 2, "final": [["0010", 1], ["0111", 1]]},
        settings={"update_only": 0.5},
        n_steps=9,
        draws=[0.5] * 4,
    )
    return topic


def _votes() -> Topic:
    topic = Topic("votes", "edges")
    group = topic.group("floats", {**AUTHORS, "omega": 0, "phi": 0}, attributes=binary(1), n_labels=2, x=[[1]])
    group.hand(
        "each-addition-is-rounded",
        "INF-1",
        "2^24 + 1 is 2^24 as a 32-bit float, twice; rounded at the end it is 2^24 + 2",
        {"raw": [[2.0**24, 0.0]], "normalised": [[1.0, 0.0]]},
        rules=[
            rule("# -> 1#", matches=1, correct=1, by_match=True, num=2**24),
            rule("# -> 1#", matches=1, correct=1, by_match=True),
            rule("# -> 1#", matches=1, correct=1, by_match=True),
        ],
        tie=("INF-1", ["settings"]),
    )
    group = topic.group("labels", {**PAPER, **PLAIN}, attributes=binary(1), x=[[1]])
    for n_labels in (4, 5, 8, 9, 16, 17, 31, 32, 33, 62, 63, 64, 65):
        group.hand(
            f"vote-of-each-of-{n_labels}-labels",
            "INF-1 INF-2",
            f"0.1 each: {n_labels} equal shares of their sum",
            {"raw": [[0.1] * n_labels]},
            n_labels=n_labels,
            rules=[fit("# -> " + "#" * label + "1" + "#" * (n_labels - label - 1), 1) for label in range(n_labels)],
        )
    return topic


def _best() -> Topic:
    topic = Topic("best", "edges")
    group = topic.group("rules", {**PAPER, **PLAIN}, attributes=binary(1), n_labels=2, x=[[1]])
    for n_rules in (4, 5, 17, 33, 65):
        group.hand(
            f"best-of-{n_rules}-comes-last",
            "INF-5",
            f"{n_rules} rules; the last is the fittest and decides both labels",
            {"labels": ["11"], "n_unmatched": 0},
            rules=[*(fit("# -> 00", 1 + number % 8) for number in range(n_rules - 1)), fit("# -> 11", 9)],
        )
    return topic


def _compaction() -> Topic:
    topic = Topic("compaction", "edges")
    group = topic.group("none", PAPER, attributes=binary(1), n_labels=2, x=[[1]])
    group.hand(
        "no-prefix-suffices",
        "MET-D",
        "nobody decides the second label: all rules with experience stay, the one that matches nothing too",
        {"kept": [0, 1]},
        rules=[fit("# -> 1#", 5), fit("0 -> 1#", 5)],
    )
    group.hand(
        "no-instance-to-decide",
        "MET-D",
        "D is empty: the empty prefix decides all of it, so that nothing stays",
        {"kept": []},
        rules=[fit("# -> 1#", 5), fit("0 -> 1#", 5)],
        x=[],
    )
    return topic


def _thresholds() -> Topic:
    topic = Topic("thresholds", "edges")
    group = topic.group("exact", PAPER, n_labels=3)
    group.hand(
        "shares-are-added-as-fractions",
        "INF-3",
        "at 0.32 and 0.36 the shares are as large, as fractions; sums of doubles differ in the last digit",
        {"ival": 0.32, "pcut": 0.36},
        votes=[[0.37, 0.32, 0.32], [0.39, 0.22, 0.39], [0.53, 0.27, 0.2], [0.36, 0.55, 0.09]],
        truth=["101", "000", "100", "111"],
        tie=("INF-3", ["in/votes"]),
    )
    return topic


def _pcg64() -> Topic:
    topic = Topic("pcg64", "edges")
    group = topic.group("seeds", PAPER)
    group.hand(
        "seed-of-two-words",
        "RND-3 RND-2",
        "2^32 + 1: the upper word of the seed counts",
        {"numbers": [0.33187239186810047, 0.6118959736456587]},
        seed=2**32 + 1,
        state="30235720254108616627153062654745059997",
        increment="37820244784906158083616761211378334797",
        skip=0,
        count=2,
    )
    for name, seed, comment in (
        ("state-from-seed-zero", 0, "one word, 0; state and increment are not given"),
        ("state-from-seed-one", 1, "the numbers of doubles/numbers/upper-bits-of-the-raw-number"),
        ("state-from-largest-word", 2**32 - 1, "one word, all its bits set"),
        ("state-from-two-words", 2**53 + 1, "a seed that no double holds"),
        ("state-from-four-words", str(2**128 - 1), "four words fill the pool"),
        ("state-from-five-words", str(2**128 + 5), "the fifth word is mixed into the full pool"),
        ("state-from-seven-words", str(3**133), "so are the sixth and the seventh"),
    ):
        group.filled(name, "RND-3 RND-2", comment, seed=seed, skip=0, count=3)
    return topic
