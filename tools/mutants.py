"""Make single faults of the core, of inference and of the model, and see whether the vectors notice, then the traces.

    python3 tools/mutants.py                        the samples' report, anew: status 1 if a fault is not explained
    python3 tools/mutants.py --seed 22 --record     draw a sample, try it, keep the result, write the report
    python3 tools/mutants.py --seed 22 --record --minutes 60    as much of it as an hour allows
    python3 tools/mutants.py --seed 22 --in core --size 30     of one part, of another size; keeps nothing
    python3 tools/mutants.py --again                try again what nothing noticed in any sample
    python3 tools/mutants.py --count                how many faults there are, by kind

The faults are made from syntax trees (`mutation.operators`), so that they follow the code, and know no vector. What a
sample has shown stays as it was found. A fault that nothing noticed is then closed by a new vector, or
`tools/mutation/reasons.toml` says why no case can show it. Recording a sample settles the ones before: their counts
are kept, by kind, and no names, which are of code that changes.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from mutation.bench import Bench
from mutation.sites import Fault, faults_of
from mutation.trial import VOID, outcome

__all__ = ["PARTS", "Reasons", "Verdict", "faults", "interval", "report", "summary", "tried"]

ROOT: Final = Path(__file__).resolve().parents[1]
REPORT: Final = ROOT / "specs" / "mutants.md"
INTRODUCTION: Final = ROOT / "tools" / "mutation" / "introduction.md"
REASONS: Final = ROOT / "tools" / "mutation" / "reasons.toml"
SAMPLES: Final = ROOT / "tools" / "mutation" / "samples"
SEED: Final = 20
SIZE: Final = 150
PARTS: Final = {
    "core": ("mlslcs_ref/core/*.py", "mlslcs_ref/data/mixed.py"),
    "inference": ("mlslcs_ref/inference/*.py", "mlslcs_ref/metrics.py", "mlslcs_ref/rulesets/compaction.py"),
    "model": ("specs/model/*.py",),
}
NO_ALGORITHM: Final = frozenset(
    {"__main__", "cases", "executor", "formats", "recordings", "traces", "events", "extensions", "row_matching"}
)
"""Modules that read, write and compare: a fault there is one of the bench, not of the system; the extension, of which
vectors know nothing; and the package's short cut for a single row, which no operator takes: unit tests hold it to the
coverage that vectors know."""


class Verdict(NamedTuple):
    """What became of a fault: what noticed it first, an empty text if nothing did."""

    fault: Fault
    noticed_by: str

    @property
    def by_trace(self) -> bool:
        """Whether no vector notices, and a trace does."""
        return self.noticed_by.startswith("trace ")


class Reasons:
    """Why faults that nothing noticed can be noticed by no case, and what has closed the others.

    Parameters
    ----------
    equivalent, closed : mapping of str to str
        By the name of a fault, or by the beginning of names.
    """

    def __init__(self, equivalent: Mapping[str, str], closed: Mapping[str, str]) -> None:
        self._equivalent = equivalent
        self._closed = closed

    @classmethod
    def read(cls) -> Reasons:
        """Return what is known."""
        table = tomllib.loads(REASONS.read_text(encoding="utf-8"))
        return cls(table["equivalent"], table["closed"])

    def equivalent(self, name: str) -> str:
        """Return why a fault is none, or an empty text."""
        return _of_beginning(self._equivalent, name)

    def closed(self, name: str) -> str:
        """Return the vectors that notice a fault by now, or an empty text."""
        return _of_beginning(self._closed, name)


def _of_beginning(texts: Mapping[str, str], name: str) -> str:
    return next((text for beginning, text in texts.items() if name.startswith(beginning)), "")


@cache
def faults(part: str) -> tuple[Fault, ...]:
    """Return all faults of a part."""
    paths = [path for pattern in PARTS[part] for path in sorted(ROOT.glob(pattern)) if path.stem not in NO_ALGORITHM]
    return tuple(fault for path in paths for fault in faults_of(path, path.relative_to(ROOT).as_posix()))


def sample(part: str, size: int, seed: int = SEED) -> list[Fault]:
    """Return some of the faults of a part, the same every time."""
    found = list(faults(part))
    random.Random(f"{part} {seed}").shuffle(found)  # noqa: S311 - no secret
    return found[:size]


def interval(noticed: int, n: int) -> tuple[float, float]:
    """Return the ends of Wilson's interval of a share, of 95%."""
    if n == 0:
        return 0.0, 1.0
    z, share = 1.96, noticed / n
    middle = share + z * z / (2 * n)
    spread = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, (middle - spread) / (1 + z * z / n)), min(1.0, (middle + spread) / (1 + z * z / n))


