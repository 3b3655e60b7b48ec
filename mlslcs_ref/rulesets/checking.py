"""Whether a model can be what it says it is: its numbers are compared with facts that hold in every run.

A file whose values are of the wrong kind or contradict each other outright does not load at all; here stand the facts
that need a look at the whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.extension.cells import first_rare
from mlslcs_ref.rulesets.consultation import Consultation
from mlslcs_ref.rulesets.held_out_rows import are_held_out
from mlslcs_ref.rulesets.model import UNCOMPACTED, Model
from mlslcs_ref.rulesets.rule import Rule
from mlslcs_ref.rulesets.ruleset import RuleSet, digest_of
from mlslcs_ref.rulesets.shortening import points_again


@dataclass(frozen=True)
class Flaw:
    """Something that is wrong with a model, or at least odd."""

    severity: Literal["error", "note"]
    """`error`: no run ends like this. `note`: it can be, but is of no use."""
    code: str
    """What kind of thing it is; never changes."""
    place: int | None
    """The rule, from 0 in population order; None for the model as a whole."""
    message: str
    """What was expected, what was found."""


def check_model(model: Model, dataset: Dataset | None = None) -> list[Flaw]:
    """Return what is wrong with a model, the model as a whole first, then rule by rule.

    With its training data, coded by its schema, or all rows of which its run held out a share, coverage is counted
    again.
    """
    found = [*_whole(model), *_rules(model, model.ruleset)]
    if dataset is not None:
        dataset = learned_rows(model, dataset)
        found += data_findings(model.ruleset, dataset)
        if dataset.n_instances == model.ruleset.n_instances:
            found += [*_thresholds(model, dataset), *_points(model, dataset)]
        else:
            # nothing of the model was counted on these
            dataset = None
    for run, population in enumerate(model.populations, start=1):
        of_run = [*_rules(model, population), *(() if dataset is None else _coverage(population, dataset))]
        found += (_in_population(finding, run) for finding in of_run if finding.severity == "error")
    return sorted(found, key=lambda finding: -1 if finding.place is None else finding.place)


def _rules(model: Model, ruleset: RuleSet) -> Iterator[Flaw]:
    yield from _duplicates(ruleset)
    for place, rule in enumerate(ruleset.rules):
        yield from (Flaw(severity, code, place, message) for severity, code, message in _rule(model, rule))


def _in_population(finding: Flaw, run: int) -> Flaw:
    """Return what is wrong with a rule that a short ruleset was made of, as a finding on the model."""
    rule = "" if finding.place is None else f", rule {finding.place + 1}"
    return replace(finding, place=None, message=f"population of run {run}{rule}: {finding.message}")


def data_findings(ruleset: RuleSet, dataset: Dataset) -> list[Flaw]:
    """Return why data cannot be the training data of a ruleset: their number, or how many its rules match."""
    ruleset.require_schema_of(dataset)
    dataset.require_labels()
    if dataset.n_instances != ruleset.n_instances:
        message = f"expected the {ruleset.n_instances} instances of the training data, found {dataset.n_instances}"
        return [Flaw("error", "instances", None, message)]
    return list(_coverage(ruleset, dataset))


def learned_rows(model: Model, dataset: Dataset) -> Dataset:
    """Return the rows that a model has learned from, of all rows of which its run held out a share.

    They are returned as they are if these are the training data, or neither.
    """
    n, n_learned = dataset.n_instances, model.ruleset.n_instances
    if n <= n_learned:
        return dataset
    chosen = dataset.taken(~are_held_out(n, n - n_learned, model.record.seed))
    return dataset if data_findings(model.ruleset, chosen) else chosen


def _whole(model: Model) -> Iterator[Flaw]:
    ruleset, record = model.ruleset, model.record
    if model.edited:
        yield Flaw("error", "digest", None, "the file was edited after it was written")
    most = ruleset.settings.population_size
    # a short ruleset can be made from several runs
    for place, population in enumerate(model.populations or (() if ruleset.is_short else (ruleset,)), start=1):
        if population.n_micro > most:
            of_run = f" in the population of run {place}" if model.populations else ""
            message = f"expected at most N = {most} micro-classifiers{of_run}, found {population.n_micro}"
            yield Flaw("error", "size", None, message)
    merged = ruleset.settings.final_merge and ruleset.settings.update_only > 0.0
    if (
        record.compaction == UNCOMPACTED
        and not merged
        and (found := digest_of(model.populations or (ruleset,))) != record.crc32
    ):
        yield Flaw(
            "error",
            "crc32",
            None,
            f"expected the population whose CRC-32 the run recorded, {record.crc32}, found one with {found}",
        )
    if not len(ruleset):
        what = "every row gets the same labels" if ruleset.is_short else "nothing is ever predicted"
        yield Flaw("note", "empty", None, f"there are no rules, so {what}")


def _duplicates(ruleset: RuleSet) -> Iterator[Flaw]:
    """Yield the rules that mean the same as an earlier one (REP-10); in `authors` there are such (COV-5, CYC-3)."""
    first: dict[bytes, int] = {}
    for place, rule in enumerate(ruleset.rules):
        earlier = first.setdefault(rule.equality_key, place)
        if earlier != place:
            yield Flaw(
                "error" if ruleset.settings.merges_equals else "note",
                "duplicate",
                place,
                f"the same rule as rule {earlier + 1}, with its own num",
            )


def _rule(model: Model, rule: Rule) -> Iterator[tuple[Literal["error", "note"], str, str]]:
    # of several runs, no rule was in more steps than all of them had
    ruleset, steps = model.ruleset, model.record.steps
    if rule.coverage == 0:
        # the authors' program finds out later (GEN-7), and its bounds need not hold the instance (COV-3, REP-7)
        never = ruleset.settings.always_covers
        yield "error" if never else "note", "coverage", "expected a rule that matches an instance, found coverage 0"
    if rule.created > steps:
        yield "error", "created", f"expected a step of the run, at most {steps}, found created {rule.created}"
        return
    # every pass presents each instance once, and the first is counted from birth on; rules that a run started from have
    # the counts of another run, too
    passes = -(-(steps - rule.created) // ruleset.n_instances)
    most = min(steps - rule.created, rule.coverage * passes)
    exp = most * ruleset.context.accounting.exp_per_match
    if rule.seen is None and rule.created and rule.exp > exp:
        yield "error", "exp", f"expected exp of at most {exp}, by coverage and age, found {rule.exp}"
    clock = steps * (ruleset.schema.n_labels if ruleset.settings.ga_clock == "label" else 1)
    if rule.ts > clock:
        yield "error", "ts", f"expected a time of the GA clock, at most {clock}, found {rule.ts}"
    if rule.exp == 0:
        yield "note", "inexperienced", "exp is 0: it neither votes nor decides"
    elif not rule.decisions:
        yield "note", "undecided", "it decides no label"
    if rule.seen is not None:
        yield from _seen(rule, rule.seen)


def _seen(rule: Rule, seen: tuple[int, ...]) -> Iterator[tuple[Literal["error", "note"], str, str]]:
    """Compare the counts and decisions of a short rule with what it has seen (EXT-8)."""
    context = rule.context
    right = 0
    for label, decision in rule.decisions:
        right += seen[label] if decision else rule.coverage - seen[label]
        more = seen[label] * context.n_instances >= rule.coverage * (context.positives or ())[label]
        if more != decision:
            name = context.schema.labels[label]
            yield (
                "error",
                "seen",
                f"expected decision {int(more)} of {name!r} by the labels of its rows, found {int(decision)}",
            )
    exp = rule.coverage * context.accounting.exp_per_match
    if (rule.exp, rule.correct) != (exp, right):
        expected = f"expected exp {exp} and {right} right decisions, by the labels of its rows"
        yield "error", "seen", f"{expected}, found {rule.exp} and {rule.correct}"


def _thresholds(model: Model, dataset: Dataset) -> Iterator[Flaw]:
    """Compare the thresholds with those that the training data ask for (INF-3, INF-4, EXT-3)."""
    chosen = Consultation(model.ruleset, dataset.matrix).thresholds(dataset.Y, model.record.metric)
    for name, wanted in chosen._asdict().items():
        found = getattr(model.thresholds, name)
        if found != wanted:
            yield Flaw("error", "thresholds", None, f"expected {name} {wanted!r} on {dataset.name}, found {found!r}")


def _points(model: Model, dataset: Dataset) -> Iterator[Flaw]:
    """Compare what short rules add to estimates with what the training data ask for (EXT-6, EXT-8, EXT-11)."""
    ruleset = model.ruleset
    # rules that another strategy chose keep the points that they had among more
    if not ruleset.is_short or model.extension is None or model.record.compaction not in (UNCOMPACTED, "select"):
        return
    if ruleset.context.new_as != first_rare(ruleset.layout, dataset.matrix):
        message = f"expected new values to count as the first rare ones of {dataset.name}, as in models of this version"
        yield Flaw("error", "new_as", None, f"{message}; train again, or take away the edits")
    again = points_again(ruleset, model.populations, dataset, model.extension)
    if again is None:
        message = f"expected the rules that the runs' populations make on {dataset.name}, found others"
        yield Flaw("error", "selection", None, message)
        return
    for place, (rule, wanted) in enumerate(zip(ruleset.rules, again, strict=True)):
        if rule.points != wanted:
            message = f"expected points {wanted} on {dataset.name}, in millionths, found {rule.points}"
            yield Flaw("error", "points", place, message)


def _coverage(ruleset: RuleSet, dataset: Dataset) -> Iterator[Flaw]:
    positives = tuple(dataset.Y.sum(axis=0).tolist())
    if ruleset.is_short and ruleset.context.positives != positives:
        message = f"expected {positives} instances with each label in {dataset.name}, found {ruleset.context.positives}"
        yield Flaw("error", "seen", None, message)
    index = ruleset.coverage_index(dataset.matrix)
    for place, rule in enumerate(ruleset.rules):
        bits = index.matched(rule.chromosome)
        matched = bits.count()
        if rule.seen is not None:
            seen = tuple(dataset.Y[np.frombuffer(bits.unpack(), dtype=np.bool_)].sum(axis=0).tolist())
            if seen != rule.seen:
                message = f"expected label counts {seen} in {dataset.name}, found {rule.seen}"
                yield Flaw("error", "seen", place, message)
        if matched != rule.coverage:
            message = f"expected coverage {matched} on {dataset.name}, found {rule.coverage}"
            yield Flaw("error", "coverage", place, message)
