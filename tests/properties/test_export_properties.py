"""Every export says all that the model says: it is read back, or run, and gives the same."""

import csv
import io
import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pytest
from exports import answered, executed, matches, plain_rows, wanted
from hypothesis import assume, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from names import NAMES
from rule_reader import Reader, parsed_rule
from schemas import validator
from snapshots import snapshot
from strategies import assembly, datasets, rules, settings, share

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import Attribute, ContinuousAttribute, Schema
from mlslcs_ref.errors import UsageError
from mlslcs_ref.inference.thresholds import Thresholds
from mlslcs_ref.rulesets.consultation import METHODS, Method
from mlslcs_ref.rulesets.context import NOTATIONS, Notation, can_be_ternary
from mlslcs_ref.rulesets.export.formats import FORMATS, Format, export_text
from mlslcs_ref.rulesets.model import Model, RunRecord
from mlslcs_ref.rulesets.notation import labelled_tests, name_text

HOSTILE: Final = (
    *(name for name in NAMES if "\0" not in name and len(name) < 100),
    *("VOTE 1 part 0", "vote lowest", "vote total", "mlslcs_ref vote 1", "MLSLCS_REF vote 1 part 0", "predicted n0"),
    *("\uff4dlslcs_ref vote 1", "mlslcs_ref part lowest", "Predicted n1", "predicted predicted n0"),
)
Row = list[Any]


@st.composite
def named(draw: st.DrawFn, dataset: Dataset) -> Dataset:
    """The data set under names and values that mean something elsewhere."""
    n_names = dataset.n_attributes + dataset.n_labels
    pool = (*HOSTILE, *(f"n{number}" for number in range(n_names)))
    names = draw(st.lists(st.sampled_from(pool), min_size=n_names, max_size=n_names, unique=True))
    attributes: list[Attribute] = []
    for name, attribute in zip(names, dataset.schema.attributes, strict=False):
        if isinstance(attribute, ContinuousAttribute):
            attributes.append(ContinuousAttribute(name))
        else:
            n_values = len(attribute.values)
            values = draw(st.lists(st.sampled_from(pool), min_size=n_values, max_size=n_values, unique=True))
            attributes.append(type(attribute)(name, tuple(values)))
    return Dataset(
        Schema(tuple(attributes), tuple(names[dataset.n_attributes :])),
        dataset.X,
        dataset.Y,
        draw(st.sampled_from(pool)),
    )


@st.composite
def models(draw: st.DrawFn, profiles: Sequence[str] = ("paper", "authors")) -> tuple[Model, npt.NDArray[np.float64]]:
    """Models of any rules, and instances to predict: known ones, with missing and undeclared values."""
    dataset = draw(datasets().flatmap(named))
    run = draw(settings(profiles))
    parts = assembly(dataset, run)
    found = draw(st.lists(rules(parts), max_size=6))
    ruleset = snapshot(dataset.schema, dataset.ranges(), run, found, dataset.n_instances)
    votes = Model(ruleset, Thresholds(0.0, 0.0), RunRecord(dataset.name, "paper", "pcg64", 1, 9, 9, "00000000", 0, 0))
    instances = dataset.X.copy()
    for column, attribute in enumerate(dataset.schema.attributes):
        odd = [np.nan] if isinstance(attribute, ContinuousAttribute) else [np.nan, -1.0]
        instances[draw(st.integers(0, len(instances) - 1)), column] = draw(st.sampled_from(odd))
    pcut, ival = (draw(st.sampled_from((0.5, 0.25, 0.1))) for _turn in range(2))
    return Model(ruleset, Thresholds(pcut, ival), votes.record), instances


# ------------------------------------------------------------------------------------------------------ what predicts


@pytest.mark.parametrize("method", METHODS)
@given(found=models())
@share(0.25)
def test_the_python_function_predicts_as_the_model(
    method: Method, found: tuple[Model, npt.NDArray[np.float64]]
) -> None:
    """In both profiles. Clauses: INF-1, INF-2, INF-5."""
    model, instances = found
    source = export_text(model, "python", method)
    module = executed(source)
    names = [attribute.name for attribute in model.ruleset.schema.attributes]

    assert source.isascii()
    assert list(module["ATTRIBUTES"]) == names
    assert module["LABELS"] == model.ruleset.schema.labels
    predicted = [module["predict"](dict(zip(names, row, strict=True))) for row in plain_rows(model, instances)]
    assert [list(labels) for labels in predicted] == [list(model.ruleset.schema.labels)] * len(instances)
    assert [list(labels.values()) for labels in predicted] == wanted(model, instances, method)


