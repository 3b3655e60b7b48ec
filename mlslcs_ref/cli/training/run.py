"""`run`: train on a problem or a data file, and report."""

from __future__ import annotations

import argparse
from typing import Final

from mlslcs_ref.atomic import require_writable
from mlslcs_ref.auto import AutoOptions, train_auto
from mlslcs_ref.cli.call.loading import known_problem, load_file, load_training_data, require_other_file
from mlslcs_ref.cli.call.setting_options import run_settings
from mlslcs_ref.cli.screen.pages import print_json, print_page, stdout_look
from mlslcs_ref.cli.screen.progress import Display, display_on_stderr
from mlslcs_ref.cli.screen.watching import complete_run
from mlslcs_ref.cli.training.advice import advice
from mlslcs_ref.cli.training.report import report_document, run_report
from mlslcs_ref.cli.training.run_page import run_page
from mlslcs_ref.data import Dataset, label_xml_beside
from mlslcs_ref.errors import UsageError
from mlslcs_ref.rulesets import Model, save_model
from mlslcs_ref.settings import AUTO, Settings
from mlslcs_ref.training import Training

__all__ = ["run"]

SHORT_OPTIONS: Final = ("max_rules", "max_tests", "runs", "jobs")


def run(arguments: argparse.Namespace) -> int:
    """Do the command and return the exit status."""
    known = known_problem(arguments.problem)
    if arguments.profile is None:
        arguments.profile = AUTO if known is None else "paper"
    options = _options(arguments)
    # what is wrong with them is said before data are read
    run_settings(arguments, known)
    if arguments.save is not None:
        require_writable(arguments.save)
        found = [label_xml_beside(file) for file in (arguments.problem, arguments.test) if file is not None]
        inputs = (
            arguments.problem,
            arguments.test,
            arguments.labels,
            *(str(file) for file in found if file is not None),
        )
        require_other_file(arguments.save, "--save", *inputs)
    dataset = load_training_data(arguments, known)
    test = arguments.test
    if test is not None:
        like = dataset.reading
        test = load_file(test, arguments, schema=dataset.schema, data_dir=arguments.data_dir, reading=like)
    settings = run_settings(arguments, known, dataset.n_attributes)
    with display_on_stderr(arguments.quiet, log=not arguments.json) as display:
        display.say("preparing ...")
        model = _trained(dataset, settings, options, arguments, display)
        if arguments.save is not None:
            # before anything else, which may be interrupted
            save_model(model, arguments.save)
        display.say("evaluating ...")
        report = run_report(model, dataset, arguments.shuffle, test, known, arguments.sizes)
    if arguments.json:
        print_json(report_document(report))
        return 0
    look = stdout_look()
    page = run_page(report, look.terminal)
    if not arguments.quiet:
        page += advice(report, arguments)
    print_page(page, look)
    return 0


def _options(arguments: argparse.Namespace) -> AutoOptions:
    """Return how short and how many, of which the profile `auto` alone has a choice."""
    if arguments.profile != AUTO:
        for name in SHORT_OPTIONS:
            if getattr(arguments, name) is not None:
                option = f"--{name.replace('_', '-')}"
                raise UsageError(f"{option} is for the profile auto, and this run is of {arguments.profile}")
    return AutoOptions(max_rules=arguments.max_rules, max_tests=arguments.max_tests, n_runs=arguments.runs or 1)


def _trained(
    dataset: Dataset, settings: Settings, options: AutoOptions, arguments: argparse.Namespace, display: Display
) -> Model:
    if arguments.profile == AUTO:
        return train_auto(
            dataset,
            arguments.seed,
            options,
            settings=settings,
            jobs=arguments.jobs or 1,
            stream=arguments.stream,
            metric=arguments.metric,
            progress=lambda training: complete_run(training, display),
        )
    training = Training(dataset, settings, arguments.seed, profile=arguments.profile, stream=arguments.stream)
    try:
        complete_run(training, display)
    except KeyboardInterrupt:
        # a second signal ends this too; the file is whole or not there
        if arguments.save is not None and training.learner.steps:
            save_model(training.model(arguments.metric), arguments.save)
        raise
    return training.model(arguments.metric)
