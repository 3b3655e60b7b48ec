"""k-means and the rules made of its centroids. Clauses: INI-1 to INI-7, REP-7."""

import math
from typing import Final

import numpy as np
import pytest
from unit.core.builders import Bench, assert_spent, bits, notation_of

from mlslcs_ref.core.clustering import ClusteringInitialisation, InitialisationReport, kmeans_of
from mlslcs_ref.core.coverage import Instances
from mlslcs_ref.core.covering import Covering
from mlslcs_ref.core.genes import BinaryGene, Gene, IntervalGene, NominalGene
from mlslcs_ref.data.kmeans import MAX_ROUNDS
from mlslcs_ref.errors import DataError
from mlslcs_ref.oracle.tapes import RecordedDraws, ReplayedDraws

NAN: Final = math.nan
NEARLY_ONE: Final = 1.0 - 2.0**-53


def centroids(genes: list[Gene], points: list[list[float]], k: int, tape: list[float]) -> list[list[float]]:
    """Return the centroids; all of the tape is used."""
    draws = ReplayedDraws(tape)
    found: list[list[float]] = kmeans_of(genes, draws).centroids(np.array(points), k).tolist()
    assert_spent(draws, len(tape))
    return found


def number(low: float, high: float) -> IntervalGene:
    return IntervalGene(low, high, 3)


def test_each_start_is_drawn_among_the_instances_that_differ_from_all_before() -> None:
    """0, 0, 3, 1: floor(0.5*4) = 2 takes 3; of 0, 0, 1 floor(0.99*3) = 2 takes 1; of 0, 0 floor(0.7*2) = 1 takes 0.

    Three clusters exist, so the fourth of k = 4 has no candidate and no draw. Clauses: INI-6.
    """
    points = [[0.0], [0.0], [3.0], [1.0]]

    assert centroids([number(0.0, 3.0)], points, 4, [0.5, 0.99, 0.7]) == [[3.0], [1.0], [0.0]]


def test_a_missing_value_equals_only_a_missing_value_among_starts() -> None:
    """(NaN, 0) twice and (1, 0): after the first only the third differs. Clauses: INI-6."""
    points = [[NAN, 0.0], [NAN, 0.0], [1.0, 0.0]]
    draws = ReplayedDraws([0.0, 0.99])
    starts = kmeans_of([number(0.0, 1.0), number(0.0, 1.0)], draws)._start(np.array(points), 3)

    assert np.array_equal(starts, np.array([[NAN, 0.0], [1.0, 0.0]]), equal_nan=True)
    assert_spent(draws, 2)


def test_instances_move_to_the_nearest_centroid_until_none_does() -> None:
    """0, 1, 4, 10 from the starts 0 and 1.

    {0}, {1, 4, 10}: 0 and 15/3 = 5; then 1 is nearer to 0 (1 against 16), 4 to 5: {0, 1}, {4, 10}: 0.5 and 7; 4 is
    3 from 7 and 3.5 from 0.5: no change. Clauses: INI-7.
    """
    assert centroids([number(0.0, 10.0)], [[0.0], [1.0], [4.0], [10.0]], 2, [0.0, 0.0]) == [[0.5], [7.0]]


def test_an_instance_between_two_centroids_goes_to_the_lower_index() -> None:
    """1 is as far from 2, the first start, as from 0: (2 + 1)/2 = 1.5. Clauses: INI-7."""
    assert centroids([number(0.0, 2.0)], [[0.0], [2.0], [1.0]], 2, [0.5, 0.0]) == [[1.5], [0.0]]


def test_differences_are_divided_by_the_range() -> None:
    """(5, 0) to (0, 0): (5/10)^2 = 0.25; to (4, 1): 0.01 + 1 = 1.01. Undivided they were 25 and 2. Clauses: INI-5."""
    points = [[0.0, 0.0], [4.0, 1.0], [5.0, 0.0]]

    assert centroids([number(0.0, 10.0), number(0.0, 1.0)], points, 2, [0.0, 0.0]) == [[2.5, 0.0], [4.0, 1.0]]


