"""Arguments of wrong types: every public call takes them rightly, or says what was expected and what was found."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd
import pytest

import mlslcs_ref
from mlslcs_ref import (
    AutoOptions,
    Dataset,
    MlsLcsError,
    Model,
    Parts,
    RuleSet,
    Schema,
    Settings,
    Training,
    artificial_settings,
    auto_settings,
    compacted,
    from_table,
    load_dataset,
    load_model,
    mlposition,
    problem,
    save_arff,
    save_model,
    to_frame,
    toy6x4,
    train,
)
from mlslcs_ref.errors import SettingsError
from mlslcs_ref.settings import setting_infos

VALUES: Final[list[Any]] = [
    *(
        None,
        True,
        False,
        1,
        -1,
        1.5,
        float("nan"),
        1e308,
        10**400,
        10**5000,
        "",
        "nothing",
        "\0",
        "x" * 5000,
        b"",
        b"x",
    ),
    *([], (), {}, {"a": 1}, ["a"], [1], [[1]], object(), np.array([1, 2]), np.array(["x"], dtype=object), range(3)),
    *(np.array(3), np.zeros((2, 3)), np.True_, pd.DataFrame({"a": [1, 2]})),
]
DATA: Final = toy6x4()
SETTINGS: Final = Settings.paper(passes=1, population_size=30, clustering=False)
AUTO: Final = auto_settings(6, passes=1, population_size=30)
MODEL: Final = train(DATA, SETTINGS)
SHORT: Final = train(DATA, AUTO, profile="auto")
RULES: Final = MODEL.ruleset
READING: Final = ("encoding", "drop", "nominal", "missing", "positive", "format", "label_separator", "delimiter")
FILE: Final = ("decimal", "thousands", "header", "dates", "reading", "data_dir", "schema", "labels")


def setting(name: str) -> Callable[[Any], Settings]:
    return lambda value: Settings(**{name: value})


def loaded(name: str) -> Callable[[Any], Dataset]:
    return lambda value: load_dataset("data.csv", **{"labels": -1, name: value})


def argument(call: Callable[..., Any], name: str, **others: Any) -> Callable[[Any], Any]:
    return lambda value: call(**{**others, name: value})


def arguments(call: Callable[..., Any], names: str, **others: Any) -> Iterator[Callable[[Any], Any]]:
    for name in names.split():
        yield argument(call, name, **others)


def run(**changes: Any) -> Training:
    return Training(**{"dataset": DATA, "settings": SETTINGS, "seed": 0, **changes})


CALLS: Final[dict[str, list[Callable[[Any], Any]]]] = {
    "Dataset": list(arguments(Dataset, "schema X Y name reading", schema=DATA.schema, X=DATA.X, Y=DATA.Y)),
    "Dataset's methods": [DATA.reordered, DATA.taken, DATA.named],
    "Schema": list(arguments(Schema, "attributes labels", attributes=DATA.schema.attributes, labels=("a",))),
    "from_table": list(arguments(from_table, "X Y nominal schema name positive", X=[[1.5]], Y=[[1]])),
    "load_dataset": [load_dataset, *map(loaded, READING + FILE)],
    "problems": [mlposition, problem, artificial_settings],
    "save_arff": list(arguments(save_arff, "dataset path", dataset=DATA, path="out.arff")),
    "to_frame": [to_frame],
    "AutoOptions": list(arguments(AutoOptions, "max_rules max_tests n_runs")),
    "auto_settings": [auto_settings, lambda value: auto_settings(6, passes=value)],
    "Settings": [setting(info.name) for info in setting_infos()],
    "Settings' methods": [SETTINGS.n_steps, SETTINGS.differences, Settings.profile],
    "train": list(
        arguments(
            train,
            "dataset settings seed profile options jobs stream parts init validation patience callbacks checkpoint "
            "every metric resume progress",
            dataset=DATA,
            settings=SETTINGS,
        )
    ),
    "train in auto": list(
        arguments(
            train,
            "dataset seed options settings stream metric init validation patience callbacks checkpoint every jobs "
            "parts resume progress",
            dataset=DATA,
            settings=AUTO,
            profile="auto",
        )
    ),
    "Training": list(arguments(run, "dataset settings seed profile stream observer init parts resumed")),
    "Training's methods": [
        lambda value: run().advance(value),
        lambda value: run().complete(progress=value),
        *(lambda value, name=name: run().model(**{name: value}) for name in ("metric", "history", "kept")),
    ],
    "Model": list(
        arguments(
            Model,
            "ruleset thresholds record history reading extension populations",
            ruleset=RULES,
            thresholds=MODEL.thresholds,
            record=MODEL.record,
        )
    ),
    "Model's methods": [
        *(MODEL.predict, MODEL.votes, SHORT.estimates, MODEL.explain, MODEL.compact, SHORT.sizes, MODEL.compare),
        *(MODEL.save, Model.load, MODEL.evaluate, MODEL.export),
        lambda value: MODEL.predict(DATA, value),
        lambda value: MODEL.explain(DATA.X[0], value),
        lambda value: MODEL.compact(DATA, value),
        lambda value: MODEL.compact(DATA, max_rules=value),
        lambda value: SHORT.sizes(DATA, value),
        lambda value: SHORT.sizes(DATA, sizes=value),
        lambda value: MODEL.export("csv", value),
        lambda value: MODEL.export("sql", method=value),
        lambda value: MODEL.export("sql", ids=value),
        lambda value: MODEL.export("sql", estimates=value),
        lambda value: SHORT.evaluate(DATA, value),
        lambda value: MODEL.report(value, pictures=False),
        lambda value: MODEL.report("page.html", pictures=value),
        lambda value: MODEL.report("page.html", value, pictures=False),
    ],
    "RuleSet": list(arguments(RuleSet, "context rules", context=RULES.context)),
    "RuleSet's methods": [
        *arguments(RULES.where, "label attribute min_coverage min_acc min_exp"),
        *arguments(RULES.best, "n order"),
        *(RULES.places, RULES.on, RULES.with_rules, RULES.macro_fitness, RULES.rank, RULES.coverage_index),
        *(RULES.require_schema_of, RULES.written, RULES.at, RULES[0].matches),
    ],
    "models and files": [
        *arguments(load_model, "path parts", path="model.json"),
        *arguments(save_model, "model path", model=MODEL, path="out.json"),
        *arguments(compacted, "source data", source=MODEL, data=DATA),
    ],
    "Parts": list(arguments(Parts, "deletion covering subsumption")),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_an_argument_of_a_wrong_type_is_taken_rightly_or_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing but this package's own errors comes out, and they are of a length that can be read."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data.csv").write_text("a,b,l\n1.5,x,1\n2.5,y,0\n3.5,x,1\n")
    MODEL.save("model.json")
    for call in CALLS[name]:
        for value in VALUES:
            try:
                call(value)
            except MlsLcsError as error:
                told = str(error).replace("x" * 5000, "")
                assert len(told) < 1000, told


def test_every_public_call_is_in_the_table() -> None:
    told = " ".join(CALLS) + " mlposition problem artificial_settings load_model save_model compacted"
    apart = {"__version__", "is_compiled", "toy6x4", "MlsLcsError", "Callback", "Moment", "Rule"}

    assert {name for name in mlslcs_ref.__all__ if name not in apart and name not in told} == set()


def test_what_is_no_truth_is_not_taken_for_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As labels in the second place of `evaluate`, which takes them in a pair; nothing is written."""
    monkeypatch.chdir(tmp_path)
    calls = (
        lambda value: SHORT.evaluate(DATA, value),
        lambda value: MODEL.export("csv", "rules.csv", estimates=value),
        lambda value: MODEL.report("page.html", pictures=value),
        lambda value: train(DATA, SETTINGS, resume=value),
        lambda value: train(DATA, SETTINGS, progress=value),
    )
    for call in calls:
        for value in (DATA.Y, DATA.Y.tolist(), pd.DataFrame(DATA.Y), "no", None, 0):
            with pytest.raises(SettingsError):
                call(value)
    assert not list(tmp_path.iterdir())


def test_a_value_that_would_change_nothing_is_refused_all_the_same() -> None:
    calls: tuple[Callable[[Any], Any], ...] = (
        lambda value: MODEL.compact(DATA, max_rules=value),
        RULES.written,
        lambda value: RULES.where(min_acc=value),
        RULES.best,
        lambda value: SHORT.sizes(DATA, sizes=value),
        lambda value: load_dataset("toy6x4", reading=value),
        lambda value: train(DATA, AUTO, profile="auto", metric=value),
    )
    for call in calls:
        with pytest.raises(SettingsError):
            call("many")
