"""Write the traces of `specs/traces` and `specs/large` that differ now, from their headers: `python3 tools/traces.py`.

For a change of what runs do or traces tell. `python -P -m mlslcs_ref trace` makes a new trace; the tests replay all.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fill import held, packed

from mlslcs_ref.oracle.traces.diff import replay_trace
from mlslcs_ref.oracle.traces.files import open_trace, write_trace
from mlslcs_ref.oracle.traces.traced_run import TracedRun

SPECS: Final = Path(__file__).resolve().parents[1] / "specs"


def main() -> None:
    """Write them."""
    for path in sorted(SPECS.glob("*/*.trace.jsonl.gz")):
        trace = open_trace(path)
        if replay_trace(trace).difference is not None:
            write_trace(path, TracedRun(trace.header).records())
            path.write_bytes(packed(held(path)))
            print(f"written: {path.relative_to(SPECS)}")


if __name__ == "__main__":
    main()
