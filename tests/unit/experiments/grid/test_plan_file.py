"""Plans as TOML: every plan is written so that it is read as the same, and what is wrong is told with its place."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from raising import raising

from mlslcs_ref.data.reading import Reading
from mlslcs_ref.errors import PlanError
from mlslcs_ref.experiments.grid.plan import DatasetEntry, MethodEntry, Plan
from mlslcs_ref.experiments.grid.plan_file import load_plan, parse_plan, plan_names, plan_text
from mlslcs_ref.experiments.grid.tasks import require_methods

SMALLEST = """
name = "p"
[[datasets]]
name = "toy6x4"
[[methods]]
name = "m"
kind = "br"
"""
FULL = """
name = "full"
title = "everything"
seeds = { first = 3, count = 2 }
folds_seed = 9
[[datasets]]
name = "mine"
file = "data/mine.arff"
test_file = "data/other.arff"
labels = ["a", "b"]
scheme = "split"
reading = { drop = ["id"], delimiter = ";", header = false, missing = ["NA"] }
settings = { passes = 2 }
[[datasets]]
name = "again"
source = "flags"
scheme = "plain"
n_folds = 5
[[methods]]
name = "RAkEL"
kind = "rakel"
base = "svm"
vary = { k = [3, 4] }
select = "test"
datasets = ["again"]
seeds = [1]
"""


def test_the_smallest_plan_has_ten_folds_and_one_seed() -> None:
    assert parse_plan(SMALLEST) == Plan(
        "p",
        (DatasetEntry("toy6x4", "toy6x4", scheme="label_sets", n_folds=10),),
        (MethodEntry("m", "br"),),
        seeds=(1,),
        folds_seed=1,
    )


def test_every_key_has_its_place_and_paths_start_from_the_folder_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "full.toml").write_text(FULL, encoding="utf-8")

    assert load_plan(tmp_path / "full.toml") == Plan(
        "full",
        (
            DatasetEntry(
                "mine",
                "",
                str(tmp_path / "data" / "mine.arff"),
                str(tmp_path / "data" / "other.arff"),
                ("a", "b"),
                "split",
                1,
                Reading(drop=("id",), delimiter=";", header=False, missing=("NA",)),
                {"passes": 2},
            ),
            DatasetEntry("again", "flags", scheme="plain", n_folds=5),
        ),
        (MethodEntry("RAkEL", "rakel", {"base": "svm"}, {"k": [3, 4]}, "test", ("again",), (1,)),),
        "everything",
        (3, 4),
        9,
    )


@pytest.mark.parametrize(
    ("labels", "read"),
    [('"mine.xml"', "/plans/mine.xml"), ("-2", -2), ('"-2"', "-2"), ('"a,b"', "a,b"), ('["a.xml"]', ("a.xml",))],
)
def test_labels_are_a_file_beside_the_plan_a_count_or_names(labels: str, read: object) -> None:
    text = SMALLEST.replace('"toy6x4"', f'"mine"\nfile = "mine.csv"\nlabels = {labels}')
    (entry,) = parse_plan(text, folder=Path("/plans")).datasets

    assert entry.labels == read


@pytest.mark.parametrize("text", [SMALLEST, FULL])
def test_a_plan_is_written_so_that_it_is_read_as_the_same(text: str) -> None:
    plan = parse_plan(text)

    assert parse_plan(plan_text(plan)) == plan


NAMES = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=12)
VALUES = st.one_of(st.integers(-9, 9), st.floats(allow_nan=False), st.booleans(), NAMES)
OPTIONS = st.dictionaries(st.from_regex(r"[a-z]{1,6}_", fullmatch=True), VALUES | st.lists(VALUES, max_size=3))


@given(name=NAMES, title=st.text(max_size=12), options=OPTIONS, settings=OPTIONS, seed=st.integers(0, 2**53))
def test_whatever_a_plan_is_called_and_holds_it_is_read_as_written(
    name: str, title: str, options: dict[str, object], settings: dict[str, object], seed: int
) -> None:
    plan = Plan(
        name, (DatasetEntry(name, settings=settings),), (MethodEntry(name, name, options),), title, (seed,), seed
    )

    assert parse_plan(plan_text(plan)) == plan


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (('name = "p"', "name = p"), ""),
        (('name = "p"', ""), "name"),
        (('name = "p"', "name = 3"), "name"),
        (('name = "p"', f"name = {'9' * 5000}"), ""),
        (('"br"', f'"br"\nx = {"[" * 5000}{"]" * 5000}'), ""),
        (('"br"', f'"br"\nx{".x" * 2000} = 1'), ""),
        (('"toy6x4"', '"x"\nfile = "x.csv"\nlabels = ","'), "datasets 1 (x).labels"),
        (('name = "p"', 'name = "p"\nseed = 3'), "seed"),
        (('name = "p"', 'name = "p"\nseeds = [true]'), "seeds[0]"),
        (('name = "p"', 'name = "p"\nseeds = 3'), "seeds"),
        (('name = "p"', 'name = "p"\nseeds = {first = 1, last = 3}'), "seeds.last"),
        (('name = "p"', 'name = "p"\nseeds = {count = 0}'), "seeds.count"),
        (('name = "p"', 'name = "p"\nfolds_seed = true'), "folds_seed"),
        (("[[datasets]]", "[datasets]"), "datasets"),
        (("[[datasets]]", "[[data]]"), "datasets"),
        (('"toy6x4"', '"toy6x4"\nfolds = 3'), "datasets 1 (toy6x4).folds"),
        (('"toy6x4"', '"toy6x4"\nscheme = "random"'), "data set 'toy6x4': scheme"),
        (('"toy6x4"', '"toy6x4"\nn_folds = "3"'), "datasets 1 (toy6x4).n_folds"),
        (('"toy6x4"', '"toy6x4"\nreading = { drop = "id" }'), "datasets 1 (toy6x4).reading"),
        (('"toy6x4"', '"toy6x4"\nreading = { drop = [1] }'), "datasets 1 (toy6x4).reading"),
        (('"toy6x4"', '"toy6x4"\nlabels = [1]'), "datasets 1 (toy6x4).labels[0]"),
        (('"toy6x4"', '"toy6x4"\nsettings = 3'), "datasets 1 (toy6x4).settings"),
        (('kind = "br"', ""), "methods 1 (m).kind"),
        (('"br"', '"br"\nvary = 3'), "methods 1 (m).vary"),
        (('"br"', '"br"\nvary = [3]'), "methods 1 (m).vary[0]"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(change: tuple[str, str], place: str) -> None:
    with raising(PlanError, file="p.toml", place=place or None):
        parse_plan(SMALLEST.replace(*change, 1), "p.toml")


def test_an_unknown_name_is_answered_with_the_plans_of_the_package() -> None:
    with pytest.raises(PlanError) as caught:
        load_plan("benchmrk")

    assert all(name in caught.value.message for name in plan_names())


@pytest.mark.parametrize("name", plan_names())
def test_nothing_in_the_folder_stands_in_for_a_plan_of_the_package(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder of results is often called like its plan."""
    plan = load_plan(name)
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).mkdir()

    assert load_plan(name) == plan


@pytest.mark.parametrize("name", plan_names())
def test_every_plan_of_the_package_can_be_run(name: str) -> None:
    plan = load_plan(name)

    assert plan.name == name
    assert plan.title
    require_methods(plan)


def test_a_method_that_cannot_be_made_is_found_before_anything_is_run() -> None:
    for change, message in [
        (('"br"', '"bf"'), "m on toy6x4: kind: expected one of"),
        (('"br"', '"br"\ndepth = 3'), "m on toy6x4: depth: expected one of"),
        (('"br"', '"mls-lcs"\nsettings = { omega = 2.0 }'), "m on toy6x4: omega: expected a number from 0 to 1"),
        (('"br"', '"mlknn"\nvary = { k = [5, -5] }'), "m[k=-5] on toy6x4: k: expected"),
    ]:
        with pytest.raises(PlanError) as caught:
            require_methods(parse_plan(SMALLEST.replace(*change)))
        assert message in str(caught.value)