@pytest.mark.parametrize("method", METHODS)
@given(found=models())
@share(0.25)
def test_the_query_predicts_as_the_model(method: Method, found: tuple[Model, npt.NDArray[np.float64]]) -> None:
    """On SQLite, in both profiles; votes in 32 bits are refused. Clauses: INF-1, INF-2, INF-5."""
    model, instances = found
    names = [attribute.name for attribute in model.ruleset.schema.attributes]
    assume(len({name.lower() for name in names}) == len(names))
    if method != "best" and model.ruleset.settings.vote_weight == "accuracy":
        with pytest.raises(UsageError):
            export_text(model, "sql", method)
        return
    predicted = queried(
        export_text(model, "sql", method, 'my "table"'), model, plain_rows(model, instances), 'my "table"'
    )

    assert predicted == wanted(model, instances, method)


def queried(query: str, model: Model, rows: list[Row], table: str) -> list[list[bool]]:
    """What the query says of the rows of a table."""
    schema = model.ruleset.schema
    kinds = {one.name: "REAL" if isinstance(one, ContinuousAttribute) else "TEXT" for one in schema.attributes}
    answer = answered(query, kinds, rows, table)
    heads = answer.heads
    assert heads[: -schema.n_labels] == [attribute.name for attribute in schema.attributes]
    # the rest of a name is a number, where another column is called so
    for head, name in zip(heads[-schema.n_labels :], schema.labels, strict=True):
        assert re.fullmatch(r"( \([0-9]+\))?", head.removeprefix(f"predicted {name}"))
    assert len({head.lower() for head in heads}) == len(heads)
    return answer.truths(schema.n_labels)


@given(found=models(["paper"]), data=st.data())
@share(0.05)
def test_a_query_of_thousands_of_rules_stays_within_the_limits(
    found: tuple[Model, npt.NDArray[np.float64]], data: st.DataObject
) -> None:
    """The rules over and over: expressions must not be deep."""
    model, instances = found
    assume(len(model.ruleset))
    places = data.draw(st.lists(st.integers(0, len(model.ruleset) - 1), min_size=1, max_size=4))
    many = Model(model.ruleset.at((places * 900)[:900]), model.thresholds, model.record)

    for method in ("ival", "best"):
        predicted = queried(export_text(many, "sql", method), many, plain_rows(many, instances), "instances")
        assert predicted == wanted(many, instances, method)


# ------------------------------------------------------------------------------------------------------------ the JSON


@given(found=models())
@share(0.25)
def test_the_document_is_of_its_schema_and_enough_to_predict_by_best(
    found: tuple[Model, npt.NDArray[np.float64]],
) -> None:
    model, instances = found
    document = json.loads(export_text(model, "json"))
    validator("rules.schema.json").validate(document)
    names = [attribute["name"] for attribute in document["attributes"]]

    for entry, rule in zip(document["rules"], model.ruleset, strict=True):
        assert (entry["num"], entry["exp"], entry["F"], entry["acc"]) == (rule.num, rule.exp, rule.fitness, rule.acc)
        assert entry["rule"] == rule.text
    assert [entry["id"] for entry in document["rules"]] == list(range(1, len(model.ruleset) + 1))
    order = [rule for rule in document["rules"] if rule["exp"]]
    if document["settings"]["best_order"] == "fitness":
        order.sort(key=lambda rule: (-rule["F"], -rule["num"], -rule["exp"]))
    else:
        order = sorted(
            (rule for rule in order if rule["num"] * rule["acc"] > 0), key=lambda rule: -rule["num"] * rule["acc"]
        )
    for row, labels in zip(plain_rows(model, instances), wanted(model, instances, "best"), strict=True):
        decided: dict[str, bool] = {}
        for rule in order:
            if matches(document, rule, dict(zip(names, row, strict=True))):
                decided = {**{one["label"]: one["is"] for one in rule["then"]}, **decided}
        assert [decided.get(label, False) for label in document["labels"]] == labels


# ---------------------------------------------------------------------------------------------------------- the tables


def assert_same_rules(model: Model, cells: list[list[str]], exact: bool) -> None:
    """The rows are the rules, the best first, and their texts read back."""
    ruleset = model.ruleset
    places = ruleset.places()
    marked = "" if exact else " (rounded)"
    assert cells[0] == ["id", "num", f"F{marked}", f"acc{marked}", "exp", "coverage", "rule"]
    assert [int(row[0]) for row in cells[1:]] == [place + 1 for place in places]
    for row, place in zip(cells[1:], places, strict=True):
        rule = ruleset.rules[place]
        assert (int(row[1]), int(row[4]), int(row[5])) == (rule.num, rule.exp, rule.coverage)
        close = 0.0 if exact else 0.00005001
        assert abs(float(row[2]) - rule.fitness) <= close
        assert abs(float(row[3]) - rule.acc) <= close
        assert row[6] == rule.text
        parsed_rule(row[6], ruleset)


