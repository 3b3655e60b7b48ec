"""Make single faults of the core, of inference and of the model, and see whether the vectors notice, then the traces.

    python3 tools/mutants.py                        a sample; writes specs/mutants.md; status 1 if one is not explained
    python3 tools/mutants.py --in core --size 30    of one part, of another size; writes nothing
    python3 tools/mutants.py --count                how many faults there are, by kind

The faults are made from syntax trees (`mutation.operators`), so that they follow the code, and know no vector. A fault
that nothing notices is closed by a new vector, or `tools/mutation/reasons.toml` says why no case can show it.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from mutation.sites import Fault, faults_of
from mutation.trial import outcome, preload

__all__ = ["PARTS", "Verdict", "faults", "interval", "report"]

ROOT: Final = Path(__file__).resolve().parents[1]
REPORT: Final = ROOT / "specs" / "mutants.md"
REASONS: Final = ROOT / "tools" / "mutation" / "reasons.toml"
SEED: Final = 20
SIZE: Final = 150
PARTS: Final = {
    "core": ("mlslcs_ref/core/*.py",),
    "inference": ("mlslcs_ref/inference/*.py", "mlslcs_ref/metrics.py"),
    "model": ("specs/model/*.py",),
}
NO_ALGORITHM: Final = frozenset({"__main__", "cases", "executor", "formats", "recordings", "traces", "events"})
"""Modules that read, write and compare: a fault there is one of the bench, not of the system."""


class Verdict(NamedTuple):
    """What became of a fault: what noticed it first, an empty text if nothing did."""

    fault: Fault
    noticed_by: str

    @property
    def by_trace(self) -> bool:
        """Whether no vector notices, and a trace does."""
        return self.noticed_by.startswith("trace ")


def faults(part: str) -> list[Fault]:
    """Return all faults of a part."""
    paths = [path for pattern in PARTS[part] for path in sorted(ROOT.glob(pattern)) if path.stem not in NO_ALGORITHM]
    return [fault for path in paths for fault in faults_of(path, path.relative_to(ROOT).as_posix())]


def sample(part: str, size: int) -> list[Fault]:
    """Return some of the faults of a part, the same every time."""
    found = faults(part)
    random.Random(f"{part} {SEED}").shuffle(found)  # noqa: S311 - no secret
    return found[:size]


def interval(noticed: int, n: int) -> tuple[float, float]:
    """Return the ends of Wilson's interval of a share, of 95%."""
    if n == 0:
        return 0.0, 1.0
    z, share = 1.96, noticed / n
    middle = share + z * z / (2 * n)
    spread = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, (middle - spread) / (1 + z * z / n)), min(1.0, (middle + spread) / (1 + z * z / n))


def reasons() -> dict[str, str]:
    """Return why faults that nothing notices can be noticed by no case, by their names."""
    if not REASONS.is_file():
        return {}
    table: dict[str, str] = tomllib.loads(REASONS.read_text(encoding="utf-8"))
    return table


def report(verdicts: dict[str, list[Verdict]], known: dict[str, str]) -> str:
    """Return the report in Markdown."""
    lines = [
        "# Faults that vectors and traces notice",
        "",
        "`tools/mutants.py` makes single faults of syntax trees, draws a sample by a fixed seed, and runs the vectors,",
        "then the traces. An *equivalent* fault is one that no case can show; it counts in no share.",
        "",
        "| part | faults | sample | equivalent | by vectors | and traces | by vectors, 95% | and traces, 95% |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for part, found in verdicts.items():
        lines.append(f"| {part} | {len(faults(part))} | {_shares(found, known)} |")
    everything = [verdict for found in verdicts.values() for verdict in found]
    lines += [
        "",
        "## By kind",
        "",
        "| kind | sample | equivalent | by vectors | and traces | by vectors, 95% | and traces, 95% |",
    ]
    lines += ["|---|---|---|---|---|---|---|"]
    for kind in sorted({verdict.fault.kind for verdict in everything}):
        lines.append(f"| {kind} | {_shares([each for each in everything if each.fault.kind == kind], known)} |")
    lines += ["", "## What nothing notices", ""]
    lines += [
        f"- {fault.name}. {known.get(fault.name, '**Not explained.**')}"
        for fault, noticed_by in everything
        if not noticed_by
    ] or ["Nothing."]
    return "\n".join(lines) + "\n"


def _shares(found: Sequence[Verdict], known: dict[str, str]) -> str:
    equivalent = sum(not verdict.noticed_by and verdict.fault.name in known for verdict in found)
    n = len(found) - equivalent
    by_vector = sum(bool(verdict.noticed_by) and not verdict.by_trace for verdict in found)
    by_any = sum(bool(verdict.noticed_by) for verdict in found)
    cells = [len(found), equivalent, by_vector, by_any, *(_ends(share, n) for share in (by_vector, by_any))]
    return " | ".join(map(str, cells))


def _ends(noticed: int, n: int) -> str:
    low, high = interval(noticed, n)
    return f"{low:.1%} to {high:.1%}"


def verdicts_of(chosen: Sequence[Fault], trial: Callable[..., str]) -> Iterator[Verdict]:
    """Yield what becomes of each fault."""
    preload()
    for fault in chosen:
        yield Verdict(fault, trial(fault, with_traces=True))


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--in", dest="part", choices=tuple(PARTS), help="one part")
    parser.add_argument("--size", type=int, default=SIZE, metavar="N", help=f"faults of each part ({SIZE})")
    parser.add_argument("--count", action="store_true", help="count the faults")
    options = parser.parse_args(arguments)
    parts = [options.part] if options.part else list(PARTS)
    if options.count:
        for part in parts:
            kinds = Counter(fault.kind for fault in faults(part))
            print(f"{part}: {kinds.total()}: {', '.join(f'{kind} {n}' for kind, n in kinds.most_common())}")
        return 0
    without = outcome(None, with_traces=True)
    if without:
        print(f"the package fails {without} as it is", file=sys.stderr)
        return 2
    known = reasons()
    found: dict[str, list[Verdict]] = {}
    for part in parts:
        found[part] = []
        for verdict in verdicts_of(sample(part, options.size), outcome):
            found[part].append(verdict)
            if not verdict.noticed_by or verdict.by_trace:
                print(f"{verdict.noticed_by or 'survives'}: {verdict.fault.name}", flush=True)
    if not options.part and options.size == SIZE:
        REPORT.write_text(report(found, known), encoding="utf-8", newline="\n")
    left = [each for part in found.values() for each in part if not each.noticed_by and each.fault.name not in known]
    print(f"{sum(len(each) for each in found.values())} faults, {len(left)} neither noticed nor explained")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
