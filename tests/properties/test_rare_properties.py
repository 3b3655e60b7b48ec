"""Rare values, those that no training row has and those that are not declared: every face of a model counts them alike.

Clauses: EXT-11, REP-7, REP-8.
"""

import json
import math
import re
from typing import Any, Final

import numpy as np
import pytest
from conformance.test_extension import told_data, told_rule
from exports import answered, executed, plain_rows
from hypothesis import given
from hypothesis import strategies as st
from rule_reader import parsed_rule
from schemas import validator
from strategies import share
from unit.rulesets.test_short_models import labels_of

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute, NominalAttribute, Schema
from mlslcs_ref.extension.cells import Cells
from mlslcs_ref.extension.settings import AutoOptions, auto_settings
from mlslcs_ref.extension.shortening import ShortRules
from mlslcs_ref.rulesets.consultation import Consultation
from mlslcs_ref.rulesets.context import RuleContext
from mlslcs_ref.rulesets.explaining import explain_coded
from mlslcs_ref.rulesets.export.formats import export_text
from mlslcs_ref.rulesets.model import Model, RunRecord
from mlslcs_ref.rulesets.model_file import load_model, model_text, save_model
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.rulesets.shortening import short_ruleset_of
from mlslcs_ref.rulesets.showing import new_refused
from model import extensions as text

SCHEMA: Final = Schema(
    (
        NominalAttribute("city", ("Paris", "Rome", "Bergen", "1", "it's", "Cork", "new values", "true")),
        NominalAttribute("plan", ("a", "b", "c")),
        BinaryAttribute("moved", ("no", "yes")),
        ContinuousAttribute("age"),
    ),
    ("churn", "call"),
)
KINDS: Final = {"city": "TEXT", "plan": "TEXT", "moved": "TEXT", "age": "REAL"}
RECORD: Final = RunRecord("rows", "auto", "pcg64", 1, 9, 9, "00000000", 0, 0)


def rows(chance: np.random.Generator, n: int, cities: Any) -> np.ndarray:
    """Rows of which some values are missing; of each city as many as is said, or by chance if that is less."""
    city = chance.permutation(np.repeat(np.arange(8), cities)[:n])
    found = np.column_stack([city, chance.integers(0, 3, n), chance.integers(0, 2, n), chance.integers(0, 9, n)])
    return np.where(chance.random(found.shape) < 0.03, np.nan, found.astype(float))


