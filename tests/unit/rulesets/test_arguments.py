"""Every public function takes rules and data in any form that a person has them in: kinds by functions, each cell."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd
import pytest
from folders import Write
from raising import raising

from mlslcs_ref import Dataset, Model, RuleSet, Schema, Settings, from_table, load_dataset, save_arff, save_model, train
from mlslcs_ref.data.schema import NominalAttribute
from mlslcs_ref.errors import DataError, MlsLcsError, ModelError, ModelWarning, UsageError
from mlslcs_ref.estimator import MlsLcsClassifier
from mlslcs_ref.extension.settings import auto_settings
from mlslcs_ref.rulesets.agreement import agreement
from mlslcs_ref.rulesets.arguments import instances_of
from mlslcs_ref.rulesets.checking import check_model
from mlslcs_ref.rulesets.compaction import compacted
from mlslcs_ref.rulesets.comparison import compare
from mlslcs_ref.rulesets.consultation import Consultation
from mlslcs_ref.rulesets.explaining import explain
from mlslcs_ref.rulesets.export.formats import export_text
from mlslcs_ref.rulesets.importance import feature_importance
from mlslcs_ref.rulesets.losses import worth
from mlslcs_ref.rulesets.model_file import load_model, model_text
from mlslcs_ref.rulesets.strategies import compact

X: Final = pd.DataFrame(
    {"colour": ["red", "green", "blue", "red", "green", "blue"], "size": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]}
)
Y: Final = pd.DataFrame({"warm": [1, 0, 0, 1, 0, 0], "big": [0, 0, 0, 1, 1, 1]})


@pytest.fixture(scope="module")
def estimator() -> MlsLcsClassifier:
    return MlsLcsClassifier(profile="paper", passes=20, population_size=100, clustering=False, random_state=1).fit(X, Y)


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    return from_table(X, Y)


def sources(estimator: MlsLcsClassifier) -> dict[str, Any]:
    return {"estimator": estimator, "model": estimator.model_, "ruleset": estimator.model_.ruleset}


def turned(dataset: Dataset) -> Dataset:
    """The same rows, read by a schema that declares the colours in another order."""
    schema = Schema(
        (NominalAttribute("colour", ("red", "green", "blue")), dataset.schema.attributes[1]), ("big", "warm")
    )
    return from_table(X, Y[["big", "warm"]], schema=schema)


def labelled(dataset: Dataset, folder: Path) -> dict[str, Any]:
    save_arff(dataset, folder / "rows.arff")
    return {
        "dataset": dataset,
        "other codes": turned(dataset),
        "frame": pd.concat([Y, X], axis=1).assign(note="other"),
        "pair": (X, Y),
        "lists": (X.to_numpy(dtype=object).tolist(), Y.to_numpy().tolist()),
        "file": folder / "rows.arff",
        "file's name": str(folder / "rows.arff"),
    }


@pytest.mark.parametrize(
    "function",
    [
        lambda source, data: worth(source, data).scores,
        lambda source, data: [rule.text for rule in compact(source, data, "greedy").ruleset],
        lambda source, data: [rule.text for rule in compact(source, data).ruleset],
    ],
    ids=["worth", "compact greedy", "compact"],
)
def test_rules_and_labelled_data_come_in_any_form(
    function: Callable[[Any, Any], Any], estimator: MlsLcsClassifier, dataset: Dataset, tmp_path: Path
) -> None:
    wanted = function(estimator.model_.ruleset, dataset)

    for source in sources(estimator).values():
        for data in labelled(dataset, tmp_path).values():
            assert function(source, data) == wanted


def test_a_model_predicts_the_same_whatever_form_the_instances_have(
    estimator: MlsLcsClassifier, dataset: Dataset, tmp_path: Path
) -> None:
    model = estimator.model_
    wanted = Consultation(model.ruleset, dataset.X).predicted("ival", model.thresholds).tolist()
    forms = [X, X[["size", "colour"]], X.to_numpy(dtype=object), X.to_numpy(dtype=object).tolist()]
    forms += [data for name, data in labelled(dataset, tmp_path).items() if name not in {"frame", "pair", "lists"}]

    for data in forms:
        assert model.predict(data).tolist() == wanted
        assert [rule.text for rule in compacted(model, data)] == [rule.text for rule in compacted(estimator, X)]
        assert [found.cells for found in agreement(model, estimator, data)] == [12, 12, 12]
    assert [model.evaluate(data) for data in labelled(dataset, tmp_path).values()] == [model.evaluate(dataset)] * 7
    assert estimator.predict(X).tolist() == [[int(label) for label in row] for row in wanted]


def test_codes_without_a_schema_are_refused(estimator: MlsLcsClassifier, dataset: Dataset) -> None:
    """Nobody can know what they stand for, of one row as little as of many."""
    first: list[Callable[[Any], object]] = [estimator.model_.predict, estimator.model_.votes]
    for ask in first:
        with raising(DataError, column="colour"):
            ask(dataset.X)
    for ask in [estimator.model_.explain, estimator.model_.plot.votes, estimator.model_.rules[0].matches]:
        for row in (dataset.X[0], dataset.X[:1], dataset.X[0].astype(int)):
            with raising(DataError, column="colour"):
                ask(row)
    with raising(DataError, column="colour"):
        compacted(estimator, turned(dataset).X)


def test_one_row_is_explained_whatever_form_it_has(estimator: MlsLcsClassifier) -> None:
    wanted = str(estimator.explain(X[:1]))

    for row in (X[:1], X.iloc[0], {"size": 1.0, "colour": "red"}, ["red", 1.0], np.array(["red", 1.0], dtype=object)):
        assert str(explain(estimator, row)) == wanted
        assert str(estimator.model_.explain(row)) == wanted
    with pytest.raises(DataError):
        explain(estimator.model_.ruleset, ["red", 1.0])
    assert "BEST" in str(explain(estimator.model_.ruleset, ["red", 1.0], "best"))


def test_a_row_of_a_dataset_is_explained_as_it_is_predicted(estimator: MlsLcsClassifier, dataset: Dataset) -> None:
    """Whatever codes it has."""
    model = estimator.model_
    predicted = model.predict(dataset).tolist()
    for place in range(dataset.n_instances):
        for rows in (dataset, turned(dataset)):
            found = model.explain(rows.taken([place]))
            assert [label.active for label in found.labels] == predicted[place]
            matching = [model.rules.index(match.rule) for match in found.rules]
            assert matching == [n for n, rule in enumerate(model.rules) if rule.matches(rows.taken([place]))]
    for number in ([], [0, 1]):
        with pytest.raises(DataError):
            model.explain(dataset.taken(number))


def test_rules_alone_come_in_any_form(estimator: MlsLcsClassifier, tmp_path: Path) -> None:
    wanted = feature_importance(estimator.model_.ruleset).overall.tolist()
    for source in sources(estimator).values():
        assert feature_importance(source).overall.tolist() == wanted
        for other in sources(estimator).values():
            assert compare(source, other).equal
    for name, model in (("a", estimator), ("b", estimator.model_)):
        save_model(model, tmp_path / name)
        assert export_text(model, "csv") == export_text(estimator, "csv")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert [found for found in check_model(estimator.model_) if found.severity == "error"] == []


@pytest.mark.parametrize("thing", [None, 3, "no model", [1, 2], MlsLcsClassifier(), Dataset])
def test_what_is_no_rules_is_refused_by_type(thing: Any, dataset: Dataset, tmp_path: Path) -> None:
    for call in (
        lambda: compact(thing, dataset),
        lambda: compacted(thing, dataset),
        lambda: compare(thing, thing),
        lambda: feature_importance(thing),
        lambda: explain(thing, ["red", 1.0]),
        lambda: worth(thing, dataset),
        lambda: save_model(thing, tmp_path / "m.json"),
        lambda: export_text(thing, "csv"),
    ):
        with pytest.raises(MlsLcsError):
            call()


@pytest.mark.parametrize("thing", [None, 3, object(), [], np.zeros((2, 3)), np.zeros(2), (1, 2, 3)])
def test_what_is_no_data_is_refused_by_type(thing: Any, estimator: MlsLcsClassifier) -> None:
    for call in (
        lambda: compact(estimator, thing),
        lambda: worth(estimator, thing),
        lambda: estimator.model_.evaluate(thing),
        lambda: estimator.model_.predict(thing),
        lambda: compacted(estimator, thing),
    ):
        with pytest.raises(MlsLcsError):
            call()


def test_a_format_or_a_method_that_there_is_not_is_refused(estimator: MlsLcsClassifier) -> None:
    with pytest.raises(UsageError):
        export_text(estimator, "xml")  # type: ignore[arg-type]
    with pytest.raises(UsageError):
        export_text(estimator, "python", "most")  # type: ignore[arg-type]


def test_a_ruleset_is_a_sequence_of_rules(estimator: MlsLcsClassifier) -> None:
    """Index, slice, iterate, choose, order, a frame; and what each rule does elsewhere, counted by hand."""
    rules: RuleSet = estimator.model_.ruleset
    assert rules[0] is next(iter(rules))
    assert [rule.text for rule in rules[-2:]] == [rules[-2].text, rules[-1].text]
    warm = rules.where(label="warm", attribute="colour", min_coverage=2, min_acc=0.5)
    assert 0 < len(warm) < len(rules)
    assert all("warm" in rule.consequent and "colour" in rule.condition for rule in warm)
    assert all(rule.coverage >= 2 and rule.acc >= 0.5 for rule in warm)
    with pytest.raises(DataError):
        rules.where(label="wram")
    ranked = [(rule.acc, rule.coverage) for rule in rules.best(5) if rule.exp]
    assert ranked == sorted(ranked, reverse=True)
    assert rules.to_frame().rule.tolist() == [rule.text for rule in rules]
    for rule, found in zip(rules, rules.on((X, Y)), strict=True):
        matched = [place for place, row in enumerate(X.itertuples(index=False)) if rule.matches(list(row))]
        assert found.support == len(matched) == rule.coverage
        right = sum(bool(Y[label][place]) == said for place in matched for label, said in rule.consequent.items())
        if matched and rule.consequent:
            assert found.precision == right / (len(matched) * len(rule.consequent))


def test_everything_shows_itself_shortly(estimator: MlsLcsClassifier, dataset: Dataset) -> None:
    model: Model = estimator.model_
    things: list[Any] = [model, model.ruleset, model.ruleset[0], model.explain(["red", 1.0]), compare(model, model)]
    things.append(compact(model, dataset))
    for thing in things:
        assert len(repr(thing)) < 200
        assert "object at" not in repr(thing)
        assert "<" in thing._repr_html_()
        assert len(thing._repr_html_()) < 20_000


def test_the_same_rules_under_other_thresholds_or_votes_are_not_equal(dataset: Dataset) -> None:
    """Each is named."""
    plain = train(dataset, Settings.paper(passes=3, clustering=False), 1)
    other = Settings.paper(passes=3, clustering=False, vote_weight="accuracy", best_order="num_accuracy")
    turned_model = train(dataset, other, 1)
    found = compare(plain, turned_model)

    assert found.same_rules
    assert not found.equal
    assert {"vote_weight", "best_order"} <= {name for name, _one, _other in found.decisive}
    assert compare(plain, plain).equal


def test_a_table_of_numbers_in_the_schemas_own_values_is_read() -> None:
    schema = from_table([[0, 5.0], [1, 6.0]], [[1], [0]]).schema

    assert instances_of(np.array([[1.0, 5.5]]), schema).rows().tolist() == [[1.0, 5.5]]


def test_a_compacted_estimator_goes_on_predicting_and_the_first_stays(estimator: MlsLcsClassifier) -> None:
    before = len(estimator.rules_)
    small = estimator.compact(X, Y, "greedy")

    assert len(small.rules_) < before == len(estimator.rules_)
    assert small.predict(X).tolist() == small.model_.predict(X).astype(int).tolist()
    assert small.feature_importances_.shape == (2,)


def test_a_model_reads_further_files_as_it_read_the_first(write: Write) -> None:
    """Semicolons and commas in numbers: without the record of it the file would be of one column."""
    path = write("size;colour;big\n1,5;red;0\n2,5;red;0\n3,5;blue;1\n4,5;blue;1\n", "rows.csv")
    dataset = load_dataset(path, ["big"], delimiter=";", decimal=",")
    model = train(dataset, Settings.paper(passes=5, clustering=False), 1)

    assert model.evaluate(path) == model.evaluate(dataset)
    assert model.predict(path).tolist() == model.predict(dataset).tolist()


@pytest.mark.filterwarnings("ignore:.*training data did not have")
def test_a_new_value_is_a_rare_one_in_whatever_form_rows_are_given(tmp_path: Path) -> None:
    """EXT-11: of 120 rows 6 have towns of their own, which have the label as Rome has; Paris has not."""
    towns = ["Paris", "Rome"] * 57 + [f"town {place}" for place in range(6)]
    frame = pd.DataFrame({"town": towns, "age": [float(place % 7) for place in range(120)]})
    label = pd.DataFrame({"call": [int(town != "Paris") for town in towns]})
    classifier = MlsLcsClassifier(passes=3, random_state=1).fit(frame.astype({"town": "category"}), label)
    model = classifier.model_
    later = pd.DataFrame({"town": ["Oslo", "Paris", None, "town 3", "Rome"], "age": [1.0] * 5})
    later.assign(call=[1, 0, 0, 1, 1]).to_csv(tmp_path / "later.csv", index=False)
    own = from_table(later, [[1], [0], [0], [1], [1]], schema=from_table(frame[:9], label[:9]).schema)
    assert own.X[0, 0] == -1.0
    forms: list[Any] = [
        later,
        later.astype({"town": "category"}),
        later.to_numpy(),
        later.to_numpy().tolist(),
        tmp_path / "later.csv",
        from_table(later, [[1], [0], [0], [1], [1]], schema=model.ruleset.schema),
        from_table(later, [[1], [0], [0], [1], [1]]),
    ]
    for form in forms:
        found = model.predict(form)[:, 0].tolist()
        assert (found[0], found[1], found[3]) == (True, False, True)
        assert found == classifier.predict(later)[:, 0].astype(bool).tolist()
    # what is new to the data set is new to the model, too, and not the last value that it has
    assert instances_of(own, model.ruleset.schema).rows()[0, 0] == -1.0

    assert model.evaluate(tmp_path / "later.csv")["posterior"].accuracy >= 0.8
    (oslo,) = {explain(given, later[:1]).labels[0].active for given in (classifier, model)}
    assert oslo
    assert [explain(model, later[place : place + 1]).new for place in range(4)] == [(0,), (), (), ()]
    assert [explain(model, later[place : place + 1]).missing for place in range(4)] == [(), (), (0,), ()]


def test_as_what_new_values_count_is_read_from_files_and_checked(write: Write) -> None:
    """EXT-11: a field of nominal attributes of short models."""
    towns = ["Paris", "Rome"] * 57 + [f"town {place}" for place in range(6)]
    rows, label = [[town, 1] for town in towns], [[int(town != "Paris")] for town in towns]
    dataset = from_table(rows, label)
    model = train(dataset, profile="auto", settings=auto_settings(2, passes=1))
    assert check_model(model, dataset) == []
    document = json.loads(model_text(model))
    town = document["schema"]["attributes"][0]
    assert town["new_as"] == "town 0"
    town["new_as"] = "Paris"
    with pytest.warns(ModelWarning):
        edited = load_model(write(json.dumps(document), "edited.json"))
    assert {flaw.code for flaw in check_model(edited, dataset)} >= {"digest", "new_as"}
    assert compare(model, edited).only_first
    assert compare(model, model).equal
    for wrong in ("Oslo", 0, None):
        town["new_as"] = wrong
        with raising(ModelError):
            load_model(write(json.dumps(document), "wrong.json"))
    plain = json.loads(model_text(train(dataset, Settings.paper(passes=1, clustering=False), 1)))
    plain["schema"]["attributes"][0]["new_as"] = "town 0"
    with raising(ModelError):
        load_model(write(json.dumps(plain), "plain.json"))
