"""What to try next: commands that fit the results of a run."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from mlslcs_ref.cli.call.arguments import (
    command,
    option_words,
    options_in,
    with_flag,
    with_option,
    with_words,
    without_option,
)
from mlslcs_ref.cli.models.rule_table import are_all_shown
from mlslcs_ref.cli.training.report import RunReport
from mlslcs_ref.core.genes import IntervalGene
from mlslcs_ref.documents.document import Block, Command, Heading
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.notation import name_text
from mlslcs_ref.settings import AUTO

MOST: Final = 3
ONCE: Final = ("--checkpoint", "--every", "--resume")
"""A folder of checkpoints is of one run."""
GOOD: Final = 0.9
WIDE_GAP: Final = 0.15
LEAST_PASSES: Final = 50
GENERAL: Final = 0.8
FINE_BITS: Final = 8


def advice(report: RunReport, arguments: argparse.Namespace) -> list[Block]:
    """Return the end of a run's page."""
    return [Heading("What to try next"), *islice(_commands(report, arguments), MOST)]


def _commands(report: RunReport, arguments: argparse.Namespace) -> Iterator[Command]:
    argv: list[str] = arguments.argv
    for option in ONCE:
        argv = without_option(argv, option)
    # nothing is to write over the model that it is compared with
    unsaved = without_option(argv, "--save")
    if arguments.save is None:
        name = re.sub(r"[^\w.-]+", "-", report.model.record.data).strip("-") or "model"
        yield Command("keep the model", with_option(argv, "--save", f"{name}.json"))
    elif not (report.model.ruleset.is_short and are_all_shown(report.model.ruleset)):
        purpose = f"read all {len(report.model.ruleset)} rules of the model"
        yield Command(purpose, command("rules", "--all", names=[arguments.save]))
    if words := _spelling(getattr(arguments, "remarks", ())):
        # of these a file has one
        kept = argv
        for option in ("--decimal", "--thousands"):
            kept = without_option(kept, option) if option in words else kept
        yield Command("read columns that may be numbers as numbers", with_words(kept, words))
    if report.identifiers:
        name = report.identifiers[0]
        yield Command(
            f"leave out {name}: it differs in every instance, so rules can only memorise it",
            with_option(argv, "--drop", name, replace=False),
        )
    if report.model.record.profile != AUTO:
        yield from _for_accuracy(report, arguments, argv)
    if report.model.record.profile == AUTO:
        yield from _for_auto(report, arguments, argv, unsaved)
    elif report.remarks:
        purpose = "make a few short rules for these data: this model is poor"
        yield Command(purpose, with_option(unsaved, "--profile", AUTO))
    if report.scs is not None and report.scs < 1.0:
        yield Command("see what another seed finds", with_option(unsaved, "--seed", str(arguments.seed + 1)))
    if arguments.save is not None and report.scs is None and report.model.record.profile != AUTO:
        yield _predicting(arguments)
    other = "authors" if arguments.profile == "paper" else "paper"
    whose = "the behaviour of the authors' program" if other == "authors" else "the paper's own system"
    yield Command(f"compare with {whose}", with_option(unsaved, "--profile", other))
    yield Command("see what another seed finds", with_option(unsaved, "--seed", str(arguments.seed + 1)))


def _spelling(remarks: Sequence[str]) -> list[str]:
    """Return the options for numbers and missing values if there was a remark about the file."""
    found = [one for remark in remarks for one in options_in(remark, ("missing", "decimal", "thousands"))]
    words: list[str] = []
    marks: dict[str, str] = {}
    for name, value in dict.fromkeys(found):
        # one file has one character for decimals, and another for thousands
        if name != "missing" and (name in marks or value in marks.values()):
            continue
        if name != "missing":
            marks[name] = value
        words += option_words(f"--{name}", value)
    return words


def _predicting(arguments: argparse.Namespace) -> Command:
    instances = arguments.test or arguments.problem
    return Command("predict labels", command("predict", "--out", "labels.csv", names=[arguments.save, instances]))


def _for_auto(
    report: RunReport, arguments: argparse.Namespace, argv: list[str], unsaved: list[str]
) -> Iterator[Command]:
    if "test" not in report.found and (beside := _test_beside(arguments.problem)) is not None:
        yield Command("test the model on data that it has not seen", with_option(argv, "--test", beside))
    if arguments.save is not None:
        yield _predicting(arguments)
    if (label := _rarer_than_steps(report.model)) is not None:
        finer = with_option(unsaved, "--precision-bits", str(FINE_BITS))
        yield Command(f"try finer bounds: fewer rows have {name_text(label)} than lie between two of them", finer)
    if not arguments.runs:
        yield Command("combine the rules of ten runs", with_option(unsaved, "--runs", "10"))
    if not arguments.sizes:
        yield Command("see how good fewer rules would be", with_flag(unsaved, "--sizes"))


def _rarer_than_steps(model: Model) -> str | None:
    """Return a label that fewer training rows have than lie between two bounds of a continuous attribute, if any."""
    ruleset = model.ruleset
    genes = [gene for gene in ruleset.layout.conditions if isinstance(gene, IntervalGene) and not gene.never_active]
    if not genes or ruleset.settings.precision_bits >= FINE_BITS or ruleset.context.positives is None:
        return None
    named = zip(ruleset.schema.labels, ruleset.context.positives, strict=True)
    return next((name for name, n in named if 0 < n * genes[0].levels < ruleset.n_instances), None)


def _for_accuracy(report: RunReport, arguments: argparse.Namespace, argv: list[str]) -> Iterator[Command]:
    settings = report.model.ruleset.settings
    reached = report.found["training"]["best"].accuracy
    if reached < GOOD:
        purpose = f"train longer: BEST reaches {reached:.2f} on the training data"
        yield Command(purpose, with_option(argv, "--passes", str(max(4 * settings.passes, LEAST_PASSES))))
    if "test" not in report.found:
        beside = _test_beside(arguments.problem) if report.scs is None else None
        if beside is not None:
            yield Command("test the model on data that it has not seen", with_option(argv, "--test", beside))
    elif reached - report.found["test"]["best"].accuracy > WIDE_GAP and settings.p_hash < GENERAL:
        purpose = "make rules more general: they fit the training data much better than the test data"
        yield Command(purpose, with_option(argv, "--p-hash", str(GENERAL)))


def _test_beside(file: str) -> str | None:
    """Return the test file that belongs to a training file by its name, if there is one."""
    path = Path(file)
    if not path.stem.endswith("-train"):
        return None
    test = path.with_name(path.stem.removesuffix("-train") + "-test" + path.suffix)
    return str(test) if test.is_file() else None
