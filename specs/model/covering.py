"""COV: covering (`specs/clauses/covering.md`)."""

import math

from model.arithmetic import Bits, Draw, Value
from model.representation import Attribute, World, bits_of, distances, value_for_missing


def covering(world: World, x: list[Value], y: Bits, focus: int, draw: Draw) -> Bits:
    """COV-1, COV-2, COV-6: a rule made of an instance for a label without a correct rule."""
    bits = covering_condition(world, x, world.settings.p_hash, draw, centroid=False)
    for label in range(world.n_labels):
        if label == focus and world.settings.covering_focus == "specific":
            active = 1
        else:
            active = 0 if draw() < world.settings.p_label_hash else 1
        bits += [active, y[label]]
    return bits


def covering_condition(world: World, x: list[Value], p_hash: float, draw: Draw, *, centroid: bool) -> Bits:
    """COV-1, REP-7: the condition that covering makes; INI-1: a missing value of a centroid makes no draw."""
    bits: Bits = []
    for attribute, value in zip(world.attributes, x, strict=True):
        if centroid and value is None:
            gene = [0] * attribute.width
        elif attribute.kind == "continuous":
            gene = covering_interval(attribute, value, p_hash, draw)
        else:
            gene = covering_values(attribute, value, p_hash, draw)
        if value is None and world.settings.missing_values == "match":
            gene = [0] * attribute.width  # REP-7
        bits += gene
    return bits


def covering_values(attribute: Attribute, x: Value, p_hash: float, draw: Draw) -> Bits:
    """COV-1, COV-4, COV-6: the gene of a binary or nominal attribute."""
    code = value_for_missing(attribute) if x is None else int(x)
    if attribute.kind == "binary":
        active = 0 if draw() < p_hash else 1
        return [active, code]
    active = 1 if draw() < 1 - p_hash else 0
    values = [1 if draw() < 0.5 else 0 for _ in range(attribute.n_values)]
    values[code] = 1
    return [active, *values]


def covering_interval(attribute: Attribute, x: Value, p_hash: float, draw: Draw) -> Bits:
    """COV-3, COV-6, REP-6: the gene of a continuous attribute."""
    settings = attribute.settings
    u1, u2 = draw(), draw()
    active = 1 if draw() < 1 - p_hash else 0
    b1, b2 = 0, 0
    if not attribute.has_range:
        if settings.constant_attribute == "inactive":
            active = 0
    elif x is not None:
        x = attribute.real(x)
        m, r = attribute.greatest, attribute.range
        below, above = distances(attribute, x)
        b1 = math.floor(clipped(((u1 * below) / r) * m, m))
        b2 = math.ceil(clipped(((r - u2 * above) / r) * m, m))
        if settings.covering_bounds == "corrected":
            while b1 > 0 and attribute.value(b1) > x:
                b1 -= 1
            while b2 < m and attribute.value(b2) < x:
                b2 += 1
    k = settings.precision_bits
    return [active, *bits_of(b1, k), *bits_of(b2, k)]


def clipped(z: float, m: int) -> float:
    """COV-3: within 0 to M."""
    return min(max(z, 0.0), float(m))
