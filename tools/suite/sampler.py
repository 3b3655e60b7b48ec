"""Random cases by their sizes: attributes, instances and rules that fit together, from a stream of fixed seed.

Numbers have few digits, so that files stay small, and the last digit of a draw is never 0 or 5, so that none meets a
probability or the n-th part of a wheel by chance. Tapes are fitted by the model: it makes the draws that it needs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

import numpy as np

from model.formats import FORMATS
from model.parameters import Settings, read_settings

__all__ = ["Sampler", "Shape", "covering_array", "fitted"]

Json = dict[str, Any]
LAST_DIGITS: Final = (1, 2, 3, 4, 6, 7, 8, 9)
FLAT: Final = 2
MOST_DRAWS: Final = 40_000


@dataclass(frozen=True)
class Shape:
    """How large a case is.

    Parameters
    ----------
    kinds : str
        A letter for each attribute: b(inary), n(ominal), c(ontinuous), f(lat: continuous without a range).
    n_labels, n_instances, n_rules : int
        Sizes.
    n_values : int
        Values of a nominal attribute.
    missing : float
        The share of missing values.
    testing, deciding : float
        The shares of active attribute and label genes of rules.
    right : float
        The share of labels that a rule decides as the instance that it is made of.
    matches : int
        The most updates of a rule.
    num : int
        The greatest numerosity.
    clock : int
        The GA clock.
    """

    kinds: str = "bbnc"
    n_labels: int = 3
    n_instances: int = 6
    n_rules: int = 5
    n_values: int = 4
    missing: float = 0.08
    testing: float = 0.4
    deciding: float = 0.6
    right: float = 0.7
    matches: int = 40
    num: int = 3
    clock: int = 60


class Sampler:
    """A source of random cases of one shape.

    Parameters
    ----------
    seed : str
        Its name: another name, other cases.
    settings : mapping
        The settings of the cases.
    shape : Shape
        The sizes.
    """

    def __init__(self, seed: str, settings: Mapping[str, Any], shape: Shape) -> None:
        self.random = random.Random(seed)  # noqa: S311 - no secret
        self.settings = read_settings(dict(settings))
        self.shape = shape

    def draw(self) -> float:
        """Return a draw of four digits."""
        return (self.random.randrange(1000) * 10 + self.random.choice(LAST_DIGITS)) / 10_000

    def bit(self, share: float = 0.5) -> int:
        """Return 1 with a probability."""
        return int(self.random.random() < share)

    def bits(self, size: int) -> str:
        """Return random bits."""
        return "".join(str(self.bit()) for _ in range(size))

    def attributes(self, *, ranges: bool = True) -> list[Json]:
        """Return the attributes, the continuous ones perhaps with a range that no value of `row` leaves."""
        return [self._attribute(kind, ranges) for kind in self.shape.kinds]

    def _attribute(self, kind: str, ranges: bool) -> Json:
        if kind == "b":
            return {"kind": "binary"}
        if kind == "n":
            return {"kind": "nominal", "n_values": self.shape.n_values}
        found: Json = {"kind": "continuous"}
        if ranges:
            low, high = round(self.random.uniform(-3.0, 0.0), 3), round(self.random.uniform(5.0, 9.0), 3)
            found |= {"minimum": FLAT, "maximum": FLAT} if kind == "f" else {"minimum": low, "maximum": high}
        return found

    def row(self) -> list[Any]:
        """Return the values of an instance."""
        return [None if self.bit(self.shape.missing) else self._value(kind) for kind in self.shape.kinds]

    def _value(self, kind: str) -> Any:
        if kind == "b":
            return self.bit()
        if kind == "n":
            return self.random.randrange(self.shape.n_values)
        return FLAT if kind == "f" else round(self.random.uniform(0.5, 4.5), 3)

    def labels(self, share: float = 0.4) -> str:
        """Return a label set."""
        return "".join(str(self.bit(share)) for _ in range(self.shape.n_labels))

    def instances(self) -> list[Json]:
        """Return D."""
        return [{"x": self.row(), "y": self.labels()} for _ in range(self.shape.n_instances)]

    def rows(self) -> list[list[Any]]:
        """Return the values of all instances."""
        return [self.row() for _ in range(self.shape.n_instances)]

    def chromosome(self, x: Sequence[Any], y: str) -> str:
        """Return a rule that mostly matches an instance and mostly decides its labels rightly."""
        genes = [self.gene(kind, value) for kind, value in zip(self.shape.kinds, x, strict=True)]
        genes += [f"{self.bit(self.shape.deciding)}{self._decision(label)}" for label in y]
        return "".join(genes)

    def _decision(self, label: str) -> str:
        return label if self.bit(self.shape.right) else str(1 - int(label))

    def gene(self, kind: str, value: Any) -> str:
        """Return an attribute's gene that mostly accepts a value."""
        active = self.bit(self.shape.testing)
        if kind == "b":
            return f"{active}{self.bit() if value is None else value}"
        if kind == "n":
            values = [self.bit() for _ in range(self.shape.n_values)]
            values[self.random.randrange(self.shape.n_values) if value is None else value] = 1
            return "".join(map(str, [active, *values]))
        k = self.settings.precision_bits
        middle = (2**k - 1) // 2
        first, second = self.random.randint(0, middle // 2), self.random.randint(middle, 2**k - 1)
        if self.bit(0.2):
            first, second = second, first
        return f"{active}" + f"{first:0{k}b}"[::-1] + f"{second:0{k}b}"[::-1]

    def rule(self, x: Sequence[Any], y: str) -> Json:
        """Return a rule with counts, some of them without a fault, some of them without experience."""
        code = self.chromosome(x, y)
        n_labels = self.shape.n_labels
        n_decided = code[len(code) - 2 * n_labels :: 2].count("1")
        matches = self.random.choice((0, self.random.randint(1, self.shape.matches), self.random.randint(1, 40)))
        found: Json = {"bits": code, "num": self.random.randint(1, self.shape.num)}
        if matches:
            share = 1.0 if self.bit(0.4) else self.random.uniform(0.3, 1.0)
            correct = round(share * matches * n_decided)
            found |= {
                "exp": matches * (1 if self.settings.experience_unit == "match" else n_labels),
                "correct": correct,
                "wrong": matches * n_decided - correct,
                "indifferent": matches * (n_labels - n_decided),
                "cs": round(self.random.uniform(1.0, 12.0), 3),
            }
        found |= {"ts": self.random.randint(max(0, self.shape.clock - 60), self.shape.clock)}
        if matches and found["ts"] and self.bit(0.8):
            found["stamped"] = True
        found["created"] = self.random.randint(0, 12)
        return found

    def rules(self, instances: Sequence[Json]) -> list[Json]:
        """Return P: each rule is made of an instance; some stand there twice."""
        found: list[Json] = []
        while len(found) < self.shape.n_rules:
            instance = self.random.choice(instances)
            found.append(self.rule(instance["x"], instance["y"]))
            if self.bit(0.15):
                found.append({**self.rule(instance["x"], instance["y"]), **_of_bits(found[-1])})
        return found[: self.shape.n_rules]

    def population(self) -> Json:
        """Return attributes, D and P."""
        instances = self.instances()
        return {
            "attributes": self.attributes(ranges=False),
            "n_labels": self.shape.n_labels,
            "instances": instances,
            "rules": self.rules(instances),
        }

    def ruleset(self) -> Json:
        """Return attributes, rules and the values of instances."""
        instances = self.instances()
        return {
            "attributes": self.attributes(),
            "n_labels": self.shape.n_labels,
            "rules": self.rules(instances),
            "x": [instance["x"] for instance in instances],
        }


def _of_bits(rule: Json) -> Json:
    """Return what has to go along with the bits of a rule: its counts."""
    return {name: rule.get(name, 0) for name in ("bits", "exp", "correct", "wrong", "indifferent")}


def fitted(case: Json, draw: Callable[[], float]) -> Json:
    """Return a case with the draws that the model makes on it, without settings that it never reads.

    Raises
    ------
    ValueError
        If there is no end of draws.
    """
    made: list[float] = []

    def recorded() -> float:
        if len(made) == MOST_DRAWS:
            raise ValueError("expected a case that ends, found too many draws")
        made.append(draw())
        return made[-1]

    watched = _Watched(read_settings(case["settings"], case["in"].get("problem")))
    FORMATS[case["format"]](case["in"], cast("Settings", watched), recorded)
    # the counts of given rules are in the unit of UPD-2, read or not
    needed = watched.read | {"profile"} | ({"experience_unit"} if case["in"].keys() & {"rule", "rules"} else set())
    kept = {name: value for name, value in case["settings"].items() if name in needed}
    return {**case, "settings": kept, "draws": made}


class _Watched:
    """Settings that know which of them have been read."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.read: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        self.read.add(name)
        return getattr(self._settings, name)


def covering_array(seed: str, factors: Mapping[str, Sequence[Any]]) -> Iterator[Json]:
    """Yield rows in which all pairs of values of every two factors occur; each row is the best of some random ones."""
    stream = random.Random(seed)  # noqa: S311 - no secret
    names = sorted(factors)
    sizes = [len(factors[name]) for name in names]
    starts = np.cumsum([0, *sizes[:-1]])
    factor = np.repeat(np.arange(len(names)), sizes)
    # of two values, each with a place among the values of all factors, whether no row has had both so far
    missing = factor[:, None] < factor[None, :]
    while missing.any():
        rows = [[stream.randrange(size) for size in sizes] for _ in range(30)]
        pairs = [np.ix_(starts + np.array(row), starts + np.array(row)) for row in rows]
        gains = [int(np.count_nonzero(missing[pair])) for pair in pairs]
        best = gains.index(max(gains))
        if gains[best]:
            missing[pairs[best]] = False
            yield {name: factors[name][value] for name, value in zip(names, rows[best], strict=True)}