@given(found=models())
@share(0.25)
def test_csv_and_tsv_are_read_back_and_no_cell_is_a_formula(found: tuple[Model, npt.NDArray[np.float64]]) -> None:
    model, _instances = found
    text, tabbed = export_text(model, "csv"), export_text(model, "tsv")
    cells = list(csv.reader(io.StringIO(text, newline="")))
    plain = [line.split("\t") for line in tabbed.removesuffix("\n").split("\n")]

    assert_same_rules(model, cells, exact=True)
    assert plain == cells
    assert len(text.splitlines()) == len(cells)
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for row in cells for cell in row)


@given(found=models())
@share(0.25)
def test_markdown_is_read_back(found: tuple[Model, npt.NDArray[np.float64]]) -> None:
    model, _instances = found
    tokens = MarkdownIt("commonmark").enable("table").parse(export_text(model, "markdown"))
    cells: list[list[str]] = []
    for token, after in pairwise([*tokens, *tokens[-1:]]):
        if token.type == "tr_open":
            cells.append([])
        elif token.type in {"th_open", "td_open"}:
            cells[-1].append("".join(child.content for child in after.children or []))

    assert {token.type for token in tokens} <= {
        f"{name}_{end}" for name in ("table", "thead", "tbody", "tr", "th", "td") for end in ("open", "close")
    } | {"inline"}
    assert_same_rules(model, cells, exact=False)


@pytest.mark.parametrize("notation", NOTATIONS)
@given(found=models())
@share(0.5)
def test_every_exported_rule_selects_the_instances_that_the_rule_matches(
    notation: Notation, found: tuple[Model, npt.NDArray[np.float64]]
) -> None:
    """As it stands, read by somebody who knows the form alone: 144 of 355 rules selected others.

    The numbers of every format have all digits, JSON's and those of tables. Instances with a missing value, which is a
    matter of the settings, or with a value that was not declared are left out.
    """
    model, instances = found
    ruleset = model.ruleset
    if notation == "ternary" and not can_be_ternary(ruleset.schema):
        return
    model = replace(model, ruleset=ruleset.written(notation))
    nominal = [not isinstance(one, ContinuousAttribute) for one in ruleset.schema.attributes]
    known = ~np.isnan(instances).any(axis=1) & (instances[:, nominal] >= 0).all(axis=1)
    complete = instances[known]
    index = ruleset.coverage_index(complete)
    wanted = [list(index.matched(rule.chromosome)) for rule in ruleset]
    table = list(csv.reader(io.StringIO(export_text(model, "csv"), newline="")))
    texts = {int(row[0]): row[-1] for row in table[1:]}
    document = json.loads(export_text(model, "json"))

    assert [row[-1] for row in (line.split("\t") for line in export_text(model, "tsv").splitlines())] == [
        row[-1] for row in table
    ]
    for place, rule in enumerate(document["rules"]):
        assert rule["rule"] == texts[place + 1]
        for row, instance in enumerate(complete.tolist()):
            assert _reads(rule["rule"], ruleset.schema, instance) == wanted[place][row]
            assert matches(document, rule, _values(ruleset.schema, instance)) == wanted[place][row]


def _reads(text: str, schema: Schema, instance: list[float]) -> bool:
    """Tell whether an instance without missing values matches a text."""
    if " -> " in text and not text.startswith("IF "):
        return all(symbol in ("#", str(int(x))) for symbol, x in zip(text.partition(" ")[0], instance, strict=True))
    values = _values(schema, instance)
    tests, _decided = Reader(text).rule()
    return all(_accepts(values[name], operator, listed) for name, operator, listed in tests)


def _accepts(value: str | float, operator: str, listed: list[str]) -> bool:
    if isinstance(value, float):
        return bool(listed) and float(listed[0]) <= value <= float(listed[1])
    return (value in listed) != (operator == "not in")


def _values(schema: Schema, instance: list[float]) -> dict[str, Any]:
    return {
        one.name: x if isinstance(one, ContinuousAttribute) else one.values[int(x)]
        for one, x in zip(schema.attributes, instance, strict=True)
    }


TEX: Final = {
    r"\textbackslash{}": "\\",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    r"{\char34}": '"',
    r"{\char39}": "'",
    r"{\char96}": "`",
    "{-}": "-",
    **{f"\\{character}": character for character in "{}#$%&_"},
}
TEX_PIECE: Final = re.compile("|".join(map(re.escape, TEX)) + r"|(?P<other>[^\\{}#$%&_~^])")


