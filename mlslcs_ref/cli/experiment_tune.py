"""`experiment tune`: the paper's way to settings, one at a time, deciding on training data alone."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from mlslcs_ref.atomic import write_text
from mlslcs_ref.cli import names
from mlslcs_ref.cli.experiment_options import FAILED, add_running_options, limited
from mlslcs_ref.cli.experiment_tune_page import settings_text, tuning_document, tuning_page
from mlslcs_ref.cli.experiment_watching import watched
from mlslcs_ref.cli.loading import known_problem
from mlslcs_ref.cli.numbers import count, natural, real
from mlslcs_ref.cli.pages import print_json, print_page, stdout_look
from mlslcs_ref.cli.setting_options import add_setting_options, chosen_settings
from mlslcs_ref.data import Dataset, load_dataset
from mlslcs_ref.errors import SettingsError, UsageError
from mlslcs_ref.experiments.grid import DatasetEntry, Plan, Results, run_plan
from mlslcs_ref.experiments.grid.plan_file import placed_labels
from mlslcs_ref.experiments.methods import method_for
from mlslcs_ref.experiments.tuning import CANDIDATES, Request, tune
from mlslcs_ref.experiments.tuning.search import EVERY, MOST_PASSES
from mlslcs_ref.metrics import Scores
from mlslcs_ref.rulesets import METHODS
from mlslcs_ref.settings import PROFILES, setting_infos
from mlslcs_ref.training import artificial_settings

__all__ = ["add_experiment_tune", "experiment_tune"]

FIRST_STEP: Final = "1-*"


def add_experiment_tune(actions: Any, add: Callable[..., Any]) -> None:
    """Add the action; `add` is as in `add_experiment`."""
    parser = add(
        actions,
        "tune",
        "find settings for a data set, one at a time as in Section 4.2 of the paper, on training data alone",
        usage="%(prog)s DATA [--labels LABELS] [OPTION ...]",
    )
    parser.add_argument(
        "data", type=names.name, metavar="DATA", help="training data: a file, or the name of a data set"
    )
    data = parser.add_argument_group("data")
    data.add_argument("--labels", type=names.labels, metavar="LABELS", help="which columns are labels, as for `run`")
    data.add_argument("--drop", type=names.name, action="append", default=[], metavar="NAME", help="leave a column out")
    data.add_argument(
        "--test", type=names.name, metavar="DATA", help="measure what was found on these, when all is decided"
    )
    search = parser.add_argument_group(
        "search",
        "P_label#, P#, theta_GA, N and the passes are looked for, in this order. Settings below hold for all runs, "
        "but of these five only until they are decided.",
    )
    search.add_argument("--profile", choices=PROFILES, default="paper", help="the profile to start from (paper)")
    search.add_argument(
        "--candidates",
        type=_candidates,
        action="append",
        default=[],
        metavar="SETTING=NUMBERS",
        help="what to try instead, as p_hash=0.33,0.4, where a single number is taken as it is; repeatable, for "
        + ", ".join(CANDIDATES),
    )
    search.add_argument("--method", choices=METHODS, default="ival", help="how rules decide, for accuracy (ival)")
    search.add_argument("--seed", type=natural, default=1, metavar="S", help="the first seed (1)")
    search.add_argument("--seeds", type=count, default=1, metavar="N", help="runs of each candidate (1)")
    search.add_argument(
        "--most-passes",
        type=count,
        default=MOST_PASSES,
        metavar="N",
        help=f"the limit of the last step ({MOST_PASSES})",
    )
    search.add_argument(
        "--every", type=count, default=EVERY, metavar="N", help=f"passes between two looks in the last step ({EVERY})"
    )
    add_running_options(parser, folds_chosen=False)
    add_setting_options(parser)


def _candidates(text: str) -> tuple[str, tuple[float, ...]]:
    name, equals, numbers = text.partition("=")
    setting = name.replace("-", "_")
    if not equals or setting not in CANDIDATES:
        expected = "=NUMBERS, ".join(CANDIDATES)
        raise argparse.ArgumentTypeError(f"expected one of {expected}=NUMBERS, found {text!r}")
    (info,) = [one for one in setting_infos() if one.name == setting]
    try:
        values: Any = tuple(info.checked(real(part)) for part in numbers.split(","))
    except (SettingsError, ValueError):
        raise argparse.ArgumentTypeError(
            f"{setting}: expected {info.expected}, or some with commas, found {numbers!r}"
        ) from None
    if len(set(values)) < len(values):
        raise argparse.ArgumentTypeError(f"{setting}: expected different numbers, found {numbers!r}")
    return setting, values


def experiment_tune(arguments: argparse.Namespace) -> int:
    """Do the action and return the exit status."""
    request = _request(arguments)
    folder = _folder(arguments, request.dataset.name)
    # what is wrong with test data is told before the search, not after it
    pair = None if arguments.test is None else _pair(arguments, request)

    def run(plan: Plan, step: str) -> Results:
        part = folder / step
        with watched(arguments.quiet, log=not arguments.json) as watch:
            return run_plan(
                limited(plan, arguments),
                part,
                jobs=arguments.jobs,
                dask=arguments.dask,
                data_dir=arguments.data_dir,
                folds=(1, 1),
                resume=(part / "experiment.json").exists(),
                watch=watch,
            )

    tuning = tune(request, run)
    tested = None if pair is None else _tested(pair, request, tuning.settings)
    document = tuning_document(request, tuning, tested)
    write_text(folder / "tuning.json", json.dumps(document, indent=1, allow_nan=False) + "\n")
    write_text(folder / "tuned.toml", settings_text({**request.settings, **tuning.settings}) + "\n")
    if arguments.json:
        print_json({**document, "folder": str(folder)})
    else:
        look = stdout_look()
        print_page(tuning_page(request, tuning, tested, arguments, folder, look), look)
    failed = any(candidate.n_failed for decision in tuning.decisions for candidate in decision.candidates)
    return FAILED if failed else 0


def _request(arguments: argparse.Namespace) -> Request:
    path = Path(arguments.data)
    changes: dict[str, Any] = {}
    source: dict[str, Any] = {}
    if path.suffix or path.exists():
        labels = None if arguments.labels is None else placed_labels(arguments.labels, Path())
        source = {"file": str(path.absolute()), "labels": labels}
    elif arguments.labels is not None:
        raise UsageError(f"--labels is said of a file, but there is no file {arguments.data}")
    else:
        source = {"source": arguments.data}
        if known_problem(arguments.data) is not None:
            # as `run` does
            changes = artificial_settings(arguments.data)
    return Request(
        dataset=DatasetEntry(name=path.stem, drop=tuple(arguments.drop), **source),
        profile=arguments.profile,
        settings={**changes, **chosen_settings(arguments)},
        candidates=dict(arguments.candidates),
        seeds=tuple(range(arguments.seed, arguments.seed + arguments.seeds)),
        method=arguments.method,
        most_passes=arguments.most_passes,
        every=arguments.every,
    )


def _folder(arguments: argparse.Namespace, name: str) -> Path:
    """Return the folder for all steps."""
    if arguments.resume is not None:
        if arguments.out is not None:
            raise UsageError("--out names a new folder and --resume an old one: expected one of them")
        folder = Path(arguments.resume)
        if not folder.is_dir():
            raise UsageError(f"--resume: expected the folder of an earlier call, found none: {folder}")
        # a call that was ended at once has left nothing; whatever else is there is not of this action
        if any(folder.iterdir()) and not any(folder.glob(FIRST_STEP)):
            raise UsageError(f"--resume: expected the folder of an earlier call, found another: {folder}")
        return folder
    folder = Path(arguments.out or f"tune-{name}-results")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} is there already: go on with it by --resume, or name another by --out")
    return folder


def _pair(arguments: argparse.Namespace, request: Request) -> tuple[Dataset, Dataset]:
    """Return all training data, and the test data."""
    entry = request.dataset
    labels: Any = entry.labels
    train = load_dataset(entry.file or entry.source, labels, drop=entry.drop, data_dir=arguments.data_dir)
    return train, load_dataset(
        arguments.test, labels, schema=train.schema, drop=entry.drop, data_dir=arguments.data_dir
    )


def _tested(pair: tuple[Dataset, Dataset], request: Request, found: Mapping[str, float]) -> Mapping[str, Scores]:
    """Return what a run on all training data, with what was found, comes to on test data."""
    train, test = pair
    method = method_for("mls-lcs", {"profile": request.profile, "settings": {**request.settings, **found}})
    return method.evaluate(train, test, request.seeds[0]).scores
