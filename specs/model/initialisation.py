"""INI: clustering-based initialisation (`specs/clauses/initialisation.md`)."""

import math

from model.arithmetic import Bits, Draw, RefusalError, Value
from model.covering import covering_condition
from model.deletion import delete_surplus
from model.matching import coverage
from model.parameters import Rule
from model.representation import World, equal
from model.state import State


def initialise(state: State) -> tuple[int, int]:
    """INI-1, INI-3, INI-4: fill P from centroids; how many there were, and how many of them match nothing."""
    world, settings = state.world, state.world.settings
    partitions: list[tuple[Bits, list[list[Value]]]] = []
    for instance in world.instances:
        if instance.y not in [y for y, _ in partitions]:
            same_labels = [other.x for other in world.instances if other.y == instance.y]
            require_means(world, same_labels)
            partitions.append((instance.y, same_labels))
    n_centroids = n_unmatched = 0
    for y, points in partitions:
        for centroid in k_means(world, points, math.ceil(settings.clustering_gamma * len(points)), state.draw):
            bits = covering_condition(world, centroid, settings.p_hash_init, state.draw, centroid=True)
            for value in y:
                bits += [0 if state.draw() < settings.p_label_hash_init else 1, value]
            n_centroids += 1
            same = [rule for rule in state.P if equal(world, rule.bits, bits)]
            if coverage(world, bits) == 0:  # INI-3
                n_unmatched += 1
            elif same:  # INI-4
                same[0].num += 1
            else:
                state.insert(Rule(bits))
    delete_surplus(state)
    return n_centroids, n_unmatched


def require_means(world: World, points: list[list[Value]]) -> None:
    """INI-7: data of which a sum could overflow are refused, before the first draw."""
    for i, attribute in enumerate(world.attributes):
        largest = max([abs(x) for x in (point[i] for point in points) if x is not None], default=0.0)
        if attribute.kind == "continuous" and not math.isfinite(largest * float(len(points))):
            raise RefusalError("range-overflow")


def k_means(world: World, points: list[list[Value]], k: int, draw: Draw) -> list[list[Value]]:
    """INI-6, INI-7: centroids of a partition."""
    centroids: list[list[Value]] = []
    candidates = points
    for _ in range(k):
        if not candidates:
            break
        centroids.append(candidates[math.floor(draw() * len(candidates))])
        candidates = [point for point in candidates if point != centroids[-1]]
    stored: list[int] | None = None
    for _ in range(500):
        assigned = [nearest(world, point, centroids) for point in points]
        if assigned == stored:
            break
        used = [j for j in range(len(centroids)) if j in assigned]
        stored = [used.index(j) for j in assigned]
        centroids = [
            mean(world, [point for point, j in zip(points, stored, strict=True) if j == cluster])
            for cluster in range(len(used))
        ]
    return centroids


def nearest(world: World, point: list[Value], centroids: list[list[Value]]) -> int:
    """INI-7: the index of the nearest centroid, the lowest of several."""
    distances = [distance(world, point, centroid) for centroid in centroids]
    return distances.index(min(distances))


def mean(world: World, members: list[list[Value]]) -> list[Value]:
    """INI-2, INI-7: the centroid of a cluster."""
    centroid: list[Value] = []
    for i, attribute in enumerate(world.attributes):
        present = [x for x in (member[i] for member in members) if x is not None]
        if not present:
            centroid.append(None)
        elif attribute.kind == "continuous":
            total = 0.0
            for x in present:
                total = total + x
            centroid.append(total / len(present))
        else:
            counts = [present.count(code) for code in range(attribute.n_values)]
            centroid.append(counts.index(max(counts)))
    return centroid


def distance(world: World, p: list[Value], c: list[Value]) -> float:
    """INI-5: squared Euclidean distance."""
    total = 0.0
    for attribute, p_i, c_i in zip(world.attributes, p, c, strict=True):
        if p_i is None or c_i is None:
            continue
        if attribute.kind != "continuous":
            total = total + (0.0 if p_i == c_i else 1.0)
        elif attribute.has_range:
            z = (p_i - c_i) / attribute.range
            total = total + z * z
    return total
