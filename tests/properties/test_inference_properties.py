"""Inference, metrics and compaction are those of the model of the specification, and depend on nothing else."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pytest
from bitarray import bitarray
from bitarray.util import zeros
from hypothesis import given
from hypothesis import strategies as st
from snapshots import snapshot
from strategies import datasets, settings, share
from twins import model_settings, model_world

from mlslcs_ref.core.assembly import accounting_for
from mlslcs_ref.core.classifier import Classifier, restored
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.inference.thresholds import Thresholds
from mlslcs_ref.inference.votes import normalised_votes
from mlslcs_ref.learning.training import Training
from mlslcs_ref.metrics import METRICS, Metric, scores
from mlslcs_ref.rulesets import consultation
from mlslcs_ref.rulesets.bridge import rule_of
from mlslcs_ref.rulesets.compaction import compacted
from mlslcs_ref.rulesets.consultation import METHODS, Consultation
from mlslcs_ref.rulesets.rule import Rule as PublicRule
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.settings import PROFILES, Settings
from model import inference as model_inference
from model.matching import matches
from model.metrics import accuracy, exact_match, hamming_loss
from model.metrics import compacted as model_compacted
from model.parameters import Rule
from model.parameters import Settings as ModelSettings
from model.representation import World

Labels = list[list[int]]
BOTH: Final = pytest.mark.parametrize("profile", PROFILES)


def trained(dataset: Dataset, run: Settings, seed: int) -> RuleSet:
    """The rules of a short run."""
    return Training(dataset, run, seed).complete().ruleset


@st.composite
def rules(draw: st.DrawFn, dataset: Dataset, run: Settings) -> Classifier:
    """Rules of any bits and any counts that agree with each other."""
    layout = snapshot(dataset.schema, dataset.ranges(), run, (), dataset.n_instances).layout
    chromosome = bitarray(draw(st.lists(st.booleans(), min_size=layout.size, max_size=layout.size)), "little")
    accounting = accounting_for(dataset.schema, run)
    rule = restored(chromosome, layout, accounting, zeros(dataset.n_instances, "little"))
    rule.num = draw(st.integers(1, 3) | st.just(2**24))
    rule.matches = draw(st.integers(0, 4) | st.just(1000))
    rule.correct = draw(st.integers(0, rule.matches * rule.consequent.n_decided))
    return rule


@st.composite
def rulesets(draw: st.DrawFn, dataset: Dataset, run: Settings) -> RuleSet:
    """Rulesets out of a run, or of any rules."""
    if draw(st.booleans()):
        return trained(dataset, run, draw(st.integers(0, 1000)))
    found = draw(st.lists(rules(dataset, run), max_size=6))
    return snapshot(dataset.schema, dataset.ranges(), run, found, dataset.n_instances)


@dataclass(frozen=True)
class Twin:
    """A ruleset and its data in the model: same bits and counts, everything else worked out by its own formulas."""

    world: World
    rules: list[Rule]

    @property
    def settings(self) -> ModelSettings:
        return self.world.settings

    @property
    def rows(self) -> list[list[float | None]]:
        return [instance.x for instance in self.world.instances]

    @property
    def labels(self) -> Labels:
        return [instance.y for instance in self.world.instances]

    def votes(self) -> list[list[float]]:
        """Normalised votes of all instances."""
        raw = [model_inference.raw_votes(self.world, self.rules, row) for row in self.rows]
        return [model_inference.normalised(self.settings, votes) for votes in raw]

    def active(self, threshold: float) -> Labels:
        """Active labels of all instances."""
        return [model_inference.active(self.settings, row, threshold) for row in self.votes()]

    def best(self) -> Labels:
        """The labels of BEST of all instances."""
        return [model_inference.best_labels(self.world, self.rules, row) for row in self.rows]


def twin_of(dataset: Dataset, ruleset: RuleSet) -> Twin:
    world = model_world(dataset, ruleset.settings)
    return Twin(world, [twin_rule(world, rule) for rule in ruleset])


def twin_rule(world: World, rule: Classifier | PublicRule) -> Rule:
    """The rule of the model with the same bits and counts."""
    bits = [int(digit) for digit in rule.chromosome.to01()]
    n_decided = sum(decision is not None for decision in world.decisions(bits))
    times = rule.exp // (world.n_labels if world.settings.experience_unit == "label" else 1)
    wrong, indifferent = times * n_decided - rule.correct, times * (world.n_labels - n_decided)
    return Rule(bits, rule.num, rule.exp, rule.correct, wrong, indifferent)


def listed(flags: npt.NDArray[np.bool_]) -> Labels:
    return [[int(flag) for flag in row] for row in flags.tolist()]


def answers(asked: Consultation) -> dict[str, object]:
    """All that rules say of instances, to the last bit."""
    said = {
        "raw votes": asked.raw_votes(),
        "votes": asked.votes(),
        "weights": asked.weights(),
        "best": asked.best(),
        "matched": np.concatenate([[-1], *([*found, -1] for found in asked.matched)]),
    }
    found = {name: (table.shape, table.dtype, table.tobytes()) for name, table in said.items()}
    return found | {"unmatched": asked.n_unmatched}


@BOTH
@given(dataset=datasets(), data=st.data(), at_once=st.integers(1, 9))
def test_how_many_instances_are_matched_at_once_decides_nothing(
    profile: str, dataset: Dataset, data: st.DataObject, at_once: int
) -> None:
    ruleset = data.draw(rulesets(dataset, data.draw(settings([profile]))))
    wanted = answers(Consultation(ruleset, dataset.X))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(consultation, "MATCHES", 0)
        patched.setattr(consultation, "ROWS", at_once)

        assert answers(Consultation(ruleset, dataset.X)) == wanted
        # what is asked first has no influence on the others
        assert Consultation(ruleset, dataset.X).n_unmatched == wanted["unmatched"]


@BOTH
@given(dataset=datasets(), data=st.data())
def test_an_instance_is_told_the_same_alone_as_among_others(
    profile: str, dataset: Dataset, data: st.DataObject
) -> None:
    """To the last bit, missing and undeclared values included. Clauses: MAT-1, REP-7, REP-8, INF-1, INF-2, INF-5."""
    ruleset = data.draw(rulesets(dataset, data.draw(settings([profile]))))
    rows = np.where(data.draw(st.booleans()) & (np.abs(dataset.X) % 3 == 1), -1.0, dataset.X)
    together = Consultation(ruleset, rows)
    matched = np.array([np.isin(np.arange(len(rows)), found) for found in together.matched]).reshape(-1, len(rows))
    thresholds = together.thresholds(dataset.Y)

    for place, row in enumerate(rows):
        alone = Consultation(ruleset, row[None])
        assert [len(found) == 1 for found in alone.matched] == matched[:, place].tolist()
        assert alone.votes().tobytes() == together.votes()[place].tobytes()
        assert alone.weights().tobytes() == together.weights()[place].tobytes()
        for method in METHODS:
            labels = together.predicted(method, thresholds)[place]
            assert alone.predicted(method, thresholds)[0].tolist() == labels.tolist()


@BOTH
@given(dataset=datasets(), data=st.data())
def test_votes_and_predictions_are_those_of_the_model(profile: str, dataset: Dataset, data: st.DataObject) -> None:
    """To the last bit. Clauses: INF-1, INF-2, INF-5, INF-6."""
    ruleset = data.draw(rulesets(dataset, data.draw(settings([profile]))))
    twin = twin_of(dataset, ruleset)
    consultation = Consultation(ruleset, dataset.X)
    votes = twin.votes()

    assert consultation.votes().astype(np.float64).tolist() == votes
    assert listed(consultation.best()) == twin.best()
    assert consultation.n_unmatched == model_inference.n_unmatched(twin.world, twin.rules, twin.rows)
    thresholds = [0.0, 0.5, 0.25, *{vote for row in votes for vote in row if vote <= 0.5}]
    for threshold in thresholds:
        assert listed(consultation.voted(threshold)) == twin.active(threshold)


@BOTH
@given(dataset=datasets(), data=st.data())
def test_thresholds_are_those_of_the_model(profile: str, dataset: Dataset, data: st.DataObject) -> None:
    """Clauses: INF-3, INF-4."""
    ruleset = data.draw(rulesets(dataset, data.draw(settings([profile]))))
    twin = twin_of(dataset, ruleset)
    consultation = Consultation(ruleset, dataset.X)

    for metric in METRICS:
        found = consultation.thresholds(dataset.Y, metric)
        assert found.pcut == model_inference.pcut(twin.settings, twin.votes(), twin.labels)
        assert found.ival == model_inference.ival(twin.settings, twin.votes(), twin.labels, metric)


@given(dataset=datasets(), data=st.data(), metric=st.sampled_from(METRICS), above=st.booleans(), skip=st.booleans())
def test_no_candidate_is_better_than_the_exact_threshold_and_none_before_it_as_good(
    dataset: Dataset, data: st.DataObject, metric: Metric, above: bool, skip: bool
) -> None:
    """Whatever INF-2 and MET-A say of ties and empty sets. Clauses: INF-3, INF-4."""
    switches = {"active_labels": "above" if above else "at_least", "empty_label_sets": "skip" if skip else "count_one"}
    ruleset = data.draw(rulesets(dataset, data.draw(settings(["paper"], **switches))))
    consultation = Consultation(ruleset, dataset.X)
    found = consultation.thresholds(dataset.Y, metric)
    candidates = [*sorted({vote for vote in consultation.votes().ravel().tolist() if 0 < vote < 0.5}), 0.5]

    def value(threshold: float) -> float:
        result = scores(dataset.Y, consultation.voted(threshold), skip)
        value = {"accuracy": result.accuracy, "exact_match": result.exact_match, "hamming_loss": -result.hamming_loss}
        return 0.0 if math.isnan(value[metric]) else value[metric]

    best = value(found.ival)
    assert found.ival in candidates
    assert all(value(candidate) <= best + 1e-12 for candidate in candidates)
    assert all(value(candidate) < best - 1e-12 for candidate in candidates if candidate < found.ival)
    errors = [abs(int(consultation.voted(candidate).sum()) - int(dataset.Y.sum())) for candidate in candidates]
    assert found.pcut == candidates[errors.index(min(errors))]


@BOTH
@given(dataset=datasets(), data=st.data())
def test_metrics_are_those_of_the_model(profile: str, dataset: Dataset, data: st.DataObject) -> None:
    """A mean over no instance is none in both. Clauses: MET-A."""
    run = Settings.profile(profile)
    cells = st.lists(st.booleans(), min_size=dataset.n_labels, max_size=dataset.n_labels)
    predicted = np.array(data.draw(st.lists(cells, min_size=dataset.n_instances, max_size=dataset.n_instances)))
    found = scores(dataset.Y, predicted, run.empty_label_sets == "skip")
    truth, labels = listed(dataset.Y), listed(predicted)
    wanted = accuracy(model_settings(run), truth, labels)

    assert found.accuracy == wanted or (math.isnan(found.accuracy) and math.isnan(wanted))
    assert (found.exact_match, found.hamming_loss) == (exact_match(truth, labels), hamming_loss(truth, labels))


@BOTH
@given(dataset=datasets(), data=st.data())
def test_compaction_is_that_of_the_model(profile: str, dataset: Dataset, data: st.DataObject) -> None:
    """Clauses: MET-D."""
    ruleset = data.draw(rulesets(dataset, data.draw(settings([profile]))))
    twin = twin_of(dataset, ruleset)
    kept = model_compacted(twin.world, twin.rules, twin.rows)

    assert [(rule.chromosome, rule.num, rule.exp) for rule in compacted(ruleset, dataset)] == [
        (rule.chromosome, rule.num, rule.exp) for rule in (ruleset.rules[position] for position in kept)
    ]


@BOTH
@given(
    rows=st.lists(
        st.lists(st.floats(-1e9, 1e9) | st.integers(-2, 2).map(float), min_size=3, max_size=3), min_size=1, max_size=4
    )
)
def test_normalised_votes_are_shares_of_1_or_all_0(profile: str, rows: list[list[float]]) -> None:
    """Clauses: INF-2."""
    votes: npt.NDArray[np.floating[Any]] = np.array(rows, dtype=np.float64 if profile == "paper" else np.float32)
    found = normalised_votes(votes)

    assert found.dtype == votes.dtype
    for before, after in zip(votes.tolist(), found.astype(np.float64).tolist(), strict=True):
        assert all(0.0 <= vote <= 1.0 for vote in after)
        if any(after):
            assert sum(after) == pytest.approx(1.0, rel=1e-6 if profile == "authors" else 1e-12)
            assert sorted(range(3), key=lambda label: after[label]) == sorted(
                range(3), key=lambda label: before[label]
            ) or (len(set(after)) < len(set(before)))
        else:
            assert len(set(before)) == 1
            assert before[0] <= 0.0


@given(dataset=datasets(), data=st.data())
def test_one_more_rule_changes_nothing_for_the_instances_that_it_does_not_match(
    dataset: Dataset, data: st.DataObject
) -> None:
    """Wherever it stands in the population. Clauses: INF-1, INF-5."""
    run = data.draw(settings())
    ruleset = data.draw(rulesets(dataset, run))
    rule = rule_of(data.draw(rules(dataset, run)), ruleset.context)
    position = data.draw(st.integers(0, len(ruleset)))
    before = Consultation(ruleset, dataset.X)
    after = Consultation(ruleset.with_rules([*ruleset.rules[:position], rule, *ruleset.rules[position:]]), dataset.X)
    world = model_world(dataset, run)
    bits = [int(digit) for digit in rule.chromosome.to01()]
    apart = [not matches(world, bits, instance.x) for instance in world.instances]

    assert after.votes()[apart].tolist() == before.votes()[apart].tolist()
    assert after.best()[apart].tolist() == before.best()[apart].tolist()
    if all(apart):
        assert after.thresholds(dataset.Y) == before.thresholds(dataset.Y)
        assert after.n_unmatched == before.n_unmatched


@given(dataset=datasets(), data=st.data())
def test_the_order_of_instances_does_not_matter(dataset: Dataset, data: st.DataObject) -> None:
    """Nor for the exact thresholds; the halving search sums doubles in order. Clauses: INF-3, INF-4."""
    ruleset = data.draw(rulesets(dataset, data.draw(settings())))
    order = data.draw(st.permutations(range(dataset.n_instances)))
    mixed = dataset.reordered(order)
    before, after = Consultation(ruleset, dataset.X), Consultation(ruleset, mixed.X)

    assert after.votes().tolist() == before.votes()[order].tolist()
    assert after.best().tolist() == before.best()[order].tolist()
    assert after.n_unmatched == before.n_unmatched
    if ruleset.settings.ival_search == "exact":
        for metric in METRICS:
            assert after.thresholds(mixed.Y, metric).ival == before.thresholds(dataset.Y, metric).ival
    assert after.thresholds(mixed.Y).pcut == before.thresholds(dataset.Y).pcut


@given(dataset=datasets(), data=st.data())
@share(0.5)
def test_a_higher_threshold_activates_no_more_labels(dataset: Dataset, data: st.DataObject) -> None:
    ruleset = data.draw(rulesets(dataset, data.draw(settings())))
    consultation = Consultation(ruleset, dataset.X)
    levels: Sequence[float] = sorted(data.draw(st.lists(st.floats(0.0, 0.5), min_size=2, max_size=5)))
    active = [consultation.voted(level) for level in levels]

    assert all((higher <= lower).all() for lower, higher in itertools.pairwise(active))


@given(dataset=datasets(), data=st.data())
@share(0.5)
def test_asking_changes_no_rule(dataset: Dataset, data: st.DataObject) -> None:
    ruleset = data.draw(rulesets(dataset, data.draw(settings())))
    before = [(rule.chromosome.copy(), rule.num, rule.matches, rule.correct, rule.cs) for rule in ruleset]
    consultation = Consultation(ruleset, dataset.X)
    for method in METHODS:
        consultation.predicted(method, Thresholds(0.25, 0.25))
    compacted(ruleset, dataset)

    assert [(rule.chromosome, rule.num, rule.matches, rule.correct, rule.cs) for rule in ruleset] == before
