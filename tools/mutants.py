"""Put single faults into copies of the package and see whether the vectors alone notice.

    python3 tools/mutants.py                 all faults; writes specs/mutants.md; status 1 if one survives unexplained
    python3 tools/mutants.py --only SUB-5    the faults of one clause, or of one module, or with a word; writes nothing
    python3 tools/mutants.py --suspects      how often a report suspects the clause that a fault breaks; writes nothing

The faults stand in `tools/faults`. A fault whose text is no longer in the package, or is there twice, is an error: the
table has to follow the code.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

from suite.fault import Fault

__all__ = ["Verdict", "faults", "misplaced"]

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGE: Final = ROOT / "mlslcs_ref"
REPORT: Final = ROOT / "specs" / "mutants.md"
SECONDS: Final = 120
AT_ONCE: Final = 2
MOST_SUSPECTS: Final = 3


class Verdict(NamedTuple):
    """What became of a fault: the first vector that failed, or how else it was noticed, if it was."""

    fault: Fault
    caught_by: str


def faults() -> tuple[Fault, ...]:
    """Return the faults of all tables, in alphabetical order of the tables."""
    tables = sorted((ROOT / "tools" / "faults").glob("*.py"))
    return tuple(fault for table in tables for fault in import_module(f"faults.{table.stem}").FAULTS)


def misplaced(fault: Fault) -> str:
    """Return what is wrong with the place of a fault, in words, or an empty text."""
    text = (PACKAGE / fault.file).read_text(encoding="utf-8")
    times = text.count(fault.old)
    if times == 1 and fault.new != fault.old:
        return ""
    return f"{fault.file}: {fault.words}: the text is there {times} times: {fault.old!r}"


def tried(fault: Fault) -> Verdict:
    """Return what becomes of a fault."""
    return Verdict(fault, first_failure(fault))


def place_among_suspects(fault: Fault) -> int:
    """Return the place, from 1, of the clause that a fault breaks among those that the report suspects; 0 for none."""
    found = first_failure(fault, "--suspects").split()
    return found.index(fault.clause) + 1 if fault.clause in found else 0


def first_failure(fault: Fault | None, *options: str) -> str:
    """Return what a verdict says of a copy of the package with a fault, or as it is; an empty text if nothing fails."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        copy = Path(folder, PACKAGE.name)
        shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
        if fault is not None:
            place = copy / fault.file
            place.write_text(place.read_text(encoding="utf-8").replace(fault.old, fault.new), encoding="utf-8")
        paths = os.pathsep.join([folder, str(ROOT / "tools")])
        try:
            done = subprocess.run(
                [sys.executable, "-m", "suite.verdict", str(ROOT / "specs"), *options],
                cwd=folder,
                env={**os.environ, "PYTHONPATH": paths, "PYTHONSAFEPATH": "1", "PYTHONDONTWRITEBYTECODE": "1"},
                capture_output=True,
                text=True,
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"no answer within {SECONDS} seconds"
    return done.stderr.strip().splitlines()[-1] if done.returncode else done.stdout.strip()


def report(verdicts: Sequence[Verdict]) -> str:
    """Return the report in Markdown."""
    survivors = [verdict for verdict in verdicts if not verdict.caught_by]
    by_clause = Counter(verdict.fault.clause for verdict in verdicts)
    caught = Counter(verdict.fault.clause for verdict in verdicts if verdict.caught_by)
    lines = [
        "# Faults that the suite notices",
        "",
        "`tools/mutants.py` puts single faults into copies of the package and runs the vectors on each,",
        f"nothing else. Of {len(verdicts)} faults {len(verdicts) - len(survivors)} are noticed.",
        "",
        "## Survivors",
        "",
    ]
    lines += [
        f"- {fault.clause}, `{fault.file}`: {fault.words}. {fault.equivalent or '**Not explained.**'}"
        for fault, _ in survivors
    ] or ["None."]
    lines += ["", "## Faults by clause", "", "| clause | faults | noticed |", "|---|---|---|"]
    lines += [f"| {clause} | {by_clause[clause]} | {caught[clause]} |" for clause in sorted(by_clause)]
    lines += ["", "## All faults", "", "| clause | module | fault | noticed by |", "|---|---|---|---|"]
    lines += [
        f"| {fault.clause} | `{fault.file}` | {fault.words} | {_cell(caught_by)} |" for fault, caught_by in verdicts
    ]
    return "\n".join(lines) + "\n"


def _cell(caught_by: str) -> str:
    return f"`{caught_by}`" if caught_by.count("/") == 3 else caught_by or "nothing"


def tell_suspects(chosen: Sequence[Fault]) -> None:
    """Print where the clauses that faults break stand among the suspects: those far behind, and how many are not."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        places = list(pool.map(place_among_suspects, chosen))
    for fault, place in zip(chosen, places, strict=True):
        if not 1 <= place <= MOST_SUSPECTS:
            print(f"{fault.clause} {fault.file}: {fault.words}: {f'place {place}' if place else 'no suspect'}")
    for most in (1, MOST_SUSPECTS):
        print(f"among the first {most}: {sum(1 <= place <= most for place in places)} of {len(places)}")


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", metavar="TEXT", default="", help="a clause, a module or a word of the fault")
    parser.add_argument("--suspects", action="store_true", help="say how often the broken clause is suspected")
    options = parser.parse_args(arguments)
    wrong = [text for text in map(misplaced, faults()) if text]
    for text in wrong:
        print(text, file=sys.stderr)
    without = "" if wrong else first_failure(None)
    if without:
        print(f"the package fails {without} as it is", file=sys.stderr)
    if wrong or without:
        return 2
    chosen = [
        fault for fault in faults() if options.only in {"", fault.clause} or options.only in fault.file + fault.words
    ]
    if options.suspects:
        tell_suspects([fault for fault in chosen if not fault.equivalent])
        return 0
    with ThreadPoolExecutor(AT_ONCE) as pool:
        verdicts = list(pool.map(tried, chosen))
    unexplained = [verdict for verdict in verdicts if not verdict.caught_by and not verdict.fault.equivalent]
    noticed_after_all = [verdict for verdict in verdicts if verdict.caught_by and verdict.fault.equivalent]
    for fault, caught_by in unexplained + noticed_after_all:
        print(f"{'noticed, but explained' if caught_by else 'survives'}: {fault.clause} {fault.file}: {fault.words}")
    print(f"{len(verdicts)} faults, {sum(bool(verdict.caught_by) for verdict in verdicts)} noticed")
    if not options.only:
        REPORT.write_text(report(verdicts), encoding="utf-8", newline="\n")
    return 1 if unexplained or noticed_after_all else 0


if __name__ == "__main__":
    sys.exit(main())
