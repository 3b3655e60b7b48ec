"""Recorded runs of the authors' program (`specs/README.md`, To consume a recorded run)."""

from model.arithmetic import Json
from model.cycle import run_length, run_step
from model.draws import JavaRandom
from model.parameters import read_settings
from model.problems import artificial_problem
from model.representation import read_world, write_bits
from model.state import State
from model.traces import checkpoint, evaluation, first_difference

RECORDED_NAMES = {
    "N": "population_size",
    "beta": "learning_rate",
    "nu": "accuracy_power",
    "acc0": "accuracy_threshold",
    "gamma": "clustering_gamma",
}

RECORDED_FIELDS = ("bits", "num", "exp", "tp", "msa", "fitness", "cs", "ts")

RECORDED_BOUNDS = {"population/*/*": {"rel": 1e-9, "abs": 1e-9}}


def replay_recording(lines: list[Json]) -> str | None:
    """README, To consume a recorded run: the first difference between it and what happens here."""
    recorded, states = lines[0], lines[1:]
    named = {RECORDED_NAMES.get(name, name): value for name, value in recorded["settings"].items()}
    seed, train = named.pop("seed"), named.pop("train")
    named.pop("labels")
    test = named.pop("test", None) or train
    settings = read_settings({"profile": "authors", **named})
    state = State(read_world(problem_data(train), settings), JavaRandom(seed))
    for wanted in states:
        i = -1
        while state.t < wanted["step"]:
            i = run_step(state)
        difference = first_difference(wanted, recorded_state(state, i, wanted), RECORDED_BOUNDS, [])
        if difference is not None:
            return f"step {state.t}: {difference}"
    while state.t < run_length(state.world)[1]:
        run_step(state)
    found = evaluation(state, read_world(problem_data(test), settings).instances)
    difference = first_difference(recorded["evaluation"], found, {"*": {"abs": 1e-6}}, [])
    return None if difference is None else f"evaluation: {difference}"


def problem_data(name: str) -> Json:
    """PRB-1: an artificial problem as the data of a header."""
    instances, _ = artificial_problem(name)
    n_attributes, n_labels = len(instances[0][0]), len(instances[0][1])
    return {
        "attributes": [{"kind": "binary"}] * n_attributes,
        "n_labels": n_labels,
        "instances": [{"x": x, "y": write_bits(y)} for x, y in instances],
    }


def recorded_state(state: State, i: int, wanted: Json) -> Json:
    """README, To consume a recorded run: the state as the recording has it, with the fields that it has."""
    line = checkpoint(state, whole=True) | {"instance": i}
    line["population"] = [[rule[name] for name in RECORDED_FIELDS] for rule in line["population"]]
    return {name: each for name, each in line.items() if name in wanted}