@st.composite
def worlds(draw: st.DrawFn) -> tuple[Model, Dataset, np.ndarray]:
    """A model of the profile `auto` whose tests are drawn, its training data, and later rows."""
    tail = draw(st.lists(st.integers(0, 6), min_size=6, max_size=6))
    n = draw(st.sampled_from([410, 240, 100, 99]))
    chance = np.random.default_rng(draw(st.integers(0, 2**32)))
    X = rows(chance, n, [n // 3, n - n // 3 - sum(tail), *tail])
    Y = np.column_stack([X[:, 0] < 1, X[:, 0] > 1]) ^ (chance.random((n, 2)) < 0.2)
    dataset = Dataset(SCHEMA, X, Y, "rows")
    context = RuleContext.of(dataset, dataset.ranges(), auto_settings(4))
    cells = Cells.made(context.layout, dataset.matrix, gather=True)
    conditions = []
    for mask in draw(st.lists(st.integers(1, 254), min_size=4, max_size=12, unique=True)):
        tests = [(0, 1 | mask << 1), (1, 1 | int(chance.integers(1, 7)) << 1), (2, 1 | int(chance.integers(2)) << 1)]
        kept = [test for test in tests if test[0] == 0 or chance.random() < 0.2]
        conditions.append(tuple(cells.test(index, cells.accepted((index, code))) for index, code in kept))
    rules = ShortRules(conditions, np.ones((len(conditions), 2), dtype=bool))
    options = AutoOptions(n_runs=draw(st.sampled_from([1, 2])))
    ruleset = short_ruleset_of(context, dataset, [rules, rules.at([0])][: options.n_runs], options)
    thresholds = Consultation(ruleset, dataset.matrix).thresholds(Y)
    later = rows(chance, 24, [3] * 8)
    later[::3, 0], later[::5, 1], later[::7, 2] = -1.0, -1.0, -1.0
    populations = (RuleSet(context, []),) * options.n_runs
    return Model(ruleset, thresholds, RECORD, extension=options, populations=populations), dataset, later


@given(world=worlds())
@share(0.15)
def test_new_values_are_rare_ones_to_every_face(world: tuple[Model, Dataset, np.ndarray]) -> None:
    """Tables, single rows, explanations, Python, SQL, the document, and the model of the text."""
    model, dataset, later = world
    ruleset, names = model.ruleset, list(KINDS)
    found = Consultation(ruleset, later).predicted("posterior", model.thresholds).tolist()
    plain = plain_rows(model, later)

    assert [Consultation(ruleset, row[None]).predicted(None, model.thresholds)[0].tolist() for row in later] == found
    explained = [explain_coded(ruleset, row, model.thresholds) for row in later]
    assert [[one.active for one in explanation.labels] for explanation in explained] == found
    module = executed(export_text(model, "python"))
    assert [list(module["predict"](dict(zip(names, row, strict=True))).values()) for row in plain] == found
    assert answered(export_text(model, "sql"), KINDS, plain).truths(2) == found
    document = json.loads(export_text(model, "json"))
    validator("rules.schema.json").validate(document)
    assert [labels_of(document, dict(zip(names, row, strict=True))) for row in plain] == found

    genes = ruleset.layout.conditions
    data = told_data(genes, dataset.X.tolist(), dataset.Y.astype(int).tolist())
    positives = dataset.Y.sum(axis=0).tolist()
    told = []
    for row in later:
        as_counted = text.counted(data, [None if math.isnan(x) else x for x in row])
        matching = [rule for rule in ruleset if as_text(data, genes, rule, as_counted)]
        # what a rule does not decide has no points
        own = [text.Rule(rule.coverage, list(rule.points or ()), [True, True]) for rule in matching]
        q = [text.estimate(own, dataset.n_instances, positives, label) for label in range(2)]
        told.append(text.active(q, list(model.thresholds.labels or ()), int(model.thresholds.at_least_one)))
    assert told == found


@given(world=worlds())
@share(0.15)
def test_files_and_texts_of_rules_say_whether_new_values_pass(
    world: tuple[Model, Dataset, np.ndarray], tmp_path_factory: pytest.TempPathFactory
) -> None:
    model, _dataset, later = world
    ruleset, new_as = model.ruleset, model.ruleset.context.new_as
    path = tmp_path_factory.mktemp("models") / "model.json"
    save_model(model, path)
    again = load_model(path)
    assert (again, model_text(again)) == (model, model_text(model))
    assert again.ruleset.context.new_as == new_as
    assert Consultation(again.ruleset, later).predicted(None, again.thresholds).tolist() == (
        Consultation(ruleset, later).predicted(None, model.thresholds).tolist()
    )
    refusing = set()
    for rule in ruleset:
        assert parsed_rule(rule.text, ruleset).to01() == rule.bits
        for test in rule.tests:
            name = SCHEMA.attributes[test.attribute].name
            row = np.where(np.arange(4) == test.attribute, -1.0, np.nan)[None]
            passes = bool(ruleset.coverage_index(row).matched(rule.chromosome).any())
            for shown in (rule.text, rule.display, rule.told()):
                said = re.findall(f"{name} (=|!=|in|not in) ([^}}]*)", shown)
                if test.attribute in new_as:
                    # what says nothing is left out, and a value of that name has quotes
                    assert passes == all(
                        bool(re.search('[^"]new values', listed)) != (word in {"!=", "not in"}) for word, listed in said
                    )
                else:
                    assert not passes
                    refusing |= {name for word, _listed in said if word in {"!=", "not in"}}
    remark = new_refused(ruleset.rules)
    assert {name for name in KINDS if f" {name}" in remark} == refusing
    assert bool(remark) == bool(refusing)


def as_text(data: text.Data, genes: Any, rule: Any, row: text.Row) -> bool:
    """Whether a rule matches a row, by the model of the text."""
    condition = told_rule(genes, rule)[0]
    return all(text.accepts(data.attributes[a], test, row[a]) for a, test in condition.items())
