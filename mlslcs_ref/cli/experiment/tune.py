"""`experiment tune`: find settings one at a time as in the paper, on training data only."""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from mlslcs_ref.atomic import make_folder, write_text
from mlslcs_ref.cli.call import names
from mlslcs_ref.cli.call.arguments import command, option_words
from mlslcs_ref.cli.call.loading import known_problem
from mlslcs_ref.cli.call.numbers import count, count_to, natural, real
from mlslcs_ref.cli.call.options import add_reading, reading_of, reading_words
from mlslcs_ref.cli.call.setting_options import add_setting_options, chosen_settings, option_name
from mlslcs_ref.cli.experiment.options import (
    FAILED,
    add_running_options,
    holds_results,
    kept,
    refuse_with_resume,
    results_folder,
)
from mlslcs_ref.cli.experiment.unit_progress import watched
from mlslcs_ref.cli.screen import complain, print_json, print_page, stdout_look
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.documents.document import Block, Command, Heading, Paragraph
from mlslcs_ref.errors import DataError, SettingsError, UsageError
from mlslcs_ref.experiments.grid.lock import LOCK, locked
from mlslcs_ref.experiments.grid.plan import DatasetEntry, Plan
from mlslcs_ref.experiments.grid.plan_file import MOST_SEEDS, placed_labels
from mlslcs_ref.experiments.grid.plan_run import run_plan
from mlslcs_ref.experiments.grid.results import Results
from mlslcs_ref.experiments.methods import method_for
from mlslcs_ref.experiments.tuning.document import TUNING, ordered, tuning_blocks, tuning_document
from mlslcs_ref.experiments.tuning.effort import Effort
from mlslcs_ref.experiments.tuning.search import (
    EVERY,
    FOLDS,
    MOST_PASSES,
    SEARCH,
    Request,
    Runner,
    load_search,
    search_text,
    tune,
)
from mlslcs_ref.experiments.tuning.steps import CANDIDATES
from mlslcs_ref.learning.training import artificial_settings
from mlslcs_ref.metrics import Scores
from mlslcs_ref.origin import Origin
from mlslcs_ref.rulesets.consultation import METHODS
from mlslcs_ref.settings import PROFILES, setting_infos
from mlslcs_ref.untrusted import Untrusted

MOST_MINUTES: Final = 100_000
# what says which search it is, which a folder of one has
OF_THE_SEARCH: Final = (
    *("data", "labels", "test", "profile", "candidates", "method", "seed", "seeds", "most_passes", "every", "minutes"),
    *(field.name for field in dataclasses.fields(Reading)),
)


def add_experiment_tune(actions: Any, add: Callable[..., Any]) -> None:
    """Add the action; `add` is as in `add_experiment`."""
    parser = add(
        actions,
        "tune",
        "find settings for a data set on its training data, one setting at a time as in Section 4.2 of the paper",
        usage="%(prog)s [DATA] [--labels LABELS] [OPTION ...]",
    )
    parser.add_argument(
        "data",
        type=names.name,
        nargs="?",
        metavar="DATA",
        help="training data: a file, or the name of a data set; not needed with --resume, because the folder knows "
        "the search",
    )
    data = parser.add_argument_group("data")
    data.add_argument("--labels", type=names.labels, metavar="LABELS", help="the labels, as for `run`")
    data.add_argument(
        "--test", type=names.name, metavar="DATA", help="test data: measure the result on them at the end"
    )
    add_reading(parser)
    search = parser.add_argument_group(
        "search",
        "Found in this order: P_label#, P#, theta_GA, N and the passes. The settings below apply to all runs; those "
        "of these five apply until they are found.",
    )
    search.add_argument("--profile", choices=PROFILES, help="the profile to start from (paper)")
    search.add_argument(
        "--candidates",
        type=_candidates,
        action="append",
        default=[],
        metavar="SETTING=NUMBERS",
        help="values to try instead, such as p_hash=0.33,0.4; a single value is used as it is; repeatable, for "
        + ", ".join(CANDIDATES),
    )
    search.add_argument("--method", choices=METHODS, help="way of deciding for accuracy (ival)")
    search.add_argument("--seed", type=natural, metavar="S", help="the first seed (1)")
    search.add_argument("--seeds", type=count_to(MOST_SEEDS), metavar="N", help="runs of each candidate (1)")
    search.add_argument("--most-passes", type=count, metavar="N", help=f"the limit of the last step ({MOST_PASSES})")
    search.add_argument("--every", type=count, metavar="N", help=f"passes between two tests in the last step ({EVERY})")
    search.add_argument(
        "--minutes",
        type=count_to(MOST_MINUTES),
        metavar="N",
        help="choose these numbers of passes so that the search takes about so long; what it finds then depends on the "
        "speed of the machine",
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
            f"{setting}: expected {info.expected}, or several separated by commas, found {numbers!r}"
        ) from None
    if len(set(values)) < len(values):
        raise argparse.ArgumentTypeError(f"{setting}: expected different numbers, found {numbers!r}")
    return setting, values


