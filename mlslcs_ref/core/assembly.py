"""How the parts of the system are made from settings; but for `learner`, nothing else in `core` knows their names."""

from __future__ import annotations

import math
from typing import Any

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.classifier import Accounting, ClassifierFactory
from mlslcs_ref.core.clock import GaClock, GaDue, StepClock, TruncatedGaDue
from mlslcs_ref.core.clustering import ClusteringInitialisation, kmeans_of
from mlslcs_ref.core.control import MatchSetControl
from mlslcs_ref.core.coverage import CoverageIndex, Instances
from mlslcs_ref.core.covering import Covering
from mlslcs_ref.core.cycle import TrainingCycle
from mlslcs_ref.core.deletion import Deletion, LogVotes, PlainVotes
from mlslcs_ref.core.discovery import Discovery, DiscoveryByLabel, DiscoveryInPhases
from mlslcs_ref.core.draws import Draws
from mlslcs_ref.core.events import Observer
from mlslcs_ref.core.genes import BinaryGene, Gene, IntervalGene, NominalGene, SteppedGene, Values
from mlslcs_ref.core.genetic import (
    CutPerChildCrossover,
    FirstParentSelection,
    GeneticAlgorithm,
    MultiLabelCrossover,
    ParentSelection,
    RepairAfterTest,
)
from mlslcs_ref.core.population import AHEAD, BLOCK, Population
from mlslcs_ref.core.roulette import Roulette
from mlslcs_ref.core.sets import CorrectSets
from mlslcs_ref.core.subsumption import AuthorsSubsumption, FinalMerge, Subsumption
from mlslcs_ref.core.update import Update
from mlslcs_ref.data.dataset import Attribute, BinaryAttribute, NominalAttribute, Schema
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.errors import DataError
from mlslcs_ref.settings import Settings

Ranges = tuple[tuple[float, ...], ...]
"""For each attribute x_min and x_max, or the 2^k listed steps of its bounds (EXT-7)."""


def layout_for(schema: Schema, ranges: Ranges, settings: Settings) -> Layout:
    """Return the layout of chromosomes for data of this schema and these ranges of continuous attributes."""
    genes = [_gene(attribute, ranges[index], settings) for index, attribute in enumerate(schema.attributes)]
    return Layout(genes, schema.n_labels)


def _gene(attribute: Attribute, bounds: tuple[float, ...], settings: Settings) -> Gene:
    if isinstance(attribute, BinaryAttribute):
        return BinaryGene()
    if isinstance(attribute, NominalAttribute):
        return NominalGene(len(attribute.values), settings.nominal_generality == "superset")
    if len(bounds) > 2:
        return SteppedGene(list(bounds), settings.precision_bits)
    gene = IntervalGene(
        bounds[0],
        bounds[1],
        settings.precision_bits,
        float32=settings.interval_arithmetic == "float32",
        ordered=settings.interval_order == "ordered",
        first_bound=settings.interval_equality == "first_bound",
        constant_inactive=settings.constant_attribute == "inactive",
    )
    finite = math.isnan(gene.low) or (math.isfinite(gene.low) and math.isfinite(gene.high))
    if not finite or not (gene.constant or math.isfinite(gene.range * gene.levels)):
        what = f"expected values whose range times {gene.levels} is a {settings.interval_arithmetic} number"
        found = f"found {bounds[0]!r} to {bounds[1]!r}; scale the attribute"
        raise DataError(f"{what}, {found}", column=attribute.name)
    return gene


def index_for(layout: Layout, instances: Matrix | Values, settings: Settings) -> CoverageIndex:
    """Return the index of which instances tests accept."""
    return CoverageIndex(layout, instances, settings.missing_match)


def accounting_for(schema: Schema, settings: Settings) -> Accounting:
    """Return what the counts of a rule are worth."""
    return Accounting(
        schema.n_labels,
        settings.omega,
        settings.phi,
        settings.accuracy_power,
        schema.n_labels if settings.experience_unit == "label" else 1,
    )


def clock_for(settings: Settings) -> GaClock:
    """Return the clock of the GA (CYC-2)."""
    return GaClock() if settings.ga_clock == "label" else StepClock()


def due_for(settings: Settings) -> GaDue:
    """Return the test whether a GA is due (CYC-2)."""
    return GaDue(settings.theta_ga) if settings.ga_due == "exact" else TruncatedGaDue(settings.theta_ga)


def roulette_for(settings: Settings) -> Roulette:
    """Return the wheel (GEN-3)."""
    return Roulette(settings.roulette_zero_weights == "allow")


def discount_threshold(settings: Settings) -> int:
    """Return the experience below which F_d is 0 (GEN-1)."""
    return settings.theta_exp if settings.discount_threshold == "theta_exp" else settings.theta_del