def test_binary_and_nominal_attributes_add_zero_or_one_and_constant_ones_nothing() -> None:
    """(0, 2, 5) to the start (0, 0, 5): 0 + 1 = 1; to (1, 1, 5): 1 + 1 = 2. By difference of codes it were 4 and 2.

    Mode of 0 and 2: both once, 0 comes first. Clauses: INI-5, INI-2.
    """
    genes: list[Gene] = [BinaryGene(), NominalGene(3), number(5.0, 5.0)]
    points = [[0.0, 0.0, 5.0], [1.0, 1.0, 5.0], [0.0, 2.0, 5.0]]

    assert centroids(genes, points, 2, [0.0, 0.0]) == [[0.0, 0.0, 5.0], [1.0, 1.0, 5.0]]


@pytest.mark.parametrize(("values", "mode"), [([2.0, 1.0, 2.0], 2.0), ([2.0, 1.0], 1.0), ([NAN, 2.0], 2.0)])
def test_the_centroid_of_a_nominal_attribute_is_its_mode_the_first_of_the_schema_on_ties(
    values: list[float], mode: float
) -> None:
    """Clauses: INI-2."""
    assert centroids([NominalGene(3)], [[value] for value in values], 1, [0.0]) == [[mode]]


def test_a_missing_value_adds_no_distance_and_does_not_count_in_the_mean() -> None:
    """Starts 0 and 4 (range 4). NaN is 0 from both and goes to the first; means (0)/1 and 4. Clauses: INI-5, INI-7."""
    assert centroids([number(0.0, 4.0)], [[0.0], [4.0], [NAN]], 2, [0.0, 0.0]) == [[0.0], [4.0]]


def test_an_attribute_that_no_member_has_is_missing_in_the_centroid() -> None:
    """Clauses: INI-7."""
    (centroid,) = centroids([number(0.0, 1.0), number(0.0, 1.0)], [[NAN, 0.0], [NAN, 1.0]], 1, [0.0])

    assert math.isnan(centroid[0])
    assert centroid[1] == 0.5


def test_numbers_of_which_no_mean_can_be_taken_are_refused_before_anything_is_drawn() -> None:
    """1.1e308 + 1e308 is infinite (INI-7)."""
    with pytest.raises(DataError):
        kmeans_of([number(1e308, 1.1e308)], ReplayedDraws([])).require_means(np.array([[1.1e308], [1e308]]))


def test_a_cluster_without_members_is_dropped() -> None:
    """Starts (1, 0), (NaN, 0), (0, 1): the second is 0 from the first, which has the lower index. Clauses: INI-7."""
    points = [[1.0, 0.0], [NAN, 0.0], [0.0, 1.0]]

    assert centroids([number(0.0, 1.0), number(0.0, 1.0)], points, 3, [0.0] * 3) == [[1.0, 0.0], [0.0, 1.0]]


def test_centroids_are_recomputed_at_most_500_times() -> None:
    """Clauses: INI-7."""
    assert MAX_ROUNDS == 500


def initialise(
    home: Bench, rows: list[list[float]], labels: list[str], gamma: float, tape: list[float], p_hash: float = 0.0
) -> tuple[InitialisationReport, list[str]]:
    """Fill P of `home` and return the report with the purposes of the draws; all of the tape is used."""
    replayed = ReplayedDraws(tape)
    draws = RecordedDraws(replayed)
    covering = Covering(
        home.layout,
        draws,
        p_hash,
        p_hash,
        focus_specific=True,
        bounds_corrected=True,
        missing_draws=False,
        missing_match=True,
    )
    kmeans = kmeans_of(home.layout.conditions, draws)
    initialisation = ClusteringInitialisation(home.population, home.factory, covering, kmeans, gamma)
    values = np.array(rows)
    report = initialisation.initialise(Instances(values, [[digit == "1" for digit in text] for text in labels]))
    assert_spent(replayed, len(tape))
    return report, [purpose for purpose, _number in draws.tape]


