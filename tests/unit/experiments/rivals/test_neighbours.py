"""The nearest, and which of those that lie equally far: by hand, and beside a heap that is written plainly."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlslcs_ref.experiments.rivals.neighbours import nearest_places


@pytest.mark.parametrize(
    ("distances", "k", "kept"),
    [
        # nothing to choose
        ([4, 2, 3, 1], 2, [1, 3]),
        ([4, 2, 3, 1], 4, [0, 1, 2, 3]),
        ([4, 2], 0, []),
        # an equal one takes nobody's place
        ([2, 2, 2], 1, [0]),
        ([2, 3, 3, 2, 2], 3, [0, 3, 4]),
        # 0 is on top of 1, goes first, and is not the later of the two
        ([3, 3, 1], 2, [1, 2]),
        # on top 0, below it 1 and 2; 0 goes, 2 comes in its place and sinks nowhere
        ([3, 3, 3, 1], 3, [1, 2, 3]),
        # then on top 2, below it 1 and 3; 2 goes, 3 comes to the top and sinks below 1; 4 is put below
        ([3, 3, 3, 1, 1], 3, [1, 3, 4]),
        # on top 0; 1, 2 below it and 3 below 1. 0 goes, 3 comes up; 1 and 2 are equally far, and it sinks to the right
        ([4, 3, 3, 1, 2, 0], 4, [1, 3, 4, 5]),
    ],
)
def test_the_farthest_on_top_makes_room(distances: list[float], k: int, kept: list[int]) -> None:
    assert nearest_places(np.array(distances, dtype=float), k).tolist() == kept


def literal(distances: list[int], k: int) -> list[int]:
    """Return the same by one comparison for each distance, with the heap as a table from 1 to its size."""
    table: dict[int, int] = {}

    def away(node: int) -> int:
        return distances[table[node]]

    def swap(one: int, other: int) -> int:
        table[one], table[other] = table[other], table[one]
        return other

    for place, distance in enumerate(distances):
        if len(table) == k:
            if distance >= away(1):
                continue
            table[1] = table[k]
            del table[k]
            node = 1
            while True:
                left, right = 2 * node, 2 * node + 1
                if right in table and away(right) > away(node) and away(right) >= away(left):
                    node = swap(node, right)
                elif left in table and away(left) > away(node):
                    node = swap(node, left)
                else:
                    break
        node = len(table) + 1
        table[node] = place
        while node > 1 and away(node) > away(node // 2):
            node = swap(node, node // 2)
    return sorted(table.values())


@given(st.lists(st.integers(0, 5), min_size=1, max_size=80), st.integers(1, 12))
def test_it_is_the_heap_of_weka(distances: list[int], k: int) -> None:
    k = min(k, len(distances))

    assert nearest_places(np.array(distances, dtype=float), k).tolist() == literal(distances, k)
