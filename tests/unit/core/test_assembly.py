"""Settings become parts. Clauses: PAR-2, UPD-2, GEN-1, REP-3, REP-4, REP-6, REP-7, FIN-2."""

import math

import numpy as np
import pytest
from bitarray.util import zeros

from mlslcs_ref.core.assembly import accounting_for, index_for, layout_for
from mlslcs_ref.core.genes import BinaryGene, IntervalGene, NominalGene, single
from mlslcs_ref.data.schema import ContinuousAttribute, Schema, nominal
from mlslcs_ref.errors import DataError
from mlslcs_ref.settings import Settings


def test_the_defaults_of_paper_are_those_of_the_text() -> None:
    """Clauses: PAR-2, CYC-4."""
    settings = Settings.paper()

    assert (settings.mutation_rate, settings.crossover_rate, settings.learning_rate) == (0.04, 0.8, 0.2)
    assert (settings.accuracy_power, settings.precision_bits) == (10.0, 5)
    assert (settings.theta_del, settings.theta_exp, settings.theta_ga) == (20, 10, 2000)
    assert (settings.accuracy_threshold, settings.omega, settings.phi) == (0.99, 0.9, 1.0)
    assert (settings.population_size, settings.p_hash, settings.p_label_hash, settings.passes) == (5000, 0.5, 0.1, 500)
    assert (settings.clustering_gamma, settings.p_hash_init, settings.p_label_hash_init) == (0.2, 0.0, 0.0)
    assert (settings.update_only, Settings.authors().update_only) == (0.0, 0.1)


def test_the_rates_of_authors_are_32_bit_floats() -> None:
    """0.8 is 13421773/2^24 (2^24*0.8 = 13421772.8), 0.04 is 10737418/2^28 (2^28*0.04 = 10737418.24). Clauses: FIN-2."""
    settings = Settings.authors()

    assert settings.crossover_rate == 13421773 / 2**24 == single(0.8)
    assert settings.mutation_rate == 10737418 / 2**28 == single(0.04)


@pytest.mark.parametrize(("profile", "exp_per_match"), [("paper", 3), ("authors", 1)])
def test_experience_per_match_is_the_number_of_labels_in_paper_and_one_in_authors(
    profile: str, exp_per_match: int
) -> None:
    """Clauses: UPD-2."""
    schema = Schema((nominal("a", ("0", "1")),), ("x", "y", "z"))

    assert accounting_for(schema, Settings.profile(profile)).exp_per_match == exp_per_match


@pytest.mark.parametrize("profile", ["paper", "authors"])
def test_each_attribute_gets_the_gene_of_its_kind_and_profile(profile: str) -> None:
    """Clauses: REP-3, REP-4, REP-6, REP-10, SUB-2."""
    authors = profile == "authors"
    attributes = (nominal("a", ("0",)), nominal("b", ("0", "1", "2")), ContinuousAttribute("c"))
    ranges = ((math.nan, math.nan), (math.nan, math.nan), (2.0, 2.0))
    layout = layout_for(Schema(attributes, ("x",)), ranges, Settings.profile(profile))
    binary, values, interval = layout.conditions

    assert isinstance(binary, BinaryGene)
    assert isinstance(values, NominalGene)
    assert isinstance(interval, IntervalGene)
    assert values.generalises(0b0111, 0b0011) != authors
    assert (interval.float32, interval.never_active, interval.bits) == (authors, not authors, 5)
    backwards = interval.code(True, 9, 2)
    assert interval.ends(backwards) == ((9, 2) if authors else (2, 9))


@pytest.mark.parametrize(("profile", "n_matched"), [("paper", 1), ("authors", 0)])
def test_a_missing_number_passes_tests_in_paper_only(profile: str, n_matched: int) -> None:
    """[x_min, x_max] active. Clauses: REP-7."""
    settings = Settings.profile(profile)
    layout = layout_for(Schema((ContinuousAttribute("c"),), ("x",)), ((0.0, 1.0),), settings)
    gene = layout.conditions[0]
    assert isinstance(gene, IntervalGene)
    chromosome = zeros(layout.size, "little")
    layout.put(chromosome, 0, gene.code(True, 0, 31))

    assert index_for(layout, np.array([[math.nan]]), settings).matched(chromosome).count() == n_matched


def test_a_range_that_the_formula_of_bounds_cannot_hold_is_refused() -> None:
    """31*5e306 = 1.55e308 is below the largest double, 1.797e308; 31*6e306 = 1.86e308 is not. Clauses: REP-4."""
    schema = Schema((ContinuousAttribute("c"),), ("x",))
    (gene,) = layout_for(schema, ((0.0, 5e306),), Settings.paper()).conditions

    assert isinstance(gene, IntervalGene)
    assert gene.value(30) == pytest.approx(30 / 31 * 5e306, rel=1e-15)
    with pytest.raises(DataError):
        layout_for(schema, ((0.0, 6e306),), Settings.paper())
