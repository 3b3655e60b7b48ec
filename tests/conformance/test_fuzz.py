"""Random cases of all formats find faults of the model, those too that no vector notices.

The bound is a number of cases, of which a quiet machine asks more in two minutes: a slow one takes longer, and fails no
test.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest
from local_clients import model_client
from model_copies import faulty_copy, imported_copy
from specification import whole_suite

from mlslcs_ref.oracle.fuzz.search import FuzzOptions, fuzzed
from mlslcs_ref.oracle.judging import judged
from mlslcs_ref.oracle.suite import Suite

CASES: Final = 6000
FAULTS: Final[Mapping[str, tuple[str, str, str]]] = {
    "bounds of 15 bits and more lose the lowest": (
        "run",
        "    return [number // 2**i % 2 for i in range(k)]",
        "    return [number // 2**i % 2 if i > 0 or k < 15 else 0 for i in range(k)]",
    ),
    "plain votes that weigh by fitness ask theta_exp": (
        "deletion",
        "    young = rule.exp < settings.theta_del",
        (
            '    mixed = settings.deletion_domain == "plain" and settings.vote_weight == "fitness"\n'
            "    young = rule.exp < (settings.theta_exp if mixed else settings.theta_del)"
        ),
    ),
    "cuts per child are exchanged where discovery goes by label": (
        "crossover",
        "        cut2 = math.ceil(draw() * size_x - 1)",
        (
            "        cut2 = math.ceil(draw() * size_x - 1)\n"
            '        if world.settings.discovery_order == "by_label":\n'
            "            cut1, cut2 = cut2, cut1"
        ),
    ),
    "the wheel stops one rule early behind 37 rules": (
        "selection",
        "            return i\n",
        "            return i if i < 37 else i - 1\n",
    ),
    "coverage is counted in eight bits": (
        "control",
        "    return len([instance for instance in world.instances if matches(world, bits, instance.x)])",
        "    return len([instance for instance in world.instances if matches(world, bits, instance.x)]) % 256",
    ),
    "k-means ends after three rounds": ("k-means", "    for _ in range(500):", "    for _ in range(3):"),
    "a missing coordinate is some distance away": (
        "k-means",
        "        if p_i is None or c_i is None:\n            continue",
        (
            "        if p_i is None or c_i is None:\n"
            '            unhandled = world.settings.missing_values == "unhandled" and p_i is not None\n'
            "            total = total + (0.25 if unhandled else 0.0)\n"
            "            continue"
        ),
    ),
    "covering writes no value behind the 64th": (
        "covering",
        "    values[code] = 1",
        "    values[min(code, 63)] = 1",
    ),
    "labels in common are counted in six bits": (
        "metrics",
        "    return len([1 for a, b in pairs if a and b]), len([1 for a, b in pairs if a or b])",
        "    return len([1 for a, b in pairs if a and b]) % 64, len([1 for a, b in pairs if a or b])",
    ),
    "k-means ends after twenty rounds": ("k-means", "    for _ in range(500):", "    for _ in range(20):"),
    "compaction looks at 128 instances": (
        "compaction",
        "        if all(decides_all(world, [rules[i] for i in order[:n]], x) for x in xs):",
        "        if all(decides_all(world, [rules[i] for i in order[:n]], x) for x in xs[:128]):",
    ),
    "64 rules are compacted": (
        "compaction",
        "    order = [i for i, rule in enumerate(rules) if rule.exp > 0]",
        "    order = [i for i, rule in enumerate(rules[:64]) if rule.exp > 0]",
    ),
    "64 rules are asked by BEST": (
        "best",
        "    asked = [rule for rule in rules if rule.exp > 0 and matches(world, rule.bits, x)]",
        "    asked = [rule for rule in rules[:64] if rule.exp > 0 and matches(world, rule.bits, x)]",
    ),
    "values are counted in 16 bits and a sign": (
        "decode",
        '"values": [i for i, bit in enumerate(gene[1:]) if bit == 1]}',
        '"values": [(i + 2**15) % 2**16 - 2**15 for i, bit in enumerate(gene[1:]) if bit == 1]}',
    ),
    "votes of 128 instances are candidates": (
        "thresholds",
        "    return sorted({n for row in votes for n in row if 0 < n < 0.5} | {0.5})",
        "    return sorted({n for row in votes[:128] for n in row if 0 < n < 0.5} | {0.5})",
    ),
    "the last 129 rules are never equal to a child": (
        "subsumption",
        "        competing = [rule for rule in rules if equal(world, rule.bits, child)]",
        "        competing = [rule for rule in rules[:128] if equal(world, rule.bits, child)]",
    ),
    "only two hundred rules vote": (
        "votes",
        "    for rule in rules:\n        if rule.exp == 0 or not matches(world, rule.bits, x):",
        "    for rule in rules[:200]:\n        if rule.exp == 0 or not matches(world, rule.bits, x):",
    ),
    "gains at the end are counted in eight bits": (
        "final-merge",
        "            winner.num += c.num",
        "            winner.num = (winner.num + c.num) % 2**8 or 256",
    ),
    "clusters of the first 256 points are all": (
        "k-means",
        "        used = [j for j in range(len(centroids)) if j in assigned]",
        (
            "        used = [j for j in range(len(centroids)) if j in assigned[:256]]\n"
            "        assigned = [j if j in used else used[-1] for j in assigned]"
        ),
    ),
    "64 rules are asked for a match": (
        "votes",
        "    return len([x for x in xs if not match_set(world, rules, x)])",
        "    return len([x for x in xs if not match_set(world, rules[:64], x)])",
    ),
    "the wheel stops early behind five rules where the log of votes meets weights of 0": (
        "selection",
        "            return i\n",
        (
            '            by_num = settings.zero_fitness_parents == "numerosity"\n'
            '            odd = by_num and settings.roulette_zero_weights == "allow"\n'
            '            return i - 1 if i > 5 and odd and settings.deletion_domain == "log" else i\n'
        ),
    ),
    "127 labels have no last one": (
        "evaluation",
        "    pairs = list(zip(y, h, strict=True))",
        "    pairs = list(zip(y, h, strict=True))\n    pairs = pairs[:126] if len(pairs) == 127 else pairs",
    ),
    "one point of 127 starts no cluster": (
        "k-means",
        "        candidates = [point for point in points if point not in centroids]",
        (
            "        candidates = [\n"
            "            point for point in points[: 126 if len(points) == 127 else None] if point not in centroids\n"
            "        ]"
        ),
    ),
}
"""Single faults: a format whose cases show each, a text of the model, and what stands there instead."""
UNNOTICED: Final = tuple(FAULTS)[-3:]
"""Those that no vector notices."""


@pytest.fixture(scope="module")
def suite() -> Suite:
    return whole_suite()


@pytest.mark.slow
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_by_random_cases_of_all_formats(name: str, tmp_path: Path, suite: Suite) -> None:
    _, sound, faulty = FAULTS[name]
    with imported_copy(faulty_copy(tmp_path, sound, faulty)) as executor:
        found = fuzzed(model_client(executor), suite, FuzzOptions(1, (), CASES, 1e6, findings=1))

    assert found.findings


@pytest.mark.slow
def test_whole_runs_find_what_takes_hundreds_of_steps(tmp_path: Path, suite: Suite) -> None:
    sound = "    state.t += 1\n    i = (state.t - 1)"
    faulty = "    state.t += 1\n    state.clock %= 2**8\n    i = (state.t - 1)"
    with imported_copy(faulty_copy(tmp_path, sound, faulty)) as executor:
        found = fuzzed(model_client(executor), suite, FuzzOptions(1, (), 300, 1e6, whole_runs=True, findings=1))

    assert found.findings


@pytest.mark.slow
@pytest.mark.parametrize("name", UNNOTICED)
def test_no_vector_notices(name: str, tmp_path: Path, suite: Suite) -> None:
    _, sound, faulty = FAULTS[name]
    with imported_copy(faulty_copy(tmp_path, sound, faulty)) as executor:
        answer = model_client(executor).ask
        missed = [
            vector.id
            for vector in suite.vectors
            if judged(vector, answer(vector.case), suite.comparisons[vector.format]).bad
        ]

    assert missed == []
