"""End commands that write files at random moments, by SIGKILL and by signals, and look at what is left.

    python3 tools/dev.py kills [--kills N] [--signals N] [--seed N] [--only NAME]

Each turn begins with the files of an earlier call in place, or without. Afterwards every file has to be as it was, or
as a call that nobody ended writes it, or a whole model of what was learned before a signal. A folder of results or of
checkpoints has to be resumed or begun anew to the same end. No process and no draft may be left. A signal has to be
told as a shell tells it (INT 130, TERM 143, HUP 129). It takes some minutes.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from mlslcs_ref._build import is_compiled
from mlslcs_ref.errors import ModelError, ModelWarning
from mlslcs_ref.rulesets.model_file import load_model

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
DRAFT: Final = re.compile(r"\..*\.[0-9a-f]{16}")
TOOK: Final = re.compile(rb'"ms": [0-9.e-]+')
PAPER: Final = "--profile paper --population-size 60 --passes 4 --quiet"
RUN: Final = f"run data.csv --labels -2 {PAPER} --seed {{seed}} --save model.json"
AUTO: Final = "run data.csv --labels -2 --validation 0.2 --passes 8 --quiet --seed 1 --save model.json"
TUNE: Final = (
    "experiment tune few.csv --labels -2 --candidates p_label_hash=0.1 --candidates p_hash=0.3,0.5 --candidates "
    "theta_ga=300 --candidates population_size=50 --most-passes 2 --every 1 --quiet --out results --seed {seed}"
)
EXECUTOR: Final = f"{shlex.quote(sys.executable)} -P -m mlslcs_ref.oracle.executor"
PLAN: Final = """\
name = "small"
seeds = { first = 1, count = 4 }

[[datasets]]
name = "toy6x4"
scheme = "training"
settings = { population_size = 200, passes = 6, clustering = false }

