"""`run`: train on a problem or a data file, and report."""

from __future__ import annotations

import argparse

from mlslcs_ref.atomic import require_writable
from mlslcs_ref.cli.call.loading import known_problem, load_file, load_training_data, require_other_file
from mlslcs_ref.cli.call.options import reading_of
from mlslcs_ref.cli.call.setting_options import run_settings
from mlslcs_ref.cli.screen.pages import print_json, print_page, stdout_look
from mlslcs_ref.cli.screen.progress import display_on_stderr
from mlslcs_ref.cli.screen.watching import complete_run
from mlslcs_ref.cli.training.advice import advice
from mlslcs_ref.cli.training.report import report_document, run_report
from mlslcs_ref.cli.training.run_page import run_page
from mlslcs_ref.data import label_xml_beside
from mlslcs_ref.rulesets import save_model
from mlslcs_ref.training import Training

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Do the command and return the exit status."""
    known = known_problem(arguments.problem)
    settings = run_settings(arguments, known)
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
        reading = reading_of(arguments, dataset.reading)
        test = load_file(test, reading, schema=dataset.schema, data_dir=arguments.data_dir)
    with display_on_stderr(arguments.quiet, log=not arguments.json) as display:
        display.say("preparing ...")
        training = Training(dataset, settings, arguments.seed, profile=arguments.profile, stream=arguments.stream)
        complete_run(training, display)
        display.say("evaluating ...")
        report = run_report(training, arguments.metric, arguments.shuffle, test, known)
    if arguments.save is not None:
        save_model(report.model, arguments.save)
    if arguments.json:
        print_json(report_document(report))
        return 0
    look = stdout_look()
    page = run_page(report, look.terminal)
    if not arguments.quiet:
        page += advice(report, arguments)
    print_page(page, look)
    return 0
