"""What an experiment is to run: data sets x folds x seeds x methods, as plain data that is checked when it is made.

No data are read here, and no method is built. How a plan is written in a file is said in `plan_file`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from mlslcs_ref.data.reading import Reading
from mlslcs_ref.errors import PlanError
from mlslcs_ref.experiments.grid.units import Unit

Scheme: TypeAlias = Literal["label_sets", "plain", "split", "training"]
Selection: TypeAlias = Literal["none", "test", "training"]
SCHEMES: Final[tuple[Scheme, ...]] = get_args(Scheme)
SELECTIONS: Final[tuple[Selection, ...]] = get_args(Selection)
SINGLE: Final = ("split", "training")
MLS_LCS: Final = "mls-lcs"
"""The kind of method that a data set's settings are for."""
CHOSEN: Final = "chosen"
"""The kind of method that chooses among others by its training data."""
MOST_VARIANTS: Final = 1000
"""Of a method. Nobody needs more, but a small mistake in `vary` can ask for millions."""
LONGEST: Final = 10_000_000
"""Seconds that a unit may take, where there is a limit: four months."""
MOST_UNITS: Final = 1_000_000
"""Of a plan. All of them are held in memory."""


class Variant(NamedTuple):
    """A method with all of its options set."""

    name: str
    """``n_clusters=2``; empty if nothing varies."""
    options: Mapping[str, Any]
    """What `method_for` is given."""


@dataclass(frozen=True)
class DatasetEntry:
    """A data set of a plan, and how it is divided."""

    name: str
    """What it is called in results."""
    source: str = ""
    """The name of a data set of the literature or of an artificial problem; by default `name`."""
    file: str = ""
    test_file: str = ""
    """`file`, `test_file`: A data file in place of a source, and for the scheme `split` the file to test on; empty if
    there is none."""
    labels: str | int | tuple[str, ...] | None = None
    """Which columns of a file are labels, as `load_dataset` takes it."""
    scheme: Scheme = "label_sets"
    """`label_sets` (folds stratified by label combination), `plain` (shuffled), `split` (a training and a test set that
    are given) or `training` (all is both)."""
    n_folds: int = 10
    """From 2; 1 for `split` and `training`."""
    reading: Reading = field(default_factory=Reading)
    """How its files are read, where they do not say it themselves."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Settings of MlS-LCS for this data."""

    def __post_init__(self) -> None:
        where = f"data set {self.name!r}"
        _require_name("data set", self.name)
        _require_choice(f"{where}: scheme", self.scheme, SCHEMES)
        if self.file and self.source:
            raise PlanError("expected a source or a file, found both", place=where)
        if not self.file and (self.test_file or self.labels is not None):
            raise PlanError("expected a file for test_file and labels, found none", place=where)
        if bool(self.test_file) != (self.scheme == "split" and bool(self.file)):
            raise PlanError(
                "expected a test_file if, and only if, the scheme is split and there is a file", place=where
            )
        if self.scheme in SINGLE:
            object.__setattr__(self, "n_folds", 1)
        elif self.n_folds < 2:
            raise PlanError(f"expected a whole number from 2, found {self.n_folds}", place=f"{where}: n_folds")
        if not self.file and not self.source:
            object.__setattr__(self, "source", self.name)