@mypyc_attr(allow_interpreted_subclasses=True)
class Assembly:
    """The parts of one run on D, given by its schema, values, labels, and ranges of continuous attributes.

    `block` and `ahead` are those of `Population`.
    """

    def __init__(
        self,
        schema: Schema,
        values: Matrix | Values,
        labels: Any,
        ranges: Ranges,
        settings: Settings,
        draws: Draws,
        observer: Observer | None,
        block: int = BLOCK,
        ahead: int = AHEAD,
    ) -> None:
        self.settings = settings
        self.draws = draws
        self.observer = observer
        self.layout = layout_for(schema, ranges, settings)
        self.instances = Instances(values, labels)
        index = index_for(self.layout, values, settings)
        self.factory = ClassifierFactory(self.layout, index, accounting_for(schema, settings))
        self.population = Population(index, block, ahead)
        self.clock = clock_for(settings)

    def covering(self, p_hash: float, p_label_hash: float, missing_draws: bool) -> Covering:
        """Return the operator that makes rules of instances (COV) or of centroids (INI)."""
        settings = self.settings
        return Covering(
            self.layout,
            self.draws,
            p_hash,
            p_label_hash,
            focus_specific=settings.covering_focus == "specific",
            bounds_corrected=settings.covering_bounds == "corrected",
            missing_draws=missing_draws,
            missing_match=settings.missing_match,
        )

    def selection(self) -> ParentSelection:
        """Return the choice of parents (GEN-1, GEN-2)."""
        select = ParentSelection if self.settings.zero_fitness_parents == "numerosity" else FirstParentSelection
        return select(self.draws, roulette_for(self.settings), discount_threshold(self.settings))

    def crossover(self) -> MultiLabelCrossover:
        """Return the crossover operator (GEN-4)."""
        cross = MultiLabelCrossover if self.settings.crossover_cut == "shared" else CutPerChildCrossover
        return cross(self.layout, self.draws, self.settings.crossover_rate)

    def genetic(self) -> GeneticAlgorithm:
        """Return the genetic algorithm (GEN)."""
        algorithm = GeneticAlgorithm if self.settings.zero_coverage_test == "after_repair" else RepairAfterTest
        return algorithm(self.factory, self.draws, self.selection(), self.crossover(), self.settings.mutation_rate)

    def subsumption(self) -> Subsumption:
        """Return the choice of absorbers (SUB)."""
        return self._absorbing_by(Subsumption if self.settings.absorption == "strongest" else AuthorsSubsumption)

    def final_merge(self) -> FinalMerge:
        """Return what merges P after a run: as the authors' program chooses absorbers, whatever the run does (FIN)."""
        return FinalMerge(self._absorbing_by(AuthorsSubsumption))

    def _absorbing_by(self, choice: type[Subsumption]) -> Subsumption:
        settings = self.settings
        return choice(
            self.layout,
            self.population,
            settings.theta_exp,
            settings.accuracy_threshold,
            discount_threshold(settings),
            at_last_update=settings.subsumer_ability == "last_update",
        )

    def discovery(self) -> Discovery:
        """Return the discovery component in its order (CYC-3)."""
        settings = self.settings
        order = DiscoveryByLabel if settings.discovery_order == "by_label" else DiscoveryInPhases
        return order(
            self.instances,
            self.population,
            self.factory,
            self.covering(settings.p_hash, settings.p_label_hash, missing_draws=True),
            self.genetic(),
            self.subsumption(),
            self.clock,
            due_for(settings),
            stamped_at_birth=settings.birth_timestamp == "clock",
            duplicates_merge=settings.covering_duplicates == "merge",
            observer=self.observer,
        )

    def deletion(self) -> Deletion:
        """Return the deletion mechanism (DEL)."""
        votes = LogVotes if self.settings.deletion_domain == "log" else PlainVotes
        return Deletion(self.population, self.draws, votes(self.settings.theta_del))

    def cycle(self) -> TrainingCycle:
        """Return the training cycle (CYC)."""
        settings = self.settings
        return TrainingCycle(
            self.instances,
            self.population,
            CorrectSets(self.layout.n_labels),
            self.clock,
            MatchSetControl(self.population) if settings.match_set_control else None,
            Update(settings.learning_rate),
            self.discovery(),
            self.deletion(),
            settings.population_size,
            zero_coverage_removed=settings.zero_coverage_test == "before_repair",
            observer=self.observer,
        )

    def initialisation(self) -> ClusteringInitialisation:
        """Return the clustering-based initialisation (INI)."""
        settings = self.settings
        return ClusteringInitialisation(
            self.population,
            self.factory,
            self.covering(settings.p_hash_init, settings.p_label_hash_init, missing_draws=False),
            kmeans_of(self.layout.conditions, self.draws),
            settings.clustering_gamma,
        )
