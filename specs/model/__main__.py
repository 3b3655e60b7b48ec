"""The doors of the model.

python3 specs/model                  an executor (specs/protocol.md), on standard input and output
python3 specs/model trace FILE       the trace that the header of FILE asks for (specs/traces.md)
python3 specs/model replay FILE ...  compare traces and recorded runs with what happens here
"""

import json
import sys
from pathlib import Path

# Started as a folder, Python finds the chapters themselves first, and no `model` that they are part of.
sys.path[0] = str(Path(__file__).resolve().parent.parent)

from model.arithmetic import speakable  # noqa: E402
from model.executor import serve  # noqa: E402
from model.recordings import replay_recording  # noqa: E402
from model.traces import read_lines, replay_trace, trace  # noqa: E402


def replay(file: Path) -> bool:
    """`traces.md`: whether a trace or a recorded run is what happens here; says so, too."""
    lines = read_lines(file)
    difference = replay_trace(lines) if lines[0].get("phase") == "header" else replay_recording(lines)
    print(f"{file}: {difference or 'agrees'}")
    return difference is None


def main(arguments: list[str]) -> int:
    """Be an executor, write a trace, or compare."""
    if not arguments:
        serve(sys.stdin, sys.stdout)
        return 0
    if arguments[0] == "trace" and len(arguments) == 2:
        for line in trace(read_lines(Path(arguments[1]))[0]):
            print(json.dumps(speakable(line)))
        return 0
    if arguments[0] == "replay" and len(arguments) > 1:
        agreements = [replay(Path(name)) for name in arguments[1:]]
        return 0 if all(agreements) else 1
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
