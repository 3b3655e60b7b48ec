"""What a trace says of events, rules and states, as plain values of JSON.

Every record has a `phase`, which says what it is, and all but the header have a `step`. A rule is named by its serial.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from typing import Any, Final

from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.events import (
    Absorbed,
    Controlled,
    Covered,
    Deleted,
    Event,
    GeneticRun,
    Inserted,
    Removed,
    StepEnded,
)
from mlslcs_ref.core.learner import Learner
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.rulesets.consultation import METHODS
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.rule import counts_document, projected

EVALUATED: Final = (
    "threshold_pcut",
    "threshold_ival",
    *(f"{metric}_{method}" for method in METHODS for metric in ("accuracy", "hammingloss", "exactmatch")),
)
"""The thresholds and metrics after a run, by the names that recordings and traces give them."""
Record = dict[str, Any]
HEADER: Final = "header"
CHECKPOINT: Final = "checkpoint"
FOOTER: Final = "footer"
STATE_RULE: Final = ("bits", "num", "exp", "tp", "msa", "fitness", "cs", "ts")
"""The fields of a rule in a recorded state."""
_RULE: Final = "rule bits num exp correct wrong indifferent tp msa fitness cs ts created"
_PHASES: Final = {
    Removed: "removal",
    Controlled: "control",
    Covered: "covering",
    GeneticRun: "ga",
    Absorbed: "absorption",
    Inserted: "insertion",
    Deleted: "deletion",
    StepEnded: "end",
}
COMPARISONS: Final = {
    "population/*/tp": {"rel": 1e-12},
    "population/*/msa": {"rel": 1e-12},
    "population/*/fitness": {"rel": 1e-9},
    "evaluation/*": {"rel": 1e-9},
}
"""How fields are compared that are behind a sum in some order, a power or an exponential; all others are exact."""


def evaluation_of(model: Model, dataset: Dataset) -> dict[str, float]:
    """Return the two thresholds, and three metrics of each of the three methods."""
    found = {"threshold_pcut": model.thresholds.pcut, "threshold_ival": model.thresholds.ival}
    evaluated = model.evaluate(dataset)
    for method in METHODS:
        found[f"accuracy_{method}"] = evaluated[method].accuracy
        found[f"hammingloss_{method}"] = evaluated[method].hamming_loss
        found[f"exactmatch_{method}"] = evaluated[method].exact_match
    return found


def event_record(event: Event) -> Record:
    """Return an event as a record."""
    record: Record = {"step": event.step, "phase": _PHASES[type(event)]}
    for name, value in event._asdict().items():
        if name == "serial":
            record["rule"] = value
        elif name not in {"step", "children", "matching"}:
            record[name] = value
    if isinstance(event, GeneticRun):
        record["children"] = [
            {"bits": bits, "matches": matches} for bits, matches in zip(event.children, event.matching, strict=True)
        ]
    return record


def checkpoint_record(learner: Learner, whole: bool) -> Record:
    """Return the state after a step.

    A `whole` one has every rule.
    """
    rules = learner.population.rules()
    record = _state(learner) | {"hash": state_hash(rules)}
    if whole:
        record["population"] = [_rule_record(rule) for rule in rules]
    return record


def recorded_state(learner: Learner, whole: bool) -> Record:
    """Return the state after a step as recordings have it: rules are known by position, and there is no hash.

    A `whole` one has every rule.
    """
    record = _state(learner) | {"instance": (learner.steps - 1) % learner.dataset.n_instances}
    if whole:
        rules = [_rule_record(rule) for rule in learner.population.rules()]
        record["population"] = [{name: rule[name] for name in STATE_RULE} for rule in rules]
    return record


def _state(learner: Learner) -> Record:
    return {
        "step": learner.steps,
        "phase": CHECKPOINT,
        "macro": learner.population.macro,
        "micro": learner.population.micro,
        "draws": learner.draws.count,
        "crc32": learner.digest(),
    }


def _rule_record(rule: Classifier) -> Record:
    return projected({**counts_document(rule), "rule": rule.serial}, _RULE, fitness="F")


def state_hash(rules: Sequence[Classifier]) -> str:
    """Return the SHA-256 of rules, in population order, over the fields that every machine has exactly.

    A rule is the ASCII text "serial bits num exp correct wrong indifferent ts created cs" and a line feed: whole
    numbers in decimal, cs as the 16 hexadecimal digits of its IEEE-754 double, most significant first.
    """
    digest = hashlib.sha256()
    for rule in rules:
        cs = struct.pack(">d", rule.cs).hex()
        counts = f"{rule.num} {rule.exp} {rule.correct} {rule.wrong} {rule.indifferent} {rule.ts} {rule.created}"
        digest.update(f"{rule.serial} {rule.chromosome.to01()} {counts} {cs}\n".encode("ascii"))
    return digest.hexdigest()
