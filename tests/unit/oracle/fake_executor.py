"""An executor that does what its first argument says: `python fake_executor.py BEHAVIOUR`.

It answers every case with its `in`, as the format `echo` asks, until it misbehaves: at `start`, at the case whose `in`
is `{"out": {"x": "now"}}`, or at `stop`. It needs nothing but Python.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path

BEHAVIOUR = sys.argv[1] if len(sys.argv) > 1 else "good"
DESCRIPTION = {
    "protocol": 1,
    "implementation": {"name": "fake", "version": "1", "language": "Python"},
    "supports": {"formats": ["update", "match"], "profiles": ["paper"]},
}
# what it writes in place of the response to the case, SEQ being the number of the request
WRITES = {
    "text": b"hello\n",
    "empty-line": b"\n",
    "array": b"[1]\n",
    "half-an-object": b'{"seq": SEQ\n',
    "not-utf-8": b'{"seq": SEQ, "reject": "\xff\xfe"}\n',
    "nan": b'{"seq": SEQ, "out": {"x": NaN}}\n',
    "infinity": b'{"seq": SEQ, "out": {"x": 1e999}}\n',
    "huge-integer": b'{"seq": SEQ, "out": {"x": ' + b"9" * 5000 + b"}}\n",
    "name-twice": b'{"seq": SEQ, "out": {}, "out": {}}\n',
    "deep": b'{"seq": SEQ, "out": {"x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}}\n",
    "wrong-seq": b'{"seq": 0, "out": {}}\n',
    "no-seq": b'{"out": {}}\n',
    "true-for-seq": b'{"seq": true, "out": {}}\n',
    "two-answers": b'{"seq": SEQ, "out": {}, "reject": "no-instances"}\n',
    "no-answer": b'{"seq": SEQ}\n',
    "array-for-out": b'{"seq": SEQ, "out": []}\n',
    "number-for-reject": b'{"seq": SEQ, "reject": 3}\n',
    "text-for-skipped": b'{"seq": SEQ, "skipped": "no"}\n',
    "skipped-without-reason": b'{"seq": SEQ, "skipped": {}}\n',
    "errored-without-message": b'{"seq": SEQ, "errored": {"traceback": ""}}\n',
    "unknown-field": b'{"seq": SEQ, "out": {}, "time": 3}\n',
    "extra-line": b'{"seq": SEQ, "out": {"x": "now"}}\nby the way\n',
    "two-lines": b'{"seq": SEQ, "out": {"x": "now"}}\n{"seq": SEQ, "out": {"x": "now"}}\n',
    "windows-line": b'{"seq": SEQ, "out": {"x": "now"}}\r\n',
}
DESCRIPTIONS = {
    "protocol-2": {**DESCRIPTION, "protocol": 2},
    "no-language": {**DESCRIPTION, "implementation": {"name": "fake", "version": "1"}},
    "text-for-formats": {**DESCRIPTION, "supports": {"formats": "all", "profiles": []}},
}


def write(data: bytes) -> None:
    """Write to standard output, at once."""
    view = memoryview(data)
    while view:
        view = view[os.write(1, view) :]


def say(message: object) -> None:
    """Write a line of JSON."""
    write(json.dumps(message).encode() + b"\n")


def start() -> None:
    """Respond to `start`."""
    if BEHAVIOUR == "dies-at-start":
        sys.exit("no licence")
    if BEHAVIOUR == "slow-start":
        time.sleep(600)
    if BEHAVIOUR == "greets":
        write(b"fake executor 1.0\n")
    say(DESCRIPTIONS.get(BEHAVIOUR, DESCRIPTION))


def harmless(seq: int) -> None:
    """Complain more than a pipe holds, and answer."""
    sys.stderr.write("x" * 200_000 + "\n")
    say({"seq": seq, "out": {"x": "now"}})


def complain_and_exit(_seq: int) -> None:
    sys.stderr.write("line 1\n\nout of luck\n")
    sys.exit(3)


def crash(_seq: int) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def write_half_a_line(_seq: int) -> None:
    write(b'{"seq": ')
    sys.exit(0)


def answer_and_exit(seq: int) -> None:
    say({"seq": seq, "out": {"x": "now"}})
    sys.exit(0)


def answer_and_go_on(seq: int) -> None:
    say({"seq": seq, "out": {"x": "now"}})
    told = Path(sys.argv[2])
    while not told.exists():
        time.sleep(0.01)
    write(b"by the way\n")
    told.unlink()


def hang(_seq: int) -> None:
    time.sleep(600)


def close_standard_output(_seq: int) -> None:
    os.close(1)
    time.sleep(600)


def close_standard_input(_seq: int) -> None:
    os.close(0)
    time.sleep(600)


def write_no_line_feed(_seq: int) -> None:
    write(b"x" * 1000)
    time.sleep(600)


def write_for_ever(_seq: int) -> None:
    while True:
        write(b"x" * 65536)


def complain_for_ever(_seq: int) -> None:
    while True:
        os.write(2, b"again\n" * 1000)


def leave_a_child(_seq: int) -> None:
    """Exit, while a child goes on and holds the pipes."""
    import subprocess  # slow to load, and of use here alone

    child = subprocess.Popen(["sleep", "60"])  # noqa: S607 - wherever it is
    sys.stderr.write(f"{child.pid}\n")
    sys.exit(1)


DOES = {
    "exits": complain_and_exit,
    "crashes": crash,
    "half-a-line": write_half_a_line,
    "answers-and-exits": answer_and_exit,
    "late-line": answer_and_go_on,
    "hangs": hang,
    "closes-standard-output": close_standard_output,
    "closes-standard-input": close_standard_input,
    "no-line-feed": write_no_line_feed,
    "endless": write_for_ever,
    "endless-complaints": complain_for_ever,
    "leaves-a-child": leave_a_child,
}


def misbehave(seq: int) -> None:
    """Do to a case what the behaviour says."""
    if BEHAVIOUR in WRITES:
        write(WRITES[BEHAVIOUR].replace(b"SEQ", str(seq).encode()))
    else:
        DOES.get(BEHAVIOUR, harmless)(seq)


def stop() -> None:
    """End as the behaviour says."""
    if BEHAVIOUR == "ignores-stop":
        time.sleep(600)
    if BEHAVIOUR == "says-goodbye":
        write(b"goodbye\n")
    sys.exit(7 if BEHAVIOUR == "ends-with-7" else 0)


def main() -> None:
    """Take requests."""
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if request["cmd"] == "start":
            start()
            if BEHAVIOUR == "stops-reading":
                os.read(0, 10)
                write(b"x" * 300_000)
                time.sleep(600)
        elif request["cmd"] == "stop":
            stop()
        elif request["case"]["in"] == {"out": {"x": "now"}}:
            misbehave(request["seq"])
        else:
            say({"seq": request["seq"], **request["case"]["in"]})


if __name__ == "__main__":
    main()
