"""Models as JSON files, version 2.

The text is a function of the model alone: the same model gives the same bytes. Reals are written as the shortest
decimals that read back as the same doubles; tp, msa, acc and F follow from the counts and are not written.
"""

from __future__ import annotations

import hashlib
import json
import math
import warnings
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final, cast

from bitarray import bitarray

from mlslcs_ref.atomic import write_text
from mlslcs_ref.core.assembly import Ranges
from mlslcs_ref.core.classifier import Classifier, restored
from mlslcs_ref.data.dataset import (
    Attribute,
    BinaryAttribute,
    ContinuousAttribute,
    NominalAttribute,
    Schema,
    nominal,
)
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.errors import DataError, ModelError, ModelWarning, SettingsError
from mlslcs_ref.inference.thresholds import METRICS, Metric, Thresholds
from mlslcs_ref.rulesets.bridge import rule_of
from mlslcs_ref.rulesets.context import RuleContext
from mlslcs_ref.rulesets.model import UNCOMPACTED, Model, RunRecord, model_of
from mlslcs_ref.rulesets.pass_record import PassRecord
from mlslcs_ref.rulesets.rule import Rule, counts_document, projected
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.rulesets.strategies import STRATEGIES
from mlslcs_ref.settings import PROFILES, SettingInfo, Settings, setting_infos
from mlslcs_ref.untrusted import Origin, Untrusted

__all__ = ["attribute_document", "load_model", "model_text", "save_model"]

FORMAT: Final = "mlslcs_ref.model"
VERSION: Final = 2
# no population and no run has more of anything
_FIELDS: Final = (
    *("format", "version", "digest", "run", "reading", "instances", "schema", "settings", "thresholds"),
    *("extension", "decision", "history", "rules", "population"),
)
_LINES: Final = ("history", "rules", "population")
_COUNTS: Final = ("macro", "micro", "covering", "ga", "subsumption", "deletion", "control")
_RULE: Final = "bits num exp correct wrong indifferent cs ts created coverage"
MOST_COPIES: Final = 10**9
MOST: Final = 2**53


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
    write_text(path, model_text(model))


def model_text(model: Any) -> str:
    """Return the text of a model's file: one rule and one pass a line, with a line feed at the end."""
    document = _document(model_of(model))
    document = {"format": FORMAT, "version": VERSION, "digest": _digest(document), **document}
    parts = [f' "{name}": {_text_of(name, value)}' for name, value in document.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _text_of(name: str, value: Any) -> str:
    if name not in _LINES:
        return json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False).replace("\n", "\n ")
    lines = ",\n".join("  " + json.dumps(item, ensure_ascii=False, allow_nan=False) for item in value)
    return f"[\n{lines}\n ]" if value else "[]"


def _digest(document: Mapping[str, Any]) -> str:
    """Return the SHA-256 of what a document says, whatever its order, blanks and spelling of numbers."""
    text = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _document(model: Model) -> dict[str, Any]:
    ruleset = model.ruleset
    document = {
        "run": {**vars(model.record), "parts": list(model.record.parts)},
        "reading": dict(model.reading),
        "instances": ruleset.n_instances,
        "schema": {
            "attributes": [
                attribute_document(attribute, ruleset.ranges[index])
                for index, attribute in enumerate(ruleset.schema.attributes)
            ],
            "labels": list(ruleset.schema.labels),
        },
        "settings": ruleset.settings.as_dict(),
        "thresholds": model.thresholds._asdict(),
    }
    for name in ("extension", "decision"):
        if (value := getattr(model, name)) is not None:
            document[name] = dict(value)
    document["history"] = [
        {name: None if isinstance(value, float) and math.isnan(value) else value for name, value in items}
        for items in (record._asdict().items() for record in model.history)
    ]
    document["rules"] = _rules(ruleset)
    if model.population is not None:
        document["population"] = _rules(model.population)
    return document


def _rules(ruleset: RuleSet) -> list[dict[str, Any]]:
    return [projected({**counts_document(rule), "coverage": rule.coverage}, _RULE) for rule in ruleset]


def attribute_document(attribute: Attribute, bounds: tuple[float, ...]) -> dict[str, Any]:
    """Return an attribute as JSON: its name, its kind, and its declared values or its range."""
    if isinstance(attribute, ContinuousAttribute):
        low, high = (None if math.isnan(bound) else bound for bound in (bounds[0], bounds[-1]))
        return {"name": attribute.name, "kind": "continuous", "minimum": low, "maximum": high}
    kind = "binary" if isinstance(attribute, BinaryAttribute) else "nominal"
    return {"name": attribute.name, "kind": kind, "values": list(attribute.values)}


