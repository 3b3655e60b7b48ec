"""The report of a run as a page, for a person at a terminal or for a program that reads records."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mlslcs_ref._meant import counted, first_of
from mlslcs_ref.cli.models.rule_table import rule_blocks
from mlslcs_ref.cli.training.report import ROWS, DataFacts, RunReport, differences
from mlslcs_ref.documents.document import Block, Cell, Column, Heading, Paragraph, Table, Value, cell_text
from mlslcs_ref.extension.settings import profile_settings
from mlslcs_ref.rulesets.evaluation import METRIC_COLUMNS, MOST_LABELS, label_table
from mlslcs_ref.rulesets.notation import name_text
from mlslcs_ref.rulesets.showing import setting_cell
from mlslcs_ref.rulesets.sizes import SizeRecord
from mlslcs_ref.settings import AUTO, setting_infos

PROFILE_MEANINGS: Final[Mapping[str, str]] = {
    "auto": "profile auto: a few short rules, each with its evidence; --profile paper is the paper's own system",
    "paper": "profile paper: the paper's own system; --profile auto shortens the rules that it finds",
    "authors": "profile authors: the behaviour of the authors' program; --profile auto makes a few short rules",
}
MOST_PASSES: Final = 12
POOR: Final = frozenset({"constant_labels", "worse_than_constant", "gap"})
"""What is wrong with a model as a whole, and not with some labels."""

EVERY_RULE: Final = "every rule, in full, comes with: run ... | less -S, or --json"
COLUMNS: Final = (Column("data", "text"), Column("method", "text"), *METRIC_COLUMNS)


def run_page(report: RunReport, terminal: bool) -> list[Block]:
    """Return the page, without advice.

    On a terminal, sentences replace tables of single facts, and long rulesets are cut.
    """
    record = report.model.record
    title = f"{record.data}: profile {record.profile}, seed {record.seed}"
    if len(report.model.populations) > 1:
        title += f", {len(report.model.populations)} runs"
    if record.stream != "pcg64":
        title += f", stream {record.stream}"
    if report.shuffle is not None:
        title += f", shuffled with seed {report.shuffle}"
    page: list[Block] = [Heading(title)]
    if terminal:
        page += _told_facts(report)
    else:
        page += _tabled_facts(report)
    page += _settings(report)
    page += _metrics(report, terminal)
    page += _labels(report, terminal)
    page += _curve(report, terminal)
    page += _remarks(report)
    page += sizes_blocks(report.sizes, terminal)
    page += _rules(report, terminal)
    if terminal:
        page += _record(report)
    return page


def _told_facts(report: RunReport) -> Iterator[Block]:
    for role, facts in report.data.items():
        yield Paragraph((f"{role} data: " if len(report.data) > 1 else "") + _told_data(facts))
    record = report.model.record
    if report.scs is None or record.profile == AUTO:
        yield Paragraph(PROFILE_MEANINGS[record.profile])
    if report.model.ruleset.settings.clustering:
        yield Paragraph(
            f"initialisation by clustering: {counted(record.n_centroids, 'centroid')}, "
            f"{record.n_unmatched_centroids} of them matched no instance and became no rule"
        )


def _record(report: RunReport) -> Iterator[Block]:
    """Yield facts by which two runs can be compared."""
    record = report.model.record
    yield Heading("For the record")
    yield Paragraph(
        f"{counted(record.steps, 'step')}, {counted(record.draws, 'number')} drawn, CRC-32 of the final population "
        f"{record.crc32}"
    )


def _told_data(facts: DataFacts) -> str:
    text = (
        f"{counted(facts.instances, 'instance')}, {_told_attributes(facts)}, {counted(facts.labels, 'label')}; "
        f"LCA {facts.cardinality:.4f}, DENS {facts.density:.4f}, DIST {facts.combinations}"
    )
    return f"{text}; {counted(facts.missing, 'missing value')}" if facts.missing else text


def _told_attributes(facts: DataFacts) -> str:
    kinds = {"binary": facts.binary, "nominal": facts.nominal, "continuous": facts.continuous}
    present = [(n, kind) for kind, n in kinds.items() if n]
    if len(present) > 1:
        return f"{sum(kinds.values())} attributes ({', '.join(f'{n} {kind}' for n, kind in present)})"
    n, kind = present[0]
    return counted(n, f"{kind} attribute")


def _tabled_facts(report: RunReport) -> Iterator[Block]:
    counts = ("instances", "binary", "nominal", "continuous", "labels", "LCA", "DENS", "DIST", "missing")
    columns = (Column("data", "text"), Column("name", "text"), *map(Column, counts))
    rows: list[tuple[Value, ...]] = []
    for role, facts in report.data.items():
        kinds = (facts.binary, facts.nominal, facts.continuous)
        statistics = (facts.cardinality, facts.density, facts.combinations, facts.missing)
        rows.append((role, facts.name, facts.instances, *kinds, facts.labels, *statistics))
    yield Table(columns, tuple(rows))
    yield Heading("Run")
    yield Table((Column("fact", "text"), Column("value")), tuple(_single_facts(report)))


def _single_facts(report: RunReport) -> Iterator[tuple[Value, Value]]:
    model = report.model
    record = model.record
    yield "steps", record.steps
    if model.ruleset.settings.clustering:
        yield "centroids", record.n_centroids
        yield "centroids unmatched", record.n_unmatched_centroids
    if model.ruleset.is_short:
        yield "runs", len(model.populations)
        yield "rules that they left", sum(map(len, model.populations))
        yield "rules", len(model.ruleset)
    else:
        yield "rules", len(model.ruleset)
        yield "micro-classifiers", model.ruleset.n_micro
        yield "compacted rules", len(report.compact)
    yield "decided by", report.found["training"].method.upper()
    if len(report.found["training"]) > 1:
        yield "threshold PCUT", model.thresholds.pcut
        yield "threshold IVAL", model.thresholds.ival
    for role, found in report.found.items():
        yield f"unmatched {role} instances", found.n_unmatched
    if report.scs is not None:
        yield "%SCS", 100.0 * report.scs
    yield "draws", record.draws
    yield "CRC-32", record.crc32


def _settings(report: RunReport) -> Iterator[Block]:
    profile = report.model.record.profile
    found = differences(report)
    yield Heading("Settings that differ from the profile")
    if not found:
        yield Paragraph("none")
        return
    base = profile_settings(profile, report.model.ruleset.schema.n_attributes).as_dict()
    symbols = {info.name: info.symbol for info in setting_infos()}
    rows = tuple(
        (name.replace("_", "-"), symbols[name], setting_cell(value), setting_cell(base[name]))
        for name, value in found.items()
    )
    yield Table((Column("setting", "text"), Column("symbol", "text"), Column("value"), Column(profile)), rows)


def _metrics(report: RunReport, terminal: bool) -> Iterator[Block]:
    yield Heading("Accuracy")
    is_short = report.model.ruleset.is_short
    rows: list[tuple[Value | Cell, ...]] = []
    for role, evaluation in report.found.items():
        for place, (method, scores) in enumerate(evaluation.items()):
            # a data set is named once, for people
            data = Cell(role, told=role if place == 0 else " ")
            rows.append((data, evaluation.named(method), *scores))
    yield Table(COLUMNS, tuple(rows))
    for role, evaluation in report.found.items():
        yield from (Paragraph(f"{role}: {remark}") for remark in evaluation.remarks if role != "training")
    yield from map(Paragraph, report.found["training"].decider)
    settings = report.model.ruleset.settings
    if settings.skip_empty:
        yield Paragraph("accuracy: mean Jaccard index over instances with a true or predicted label")
    else:
        yield Paragraph("accuracy: mean Jaccard index, 1 if there are no true and no predicted labels")
    if is_short and len(report.found) == 1:
        yield Paragraph("the model has learned from these rows; how good it is on others, test data (--test) show")
    if "trial" in report.found:
        yield Paragraph(
            "trial: a shorter run on at most 600 rows, of which every third was held out. The model itself has seen "
            "more rows and passes; test data (--test) show how good it is"
        )
    role, what, reached = report.without_rules
    if report.scs is None and not math.isnan(reached):
        yield Paragraph(f"without rules: predicting {what} has accuracy {reached:.4f} on the {ROWS[role]}")
    metric = report.model.record.metric
    if not terminal and len(report.found["training"]) > 1:
        yield Paragraph(f"IVAL chose its threshold by {metric} on the training data")
    if not terminal:
        return
    if not is_short:
        thresholds = report.model.thresholds
        yield Paragraph(
            f"thresholds: PCUT {cell_text(thresholds.pcut, terminal)}, IVAL {cell_text(thresholds.ival, terminal)} "
            f"(by {metric.replace('_', ' ')} on the training data)"
        )
    unmatched = [
        f"{report.found[role].n_unmatched} of {report.data[role].instances} ({role})"
        for role in ("training", "test")
        if role in report.data
    ]
    yield Paragraph(f"instances that no rule matches: {', '.join(unmatched)}")
    if report.scs is not None:
        yield Paragraph(f"%SCS: {100.0 * report.scs:.2f}% of the rules of a shortest complete solution were found")


def _labels(report: RunReport, terminal: bool) -> Iterator[Block]:
    """Yield how well each label is predicted, on the rows that tell most of it."""
    if terminal and report.scs is not None:
        # of an artificial problem one asks whether its solution was found
        return
    found = report.found
    role = next(role for role in ROWS if role in found)
    yield Heading(f"Labels, as predicted by {found[role].method.upper()} on the {ROWS[role]}")
    labels, trained = found[role].labels, found["training"].labels
    yield label_table(labels, MOST_LABELS if terminal else None)
    # of rare labels rows held out say nothing
    lacking = [
        f"{name_text(name)} (training rows that have it: {trained[name].n_wanted}, found: {trained[name].n_right})"
        for name, one in labels.items()
        if not one.n_wanted and name in trained and trained[name].n_wanted
    ]
    if lacking:
        yield Paragraph(f"none of these rows has {first_of(lacking)}")


def _curve(report: RunReport, terminal: bool) -> Iterator[Block]:
    """Yield the records of the passes; for people only some of them, with a bar for the rows held out."""
    history = report.model.history
    if not history:
        return
    yield Heading("The course of the run, by BEST")
    is_held_out = history[0].validation is not None
    columns = [Column("pass"), Column("training")]
    if is_held_out:
        columns.append(Column("held out"))
    columns += [Column("rules"), Column("micro")]
    if terminal:
        columns.append(Column("", "bar"))
    rows: list[tuple[Value, ...]] = []
    for place in _spread(len(history)) if terminal else range(len(history)):
        record = history[place]
        seen = (record.accuracy, record.validation) if is_held_out else (record.accuracy,)
        bar = (_defined(seen[-1]),) if terminal else ()
        rows.append((record.number, *seen, record.macro, record.micro, *bar))
    yield Table(tuple(columns), tuple(rows))
    steps, n_instances = report.model.record.steps, report.model.ruleset.n_instances
    if len(report.model.populations) <= 1 and steps < history[-1].number * n_instances:
        yield Paragraph(f"the rules are those of pass {steps // n_instances}, the best on the rows held out")


def _defined(share: float | None) -> float:
    return 0.0 if share is None or math.isnan(share) else share


def _spread(n: int) -> list[int]:
    """Return as many places as a person reads, spread over all of them, including the first and the last."""
    most = min(n, MOST_PASSES)
    return [(n - 1) * place // max(most - 1, 1) for place in range(most)]


def _remarks(report: RunReport) -> Iterator[Block]:
    if report.remarks:
        found = {one.code for one in report.remarks}
        others = "Why this model may be poor" if "unclear" in found else "Where this model is weak"
        yield Heading("Why this model is poor" if found & POOR else others)
        columns = (Column("kind", "text"), Column("by", "text"), Column("what was found", "long"))
        yield Table(columns, tuple((one.code, one.evidence, one.message) for one in report.remarks))


def sizes_blocks(sizes: Sequence[SizeRecord], terminal: bool) -> Iterator[Block]:
    """Yield how good fewer rules, or more, would be, on a terminal with a bar for the accuracy of each size."""
    if not sizes:
        return
    yield Heading(f"How good the first rules are, by {sizes[0].evidence}")
    columns = [Column("rules"), Column("median tests"), *METRIC_COLUMNS]
    rows: list[tuple[Value | Cell, ...]] = [
        (one.n_rules, Cell(one.n_tests, told=f"{one.n_tests:g}"), *one.scores) for one in sizes
    ]
    if terminal:
        columns.append(Column("", "bar"))
        rows = [(*row, _defined(one.scores.accuracy)) for row, one in zip(rows, sizes, strict=True)]
    yield Table(tuple(columns), tuple(rows))


def _rules(report: RunReport, terminal: bool) -> Iterator[Block]:
    ruleset = report.model.ruleset
    compact = report.compact
    if ruleset.is_short:
        yield from _short_rules(report, terminal)
        return
    yield Heading("Compacted ruleset, best first")
    places = compact.places()
    if not terminal:
        yield from rule_blocks(compact, places, False, EVERY_RULE, ranked=True)
        return
    yield Paragraph(
        f"{counted(len(ruleset), 'rule')} ({counted(ruleset.n_micro, 'micro-classifier')}), compacted to {len(compact)}"
    )
    if places:
        yield from rule_blocks(compact, places, True, EVERY_RULE, ranked=True)


def _short_rules(report: RunReport, terminal: bool) -> Iterator[Block]:
    """Yield the rules with their evidence; the first are the best (EXT-8)."""
    model = report.model
    ruleset = model.ruleset
    yield Heading("Rules, the best few first")
    if not terminal:
        yield from rule_blocks(ruleset, ruleset.places(), False, EVERY_RULE, ranked=True)
        return
    n_rules, n_runs = sum(map(len, model.populations)), len(model.populations)
    of_runs = "the run" if n_runs == 1 else f"{n_runs} runs"
    yield Paragraph(f"{counted(len(ruleset), 'rule')}, made from the {counted(n_rules, 'rule')} of {of_runs}")
    if len(ruleset):
        yield from rule_blocks(ruleset, ruleset.places(), True, EVERY_RULE, ranked=True)