[[methods]]
name = "MlS-LCS"
kind = "mls-lcs"
profile = "paper"
"""


@dataclass(frozen=True)
class Call:
    """A command that writes."""

    words: str
    """The command; `{seed}` is another number in the call that comes before."""
    files: tuple[str, ...] = ()
    """What it writes, byte for byte the same each time."""
    folder: str = ""
    """The folder of results or checkpoints that it can resume."""
    resume: str = ""
    """The command that resumes it."""
    keeps: bool = False
    """Whether a signal leaves the model of as much as was learned, which is another, and whole."""


CALLS: Final[Mapping[str, Call]] = {
    "run": Call(RUN, ("model.json",), keeps=True),
    "checkpoints": Call(
        f"{RUN} --checkpoint state --every 25",
        ("model.json",),
        "state",
        f"run data.csv --labels -2 --resume state {PAPER} --seed 1 --save model.json",
        keeps=True,
    ),
    "checkpoints, rows held out": Call(
        f"{AUTO} --checkpoint state --every 25", ("model.json",), "state", f"{AUTO} --resume state", keeps=True
    ),
    "run auto": Call("run data.csv --labels -2 --quiet --seed {seed} --save model.json", ("model.json",), keeps=True),
    "export": Call("export made-{seed}.json python --out rules.py", ("rules.py",)),
    "predict": Call("predict made-{seed}.json data.csv --quiet --out labels.csv", ("labels.csv",)),
    "convert": Call("convert data-{seed}.csv out.arff --labels -2 --quiet", ("out.arff", "out.xml")),
    "convert gz": Call("convert data-{seed}.csv out.csv.gz --labels -2 --quiet", ("out.csv.gz",)),
    "compact": Call("compact made-{seed}.json --data data.csv --strategy greedy --save small.json", ("small.json",)),
    "report": Call("report made-{seed}.json --no-pictures --out page", ("page/index.html",)),
    "trace": Call("trace toy6x4 --steps 300 --quiet --seed {seed} --out t.jsonl.gz", ("t.jsonl.gz",)),
    "conform": Call(
        f"conform run --quiet --select update --select pcg64 --executor {shlex.quote(EXECUTOR)} --report report.jsonl",
        ("report.jsonl",),
    ),
    "tune, 1 job": Call(TUNE, (), "results", "experiment tune --resume results --quiet"),
    "tune, 2 jobs": Call(f"{TUNE} --jobs 2", (), "results", "experiment tune --resume results --quiet --jobs 2"),
    "experiment, 1 job": Call(
        "experiment run plan.toml --quiet --out results", (), "results", "experiment run --resume results --quiet"
    ),
    "experiment, 2 jobs": Call(
        "experiment run plan.toml --quiet --jobs 2 --out results",
        (),
        "results",
        "experiment run --resume results --quiet --jobs 2",
    ),
}


def write_inputs(folder: Path) -> None:
    """Write data, a plan and two models."""
    rng = random.Random(1)  # noqa: S311 - data, no secrets
    for seed in (1, 2):
        lines = ["x,y,c,a,b"]
        for _row in range(400):
            x, y, c = rng.random(), rng.random(), rng.choice("uvw")
            lines.append(f"{x:.4f},{y:.4f},{c},{int(x > 0.5)},{int(c == 'u')}")
        (folder / f"data-{seed}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    text = (folder / "data-1.csv").read_text(encoding="utf-8")
    (folder / "data.csv").write_text(text, encoding="utf-8")
    (folder / "few.csv").write_text("".join(text.splitlines(keepends=True)[:31]), encoding="utf-8")
    (folder / "plan.toml").write_text(PLAN, encoding="utf-8")
    for seed in (1, 2):
        calm(folder, RUN, seed)
        (folder / "model.json").rename(folder / f"made-{seed}.json")


def argv_of(words: str, seed: int) -> list[str]:
    """Return a command as a process takes it."""
    return [sys.executable, "-P", "-m", "mlslcs_ref", *shlex.split(words.replace("{seed}", str(seed)))]


def calm(folder: Path, words: str, seed: int) -> tuple[int, bytes]:
    """Make a call that nobody ends, and return its status and what it said."""
    done = subprocess.run(argv_of(words, seed), cwd=folder, capture_output=True, check=False)
    return done.returncode, done.stderr


def members(session: int) -> Iterator[int]:
    """Yield the processes of a session that still run."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError, ValueError):
                fields = (entry / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
                if int(fields[3]) == session and fields[0] != "Z":
                    yield int(entry.name)


def is_model(file: Path) -> bool:
    """Tell whether a file is a model as it was written."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return bool(load_model(file).rules)
        except (ModelError, ModelWarning):
            return False


def contents(folder: Path, files: tuple[str, ...]) -> dict[str, bytes | None]:
    """Return what is in files without times that calls took, None where there is none."""
    found = {name: (folder / name).read_bytes() if (folder / name).exists() else None for name in files}
    return {name: data and TOOK.sub(b"", data) for name, data in found.items()}


class Turns:
    """Turns of one command.

    Parameters
    ----------
    name : str
        The command.
    base : Path
        The inputs.
    rng : random.Random
        When it is ended.
    """

    def __init__(self, name: str, base: Path, rng: random.Random) -> None:
        self.name, self.call, self._base, self._rng = name, CALLS[name], base, rng
        self.faults: list[str] = []
        self.ends: Counter[str] = Counter()
        with tempfile.TemporaryDirectory() as old, tempfile.TemporaryDirectory() as new:
            taken = []
            for seed, folder in ((1, self._copied(new)), (2, self._copied(old))):
                began = time.monotonic()
                status, said = calm(folder, self.call.words, seed)
                taken.append(time.monotonic() - began)
                if status:
                    raise SystemExit(f"{name}: status {status} of a call that nobody ended: {said.decode()}")
            self.seconds = min(taken)
            self.new, self.old = (contents(Path(folder, "work"), self.call.files) for folder in (new, old))

    def _copied(self, folder: str) -> Path:
        return Path(shutil.copytree(self._base, Path(folder, "work")))

    def turn(self, sent: signal.Signals) -> None:
        """End the command once and look at what is left."""
        with tempfile.TemporaryDirectory() as place:
            folder = self._copied(place)
            before: dict[str, bytes | None] = dict.fromkeys(self.call.files)
            if self._rng.random() < 0.5:
                before = self.old
                for name, data in before.items():
                    (folder / name).parent.mkdir(exist_ok=True)
                    (folder / name).write_bytes(data or b"")
            process = subprocess.Popen(
                argv_of(self.call.words, 1),
                cwd=folder,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=self.seconds * (0.1 + self._rng.random()))
            process.send_signal(sent)
            try:
                said = process.communicate(timeout=60)[1]
            except subprocess.TimeoutExpired:
                self.faults.append(f"{self.name}: does not end by {sent.name}")
                os.killpg(process.pid, signal.SIGKILL)
                said = process.communicate()[1]
            self._judge(sent, process, said)
            self._look(sent, folder, before)

    def _judge(self, sent: signal.Signals, process: subprocess.Popen[bytes], said: bytes) -> None:
        status = process.returncode
        # as a shell tells it: a negative status is that of a signal that came before Python heard any, or as it ended
        told = 128 - status if status < 0 else status
        if sent == signal.SIGINT and said.rstrip().endswith(b"KeyboardInterrupt") and b"mlslcs_ref/cli" not in said:
            # the interpreter was still starting, which takes long on a busy machine, or the first modules were loading
            self.ends[f"{sent.name}: before the program"] += 1
            told, said = 128 + sent, b""
        else:
            self.ends[f"{sent.name}: {'in time' if told == 0 else told}"] += 1
        if told not in {0, 128 + sent}:
            said_last = said[-300:].decode("utf-8", "replace")
            self.faults.append(f"{self.name}: status {status} after {sent.name}: {said_last}")
        if b"Traceback" in said or b"atal" in said:
            self.faults.append(f"{self.name}: after {sent.name} it said {said[-600:].decode('utf-8', 'replace')}")
        deadline = time.monotonic() + 10
        while (left := list(members(process.pid))) and time.monotonic() < deadline:
            time.sleep(0.05)
        if left:
            self.faults.append(f"{self.name}: {len(left)} processes were left after {sent.name}")
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)

    def _look(self, sent: signal.Signals, folder: Path, before: Mapping[str, bytes | None]) -> None:
        for name, data in contents(folder, self.call.files).items():
            if data not in (before[name], self.new[name]) and not (
                self.call.keeps and sent != signal.SIGKILL and is_model(folder / name)
            ):
                self.faults.append(f"{self.name}: {name} is torn after {sent.name}")
        drafts = [path.name for path in folder.rglob("*") if DRAFT.fullmatch(path.name)]
        if drafts:
            self.faults.append(f"{self.name}: {', '.join(drafts)} was left after {sent.name}")
        if self.call.folder and (folder / self.call.folder).exists():
            resumed = calm(folder, self.call.resume, 1)
            # ended before the folder says what it is of, there is nothing to resume, and the same call begins anew
            if resumed[0] and calm(folder, self.call.words, 1)[0]:
                self.faults.append(f"{self.name}: cannot be resumed after {sent.name}: {resumed[1][-300:].decode()}")
            elif contents(folder, self.call.files) != self.new:
                self.faults.append(f"{self.name}: another end when it was resumed after {sent.name}")


def main(arguments: list[str]) -> int:
    """End commands, and return 1 if something was left that must not be."""
    parser = argparse.ArgumentParser(prog="dev.py kills", description="End commands that write, at random moments.")
    parser.add_argument("--kills", type=int, default=100, help="by SIGKILL, over all commands (100)")
    parser.add_argument("--signals", type=int, default=100, help="by SIGINT, SIGTERM and SIGHUP in turn (100)")
    parser.add_argument("--seed", type=int, default=1, help="of the moments (1)")
    parser.add_argument("--only", choices=list(CALLS), help="one command alone")
    options = parser.parse_args(arguments)
    print("compiled build" if is_compiled() else "pure build", flush=True)
    rng = random.Random(options.seed)  # noqa: S311 - moments, no secrets
    names = [options.only] if options.only else list(CALLS)
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as place:
        write_inputs(Path(place))
        for number, name in enumerate(names):
            turns = Turns(name, Path(place), rng)
            for _turn in range(number, options.kills, len(names)):
                turns.turn(signal.SIGKILL)
            for turn in range(number, options.signals, len(names)):
                turns.turn(SIGNALS[turn // len(names) % len(SIGNALS)])
            ends = ", ".join(f"{n} {end}" for end, n in sorted(turns.ends.items()))
            print(f"{name} ({turns.seconds:.1f} s): {ends}", flush=True)
            for fault in turns.faults:
                print(f"  FAULT {fault}", flush=True)
            faults += turns.faults
    print(f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
