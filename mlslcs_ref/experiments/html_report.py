"""A model as one page for a browser: no network; for phones, the dark, keyboards and screen readers too."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from mlslcs_ref._build import __version__
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.experiments.extra import needed_by
from mlslcs_ref.experiments.pictures import (
    coverage_picture,
    curve_picture,
    network_picture,
    specificity_picture,
    svg_text,
    votes_picture,
)
from mlslcs_ref.history import PassRecord
from mlslcs_ref.rulesets import Model, RuleSet, explain, rule_text
from mlslcs_ref.rulesets.conditions import decisions_of
from mlslcs_ref.rulesets.model import UNCOMPACTED
from mlslcs_ref.rulesets.notation import is_ternary, labelled_tests, name_text
from mlslcs_ref.settings import Settings, setting_infos

__all__ = ["Picture", "html_report", "pictures_of"]

TERNARY: Final = (
    "Each rule reads from left to right: the values of the attributes that it asks for, an arrow, and what it decides "
    "of the labels; # stands for any value, or for a label left open."
)
BY_NAME: Final = (
    "A rule applies to an instance if all its tests hold. It then decides the labels that it names, with NOT if they "
    "do not apply, and leaves the others open."
)
COLUMNS: Final = (
    ("id", "Place of the rule in the model, from 1", "ascending"),
    ("num", "Numerosity: how many copies of the rule the run has kept", "descending"),
    ("F", "Fitness: accuracy to the power nu", "descending"),
    ("acc", "Accuracy: share of its decisions that were right", "descending"),
    ("exp", "Experience: how often it was tried", "descending"),
    ("coverage", "Training instances that it matches", "descending"),
    ("rule", "Tests and decisions", "ascending"),
)


@dataclass(frozen=True)
class Picture:
    """A picture in the page.

    Parameters
    ----------
    title, caption : str
        What stands below it.
    svg : str
        An SVG element.
    """

    title: str
    caption: str
    svg: str


def pictures_of(
    model: Model, dataset: Dataset | None = None, row: int = 0, curve: tuple[PassRecord, ...] = ()
) -> tuple[Picture, ...]:
    """Return the pictures of a model.

    Parameters
    ----------
    model : Model
        The model.
    dataset : Dataset, optional
        With it the votes of one instance are drawn.
    row : int
        Which instance, from 0.
    curve : tuple of PassRecord
        How the run went, if that is known.

    Raises
    ------
    UsageError
        If matplotlib is not installed.
    """
    ruleset = model.ruleset
    drawn: list[tuple[str, str, Any]] = []
    if curve:
        text = "Above, how well the rules predict the training data; below, how many there are."
        drawn.append(("The run", text, curve_picture(curve)))
    text = "How much of the macro-fitness that decides a label (across) stands on rules that test an attribute (down)."
    drawn.append(("What decides which label", text, specificity_picture(ruleset)))
    text = "Every rule with experience: how many training instances it matches, how right it is. Larger: more copies."
    drawn.append(("General or accurate", text, coverage_picture(ruleset)))
    text = "The best rules by id, each joined to the three that share most of its attributes; a stronger line, more."
    drawn.append(("Rules that look at the same", text, network_picture(ruleset)))
    if dataset is not None and dataset.n_instances:
        found = explain(ruleset, dataset.X[row], model.thresholds.ival)
        text = f"Row {row + 1} of {dataset.name}: what matching rules add to a label's vote or take from it (IVAL)."
        drawn.append(("One instance", text, votes_picture(found)))
    return tuple(
        Picture(title, text, svg_text(figure, f"picture{number}", f"{title}. {text}"))
        for number, (title, text, figure) in enumerate(drawn, start=1)
    )


def html_report(model: Model, pictures: tuple[Picture, ...] = (), dataset: Dataset | None = None) -> str:
    """Return the page.

    Parameters
    ----------
    model : Model
        The model.
    pictures : tuple of Picture
        What `pictures_of` gives, or none.
    dataset : Dataset, optional
        Labelled instances; with them the page tells how well the model predicts.

    Raises
    ------
    UsageError
        If jinja2 is not installed.
    """
    with needed_by("a report"):
        from jinja2 import Environment, StrictUndefined  # noqa: PLC0415 - an extra
    folder = files("mlslcs_ref.experiments")
    texts = {name: (folder / f"page.{name}").read_text(encoding="utf-8") for name in ("html", "css", "js")}
    template = Environment(autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True).from_string(
        texts["html"]
    )
    return template.render(css=texts["css"], js=texts["js"], pictures=pictures, **_values(model, dataset))


def _values(model: Model, dataset: Dataset | None) -> dict[str, Any]:
    ruleset, record = model.ruleset, model.record
    ternary = is_ternary(ruleset.schema)
    compacted = "" if record.compaction == UNCOMPACTED else f", compacted by {record.compaction}"
    return {
        "title": record.data,
        "subtitle": f"Multi-label rules learned by MlS-LCS: profile {record.profile}, seed {record.seed}{compacted}",
        "facts": _facts(model),
        "metrics": [] if dataset is None else _metrics(model, dataset),
        "metrics_caption": "" if dataset is None else _metrics_caption(model, dataset),
        "how_to_read": (TERNARY if ternary else BY_NAME) + " The best by num*F come first.",
        "labels": [name_text(name) for name in ruleset.schema.labels],
        "columns": [
            {"name": name, "title": title, "first": first, "number": name != "rule"} for name, title, first in COLUMNS
        ],
        "ternary": ternary,
        "rules": [_rule(ruleset, place, ternary) for place in ruleset.places_by_macro_fitness()],
        "profile": record.profile,
        "settings": _settings(ruleset.settings, record.profile),
        "version": __version__,
    }


def _facts(model: Model) -> list[tuple[str, str]]:
    ruleset, record = model.ruleset, model.record
    return [
        ("Rules", f"{len(ruleset):,}"),
        ("Micro-classifiers", f"{ruleset.n_micro:,}"),
        ("Attributes", f"{ruleset.schema.n_attributes:,}"),
        ("Labels", f"{ruleset.schema.n_labels:,}"),
        ("Training instances", f"{ruleset.n_instances:,}"),
        ("Steps", f"{record.steps:,}"),
        ("Threshold PCUT", f"{model.thresholds.pcut:.4f}"),
        ("Threshold IVAL", f"{model.thresholds.ival:.4f}"),
        ("CRC-32 of the run", record.crc32),
    ]


def _metrics(model: Model, dataset: Dataset) -> list[tuple[str, list[str]]]:
    return [
        (method.upper(), [f"{value:.4f}" for value in scores]) for method, scores in model.evaluate(dataset).items()
    ]


def _metrics_caption(model: Model, dataset: Dataset) -> str:
    empty = (
        "instances with no label wanted and none given are left out"
        if model.ruleset.settings.empty_label_sets == "skip"
        else "1 where no label is wanted and none given"
    )
    return f"On {dataset.name}, {dataset.n_instances} instances. Accuracy is the mean Jaccard index, {empty}."


def _rule(ruleset: RuleSet, place: int, ternary: bool) -> dict[str, Any]:
    rule = ruleset.rules[place]
    numbers: tuple[int | float, ...] = (place + 1, rule.num, rule.fitness, rule.acc, rule.exp, rule.n_covered)
    return {
        "numbers": [
            (name, repr(value), f"{value:.4f}" if isinstance(value, float) else str(value))
            for (name, _title, _first), value in zip(COLUMNS, numbers, strict=False)
        ],
        "labels": " ".join(str(label + 1) for label, _decision in decisions_of(ruleset, rule)),
        "parts": [("rule-text", rule_text(ruleset, rule))] if ternary else _parts(ruleset, rule),
    }


def _parts(ruleset: RuleSet, rule: Classifier) -> list[tuple[str, str]]:
    """Return a rule's text in parts, each with its kind; together they read as `rule_text`."""
    parts = [("word", "IF")]
    for number, (_index, text) in enumerate(labelled_tests(ruleset, rule) or [(0, "anything")]):
        parts += [("word", "AND")] if number else []
        parts.append(("test", text))
    parts.append(("word", "THEN"))
    decided = decisions_of(ruleset, rule)
    for number, (label, decision) in enumerate(decided, start=1):
        name = name_text(ruleset.schema.labels[label])
        comma = "," if number < len(decided) else ""
        parts.append(("yes", name + comma) if decision else ("no", f"NOT {name}{comma}"))
    return parts if decided else [*parts, ("test", "nothing")]


def _settings(settings: Settings, profile: str) -> list[dict[str, Any]]:
    found, base = settings.as_dict(), Settings.profile(profile).as_dict()
    return [
        {
            "name": info.name.replace("_", "-"),
            "symbol": info.symbol,
            "value": _value(found[info.name]),
            "base": _value(base[info.name]),
            "differs": found[info.name] != base[info.name],
        }
        for info in setting_infos()
    ]


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
