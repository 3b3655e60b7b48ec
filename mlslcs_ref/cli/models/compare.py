"""`compare`: compare two saved models. Exit status 0 if they are equal, else 1."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Final

from mlslcs_ref.cli.models.model_data import model_dataset, noted
from mlslcs_ref.cli.models.rule_table import NUMBERS, SHOW_ALL, rule_blocks, rule_text
from mlslcs_ref.cli.screen import print_page, said_when_slow, stdout_look
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.documents.document import Block, Cell, Column, Heading, Paragraph, Table, Value
from mlslcs_ref.documents.look import Look
from mlslcs_ref.extension.posterior import UNIT
from mlslcs_ref.rulesets.agreement import agreement
from mlslcs_ref.rulesets.comparison import ModelComparison, compare, statistics_of, told_apart
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.model_file import load_model
from mlslcs_ref.rulesets.notation import name_text
from mlslcs_ref.rulesets.rule import Rule
from mlslcs_ref.rulesets.ruleset import RuleSet

EQUAL: Final = 0
DIFFERENT: Final = 1
_STATISTICS: Final = (*NUMBERS, Column("cs"), Column("ts"), Column("created"))


def compare_models(arguments: argparse.Namespace) -> int:
    """Do the command and return the exit status."""
    first, second = (noted(load_model(file), arguments) for file in (arguments.first, arguments.second))
    with said_when_slow("comparing rules"):
        found = compare(first, second)
    # rows in the codes of the model that knows more attributes can be turned into those of the other one
    dataset = model_dataset(max(first, second, key=lambda model: model.ruleset.schema.n_attributes), arguments)
    look = stdout_look()
    brief = look.terminal and not arguments.all
    page = found.blocks()
    if dataset is not None:
        with said_when_slow("comparing predictions"):
            page += _agreement(first, second, dataset)
    page += _one_sided("Only in A", first.ruleset, found.only_first, brief)
    page += _one_sided("Only in B", second.ruleset, found.only_second, brief)
    page += _pairs("Generalised: the rule of B is general for that of A", first, second, found.generalised, brief)
    page += _pairs("Specialised: the rule of A is general for that of B", first, second, found.specialised, brief)
    page += _changed(first.ruleset, second.ruleset, found, look, brief)
    print_page(page, look)
    return EQUAL if found.equal or (arguments.rules_only and found.same_rules) else DIFFERENT


def _agreement(first: Model, second: Model, dataset: Dataset) -> Iterator[Block]:
    yield Heading(f"Equal predictions on {dataset.name}")
    columns = (Column("method", "text"), Column("instances"), Column("of"), Column("labels"), Column("of"))
    yield Table(
        columns,
        tuple(
            (
                "each its own" if one.method is None else one.method.upper(),
                one.instances,
                dataset.n_instances,
                one.cells,
                dataset.Y.size,
            )
            for one in agreement(first, second, dataset)
        ),
    )


def _one_sided(title: str, ruleset: RuleSet, places: Sequence[int], brief: bool) -> Iterator[Block]:
    if not places:
        return
    chosen = set(places)
    ordered = [place for place in ruleset.places() if place in chosen]
    yield Heading(title)
    yield from rule_blocks(ruleset, ordered, brief, SHOW_ALL)


def _pairs(title: str, first: Model, second: Model, pairs: Sequence[tuple[int, int]], brief: bool) -> Iterator[Block]:
    if not pairs:
        return
    shown = pairs[:10] if brief else pairs
    rows: list[tuple[Value, ...]] = []
    for one, other in shown:
        for name, ruleset, place in (("A", first.ruleset, one), ("B", second.ruleset, other)):
            rule = ruleset.rules[place]
            rows.append((name, place + 1, *statistics_of(rule)[: len(NUMBERS)], rule_text(rule, brief)))
    yield Heading(title)
    yield Table((Column("model", "text"), Column("id"), *NUMBERS, Column("rule", "long")), tuple(rows))
    yield from _cut(len(shown), len(pairs), "pairs")


def _changed(first: RuleSet, second: RuleSet, found: ModelComparison, look: Look, brief: bool) -> Iterator[Block]:
    if not found.changed:
        return
    shown = found.changed[:10] if brief else found.changed
    is_short = first.is_short or second.is_short
    names = [column.name for column in _STATISTICS] + (["seen", "adds"] if is_short else [])
    pairs = [list(_compared(first.rules[one], second.rules[other], is_short)) for one, other in shown]
    # to a person what is the same everywhere says nothing; programs get all columns, whatever differs
    kept = [
        place
        for place in range(len(names))
        if not look.terminal or any(row[place][0] != row[place][1] for row in pairs)
    ]
    texts = ("seen", "adds")
    columns = [
        Column(f"{names[place]} {model}", "text" if names[place] in texts else "number")
        for place in kept
        for model in ("A", "B")
    ]
    rows = [
        (one + 1, other + 1, *(cell for place in kept for cell in row[place]), rule_text(first.rules[one], brief))
        for (one, other), row in zip(shown, pairs, strict=True)
    ]
    yield Heading("In common, with other statistics")
    yield Table((Column("id in A"), Column("id in B"), *columns, Column("rule", "long")), tuple(rows))
    yield from _cut(len(shown), len(found.changed))


def _compared(one: Rule, other: Rule, is_short: bool) -> Iterator[tuple[Value | Cell, Value | Cell]]:
    """Yield each statistic of a rule in A and in B."""
    for mine, its in zip(statistics_of(one), statistics_of(other), strict=True):
        yield told_apart(mine, its) if mine != its else (mine, its)
    if is_short:
        by_label = list(_by_label(one, other))
        yield by_label[0], by_label[1]
        yield by_label[2], by_label[3]


def _by_label(one: Rule, other: Rule) -> Iterator[str]:
    """Yield where two short rules differ in what they have seen of labels and in what they add to estimates."""
    names = [name_text(name) for name in one.context.schema.labels]
    for mine, its, told in ((one.seen, other.seen, "{}".format), (one.points, other.points, _points)):
        for own, others in ((mine, its), (its, mine)):
            known = zip(names, own or (), others or [None] * len(names), strict=False)
            yield ", ".join(f"{name} {told(value)}" for name, value, there in known if value != there)


def _points(points: int) -> str:
    return f"{points / UNIT:+.6f}"


def _cut(n_shown: int, n_all: int, what: str = "rules") -> Iterator[Block]:
    if n_shown < n_all:
        yield Paragraph(f"{n_shown} of {n_all} {what}; {SHOW_ALL}")
