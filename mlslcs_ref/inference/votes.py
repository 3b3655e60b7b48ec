"""The performance component in test mode: votes of the rules that match, and labels decided by them.

Everything works on all instances at once, rule by rule in population order, so that each sum has the order of the
clause. How thresholds are chosen is in `thresholds`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Protocol, overload

import numpy as np
import numpy.typing as npt
from bitarray import bitarray
from bitarray.util import zeros

from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.coverage import CoverageIndex

Votes = npt.NDArray[np.floating[Any]]
Flags = npt.NDArray[np.bool_]
Places = npt.NDArray[np.intp]
# shared by the many rules that match none of a few instances
NOWHERE: Final[Places] = np.zeros(0, dtype=np.intp)


class Voter(Protocol):
    """What votes: a classifier of a run, or a rule that a caller holds."""

    @property
    def chromosome(self) -> bitarray:
        """Its genes."""

    @property
    def num(self) -> int:
        """Numerosity."""

    @property
    def exp(self) -> int:
        """Experience."""

    @property
    def acc(self) -> float:
        """Accuracy."""

    @property
    def fitness(self) -> float:
        """F."""


def decisions(rule: Voter, n_labels: int) -> npt.NDArray[np.int8]:
    """Return what a rule says of each label: 1, -1 for decision 0, and 0 where it is indifferent."""
    bits = np.array(rule.chromosome[-2 * n_labels :].tolist(), dtype=np.int8).reshape(n_labels, 2)
    signs: npt.NDArray[np.int8] = bits[:, 0] * (2 * bits[:, 1] - 1)
    return signs


def vote_of(rule: Voter, by_accuracy: bool) -> float:
    """Return what a rule with experience adds to the vote of a label or takes from it: num*F, or num*acc (INF-1)."""
    return rule.num * (rule.acc if by_accuracy else rule.fitness)


class _Positions(Sequence[Places]):
    """The positions of the bits that are set, for each of some bit arrays: told when asked for, as they take more."""

    def __init__(self, bits: Sequence[bitarray]) -> None:
        self._bits = bits

    def __len__(self) -> int:
        return len(self._bits)

    @overload
    def __getitem__(self, place: int) -> Places: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Places]: ...

    def __getitem__(self, place: int | slice) -> Places | Sequence[Places]:
        return _Positions(self._bits[place]) if isinstance(place, slice) else _positions(self._bits[place])

    def count_clear(self, n: int) -> int:
        """Return at how many positions, of `n` that all have, no bit is set."""
        found = zeros(n, "little")
        for bits in self._bits:
            found |= bits
        return found.count(0)


def count_unmatched(matched: Sequence[Places], n_instances: int) -> int:
    """Return how many instances no rule matches, of as many as there are (INF-6)."""
    if isinstance(matched, _Positions):
        return matched.count_clear(n_instances)
    found = np.zeros(n_instances, dtype=bool)
    for instances in matched:
        found[instances] = True
    return int((~found).sum())


def matched_instances(rules: Sequence[Voter], index: CoverageIndex) -> Sequence[Places]:
    """Return for every rule the instances of an index that it matches, ascending."""
    return _Positions([index.matched(rule.chromosome) for rule in rules])


def covered_instances(rules: Sequence[Classifier]) -> Sequence[Places]:
    """Return for every rule of a run the training instances that it matches, ascending."""
    return _Positions([rule.coverage for rule in rules])


def _positions(bits: bitarray) -> Places:
    if not bits.any():
        return NOWHERE
    flags = np.unpackbits(np.frombuffer(bits.tobytes(), dtype=np.uint8), count=len(bits), bitorder="little")
    return np.flatnonzero(flags)


def raw_votes(
    rules: Sequence[Voter],
    matched: Sequence[npt.NDArray[np.intp]],
    n_instances: int,
    n_labels: int,
    by_accuracy: bool = False,
) -> Votes:
    """Return the votes w of the matching rules for every instance and label (INF-1).

    Parameters
    ----------
    rules : sequence of Voter
        In population order; those with exp = 0 do not vote.
    matched : sequence of ndarray of int
        The instances that each rule matches.
    n_instances, n_labels : int
        The shape of the result.
    by_accuracy : bool
        Whether a vote is num*acc, every sum rounded to 32 bits (`authors`), or num*F.

    Returns
    -------
    ndarray of shape (n_instances, n_labels)
        64-bit floats, or 32-bit ones if `by_accuracy`.
    """
    votes: Votes = np.zeros((n_instances, n_labels), dtype=np.float32 if by_accuracy else np.float64)
    for rule, instances in zip(rules, matched, strict=True):
        if rule.exp > 0 and len(instances):
            vote = vote_of(rule, by_accuracy)
            # the sum is made in doubles and rounded on assignment
            votes[instances] = votes[instances].astype(np.float64) + vote * decisions(rule, n_labels)
    return votes


def raw_votes_on_one(votes: npt.NDArray[np.float64], decided: npt.NDArray[np.int8], by_accuracy: bool = False) -> Votes:
    """Return what `raw_votes` returns for a single instance, of shape (1, n_labels).

    Parameters
    ----------
    votes : ndarray of shape (n_matching,)
        num*acc or num*F of the matching rules with experience, in population order.
    decided : ndarray of shape (n_matching, n_labels)
        Their `decisions`.
    by_accuracy : bool
        Whether every sum is rounded to 32 bits (`authors`).
    """
    parts = votes[:, None] * decided
    if not by_accuracy:
        # from 0 and one after the other, which a plain sum does not promise
        sums: Votes = np.add.accumulate(np.vstack([np.zeros(parts.shape[1]), parts]))[-1:]
        return sums
    total = np.zeros((1, parts.shape[1]), dtype=np.float32)
    for part in parts:
        total = (total.astype(np.float64) + part).astype(np.float32)
    return total


def normalised_votes(votes: Votes) -> Votes:
    """Return the votes moved to start at 0 and divided by their sum; all zero where that is 0 (INF-2)."""
    lowest = np.minimum(votes.min(axis=1, initial=0.0), 0.0)
    moved = (votes.astype(np.float64) - lowest[:, None]).astype(votes.dtype)
    total = np.zeros(len(votes), dtype=votes.dtype)
    for label in range(votes.shape[1]):
        total += moved[:, label]
    decided = total > 0.0
    divisor = np.where(decided, total, 1.0).astype(np.float64)
    shares: Votes = (moved.astype(np.float64) / divisor[:, None]).astype(votes.dtype)
    shares[~decided] = 0.0
    return shares


def active_labels(votes: Votes, threshold: float, above: bool = False) -> Flags:
    """Return which labels normalised votes activate (INF-2).

    Parameters
    ----------
    votes : ndarray of shape (n_instances, n_labels)
        Normalised; an instance without votes activates nothing.
    threshold : float
        From 0 to 0.5.
    above : bool
        Whether a vote has to exceed the threshold (`authors`) or may equal it.
    """
    wide = votes.astype(np.float64)
    reached = wide > threshold if above else wide >= threshold
    flags: Flags = reached & (wide.max(axis=1, initial=0.0) > 0.0)[:, None]
    return flags


def best_order(rules: Sequence[Voter], by_num_accuracy: bool = False) -> list[int]:
    """Return the positions of the rules that decide anything, in the order in which BEST asks them (INF-5).

    Parameters are those of `best_labels`.
    """
    order = [position for position, rule in enumerate(rules) if rule.exp > 0]
    if by_num_accuracy:
        order = [position for position in order if rules[position].num * rules[position].acc > 0.0]
        order.sort(key=lambda position: -rules[position].num * rules[position].acc)
    else:
        order.sort(key=lambda position: (-rules[position].fitness, -rules[position].num, -rules[position].exp))
    return order


def best_labels(
    rules: Sequence[Voter],
    matched: Sequence[npt.NDArray[np.intp]],
    n_instances: int,
    n_labels: int,
    by_num_accuracy: bool = False,
) -> Flags:
    """Return the labels that the best matching rules decide, each label by the first that decides it (INF-5).

    Parameters
    ----------
    rules, matched, n_instances, n_labels
        As for `raw_votes`.
    by_num_accuracy : bool
        Whether rules are asked in order of num*acc (`authors`) or of F, then num, then exp.
    """
    labels = np.zeros((n_instances, n_labels), dtype=bool)
    for position, decided in best_decided(rules, matched, n_instances, n_labels, by_num_accuracy):
        labels[matched[position]] |= decided & (decisions(rules[position], n_labels) > 0)
    return labels


def best_decided(
    rules: Sequence[Voter],
    matched: Sequence[npt.NDArray[np.intp]],
    n_instances: int,
    n_labels: int,
    by_num_accuracy: bool = False,
) -> Iterator[tuple[int, Flags]]:
    """Yield each rule that BEST asks, as a position, with which labels of its instances it is the first to decide.

    Parameters are those of `best_labels`; the labels are an array of shape (instances of the rule, n_labels) (INF-5).
    """
    open_labels = np.ones((n_instances, n_labels), dtype=bool)
    n_open = open_labels.size
    for position in best_order(rules, by_num_accuracy):
        if not n_open:
            return
        instances = matched[position]
        decided = open_labels[instances] & (decisions(rules[position], n_labels) != 0)
        open_labels[instances] &= ~decided
        n_open -= int(np.count_nonzero(decided))
        yield position, decided
