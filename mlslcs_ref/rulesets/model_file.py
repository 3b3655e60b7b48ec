"""Models as JSON files, version 2: `model_document` says what is written, and here it is read and checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final, cast

from bitarray import bitarray

from mlslcs_ref._given import require_given
from mlslcs_ref._setting_info import SettingInfo
from mlslcs_ref._warned import warned
from mlslcs_ref.atomic import require_path, require_writable, write_text
from mlslcs_ref.core.classifier import Classifier, restored
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.errors import DataError, ModelError, ModelWarning, SettingsError
from mlslcs_ref.extension.label_thresholds import ALWAYS, NEVER
from mlslcs_ref.extension.settings import MOST_RUNS, AutoOptions
from mlslcs_ref.inference.thresholds import Thresholds
from mlslcs_ref.metrics import METRICS, Metric
from mlslcs_ref.origin import Origin
from mlslcs_ref.parts import Parts
from mlslcs_ref.rulesets.bridge import rule_of
from mlslcs_ref.rulesets.context import RuleContext
from mlslcs_ref.rulesets.model import UNCOMPACTED, Model, RunRecord, model_of
from mlslcs_ref.rulesets.model_document import OPTIONS, RULE, digest_of_document, document_text, model_document
from mlslcs_ref.rulesets.pass_record import pass_of_file
from mlslcs_ref.rulesets.rule import Rule
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.rulesets.schema_file import schema_of_file
from mlslcs_ref.rulesets.strategies import STRATEGIES
from mlslcs_ref.settings import RUN_PROFILES, Settings, setting_infos
from mlslcs_ref.untrusted import Untrusted

FORMAT: Final = "mlslcs_ref.model"
VERSION: Final = 2
_FIELDS: Final = (
    *("format", "version", "digest", "run", "reading", "instances", "schema", "settings", "thresholds"),
    *("extension", "positives", "history", "rules", "population"),
)
_SHORT: Final = ("extension", "positives", "population")
# no population and no run has more of anything
MOST_COPIES: Final = 10**9
MOST: Final = 2**53
MOST_POINTS: Final = 2**32


def save_model(model: Any, path: str | Path) -> None:
    """Write a model to a file, whole or not at all.

    Parameters
    ----------
    model : Model or fitted estimator
        The model.
    path : str or Path
        The file.

    Raises
    ------
    OutputError
        If the file cannot be written.
    """
    require_writable(path)
    write_text(path, model_text(model))


def model_text(model: Any) -> str:
    """Return the text of a model's file: one rule and one pass a line, with a line feed at the end."""
    return document_text(FORMAT, VERSION, model_document(model_of(model)))


def load_model(path: str | Path, parts: Parts | None = None) -> Model:
    """Read a model from a file.

    Parameters
    ----------
    path : str or Path
        The file.
    parts : Parts, optional
        The mechanisms of its run that do not belong to this package; needed if there were any.

    Raises
    ------
    ModelError
        If the file cannot be read, is not a model of this version, contradicts itself, or belongs to a run with other
        parts.
    SettingsError
        If an argument is of another type.
    """
    require_path("path", path)
    if parts is not None:
        require_given("parts", parts, Parts, "Parts, such as Parts(deletion=...)")
    file = str(path)
    origin = Origin(file)
    root = Untrusted.json(origin.read(), origin)
    if root.mapping().get("format") != FORMAT:
        raise ModelError(f"expected a model (format {FORMAT!r}), found another document", file)
    version = root.field("version").integer(0)
    if version != VERSION:
        older = "; train the model again, or read it with the older version" if version < VERSION else ""
        raise ModelError(f"expected version {VERSION} of the format, found version {version}{older}", file)
    try:
        model = _model(root)
    except (DataError, SettingsError) as error:
        raise ModelError(str(error), file) from None
    _require_parts(model.record.parts, () if parts is None else parts.names, file)
    if root.field("digest").text() == digest_of_document(model_document(model)):
        return model
    warned(ModelWarning(f"{file} was edited after it was written"))
    return replace(model, edited=True)


