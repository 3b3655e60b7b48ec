"""Names that mean something to whoever reads an export: each format goes to its own consumer, which has to see them.

All names stand as attributes, as values of attributes and as labels.
"""

import csv
import io
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree as ET

import numpy as np
import pandas as pd
import pytest
from browsers import opened
from exports import answered, plain_rows, wanted
from names import NAMES
from unit.rulesets.builders import plain

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.formats.registry import written
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.schema import ContinuousAttribute, NominalAttribute, Schema
from mlslcs_ref.errors import DataError, UsageError
from mlslcs_ref.learning.training import Training
from mlslcs_ref.rulesets.consultation import METHODS, Method
from mlslcs_ref.rulesets.export.formats import export_text
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.model_file import load_model
from mlslcs_ref.rulesets.notation import name_text

SVG: Final = "{http://www.w3.org/2000/svg}"
ORDER: Final = ("forth", "back")


@cache
def model_of(names: tuple[str, ...]) -> tuple[Model, Dataset]:
    """Learn from attributes, values and labels of these names."""
    half = len(names) // 2
    labels, of_attributes = tuple(names[:half]), names[half:]
    attributes = [
        NominalAttribute(name, (labels[place % half], "plain", "other")) for place, name in enumerate(of_attributes)
    ]
    schema = Schema((*attributes, ContinuousAttribute("a number")), labels)
    rng = np.random.Generator(np.random.PCG64(1))
    X = rng.integers(0, 3, (60, schema.n_attributes)).astype(float)
    X[:, -1] = np.round(rng.random(60), 2)
    X[rng.random(X.shape) < 0.05] = np.nan
    dataset = Dataset(schema, X, X[:, :1] == np.arange(half)[None, :] % 3, "=data\n</script>")
    run = plain(population_size=60, passes=2, p_hash=0.9)
    return Training(dataset, run, seed=3).complete(), dataset


def spellable(names: Sequence[str]) -> tuple[str, ...]:
    """Leave out what SQL is said to refuse: NUL, and what differs in case alone."""
    seen: dict[str, str] = {}
    return tuple(name for name in names if "\0" not in name and seen.setdefault(name.lower(), name) == name)


@pytest.fixture(scope="module", params=ORDER)
def names(request: pytest.FixtureRequest) -> tuple[str, ...]:
    return NAMES if request.param == "forth" else NAMES[::-1]


@pytest.fixture(scope="module")
def learned(names: tuple[str, ...]) -> tuple[Model, Dataset]:
    return model_of(names)


def test_there_are_sixty_names_and_each_is_tested_or_decided(learned: tuple[Model, Dataset]) -> None:
    model, _dataset = learned

    assert len(set(NAMES)) == len(NAMES) >= 60
    assert len(model.ruleset) > 10


@pytest.mark.parametrize("method", METHODS)
def test_python_runs_in_a_process_of_its_own(method: Method, learned: tuple[Model, Dataset], tmp_path: Path) -> None:
    model, dataset = learned
    (tmp_path / "rules.py").write_text(export_text(model, "python", method), encoding="utf-8")
    keys = [attribute.name for attribute in dataset.schema.attributes]
    rows = [dict(zip(keys, row, strict=True)) for row in plain_rows(model, dataset.X)]
    (tmp_path / "rows.json").write_text(json.dumps(rows), encoding="utf-8")
    code = (
        "import json, sys; sys.path.insert(0, '.'); import rules; "
        "found = map(rules.predict, json.load(open('rows.json', encoding='utf-8'))); "
        "print(json.dumps([list(one.items()) for one in found]))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, check=True)
    found = json.loads(done.stdout)

    labels = list(dataset.schema.labels)
    assert [[name for name, _yes in row] for row in found] == [labels] * len(rows)
    assert [[yes for _name, yes in row] for row in found] == wanted(model, dataset.X, method)


@pytest.mark.parametrize(
    ("method", "table"), [("ival", 'my "table"; --'), ("pcut", "mlslcs_ref part read"), ("best", "select")]
)
def test_sqlite_runs_the_query(method: Method, table: str, names: tuple[str, ...]) -> None:
    model, dataset = model_of(spellable(names))
    kinds = dict.fromkeys((one.name for one in dataset.schema.attributes), "")
    answer = answered(export_text(model, "sql", method, table), kinds, plain_rows(model, dataset.X), table)

    heads, n_labels = answer.heads, dataset.n_labels
    assert answer.truths(n_labels) == wanted(model, dataset.X, method)
    assert heads[-n_labels:] == [
        head if head == f"predicted {label}" else f"predicted {label} (2)"
        for head, label in zip(heads[-n_labels:], dataset.schema.labels, strict=True)
    ]


def test_sql_refuses_what_it_cannot_say() -> None:
    for pair in (("a\0b", "x"), ("y", "Y")):
        model, _dataset = model_of((*"lmno", "p", *pair, "q"))
        with pytest.raises(UsageError):
            export_text(model, "sql", "best")


def test_json_is_parsed(learned: tuple[Model, Dataset]) -> None:
    model, dataset = learned
    text = export_text(model, "json")
    found = json.loads(text)

    assert [one["name"] for one in found["attributes"]] == [one.name for one in dataset.schema.attributes]
    assert found["labels"] == list(dataset.schema.labels)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\u200b]", text)


