"""What stands in a case, read, and rules as answers describe them (`specs/formats/README.md`)."""

from typing import Any

from model.arithmetic import Bits, Draw, Json, Value, round32
from model.parameters import Rule, Settings, acc_of, fitness_of, msa_of, tp_of
from model.representation import read_bits, read_value, read_world, write_bits
from model.state import State
from model.subsumption import is_able


def read_rule(given: Json) -> Rule:
    """PAR-0: a rule from JSON; what is not known of it is as at birth."""
    return Rule(**(given | {"bits": read_bits(given["bits"])}))


def read_rules(given: Json) -> list[Rule]:
    """README, Terms: P."""
    return [read_rule(each) for each in given["rules"]]


def read_rows(rows: list[list[Any]]) -> list[list[Value]]:
    """REP-7: rows of values, None where one is missing."""
    return [[read_value(cell) for cell in row] for row in rows]


def read_votes(given: Json, settings: Settings) -> list[list[float]]:
    """INF-2: normalised votes, rounded where they are 32-bit floats."""
    rows = [[float(vote) for vote in row] for row in given["votes"]]
    if settings.vote_weight == "accuracy":
        return [[round32(vote) for vote in row] for row in rows]
    return rows


def read_sets(texts: list[str]) -> list[Bits]:
    """REP-1: label sets."""
    return [read_bits(text) for text in texts]


def read_state(given: Json, settings: Settings, draw: Draw) -> State:
    """CYC-1: a run in the middle."""
    state = State(read_world(given, settings), draw, clock=given.get("clock", 0), t=given.get("step", 0))
    state.P = read_rules(given)
    return state


def describe(settings: Settings, rule: Rule) -> Json:
    """PAR-0, PAR-1, SUB-1: a rule as answers have it."""
    return {
        "bits": write_bits(rule.bits),
        "num": rule.num,
        "exp": rule.exp,
        "tp": tp_of(settings, rule),
        "fp": rule.wrong,
        "msa": msa_of(settings, rule),
        "acc": acc_of(settings, rule),
        "fitness": fitness_of(settings, rule),
        "cs": rule.cs,
        "ts": rule.ts,
        "created": rule.created,
        "able": is_able(settings, rule),
    }


def describe_all(state: State) -> list[Json]:
    """PAR-0: P as answers have it."""
    return [describe(state.world.settings, rule) for rule in state.P]
