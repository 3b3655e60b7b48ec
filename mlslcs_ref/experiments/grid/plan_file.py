"""Plans as TOML: reading them with errors that say where, and writing them.

The format is said in specs/experiments.md.
"""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Callable, Iterable, Mapping
from importlib import resources
from pathlib import Path
from typing import Any, Final, TypeVar

from mlslcs_ref.data.label_specs import LabelFile, label_spec
from mlslcs_ref.errors import DataError, PlanError
from mlslcs_ref.experiments.extra import needed_by
from mlslcs_ref.experiments.grid.plan import DatasetEntry, MethodEntry, Plan

__all__ = ["load_plan", "parse_plan", "placed_labels", "plan_names", "plan_text"]

T = TypeVar("T")
MOST_SEEDS: Final = 100_000
SHOWN: Final = 60
DEEPEST: Final = 20
PLANS: Final = "mlslcs_ref.experiments.plans"


def plan_names() -> tuple[str, ...]:
    """Return the names of the plans that come with the package."""
    files = resources.files(PLANS).iterdir()
    return tuple(sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml")))


def load_plan(source: str | Path) -> Plan:
    """Return the plan of a file, or that of a name that comes with the package.

    Parameters
    ----------
    source : str or Path
        A file; a str that is one of `plan_names` is that plan, whatever files there are, so that a folder of results
        that is called like its plan is not in its way.

    Raises
    ------
    PlanError
        If there is no such file or name, or it is not a plan.
    """
    if isinstance(source, str) and source in plan_names():
        return parse_plan(resources.files(PLANS).joinpath(f"{source}.toml").read_text("utf-8"), f"{source}.toml")
    path = Path(source)
    if isinstance(source, str) and not path.suffix and not path.exists():
        raise PlanError(f"{source!r}: no such file, and no plan of the package: {', '.join(plan_names())}")
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise PlanError(error.strerror or str(error), str(path)) from None
    except UnicodeDecodeError:
        raise PlanError("expected UTF-8 text", str(path)) from None
    return parse_plan(text, str(path), path.parent)


def parse_plan(text: str, file: str | None = None, folder: Path | None = None) -> Plan:
    """Return the plan that a text of TOML holds.

    Parameters
    ----------
    text : str
        TOML.
    file : str, optional
        Where it comes from, for messages.
    folder : Path, optional
        What relative paths in it start from; by default the current folder.

    Raises
    ------
    PlanError
        If it is not TOML or not a plan, with the place.
    """
    try:
        table = tomllib.loads(text)
    except ValueError as error:
        # not only TOML's own: a number may have too many digits, a date a 13th month
        raise PlanError(f"expected TOML: {error}", file) from None
    except RecursionError:
        raise PlanError(f"expected tables and lists of at most {DEEPEST} levels, found more", file) from None
    try:
        _require_shallow(table)
        return _plan(_Table(table, ""), folder or Path())
    except PlanError as error:
        raise PlanError(error.message, file) from None


def _require_shallow(table: Mapping[str, Any]) -> None:
    """Refuse tables within tables without end, before anything follows them."""
    level: list[Any] = [table]
    for _depth in range(DEEPEST):
        level = [inner for value in level for inner in _inner(value)]
    if level:
        raise PlanError(f"expected tables and lists of at most {DEEPEST} levels, found more")


def _inner(value: Any) -> Iterable[Any]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list) else ()


def plan_text(plan: Plan) -> str:
    """Return a plan as TOML that `parse_plan` reads as the same plan."""
    with needed_by("an experiment"):
        import tomli_w  # noqa: PLC0415 - an extra
    table: dict[str, Any] = {"name": plan.name}
    if plan.title:
        table["title"] = plan.title
    table |= {"seeds": list(plan.seeds), "folds_seed": plan.folds_seed}
    if plan.time_limit:
        table["time_limit"] = plan.time_limit
    table["datasets"] = [_said(entry) for entry in plan.datasets]
    table["methods"] = [_said(entry) | _plain(entry.options) for entry in plan.methods]
    return tomli_w.dumps(table)


