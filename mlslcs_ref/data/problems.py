"""The artificial problems of the paper, whose shortest complete solutions are known (PRB-1).

Every problem has binary attributes a1, a2, ... with the values 0 and 1, labels l1, l2, ... and every instance once, in
increasing binary order with a1 as the most significant bit.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np

from mlslcs_ref._given import brief, require_given
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import BinaryAttribute, Schema
from mlslcs_ref.errors import DataError

MAX_POSITIONS = 16
"""Largest N of mlpositionN: 2^16 = 65,536 instances, each with N attributes and N labels."""

_MLPOSITION = re.compile(r"mlposition(0|[1-9][0-9]*)")

_TOY_COMMON = ("1##### -> 01##", "01#### -> 10##", "00#### -> 11##")
_TOY_PAIRS = ("####00 -> ##00", "####01 -> ##01", "####10 -> ##10", "####11 -> ##11")
_TOY_SINGLES = ("#####0 -> ###0", "#####1 -> ###1", "####0# -> ##0#", "####1# -> ##1#")


@dataclass(frozen=True)
class Problem:
    """A data set together with its shortest complete solutions."""

    dataset: Dataset
    """Every instance of the problem once."""
    solutions: tuple[tuple[str, ...], ...]
    """The alternative solutions, each a set of rules written ``1##### -> 01##``, that decide every label of every
    instance, rightly, with as few rules as possible."""


def toy6x4() -> Dataset:
    """Return the 64 instances of toy6x4, with 6 attributes and 4 labels.

    Returns
    -------
    Dataset
        Labels 1 and 2 are 01 if a1 = 1, 10 if a1 a2 = 01, 11 if a1 a2 = 00; labels 3 and 4 equal a5 and a6.

    Notes
    -----
    Clauses: PRB-1.
    """
    return _all_instances("toy6x4", 6, 4, _toy_labels)


def mlposition(n: int) -> Dataset:
    """Return the 2^n instances of mlpositionN, with n attributes and n labels.

    Parameters
    ----------
    n : int
        Number of attributes and of labels, from 1 to 16.

    Returns
    -------
    Dataset
        Label j is 1 exactly if a_j is the first attribute equal to 1.

    Raises
    ------
    DataError
        If `n` is out of its range.

    Notes
    -----
    Clauses: PRB-1.
    """
    given: object = n
    if not isinstance(given, int | np.integer) or isinstance(given, bool):
        raise DataError(f"mlpositionN: expected a whole number N, found {brief(n)}")
    if not 1 <= n <= MAX_POSITIONS:
        raise DataError(f"mlpositionN: expected N from 1 to {MAX_POSITIONS}, found {brief(n)}")
    return _all_instances(f"mlposition{n}", int(n), int(n), _first_one)


def problem(name: str) -> Problem | None:
    """Return the problem of this name.

    Parameters
    ----------
    name : str
        ``toy6x4``, or ``mlposition`` and a number from 1 to 16.

    Returns
    -------
    Problem or None
        None if no problem is called so; the name may then be a file's.

    Raises
    ------
    DataError
        If the name is that of a problem without instances (``mlposition0``) or with too many.

    Notes
    -----
    Clauses: PRB-1, MET-B.
    """
    require_given("name", name, str, "the name of a problem, such as 'toy6x4'")
    if name == "toy6x4":
        return Problem(toy6x4(), (_TOY_COMMON + _TOY_PAIRS, _TOY_COMMON + _TOY_SINGLES))
    match = _MLPOSITION.fullmatch(name)
    if match is None:
        return None
    digits = match.group(1)
    if len(digits) > 2:  # far too many, and perhaps more digits than int() accepts
        raise DataError(f"mlpositionN: expected N from 1 to {MAX_POSITIONS}, found {digits[:20]}")
    n = int(digits)
    return Problem(mlposition(n), (_mlposition_solution(n),))


def problem_with(name: str, schema: Schema) -> Problem | None:
    """Return the problem of this name and schema; of data called like one that are another, None."""
    try:
        known = problem(name)
    except DataError:
        # mlposition99: a name like a problem's, but there is none so large
        return None
    return known if known is not None and known.dataset.schema == schema else None


def _mlposition_solution(n: int) -> tuple[str, ...]:
    decided = tuple(f"{'0' * j}1{'#' * (n - j - 1)} -> {'0' * j}1{'0' * (n - j - 1)}" for j in range(n))
    return (*decided, f"{'0' * n} -> {'0' * n}")


def _toy_labels(x: tuple[int, ...]) -> tuple[int, ...]:
    if x[0] == 1:
        first_two = (0, 1)
    elif x[1] == 1:
        first_two = (1, 0)
    else:
        first_two = (1, 1)
    return (*first_two, x[4], x[5])


def _first_one(x: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(int(value == 1 and 1 not in x[:j]) for j, value in enumerate(x))


def _all_instances(
    name: str, n_attributes: int, n_labels: int, labels_of: Callable[[tuple[int, ...]], tuple[int, ...]]
) -> Dataset:
    """Build the data set of every binary instance; `product` counts with the first attribute as most significant."""
    schema = Schema(
        tuple(BinaryAttribute(f"a{j}", ("0", "1")) for j in range(1, n_attributes + 1)),
        tuple(f"l{j}" for j in range(1, n_labels + 1)),
    )
    instances = list(product((0, 1), repeat=n_attributes))
    label_sets = [labels_of(x) for x in instances]
    return Dataset(schema, np.array(instances, dtype=np.float64), np.array(label_sets, dtype=np.bool_), name)
