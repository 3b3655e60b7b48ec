"""What happened in a step, as values for observers.

An event holds numbers only: a rule is named by its serial. An observer is any callable that takes an event; whatever
it does with it, it cannot change a run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

__all__ = [
    "Absorbed",
    "Controlled",
    "Covered",
    "Deleted",
    "Event",
    "GeneticRun",
    "Inserted",
    "Observer",
    "Removed",
    "StepEnded",
]


class Controlled(NamedTuple):
    """Control of the match set took a micro-classifier from rule `serial` (CTL-1)."""

    step: int
    serial: int


class Covered(NamedTuple):
    """Covering made rule `serial` for `label`, or raised the num of that rule if it was there already (COV-5)."""

    step: int
    label: int
    serial: int
    merged: bool


class GeneticRun(NamedTuple):
    """A GA ran on the correct set of `label` at GA time `clock`; `n_children` of its two children match D."""

    step: int
    label: int
    clock: int
    n_children: int


class Absorbed(NamedTuple):
    """Rule `serial` absorbed an offspring; as a parent of it, or not (SUB-4)."""

    step: int
    serial: int
    parent: bool


class Inserted(NamedTuple):
    """An offspring became rule `serial` of P."""

    step: int
    serial: int


class Deleted(NamedTuple):
    """Deletion took a micro-classifier from rule `serial` (DEL-1)."""

    step: int
    serial: int


class Removed(NamedTuple):
    """Rule `serial`, of `num` micro-classifiers, was removed because it matches no instance of D (GEN-7, `authors`)."""

    step: int
    serial: int
    num: int


class StepEnded(NamedTuple):
    """A step is over; P has `macro` rules, `micro` micro-classifiers, and `draws` numbers have been drawn."""

    step: int
    instance: int
    macro: int
    micro: int
    draws: int


Event = Controlled | Covered | GeneticRun | Absorbed | Inserted | Deleted | Removed | StepEnded
Observer = Callable[[Event], None]
