"""`compact`: make a saved model smaller, and show what is lost."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator
from dataclasses import replace

from mlslcs_ref._meant import counted
from mlslcs_ref.cli.call.arguments import PROGRAM
from mlslcs_ref.cli.call.loading import require_output
from mlslcs_ref.cli.models.model_data import model_dataset, noted, required
from mlslcs_ref.cli.models.rule_table import SHOW_ALL, rule_blocks
from mlslcs_ref.cli.screen import print_page, said_when_slow, stdout_look
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.documents.document import Block, Column, Command, Heading, Paragraph, Table, Value
from mlslcs_ref.errors import UsageError
from mlslcs_ref.extension.settings import MAX_RULES
from mlslcs_ref.metrics import METRIC_NAMES, SMALLER_IS_BETTER
from mlslcs_ref.rulesets.checking import learned_rows
from mlslcs_ref.rulesets.losses import Worth, worth
from mlslcs_ref.rulesets.model import UNCOMPACTED, Model
from mlslcs_ref.rulesets.model_file import load_model, save_model
from mlslcs_ref.rulesets.order import Order
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.rulesets.strategies import Strategy


def compact_model(arguments: argparse.Namespace) -> int:
    """Do the command and return the exit status."""
    require_output(arguments.save, "--save", arguments.model, arguments.data)
    model = noted(load_model(arguments.model), arguments)
    strategy: Strategy = arguments.strategy or ("select" if model.ruleset.is_short else "paper")
    if arguments.max_rules is not None and strategy != "select":
        raise UsageError(f"--max-rules needs --strategy select, found --strategy {strategy}")
    if model.record.compaction != UNCOMPACTED:
        raise UsageError(
            f"{arguments.model} is already compacted ({model.record.compaction}); compact the model "
            "that it was made from"
        )
    dataset = learned_rows(model, required(model_dataset(model, arguments), model, "compaction"))
    asked = replace(model, record=replace(model.record, metric=arguments.metric))
    with said_when_slow("choosing rules"):
        small = asked.compact(dataset, strategy, arguments.max_rules or MAX_RULES)
        before, after = (worth(ruleset, dataset, arguments.metric) for ruleset in (model.ruleset, small.ruleset))
    if arguments.save is not None:
        save_model(small, arguments.save)
    look = stdout_look()
    page = [
        *_losses(small, dataset, before, after),
        *_rules(small.ruleset, arguments.order, look.terminal and not arguments.all),
    ]
    if arguments.save is None and look.terminal:
        page.append(Command("keep the compacted model", _again(arguments)))
    print_page(page, look)
    return 0


def _again(arguments: argparse.Namespace) -> str:
    return f"{PROGRAM} {shlex.join([*arguments.argv, '--save', 'small.json'])}"


def _losses(small: Model, dataset: Dataset, before: Worth, after: Worth) -> Iterator[Block]:
    rules = counted(before.rules, "rule")
    yield Heading(f"{small.record.data}: {rules} compacted to {after.rules} by {small.record.compaction}")
    columns = (Column("on the training data", "text"), Column("before"), Column("after"), Column("lost"))
    yield Table(columns, tuple(_rows(before, after)))
    changed = ", ".join(f"{n} ({method.upper()})" for method, n in before.n_changed(after))
    anew = "all thresholds are chosen again" if small.ruleset.is_short else "PCUT and IVAL choose theirs again"
    yield Paragraph(
        f"of {dataset.n_instances} instances and their {dataset.Y.size} labels; {anew}. "
        f"Instances whose predicted label set changes: {changed}"
    )


def _rows(before: Worth, after: Worth) -> Iterator[tuple[Value, ...]]:
    counts = (
        ("rules", before.rules, after.rules),
        ("micro-classifiers", before.micro, after.micro),
        ("instances matched", before.matched, after.matched),
        ("labels decided", before.decided, after.decided),
    )
    for name, n_before, n_after in counts:
        yield name, n_before, n_after, n_before - n_after
    for field, name in METRIC_NAMES.items():
        one, other = ({method: getattr(found, field) for method, found in worth.scores} for worth in (before, after))
        for method in dict.fromkeys([*one, *other]):
            was, now = one.get(method, ""), other.get(method, "")
            # rules that know what they have seen decide in a way of their own; of a loss, what it has grown by
            lost = "" if "" in (was, now) else now - was if field in SMALLER_IS_BETTER else was - now
            yield f"{name}, {method.upper()}", was, now, lost


def _rules(ruleset: RuleSet, order: Order, brief: bool) -> Iterator[Block]:
    """Yield the rules that are left, the best first, by the ids of the compacted model."""
    yield Heading("Compacted ruleset, best first")
    yield from rule_blocks(ruleset, ruleset.places(order), brief, SHOW_ALL)