def test_each_label_combination_makes_its_rules_in_order_of_first_appearance() -> None:
    """Labels 01 four times, 10 once: ceil(0.5*4) = 2 clusters, then ceil(0.5*1) = 1.

    01: 00, 01, 11, 11; starts floor(0.5*4) = 2 -> 11, then of 00, 01 floor(0) -> 00. 01 is 1 from both and joins 11:
    modes 1 (of 0, 1, 1) and 1. No change after that: 01 is now 1 from both still. Rules 11 -> 01, 00 -> 01, then
    10 -> 10; P# = 0 makes every u active, one draw for each attribute and each label. Clauses: INI-1, INI-7, INI-2.
    """
    rows = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 1.0]]
    home = Bench(rows, 2)
    tape = [0.5, 0.0, *[0.0] * 8, 0.0, *[0.0] * 4]
    report, purposes = initialise(home, rows, ["01", "10", "01", "01", "01"], 0.5, tape)

    assert [notation_of(rule, 2) for rule in home.population.rules()] == ["11 -> 01", "00 -> 01", "10 -> 10"]
    assert [(rule.ts, rule.created, rule.num) for rule in home.population.rules()] == [(0, 0, 1)] * 3
    assert (report.n_centroids, report.n_zero_coverage) == (3, 0)
    one_rule = ["cover.attribute"] * 2 + ["cover.label"] * 2
    assert purposes == [*["cluster.start"] * 2, *one_rule, *one_rule, "cluster.start", *one_rule]


def test_the_condition_of_a_centroid_is_made_as_by_covering() -> None:
    """K = 3 over [0, 8]: the centroid (0 + 8)/2 = 4 with 0.75 and 0.5 gives floor(2.625) = 2 and ceil(5.25) = 6.

    [2, 6] stands for [2.29, 6.86] and holds neither 0 nor 8: it is kept out. With 0 and 0 it is [0, 7]. The nominal
    mode 0 gets the values 2 by 0.4, and label 1 is generalised with P#_init = 0.5. Clauses: INI-1, INI-3.
    """
    rows = [[0.0, 0.0], [8.0, 0.0]]
    genes: list[Gene] = [number(0.0, 8.0), NominalGene(3)]
    kept, dropped = Bench(rows, 2, genes=genes), Bench(rows, 2, genes=genes)
    rest = [0.4, 0.4, 0.5, 0.5, 0.4, 0.5, 0.4]
    report, _purposes = initialise(kept, rows, ["11", "11"], 0.5, [0.0, 0.0, 0.0, *rest], 0.5)
    other, _purposes = initialise(dropped, rows, ["11", "11"], 0.5, [0.0, 0.75, 0.5, *rest], 0.5)

    assert [rule.chromosome for rule in kept.population.rules()] == [bits("1 000 111 1 101 11 01")]
    assert (report.n_centroids, report.n_zero_coverage) == (1, 0)
    assert dropped.population.rules() == []
    assert (other.n_centroids, other.n_zero_coverage) == (1, 1)


def test_equal_rules_merge_as_they_are_made() -> None:
    """Two clusters, 0 and 1, that P#_init = 0.5 generalises alike: # -> 1 with num 2. Clauses: INI-4."""
    rows = [[0.0], [1.0]]
    home = Bench(rows, 1)
    initialise(home, rows, ["1", "1"], 1.0, [0.0, 0.0, 0.4, 0.5, 0.4, 0.5], 0.5)

    assert [(notation_of(rule, 1), rule.num) for rule in home.population.rules()] == [("# -> 1", 2)]


def test_the_number_of_clusters_is_rounded_up() -> None:
    """ceil(0.2*6) = 2 starts of 6 different instances; ceil(0.2*5) = 1 of 5. Clauses: INI-1."""
    for n, k in ((6, 2), (5, 1)):
        rows = [[float(place)] for place in range(n)]
        home = Bench(rows, 1, genes=[number(0.0, n - 1.0)])
        report, _purposes = initialise(home, rows, ["1"] * n, 0.2, [0.0] * (k + 4 * k))

        assert report.n_centroids == k