@dataclass(frozen=True)
class MethodEntry:
    """A method of a plan, or several that differ in a few options."""

    name: str
    """What it is called in results."""
    kind: str
    """What `method_for` is given, as are the options."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """By the names of the kind."""
    vary: Mapping[str, Any] | Sequence[Mapping[str, Any]] = field(default_factory=dict)
    """Lists of values by option, all combinations of which are variants, where an option may be a table of such lists;
    or a sequence of options, each of them a variant."""
    select: Selection = "none"
    """How variants are used: `none`, all are shown; `test`, tables show the one that is best on test data, as papers
    do; `training`, they are one method, which chooses by its training data. Without variants it says the same of the
    three ways in which MlS-LCS decides."""
    datasets: tuple[str, ...] = ()
    """Names of the data sets that it is for; all, if empty."""
    seeds: tuple[int, ...] = ()
    """In place of the plan's, if not empty."""

    def __post_init__(self) -> None:
        where = f"method {self.name!r}"
        _require_name("method", self.name)
        _require_choice(f"{where}: select", self.select, SELECTIONS)
        if self.select != "none" and not self.vary and self.kind != MLS_LCS:
            raise PlanError("expected vary for select, found none", place=where)
        settings = self.options.get("settings", {})
        if self.kind == MLS_LCS and not isinstance(settings, Mapping):
            raise PlanError(f"expected a table of settings, found {settings!r}", place=f"{where}: settings")
        _require_seeds(f"{where}: seeds", self.seeds)
        names = [change.name for change in self._changes()]
        _require_different(f"{where}: variants", names)

    def variants(self, dataset: DatasetEntry) -> tuple[Variant, ...]:
        """Return the methods that are run on a data set, at least one."""
        options = dict(self.options)
        if self.kind == MLS_LCS:
            options["settings"] = {**dataset.settings, **options.get("settings", {})}
        found = tuple(Variant(name, _merged(options, change)) for name, change in self._changes())
        if self.built_kind() != CHOSEN:
            return found
        names = [variant.name for variant in found]
        candidates = [dict(variant.options) for variant in found]
        return (Variant("", {"kind": self.kind, "candidates": candidates, "names": names}),)

    def built_kind(self) -> str:
        """Return the kind that the variants' options are for."""
        return CHOSEN if self.vary and self.select == "training" else self.kind

    def variant_names(self) -> tuple[str, ...]:
        """Return the names of the variants, the same on all data sets."""
        return ("",) if self.built_kind() == CHOSEN else tuple(change.name for change in self._changes())

    def _changes(self) -> list[Variant]:
        if not self.vary:
            return [Variant("", {})]
        if isinstance(self.vary, Mapping):
            lists = list(_leaves(self.vary, ()))
            for path, values in lists:
                if not isinstance(values, list | tuple) or not values:
                    where = f"method {self.name!r}: vary.{'.'.join(path)}"
                    raise PlanError(f"expected a list of values, at least one, found {values!r}", place=where)
            self._require_few(math.prod(len(values) for _path, values in lists))
            paths = [path for path, _values in lists]
            rows: Iterable[Any] = product(*(values for _path, values in lists))
            return [_change(dict(zip(paths, row, strict=True))) for row in rows]
        self._require_few(len(self.vary))
        return [_change(dict(_leaves(table, ()))) for table in self.vary]

    def _require_few(self, n_variants: int) -> None:
        if n_variants > MOST_VARIANTS:
            where = f"method {self.name!r}: vary"
            raise PlanError(f"expected at most {MOST_VARIANTS:,} variants, found {n_variants:,}", place=where)


