"""Vectors of more than 64 and 256 points, clusters and rounds: k-means, and what is made of its clusters."""

from __future__ import annotations

import random
from collections.abc import Iterator

from suite.notation import PAPER, binary, continuous, nominal
from suite.source import Topic, made_topics

__all__ = ["topics"]


def topics() -> Iterator[Topic]:
    """Return a topic `many` of each of these formats."""
    return made_topics("many", _k_means, _clustering)


def _k_means(topic: Topic) -> None:
    group = topic.group("clusters", PAPER, n_labels=1)
    for k in (65, 129):
        group.filled(
            f"{k}-clusters",
            "INI-6 INI-7",
            "a cluster for every second point, the last ones too",
            attributes=[continuous(0, 2000)],
            points=[[13 * i + i * i % 7] for i in range(k + 20)],
            k=k,
            draws=[0.0] * k,
        )
    stream = random.Random(5)  # noqa: S311 - no secret
    for n, k in ((200, 12), (300, 20)):
        group.filled(
            f"{n}-points-in-many-rounds",
            "INI-7",
            "all start at one end: the clusters move along for 85 rounds and more",
            attributes=[continuous(0, 1000 * n)],
            points=[[1000 * i + stream.randrange(100)] for i in range(n)],
            k=k,
            draws=[0.0] * k,
            tie=("INI-6", ["draws"]),
        )
    group = topic.group("counts", PAPER, attributes=[nominal(3)], n_labels=1, k=1)
    for name, n in (("256", 256), ("300", 300)):
        group.hand(
            f"{name}-of-the-most-frequent-value",
            "INI-2",
            f"{n} times 2, 90 times 0: the mode is 2",
            {"centroids": [[2]]},
            points=[[2]] * n + [[0]] * 90,
            draws=[0.5],
        )
    group = topic.group("distances", PAPER, attributes=[continuous(0, 2)], n_labels=1)
    group.filled(
        "nearest-by-less-than-a-float",
        "INI-5 INI-7",
        "1 + 1e-9 is nearer to 2 than to 0, which 32-bit floats don't tell",
        points=[[0.0], [2.0], [1.0 + 1e-9]],
        k=2,
        draws=[0.1, 0.1],
        tie=("INI-5", ["in/points"]),
    )

    group = topic.group("sums", PAPER, n_labels=1, k=1)
    for name, comment, points in (
        ("beyond-doubles", "1.001e308 twice", [[1e308], [1.001e308]]),
        ("below-minus-doubles", "-1.001e308 twice", [[-1e308], [-1.001e308]]),
        ("with-a-missing-value", "the instance without a value counts: 1.001e308 twice", [[1.001e308], [None]]),
    ):
        sign = -1 if "minus" in name else 1
        bounds = sorted((sign * 1e308, sign * 1.001e308))
        group.reject(name, "INI-7", comment, "range-overflow", attributes=[continuous(*bounds)], points=points)
    group.hand(
        "of-large-doubles",
        "INI-7",
        "8e307 twice is a number",
        {"centroids": [[8e307]]},
        attributes=[continuous(8e307, 8.01e307)],
        points=[[8e307], [8e307]],
        draws=[0.5],
    )


def _clustering(topic: Topic) -> None:
    group = topic.group("sums", PAPER, attributes=[continuous()], n_labels=1)
    group.reject(
        "of-a-partition-beyond-doubles",
        "INI-7",
        "1.001e308 twice, with the labels 1",
        "range-overflow",
        instances=[{"x": [x], "y": y} for x, y in ((1e308, "1"), (1.001e308, "1"), (1e308, "0"))],
    )
    group.reject(
        "of-a-later-partition",
        "INI-7",
        "refused before anything is drawn for the first partition, the label 0",
        "range-overflow",
        instances=[{"x": [x], "y": y} for x, y in ((1e308, "0"), (1e308, "1"), (1.001e308, "1"))],
    )
    for rate in (0, 1):
        group = topic.group(f"rate-{rate}-of-all", PAPER, n_labels=2)
        group.filled(
            "a-draw-for-every-gene",
            "INI-1 COV-4",
            f"rates of {rate}: every draw is made",
            attributes=[*binary(1), nominal(3), continuous()],
            instances=[{"x": [1, 2, 0.5], "y": "10"}, {"x": [0, 1, 1.5], "y": "11"}],
            settings={"p_hash_init": rate, "p_label_hash_init": rate},
            draws=[0.5, 0.5, *([0.3, 0.3, 0.3, 0.7, 0.3, 0.9, 0.9, 0.3, 0.3, 0.3] * 2)],
        )