def typeset(text: str) -> str:
    """What TeX prints of a cell; nothing in it may have another meaning."""
    pieces = list(TEX_PIECE.finditer(text))
    assert "".join(piece.group() for piece in pieces) == text
    return "".join(TEX.get(piece.group(), piece.group()) for piece in pieces)


@given(found=models())
@share(0.25)
def test_latex_is_read_back(found: tuple[Model, npt.NDArray[np.float64]]) -> None:
    model, _instances = found
    lines = export_text(model, "latex").splitlines()
    begin, end = lines.index(r"\endhead"), lines.index(r"\bottomrule")
    rows = []
    for line in lines[begin + 1 : end]:
        assert line.endswith(r" \\")
        *numbers, text = line.removesuffix(r" \\").split(" & ", 6)
        wrapped = re.fullmatch(r"\\texttt\{(.*)\}", text)
        rows.append([*numbers, typeset(wrapped.group(1) if wrapped else text)])

    assert lines[1].startswith(r"\begin{longtable}")
    assert lines[end + 1] == r"\end{longtable}"
    assert_same_rules(
        model, [["id", "num", "F (rounded)", "acc (rounded)", "exp", "coverage", "rule"], *rows], exact=False
    )


# ----------------------------------------------------------------------------------------------------------- the graph


@given(found=models())
@share(0.25)
def test_the_graph_is_read_back(found: tuple[Model, npt.NDArray[np.float64]]) -> None:
    """By a reader of its few forms."""
    model, _instances = found
    ruleset = model.ruleset
    lines = export_text(model, "dot").splitlines()
    quoted = r'"((?:[^"\\]|\\.)*)"'

    def label(text: str) -> str:
        return re.sub(r"\\(.)", r"\1", text).replace("&amp;", "&")

    nodes, tests, decisions = {}, [], []
    for line in lines[3:-1]:
        if found_node := re.fullmatch(rf"  ([arl]\d+) \[label={quoted}, .*\];", line):
            nodes[found_node[1]] = label(found_node[2])
        elif found_test := re.fullmatch(rf"  a(\d+) -> r(\d+) \[label={quoted}\];", line):
            tests.append((int(found_test[2]), int(found_test[1]), label(found_test[3])))
        else:
            found_edge = re.fullmatch(r"  r(\d+) -> l(\d+)( \[style=dashed\])?;", line)
            assert found_edge
            decisions.append((int(found_edge[1]), int(found_edge[2]), found_edge[3] is None))
    expected_tests, expected_decisions = [], []
    for number, rule in enumerate(ruleset, start=1):
        assert nodes[f"r{number}"] == str(number)
        for index, text in labelled_tests(rule.context, rule.chromosome):
            expected_tests.append((number, index + 1, text))
            assert nodes[f"a{index + 1}"] == name_text(ruleset.schema.attributes[index].name)
        for place, name in enumerate(ruleset.schema.labels):
            start = ruleset.layout.label_start(place)
            if rule.chromosome[start]:
                expected_decisions.append((number, place + 1, bool(rule.chromosome[start + 1])))
                assert nodes[f"l{place + 1}"] == name_text(name)
    assert sorted(tests) == sorted(expected_tests)
    assert sorted(decisions) == sorted(expected_decisions)


@given(found=models())
@share(0.1)
def test_graphviz_takes_the_graph(found: tuple[Model, npt.NDArray[np.float64]]) -> None:
    dot = shutil.which("dot")
    if dot is None:
        pytest.skip("Graphviz is not installed")
    model, _instances = found
    done = subprocess.run([dot, "-Tjson"], input=export_text(model, "dot").encode(), capture_output=True, check=True)
    graph = json.loads(done.stdout)

    rules_drawn = {node["label"] for node in graph.get("objects", []) if node["name"].startswith("r")}
    assert rules_drawn == {str(number) for number in range(1, len(model.ruleset) + 1)}


@pytest.mark.parametrize("target", FORMATS)
@given(dataset=datasets(), run=settings(["paper"]))
@share(0.1)
def test_a_model_without_rules_is_exported_too(target: Format, dataset: Dataset, run: Any) -> None:
    ruleset = snapshot(dataset.schema, dataset.ranges(), run, (), dataset.n_instances)
    record = RunRecord("d", "paper", "pcg64", 1, 0, 0, "00000000", 0, 0)

    for method in METHODS:
        assert export_text(Model(ruleset, Thresholds(0.5, 0.5), record), target, method)
