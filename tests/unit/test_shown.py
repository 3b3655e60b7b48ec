"""What objects show of themselves where a person looks at them: in an interpreter, in a notebook, in a picture."""

import copy
import inspect
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import numpy as np
import pytest
from html_pages import Markup
from unit.rulesets.builders import MIXED

from mlslcs_ref import AutoOptions, Dataset, Settings, auto_settings, toy6x4, train
from mlslcs_ref.data.schema import BinaryAttribute, Schema
from mlslcs_ref.errors import DataError, OutputError
from mlslcs_ref.metrics import LabelScores, label_scores
from mlslcs_ref.rulesets.consultation import Consultation
from mlslcs_ref.rulesets.evaluation import label_table
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.settings import PROFILES, setting_infos

HOSTILE: Final = "</td><script>stolen()</script>"


@pytest.fixture(scope="module")
def model() -> Model:
    return train(toy6x4(), Settings.paper(passes=4, clustering=False, population_size=200), 1)


def short_model(max_rules: int) -> Model:
    settings = auto_settings(6, passes=4, population_size=100)
    return train(toy6x4(), settings, 1, profile="auto", options=AutoOptions(max_rules=max_rules))


@pytest.mark.parametrize(
    "settings",
    [
        Settings.paper(),
        Settings.authors(),
        Settings.paper(passes=3, vote_weight="accuracy"),
        Settings.authors(theta_ga=5, match_set_control=False),
    ],
    ids=repr,
)
def test_settings_show_the_call_that_makes_them_and_what_differs(settings: Settings) -> None:
    assert eval(repr(settings)) == settings  # noqa: S307 - our own text
    assert len(repr(settings)) < 80
    profile = repr(settings).partition("(")[0].partition(".")[2]
    changed = settings.differences(profile)
    shown = settings._repr_html_()
    assert Markup(shown).names.count("tr") == (len(changed) + 1 if changed else 0)
    assert all(f"<td>{name}</td>" in shown for name in changed)


@pytest.mark.parametrize("profile", PROFILES)
def test_completion_and_help_know_every_setting(profile: str) -> None:
    signature = inspect.signature(getattr(Settings, profile))
    names = [info.name for info in setting_infos()]

    assert list(signature.parameters) == list(inspect.signature(Settings).parameters) == names
    assert {name: one.default for name, one in signature.parameters.items()} == Settings.profile(profile).as_dict()
    described = inspect.getdoc(Settings) or ""
    assert re.findall(r"^(\w+) : ", described, flags=re.MULTILINE) == names
    assert all(info.help in described and info.clause in described for info in setting_infos())


def test_a_data_set_shows_how_large_it_is() -> None:
    data = Dataset(MIXED, np.zeros((3, 3)), np.array([[True, False], [True, True], [True, False]]), "films")

    assert repr(data) == "<Dataset films: 3 instances, 3 attributes (1 binary, 1 nominal, 1 continuous), 2 labels>"
    assert "<td>l1</td><td>3</td>" in data._repr_html_()
    assert "<td>l2</td><td>1</td>" in data._repr_html_()


def test_many_labels_are_cut_and_names_are_no_markup() -> None:
    schema = Schema((BinaryAttribute("a", ("0", "1")),), (HOSTILE, *(f"l{place}" for place in range(99))))
    data = Dataset(schema, np.zeros((2, 1)), np.zeros((2, 100), dtype=bool), HOSTILE)

    shown = Markup(data._repr_html_())
    assert shown.names.count("tr") == 21
    assert "script" not in shown.names


def test_an_evaluation_is_a_mapping_and_a_table(model: Model) -> None:
    found = model.evaluate(toy6x4())

    assert found == dict(found)
    assert list(found) == ["pcut", "ival", "best"]
    lines = str(found).splitlines()
    assert [line.split()[0] for line in lines[1:4]] == ["PCUT", "IVAL", "BEST"]
    assert [float(cell) for cell in lines[3].split()[1:]] == [round(value, 4) for value in found["best"]]
    assert len({len(line) for line in lines[:4]}) == 1
    # one table of methods, one of labels
    assert Markup(found._repr_html_()).names.count("tr") == (1 + 3) + (1 + 4)


