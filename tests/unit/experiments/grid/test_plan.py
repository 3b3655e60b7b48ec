"""Plans: what their units are, and what is refused."""

import dataclasses
from typing import Any

import pytest

from mlslcs_ref.errors import PlanError
from mlslcs_ref.experiments.grid.plan import DatasetEntry, MethodEntry, Plan
from mlslcs_ref.experiments.grid.units import Unit

FLAGS = DatasetEntry("flags", n_folds=2, settings={"omega": 0.5, "passes": 3})
TOY = DatasetEntry("toy6x4", scheme="training")
SYSTEM = MethodEntry("MlS-LCS", "mls-lcs")
RANDOM: Any = {"scheme": "random"}
BEST: Any = {"select": "best"}


def test_units_are_ordered_by_data_set_method_variant_fold_and_seed() -> None:
    homer = MethodEntry("HOMER", "homer", vary={"n_clusters": [2, 3]}, datasets=("flags",), seeds=(7,))
    plan = Plan("p", (FLAGS, TOY), (homer, SYSTEM), seeds=(1, 2))

    assert plan.units() == (
        Unit("flags", "HOMER", "n_clusters=2", 1, 7),
        Unit("flags", "HOMER", "n_clusters=2", 2, 7),
        Unit("flags", "HOMER", "n_clusters=3", 1, 7),
        Unit("flags", "HOMER", "n_clusters=3", 2, 7),
        Unit("flags", "MlS-LCS", "", 1, 1),
        Unit("flags", "MlS-LCS", "", 1, 2),
        Unit("flags", "MlS-LCS", "", 2, 1),
        Unit("flags", "MlS-LCS", "", 2, 2),
        Unit("toy6x4", "MlS-LCS", "", 1, 1),
        Unit("toy6x4", "MlS-LCS", "", 1, 2),
    )


def test_settings_of_the_data_are_for_the_system_alone_and_its_own_come_first() -> None:
    own = MethodEntry("own", "mls-lcs", {"profile": "authors", "settings": {"omega": 0.9}})
    plan = Plan("p", (FLAGS,), (own, MethodEntry("BR", "br", {"base": "svm"})))

    assert plan.call(Unit("flags", "own", "", 1, 1)) == (
        "mls-lcs",
        {"profile": "authors", "settings": {"omega": 0.9, "passes": 3}},
    )
    assert plan.call(Unit("flags", "BR", "", 1, 1)) == ("br", {"base": "svm"})


def test_what_varies_may_stand_in_a_table_of_the_options() -> None:
    omegas = MethodEntry("m", "mls-lcs", vary={"settings": {"omega": [0.0, 0.1]}, "profile": ["paper", "authors"]})
    variants = omegas.variants(FLAGS)

    assert [variant.name for variant in variants] == [
        "omega=0.0,profile=paper",
        "omega=0.0,profile=authors",
        "omega=0.1,profile=paper",
        "omega=0.1,profile=authors",
    ]
    assert variants[2].options == {"settings": {"omega": 0.1, "passes": 3}, "profile": "paper"}


def test_variants_may_be_listed() -> None:
    rakel = MethodEntry("RAkEL", "rakel", {"k": 3}, vary=({"base": "svm"}, {"base": "c45", "k": 4}, {"exact": True}))

    assert [(variant.name, variant.options) for variant in rakel.variants(TOY)] == [
        ("base=svm", {"k": 3, "base": "svm"}),
        ("base=c45,k=4", {"k": 4, "base": "c45"}),
        ("exact=true", {"k": 3, "exact": True}),
    ]


def test_equal_names_of_options_in_two_tables_are_told_apart() -> None:
    method = MethodEntry("m", "br", vary={"a": {"x": [1]}, "b": {"x": [2]}, "y": [[3, 4]]})

    assert method.variant_names() == ("a.x=1,b.x=2,y=3+4",)


def test_variants_that_choose_by_training_data_are_one_method() -> None:
    mlknn = MethodEntry("MLkNN", "mlknn", {"smoothing": 1.0}, vary={"k": [6, 8]}, select="training")
    plan = Plan("p", (TOY,), (mlknn,))

    assert plan.units() == (Unit("toy6x4", "MLkNN", "", 1, 1),)
    assert plan.call(plan.units()[0]) == (
        "chosen",
        {
            "kind": "mlknn",
            "candidates": [{"smoothing": 1.0, "k": 6}, {"smoothing": 1.0, "k": 8}],
            "names": ["k=6", "k=8"],
        },
    )


