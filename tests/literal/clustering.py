"""INI: initial rules from k-means centroids of the instances that share a label combination."""

import math
from collections.abc import Sequence

from literal.representation import Attribute, Row
from literal.streams import Stream


def distance(attributes: Sequence[Attribute], a: Row, b: Row) -> float:
    """INI-5: squared Euclidean distance."""
    total = 0.0
    for (kind, *args), x, y in zip(attributes, a, b, strict=True):
        if x is None or y is None:
            continue
        d = float(x != y)
        if kind == "continuous":
            d = (x - y) / (args[1] - args[0]) if args[0] < args[1] else 0.0
        total += d * d
    return total


def centroid(attributes: Sequence[Attribute], members: Sequence[Row]) -> Row:
    """INI-2, INI-7: mean or mode of the present values; None where there is none."""
    values: list[float | None] = []
    for j, (kind, *_) in enumerate(attributes):
        present = [x for row in members if (x := row[j]) is not None]
        if not present:
            values.append(None)
        elif kind == "continuous":
            total = 0.0
            for x in present:
                total += x
            values.append(total / len(present))
        else:
            values.append(max(sorted(set(present)), key=present.count))
    return values


def start(rows: Sequence[Row], k: int, stream: Stream) -> list[Row]:
    """INI-6: up to k instances that differ from each other."""
    chosen: list[Row] = []
    for _ in range(k):
        different = [row for row in rows if all(list(row) != list(c) for c in chosen)]
        if different:
            chosen.append(different[math.floor(stream.draw() * len(different))])
    return chosen


def centroids(attributes: Sequence[Attribute], rows: Sequence[Row], gamma: float, stream: Stream) -> list[Row]:
    """INI-1, INI-7: the k-means centroids of one partition."""
    centres = start(rows, math.ceil(gamma * len(rows)), stream)
    assigned: list[int] = []
    for _ in range(500):
        nearest = []
        for row in rows:
            distances = [distance(attributes, row, c) for c in centres]
            nearest.append(distances.index(min(distances)))
        if nearest == assigned:
            break
        used = sorted(set(nearest))
        assigned = [used.index(c) for c in nearest]
        centres = [
            centroid(attributes, [row for row, c in zip(rows, assigned, strict=True) if c == new])
            for new in range(len(used))
        ]
    return centres


def partitions(rows: Sequence[Row], labels: Sequence[Sequence[int]]) -> list[tuple[Sequence[int], list[Row]]]:
    """INI-1: D by label combination, in order of first appearance."""
    parts: list[tuple[Sequence[int], list[Row]]] = []
    for row, combination in zip(rows, labels, strict=True):
        for seen, members in parts:
            if list(seen) == list(combination):
                members.append(row)
                break
        else:
            parts.append((combination, [row]))
    return parts
