"""The replayer's door: traces are written, and compared with what happens here (`specs/traces.md`)."""

import gzip
import hashlib
import json
import math
import struct
import zlib
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

from model.arithmetic import Draw, Json, speakable
from model.cycle import run_length, run_step
from model.draws import JavaRandom, Pcg64
from model.final import final_rules
from model.inference import predictions, thresholds_of
from model.initialisation import initialise
from model.metrics import accuracy, exact_match, hamming_loss
from model.parameters import read_settings
from model.representation import Instance, read_world, write_bits
from model.state import State, draws_made, micro, written_rule


def read_lines(file: Path) -> list[Json]:
    """`traces.md`, Consuming a trace: the lines of a trace or of a recorded run."""
    data = file.read_bytes()
    text = gzip.decompress(data) if file.name.endswith(".gz") else data
    return [json.loads(line) for line in text.decode().splitlines()]


def start_run(header: Json) -> State:
    """`traces.md`, The header: the run that it asks for, before its first step."""
    settings = read_settings({"profile": header["profile"], **header["settings"]})
    stream = header["stream"]
    draw: Draw
    if stream["name"] == "java":
        draw = JavaRandom(int(stream["seed"]))
    else:
        draw = Pcg64(int(stream["state"]), int(stream["increment"]))
    state = State(read_world(header["data"], settings), draw)
    if settings.clustering:
        initialise(state)
    return state


def trace(header: Json) -> Iterator[Json]:
    """`traces.md`, The footer: all lines of the trace that a header asks for, this header included."""
    yield header | {"implementation": {"name": "specs/model", "version": "2"}}
    counts: dict[str, int] = {}
    n_lines = 1
    for line in lines_between(header, state := start_run(header)):
        n_lines += 1
        if line["phase"] != "checkpoint":
            counts[line["phase"]] = counts.get(line["phase"], 0) + 1
        yield line
    footer = {"step": state.t, "phase": "footer", "lines": n_lines + 1, "events": counts}
    if state.t == run_length(state.world)[1]:
        test = read_world(header["test"] or header["data"], state.world.settings)
        footer["evaluation"] = evaluation(state, test.instances)
    yield footer


def lines_between(header: Json, state: State) -> Iterator[Json]:
    """`traces.md`, The events of a step, Checkpoints: what stands between header and footer."""
    yield from state.events
    yield checkpoint(state, whole=True)
    n_checkpoints = 1
    while state.t < header["steps"]:
        state.events = []
        i = run_step(state)
        state.tell("end", instance=i, macro=len(state.P), micro=micro(state.P), draws=draws_made(state))
        yield from state.events
        last = state.t == header["steps"]
        if state.t % header["checkpoint_every"] == 0 or last:
            yield checkpoint(state, whole=n_checkpoints % header["population_every"] == 0 or last)
            n_checkpoints += 1


def checkpoint(state: State, *, whole: bool) -> Json:
    """`traces.md`, Checkpoints: the state between two steps."""
    exact, recorded = "", ""
    for rule in state.P:
        bits = write_bits(rule.bits)
        cs = struct.pack(">d", rule.cs).hex()
        exact += f"{rule.serial} {bits} {rule.num} {rule.exp} {rule.correct} {rule.wrong} {rule.indifferent} "
        exact += f"{rule.ts} {rule.created} {cs}\n"
        recorded += f"{bits} {rule.num} {rule.exp} {rule.ts}\n"
    line: Json = {
        "step": state.t,
        "phase": "checkpoint",
        "macro": len(state.P),
        "micro": micro(state.P),
        "draws": draws_made(state),
        "crc32": f"{zlib.crc32(recorded.encode()):08x}",
        "hash": hashlib.sha256(exact.encode()).hexdigest(),
    }
    if whole:
        line["population"] = [written_rule(state.world.settings, rule) for rule in state.P]
    return line


def evaluation(state: State, test: list[Instance]) -> dict[str, float]:
    """`traces.md`, The footer: thresholds on D, metrics on the test data, of a run at its end."""
    world = state.world
    rules = final_rules(world, state.P)
    xs, truth = [each.x for each in world.instances], [each.y for each in world.instances]
    thresholds = thresholds_of(world, rules, xs, truth, "accuracy")
    found = {f"threshold_{name}": threshold for name, threshold in thresholds.items()}
    xs, truth = [each.x for each in test], [each.y for each in test]
    for name, predicted in predictions(world, rules, xs, thresholds).items():
        found[f"accuracy_{name}"] = accuracy(world.settings, truth, predicted)
        found[f"hammingloss_{name}"] = hamming_loss(truth, predicted)
        found[f"exactmatch_{name}"] = exact_match(truth, predicted)
    return found


def replay_trace(lines: list[Json]) -> str | None:
    """`traces.md`, Consuming a trace: the first difference between a trace and what happens here."""
    header = lines[0]
    for wanted, found in zip_longest(lines, trace(header)):
        if wanted is None or found is None:
            return f"one of the two goes on with {wanted or found}"
        if found["phase"] == "header":
            continue
        difference = first_difference(wanted, speakable(found), header["compare"], [])
        if difference is not None:
            return f"step {found['step']}, {found['phase']}: {difference}"
    return None


def first_difference(wanted: Any, found: Any, bounds_by_path: Json, path: list[str]) -> str | None:
    """`traces.md`, Consuming a trace: where two values differ; numbers may differ by the bounds of their path."""
    if isinstance(wanted, dict) and isinstance(found, dict) and wanted.keys() == found.keys():
        pairs = [(name, wanted[name], found[name]) for name in wanted]
    elif isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        pairs = [(str(i), a, b) for i, (a, b) in enumerate(zip(wanted, found, strict=True))]
    elif wanted == found or near(wanted, found, bound_of(bounds_by_path, path)):
        return None
    else:
        return f"{'/'.join(path)}: wanted {wanted}, found {found}"
    for name, a, b in pairs:
        difference = first_difference(a, b, bounds_by_path, [*path, name])
        if difference is not None:
            return difference
    return None


def bound_of(bounds_by_path: Json, path: list[str]) -> Json:
    """`traces.md`, Consuming a trace: the bounds of a path, none if it is exact."""
    for pattern, bound in bounds_by_path.items():
        parts = pattern.split("/")
        if len(parts) == len(path) and all(a in {"*", b} for a, b in zip(parts, path, strict=True)):
            return {} if bound == "exact" else bound
    return {}


def near(wanted: Any, found: Any, bound: Json) -> bool:
    """`traces.md`, Consuming a trace: whether two numbers are as near as any of the bounds asks."""
    if not isinstance(wanted, (int, float)) or not isinstance(found, (int, float)):
        return False
    distance_between = abs(wanted - found)
    largest = max(abs(wanted), abs(found))
    units = {"rel": largest, "abs": 1, "ulp": math.ulp(largest)}
    return any(distance_between <= limit * units[name] for name, limit in bound.items())