def summary(seed: int, verdicts: Mapping[str, Sequence[Verdict]]) -> dict[str, Any]:
    """Return what is kept of a sample: counts by part and kind, and the names of what no vector noticed."""
    parts = {}
    for part, found in verdicts.items():
        by_kind: dict[str, Counter[str]] = {}
        for verdict in found:
            counts = by_kind.setdefault(verdict.fault.kind, Counter())
            how = "void" if verdict.noticed_by == VOID else "trace" if verdict.by_trace else "vector"
            counts[how if verdict.noticed_by else "none"] += 1
        parts[part] = {
            "faults": len(faults(part)),
            "kinds": {kind: dict(sorted(counts.items())) for kind, counts in sorted(by_kind.items())},
            "traces": sorted(verdict.fault.name for verdict in found if verdict.by_trace),
            "unnoticed": sorted(
                [verdict.fault.kind, verdict.fault.name] for verdict in found if not verdict.noticed_by
            ),
        }
    version = (ROOT / "specs" / "VERSION").read_text(encoding="utf-8").strip()
    return {"seed": seed, "specification": version, "parts": parts}


def settle(known: Reasons) -> None:
    """Keep of all samples no more than counts."""
    for path in SAMPLES.glob("*.json"):
        found = json.loads(path.read_text(encoding="utf-8"))
        for part in found["parts"].values():
            names = part.pop("unnoticed", [])
            part.pop("traces", None)
            counts = Counter(kind for kind, name in names if known.equivalent(name))
            part.setdefault("equivalent", dict(sorted(counts.items())))
        _write_sample(found)


def _write_sample(found: Mapping[str, Any]) -> None:
    text = json.dumps(found, indent=1, ensure_ascii=False) + "\n"
    (SAMPLES / f"{found['seed']}.json").write_text(text, encoding="utf-8", newline="\n")


class _Tally(NamedTuple):
    """Counts of a sample, or of a part of it."""

    sample: int
    equivalent: int
    by_vector: int
    by_trace: int

    def cells(self) -> str:
        n = self.sample - self.equivalent
        noticed = (self.by_vector, self.by_vector + self.by_trace)
        shares = [f"{count / n:.1%} ({_ends(count, n)})" if n else "" for count in noticed]
        return " | ".join(map(str, [self.sample, self.equivalent, *noticed, *shares]))


def _tally(parts: Iterable[Mapping[str, Any]], known: Reasons, kind: str = "") -> _Tally:
    """Count over parts; what changes nothing, as a narrower type of what never has it, is no part of the sample."""
    totals: Counter[str] = Counter()
    for part in parts:
        for name, counts in part["kinds"].items():
            totals.update(counts if kind in {"", name} else {})
        settled = part.get("equivalent", {})
        totals["equivalent"] += settled.get(kind, 0) if kind else sum(settled.values())
        names = [name for of_kind, name in part.get("unnoticed", ()) if kind in {"", of_kind}]
        totals["equivalent"] += sum(bool(known.equivalent(name)) for name in names)
    size = totals["vector"] + totals["trace"] + totals["none"]
    return _Tally(size, totals["equivalent"], totals["vector"], totals["trace"])


COLUMNS: Final = "sample | equivalent | by vectors | and traces | by vectors, of 95% | and traces, of 95% |"