def load_model(path: str | Path) -> Model:
    """Read a model from a file.

    Raises
    ------
    ModelError
        If the file cannot be read, is no model of this version, or contradicts itself.
    """
    file = str(path)
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise ModelError(f"cannot be read: {error.strerror or error}", file) from None
    except UnicodeDecodeError:
        raise ModelError("expected a JSON file in UTF-8, found other bytes", file) from None
    root = Untrusted.json(text, Origin(file))
    if root.mapping().get("format") != FORMAT:
        raise ModelError(f"expected a model (format {FORMAT!r}), found another document", file)
    version = root.field("version").integer(0)
    if version != VERSION:
        older = "; a model of an older version has to be trained anew" if version < VERSION else ""
        raise ModelError(f"expected version {VERSION} of the format, found version {version}{older}", file)
    try:
        model = _model(root)
    except (DataError, SettingsError) as error:
        raise ModelError(str(error), file) from None
    if root.field("digest").text() == _digest(_document(model)):
        return model
    warnings.warn(f"{file} was edited after it had been written", ModelWarning, stacklevel=2)
    return replace(model, edited=True)


def _model(root: Untrusted) -> Model:
    root.only(_FIELDS)
    schema, ranges = _schema(root.field("schema"))
    settings = _settings(root.field("settings"))
    context = RuleContext(schema, ranges, settings, root.field("instances").integer(1, MOST))
    thresholds = root.field("thresholds")
    thresholds.only(Thresholds._fields)
    found = Thresholds(*(thresholds.field(name).number(0.0, 0.5) for name in Thresholds._fields))
    given = root.mapping()
    return Model(
        ruleset=_ruleset(root.field("rules"), context),
        thresholds=found,
        record=_record(root.field("run")),
        history=tuple(_pass(node, place) for place, node in enumerate(root.field("history").items(), start=1)),
        reading=Reading.from_dict(root.field("reading").mapping()).to_dict(),
        extension=_mapping(root.field("extension")) if "extension" in given else None,
        decision=_mapping(root.field("decision")) if "decision" in given else None,
        population=_ruleset(root.field("population"), context) if "population" in given else None,
    )


def _ruleset(node: Untrusted, context: RuleContext) -> RuleSet:
    return RuleSet(context, [_restored(item, context) for item in node.items()])


def _mapping(node: Untrusted) -> dict[str, Any]:
    node.mapping()
    return dict(node.plain())


def _pass(node: Untrusted, number: int) -> PassRecord:
    node.only(PassRecord._fields)
    if node.field("number").integer(1) != number:
        raise node.field("number").error(f"{number}, the place of the pass")
    counts: dict[str, Any] = {name: node.field(name).integer(0) for name in _COUNTS}
    accuracy = _share(node.field("accuracy"))
    return PassRecord(
        number=number,
        accuracy=math.nan if accuracy is None else accuracy,
        scs=_share(node.field("scs")),
        mean_coverage=node.field("mean_coverage").number(0.0, 1.0),
        validation=_share(node.field("validation")),
        **counts,
    )


def _share(node: Untrusted) -> float | None:
    return None if node.value is None else node.number(0.0, 1.0)


def _record(run: Untrusted) -> RunRecord:
    run.only(field.name for field in fields(RunRecord))
    stream = run.field("stream").choice(("pcg64", "java"))
    n_centroids = run.field("n_centroids").integer(0, MOST)
    return RunRecord(
        data=run.field("data").text(),
        profile=run.field("profile").choice(PROFILES),
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


def _schema(node: Untrusted) -> tuple[Schema, Ranges]:
    node.only(("attributes", "labels"))
    attributes: list[Attribute] = []
    ranges: list[tuple[float, float]] = []
    for item in node.field("attributes").items():
        name = item.field("name").text()
        kind = item.field("kind").choice(("binary", "nominal", "continuous"))
        item.only(("name", "kind", *(("minimum", "maximum") if kind == "continuous" else ("values",))))
        if kind == "continuous":
            attributes.append(ContinuousAttribute(name))
            ranges.append(_range(item))
            continue
        attribute = nominal(name, [value.text() for value in item.field("values").items()])
        if isinstance(attribute, NominalAttribute) != (kind == "nominal"):
            raise item.field("values").error("3 or more values of a nominal attribute, 1 or 2 of a binary one")
        attributes.append(attribute)
        ranges.append((math.nan, math.nan))
    labels = tuple(label.text() for label in node.field("labels").items())
    return Schema(tuple(attributes), labels), tuple(ranges)


def _range(item: Untrusted) -> tuple[float, float]:
    low, high = item.field("minimum").number_or_null(), item.field("maximum").number_or_null()
    if math.isnan(low) != math.isnan(high) or low > high:
        raise item.field("maximum").error("a number from the minimum up, or null if that is null")
    return low, high


def _restored(node: Untrusted, context: RuleContext) -> Rule:
    node.only(_RULE.split())
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
    return rule_of(rule, context, node.field("coverage").integer(0, context.n_instances))


def _restore_counts(node: Untrusted, rule: Classifier) -> None:
    accounting = rule.accounting
    matches, rest = divmod(node.field("exp").integer(0, MOST), accounting.exp_per_match)
    if rest:
        raise node.field("exp").error(f"a multiple of {accounting.exp_per_match}")
    rule.matches = matches
    rule.correct = node.field("correct").integer(0, matches * rule.consequent.n_decided)
    for name, counted in (("wrong", rule.wrong), ("indifferent", rule.indifferent)):
        if node.field(name).integer(0) != counted:
            raise node.field(name).error(f"{counted}, by exp and the other counts")
