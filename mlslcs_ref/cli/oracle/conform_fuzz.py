"""`conform fuzz`: run random cases with an implementation, and write those with different answers as vectors."""

from __future__ import annotations

import argparse
import json
import os
import shlex
from collections.abc import Sequence
from pathlib import Path

from mlslcs_ref.atomic import make_folder, require_writable_in, write_text
from mlslcs_ref.cli.oracle.conform_page import failures
from mlslcs_ref.cli.screen.pages import print_page, stdout_look
from mlslcs_ref.documents.document import Block, Column, Heading, Paragraph, Table
from mlslcs_ref.documents.progress import Status
from mlslcs_ref.documents.standard_error import display_on_stderr
from mlslcs_ref.errors import UsageError
from mlslcs_ref.oracle.answers import Description
from mlslcs_ref.oracle.clients import ProcessClient
from mlslcs_ref.oracle.executor_process import ExecutorFault, Limits
from mlslcs_ref.oracle.fuzz.cases import FORMATS
from mlslcs_ref.oracle.fuzz.search import Fuzzing, FuzzOptions, fuzzed, vector_file
from mlslcs_ref.oracle.suite import load_suite, specs_folder

DIFFERS, BROKEN, NOTHING_RAN = 1, 2, 3


def fuzz(arguments: argparse.Namespace) -> int:
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
            found = fuzzed(client, suite, search, lambda number: display.show(Status(number, 0, 0, 0, 0.0)))
            described = client.description
    files = _written(found, out)
    print_page(_page(found, described, files, search), stdout_look())
    if any(finding.result.status == "protocol" for finding in found.findings):
        return BROKEN
    if found.findings:
        return DIFFERS
    return 0 if found.asked else NOTHING_RAN


def _written(found: Fuzzing, folder: Path) -> list[Path]:
    """Write a file of vectors for every finding."""
    files: list[Path] = []
    for finding in found.findings:
        name, topic, group, _ = finding.vector.id.split("/")
        files.append(folder / f"{name}-{topic}-{group}.json")
        write_text(files[-1], json.dumps(vector_file([finding.vector]), indent=1) + "\n")
    return files


def _page(found: Fuzzing, described: Description, files: Sequence[Path], search: FuzzOptions) -> list[Block]:
    total = sum(found.asked.values())
    verdict = f"{len(found.findings)} of them show a difference" if found.findings else "no difference"
    if not total:
        verdict = "it supports none of the formats"
    page: list[Block] = [Heading(f"{described.name} {described.version}: {total} random cases, {verdict}")]
    if found.findings:
        page.append(failures([finding.result for finding in found.findings]))
        rows = tuple(
            (file.as_posix(), finding.number, " ".join(finding.vector.clauses))
            for file, finding in zip(files, found.findings, strict=True)
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
    complaints = "".join(f"; it wrote: {line}" for line in fault.stderr[-1:])
    return UsageError(f"--executor: no response to start: {fault}{complaints}")
