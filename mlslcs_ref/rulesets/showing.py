"""Rules, models and what is said of them as pieces of pages, for notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mlslcs_ref._meant import first_of
from mlslcs_ref._setting_info import setting_text
from mlslcs_ref.core.genes import NominalGene
from mlslcs_ref.documents.document import Block, Cell, Column, Facts, Paragraph, Table
from mlslcs_ref.documents.look import Look
from mlslcs_ref.rulesets.conditions import AttributeTest, ValueTest
from mlslcs_ref.rulesets.display import ADDED, COUNTED
from mlslcs_ref.rulesets.notation import name_text

if TYPE_CHECKING:
    from mlslcs_ref.rulesets.model import Model
    from mlslcs_ref.rulesets.rule import Rule

PRINTED: Final = 100
"""Columns of what `print` shows."""
EXACT: Final = "rules are written to be read; the text of a rule, .text, has all digits (REP-9)"


def rule_blocks(rules: Sequence[Rule], n_all: int, n_instances: int) -> list[Block]:
    """Return rules as a table, and how many more there are."""
    blocks: list[Block]
    remarks: tuple[str, ...]
    if rules and all(rule.seen is not None for rule in rules):
        table = tuple((rule.adds(brief=True), _shown(rule)) for rule in rules)
        remarks = (COUNTED + new_refused(rules), ADDED, EXACT)
        blocks = [Table((Column("adds", "text"), Column("rule", "long")), table, remarks=remarks)]
    elif rules:
        columns = [Column(name) for name in ("acc", f"rows of {n_instances}", "num", "exp")]
        rows = tuple((rule.acc, rule.coverage, rule.num, rule.exp, _shown(rule)) for rule in rules)
        remarks = (EXACT,) if rules[0].context.notation == "name" else ()
        blocks = [Table((*columns, Column("rule", "long")), rows, remarks=remarks)]
    else:
        blocks = [Paragraph("0 rules")]
    return [*blocks, Paragraph(f"{n_all - len(rules)} more of {n_all} rules")] if len(rules) < n_all else blocks


def new_refused(rules: Sequence[Rule]) -> str:
    """Name the attributes whose tests list what they refuse, though they refuse new values too (REP-8, EXT-11)."""
    found = {test.attribute for rule in rules for test in rule.tests if _refuses_new(rule, test)}
    if not found:
        return ""
    names = [name_text(rules[0].context.schema.attributes[index].name) for index in sorted(found)]
    return f'; a value that training did not have passes no test of {first_of(names)}, not even != or "not in"'


def _refuses_new(rule: Rule, test: AttributeTest) -> bool:
    gene = rule.context.layout.conditions[test.attribute]
    if not isinstance(test, ValueTest) or not isinstance(gene, NominalGene) or test.attribute in rule.context.new_as:
        return False
    return 0 < gene.n_values - len(test.codes) < len(test.codes)


def _shown(rule: Rule) -> Cell:
    return Cell(rule.display, parts=rule.parts)


def model_blocks(model: Model) -> list[Block]:
    """Return what a model is, and its first rules."""
    record, ruleset = model.record, model.ruleset
    facts = [
        ("data", f"{record.data}: {ruleset.n_instances} rows"),
        ("run", f"profile {record.profile}, seed {record.seed}, {record.told_steps}"),
    ]
    if ruleset.is_short:
        n_rules = sum(map(len, model.populations))
        n_runs = len(model.populations)
        of_runs = "a run" if n_runs == 1 else f"{n_runs} runs"
        facts.append(("rules", f"{len(ruleset)}, made from the {n_rules} of {of_runs}"))
    else:
        facts.append(("rules", f"{len(ruleset)}, {ruleset.n_micro} micro-classifiers"))
        facts.append(("thresholds", f"ival {model.thresholds.ival:.4g}, pcut {model.thresholds.pcut:.4g}"))
    # that of a short ruleset is another, and with rows held out the rules may be those of an earlier pass
    if model.history and not ruleset.is_short and model.history[-1].validation is None:
        facts.append(("training accuracy", f"{model.history[-1].accuracy:.4f} by BEST after the last pass"))
    if record.parts:
        facts.append(("parts of its own", ", ".join(record.parts)))
    shown = ruleset.best(10)
    return [Facts(tuple(facts)), *rule_blocks(shown, len(ruleset), ruleset.n_instances)]


def notebook_html(blocks: Sequence[Block]) -> str:
    """Return blocks as a notebook shows them."""
    # only notebooks need what writes HTML
    from mlslcs_ref.documents.html import html_fragment  # noqa: PLC0415

    return html_fragment(blocks)


def text_of(blocks: Sequence[Block]) -> str:
    """Return blocks as `print` shows them, wherever that is."""
    # it loads rich
    from mlslcs_ref.documents.terminal import terminal_text  # noqa: PLC0415

    return terminal_text(blocks, Look(terminal=True, colour=False, width=PRINTED, ascii=False)).removesuffix("\n")


def silent_rules(n: int) -> list[Block]:
    """Return a remark on rules that are left out because they decide nothing, if there are any."""
    return [Paragraph(f"{n} rule{' that decides' if n == 1 else 's that decide'} nothing left out")] if n else []


def setting_cell(value: object) -> Cell:
    """Return the value of a setting as a cell, in full for programs."""
    return Cell(setting_text(value), told=setting_text(value, rounded=True))
