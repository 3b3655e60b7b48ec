"""A folder of results: the plan, what it was run on, and a file for every unit that was run.

Every file is written to another name and renamed, so that it is complete or absent, whatever ends the program.
"""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from mlslcs_ref._code import Code
from mlslcs_ref.atomic import make_folder, write_text
from mlslcs_ref.errors import OutputError, PlanError
from mlslcs_ref.experiments.grid.lock import LOCK, locked
from mlslcs_ref.experiments.grid.plan import DatasetEntry, MethodEntry, Plan
from mlslcs_ref.experiments.grid.plan_file import as_read, parse_plan, plan_text
from mlslcs_ref.experiments.grid.results import Results, UnitResult, parse_result, result_text
from mlslcs_ref.experiments.grid.tasks import task_of
from mlslcs_ref.experiments.grid.units import Unit
from mlslcs_ref.origin import Origin
from mlslcs_ref.untrusted import Untrusted

FORMAT: Final = "mlslcs_ref.experiment"
VERSION: Final = 1
UNITS: Final = "units"
"""The folder of the units' files."""


@dataclass(frozen=True)
class Basis:
    """What all results of a folder rest on."""

    package: str
    """The SHA-256 of the code of this package."""
    data: Mapping[str, str]
    """The SHA-256 of each data set, by its name in the plan."""


class ResultStore:
    """A folder of results."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self._units = self.folder / UNITS
        self._plan = self.folder / "plan.toml"
        self._basis = self.folder / "experiment.json"

    @contextmanager
    def begun(self, plan: Plan, basis: Basis, code: Code) -> Iterator[None]:
        """Begin a folder, and keep other runs out of it for a while.

        Of the code more is written than is compared, to say later what has changed.
        """
        self.require_new()
        make_folder(self._units)
        with locked(self.folder):
            # another run may have come first, and have ended since
            self.require_new()
            write_text(self._plan, plan_text(plan))
            document = {"format": FORMAT, "version": VERSION, "package": basis.package, "data": dict(basis.data)}
            document |= {"release": code.release, "code": dict(code.parts)}
            # the last to be written: with it the folder is one of results
            write_text(self._basis, json.dumps(document, indent=1) + "\n")
            yield

    def require_new(self) -> None:
        """Refuse an existing folder that is not empty, except for the files of a call that was killed at once."""
        # of a name too long too
        if os.path.exists(self.folder) and not (self.folder.is_dir() and self._is_empty()):  # noqa: PTH110
            found = "a folder with files" if self.folder.is_dir() else "a file"
            raise OutputError(f"expected a new or empty folder, found {found}", str(self.folder))

    def _is_empty(self) -> bool:
        """Tell whether nothing is in the folder but what a call that was killed at once may have left."""
        names = {path.name for path in self.folder.iterdir() if not path.name.startswith(f".{self._plan.name}.")}
        names = {name for name in names if not name.startswith(f".{self._basis.name}.")}
        return names <= {self._plan.name, self._units.name, LOCK} and not any(self._units.glob("*"))

    def kept(self, plan: Plan, code: Code) -> Results:
        """Return what a folder holds of a plan that is to be resumed, if that plan and its code are the same."""
        before = self._basis_and_code()[1]
        if before.sha256 != code.sha256:
            raise PlanError(
                f"the results are from other code of mlslcs_ref: version {before.release}, and this is version "
                f"{code.release}; parts that differ: {', '.join(before.differences(code))}; resume them with their "
                f"own code, or choose another folder with --out",
                str(self.folder),
            )
        results = self.results()
        difference = _difference(results.plan, as_read(plan))
        if difference is not None:
            raise PlanError(
                f"the results are from another plan: {difference}; choose another folder with --out", str(self.folder)
            )
        return results

    @contextmanager
    def resumed(self, plan: Plan, code: Code) -> Iterator[Results]:
        """Yield what `kept` returns, and lock the folder for other runs; drafts of a killed run are removed."""
        # no lock is left in a folder of something else
        self.basis()
        with locked(self.folder):
            results = self.kept(plan, code)
            for draft in self._units.glob(".*"):
                draft.unlink(missing_ok=True)
            yield results

    def require_data(self, basis: Basis) -> None:
        """Check that data are those that the results are of."""
        before = self.basis().data
        for name, sha256 in basis.data.items():
            if before.get(name) != sha256:
                raise PlanError(
                    f"the results are of other data: those of {name} have changed; choose another folder with --out",
                    str(self.folder),
                )

    def plan(self) -> Plan:
        """Return the plan."""
        return parse_plan(self._read(self._plan), str(self._plan))

    def basis(self) -> Basis:
        """Return what the results rest on."""
        return self._basis_and_code()[0]

    def _basis_and_code(self) -> tuple[Basis, Code]:
        source = Origin(str(self._basis), "a folder of results", PlanError)
        node = Untrusted.json(self._read(self._basis), source)
        node.field("format").choice((FORMAT,))
        node.field("version").integer(VERSION, VERSION)
        data, parts, package = node.field("data"), node.field("code"), node.field("package")
        code = Code(node.field("release").text(), {name: parts.field(name).text() for name in parts.mapping()})
        if package.text() != code.sha256:
            raise package.error("the SHA-256 of what stands in code")
        names = [entry.name for entry in self.plan().datasets]
        return Basis(code.sha256, {name: data.field(name).text() for name in names}), code

    def _read(self, path: Path) -> str:
        if not os.path.exists(path):  # noqa: PTH110 - of a name too long too
            raise PlanError(f"expected a folder of results, found no {path.name} in it", str(self.folder))
        return Origin(str(path), "a file of results", PlanError).read()

    def path(self, unit: Unit) -> Path:
        """Return the file of a unit."""
        return self._units / f"{unit.key}.json"

    def write(self, result: UnitResult) -> None:
        """Write a unit's file, in place of one that is there, which stays if it cannot be written."""
        write_text(self.path(result.unit), result_text(result))

    def results(self) -> Results:
        """Return the plan with all that was run."""
        basis, plan = self.basis(), self.plan()
        found: dict[Unit, UnitResult] = {}
        ways: dict[str, set[str]] = {}
        for unit in plan.units():
            path = self.path(unit)
            if not path.exists():
                continue
            result = parse_result(self._read(path), str(path))
            if result.unit != unit:
                raise PlanError(f"expected the result of {unit}, found that of {result.unit}", str(path))
            if result.digest != task_of(plan, unit, basis.data[unit.dataset], basis.package).digest:
                raise PlanError("not the result of this plan and its data; remove it, then resume", str(path))
            if result.scores and ways.setdefault(unit.method, set(result.scores)) != set(result.scores):
                raise PlanError("its ways of deciding differ from those of the method's other units", str(path))
            found[unit] = result
        return Results(plan, found)


