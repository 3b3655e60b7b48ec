"""Send signals at random moments into runs on wide data, and say what became of them.

    python3 tools/dev.py stress [--signals N] [--processes N] [--seed N]

A part of it happens within one Python process after another, as in a notebook: each signal must raise KeyboardInterrupt
in reading, initialisation, training, thresholds or prediction; a run that is interrupted while it trains continues, and
must end as if nothing had happened. Others are processes of the command line, ended by SIGINT (130) and SIGTERM
(143), on both streams: each says which phase it has come to, and the signal comes at a random moment of that whose turn
it is, the loading of modules among them. An abort, a traceback or another status is a failure. It takes minutes. What
is left of files after a kill is looked at by `tools/kills.py`.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Final

import numpy as np

from mlslcs_ref import Dataset, Settings
from mlslcs_ref._build import is_compiled
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.learning.training import STREAMS, Stream, Training

N_ROWS: Final = 300
N_ATTRIBUTES: Final = 60
N_LABELS: Final = 10
PHASES: Final = ("reading", "initialisation", "training", "thresholds", "prediction")
ARGUMENTS: Final = ("--profile", "paper", "--passes", "2", "--population-size", "400", "--clustering", "--quiet")
TOLD: Final = """
import os, sys
from mlslcs_ref.__main__ import main
from mlslcs_ref._signals import end_at_once
pipe = int(sys.argv.pop(1))
def tell(phase):
    os.write(pipe, f"{phase}\\n".encode())
def telling(phase, place, name):
    function = getattr(place, name)
    def told(*given, **named):
        tell(phase)
        return function(*given, **named)
    setattr(place, name, told)
# as the program itself does before it loads anything
end_at_once()
tell("loading")
from mlslcs_ref.cli.training import run
from mlslcs_ref.learning.watched_run import WatchedRun
telling("reading", run, "load_training_data")
telling("initialisation", WatchedRun, "__init__")
telling("training", WatchedRun, "complete")
telling("thresholds", WatchedRun, "model")
telling("prediction", run, "run_report")
sys.exit(main())
"""
"""The program, which tells its phases."""
# as a shell tells it: a negative status is that of a signal that came before Python heard any, or as it ended
AS_TOLD: Final = {"-2": "130", "-15": "143"}


def write_data(path: Path) -> None:
    """Write a table whose chromosomes are far wider than a machine word."""
    rng = np.random.Generator(np.random.PCG64(1))
    X, Y = rng.random((N_ROWS, N_ATTRIBUTES)), rng.random((N_ROWS, N_LABELS)) < 0.3
    lines = [",".join([f"a{i}" for i in range(N_ATTRIBUTES)] + [f"L{i}" for i in range(N_LABELS)])]
    lines += [",".join([*map(repr, x.tolist()), *map(str, y.astype(int).tolist())]) for x, y in zip(X, Y, strict=True)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


class Visitor:
    """Goes through all phases of a run again and again, and receives signals in each.

    Parameters
    ----------
    path : Path
        The data.
    n_signals : int
        How many signals to receive.
    rng : random.Random
        When they come.
    seconds : dict of str to float
        How long phases take; missing ones are measured.
    """

    def __init__(self, path: Path, n_signals: int, rng: random.Random, seconds: dict[str, float]) -> None:
        self.path = path
        self.left = n_signals
        self.heard: Counter[str] = Counter()
        self.ends: dict[str, set[str]] = {stream: set() for stream in STREAMS}
        self.seconds = seconds
        self._rng = rng
        self._timer: threading.Timer | None = None
        self._phase, self._since = "", time.monotonic()

    def enter(self, phase: str) -> None:
        """Begin a phase, and let a signal come at a random moment of it, if it is the one whose turn it is."""
        now = time.monotonic()
        self.seconds.setdefault(self._phase, now - self._since)
        self._phase, self._since = phase, now
        waiting = self._timer is not None and self._timer.is_alive()
        if self.left and not waiting and phase == PHASES[-self.left % len(PHASES)]:
            delay = self._rng.random() * self.seconds[phase]
            self._timer = threading.Timer(delay, os.kill, (os.getpid(), signal.SIGINT))
            self._timer.daemon = True
            self._timer.start()

    def close(self) -> None:
        """End the last phase of a run, and receive in it the signal that is on its way."""
        self.seconds.setdefault(self._phase, time.monotonic() - self._since)
        while self._timer is not None and self._timer.is_alive():
            self._timer.join()
        # let the handler of a signal that has come have its turn
        time.sleep(0)

    def visit(self) -> None:
        """Go through the phases until enough signals have come."""
        while self.left:
            for stream in STREAMS:
                self.run(stream)

    def run(self, stream: Stream) -> None:
        """Go through the phases once, from the one that a signal ended."""
        dataset: Dataset | None = None
        training: Training | None = None
        over = False
        while True:
            try:
                if dataset is None:
                    self.enter("reading")
                    dataset = load_dataset(self.path, labels=-N_LABELS)
                if training is None:
                    self.enter("initialisation")
                    settings = Settings.paper(population_size=800, passes=3)
                    training = Training(dataset, settings, 1, stream=stream)
                if not over:
                    self.enter("training")
                while not over:
                    over = training.advance()
                self.enter("thresholds")
                model = training.model()
                self.enter("prediction")
                model.predict(dataset.X)
                self.ends[stream].add(training.learner.digest())
                self.close()
            except KeyboardInterrupt:
                self.heard[f"{self._phase}, {stream}"] += 1
                self.left -= 1
                if training is not None:
                    over = training.learner.steps == training.learner.n_steps
            else:
                return


def visit(path: Path, n_signals: int, seed: int) -> int:
    """Receive signals in this process; return 1 if a run ended otherwise than one that was never interrupted."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    calm = Visitor(path, 0, random.Random(seed), {})  # noqa: S311 - moments, no secrets
    for stream in STREAMS:
        calm.run(stream)
    visitor = Visitor(path, n_signals, random.Random(seed), calm.seconds)  # noqa: S311
    visitor.visit()
    for name, n in sorted(visitor.heard.items()):
        print(f"{n:5} {name}: KeyboardInterrupt")
    wrong = {stream for stream in STREAMS if visitor.ends[stream] - calm.ends[stream]}
    print("runs that were interrupted ended as others" if not wrong else f"other ends: {sorted(wrong)}", flush=True)
    return 1 if wrong else 0