def test_an_evaluation_knows_every_label_by_the_method_that_decides(model: Model) -> None:
    data = toy6x4()
    found = model.evaluate(data)
    predicted = model.predict(data)

    assert found.method == "ival"
    assert dict(found.labels) == dict(zip(data.schema.labels, label_scores(data.Y, predicted), strict=True))
    assert found.n_unmatched == Consultation(model.ruleset, data.X).n_unmatched
    for other in (copy.copy(found), copy.deepcopy(found), pickle.loads(pickle.dumps(found))):  # noqa: S301 - our own
        assert (other, other.labels, other.method) == (found, found.labels, found.method)


def test_of_many_labels_the_most_frequent_are_shown_in_their_order() -> None:
    labels = {f"l{place}": LabelScores(place % 7, 0, 0) for place in range(30)}
    shown = label_table(labels, 4)

    assert [row[0] for row in shown.rows] == ["l6", "l13", "l20", "l27"]
    assert len(shown.remarks) == 1
    assert [row[0] for row in label_table(labels).rows] == list(labels)


@pytest.mark.parametrize("name", ["importance", "coverage"])
def test_a_picture_is_a_method_that_returns_axes(model: Model, name: str) -> None:
    plt = pytest.importorskip("matplotlib.pyplot", reason="matplotlib is in the extras `experiments` and `dev`")
    axes = getattr(model.plot, name)()

    assert plt.fignum_exists(axes.figure.number)
    plt.close(axes.figure)


def test_the_votes_of_a_row_and_the_curve_of_a_run_are_drawn(model: Model) -> None:
    plt = pytest.importorskip("matplotlib.pyplot", reason="matplotlib is in the extras `experiments` and `dev`")
    axes = model.plot.votes([0, 1, 0, 1, 0, 1])
    told = train(toy6x4(), model.ruleset.settings, 1, validation=toy6x4())
    upper, lower = told.plot.curve()

    assert len(axes.get_yticklabels()) == 4
    assert list(upper.lines[0].get_xdata()) == list(lower.lines[0].get_xdata()) == [1, 2, 3, 4]
    plt.close("all")
    with pytest.raises(DataError):
        model.plot.curve()


def test_the_front_of_sizes_does_not_depend_on_how_many_rules_the_model_was_to_have() -> None:
    """A limit of the model cuts its rules off in the order of their selection, so a larger one goes on with them."""
    fronts = [short_model(most).sizes(toy6x4()) for most in (2, 50)]

    assert fronts[0] == fronts[1]
    assert fronts[0][-1].n_rules > 2


def test_what_fewer_rules_come_to_is_drawn_as_it_is_told() -> None:
    plt = pytest.importorskip("matplotlib.pyplot", reason="matplotlib is in the extras `experiments` and `dev`")
    short = short_model(10)
    told = short.sizes(toy6x4(), sizes=(1, 3, 8))
    accuracy, exact_match = short.plot.sizes(toy6x4(), sizes=(1, 3, 8)).lines

    assert list(accuracy.get_xdata()) == [record.n_rules for record in told]
    assert list(accuracy.get_ydata()) == [record.scores.accuracy for record in told]
    assert list(exact_match.get_ydata()) == [record.scores.exact_match for record in told]
    plt.close("all")


def test_a_model_writes_its_page(model: Model, tmp_path: Path) -> None:
    model.report(tmp_path / "page.html", toy6x4(), pictures=False)

    assert (tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    with pytest.raises(OutputError):
        model.report(tmp_path / "nowhere" / "page.html", pictures=False)


def test_pictures_and_frames_are_loaded_when_they_are_asked_for() -> None:
    code = (
        "import sys, mlslcs_ref as m; "
        "model = m.train(m.toy6x4(), m.Settings.paper(passes=1, clustering=False, population_size=50)); "
        "repr(model.plot), model.evaluate(m.toy6x4()), model._repr_html_(); "
        "assert not {'matplotlib', 'pandas'} & set(sys.modules), 'loaded'"
    )

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