def load_results(folder: str | Path) -> Results:
    """Return what a folder of results holds."""
    return ResultStore(folder).results()


def _difference(before: Plan, now: Plan) -> str | None:
    """Say where two plans differ in what decides their results, if they do; where files lie decides nothing."""
    for name in ("name", "seeds", "folds_seed"):
        if getattr(before, name) != getattr(now, name):
            return f"its {name} was {getattr(before, name)!r} and is {getattr(now, name)!r}"
    return _entry_difference("data set", before.datasets, now.datasets) or _entry_difference(
        "method", before.methods, now.methods
    )


def _entry_difference(
    what: str, before: Sequence[DatasetEntry | MethodEntry], now: Sequence[DatasetEntry | MethodEntry]
) -> str | None:
    names, names_now = [entry.name for entry in before], [entry.name for entry in now]
    if names != names_now:
        return f"its {what}s were {', '.join(names)} and are {', '.join(names_now)}"
    for old, new in zip(before, now, strict=True):
        for field in dataclasses.fields(old):
            value, value_now = getattr(old, field.name), getattr(new, field.name)
            if field.name in {"file", "test_file"} or (field.name == "labels" and _are_texts(value, value_now)):
                value, value_now = Path(value).name, Path(value_now).name
            if value != value_now:
                return f"{field.name} of the {what} {old.name} was {value!r} and is {value_now!r}"
    return None


def _are_texts(*values: object) -> bool:
    return all(isinstance(value, str) for value in values)