def run_once(path: Path, stream: str, number: int, phase: str, delay: float) -> tuple[str, dict[str, float]]:
    """Run the program, send it a signal in a phase, and return what became of it and when its phases began."""
    theirs = ["run", os.fspath(path), "--labels", f"-{N_LABELS}", *ARGUMENTS, "--test", os.fspath(path)]
    began = {}
    ours, end = os.pipe()
    command = [sys.executable, "-P", "-c", TOLD, str(end), *theirs, "--stream", stream]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, pass_fds=[end])
    os.close(end)
    is_sent = False
    with os.fdopen(ours, encoding="utf-8") as phases:
        for line in iter(phases.readline, ""):
            began[line.strip()] = time.monotonic()
            if phase in began and not is_sent:
                time.sleep(delay)
                process.send_signal(number)
                is_sent = True
    _, said = process.communicate()
    began["end"] = time.monotonic()
    wrong = any(word in said for word in (b"Traceback", b"Fatal", b"fatal"))
    status = AS_TOLD.get(str(process.returncode), str(process.returncode))
    return f"{status}{' with a traceback' if wrong else ''}", began


def run_processes(path: Path, n_signals: int, rng: random.Random) -> int:
    """Send signals to processes of the command line; return 1 if one of them ended as it must not."""
    status, began = run_once(path, STREAMS[0], signal.SIGINT, "never", 0.0)
    lasts = {phase: then - since for (phase, since), then in zip(began.items(), [*began.values()][1:], strict=False)}
    told = ", ".join(f"{phase} {seconds:.2f}" for phase, seconds in lasts.items())
    print(f"a run has status {status} and takes seconds: {told}", flush=True)
    found: Counter[tuple[str, int, str]] = Counter()
    places = itertools.product(STREAMS, (signal.SIGINT, signal.SIGTERM), lasts)
    for stream, number, phase in itertools.islice(itertools.cycle(places), n_signals):
        status, began = run_once(path, stream, number, phase, lasts[phase] * rng.random())
        # the last phase that it has told of is that in which it heard the signal
        found[[*began][-2], number, status] += 1
    for phase in lasts:
        for (where, sent, status), n in sorted(found.items()):
            if where == phase:
                print(f"{n:5} {phase}, signal {sent}: status {status}")
    wanted = {(signal.SIGINT, "0"), (signal.SIGINT, "130"), (signal.SIGTERM, "0"), (signal.SIGTERM, "143")}
    return 1 if {(number, status) for _, number, status in found} - wanted else 0


def main(arguments: list[str]) -> int:
    """Send the signals."""
    parser = argparse.ArgumentParser(prog="dev.py stress", description="Send signals at random moments into runs.")
    parser.add_argument("--signals", type=int, default=200, help="heard as KeyboardInterrupt (200)")
    parser.add_argument("--processes", type=int, default=200, help="runs of the command line that are ended (200)")
    parser.add_argument("--seed", type=int, default=1, help="of the moments (1)")
    parser.add_argument("--visit", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.visit:
        return visit(Path(options.visit), options.signals, options.seed)
    print("compiled build" if is_compiled() else "pure build", flush=True)
    # what is begun in the background ignores SIGINT, and so would all processes of here
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "wide.csv")
        write_data(path)
        command = [sys.executable, "-P", os.path.realpath(__file__), "--visit", os.fspath(path)]
        command += ["--signals", str(options.signals), "--seed", str(options.seed)]
        failed = subprocess.run(command, check=False).returncode if options.signals else 0
        if failed:
            print(f"FAILED: the process that hears signals ended with status {failed}")
        rng = random.Random(options.seed)  # noqa: S311 - moments, no secrets
        return 1 if (options.processes and run_processes(path, options.processes, rng)) or failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
