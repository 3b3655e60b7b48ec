"""What a run changes, and what is told of it (`specs/traces.md`)."""

from dataclasses import asdict, dataclass, field
from typing import Any

from model.arithmetic import Draw, Json
from model.parameters import Rule, Settings, fitness_of, msa_of, tp_of
from model.representation import World, write_bits


@dataclass
class State:
    """CYC-1: what a run changes."""

    world: World
    draw: Draw
    P: list[Rule] = field(default_factory=list)
    clock: int = 0  # the GA clock (CYC-2)
    t: int = 0
    deletions_commenced: bool = False
    n_inserted: int = 0
    events: list[Json] = field(default_factory=list)

    def tell(self, phase: str, **what: Any) -> None:
        """`specs/traces.md`: an event of a trace."""
        self.events.append({"step": self.t, "phase": phase, **what})

    def insert(self, rule: Rule) -> None:
        """CYC-0: a rule comes last in P."""
        self.n_inserted += 1
        rule.serial = self.n_inserted
        rule.created = self.t
        self.P.append(rule)


def micro(rules: list[Rule]) -> int:
    """README, Terms: how many micro-classifiers rules stand for."""
    return sum(rule.num for rule in rules)


def draws_made(state: State) -> int:
    """`traces.md`, Checkpoints: draws so far."""
    return int(getattr(state.draw, "made", 0))


def written_rule(settings: Settings, rule: Rule) -> Json:
    """`traces.md`, Checkpoints: a rule of a population."""
    written = asdict(rule) | {"rule": rule.serial, "bits": write_bits(rule.bits)}
    del written["serial"], written["stamped"]
    written |= {"tp": tp_of(settings, rule), "msa": msa_of(settings, rule), "fitness": fitness_of(settings, rule)}
    return written