def experiment_tune(arguments: argparse.Namespace) -> int:
    """Do the action and return the exit status."""
    folder, request = _resumed(arguments) if arguments.resume is not None else _new(arguments)
    # faults of data are reported before the search, not after it
    train = _training(request, arguments.data_dir)
    test = None if request.test is None else _test(request, train, arguments.data_dir)
    found: dict[str, Any] = {}

    def decided(setting: str, value: float) -> None:
        found.update({**request.settings, **found, setting: value})
        if not (arguments.quiet or arguments.json):
            complain(f"found {setting} = {value:.10g}")

    make_folder(folder)
    with kept(folder, SEARCH, arguments.quiet), locked(folder):
        if arguments.resume is None:
            _require_new(folder)
            request = _foreseen(request, train, arguments)
            write_text(folder / SEARCH, search_text(request))
        try:
            tuning = tune(request, _runner(folder, request, arguments), decided)
        except KeyboardInterrupt:
            if found and not arguments.quiet:
                complain(f"train with what was found so far: {_run_command(request, found)}")
            raise
        tested = None if test is None else _tested(train, test, request, tuning.settings)
        document = tuning_document(request, tuning, tested)
        write_text(folder / TUNING, json.dumps(document, indent=1, allow_nan=False) + "\n")
        write_text(folder / "tuned.toml", settings_text(found) + "\n")
    if arguments.json:
        print_json({**document, "folder": str(folder)})
    else:
        print_page(tuning_page(request, document, found, folder), stdout_look())
    failed = any(candidate.n_failed for decision in tuning.decisions for candidate in decision.candidates)
    return FAILED if failed else 0


def _foreseen(request: Request, train: Dataset, arguments: argparse.Namespace) -> Request:
    """Say how long a search takes, and return it with the passes that fit into the time that was asked for."""
    told = not (arguments.quiet or arguments.json)
    if not told and arguments.minutes is None:
        return request
    effort = Effort.of(request, train, arguments.jobs)
    if arguments.minutes is not None:
        effort = effort.within(60.0 * arguments.minutes)
    if told:
        complain(effort.ahead())
    return effort.request


def _runner(folder: Path, request: Request, arguments: argparse.Namespace) -> Runner:
    limit = request.time_limit if arguments.time_limit is None else arguments.time_limit

    def run(plan: Plan, step: str) -> Results:
        part = folder / step
        with watched(arguments.quiet, log=not arguments.json) as watch:
            return run_plan(
                dataclasses.replace(plan, time_limit=limit),
                part,
                jobs=arguments.jobs,
                data_dir=arguments.data_dir,
                folds=(1, 1),
                resume=holds_results(part),
                watch=watch,
            )

    return run


def _resumed(arguments: argparse.Namespace) -> tuple[Path, Request]:
    """Return the folder of an earlier call, and its search."""
    folder = results_folder(arguments, "")
    refuse_with_resume(arguments, OF_THE_SEARCH, chosen_settings(arguments))
    return folder, load_search(folder)


def _new(arguments: argparse.Namespace) -> tuple[Path, Request]:
    if arguments.data is None:
        raise UsageError("expected training data: a file, or the name of a data set; or --resume and a folder")
    chosen = [arguments.most_passes, arguments.every, chosen_settings(arguments).get("passes")]
    if arguments.minutes is not None and any(chosen):
        raise UsageError("expected --minutes, or --passes, --most-passes and --every, found both")
    request = _request(arguments)
    folder = results_folder(arguments, f"tune-{request.dataset.name}")
    _require_new(folder)
    return folder, request