def _said(entry: DatasetEntry | MethodEntry) -> dict[str, Any]:
    """Return the fields of an entry that are not as they are by default."""
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
    if isinstance(value, Mapping):
        return {name: _plain(inner) for name, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value


class _Table:
    """A table of TOML that is asked for its values by kind, and knows which were not asked for."""

    def __init__(self, values: Mapping[str, Any], path: str) -> None:
        self._left = dict(values)
        self._path = path

    def error(self, name: str, expected: str, found: Any) -> PlanError:
        """Return the error that says what was expected of a key."""
        shown = repr(found)
        shown = shown if len(shown) <= SHOWN else shown[: SHOWN - 3] + "..."
        return PlanError(f"{self._place(name)}: expected {expected}, found {shown}")

    def _place(self, name: str) -> str:
        return f"{self._path}.{name}" if self._path else name

    def take(self, name: str, kind: type[T] | tuple[type, ...], expected: str, default: T | None = None) -> Any:
        """Return a value of a kind, or the default; without one the key is required."""
        if name not in self._left:
            if default is None:
                raise PlanError(f"{self._place(name)}: missing, expected {expected}")
            return default
        value = self._left.pop(name)
        kinds = kind if isinstance(kind, tuple) else (kind,)
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise self.error(name, expected, value)
        return value

    def text(self, name: str, default: str | None = None) -> str:
        """Return a string."""
        text: str = self.take(name, str, "a string", default)
        return text

    def integer(self, name: str, default: int) -> int:
        """Return a whole number."""
        number: int = self.take(name, int, "a whole number", default)
        return number

    def table(self, name: str) -> dict[str, Any]:
        """Return a table as it is, empty if it is not there."""
        table: dict[str, Any] = self.take(name, dict, "a table", {})
        return table

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of strings, empty if it is not there."""
        return self._list(name, str, "a list of strings")

    def _list(self, name: str, kind: type[T], expected: str) -> tuple[T, ...]:
        values = self.take(name, list, expected, [])
        for value in values:
            if not isinstance(value, kind) or isinstance(value, bool):
                raise self.error(name, expected, values)
        return tuple(values)

    def seeds(self, name: str, default: tuple[int, ...]) -> tuple[int, ...]:
        """Return whole numbers that are listed, or told by the first and how many."""
        if name not in self._left:
            return default
        expected = "a list of whole numbers, or { first = 1, count = 30 }"
        if isinstance(self._left[name], list):
            return self._list(name, int, expected)
        table = _Table(self.take(name, dict, expected), self._place(name))
        first, count = table.integer("first", 1), table.integer("count", 1)
        table.end()
        if not 1 <= count <= MOST_SEEDS:
            raise table.error("count", f"a whole number from 1 to {MOST_SEEDS}", count)
        return tuple(range(first, first + count))

    def tables(self, name: str, build: Callable[[_Table], T]) -> tuple[T, ...]:
        """Return what is built of each table of a list."""
        expected = f"one [[{name}]] or more"
        values = self.take(name, list, expected)
        found = []
        for number, value in enumerate(values, 1):
            where = f"{name} {number}"
            if not isinstance(value, dict):
                raise self.error(name, expected, values)
            if isinstance(value.get("name"), str):
                where = f"{name} {number} ({value['name']})"
            found.append(build(_Table(value, where)))
        return tuple(found)

    def rest(self) -> dict[str, Any]:
        """Return what was not asked for."""
        rest, self._left = self._left, {}
        return rest

    def end(self) -> None:
        """Refuse what was not asked for."""
        for name in self._left:
            raise PlanError(f"{self._place(name)}: there is no such key here")


def _plan(table: _Table, folder: Path) -> Plan:
    name = table.text("name")
    title = table.text("title", "")
    seeds = table.seeds("seeds", (1,))
    folds_seed = table.integer("folds_seed", 1)
    time_limit: float = table.take("time_limit", (int, float), "seconds", 0.0)
    datasets = table.tables("datasets", lambda entry: _dataset(entry, folder))
    methods = table.tables("methods", _method)
    table.end()
    return Plan(name, datasets, methods, title, seeds, folds_seed, time_limit)


def _dataset(table: _Table, folder: Path) -> DatasetEntry:
    labels = table.take("labels", (str, int, list), "a count, a label XML or a list of names", "")
    if isinstance(labels, list) and not all(isinstance(label, str) for label in labels):
        raise table.error("labels", "a list of names", labels)
    scheme: Any = table.text("scheme", "label_sets")
    entry = DatasetEntry(
        name=table.text("name"),
        source=table.text("source", ""),
        file=_path(table.text("file", ""), folder),
        test_file=_path(table.text("test_file", ""), folder),
        labels=_labels(table, labels, folder),
        scheme=scheme,
        n_folds=table.integer("n_folds", 10),
        drop=table.texts("drop"),
        settings=table.table("settings"),
    )
    table.end()
    return entry


def _labels(table: _Table, labels: str | int | list[str], folder: Path) -> str | int | tuple[str, ...] | None:
    if isinstance(labels, list):
        return tuple(labels)
    if not isinstance(labels, str) or not labels:
        return None if labels == "" else labels
    try:
        return placed_labels(labels, folder)
    except DataError:
        raise table.error("labels", "a count, a label XML or a list of names", labels) from None


def placed_labels(labels: str, folder: Path) -> str:
    """Return a text that says which columns are labels, with the path of a label XML made absolute.

    Parameters
    ----------
    labels : str
        As `label_spec` takes it.
    folder : Path
        What a relative path starts from.

    Raises
    ------
    DataError
        If it says nothing.
    """
    return _path(labels, folder) if isinstance(label_spec(labels), LabelFile) else labels


def _path(text: str, folder: Path) -> str:
    return str((folder / Path(text).expanduser()).absolute()) if text else ""


def _method(table: _Table) -> MethodEntry:
    select: Any = table.text("select", "none")
    vary: Any = table.take("vary", (dict, list), "a table of lists, or a list of tables", {})
    if isinstance(vary, list) and not all(isinstance(variant, dict) for variant in vary):
        raise table.error("vary", "a table of lists, or a list of tables", vary)
    return MethodEntry(
        name=table.text("name"),
        kind=table.text("kind"),
        vary=tuple(vary) if isinstance(vary, list) else vary,
        select=select,
        datasets=table.texts("datasets"),
        seeds=table.seeds("seeds", ()),
        options=table.rest(),
    )
