"""`rules`: print the rules of a saved model."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from mlslcs_ref._meant import counted, first_of, meant
from mlslcs_ref.cli.call.loading import shown_source
from mlslcs_ref.cli.models.model_data import instances_of, model_dataset, noted, row_of
from mlslcs_ref.cli.models.rule_table import SHOW_ALL, rule_blocks, rule_table
from mlslcs_ref.cli.screen import complain, print_page, stdout_look
from mlslcs_ref.documents.document import Block, Heading, Paragraph
from mlslcs_ref.errors import UsageError
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.model_file import load_model


def rules(arguments: argparse.Namespace) -> int:
    """Do the command and return the exit status."""
    model = noted(load_model(arguments.model), arguments)
    ordered = selected(model, model.ruleset.places(arguments.order), arguments)
    look = stdout_look()
    if not look.terminal:
        # a table and nothing else, for other programs
        if not ordered:
            complain("0 rules")
        print_page([rule_table(model.ruleset, ordered[: arguments.limit])], look)
        return 0
    page: list[Block] = [Heading(model_title(model))]
    if len(ordered) < len(model.ruleset):
        page.append(Paragraph(f"{len(ordered)} of {len(model.ruleset)} rules pass the filters"))
    page += rule_blocks(model.ruleset, ordered, not arguments.all, SHOW_ALL, arguments.limit)
    print_page(page, look)
    return 0


def model_title(model: Model) -> str:
    """Return where a model comes from and how large it is, in one line."""
    record = model.record
    n_rules = counted(len(model.ruleset), "rule")
    compacted = "" if record.compaction == "none" else f", compacted ({record.compaction})"
    if model.ruleset.is_short:
        runs = "" if len(model.populations) == 1 else f" and {len(model.populations) - 1} more"
        of_all = f"{n_rules} made of {sum(map(len, model.populations))}"
        of_run = f"profile {record.profile}, seed {record.seed}{runs}, {record.told_steps}"
        return f"{record.data}: {of_run}{compacted}, {of_all}"
    return (
        f"{record.data}: profile {record.profile}, seed {record.seed}, {record.told_steps}{compacted}, {n_rules} "
        f"({model.ruleset.n_micro} micro-classifiers)"
    )


def selected(model: Model, places: Sequence[int], arguments: argparse.Namespace) -> list[int]:
    """Return those of the places whose rules pass every filter of a call."""
    if arguments.covers is None and (arguments.data is not None or arguments.drop):
        raise UsageError("--data and --drop say which data --covers uses: add --covers ROW")
    ruleset = model.ruleset
    labels = [known_place(name, ruleset.schema.labels, "label") for name in arguments.label]
    names = [attribute.name for attribute in ruleset.schema.attributes]
    starts = [ruleset.layout.starts[known_place(name, names, "attribute")] for name in arguments.attribute]
    starts += [ruleset.layout.label_start(label) for label in labels]
    covering = None if arguments.covers is None else _covering(model, arguments)
    return [
        place
        for place in places
        if all(ruleset.rules[place].chromosome[start] for start in starts)
        and ruleset.rules[place].acc >= arguments.min_acc
        and ruleset.rules[place].exp >= arguments.min_exp
        and (covering is None or place in covering)
    ]


def known_place(name: str, names: Sequence[str], what: str) -> int:
    """Return the place of a name."""
    if name in names:
        return list(names).index(name)
    close = meant(name, names)
    hint = (
        f"the model has {first_of(names, 5, spelled=_quoted)}" if close is None else f"did you mean {_quoted(close)}?"
    )
    raise UsageError(f"no {what} {_quoted(name)}: {hint}")


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)


def _covering(model: Model, arguments: argparse.Namespace) -> set[int]:
    """Return the places of the rules that match a row of the data."""
    ruleset = model.ruleset
    if arguments.data is not None:
        # labels are not needed to match
        instances, _truth = instances_of(model, arguments.data, arguments)
        name = shown_source(arguments.data)
    else:
        dataset = model_dataset(model, arguments)
        if dataset is None:
            raise UsageError(f"--covers needs the data ({model.record.data}): add --data FILE")
        instances, name = dataset.matrix, dataset.name
    row = row_of(arguments.covers, len(instances), name)
    index = ruleset.coverage_index(instances.taken([row]))
    return {place for place, rule in enumerate(ruleset.rules) if index.matched(rule.chromosome).any()}