@dataclass(frozen=True)
class Plan:
    """An experiment."""

    name: str
    """For folders and reports."""
    datasets: tuple[DatasetEntry, ...]
    """At least one."""
    methods: tuple[MethodEntry, ...]
    """At least one."""
    title: str = ""
    """A line about what it is for."""
    seeds: tuple[int, ...] = (1,)
    """Each method is run with each of them; not negative."""
    folds_seed: int = 1
    """Of the division into folds, which is the same for all methods and seeds; not negative."""
    time_limit: float = 0.0
    """Seconds that a unit may take; 0, the default, is no limit."""

    def __post_init__(self) -> None:
        _require_name("plan", self.name)
        if not 0.0 <= self.time_limit <= LONGEST:
            raise PlanError(
                f"expected seconds from 0 (no limit) to {LONGEST:,}, found {self.time_limit}", place="time_limit"
            )
        if not self.datasets or not self.methods:
            raise PlanError("expected at least one data set and one method")
        if not self.seeds:
            raise PlanError("expected at least one", place="seeds")
        _require_seeds("seeds", self.seeds)
        _require_seeds("folds_seed", (self.folds_seed,))
        names = [entry.name for entry in self.datasets]
        _require_different("data sets", names)
        _require_different("methods", [entry.name for entry in self.methods])
        for entry in self.methods:
            for name in entry.datasets:
                _require_choice(f"method {entry.name!r}: datasets", name, tuple(names))
        # counted before any is made
        n_units = sum(
            dataset.n_folds * len(method.variant_names()) * len(method.seeds or self.seeds)
            for dataset, method in self._pairs()
        )
        if n_units > MOST_UNITS:
            raise PlanError(f"expected at most {MOST_UNITS:,} units, found {n_units:,}: folds x variants x seeds")

    def units(self) -> tuple[Unit, ...]:
        """Return all units of work: by data set, method, variant, fold and seed, each in the order of the plan."""
        return tuple(self._units())

    def _units(self) -> Iterator[Unit]:
        for dataset, method in self._pairs():
            numbers = range(1, dataset.n_folds + 1)
            seeds = method.seeds or self.seeds
            for variant, fold, seed in product(method.variant_names(), numbers, seeds):
                yield Unit(dataset.name, method.name, variant, fold, seed)

    def _pairs(self) -> Iterator[tuple[DatasetEntry, MethodEntry]]:
        for dataset, method in product(self.datasets, self.methods):
            if not method.datasets or dataset.name in method.datasets:
                yield dataset, method

    def dataset(self, name: str) -> DatasetEntry:
        """Return the data set of this name; KeyError if there is none."""
        return {entry.name: entry for entry in self.datasets}[name]

    def method(self, name: str) -> MethodEntry:
        """Return the method of this name; KeyError if there is none."""
        return {entry.name: entry for entry in self.methods}[name]

    def call(self, unit: Unit) -> tuple[str, Mapping[str, Any]]:
        """Return the kind and the options by which `method_for` makes what a unit runs."""
        entry = self.method(unit.method)
        variants = {variant.name: variant.options for variant in entry.variants(self.dataset(unit.dataset))}
        return entry.built_kind(), variants[unit.variant]


def _leaves(table: Mapping[str, Any], above: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, (*above, name))
        else:
            yield (*above, name), value


def _change(values: dict[tuple[str, ...], Any]) -> Variant:
    """Return what a variant changes, as nested tables."""
    last = [path[-1] for path in values]
    told = [f"{path[-1] if last.count(path[-1]) == 1 else '.'.join(path)}={_told(v)}" for path, v in values.items()]
    change: dict[str, Any] = {}
    for path, value in values.items():
        inner = change
        for name in path[:-1]:
            inner = inner.setdefault(name, {})
        inner[path[-1]] = value
    return Variant(",".join(told), change)


def _told(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "+".join(map(_told, value)) if isinstance(value, list | tuple) else str(value)


def _merged(options: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(options)
    for name, value in change.items():
        before = found.get(name, {})
        both = isinstance(value, Mapping) and isinstance(before, Mapping)
        found[name] = _merged(before, value) if both else value
    return found


def _require_name(what: str, name: str) -> None:
    if not name.strip() or not name.isprintable():
        raise PlanError(f"expected a name of printable characters, found {name!r}", place=what)


def _require_choice(where: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise PlanError(f"expected one of {', '.join(choices)}, found {value!r}", place=where)


def _require_seeds(where: str, seeds: tuple[int, ...]) -> None:
    for seed in seeds:
        if seed < 0:
            raise PlanError(f"expected whole numbers from 0, found {seed}", place=where)
    _require_different(where, [str(seed) for seed in seeds])


def _require_different(where: str, names: Sequence[str]) -> None:
    """Refuse equal names, also those that differ in capitals alone: some systems take them for one file."""
    known: dict[str, str] = {}
    for name in names:
        if (other := known.get(name.casefold())) is not None:
            raise PlanError(f"expected different names, found {other!r} and {name!r}", place=where)
        known[name.casefold()] = name
