"""What happened in a step, as values for observers.

An event holds plain values only: a rule is named by its serial, a chromosome is a text of 0 and 1, first bit first. An
observer is any callable that takes an event; whatever it does with it, it cannot change a run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Controlled(NamedTuple):
    """Control of the match set took a micro-classifier from rule `serial`, which has `num` left (CTL-1)."""

    step: int
    serial: int
    num: int


class Covered(NamedTuple):
    """Covering made `bits` for `label`: rule `serial`, or an equal rule whose num it raises, `merged` (COV-5)."""

    step: int
    label: int
    serial: int
    merged: bool
    bits: str


class GeneticRun(NamedTuple):
    """A GA ran on the correct set of `label` at GA time `clock`, with the rules `first` and `second` as parents.

    `children` are the chromosomes of both children, and `matching` tells which of them match D: the others are dropped.
    """

    step: int
    label: int
    clock: int
    first: int
    second: int
    children: tuple[str, ...]
    matching: tuple[bool, ...]


class Absorbed(NamedTuple):
    """Rule `serial` absorbed the offspring `bits`; as a parent of it, or not (SUB-4)."""

    step: int
    serial: int
    parent: bool
    bits: str


class Inserted(NamedTuple):
    """The offspring `bits` became rule `serial` of P."""

    step: int
    serial: int
    bits: str


class Deleted(NamedTuple):
    """Deletion took a micro-classifier from rule `serial`, which has `num` left (DEL-1)."""

    step: int
    serial: int
    num: int


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
