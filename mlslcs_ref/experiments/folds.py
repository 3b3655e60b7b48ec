"""Splitting a data set into training and test instances, again and again: the folds of a cross-validation.

A scheme always makes all its folds, each with its number, so that fold 3 is the same fold in every run that names the
same data, scheme, number of folds and seed, however many of them that run evaluates. A training and a test file that
somebody else has split are no scheme: they are two data sets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from mlslcs_ref._given import brief
from mlslcs_ref.core.draws import Draws, PcgDraws
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.errors import SettingsError


class Fold(NamedTuple):
    """One split of the instances."""

    number: int
    """Which fold of its scheme, from 1."""
    train: tuple[int, ...]
    test: tuple[int, ...]
    """`train`, `test`: Positions of the instances in the data set, from 0, ascending."""


def folds(dataset: Dataset, scheme: str, n_folds: int, seed: int) -> tuple[Fold, ...]:
    """Split a data set, of which only the number of instances and the labels count.

    Each instance is in `test` of exactly one fold, and in `train` of all others. Sizes of test sets differ by at most
    one, with ``label_sets`` also those of the instances of a label combination.

    Parameters
    ----------
    dataset : Dataset
        What is split.
    scheme : {"plain", "label_sets", "training"}
        How the test instances are chosen:

        - ``plain``: shuffled and cut into parts. Mulan's way.
        - ``label_sets``: every fold gets its share of every label combination, and what is left of a combination goes
          to the smallest folds. The authors' way, but for two faults of their program: it loses combinations with
          exactly `n_folds` instances, and fills folds only up to a limit, so that the last ones may stay small.
        - ``training``: one fold, all instances for training and all for testing, as for the artificial problems.
    n_folds : int
        How many folds, from 2 to the number of instances; ``training`` has one and does not look at it.
    seed : int
        From 0. The same seed gives the same folds.
    """
    if scheme not in SCHEMES:
        raise SettingsError("scheme", f"one of {', '.join(SCHEMES)}", brief(scheme))
    if seed < 0:
        raise SettingsError("folds_seed", "a whole number from 0", str(seed))
    if scheme == "training":
        everything = tuple(range(dataset.n_instances))
        return (Fold(1, everything, everything),)
    if not 2 <= n_folds <= dataset.n_instances:
        raise SettingsError(
            "n_folds", f"from 2 to {dataset.n_instances}, the number of instances of {dataset.name}", str(n_folds)
        )
    where = _SPLITTERS[scheme](dataset, n_folds, seed)
    return tuple(_fold(where, place) for place in range(n_folds))


def _fold(where: list[int], place: int) -> Fold:
    train = tuple(row for row, fold in enumerate(where) if fold != place)
    test = tuple(row for row, fold in enumerate(where) if fold == place)
    return Fold(place + 1, train, test)


# A splitter returns the place, from 0, of the fold that tests each instance.


def rows_of(dataset: Dataset, rows: Sequence[int]) -> Dataset:
    """Return the instances at these positions, in this order, as a data set of the same name."""
    return dataset.taken(list(rows))


def _plain(dataset: Dataset, n_folds: int, seed: int) -> list[int]:
    where = [0] * dataset.n_instances
    for place, row in enumerate(_shuffled(dataset.n_instances, PcgDraws(seed))):
        where[row] = place * n_folds // dataset.n_instances
    return where


def _label_sets(dataset: Dataset, n_folds: int, seed: int) -> list[int]:
    draws = PcgDraws(seed)
    combinations: dict[bytes, list[int]] = {}
    for row in _shuffled(dataset.n_instances, draws):
        combinations.setdefault(dataset.Y[row].tobytes(), []).append(row)
    where = [0] * dataset.n_instances
    sizes = [0] * n_folds
    for rows in combinations.values():
        n_shared = len(rows) - len(rows) % n_folds
        # sorting is stable: among the smallest folds chance decides
        smallest_first = sorted(_shuffled(n_folds, draws), key=sizes.__getitem__)
        places = [turn % n_folds for turn in range(n_shared)] + smallest_first[: len(rows) - n_shared]
        for row, place in zip(rows, places, strict=True):
            where[row] = place
            sizes[place] += 1
    return where


def _shuffled(n: int, draws: Draws) -> list[int]:
    """Return the numbers from 0 to n - 1 in the order of n draws."""
    keys = [draws.unit("shuffle") for _turn in range(n)]
    return sorted(range(n), key=keys.__getitem__)


_SPLITTERS: Final[Mapping[str, Callable[[Dataset, int, int], list[int]]]] = {"plain": _plain, "label_sets": _label_sets}
SCHEMES: Final = (*_SPLITTERS, "training")
"""The names of the schemes."""
