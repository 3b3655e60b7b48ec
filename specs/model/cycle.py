"""CYC: one training step, and the run that is made of steps (`specs/clauses/cycle.md`)."""

from model.arithmetic import Bits
from model.control import control
from model.covering import covering
from model.deletion import delete_surplus
from model.genetic import Child, run_ga
from model.matching import coverage, match_set
from model.parameters import Rule, Settings, birth_time
from model.representation import Instance, World, equal, write_bits
from model.state import State
from model.subsumption import absorber
from model.update import update


def run_length(world: World) -> tuple[int, int]:
    """CYC-1, CYC-4: training steps, and all steps of a run."""
    settings = world.settings
    training = settings.passes * len(world.instances)
    return training, training + int(settings.update_only * settings.passes) * len(world.instances)


def run_step(state: State) -> int:
    """CYC-1, CYC-4: the next step of a run; the instance that it presented."""
    state.t += 1
    i = (state.t - 1) % len(state.world.instances)
    if state.t <= run_length(state.world)[0]:
        training_step(state, i)
    else:
        update_only_step(state, i)
    return i


def training_step(state: State, i: int) -> None:
    """CYC-0: one training step on instance i."""
    world, instance = state.world, state.world.instances[i]
    M = match_set(world, state.P, instance.x)
    if world.settings.zero_coverage_test == "before_repair":
        remove_useless(state)
    loser = control(state, M)
    M = [rule for rule in M if rule is not loser or rule.num > 0]
    C = correct_sets(world, M, instance.y)
    update(world, M, C, instance.y)
    discover(state, instance, C)
    delete_surplus(state)


def remove_useless(state: State) -> None:
    """GEN-7: rules that match nothing and have seen all of D leave P."""
    for rule in list(state.P):
        old = state.t - rule.created >= len(state.world.instances)
        if old and coverage(state.world, rule.bits) == 0:
            state.P = [other for other in state.P if other is not rule]
            state.tell("removal", rule=rule.serial, num=rule.num)


def update_only_step(state: State, i: int) -> None:
    """CYC-4: matching, correct sets and update alone."""
    world, instance = state.world, state.world.instances[i]
    M = match_set(world, state.P, instance.x)
    update(world, M, correct_sets(world, M, instance.y), instance.y)


def correct_sets(world: World, M: list[Rule], y: Bits) -> list[list[Rule]]:
    """CYC-0: C[l] of every label."""
    decisions = [world.decisions(rule.bits) for rule in M]
    return [
        [rule for rule, decided in zip(M, decisions, strict=True) if decided[label] == y[label]]
        for label in range(world.n_labels)
    ]


def discover(state: State, instance: Instance, C: list[list[Rule]]) -> None:
    """CYC-0: phases 5 and 6 of a step; CYC-2: the clock of `ga_clock` = `step`."""
    if state.world.settings.ga_clock == "step":
        state.clock = state.t
    if state.world.settings.discovery_order == "by_label":
        discover_by_label(state, instance, C)
    else:
        discover_in_phases(state, instance, C)


def discover_by_label(state: State, instance: Instance, C: list[list[Rule]]) -> None:
    """CYC-3: label by label, then the pool (`by_label`)."""
    world = state.world
    merged: list[Rule] = []
    pool: list[Child] = []
    for label, members in enumerate(C):
        if not members:
            bits = covering(world, instance.x, instance.y, label, state.draw)
            gaining = place_covering_rule(state, label, bits, state.clock)
            if gaining is not None:
                merged.append(gaining)
        elif stamp_if_due(state, members):
            pool += run_ga(state, members, label, state.clock)
    for rule in merged:  # CYC-0
        rule.num += 1
    for child in pool:
        winner, parent = absorber(world, state.P, child.rule.bits, (child.first, child.second))
        if winner is None:
            insert_child(state, child)
        else:
            credit(state, winner, child, parent=parent)


def discover_in_phases(state: State, instance: Instance, C: list[list[Rule]]) -> None:
    """CYC-3: all GAs, then covering, then their effects (`in_phases`)."""
    world = state.world
    due: list[bool] = []
    clocks: list[int] = []
    for members in C:  # 1
        due.append(bool(members) and stamp_if_due(state, members))
        clocks.append(state.clock)
    credited: list[tuple[Rule, Child, bool]] = []
    new: list[Child] = []
    for label, members in enumerate(C):  # 2
        for child in run_ga(state, members, label, clocks[label]) if due[label] else []:
            winner, parent = absorber(world, state.P, child.rule.bits, (child.first, child.second))
            if winner is None:
                new.append(child)
            else:
                credited.append((winner, child, parent))
    covered: list[tuple[int, Bits]] = []
    for label, members in enumerate(C):  # 3
        if not members:
            covered.append((label, covering(world, instance.x, instance.y, label, state.draw)))
    for winner, child, parent in credited:  # 4
        credit(state, winner, child, parent=parent)
    for child in new:  # 5
        insert_child(state, child)
    for label, bits in covered:  # 6
        gaining = place_covering_rule(state, label, bits, clocks[label])
        if gaining is not None:
            gaining.num += 1


def ga_is_due(settings: Settings, clock: int, members: list[tuple[int, int]]) -> bool:
    """CYC-2: whether a GA is due, by num and ts of the members of C[l]."""
    S = sum(num for num, ts in members)
    T = sum(num * ts for num, ts in members)
    if settings.ga_due == "exact":
        return (clock - settings.theta_ga) * S > T
    T = (T + 2**31) % 2**32 - 2**31
    mean = abs(T) // S * (1 if T >= 0 else -1)
    return clock - mean >= settings.theta_ga


def stamp_if_due(state: State, members: list[Rule]) -> bool:
    """CYC-2, CYC-3: raise the clock, test, and stamp."""
    settings = state.world.settings
    if settings.ga_clock == "label":
        state.clock += 1
    due = ga_is_due(settings, state.clock, [(rule.num, rule.ts) for rule in members])
    if due:
        for rule in members:
            rule.ts = state.clock
    return due


def place_covering_rule(state: State, label: int, bits: Bits, clock: int) -> Rule | None:
    """COV-5: insert covering's rule, or give the equal rule that is to gain by it."""
    if state.world.settings.covering_duplicates == "merge":
        for rule in state.P:
            if equal(state.world, rule.bits, bits):
                state.tell("covering", label=label, rule=rule.serial, merged=True, bits=write_bits(bits))
                return rule
    made = Rule(bits, ts=birth_time(state.world.settings, clock))
    state.insert(made)
    state.tell("covering", label=label, rule=made.serial, merged=False, bits=write_bits(bits))
    return None


def insert_child(state: State, child: Child) -> None:
    """SUB-4: the child becomes a rule of P."""
    state.insert(child.rule)
    state.tell("insertion", rule=child.rule.serial, bits=write_bits(child.rule.bits))


def credit(state: State, winner: Rule, child: Child, *, parent: bool) -> None:
    """SUB-4: a rule absorbs a child."""
    winner.num += 1
    state.tell("absorption", rule=winner.serial, parent=parent, bits=write_bits(child.rule.bits))
