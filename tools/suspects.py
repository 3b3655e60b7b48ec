"""Measure how often `conform` names the clause that a fault truly breaks.

    python3 tools/suspects.py                       faults of core, inference and model; the shares, with intervals
    python3 tools/suspects.py --in core --size 30   of one part, of another size
    python3 tools/suspects.py --seed 7              another sample

The faults are those of `tools/mutants.py`, in functions whose docstring cites one to three clauses: any of these is
right. Faults that no vector notices say nothing here, and neither do those that mostly raise what a compiler refuses.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mutants import PARTS, faults, interval
from mutation.bench import Bench
from mutation.pointing import clauses_of, results_with
from mutation.sites import Fault

from mlslcs_ref.oracle.judging import Result
from mlslcs_ref.oracle.operators.run_case import FORMATS
from mlslcs_ref.oracle.suspects import suspects

__all__ = ["Pointed", "compiles", "main", "rank"]

SEED: Final = 1
SIZE: Final = 40
NEAR: Final = 3
REFUSED: Final = frozenset({"AttributeError", "NameError", "TypeError", "UnboundLocalError"})
"""Errors of programs that a compiler of typed languages refuses: in these no such fault reaches a vector."""


class Pointed(NamedTuple):
    """A fault that vectors notice, with the clauses that it breaks and what each vector said."""

    fault: Fault
    clauses: tuple[str, ...]
    results: Sequence[Result]


def rank(found: Pointed) -> int:
    """Return the place of the first right clause among the suspects, from 1; 0 if none is right."""
    names = [suspect.clause for suspect in suspects(found.results)]
    return next((place for place, name in enumerate(names, start=1) if name in found.clauses), 0)


def compiles(results: Sequence[Result]) -> bool:
    """Tell whether less than half of the failing cases end with an error that a compiler foresees."""
    failing = [result for result in results if result.bad]
    raising = [result for result in failing if result.message.partition(":")[0] in REFUSED]
    return 2 * len(raising) < len(failing)


def noticed(part: str, seed: int) -> Iterator[Pointed]:
    """Yield the faults of a part that vectors notice, in the order of a sample."""
    everything = list(faults(part))
    random.Random(f"{part} {seed}").shuffle(everything)  # noqa: S311 - no secret
    bench = Bench({fault.file for fault in everything}, part == "model", FORMATS)
    for fault in everything:
        clauses = clauses_of(fault)
        results = results_with(fault, bench) if clauses else []
        if compiles(results):
            yield Pointed(fault, clauses, results)


def told(found: Pointed) -> str:
    """Return a line about a fault: the rank, what it breaks, the first suspects, how many vectors fail, its name."""
    names = [suspect.clause for suspect in suspects(found.results)][: NEAR + 2]
    failing = sum(result.bad for result in found.results)
    return f"{rank(found)}  {'/'.join(found.clauses)}  {' '.join(names)}  ({failing})  {found.fault.name}"


def shares(ranks: Sequence[int]) -> str:
    """Return in words how often the right clause comes first, and among the first three."""
    counts = {
        "first": sum(place == 1 for place in ranks),
        "in the first three": sum(1 <= place <= NEAR for place in ranks),
    }
    words = []
    for where, n in counts.items():
        low, high = interval(n, len(ranks))
        words.append(f"{where} {n} of {len(ranks)} ({n / max(1, len(ranks)):.1%}; {low:.1%} to {high:.1%})")
    return ", ".join(words)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--in", dest="part", choices=tuple(PARTS), help="one part")
    parser.add_argument("--size", type=int, default=SIZE, metavar="N", help=f"noticed faults of each part ({SIZE})")
    parser.add_argument("--seed", type=int, default=SEED, metavar="N", help=f"which sample ({SEED})")
    options = parser.parse_args(arguments)
    everything: list[int] = []
    for part in [options.part] if options.part else list(PARTS):
        ranks = []
        for _turn, found in zip(range(options.size), noticed(part, options.seed), strict=False):
            print(told(found), flush=True)
            ranks.append(rank(found))
        print(f"{part}: {shares(ranks)}", flush=True)
        everything += ranks
    print(f"together: {shares(everything)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
