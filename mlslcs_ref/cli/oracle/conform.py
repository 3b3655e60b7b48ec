"""`conform`: test an implementation against the specification.

The exit status is 0 if everything is good, 1 if a vector fails, 2 after a failure of the protocol, 3 if nothing ran.
"""

from __future__ import annotations

import argparse
import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from mlslcs_ref.atomic import require_writable, write_text
from mlslcs_ref.cli.oracle.conform_fuzz import executor_words, fuzz, no_start
from mlslcs_ref.cli.oracle.conform_page import diff_page, list_page, plain_page, run_page
from mlslcs_ref.cli.oracle.conform_show import clause_page, format_page, vector_document, vector_page
from mlslcs_ref.cli.oracle.equivalence import equivalence
from mlslcs_ref.cli.screen.pages import print_json, print_page, stdout_look
from mlslcs_ref.documents.progress import Status
from mlslcs_ref.documents.standard_error import display_on_stderr
from mlslcs_ref.errors import UsageError
from mlslcs_ref.oracle.clients import ProcessClient
from mlslcs_ref.oracle.executor_process import ExecutorFault, Limits
from mlslcs_ref.oracle.judging import Result
from mlslcs_ref.oracle.junit import junit_text
from mlslcs_ref.oracle.known import KnownFailures, load_known
from mlslcs_ref.oracle.report_file import RunOptions, changes, read_report, report_text
from mlslcs_ref.oracle.runner import Judge, Run, Verdict, judge_of, run_vectors
from mlslcs_ref.oracle.smoke import judged_echo, smoke_vectors
from mlslcs_ref.oracle.suite import load_suite, specs_folder
from mlslcs_ref.oracle.traces.answering import traced_case
from mlslcs_ref.oracle.vectors.files import Vector, vectors_of

STATUS: Final[Mapping[Verdict, int]] = {"passed": 0, "failed": 1, "protocol": 2, "nothing-ran": 3}
DIFFERS: Final = 1


def conform(arguments: argparse.Namespace) -> int:
    """Do the command and return the exit status."""
    return ACTIONS[arguments.action](arguments)


def _run(arguments: argparse.Namespace) -> int:
    suite = load_suite(specs_folder(arguments.specs))
    if arguments.vectors:
        suite = replace(suite, vectors=tuple(vector for file in arguments.vectors for vector in vectors_of(file)))
    vectors = suite.selected(arguments.select, arguments.skip)
    known = KnownFailures()
    if arguments.known is not None:
        known = load_known(arguments.known, suite, dt.datetime.now(tz=dt.UTC).date())
    for file in (arguments.report, arguments.junit):
        if file is not None:
            require_writable(file)
    run = _asked(arguments, vectors, judge_of(suite), known)
    if arguments.report is not None:
        chosen = RunOptions(arguments.executor, tuple(arguments.select), tuple(arguments.skip), arguments.known)
        write_text(arguments.report, report_text(run, suite, chosen))
    if arguments.junit is not None:
        write_text(arguments.junit, junit_text(run))
    look = stdout_look()
    print_page(run_page(run, suite, everything=arguments.all or not look.terminal), look)
    return STATUS[run.verdict]


def _trace(arguments: argparse.Namespace) -> int:
    suite = load_suite(specs_folder(arguments.specs))
    files = arguments.traces or [*_traces(suite.folder / "traces"), *_traces(suite.folder / "large")]
    cases = {case.vector.id: case for case in map(traced_case, files)}
    run = _asked(
        arguments,
        [case.vector for case in cases.values()],
        lambda vector, answer: cases[vector.id].judged(answer),
        KnownFailures(),
    )
    print_page(plain_page(run, "traces"), stdout_look())
    return STATUS[run.verdict]


def _traces(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.trace.jsonl.gz"))


def _smoke(arguments: argparse.Namespace) -> int:
    run = _asked(arguments, smoke_vectors(), judged_echo, KnownFailures())
    print_page(plain_page(run, "cases of the smoke set"), stdout_look())
    return STATUS[run.verdict]


def _asked(arguments: argparse.Namespace, vectors: Sequence[Vector], judge: Judge, known: KnownFailures) -> Run:
    """Start the executor and ask it."""
    limits = Limits(case=arguments.timeout, start=arguments.start_timeout, faults=arguments.give_up)
    done = 0
    with display_on_stderr(arguments.quiet) as display:

        def watch(_result: Result) -> None:
            nonlocal done
            done += 1
            display.show(Status(done, len(vectors), 0, 0, 0.0))

        try:
            with ProcessClient(executor_words(arguments.executor), limits) as client:
                return run_vectors(vectors, client, judge, known, limits.faults, watch)
        except ExecutorFault as fault:
            raise no_start(fault) from None


def _list(arguments: argparse.Namespace) -> int:
    suite = load_suite(specs_folder(arguments.specs))
    vectors = suite.selected(arguments.select, arguments.skip)
    print_page(list_page(vectors), stdout_look())
    return 0 if vectors else STATUS["nothing-ran"]


def _show(arguments: argparse.Namespace) -> int:
    suite = load_suite(specs_folder(arguments.specs))
    found = [vector for vector in suite.vectors if arguments.id in {vector.id, *vector.aliases}]
    if found and arguments.json:
        print_json(vector_document(found[0]))
    elif found:
        print_page(vector_page(found[0], suite), stdout_look())
    elif arguments.id in suite.comparisons and not arguments.json:
        print_page(format_page(arguments.id, suite), stdout_look())
    elif arguments.id in suite.clauses:
        print_page(clause_page(suite.clauses[arguments.id], suite), stdout_look())
    else:
        raise UsageError(f"there is no vector, format or clause {arguments.id!r}{suite.nearest(arguments.id)}")
    return 0


def _diff(arguments: argparse.Namespace) -> int:
    found = changes(read_report(arguments.before), read_report(arguments.after))
    print_page(diff_page(found), stdout_look())
    return DIFFERS if found else 0


ACTIONS: Final[Mapping[str, Callable[[argparse.Namespace], int]]] = {
    "run": _run,
    "trace": _trace,
    "fuzz": fuzz,
    "smoke": _smoke,
    "list": _list,
    "show": _show,
    "equivalence": equivalence,
    "diff": _diff,
}