def test_the_system_may_say_how_its_way_of_deciding_is_selected_without_variants() -> None:
    method = MethodEntry("m", "mls-lcs", select="training")

    assert (method.built_kind(), method.variant_names()) == ("mls-lcs", ("",))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: DatasetEntry(" "), "data set: "),
        (lambda: DatasetEntry("a\tb"), r"'a\tb'"),
        (lambda: DatasetEntry("a", n_folds=1), "n_folds: "),
        (lambda: DatasetEntry("a", file="a.arff", source="b"), "source"),
        (lambda: DatasetEntry("a", labels=3), "labels"),
        (
            lambda: DatasetEntry("b", file="a.arff", scheme="split"),
            "data set 'b': ",
        ),
        (lambda: DatasetEntry("a", file="a.arff", test_file="b.arff"), "test_file"),
        (lambda: dataclasses.replace(FLAGS, **RANDOM), "scheme: "),
        (lambda: MethodEntry("m", "br", **BEST), "select: "),
        (lambda: MethodEntry("m", "br", select="test"), "method 'm': "),
        (lambda: MethodEntry("m", "br", vary={"k": []}), "vary.k: "),
        (lambda: MethodEntry("m", "br", vary={"k": 3}), "found 3"),
        (lambda: MethodEntry("m", "br", vary={"k": [3, 3]}), "variants: "),
        (lambda: MethodEntry("m", "mls-lcs", {"settings": 3}), "settings: "),
        (
            lambda: MethodEntry("m", "br", vary={name: list(range(10)) for name in "abcdefghi"}),
            "vary: ",
        ),
        (
            lambda: Plan("p", (dataclasses.replace(FLAGS, n_folds=10**12),), (SYSTEM,)),
            "1,000,000,000,000",
        ),
        (lambda: MethodEntry("m", "br", seeds=(-1,)), "seeds: "),
        (lambda: Plan("p", (), (SYSTEM,)), "data set and one method"),
        (lambda: Plan("p", (TOY,), (SYSTEM,), seeds=()), "seeds"),
        (lambda: Plan("p", (TOY,), (SYSTEM,), seeds=(1, 1)), "'1' and '1'"),
        (lambda: Plan("p", (TOY,), (SYSTEM,), folds_seed=-1), "folds_seed: "),
        (lambda: Plan("p", (TOY, TOY), (SYSTEM,)), "data sets: "),
        (lambda: Plan("p", (TOY,), (SYSTEM, MethodEntry("mls-lcs", "br"))), "'MlS-LCS' and 'mls-lcs'"),
        (lambda: Plan("p", (TOY,), (MethodEntry("m", "br", datasets=("x",)),)), "datasets: "),
    ],
)
def test_what_does_not_go_together_is_refused(make: Any, message: str) -> None:
    with pytest.raises(PlanError) as caught:
        make()

    assert message in str(caught.value)


def test_keys_are_names_of_files_and_different_for_different_units() -> None:
    plain = Unit("flags", "MlS-LCS", "omega=0.1", 2, 1)
    odd = [Unit("a/b", "m", "", 1, 1), Unit("a b", "m", "", 1, 1), Unit("ä", "m", "", 1, 1), Unit("a-b", "m", "", 1, 1)]
    long = [Unit("x" * 300 + end, "m", "", 1, 1) for end in "ab"]
    tricky = [Unit("..", "m", "", 1, 1), Unit("a--m", "m", "", 1, 1), Unit("a", "m--m", "", 1, 1)]
    keys = [unit.key for unit in (plain, *odd, *long, *tricky)]

    assert plain.key == "flags--MlS-LCS--omega=0.1--fold-02--seed-1"
    assert len({key.casefold() for key in keys}) == len(keys)
    assert all(len(key) < 200 and "/" not in key and not key.startswith(".") and key.isascii() for key in keys)


def test_a_unit_is_told_with_its_variant() -> None:
    assert str(Unit("flags", "HOMER", "n_clusters=2", 3, 1)) == "flags, HOMER[n_clusters=2], fold 3, seed 1"
    assert Unit("flags", "BR", "", 3, 1).label == "BR"
