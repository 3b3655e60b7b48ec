"""Random schemas, data sets and settings: small, but with everything in them that a clause speaks of."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from bitarray import bitarray
from bitarray.util import zeros
from hypothesis import settings as effort
from hypothesis import strategies as st

from mlslcs_ref.core.assembly import Assembly
from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.draws import Draws, PcgDraws
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import Attribute, BinaryAttribute, ContinuousAttribute, NominalAttribute, Schema
from mlslcs_ref.settings import PROFILES, Settings, setting_infos

KINDS: Final = ("binary", "nominal", "continuous")
FEW_LABELS: Final = (1, 2, 3, 4)
ANY_LABELS: Final = (1, 2, 3, 4, 60, 61, 70)
"""Numbers of labels on both sides of 60, which is what fits into one mask."""

EXTREMES: Final = (0.0, -0.0, 0.1, 5e-324, -1e-45, 1e16, 1e16 + 2, 16777217.0, -1e37, 1e37)
"""Numbers that are finite in 32 bits too, some of them equal there though they differ in 64."""

AFTER_TRAINING: Final = frozenset(
    {
        "vote_weight",
        "active_labels",
        "ival_search",
        "pcut_search",
        "best_order",
        "empty_label_sets",
        "compaction_weight",
    }
)
SWITCHES: Final = tuple(
    info for info in setting_infos() if (info.choices or info.kind is bool) and info.name not in AFTER_TRAINING
)
"""The settings by which a run of one profile differs from a run of the other, numbers left out."""


def share(part: float) -> effort:
    """A share of the examples that the profile gives a test: for the costly ones."""
    return effort(max_examples=max(1, round(effort().max_examples * part)))


@st.composite
def schemas(
    draw: st.DrawFn, kinds: Sequence[str] = KINDS, labels: Sequence[int] = FEW_LABELS, most_attributes: int = 4
) -> Schema:
    """Schemas of these kinds of attributes, mixed, and with one of these numbers of labels."""
    chosen = draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=most_attributes))
    attributes: list[Attribute] = []
    for index, kind in enumerate(chosen):
        if kind == "continuous":
            attributes.append(ContinuousAttribute(f"a{index}"))
        else:
            n_values = draw(st.integers(1, 2) if kind == "binary" else st.integers(3, 5))
            values = tuple(f"v{value}" for value in range(n_values))
            attributes.append((BinaryAttribute if kind == "binary" else NominalAttribute)(f"a{index}", values))
    return Schema(tuple(attributes), tuple(f"l{label}" for label in range(draw(st.sampled_from(labels)))))


def numbers() -> st.SearchStrategy[float]:
    """Values of continuous attributes: small whole ones, so that some are equal, fractions and extreme ones."""
    return st.one_of(st.integers(-2, 2).map(float), st.floats(-1.0, 1.0, width=32), st.sampled_from(EXTREMES))


@st.composite
def columns(draw: st.DrawFn, attribute: Attribute, n_rows: int, missing: bool) -> list[float]:
    """The values of one attribute: constant ones and wholly missing ones are among them."""
    if isinstance(attribute, ContinuousAttribute):
        pool = draw(st.lists(numbers(), min_size=1, max_size=4))
    else:
        pool = [float(code) for code in range(len(attribute.values))]
    if missing and draw(st.booleans()):
        pool = draw(st.sampled_from(([*pool, np.nan], [np.nan])))
    return draw(st.lists(st.sampled_from(pool), min_size=n_rows, max_size=n_rows))


def bit_arrays(size: int) -> st.SearchStrategy[bitarray]:
    """Any bits; the last ones are set as often as the first, which a random integer of this size does not give."""
    n_bytes = (size + 7) // 8
    return st.binary(min_size=n_bytes, max_size=n_bytes).map(lambda drawn: bitarray(drawn, "little")[:size])


@st.composite
def datasets(
    draw: st.DrawFn,
    kinds: Sequence[str] = KINDS,
    labels: Sequence[int] = FEW_LABELS,
    missing: bool = True,
    most_rows: int = 8,
) -> Dataset:
    """Data sets to train on, with duplicate rows, and duplicate conditions with different labels."""
    schema = draw(schemas(kinds, labels))
    n_rows = draw(st.integers(1, most_rows))
    X = np.array([draw(columns(attribute, n_rows, missing)) for attribute in schema.attributes]).T
    L = schema.n_labels
    Y = np.array([draw(bit_arrays(L)).tolist() for _row in range(n_rows)])
    order = draw(st.one_of(st.just(list(range(n_rows))), st.lists(st.integers(0, n_rows - 1), min_size=1, max_size=8)))
    return Dataset(schema, X[order], Y[order])


@st.composite
def settings(draw: st.DrawFn, /, profiles: Sequence[str] = (*PROFILES, "mixture"), **fixed: object) -> Settings:
    """Settings under which a short run meets covering, GA, subsumption, control and deletion.

    A ``mixture`` takes every switch from one of the profiles, or another of its choices, at random.
    """
    rates = st.one_of(st.sampled_from((0.0, 0.3, 0.5, 1.0)), st.floats(0.0, 1.0))
    phi = draw(st.sampled_from((1.0, 0.5, 0.0)))
    changes: dict[str, object] = {
        "population_size": draw(st.integers(1, 30)),
        "passes": draw(st.integers(1, 20)),
        "theta_ga": draw(st.integers(0, 12)),
        "p_hash": draw(rates),
        "p_label_hash": draw(rates),
        "crossover_rate": draw(rates),
        "mutation_rate": draw(st.sampled_from((0.0, 0.04, 0.2))),
        "learning_rate": draw(rates),
        "accuracy_power": draw(st.sampled_from((10.0, 1.0, 2.5, 0.5, 300.0))),
        "accuracy_threshold": draw(st.sampled_from((0.99, 0.5, 0.0))),
        "theta_exp": draw(st.integers(0, 10)),
        "theta_del": draw(st.integers(0, 20)),
        "omega": phi * draw(st.sampled_from((0.9, 1.0, 0.0))),
        "phi": phi,
        "precision_bits": draw(st.sampled_from((5, 1, 2, 3, 9))),
        "update_only": draw(st.sampled_from((0.0, 0.1, 0.5))),
        "clustering": draw(st.booleans()),
        "clustering_gamma": draw(st.sampled_from((0.2, 0.6, 1.0))),
        "p_hash_init": draw(rates),
        "p_label_hash_init": draw(rates),
        "match_set_control": draw(st.booleans()),
    }
    profile = draw(st.sampled_from(profiles))
    if profile == "mixture":
        for info in SWITCHES:
            changes[info.name] = draw(st.sampled_from(info.choices) if info.choices else st.booleans())
        if changes["clustering"]:
            # the mean of equal numbers may be an ulp beyond them, and raw bounds are not defined there (COV-3)
            changes["covering_bounds"] = "corrected"
        profile = "paper"
    return Settings.profile(profile, **{**changes, **fixed})


def assembly(dataset: Dataset, settings: Settings, stream: Draws | None = None) -> Assembly:
    """The parts of a run, with an empty P."""
    stream = stream or PcgDraws(0)
    return Assembly(dataset.schema, dataset.X, dataset.Y.tolist(), dataset.ranges(), settings, stream, None)


@st.composite
def chromosomes(draw: st.DrawFn, layout: Layout) -> bitarray:
    """Any bits, with about half of the genes inactive, so that rules are often general, equal and in each other."""
    bits = zeros(layout.size, "little")
    for index, gene in enumerate(layout.conditions):
        largest = 2**gene.width - 1
        # every bit set is the bound at x_max, which the largest value of the data lies on
        layout.put(bits, index, draw(st.one_of(st.just(0), st.just(largest), st.integers(0, largest))))
    bits[layout.condition_size :] = draw(bit_arrays(2 * layout.n_labels))
    return bits


@st.composite
def rules(draw: st.DrawFn, parts: Assembly, repaired: bool = True, relative: Classifier | None = None) -> Classifier:
    """A rule with any past, not in P; of a relative it differs in a few bits, so that one is often general."""
    if relative is None:
        bits = draw(chromosomes(parts.layout))
    else:
        bits = relative.chromosome.copy()
        for position in draw(st.lists(st.integers(0, parts.layout.size - 1), max_size=2)):
            bits.invert(position)
    if repaired:
        parts.layout.repair(bits)
    rule = parts.factory.make(bits, parts.factory.index.matched(bits), draw(st.integers(0, 5)))
    rule.matches = draw(st.integers(0, 12))
    most = rule.matches * rule.consequent.n_decided
    rule.correct = draw(st.one_of(st.just(most), st.integers(0, most)))
    rule.cs = draw(st.floats(1.0, 60.0))
    rule.num = draw(st.integers(1, 4))
    rule.stamped_at = draw(st.integers(-1, rule.matches))
    return rule


@st.composite
def populations(draw: st.DrawFn, parts: Assembly, most: int = 6) -> list[Classifier]:
    """Rules that have been inserted into the P of these parts, in its order."""
    members = draw(st.lists(rules(parts), min_size=1, max_size=most))
    for step, rule in enumerate(members):
        parts.population.insert(rule, step)
    return members
