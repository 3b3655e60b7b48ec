"""A model as a page: how well it predicts, pictures, its rules and settings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from mlslcs_ref._extra import needed_by
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.documents.document import (
    Block,
    Cell,
    Choice,
    Column,
    Document,
    Facts,
    Figure,
    Heading,
    Paragraph,
    Table,
)
from mlslcs_ref.documents.drawing import svg_text
from mlslcs_ref.documents.html import html_page
from mlslcs_ref.extension.settings import profile_settings
from mlslcs_ref.inference.thresholds import told_threshold
from mlslcs_ref.metrics import METRIC_TITLES
from mlslcs_ref.rulesets.consultation import POSTERIOR, known_method
from mlslcs_ref.rulesets.evaluation import Evaluation, label_table
from mlslcs_ref.rulesets.explaining import decider_of, explain_coded
from mlslcs_ref.rulesets.model import UNCOMPACTED, Model
from mlslcs_ref.rulesets.notation import name_text
from mlslcs_ref.rulesets.page.pictures import (
    MOST_COLUMNS,
    MOST_ROWS,
    coverage_picture,
    curve_picture,
    specificity_picture,
    votes_picture,
)
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.rulesets.showing import new_refused, setting_cell, silent_rules
from mlslcs_ref.settings import Settings, setting_infos

TERNARY: Final = (
    "Read each rule from left to right: the values of the attributes that it tests, an arrow, and the labels that it "
    "decides; # stands for any value, or for a label left open."
)
BY_NAME: Final = (
    "A rule applies to an instance if all its tests hold. It then decides the labels that it names, with NOT if they "
    "do not apply, and leaves the others open. Bounds are as short as the training rows allow; exports have all digits."
)
SEEN: Final = (
    "A rule applies to an instance if all its tests hold; a missing value passes every test{}. It gives the "
    "frequencies of labels in the training rows that it matches (green: most of them have the label; bold: more than "
    "in all; red: fewer), and in all training rows. The estimate of a label "
    "begins with its frequency in all training rows; each rule that applies adds its points to it, or takes them. "
    "Points are what is left to say after the other rules, so their sign can differ from what the rule's own rows say. "
    "The first rules are the best. Bounds are as short as the training rows allow; exports have all digits."
)
SHORT_COLUMNS: Final = (
    Column("id", meaning="Place of the rule in the model, from 1", rising=True),
    Column("coverage", meaning="Training instances that it matches"),
    Column("adds", "text", meaning="Points that it adds to the estimate of each label"),
    Column("rule", "long", meaning="Tests, and frequencies of labels"),
)
COLUMNS: Final = (
    Column("id", meaning="Place of the rule in the model, from 1", rising=True),
    Column("num", meaning="Numerosity: how many copies of the rule the run has kept"),
    Column("F", meaning="Fitness: accuracy to the power nu"),
    Column("acc", meaning="Accuracy: share of its decisions that were right"),
    Column("exp", meaning="Experience: how often it was tested"),
    Column("coverage", meaning="Training instances that it matches"),
    Column("rule", "long", meaning="Tests and decisions"),
)


def pictures_of(model: Model, dataset: Dataset | None = None, row: int = 0) -> tuple[Figure, ...]:
    """Return the pictures of a model.

    With a data set, the votes of its instance `row`, counted from 0, are drawn too.
    """
    with needed_by("a picture", "leave pictures out with pictures=False"):
        import matplotlib.figure  # noqa: F401, PLC0415 - an extra
    ruleset = model.ruleset
    drawn: list[tuple[str, str, Any]] = []
    if model.history:
        text = (
            "How well the rules predict after each pass, and how many there are; below also counted with their copies."
        )
        drawn.append(("The run", text, curve_picture(model.history)))
    votes = (
        "How much of what moves a label's estimate (across), up or down, comes from"
        if ruleset.is_short
        else "How many of the votes on a label (across), by num*F, are cast by"
    )
    text = (
        f"{votes} rules that test an attribute (down): percent over all training rows. Colours go from the smallest to "
        f"the largest of each label.{_left_out(ruleset)}"
    )
    drawn.append(("Which attributes decide which label", text, specificity_picture(ruleset)))
    sized = "" if ruleset.is_short else " The larger a mark, the more copies of the rule there are (num)."
    text = (
        f"Each mark is a rule: how many training rows it matches, and how often its decisions are right there.{sized} "
        f"Some of the best rules have their ids, which link to them."
    )
    drawn.append(("General or accurate", text, coverage_picture(ruleset)))
    if dataset is not None and dataset.n_instances:
        method = known_method(ruleset)
        found = explain_coded(ruleset, dataset.matrix.rows([row])[0], decider_of(model.thresholds, method))
        text = (
            f"Row {row + 1} of {dataset.name}: what matching rules add to a label's vote or subtract from it (IVAL). "
            f"A diamond marks the sum; it is filled if the label is predicted."
        )
        if method == POSTERIOR:
            text = (
                f"Row {row + 1} of {dataset.name}: how often all training rows have a label (square), and that with "
                f"what a single matching rule adds to it (circles). The diamond is the estimate, with all of them; "
                f"it is filled if the label is predicted, which takes more than the threshold (line)."
            )
        drawn.append(("One instance", text, votes_picture(found)))
    return tuple(
        Figure(f"picture{number}", title, text, svg_text(figure, f"picture{number}", f"{title}. {text}"))
        for number, (title, text, figure) in enumerate(drawn, start=1)
    )


def _left_out(ruleset: RuleSet) -> str:
    found = (("attributes", ruleset.schema.n_attributes, MOST_ROWS), ("labels", ruleset.schema.n_labels, MOST_COLUMNS))
    cut = [f"the {most} of {n} {what}" for what, n, most in found if n > most]
    return f" Shown are {' and '.join(cut)} with the largest." if cut else ""


def html_report(model: Model, pictures: tuple[Figure, ...] = (), dataset: Dataset | None = None) -> str:
    """Return the page of a model for a browser; the parameters are those of `model_document`."""
    return html_page(model_document(model, pictures, dataset), skip_to="rules")


def model_document(model: Model, pictures: tuple[Figure, ...] = (), dataset: Dataset | None = None) -> Document:
    """Return the page of a model.

    With labelled instances, the page says how well the model predicts.
    """
    record = model.record
    compacted = "" if record.compaction == UNCOMPACTED else f", compacted by {record.compaction}"
    subtitle = f"Multi-label rules learned by MlS-LCS: profile {record.profile}, seed {record.seed}{compacted}"
    return Document(record.data, subtitle, tuple(_blocks(model, pictures, dataset)))


def _blocks(model: Model, pictures: tuple[Figure, ...], dataset: Dataset | None) -> Iterator[Block]:
    yield _facts(model)
    if dataset is not None:
        yield Heading("Metrics", name="metrics")
        found = model.evaluate(dataset)
        yield _metrics(model, dataset, found)
        yield replace(label_table(found.labels), title=f"Labels, as predicted by {found.method.upper()}")
    if pictures:
        yield Heading("Pictures", name="pictures")
        yield from pictures
    yield Heading("Rules", name="rules")
    if model.ruleset.is_short:
        yield Paragraph(SEEN.format(new_refused(model.ruleset.rules)))
    else:
        how_to_read = TERNARY if model.ruleset.context.notation == "ternary" else BY_NAME
        yield Paragraph(how_to_read + " The most accurate come first, by accuracy with support.")
    places = model.ruleset.places()
    deciding = [place for place in places if model.ruleset[place].decisions]
    yield _rules(model.ruleset, deciding)
    yield from silent_rules(len(places) - len(deciding))
    if model.thresholds.labels is not None:
        yield Heading("Thresholds of labels", name="thresholds")
        yield _label_thresholds(model.ruleset, model.thresholds.labels, model.thresholds.at_least_one)
    yield Heading("Settings", name="settings")
    base = profile_settings(model.record.profile, model.ruleset.schema.n_attributes)
    yield _settings(model.ruleset.settings, model.record.profile, base)


def _facts(model: Model) -> Facts:
    ruleset, record = model.ruleset, model.record
    pairs: tuple[tuple[str, str], ...] = (
        ("Rules", f"{len(ruleset):,}"),
        ("Attributes", f"{ruleset.schema.n_attributes:,}"),
        ("Labels", f"{ruleset.schema.n_labels:,}"),
        ("Training instances", f"{ruleset.n_instances:,}"),
        ("Steps", f"{record.steps:,}"),
    )
    if record.steps_left:
        pairs += (("Stopped", f"{record.steps_left:,} steps before its end"),)
    if ruleset.is_short:
        n_runs, n_rules = len(model.populations), sum(map(len, model.populations))
        pairs += (("Runs", f"{n_runs:,}"), ("Rules that they left", f"{n_rules:,}"))
    else:
        pairs += (
            ("With their copies (micro-classifiers)", f"{ruleset.n_micro:,}"),
            ("Threshold PCUT", f"{model.thresholds.pcut:.4f}"),
            ("Threshold IVAL", f"{model.thresholds.ival:.4f}"),
        )
    return Facts((*pairs, ("CRC-32 of the run", record.crc32)))


def _metrics(model: Model, dataset: Dataset, found: Evaluation) -> Table:
    empty = (
        "instances with no true and no predicted labels are left out"
        if model.ruleset.settings.skip_empty
        else "1 if there are no true and no predicted labels"
    )
    return Table(
        (Column("Method", "text"), *map(Column, METRIC_TITLES.values())),
        tuple((found.named(method), *scores) for method, scores in found.items()),
        f"On {dataset.name}, {dataset.n_instances} instances. Accuracy is the mean Jaccard index, {empty}.",
        remarks=(*found.decider, *found.remarks),
    )


def _rules(ruleset: RuleSet, places: Sequence[int]) -> Table:
    labels = tuple(map(name_text, ruleset.schema.labels))
    decided = tuple(tuple(label for label, _yes in ruleset[place].decisions) for place in places)
    rows = tuple(_rule(ruleset, place) for place in places)
    columns = SHORT_COLUMNS if ruleset.is_short else COLUMNS
    return Table(columns, rows, "Rules", choice=Choice("rules", "Deciding label", labels, decided, "rule", "AND"))


def _rule(ruleset: RuleSet, place: int) -> tuple[int | float | str | Cell, ...]:
    rule = ruleset.rules[place]
    parts = rule.parts
    text = " ".join(text for _kind, text in parts)
    if rule.seen is not None:
        # points stay beside their label where lines are broken
        adds = rule.adds(brief=True).replace(" +", "\xa0+").replace(" -", "\xa0-")
        return place + 1, rule.coverage, adds, Cell(text, parts=parts)
    return (place + 1, rule.num, rule.fitness, rule.acc, rule.exp, rule.coverage, Cell(text, parts=parts))


def _label_thresholds(ruleset: RuleSet, thresholds: tuple[float, ...], at_least_one: bool) -> Table:
    usual = ruleset.support().frequency.tolist()
    rows = tuple(
        (name, told_threshold(threshold), usual[label])
        for label, (name, threshold) in enumerate(zip(ruleset.schema.labels, thresholds, strict=True))
    )
    columns = (Column("Label", "text"), Column("Predicted above"), Column("In all"))
    note = "A label is predicted if its estimate is above its own threshold."
    if at_least_one:
        note += " If none is, the likeliest is predicted."
    return Table(columns, rows, note)


def _settings(settings: Settings, profile: str, of_profile: Settings) -> Table:
    found, base = settings.as_dict(), of_profile.as_dict()
    return Table(
        (Column("Setting", "text"), Column("Symbol", "text"), Column("Value"), Column(f"Profile {profile}")),
        tuple(
            (
                info.name.replace("_", "-"),
                info.symbol,
                replace(setting_cell(found[info.name]), strong=found[info.name] != base[info.name]),
                setting_cell(base[info.name]),
            )
            for info in setting_infos()
        ),
        "All settings of the run; those that differ from the profile are highlighted.",
    )
