"""The plan of the paper's comparison, as it is or cut down to a part of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, TypeVar

from mlslcs_ref._meant import did_you_mean
from mlslcs_ref.data.catalog import is_at_hand
from mlslcs_ref.errors import UsageError
from mlslcs_ref.experiments.benchmark.board import Chooser
from mlslcs_ref.experiments.grid.plan import MLS_LCS, DatasetEntry, MethodEntry, Plan
from mlslcs_ref.experiments.grid.plan_file import load_plan

ProfileChoice: TypeAlias = Literal["paper", "authors", "both"]
PROFILE_CHOICES: Final = ("paper", "authors", "both")
BOOMER: Final = "BOOMER"
PLAN: Final = "benchmark"
MEDIAMILL_PLAN: Final = "benchmark-mediamill"
E = TypeVar("E", DatasetEntry, MethodEntry)


@dataclass(frozen=True)
class Wish:
    """Changes to the plan of the package."""

    data: Sequence[str] = ()
    methods: Sequence[str] = ()
    """`data`, `methods`: Names of those to run; all, if empty."""
    profile: ProfileChoice = "paper"
    """Of MlS-LCS. With `both`, MlS-LCS in the profile `authors` is one method more."""
    select: Chooser = "test"
    """What data choose among variants, and among the ways of MlS-LCS."""
    passes_share: float = 1.0
    """What part of the paper's passes is done, above 0; each data set has one at least."""
    boomer: bool = False
    """Whether BOOMER is added."""
    mediamill: bool = False
    """Whether mediamill is added."""


def benchmark_plan(wish: Wish) -> Plan:
    """Return the plan of the paper's comparison, changed as the wish says."""
    plan = load_plan(PLAN)
    if wish.mediamill:
        plan = replace(plan, datasets=plan.datasets + load_plan(MEDIAMILL_PLAN).datasets)
    datasets = _named("data", plan.datasets, wish.data)
    methods = tuple(method for entry in plan.methods for method in _profiled(entry, wish.profile))
    if wish.boomer:
        methods = (*methods, MethodEntry(BOOMER, "boomer"))
    chosen = _named("methods", methods, wish.methods)
    return replace(
        plan,
        title=_title(plan.title, wish),
        datasets=tuple(_shortened(entry, wish.passes_share) for entry in datasets),
        methods=tuple(_selecting(entry, wish.select) for entry in chosen),
    )


def is_benchmark(plan: Plan) -> bool:
    """Tell whether a plan is one of `benchmark_plan`: its name, and data sets and methods of that plan alone."""
    known = load_plan(PLAN)
    sources = {entry.source for entry in known.datasets + load_plan(MEDIAMILL_PLAN).datasets}
    kinds = {BOOMER: "boomer"}
    for entry in known.methods:
        kinds |= {variant.name: variant.kind for variant in _profiled(entry, "both")}
    return (
        plan.name == known.name
        and all(entry.source in sources for entry in plan.datasets)
        and all(kinds.get(entry.name) == entry.kind for entry in plan.methods)
    )


def has_mediamill(data_dir: str | None) -> bool:
    """Tell whether the files of mediamill, which cannot be downloaded, are where data are looked for."""
    return is_at_hand("mediamill-train", data_dir) and is_at_hand("mediamill-test", data_dir)


def _named(what: str, entries: tuple[E, ...], names: Sequence[str]) -> tuple[E, ...]:
    """Return the entries of these names, in any case, in the order of the plan."""
    by_name: dict[str, E] = {entry.name.casefold(): entry for entry in entries}
    for name in names:
        if name.casefold() not in by_name:
            known = [entry.name for entry in entries]
            hint = did_you_mean(name, known)
            raise UsageError(f"{what}: expected some of {', '.join(known)}, found {name!r}{hint}")
    wanted = {name.casefold() for name in names} or set(by_name)
    return tuple(entry for entry in entries if entry.name.casefold() in wanted)


def _profiled(entry: MethodEntry, profile: ProfileChoice) -> tuple[MethodEntry, ...]:
    if entry.kind != MLS_LCS or profile == "paper":
        return (entry,)
    other = replace(entry, options={**entry.options, "profile": "authors"})
    return (other,) if profile == "authors" else (entry, replace(other, name=f"{entry.name} (authors)"))


def _shortened(entry: DatasetEntry, share: float) -> DatasetEntry:
    passes = max(1, math.ceil(share * entry.settings["passes"]))
    return replace(entry, settings={**entry.settings, "passes": passes})


def _selecting(entry: MethodEntry, select: Chooser) -> MethodEntry:
    # of MlS-LCS it says which of its ways is compared; what the plan lets training data choose stays so
    chooses = entry.kind == MLS_LCS or entry.select == "test"
    return replace(entry, select=select) if chooses else entry


def _title(title: str, wish: Wish) -> str:
    words = [title]
    if wish.passes_share != 1.0:
        words.append(f"{wish.passes_share:g} of the paper's passes")
    return "; ".join(words)
