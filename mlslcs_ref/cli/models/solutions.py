"""`scs` and `shortest`: shortest complete solutions, and how much of them a model has found."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

from mlslcs_ref.cli.call.loading import known_problem, load_training_data
from mlslcs_ref.cli.screen.pages import print_page, stdout_look
from mlslcs_ref.data import Problem
from mlslcs_ref.documents.document import Block, Column, Heading, Paragraph, Table, Value
from mlslcs_ref.errors import UsageError
from mlslcs_ref.rulesets import Model, SolutionRule, load_model, scs_share, shortest_ruleset, solution_rules

NOT_PROVED: Final = 1


def scs(arguments: argparse.Namespace) -> int:
    """Do the command and return the exit status."""
    model = load_model(arguments.model)
    known = known_problem(arguments.problem)
    if known is None:
        raise UsageError(
            f"{arguments.problem}: the solution of a file is not known; `shortest` computes one for a small file"
        )
    if known.dataset.schema != model.ruleset.schema:
        raise UsageError(
            f"expected a model of {arguments.problem}, found {arguments.model}, a model of {model.record.data}"
        )
    print_page([*_scs_page(model, known)], stdout_look())
    return 0


def _scs_page(model: Model, known: Problem) -> Iterator[Block]:
    ruleset = model.ruleset
    yield Heading(f"{known.dataset.name}: %SCS {100.0 * scs_share(ruleset, known.solutions):.2f}%")
    for number, solution in enumerate(known.solutions, start=1):
        found = solution_rules(ruleset, known.dataset, solution)
        n_present = len([rule for rule in found if rule.place is not None])
        which = f"Solution {number} of {len(known.solutions)}" if len(known.solutions) > 1 else "The solution"
        yield Heading(f"{which}: {n_present} of {len(found)} rules are present")
        columns = (Column("id"), Column("num"), Column("acc"), Column("exp"), Column("labels"), Column("decided"))
        yield Table((*columns, Column("rule", "long")), tuple(_solution_row(model, rule) for rule in found))
        yield from _stand_ins(model, found)


def _solution_row(model: Model, rule: SolutionRule) -> tuple[Value, ...]:
    if rule.place is None:
        return "missing", "", "", "", rule.cells, rule.covered, rule.text
    found = model.ruleset.rules[rule.place]
    return rule.place + 1, found.num, found.acc, found.exp, rule.cells, rule.covered, rule.text


def _stand_ins(model: Model, found: tuple[SolutionRule, ...]) -> Iterator[Block]:
    ruleset = model.ruleset
    rows: list[tuple[Value, ...]] = []
    for rule in found:
        for stand_in in rule.stand_ins:
            other = ruleset.rules[stand_in.place]
            text = other.text
            rows.append((rule.text, stand_in.place + 1, other.num, other.acc, stand_in.relation, stand_in.cells, text))
    if not rows:
        return
    yield Heading("Rules that replace the missing ones")
    columns = (Column("missing", "text"), Column("id"), Column("num"), Column("acc"), Column("it is", "text"))
    yield Table((*columns, Column("labels"), Column("rule", "long")), tuple(rows))


def shortest(arguments: argparse.Namespace) -> int:
    """Do the command and return the exit status: 0 if it is proved that no ruleset is smaller, 1 if time was up."""
    dataset = load_training_data(arguments, known_problem(arguments.problem))
    found = shortest_ruleset(dataset, arguments.seconds)
    ruleset = found.ruleset
    size = f"{len(ruleset)} rule{'' if len(ruleset) == 1 else 's'}"
    page: list[Block] = [
        Heading(f"{dataset.name}: {size} decide every label of every instance correctly"),
        Paragraph(
            f"proved: no ruleset with fewer rules does ({found.candidates} candidates, {found.cells} labels)"
            if found.proved
            else f"not proved: at least {found.at_least} are needed; the time limit was reached"
        ),
        Table(
            (Column("coverage"), Column("rule", "long")),
            tuple((rule.coverage, rule.text) for rule in ruleset),
        ),
    ]
    print_page(page, stdout_look())
    return 0 if found.proved else NOT_PROVED
