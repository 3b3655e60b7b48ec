"""UPD: the update component (`specs/clauses/update.md`)."""

from model.arithmetic import Bits
from model.parameters import Rule
from model.representation import World
from model.state import micro


def update(world: World, M: list[Rule], C: list[list[Rule]], y: Bits) -> None:
    """UPD-1, UPD-2, UPD-3: update every rule of M; SUB-1 remembers whether it had been stamped."""
    settings = world.settings
    for rule in M:
        for decision, value in zip(world.decisions(rule.bits), y, strict=True):
            if decision is None:
                rule.indifferent += 1
            elif decision == value:
                rule.correct += 1
            else:
                rule.wrong += 1
        rule.exp += world.n_labels if settings.experience_unit == "label" else 1
        rule.stamped = rule.ts > 0
        sizes = [micro(members) for members in C if rule in members]
        if sizes:
            cs_min = min(sizes)
            rule.cs = rule.cs + settings.learning_rate * (cs_min - rule.cs)
