"""Short ways to rulesets and models for the tests of what is done with them."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bitarray.util import zeros
from unit.core.builders import bits, notation

from mlslcs_ref.core.assembly import Ranges
from mlslcs_ref.core.classifier import restored
from mlslcs_ref.data.schema import Attribute, BinaryAttribute, ContinuousAttribute, NominalAttribute, Schema
from mlslcs_ref.inference.thresholds import Thresholds
from mlslcs_ref.rulesets.bridge import rule_of
from mlslcs_ref.rulesets.context import RuleContext
from mlslcs_ref.rulesets.model import Model, RunRecord
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.settings import Settings

NAN: Final = float("nan")
RECORD: Final = RunRecord("data", "paper", "pcg64", 1, 640, 12345, "0a1b2c3d", 5, 2)
MIXED: Final = Schema(
    (
        BinaryAttribute("smooth", ("NO", "YES")),
        NominalAttribute("colour", ("red", "green", "blue")),
        ContinuousAttribute("area"),
    ),
    ("l1", "l2"),
)
"""A two-valued, a three-valued and a continuous attribute: 2 + 4 + (2k + 1) bits, then 2 labels of 2 bits."""


class Spec(NamedTuple):
    """A rule, in the paper's notation or as bits, with its counts; acc = correct/decided if phi = omega = 0."""

    text: str
    num: int = 1
    matches: int = 0
    correct: int = 0
    cs: float = 1.0


def plain(profile: str = "paper", **changes: object) -> Settings:
    """Return settings under which acc = correct/decided, and F = acc."""
    return Settings.profile(profile, **{"omega": 0.0, "phi": 0.0, "accuracy_power": 1.0, **changes})


def binary_schema(n_attributes: int, n_labels: int) -> Schema:
    """Return a1, a2, ... with the values 0 and 1, and l1, l2, ..."""
    return Schema(
        tuple(BinaryAttribute(f"a{place}", ("0", "1")) for place in range(1, n_attributes + 1)),
        tuple(f"l{place}" for place in range(1, n_labels + 1)),
    )


def no_ranges(attributes: Sequence[Attribute]) -> Ranges:
    """Return the ranges of attributes of which none is continuous."""
    return tuple((NAN, NAN) for _attribute in attributes)


def ruleset(
    schema: Schema,
    specs: Sequence[Spec] = (),
    settings: Settings | None = None,
    ranges: Ranges | None = None,
    n_instances: int = 4,
) -> RuleSet:
    """Return the ruleset of these rules, in this population order."""
    chosen = plain() if settings is None else settings
    context = RuleContext(schema, no_ranges(schema.attributes) if ranges is None else ranges, chosen, n_instances)
    rules = []
    for spec in specs:
        chromosome = notation(spec.text) if "->" in spec.text else bits(spec.text)
        rule = restored(chromosome, context.layout, context.accounting, zeros(n_instances, "little"))
        rule.num, rule.matches, rule.correct, rule.cs = spec.num, spec.matches, spec.correct, spec.cs
        rules.append(rule_of(rule, context))
    return RuleSet(context, rules)


def mixed_ruleset(*texts: str, settings: Settings | None = None) -> RuleSet:
    """Return rules on `MIXED`, area from 0 to 3, with k = 2: smooth 2, colour 4, area 5, labels 4 bits."""
    chosen = plain(precision_bits=2) if settings is None else settings
    specs = [Spec(text, 2, 4, 3) for text in texts]
    return ruleset(MIXED, specs, chosen, ((NAN, NAN), (NAN, NAN), (0.0, 3.0)))


def model(rules: RuleSet, pcut: float = 0.25, ival: float = 0.5) -> Model:
    """Return the model of a ruleset with these thresholds."""
    return Model(rules, Thresholds(pcut, ival), RECORD)