def report(samples: Sequence[Mapping[str, Any]], known: Reasons) -> str:
    """Return the report in Markdown."""
    lines = [
        f"| sample | part | faults | {COLUMNS}",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for found in samples:
        for part, counts in found["parts"].items():
            lines.append(f"| {found['seed']} | {part} | {counts['faults']} | {_tally([counts], known).cells()} |")
        lines.append(f"| {found['seed']} | all | | {_tally(found['parts'].values(), known).cells()} |")
    parts = [part for found in samples for part in found["parts"].values()]
    lines += ["", "## By kind", "", f"| kind | {COLUMNS}", "|---|---|---|---|---|---|---|"]
    for kind in sorted({kind for part in parts for kind in part["kinds"]}):
        lines.append(f"| {kind} | {_tally(parts, known, kind).cells()} |")
    for seed, names in ((found["seed"], unnoticed([found])) for found in samples[-1:]):
        closed = [name for name in names if not known.equivalent(name)]
        lines += ["", f"## What no vector and no trace noticed in sample {seed}", ""]
        lines += [f"- {name}. {known.closed(name) or '**Not explained.**'}" for name in closed] or ["Nothing."]
        lines += ["", f"### Equivalent in sample {seed}", ""]
        lines += [f"- {name}. {known.equivalent(name)}" for name in names if name not in closed] or ["Nothing."]
    return INTRODUCTION.read_text(encoding="utf-8") + "\n" + "\n".join(lines) + "\n"


def unnoticed(samples: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the names of the faults that nothing noticed, where they are kept."""
    return [name for found in samples for part in found["parts"].values() for _, name in part.get("unnoticed", ())]


def _ends(noticed: int, n: int) -> str:
    low, high = interval(noticed, n)
    return f"{low:.1%} to {high:.1%}"


def kept_samples() -> list[dict[str, Any]]:
    """Return what has been kept of samples, in the order of their seeds."""
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(SAMPLES.glob("*.json"))]


def verdicts_of(part: str, chosen: Sequence[Fault]) -> Iterator[Verdict]:
    """Yield the outcome of each fault."""
    if not chosen:
        return
    bench = Bench({fault.file for fault in faults(part)}, part == "model")
    for fault in chosen:
        verdict = Verdict(fault, outcome(fault, bench))
        if not verdict.noticed_by or verdict.by_trace:
            print(f"{verdict.noticed_by or 'survives'}: {fault.name}", flush=True)
        yield verdict


def tried(chosen: Mapping[str, Sequence[Fault]], minutes: float) -> dict[str, list[Verdict]]:
    """Return the outcomes of faults, those of all parts in turn, as far as time allows."""
    end = time.monotonic() + 60.0 * minutes
    found: dict[str, list[Verdict]] = {part: [] for part in chosen}
    left = {part: verdicts_of(part, faults_of_part) for part, faults_of_part in chosen.items()}
    while left and time.monotonic() < end:
        part = min(left, key=lambda part: len(found[part]))
        verdict = next(left[part], None)
        if verdict is None:
            del left[part]
        else:
            found[part].append(verdict)
    return found


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, metavar="N", help="draw the sample of a seed")
    parser.add_argument("--record", action="store_true", help="keep what the sample shows")
    parser.add_argument("--again", action="store_true", help="try again what nothing noticed in a sample")
    parser.add_argument("--in", dest="part", choices=tuple(PARTS), help="one part")
    parser.add_argument("--size", type=int, default=SIZE, metavar="N", help=f"faults of each part ({SIZE})")
    parser.add_argument("--minutes", type=float, default=math.inf, metavar="N", help="end the sample after N minutes")
    parser.add_argument("--count", action="store_true", help="count the faults")
    options = parser.parse_args(arguments)
    parts = [options.part] if options.part else list(PARTS)
    if options.count:
        for part in parts:
            kinds = Counter(fault.kind for fault in faults(part))
            print(f"{part}: {kinds.total()}: {', '.join(f'{kind} {n}' for kind, n in kinds.most_common())}")
        return 0
    known = Reasons.read()
    if options.again:
        names = {name for name in unnoticed(kept_samples()) if not known.equivalent(name)}
        chosen = {part: [fault for fault in faults(part) if fault.name in names] for part in parts}
        found = {part: list(verdicts_of(part, chosen[part])) for part in parts}
        left = [verdict for verdicts in found.values() for verdict in verdicts if not verdict.noticed_by]
        print(f"{sum(map(len, chosen.values()))} faults, {len(left)} still unnoticed")
        return 1 if left else 0
    if options.seed is not None:
        found = tried({part: sample(part, options.size, options.seed) for part in parts}, options.minutes)
        if options.record:
            SAMPLES.mkdir(exist_ok=True)
            settle(known)
            _write_sample(summary(options.seed, found))
        else:
            print(json.dumps(summary(options.seed, found)["parts"]))
            return 0
    samples = kept_samples()
    REPORT.write_text(report(samples, known), encoding="utf-8", newline="\n")
    left_over = [name for name in unnoticed(samples) if not known.equivalent(name) and not known.closed(name)]
    for name in left_over:
        print(f"not explained: {name}")
    return 1 if left_over else 0


if __name__ == "__main__":
    sys.exit(main())
