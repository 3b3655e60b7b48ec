"""Plans as TOML: reading them with errors that say where, and writing them.

The format is said in specs/experiments.md.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any, Final

from mlslcs_ref._extra import needed_by
from mlslcs_ref.data.label_specs import LabelFile, label_spec
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.errors import DataError, PlanError
from mlslcs_ref.experiments.grid.plan import DatasetEntry, MethodEntry, Plan
from mlslcs_ref.origin import Origin
from mlslcs_ref.untrusted import Untrusted

MOST_SEEDS: Final = 100_000
PLANS: Final = "mlslcs_ref.experiments.plans"


def plan_names() -> tuple[str, ...]:
    """Return the names of the plans that come with the package."""
    files = resources.files(PLANS).iterdir()
    return tuple(sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml")))


def load_plan(source: str | Path) -> Plan:
    """Return the plan of a file, or that of a name that comes with the package.

    A str that is one of `plan_names` is that plan, whatever files there are, so that a folder of results that is called
    like its plan is not in its way.
    """
    if isinstance(source, str) and source in plan_names():
        return parse_plan(resources.files(PLANS).joinpath(f"{source}.toml").read_text("utf-8"), f"{source}.toml")
    path = Path(source)
    # a name that is too long for a path is no error here
    if isinstance(source, str) and not path.suffix and not os.path.exists(path):  # noqa: PTH110
        raise PlanError(
            f"{source!r:.100}: expected a file or a plan of the package ({', '.join(plan_names())}), found neither"
        )
    return parse_plan(Origin(str(path), "a plan", PlanError).read(), str(path), path.parent)


def parse_plan(text: str, file: str | None = None, folder: Path | None = None) -> Plan:
    """Return the plan that a text of TOML holds.

    Relative paths in it start from `folder`, by default the current one.
    """
    table = Untrusted.toml(text, Origin(file, "a plan", PlanError))
    try:
        return _plan(table, folder or Path())
    except PlanError as error:
        error.file = file
        raise


def plan_text(plan: Plan) -> str:
    """Return a plan as TOML that `parse_plan` reads as the same plan."""
    with needed_by("an experiment"):
        import tomli_w  # noqa: PLC0415 - an extra
    return tomli_w.dumps(_table(plan))


def as_read(plan: Plan) -> Plan:
    """Return a plan as `parse_plan` reads what `plan_text` writes of it."""
    return _plan(Untrusted(_table(plan), "", Origin(None, "a plan", PlanError)), Path())


def _table(plan: Plan) -> dict[str, Any]:
    table: dict[str, Any] = {"name": plan.name}
    if plan.title:
        table["title"] = plan.title
    table |= {"seeds": list(plan.seeds), "folds_seed": plan.folds_seed}
    if plan.time_limit:
        table["time_limit"] = plan.time_limit
    table["datasets"] = [_said(entry) for entry in plan.datasets]
    table["methods"] = [_said(entry) | _plain(entry.options) for entry in plan.methods]
    return table


def _said(entry: DatasetEntry | MethodEntry) -> dict[str, Any]:
    """Return the fields of an entry that differ from their defaults."""
    found: dict[str, Any] = {}
    for field in dataclasses.fields(entry):
        value = getattr(entry, field.name)
        empty = value is None or value in ("", (), {}, []) or value == field.default
        if field.name != "options" and not empty:
            found[field.name] = _plain(value)
    if isinstance(entry, DatasetEntry):
        if entry.source == entry.name:
            del found["source"]
        if entry.n_folds == 1:
            del found["n_folds"]
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, Reading):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {name: _plain(inner) for name, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value


def _seeds(table: Untrusted, default: tuple[int, ...]) -> tuple[int, ...]:
    """Return whole numbers that are listed, or given by the first and how many there are."""
    if not table.has("seeds"):
        return default
    seeds = table.field("seeds")
    if isinstance(seeds.value, list):
        return tuple(seed.integer() for seed in seeds.items())
    if not isinstance(seeds.value, dict):
        raise seeds.error("a list of whole numbers, or { first = 1, count = 30 }")
    first = seeds.get("first", 1).integer()
    count = seeds.get("count", 1).integer(1, MOST_SEEDS)
    seeds.done()
    return tuple(range(first, first + count))


def _tables(table: Untrusted, name: str) -> Iterator[Untrusted]:
    """Yield the tables of a list, each called by its number and its name."""
    for number, entry in enumerate(table.field(name).items(), start=1):
        given = entry.mapping().get("name")
        yield entry.at(f"{name} {number} ({given})" if isinstance(given, str) else f"{name} {number}")


def _plan(table: Untrusted, folder: Path) -> Plan:
    plan = Plan(
        table.field("name").text(),
        tuple(dataset_said(entry, folder) for entry in _tables(table, "datasets")),
        tuple(map(_method, _tables(table, "methods"))),
        table.get("title", "").text(),
        _seeds(table, (1,)),
        table.get("folds_seed", 1).integer(),
        table.get("time_limit", 0.0).number(),
    )
    table.done()
    return plan


def dataset_said(table: Untrusted, folder: Path) -> DatasetEntry:
    """Return the entry of a table that says which data and how they are divided."""
    scheme: Any = table.get("scheme", "label_sets").text()
    entry = DatasetEntry(
        name=table.field("name").text(),
        source=table.get("source", "").text(),
        file=_path(table.get("file", "").text(), folder),
        test_file=_path(table.get("test_file", "").text(), folder),
        labels=_labels(table.get("labels", None), folder),
        scheme=scheme,
        n_folds=table.get("n_folds", 10).integer(),
        reading=_reading(table.get("reading", {})),
        settings=table.get("settings", {}).mapping(),
    )
    table.done()
    return entry


def _reading(said: Untrusted) -> Reading:
    try:
        return Reading.from_dict(said.mapping())
    except DataError as error:
        raise said.error(f"how files are read ({error.message})") from None


def _labels(labels: Untrusted, folder: Path) -> str | int | tuple[str, ...] | None:
    if isinstance(labels.value, list):
        return labels.texts()
    if labels.value is None or (isinstance(labels.value, int) and not isinstance(labels.value, bool)):
        return labels.value
    try:
        return placed_labels(labels.text(), folder)
    except DataError:
        raise labels.error("a count, a label XML or a list of names") from None


def placed_labels(labels: str, folder: Path) -> str:
    """Return a text that says which columns are labels, with the path of a label XML made absolute."""
    return _path(labels, folder) if isinstance(label_spec(labels), LabelFile) else labels


def _path(text: str, folder: Path) -> str:
    return str((folder / Path(text).expanduser()).absolute()) if text else ""


def _method(table: Untrusted) -> MethodEntry:
    select: Any = table.get("select", "none").text()
    vary = table.get("vary", {})
    return MethodEntry(
        name=table.field("name").text(),
        kind=table.field("kind").text(),
        vary=tuple(item.mapping() for item in vary.items()) if isinstance(vary.value, list) else vary.mapping(),
        select=select,
        datasets=table.get("datasets", []).texts(),
        seeds=_seeds(table, ()),
        options=table.rest(),
    )
