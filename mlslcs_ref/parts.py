"""Mechanisms of your own in place of the paper's: deletion, covering, subsumption.

A part is a class with one method. It sees copies of values, so it cannot change the run. It takes random numbers from
the run's stream of draws, so a run still depends on data, settings, seed and part alone. Its results are checked. A
model with parts names them, and is loaded with them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt
from bitarray import bitarray

from mlslcs_ref._given import brief
from mlslcs_ref.core.assembly import Assembly
from mlslcs_ref.core.classifier import Classifier
from mlslcs_ref.core.covering import Covering
from mlslcs_ref.core.deletion import Deletion
from mlslcs_ref.core.genes import ACTIVE, Gene, IntervalGene, NominalGene
from mlslcs_ref.core.roulette import Roulette
from mlslcs_ref.core.subsumption import Subsumption
from mlslcs_ref.errors import SettingsError
from mlslcs_ref.extension.informed import CoveringLike, Informed, InformedAssembly

Numbers = npt.NDArray[np.float64]
Test: TypeAlias = Collection[int] | tuple[float, float]
METHODS: Final[Mapping[str, str]] = {"deletion": "votes", "covering": "cover", "subsumption": "could_subsume"}


class RuleView(NamedTuple):
    """A rule of P as a part sees it: its values at that moment.

    Parameters
    ----------
    num, exp : int
        Numerosity, and experience (UPD-2).
    F, acc : float
        Fitness and accuracy, in [0, 1].
    cs : float
        Estimate of the size of the smallest correct set it is in, micro-classifiers (UPD-3).
    ts, created : int
        GA clock of its last GA, and step of its insertion.
    coverage, decided : int
        Training instances that it matches, and labels that it decides.
    """

    num: int
    exp: int
    F: float
    acc: float
    cs: float
    ts: int
    created: int
    coverage: int
    decided: int


_VALUES: Final[Mapping[str, Callable[[Classifier], Any]]] = {
    **{name: attrgetter(name) for name in RuleView._fields},
    "F": attrgetter("fitness"),
    "coverage": attrgetter("n_covered"),
    "decided": attrgetter("consequent.n_decided"),
}
"""Where a rule of P has what a part sees, in the order of `RuleView`."""


def _view(rule: Classifier) -> RuleView:
    return RuleView(*(value(rule) for value in _VALUES.values()))


class RulesView(Sequence[RuleView]):
    """The rules of P in population order, and each of their values as an array of shape (n_rules,) to calculate with.

    The names are those of `RuleView`. Arrays are copies that cannot be written to.
    """

    num: Numbers
    exp: Numbers
    F: Numbers
    acc: Numbers
    cs: Numbers
    ts: Numbers
    created: Numbers
    coverage: Numbers
    decided: Numbers

    def __init__(self, rules: Sequence[Classifier]) -> None:
        self.__rules = rules

    def __len__(self) -> int:
        return len(self.__rules)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [_view(rule) for rule in self.__rules[place]]
        return _view(self.__rules[place])

    def __iter__(self) -> Iterator[RuleView]:
        return map(_view, self.__rules)

    def __getattr__(self, name: str) -> Numbers:
        if name not in _VALUES:
            raise AttributeError(name)
        column = np.fromiter(map(_VALUES[name], self.__rules), dtype=np.float64, count=len(self.__rules))
        column.flags.writeable = False
        # found there from now on
        self.__dict__[name] = column
        return column


class InstanceView(NamedTuple):
    """What covering sees.

    Parameters
    ----------
    values : tuple of float, length n_attributes
        The instance in codes: the place among the declared values, or the number; NaN where missing.
    kinds : tuple of str, length n_attributes
        `binary`, `nominal` or `continuous`.
    sizes : tuple of int, length n_attributes
        Declared values; 0 of a continuous attribute.
    ranges : tuple of (float, float), length n_attributes
        x_min and x_max; NaN of an attribute that is not continuous.
    labels : tuple of bool, length n_labels
        Its labels.
    focus : int
        The label for which no rule of M is right, from 0.
    """

    values: tuple[float, ...]
    kinds: tuple[str, ...]
    sizes: tuple[int, ...]
    ranges: tuple[tuple[float, float], ...]
    labels: tuple[bool, ...]
    focus: int


class Cover(NamedTuple):
    """A rule for an instance.

    Parameters
    ----------
    tests : mapping of int to (set of int or (float, float))
        By the place of an attribute, from 0, the codes that are accepted, or the least and the largest number; the
        instance's own value is among them. The numbers are moved apart to the next bounds (REP-4). A missing value is
        not tested.
    labels : collection of int
        The labels that it decides, from 0, each as the instance has it.
    """

    tests: Mapping[int, Test]
    labels: Collection[int]


class DeletionPart(Protocol):
    """Which micro-classifiers leave P when there are too many (in place of DEL-2)."""

    def votes(self, rules: RulesView) -> Sequence[float] | Numbers:
        """Return d of every rule, finite and not negative; a rule loses one with probability num*d / sum(num*d)."""


class CoveringPart(Protocol):
    """Which rule is made where no rule of M is right about a label (in place of COV-2 to COV-4)."""

    def cover(self, instance: InstanceView, draw: Callable[[], float]) -> Cover:
        """Return a rule that matches the instance; `draw` gives the next number of the run, in [0, 1)."""


class SubsumptionPart(Protocol):
    """Which rules absorb others (in place of SUB-1); the absorber must still be general for the other (SUB-2)."""

    def could_subsume(self, rule: RuleView) -> bool:
        """Tell whether a rule is good enough."""


@dataclass(frozen=True)
class Parts:
    """Mechanisms of your own for a run; None leaves the paper's.

    Parameters
    ----------
    deletion : class of `DeletionPart`, optional
        Called without arguments for each run.
    covering : class of `CoveringPart`, optional
        Likewise; the rules of the initialisation are still the paper's.
    subsumption : class of `SubsumptionPart`, optional
        Likewise.

    Raises
    ------
    SettingsError
        If one is no class with the method of its protocol.

    Examples
    --------
    >>> from mlslcs_ref import Parts, Settings, toy6x4, train
    >>> class Inaccurate:
    ...     def votes(self, rules):
    ...         return 1.0 + 9.0 * (1.0 - rules.acc)
    >>> settings = Settings.paper(passes=5, population_size=60, clustering=False)
    >>> train(toy6x4(), settings, parts=Parts(deletion=Inaccurate)).record.parts[0].partition(": ")[0]
    'deletion'
    """

    deletion: Callable[[], DeletionPart] | None = None
    covering: Callable[[], CoveringPart] | None = None
    subsumption: Callable[[], SubsumptionPart] | None = None

    def __post_init__(self) -> None:
        for name, part in self._given():
            method = METHODS[name]
            if not isinstance(part, type) or not callable(getattr(part, method, None)):
                raise SettingsError(name, f"a class with a method {method}", brief(part))

    def _given(self) -> Iterator[tuple[str, Any]]:
        for name in METHODS:
            if (part := getattr(self, name)) is not None:
                yield name, part

    @property
    def names(self) -> tuple[str, ...]:
        """The parts as a model names them, each as `deletion: module.Class`."""
        return tuple(f"{name}: {part.__module__}.{part.__qualname__}" for name, part in self._given())

    def assembly(self, informed: Informed | None, *arguments: Any) -> Assembly:
        """Return the parts of a run with these among them; the arguments are those of `InformedAssembly`."""
        return _Assembly(self, informed, *arguments)


class _Assembly(InformedAssembly):
    def __init__(self, parts: Parts, informed: Informed | None, *arguments: Any) -> None:
        super().__init__(informed, *arguments)
        self._parts = parts

    def deletion(self) -> Deletion:
        own = super().deletion()
        part = self._parts.deletion
        return own if part is None else _Deletion(own, part())

    def covering(self, p_hash: float, p_label_hash: float, missing_draws: bool) -> Covering:
        own = super().covering(p_hash, p_label_hash, missing_draws)
        # without such draws it is asked for centroids
        part = self._parts.covering if missing_draws else None
        return own if part is None else _Covering(own, part())

    def subsumption(self) -> Subsumption:
        own = super().subsumption()
        part = self._parts.subsumption
        return own if part is None else _by_part(own, part())


class _Deletion(Deletion):
    def __init__(self, own: Deletion, part: DeletionPart) -> None:
        super().__init__(own.population, own.draws, own.votes)
        self._part = part

    def delete_from_population(self) -> Classifier:
        rules = list(self.population.rules())
        votes = np.asarray(self._part.votes(RulesView(rules)))
        wanted = f"{len(rules)} finite numbers from 0"
        if votes.shape != (len(rules),) or votes.dtype.kind not in "biuf":
            raise SettingsError("deletion", wanted, f"an array of shape {votes.shape} and type {votes.dtype}")
        weights = [rule.num * vote for rule, vote in zip(rules, votes.astype(np.float64).tolist(), strict=True)]
        if not all(weight >= 0.0 for weight in weights) or not math.isfinite(math.fsum(weights)):
            raise SettingsError("deletion", wanted, f"{min(weights)!r} to {max(weights)!r} times num")
        u = self.draws.unit("delete")
        # where no rule has a vote, all micro-classifiers have the same
        chosen = rules[Roulette().spin(weights if any(weights) else [float(rule.num) for rule in rules], u)]
        self.population.lose(chosen)
        return chosen


class _Covering(CoveringLike):
    def __init__(self, own: Covering, part: CoveringPart) -> None:
        super().__init__(own)
        self._part = part
        genes = own.layout.conditions
        self._kinds = tuple(map(_kind, genes))
        self._sizes = tuple(map(_size, genes))
        self._ranges = tuple(
            (gene.low, gene.high) if isinstance(gene, IntervalGene) else (math.nan, math.nan) for gene in genes
        )

    def generate(self, values: list[float], labels: bitarray, focus: int) -> bitarray:
        flags = tuple(map(bool, labels.tolist()))
        view = InstanceView(tuple(values), self._kinds, self._sizes, self._ranges, flags, focus)
        tests, decided = self._part.cover(view, lambda: self.draws.unit("cover.attribute"))
        conditions = [0] * len(values)
        for index, test in tests.items():
            if not 0 <= index < len(values):
                raise SettingsError("covering", f"attributes from 0 to {len(values) - 1}", brief(index))
            if not math.isnan(values[index]):
                conditions[index] = _code(self.layout.conditions[index], index, test, values[index])
        chosen = set(decided)
        if not chosen <= set(range(len(flags))):
            raise SettingsError("covering", f"labels from 0 to {len(flags) - 1}", brief(sorted(chosen)))
        return self.layout.assembled(conditions, bitarray([label in chosen for label in range(len(flags))]), labels)


def _kind(gene: Gene) -> str:
    if isinstance(gene, IntervalGene):
        return "continuous"
    return "nominal" if isinstance(gene, NominalGene) else "binary"


def _size(gene: Gene) -> int:
    """Return how many values are declared; 0 of a continuous attribute."""
    if isinstance(gene, IntervalGene):
        return 0
    return gene.n_values if isinstance(gene, NominalGene) else 2


def _code(gene: Gene, index: int, test: Test, value: float) -> int:
    """Return the code of a test, which accepts the instance's value."""
    if isinstance(gene, IntervalGene):
        least, largest = (float(bound) for bound in test)
        if not least <= value <= largest:
            raise SettingsError("covering", f"a test of attribute {index} that accepts {value!r}", brief(test))
        if gene.never_active or gene.constant:
            return 0
        levels = range(gene.levels + 1)
        lower = max((q for q in levels if gene.value(q) <= least), default=0)
        upper = min((q for q in levels if gene.value(q) >= largest), default=gene.levels)
        return gene.code(True, lower, upper)
    codes = {int(code) for code in test}
    if int(value) not in codes or not codes <= set(range(_size(gene))):
        raise SettingsError("covering", f"a test of attribute {index} that accepts {int(value)}", brief(test))
    if isinstance(gene, NominalGene):
        return ACTIVE | sum(2 << code for code in codes)
    return ACTIVE | int(value) << 1 if len(codes) == 1 else 0


def _by_part(own: Subsumption, part: SubsumptionPart) -> Subsumption:
    """Return the same choice among absorbers of which the part says who is able."""

    class ByPart(type(own)):  # type: ignore[misc] # either of two classes
        def could_subsume(self, rule: Classifier) -> bool:
            return bool(part.could_subsume(_view(rule)))

        def able(self) -> list[Classifier]:
            # what a part says may change at any time
            return self.population.rules()  # type: ignore[no-any-return] # of a class that is chosen at run time

    return ByPart(
        own.layout,
        own.population,
        own.theta_exp,
        own.accuracy_threshold,
        own.discount_threshold,
        own.at_last_update,
    )