def _require_parts(wanted: tuple[str, ...], given: tuple[str, ...], file: str) -> None:
    if wanted == given:
        return
    if not wanted:
        raise ModelError(f"expected no parts, because its run had none, found {', '.join(given)}", file)
    raise ModelError(
        f"its run had its own parts ({', '.join(wanted)}); load it from Python with load_model(path, Parts(...)) and "
        f"the same parts, found {', '.join(given) or 'none'}",
        file,
    )


def _model(root: Untrusted) -> Model:
    root.only(_FIELDS)
    settings = _settings(root.field("settings"))
    n_instances = root.field("instances").integer(1, MOST)
    given = root.mapping()
    # the sections of a short ruleset are all there, or none is
    is_short = any(name in given for name in _SHORT)
    schema, ranges, cuts, new_as = schema_of_file(root.field("schema"), settings.precision_bits, is_short)
    positives = _counts(root.field("positives"), (n_instances,) * schema.n_labels) if is_short else None
    reading = Reading.from_dict(root.field("reading").mapping())
    options = _options(root.field("extension")) if is_short else None
    n_runs, dates = 1 if options is None else options.n_averaged, reading.date_columns
    context = RuleContext(
        schema, ranges, settings, n_instances, positives, cuts, date_columns=dates, n_runs=n_runs, new_as=new_as
    )
    return Model(
        ruleset=ruleset_of_file(root.field("rules"), context),
        thresholds=_thresholds(root.field("thresholds"), schema.n_labels if is_short else None),
        record=_record(root.field("run")),
        history=tuple(pass_of_file(node, place) for place, node in enumerate(root.field("history").items(), start=1)),
        reading=reading.to_dict(),
        extension=options,
        populations=() if options is None else _populations(root.field("population"), context, options.n_runs),
    )


def _thresholds(node: Untrusted, n_labels: int | None) -> Thresholds:
    """Return the thresholds, with those of labels if there are to be so many."""
    node.only(("pcut", "ival") if n_labels is None else Thresholds._fields)
    found = Thresholds(node.field("pcut").number(0.0, 0.5), node.field("ival").number(0.0, 0.5))
    if n_labels is None:
        return found
    labels = node.field("labels").items()
    if len(labels) != n_labels:
        raise node.field("labels").error(f"{n_labels} thresholds, one for each label")
    values = tuple(NEVER if item.value is None else item.number(ALWAYS, 1.0) for item in labels)
    return found._replace(labels=values, at_least_one=node.field("at_least_one").boolean())


def _options(node: Untrusted) -> AutoOptions:
    node.only(OPTIONS)
    most_rules, most_tests = (
        None if node.field(name).value is None else node.field(name).integer(1, MOST)
        for name in ("max_rules", "max_tests")
    )
    return AutoOptions(max_rules=most_rules, max_tests=most_tests, n_runs=node.field("n_runs").integer(1, MOST_RUNS))


def _counts(node: Untrusted, most: Sequence[int]) -> tuple[int, ...]:
    """Return a list of counts, each at most so large."""
    items = node.items()
    if len(items) != len(most):
        raise node.error(f"{len(most)} counts, one for each label")
    return tuple(item.integer(0, high) for item, high in zip(items, most, strict=True))


def _populations(node: Untrusted, short: RuleContext, n_runs: int) -> tuple[RuleSet, ...]:
    """Return the rules of each run, on the same attributes, labels and settings."""
    context = short.seen(None, short.n_instances)
    found: list[list[Rule]] = [[] for _run in range(n_runs)]
    for item in node.items():
        found[item.field("run").integer(1, n_runs) - 1].append(_restored(item, context, ("run",)))
    return tuple(RuleSet(context, rules) for rules in found)


def ruleset_of_file(node: Untrusted, context: RuleContext) -> RuleSet:
    """Return rules that were written by `rules_document`."""
    return RuleSet(context, [_restored(item, context) for item in node.items()])