@pytest.mark.parametrize(("target", "separator"), [("csv", ","), ("tsv", "\t")])
def test_tables_are_parsed_by_pandas_and_start_no_formula(
    target: Any, separator: str, learned: tuple[Model, Dataset]
) -> None:
    model, _dataset = learned
    text = export_text(model, target)
    quoting = csv.QUOTE_MINIMAL if target == "csv" else csv.QUOTE_NONE
    found = pd.read_csv(io.StringIO(text), sep=separator, quoting=quoting, dtype={"rule": str}, keep_default_na=False)

    by_id = {place: rule.text for place, rule in enumerate(model.ruleset, start=1)}
    assert dict(zip(found["id"], found["rule"], strict=True)) == by_id
    assert all(text[0] not in "=+-@\t\r" for text in found["rule"])


def test_graphviz_shows_the_names(learned: tuple[Model, Dataset]) -> None:
    dot = shutil.which("dot")
    if dot is None:
        pytest.skip("Graphviz is not installed")
    model, dataset = learned
    text = export_text(model, "dot")
    # any engine will do, and this one does not look for a good layout
    svg = subprocess.run([dot, "-Tsvg", "-Kosage"], input=text.encode(), capture_output=True, check=True).stdout.decode(
        "utf-8"
    )
    # Graphviz keeps blanks by making them wide ones
    texts = ET.fromstring(svg).iter(f"{SVG}text")  # noqa: S314 - of Graphviz
    shown = {"".join(text.itertext()).replace("\xa0", " ") for text in texts}

    used = {test.attribute for rule in model.ruleset for test in rule.tests}
    decided = {label for rule in model.ruleset for label, _yes in rule.decisions}
    assert len(used) > 20
    assert len(decided) > 20
    for name in (
        *(dataset.schema.attributes[index].name for index in used),
        *map(dataset.schema.labels.__getitem__, decided),
    ):
        assert name_text(name) in shown
    assert "<script" not in svg


def tex_of(model: Model) -> str:
    table = export_text(model, "latex")
    return "\\documentclass{article}\\usepackage{booktabs,longtable}\\begin{document}\n" + table + "\\end{document}\n"


@pytest.mark.slow
def test_tex_sets_the_table(names: tuple[str, ...], tmp_path: Path) -> None:
    """LuaTeX for all letters; a name of 2000 letters has no place to be broken, and is left out."""
    tex = shutil.which("lualatex")
    if tex is None:
        pytest.skip("LuaTeX is not installed: on Debian, apt-get install texlive-luatex")
    model, _dataset = model_of(tuple(name for name in names if len(name) < 100))
    (tmp_path / "rules.tex").write_text(tex_of(model), encoding="utf-8")
    done = subprocess.run(
        [tex, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "rules.tex"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout.decode("utf-8", "replace")[-2000:]


@pytest.mark.parametrize("ending", ["csv", "tsv", "arff", "dat", "svm"])
def test_files_of_data_are_read_back_or_refused(ending: str, learned: tuple[Model, Dataset], tmp_path: Path) -> None:
    """Each name alone: what a format cannot hold is refused, and the others come back."""
    _model, dataset = learned
    path = tmp_path / f"data.{ending}"
    held = 0
    for place, attribute in enumerate(dataset.schema.attributes):
        if isinstance(attribute, ContinuousAttribute):
            continue
        label = dataset.schema.labels[place % dataset.n_labels]
        one = Dataset(Schema((attribute,), (label,)), dataset.X[:, [place]], dataset.Y[:, [place % dataset.n_labels]])
        try:
            path.write_bytes(written(one, str(path)))
        except DataError:
            continue
        how: Any = {"header": True, "nominal": [attribute.name]} if ending in {"csv", "tsv"} else {}
        again = load_dataset(path, labels=None if ending == "dat" else -1, **how)
        assert again.schema.labels == one.schema.labels
        (found,) = again.schema.attributes
        assert isinstance(found, NominalAttribute)
        assert (found.name, set(found.values)) == (attribute.name, set(attribute.values))
        held += 1
    assert held >= (30 if ending != "svm" else 0)


def test_the_page_shows_the_names_and_runs_none(browser: Any, learned: tuple[Model, Dataset], tmp_path: Path) -> None:
    model, dataset = learned
    page = tmp_path / "page.html"
    model.report(page, dataset, pictures=False)
    opened(browser, page)

    assert browser.get_log("browser") == []
    text = browser.execute_script("return document.body.textContent")
    for label in dataset.schema.labels:
        assert name_text(label) in text or label in text or len(label) > 100
    scripts = browser.execute_script("return [...document.scripts].length")
    model_of(("a", "b", "c", "d"))[0].report(tmp_path / "calm.html", pictures=False)
    opened(browser, tmp_path / "calm.html")
    assert scripts == browser.execute_script("return [...document.scripts].length")


def test_a_model_is_saved_and_read_again(learned: tuple[Model, Dataset], tmp_path: Path) -> None:
    model, _dataset = learned
    model.save(tmp_path / "model.json")

    assert load_model(tmp_path / "model.json").ruleset == model.ruleset
