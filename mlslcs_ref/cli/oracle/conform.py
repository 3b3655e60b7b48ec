"""`conform`: test an implementation against the specification.

The exit status is 0 if everything is good, 1 if a vector fails, 2 after a failure of the protocol, 3 if nothing ran.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from mlslcs_ref._meant import counted
from mlslcs_ref.atomic import make_folder, require_writable, require_writable_in, write_text
from mlslcs_ref.cli.oracle.conform_page import (
    clause_page,
    diff_page,
    failures,
    format_page,
    list_page,
    plain_page,
    run_page,
    vector_document,
    vector_page,
)
from mlslcs_ref.cli.oracle.equivalence import equivalence
from mlslcs_ref.cli.screen import print_json, print_page, stdout_look
from mlslcs_ref.documents.document import Block, Column, Heading, Paragraph, Table
from mlslcs_ref.documents.progress import Status, display_on_stderr
from mlslcs_ref.errors import UsageError
from mlslcs_ref.oracle.clients import ProcessClient
from mlslcs_ref.oracle.executor_process import ExecutorFault, Limits
from mlslcs_ref.oracle.fuzz.cases import FORMATS
from mlslcs_ref.oracle.fuzz.search import Disagreement, Fuzzing, FuzzOptions, fuzzed, vector_file
from mlslcs_ref.oracle.judging import Result
from mlslcs_ref.oracle.known import KnownFailures, load_known
from mlslcs_ref.oracle.protocol import Description
from mlslcs_ref.oracle.report_file import RunOptions, changes, junit_text, read_report, report_text
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


def _fuzz(arguments: argparse.Namespace) -> int:
    """Do the command and return the exit status."""
    unknown = [name for name in arguments.format if name not in FORMATS]
    if unknown:
        raise UsageError(f"--format: expected one of {', '.join(FORMATS)}, found {unknown[0]}")
    suite = load_suite(specs_folder(arguments.specs))
    out = Path(arguments.out)
    make_folder(out)
    require_writable_in(out, "fuzz.json")
    search = FuzzOptions(
        arguments.seed, tuple(arguments.format), arguments.cases, arguments.time, whole_runs=arguments.runs
    )
    # a case that never ends does not outlast the search
    for_a_case = min(arguments.timeout, arguments.time)
    limits = Limits(case=for_a_case, start=arguments.start_timeout, faults=arguments.give_up)
    with display_on_stderr(arguments.quiet) as display:
        try:
            client = ProcessClient(executor_words(arguments.executor), limits)
        except ExecutorFault as fault:
            raise no_start(fault) from None
        with client:
            found = fuzzed(
                client,
                suite,
                search,
                lambda number: display.show(Status(number, 0, 0, 0, 0.0)),
                lambda finding: display.note(f"written: {_written(finding, out)}"),
            )
            described = client.description
    print_page(_fuzz_page(found, described, out, search), stdout_look())
    if any(finding.result.status == "protocol" for finding in found.findings):
        return STATUS["protocol"]
    if found.findings:
        return DIFFERS
    return 0 if found.asked else STATUS["nothing-ran"]


def _file(finding: Disagreement, folder: Path) -> Path:
    name, topic, group, _ = finding.vector.id.split("/")
    return folder / f"{name}-{topic}-{group}.json"


def _written(finding: Disagreement, folder: Path) -> Path:
    """Write a file of vectors with a finding, and return its path."""
    file = _file(finding, folder)
    write_text(file, json.dumps(vector_file([finding.vector]), indent=1) + "\n")
    return file


def _fuzz_page(found: Fuzzing, described: Description, folder: Path, search: FuzzOptions) -> list[Block]:
    total = sum(found.asked.values())
    places = counted(len(found.findings), "place")
    verdict = f"{places} where answers differ" if found.findings else "no difference"
    if not total:
        verdict = "it supports none of the formats"
    page: list[Block] = [Heading(f"{described.name} {described.version}: {total} random cases, {verdict}")]
    if found.findings:
        page.append(failures([finding.result for finding in found.findings]))
        rows = tuple(
            (_file(finding, folder).as_posix(), finding.number, " ".join(finding.vector.clauses))
            for finding in found.findings
        )
        columns = (Column("the smallest case as a vector", "text"), Column("case"), Column("clauses", "long"))
        page += [Table(columns, rows), Paragraph("run such a file again with `conform run --vectors FILE`")]
    counts = tuple((name, number) for name, number in found.asked.items())
    page += [
        Heading(f"Cases by format, seed {search.seed}"),
        Table((Column("format", "text"), Column("cases")), counts),
    ]
    if found.skipped:
        page.append(Paragraph(f"the executor skipped {found.skipped} of them"))
    if found.unsure:
        page.append(
            Paragraph(f"{found.unsure} differences may come from the last digit of exp, ln or pow and are ignored")
        )
    return page


def executor_words(command: str) -> list[str]:
    """Return the words of the executor's command."""
    if os.name != "posix":
        raise UsageError("conform needs process groups and pipes of Unix; run it in the Windows Subsystem for Linux")
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"--executor: expected a program and its arguments, found {command!r} ({error})") from None
    if not words:
        raise UsageError("--executor: expected a program and its arguments, found nothing")
    return words


def no_start(fault: ExecutorFault) -> UsageError:
    """Return the error of an executor that did not start."""
    # some programs write their version behind their error
    telling = [line for line in fault.stderr if "rror" in line] or fault.stderr
    complaints = "".join(f"; it wrote: {line}" for line in telling[-1:])
    return UsageError(f"--executor: no response to start: {fault}{complaints}")


ACTIONS: Final[Mapping[str, Callable[[argparse.Namespace], int]]] = {
    "run": _run,
    "trace": _trace,
    "fuzz": _fuzz,
    "smoke": _smoke,
    "list": _list,
    "show": _show,
    "equivalence": equivalence,
    "diff": _diff,
}