def _require_new(folder: Path) -> None:
    """Refuse a folder that holds more than what a call leaves that failed at once."""
    if folder.exists() and (not folder.is_dir() or any(path.name not in {SEARCH, LOCK} for path in folder.iterdir())):
        raise UsageError(f"{folder} already exists: resume it with --resume, or choose another folder with --out")


def _request(arguments: argparse.Namespace) -> Request:
    path = Path(arguments.data)
    changes: dict[str, Any] = {}
    source: dict[str, Any] = {}
    if path.suffix or path.exists():
        labels = None if arguments.labels is None else placed_labels(arguments.labels, Path())
        source = {"file": str(path.absolute()), "labels": labels}
    elif arguments.labels is not None:
        raise UsageError(f"--labels is for files, and there is no file {arguments.data}")
    else:
        source = {"source": arguments.data}
        if known_problem(arguments.data) is not None:
            # as `run` does
            changes = artificial_settings(arguments.data)
    seed = 1 if arguments.seed is None else arguments.seed
    return Request(
        dataset=DatasetEntry(name=path.stem, reading=reading_of(arguments), **source),
        profile=arguments.profile or "paper",
        settings={**changes, **chosen_settings(arguments)},
        candidates=dict(arguments.candidates),
        seeds=tuple(range(seed, seed + (arguments.seeds or 1))),
        method=arguments.method or "ival",
        most_passes=arguments.most_passes or MOST_PASSES,
        every=arguments.every or EVERY,
        test=_placed(arguments.test),
        time_limit=arguments.time_limit or 0.0,
    )


def _placed(data: str | None) -> str | None:
    """Return the test data with absolute paths."""
    if data is None:
        return None
    path = Path(data)
    return str(path.absolute()) if path.suffix or path.exists() else data


def _test(request: Request, train: Dataset, data_dir: str | None) -> Dataset:
    test: Any = request.test
    labels: Any = request.dataset.labels
    reading = train.reading or request.dataset.reading
    return load_dataset(test, labels, schema=train.schema, reading=reading, data_dir=data_dir)


def _training(request: Request, data_dir: str | None) -> Dataset:
    entry = request.dataset
    labels: Any = entry.labels
    train = load_dataset(entry.file or entry.source, labels, reading=entry.reading, data_dir=data_dir)
    if train.n_instances < FOLDS:
        raise DataError(f"expected at least {FOLDS} rows, a part of which is held out, found {train.n_instances}")
    return train


def _tested(train: Dataset, test: Dataset, request: Request, found: Mapping[str, float]) -> Mapping[str, Scores]:
    """Return the scores on test data of a run on all training data with the settings found."""
    method = method_for("mls-lcs", {"profile": request.profile, "settings": {**request.settings, **found}})
    return method.evaluate(train, test, request.seeds[0]).scores


def tuning_page(request: Request, document: Mapping[str, Any], found: Mapping[str, Any], folder: Path) -> list[Block]:
    """Return the page.

    `found` has all settings that were given or found.
    """
    return [
        Heading(f"tuning {request.dataset.name}"),
        *tuning_blocks(Untrusted(document, "", Origin(str(folder / TUNING)))),
        Heading("what was found"),
        Command("as a line of a plan", settings_text(found)),
        Command("train with it", _run_command(request, found)),
        Paragraph(f"written: {folder / TUNING}, {folder / 'tuned.toml'}"),
    ]


def _run_command(request: Request, found: Mapping[str, Any]) -> str:
    data = request.dataset
    # on a command line they are text
    words = option_words("--labels", data.labels) if isinstance(data.labels, str) else []
    words += reading_words(data.reading)
    if request.test is not None:
        words += option_words("--test", request.test)
    words += option_words("--profile", request.profile)
    words += option_words("--seed", str(request.seeds[0]))
    for name, value in ordered(found).items():
        if isinstance(value, bool):
            words.append(option_name(name) if value else option_name(name).replace("--", "--no-", 1))
        else:
            words += option_words(option_name(name), str(value))
    return command("run", *words, names=[data.file or data.source])


def settings_text(found: Mapping[str, Any]) -> str:
    """Return settings as the line of a plan."""
    # JSON writes numbers, truths and plain words as TOML does
    values = (f"{name} = {json.dumps(value)}" for name, value in ordered(found).items())
    return "settings = { " + ", ".join(values) + " }"