def _record(run: Untrusted) -> RunRecord:
    run.only(field.name for field in fields(RunRecord))
    stream = run.field("stream").choice(("pcg64", "java"))
    n_centroids = run.field("n_centroids").integer(0, MOST)
    return RunRecord(
        data=run.field("data").text(),
        profile=run.field("profile").choice(RUN_PROFILES),
        stream=stream,
        seed=run.field("seed").integer(0 if stream == "pcg64" else -(1 << 63)),
        steps=run.field("steps").integer(0),
        draws=run.field("draws").integer(0),
        crc32=run.field("crc32").text(),
        n_centroids=n_centroids,
        n_unmatched_centroids=run.field("n_unmatched_centroids").integer(0, n_centroids),
        compaction=run.field("compaction").choice((UNCOMPACTED, *STRATEGIES)),
        metric=cast("Metric", run.field("metric").choice(METRICS)),
        parts=tuple(item.text() for item in run.field("parts").items()),
        steps_left=run.get("steps_left", 0).integer(0),
    )


def _settings(node: Untrusted) -> Settings:
    # what is unknown is refused there; a file that leaves a setting out would change its meaning with the next default
    found = {info.name: _setting(node.field(info.name), info) for info in setting_infos()}
    return Settings.paper(**{**node.mapping(), **found})


def _setting(node: Untrusted, info: SettingInfo) -> object:
    """Return a value of the setting's kind: Python takes true for 1, a file does not mean it."""
    if info.choices:
        return node.choice(info.choices)
    if info.kind is bool:
        return node.boolean()
    return node.integer(int(info.low), info.high) if info.kind is int else node.number(info.low, info.high)


def _restored(node: Untrusted, context: RuleContext, further: tuple[str, ...] = ()) -> Rule:
    knows = context.positives is not None
    node.only((*RULE.split(), *further, *(("seen", "points") if knows else ())))
    bits = node.field("bits").text()
    if len(bits) != context.layout.size or set(bits) - set("01"):
        raise node.field("bits").error(f"{context.layout.size} characters 0 or 1")
    # which instances it covered is not kept, only how many
    rule = restored(bitarray(bits, "little"), context.layout, context.accounting, bitarray(0, "little"))
    rule.num = node.field("num").integer(1, MOST_COPIES)
    rule.cs = node.field("cs").number(0.0)
    rule.ts = node.field("ts").integer(0, MOST)
    rule.created = node.field("created").integer(0, MOST)
    _restore_counts(node, rule)
    coverage = node.field("coverage").integer(0, context.n_instances)
    found = rule_of(rule, context, coverage)
    if context.positives is None:
        return found
    if not node.has("points"):
        raise node.error("a rule with its points, which an earlier version did not write; train the model again")
    most = [min(coverage, positive) for positive in context.positives]
    return replace(found, seen=_counts(node.field("seen"), most), points=_points(node.field("points"), found))


def _points(node: Untrusted, rule: Rule) -> tuple[int, ...]:
    """Return what a rule adds to the estimate of each label, 0 where it does not decide."""
    decided = {label for label, _decision in rule.decisions}
    items = node.items()
    if len(items) != rule.context.schema.n_labels:
        raise node.error(f"{rule.context.schema.n_labels} whole numbers, one for each label")
    found = tuple(item.integer(-MOST_POINTS, MOST_POINTS) for item in items)
    if wrong := [label for label, points in enumerate(found) if points and label not in decided]:
        raise items[wrong[0]].error("0, as the rule does not decide the label")
    return found


def _restore_counts(node: Untrusted, rule: Classifier) -> None:
    accounting = rule.accounting
    most = min(MOST, int(accounting.most_matches * accounting.exp_per_match))
    matches, rest = divmod(node.field("exp").integer(0, most), accounting.exp_per_match)
    if rest:
        raise node.field("exp").error(f"a multiple of {accounting.exp_per_match}")
    rule.matches = matches
    rule.correct = node.field("correct").integer(0, int(matches * rule.consequent.n_decided))
    for name, counted in (("wrong", rule.wrong), ("indifferent", rule.indifferent)):
        if node.field(name).integer(0) != counted:
            raise node.field(name).error(f"{counted}, by exp and the other counts")
