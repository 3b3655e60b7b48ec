"""`run`: train on a problem or a data file, and show the results."""

from __future__ import annotations

import argparse
from typing import Final

from mlslcs_ref.cli.call.loading import known_problem, load_file, load_training_data, require_output, shuffled
from mlslcs_ref.cli.call.setting_options import run_settings
from mlslcs_ref.cli.screen import print_json, print_page, stdout_look
from mlslcs_ref.cli.training.advice import advice
from mlslcs_ref.cli.training.report import report_document, run_report
from mlslcs_ref.cli.training.run_options import require_long_options, watch_of
from mlslcs_ref.cli.training.run_page import run_page
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.files import label_xml_beside
from mlslcs_ref.documents.progress import Clustered, Display, display_on_stderr
from mlslcs_ref.errors import OutputError, UsageError
from mlslcs_ref.extension.settings import AutoOptions
from mlslcs_ref.learning.checkpoint import checkpoint_file
from mlslcs_ref.learning.held_out import held_out_of
from mlslcs_ref.learning.shown_steps import ShownSteps
from mlslcs_ref.learning.train import begun
from mlslcs_ref.learning.training import require_seed
from mlslcs_ref.learning.watch import Watch
from mlslcs_ref.rulesets.model import Model
from mlslcs_ref.rulesets.model_file import save_model
from mlslcs_ref.settings import AUTO, Settings

SHORT_OPTIONS: Final = ("max_rules", "max_tests", "runs", "jobs")


def run(arguments: argparse.Namespace) -> int:
    """Do the command and return the exit status."""
    known = known_problem(arguments.problem)
    if arguments.profile is None:
        arguments.profile = AUTO if known is None else "paper"
    options = _options(arguments)
    require_long_options(arguments)
    # what is wrong with them is said before data are read
    run_settings(arguments, known)
    require_seed("pcg64" if arguments.profile == AUTO else arguments.stream, arguments.seed)
    if arguments.save is not None:
        read = (arguments.problem, arguments.test, arguments.validation, arguments.init)
        files = [file for file in read if isinstance(file, str)]
        require_output(arguments.save, "--save", *files, arguments.labels, *map(label_xml_beside, files))
    dataset = load_training_data(arguments, known)
    test = None if arguments.test is None else _beside(arguments.test, arguments, dataset)
    # rows are held out of the file as it is: by it a model finds again which ones it has learned from
    dataset, held_out = _split(arguments, dataset)
    dataset = shuffled(dataset, arguments.shuffle)
    settings = run_settings(arguments, known, dataset.n_attributes)
    with display_on_stderr(arguments.quiet, log=not arguments.json) as display:
        display.say("preparing ...")
        model = _trained(dataset, settings, options, watch_of(arguments, held_out), arguments, display)
        # before anything else, which may be interrupted
        not_saved = _saved(model, arguments)
        display.say("evaluating ...")
        report = run_report(
            model, dataset, arguments.shuffle, test, known, arguments.sizes, held_out, arguments.every_method
        )
    if arguments.json:
        print_json(report_document(report))
    else:
        look = stdout_look()
        page = run_page(report, look.terminal)
        if not arguments.quiet and not_saved is None:
            page += advice(report, arguments)
        print_page(page, look)
    if not_saved is not None:
        raise not_saved
    return 0


def _saved(model: Model, arguments: argparse.Namespace) -> OutputError | None:
    """Write the model if asked to; return why that failed: the results of a long run are still shown."""
    if arguments.save is None:
        return None
    try:
        save_model(model, arguments.save)
    except OutputError as error:
        folder = arguments.resume or arguments.checkpoint
        cure = "" if folder is None else f"; the same call with --resume {folder} makes the model again"
        return OutputError(f"{error.message}{cure}", error.file)
    return None


def _beside(file: str, arguments: argparse.Namespace, dataset: Dataset) -> Dataset:
    """Return further rows, read as the training data were."""
    return load_file(file, arguments, schema=dataset.schema, data_dir=arguments.data_dir, reading=dataset.reading)


def _split(arguments: argparse.Namespace, dataset: Dataset) -> tuple[Dataset, Dataset | None]:
    """Return the rows to learn from, and those held out."""
    given = arguments.validation
    if isinstance(given, str):
        return dataset, _beside(given, arguments, dataset)
    return held_out_of(given, dataset, arguments.seed)


def _options(arguments: argparse.Namespace) -> AutoOptions:
    """Return the options of the profile `auto`; the other profiles have none."""
    if arguments.profile != AUTO:
        for name in SHORT_OPTIONS:
            if getattr(arguments, name) is not None:
                option = f"--{name.replace('_', '-')}"
                raise UsageError(f"{option} needs the profile auto, found the profile {arguments.profile}")
    return AutoOptions(max_rules=arguments.max_rules, max_tests=arguments.max_tests, n_runs=arguments.runs or 1)


def _trained(
    dataset: Dataset,
    settings: Settings,
    options: AutoOptions,
    watch: Watch,
    arguments: argparse.Namespace,
    display: Display,
) -> Model:
    if arguments.profile == AUTO:
        display.say("finding out what attributes tell of the labels ...")
    n_instances = dataset.n_instances
    runs = begun(
        dataset,
        settings,
        arguments.seed,
        watch,
        profile=arguments.profile,
        options=options,
        jobs=arguments.jobs or 1,
        stream=arguments.stream,
        init=arguments.init,
        clustered=lambda done, rounds: display.show(Clustered(done, n_instances, rounds)),
    )
    n_jobs, n_runs = arguments.jobs or 1, options.n_runs
    if min(n_jobs, n_runs) > 1:
        display.say(f"making {n_runs} runs, up to {n_jobs} at once ...")
    try:
        runs.complete(ShownSteps(display))
    except KeyboardInterrupt as stopped:
        folder = arguments.resume or arguments.checkpoint
        if folder is not None and checkpoint_file(folder, 1).exists() and not arguments.quiet:
            stopped.add_note(f"the same call with --resume {folder} resumes the run")
        # a second signal ends this too; the file is whole or not there
        if arguments.save is not None and runs.has_model:
            display.note("stopped: making rules of what was learned so far; a second signal ends this too ...")
            save_model(runs.model(arguments.metric), arguments.save)
            if not arguments.quiet:
                stopped.add_note(f"{arguments.save} has what was learned until then, not the model of the whole run")
        elif arguments.save is not None and not arguments.quiet:
            stopped.add_note(f"{arguments.save} was not written: no run was done yet")
        raise
    return runs.model(arguments.metric)
