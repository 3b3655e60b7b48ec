"""Rules as a graph for Graphviz: attributes on the left, rules in the middle, labels on the right."""

from __future__ import annotations

from collections.abc import Iterator

from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.notation import labelled_tests, name_text
from mlslcs_ref.rulesets.rule import Rule


def dot_text(model: Model) -> str:
    """Return a graph in the DOT language.

    An edge from an attribute to a rule bears the test; a decision for 1 is a full edge, one for 0 a dashed edge.
    """
    ruleset = model.ruleset
    lines = ["digraph rules {", "  rankdir=LR;", "  node [shape=box];"]
    used_attributes: set[int] = set()
    used_labels: set[int] = set()
    edges: list[str] = []
    for place, rule in enumerate(ruleset.rules):
        used_attributes |= {index for index, _text in labelled_tests(rule.context, rule.chromosome)}
        used_labels |= {label for label, _decision in rule.decisions}
        edges += _edges(place, rule)
    names = [name_text(attribute.name) for attribute in ruleset.schema.attributes]
    lines += [f"  a{index + 1} [label={_quoted(names[index])}, shape=ellipse];" for index in sorted(used_attributes)]
    lines += [
        f'  r{place + 1} [label="{place + 1}", tooltip={_quoted(_worth(rule))}];'
        for place, rule in enumerate(ruleset.rules)
    ]
    names = [name_text(name) for name in ruleset.schema.labels]
    lines += [f"  l{label + 1} [label={_quoted(names[label])}, style=rounded];" for label in sorted(used_labels)]
    return "\n".join([*lines, *edges, "}"]) + "\n"


def _worth(rule: Rule) -> str:
    return f"num {rule.num}, acc {rule.acc:.4f}" if rule.seen is None else rule.told(brief=True)


def _edges(place: int, rule: Rule) -> Iterator[str]:
    for index, text in labelled_tests(rule.context, rule.chromosome):
        yield f"  a{index + 1} -> r{place + 1} [label={_quoted(text)}];"
    for label, decision in rule.decisions:
        style = "" if decision else " [style=dashed]"
        yield f"  r{place + 1} -> l{label + 1}{style};"


def _quoted(text: str) -> str:
    """Return text as a label: Graphviz reads backslashes and HTML's entities in it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")
    return f'"{escaped}"'
