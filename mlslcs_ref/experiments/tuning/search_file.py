"""The request of a search for settings, as a file in its folder, so that the folder is enough to resume it."""

from __future__ import annotations

import dataclasses
import json
import os
from pathlib import Path
from typing import Any, Final

from mlslcs_ref.errors import PlanError, SettingsError
from mlslcs_ref.experiments.grid.plan import LONGEST
from mlslcs_ref.experiments.grid.plan_file import dataset_said
from mlslcs_ref.experiments.tuning.search import Request
from mlslcs_ref.experiments.tuning.steps import CANDIDATES
from mlslcs_ref.origin import Origin
from mlslcs_ref.rulesets.consultation import METHODS
from mlslcs_ref.settings import PROFILES, Settings, setting_infos
from mlslcs_ref.untrusted import Untrusted

SEARCH: Final = "search.json"
FORMAT: Final = "mlslcs_ref.search"
VERSION: Final = 1


def search_text(request: Request) -> str:
    """Return a search as its file holds it."""
    data = {name: getattr(request.dataset, name) for name in ("name", "source", "file", "labels")}
    data["reading"] = request.dataset.reading.to_dict()
    fields = {field.name: getattr(request, field.name) for field in dataclasses.fields(request)}
    document = {"format": FORMAT, "version": VERSION, **fields, "dataset": data}
    return json.dumps(document, indent=1, allow_nan=False) + "\n"


def load_search(folder: Path) -> Request:
    """Return what was asked of the search of a folder."""
    source = Origin(str(folder / SEARCH), "a search for settings", PlanError)
    if not os.path.exists(folder / SEARCH):  # noqa: PTH110 - of a name too long too
        raise PlanError(f"expected the folder of a search for settings, found no {SEARCH} in it", str(folder))
    try:
        return _search(Untrusted.json(source.read(), source), folder)
    except SettingsError as error:
        raise source.fault(f"expected {error.expected}, found {error.found}", place=error.name) from None


def _search(node: Untrusted, folder: Path) -> Request:
    node.field("format").choice((FORMAT,))
    node.field("version").integer(VERSION, VERSION)
    profile, settings = node.field("profile").choice(PROFILES), node.field("settings").mapping()
    # what is out of range is found here, and not in the middle of a search
    Settings.profile(profile, **settings)
    method: Any = node.field("method").choice(METHODS)
    test = node.field("test")
    request = Request(
        dataset=dataset_said(node.field("dataset"), folder),
        profile=profile,
        settings=settings,
        candidates=_candidates(node.field("candidates")),
        seeds=tuple(seed.integer(0) for seed in node.field("seeds").items()),
        method=method,
        most_passes=node.field("most_passes").integer(1),
        every=node.field("every").integer(1),
        folds_seed=node.field("folds_seed").integer(0),
        test=None if test.value is None else test.text(),
        time_limit=node.field("time_limit").number(0, LONGEST),
    )
    if not request.seeds:
        raise node.field("seeds").error("at least one seed")
    return request


def _candidates(node: Untrusted) -> dict[str, tuple[Any, ...]]:
    infos = {info.name: info for info in setting_infos()}
    found = {}
    for name in node.mapping():
        if name not in CANDIDATES or not node.field(name).items():
            raise node.error(f"lists of numbers for some of {', '.join(CANDIDATES)}")
        found[name] = tuple(infos[name].checked(one.value) for one in node.field(name).items())
    return found
