"""Models in files: every model is read back, and no file does harm."""

import json
import math
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as effort
from hypothesis import strategies as st
from model_documents import at, places, why_refused
from names import NAMES
from snapshots import snapshot
from strategies import datasets, settings

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import Attribute, BinaryAttribute, ContinuousAttribute, NominalAttribute, Schema
from mlslcs_ref.errors import ModelError
from mlslcs_ref.inference.thresholds import Thresholds
from mlslcs_ref.learning.training import Training
from mlslcs_ref.rulesets.compaction import compacted
from mlslcs_ref.rulesets.consultation import METHODS, Consultation
from mlslcs_ref.rulesets.model import Model, RunRecord
from mlslcs_ref.rulesets.model_file import load_model, model_text, save_model
from mlslcs_ref.settings import PROFILES, Settings

SAME_FOLDER: Final = effort(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
"""Every example writes over the file of the one before."""

TEXTS: Final = st.text(st.characters(exclude_categories=["Cs"]), max_size=8) | st.sampled_from(NAMES)
"""Any text that UTF-8 can hold."""

JSON: Final = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 70)
    | st.sampled_from((-(2**63), 2**63, 10**30, 10**400, -(10**400)))
    | st.floats()
    | TEXTS
    | st.sampled_from(("0", "1", "10", "binary", "nominal", "continuous", "authors", "paper", "java", "\ud800")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)


@st.composite
def models(draw: st.DrawFn) -> tuple[Model, Dataset]:
    """Models out of short runs, with their data."""
    dataset = draw(datasets())
    run = draw(settings())
    stream = draw(st.sampled_from(("pcg64", "java")))
    training = Training(dataset, run, draw(st.integers(0, 2**63 - 1)), stream=stream)  # type: ignore[arg-type]
    training.advance(draw(st.integers(0, 60)))
    return training.model(), dataset


@st.composite
def named_schemas(draw: st.DrawFn) -> Schema:
    """Schemas whose names and values are any texts."""
    names = draw(st.lists(TEXTS, min_size=3, max_size=6, unique=True))
    n_labels = draw(st.integers(1, len(names) - 1))
    attributes: list[Attribute] = []
    for name in names[n_labels:]:
        values = tuple(draw(st.lists(TEXTS, min_size=1, max_size=4, unique=True)))
        attributes.append(BinaryAttribute(name, values) if len(values) <= 2 else NominalAttribute(name, values))
    attributes[0] = ContinuousAttribute(attributes[0].name) if draw(st.booleans()) else attributes[0]
    return Schema(tuple(attributes), tuple(names[:n_labels]))


@given(found=models())
@SAME_FOLDER
def test_a_model_is_read_back_with_all_that_it_says(found: tuple[Model, Dataset], tmp_path: Path) -> None:
    first, dataset = found
    path = tmp_path / "model.json"
    save_model(first, path)
    second = load_model(path)

    assert model_text(second).encode() == model_text(first).encode() == path.read_bytes()
    assert (second.record, second.thresholds) == (first.record, first.thresholds)
    assert (second.ruleset.settings, second.ruleset.schema) == (first.ruleset.settings, first.ruleset.schema)
    one, other = (Consultation(model.ruleset, dataset.X) for model in (first, second))
    assert one.votes().tolist() == other.votes().tolist()
    assert one.thresholds(dataset.Y) == other.thresholds(dataset.Y) == first.thresholds
    for method in METHODS:
        assert first.predict(dataset, method).tolist() == second.predict(dataset, method).tolist()
    assert [rule.text for rule in first.ruleset] == [rule.text for rule in second.ruleset]
    lengths = [len(compacted(model.ruleset, dataset)) for model in (first, second)]
    assert lengths[0] == lengths[1]


@given(
    schema=named_schemas(),
    numbers=st.tuples(st.floats(-1e300, 1e300), st.floats(-1e300, 1e300)),
    data=TEXTS,
    pcut=st.floats(0.0, 0.5),
    ival=st.floats(0.0, 0.5),
    profile=st.sampled_from(PROFILES),
)
@SAME_FOLDER
def test_names_and_numbers_of_any_kind_are_read_back(
    schema: Schema, numbers: tuple[float, float], data: str, pcut: float, ival: float, profile: str, tmp_path: Path
) -> None:
    ranges = tuple(
        (min(numbers), max(numbers)) if isinstance(attribute, ContinuousAttribute) else (math.nan, math.nan)
        for attribute in schema.attributes
    )
    # in 32 bits the range of such numbers can be infinite, which is refused
    run = Settings.profile(profile, interval_arithmetic="double")
    ruleset = snapshot(schema, ranges, run, (), 5)
    first = Model(ruleset, Thresholds(pcut, ival), RunRecord(data, profile, "java", -1, 0, 0, "00000000", 0, 0))
    save_model(first, tmp_path / "model.json")
    second = load_model(tmp_path / "model.json")

    assert second.ruleset.schema == schema
    assert repr(second.ruleset.ranges) == repr(ranges)
    assert (second.thresholds, second.record) == (first.thresholds, first.record)
    assert model_text(second) == model_text(first)


def small_document() -> dict[str, Any]:
    """A model as JSON, with some rules, of binary, nominal and continuous attributes."""
    schema = Schema(
        (BinaryAttribute("b", ("0", "1")), NominalAttribute("n", ("u", "v", "w")), ContinuousAttribute("c")), ("l", "m")
    )
    X = [[0, 0, 1.5], [1, 1, 2.5], [0, 2, 3.5], [1, 0, 0.5]]
    dataset = Dataset(schema, np.array(X), np.array([[1, 0], [0, 1], [1, 1], [0, 0]], dtype=bool))
    run = Settings.paper(passes=3, population_size=6, clustering=False, theta_ga=5)
    found: dict[str, Any] = json.loads(model_text(Training(dataset, run, 1).complete()))
    return found


@given(data=st.data())
@SAME_FOLDER
def test_a_file_with_one_value_replaced_is_refused_or_a_model(data: st.DataObject, tmp_path: Path) -> None:
    document = small_document()
    place = data.draw(st.sampled_from(list(places(document))))
    at(document, place[:-1])[place[-1]] = data.draw(JSON)
    path = tmp_path / "model.json"
    path.write_text(json.dumps(document), encoding="utf-8")

    why_refused(path)


@given(data=st.data())
@SAME_FOLDER
def test_a_file_with_some_bytes_replaced_is_refused_or_a_model(data: st.DataObject, tmp_path: Path) -> None:
    content = json.dumps(small_document()).encode()
    start = data.draw(st.integers(0, len(content)))
    length = data.draw(st.integers(0, 5))
    alphabet = st.sampled_from(b'0123456789-.eE+"{}[],: nulltrue\\\x00\xff')
    between = bytes(data.draw(st.lists(alphabet, max_size=5)))
    path = tmp_path / "model.json"
    path.write_bytes(content[:start] + between + content[start + length :])

    why_refused(path)


@given(other=st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value).encode()))
@SAME_FOLDER
def test_any_other_file_is_refused(other: bytes, tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    path.write_bytes(other)

    with pytest.raises(ModelError):
        load_model(path)
