"""What the rules of one run have in common: what their bits mean, and what their counts are worth."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from mlslcs_ref._given import choice
from mlslcs_ref.core.assembly import Ranges, accounting_for, discount_threshold, index_for, layout_for
from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.classifier import Accounting
from mlslcs_ref.core.coverage import CoverageIndex
from mlslcs_ref.data.dataset import UNDECLARED, Dataset
from mlslcs_ref.data.matrix import Matrix
from mlslcs_ref.data.schema import BinaryAttribute, Schema
from mlslcs_ref.errors import DataError
from mlslcs_ref.rulesets.cuts import Cuts, cuts_of
from mlslcs_ref.settings import Settings

Notation: TypeAlias = Literal["ternary", "name"]
NOTATIONS: Final[tuple[Notation, ...]] = get_args(Notation)
MOST_TERNARY: Final = 64
"""More attributes than these an eye cannot count."""
Values = npt.NDArray[np.float64]


def can_be_ternary(schema: Schema) -> bool:
    """Tell whether rules can be written as `01#### -> 10##`: every attribute is binary with the values 0 and 1."""
    return all(
        isinstance(attribute, BinaryAttribute) and attribute.values == ("0", "1") for attribute in schema.attributes
    )


def is_ternary(schema: Schema) -> bool:
    """Tell whether rules are written as `01#### -> 10##` unless somebody wants them otherwise (REP-9).

    They are on the attributes of the paper's problems, a1, a2, ... in this order: of others a reader wants the names.
    """
    return (
        schema.n_attributes <= MOST_TERNARY
        and can_be_ternary(schema)
        and all(attribute.name == f"a{place}" for place, attribute in enumerate(schema.attributes, start=1))
    )


@dataclass(frozen=True, eq=False, repr=False)
class RuleContext:
    """Attributes, labels, ranges and settings, by which rules are read and applied; it does not change.

    Parameters
    ----------
    schema : Schema
        Attributes and labels.
    ranges : tuple of (float, float), length n_attributes
        x_min and x_max of the continuous attributes, which give bounds their values (REP-4).
    settings : Settings
        The settings that the rules were learned with.
    n_instances : int
        |D|, of which coverage is a part.
    positives : tuple of int, optional
        For every label the instances of D that have it. Rules of such a context are those of a short ruleset: each
        knows how many of its instances have each label, and what it adds to their estimates (EXT-8).
    cuts : tuple of (Cuts or None), length n_attributes, optional
        Short numbers to read in place of bounds; without them bounds are read with all their digits.
    notation : {"ternary", "name"}, optional
        How rules are written; by default as the schema asks for (REP-9).
    date_columns : collection of str
        The continuous attributes that are days since 1970-01-01, so that people read their bounds as dates.
    n_runs : int
        Of how many runs what short rules add is the mean.
    new_as : mapping of int to int, optional
        By nominal attribute the code of the value as which one counts that the schema does not declare (EXT-11); where
        there is none, such a value passes no test (REP-8).

    Raises
    ------
    DataError
        If rules on these attributes cannot be written in ternary notation, and are to be.
    """

    schema: Schema
    ranges: Ranges
    settings: Settings
    n_instances: int
    positives: tuple[int, ...] | None = None
    cuts: tuple[Cuts | None, ...] = ()
    notation: Notation | None = None
    date_columns: Collection[str] = ()
    n_runs: int = 1
    new_as: Mapping[int, int] = field(default_factory=dict)
    layout: Layout = field(init=False)
    """The genes of the rules."""

    def __post_init__(self) -> None:
        usual: Notation = "ternary" if is_ternary(self.schema) else "name"
        # what is no text may well have no truth
        notation = usual if self.notation is None else self.notation
        choice("notation", notation, NOTATIONS)
        if notation == "ternary" and not can_be_ternary(self.schema):
            raise DataError(
                "only rules on binary attributes with the values 0 and 1 can be written in ternary notation"
            )
        made = {
            "layout": layout_for(self.schema, self.ranges, self.settings),
            "cuts": self.cuts or (None,) * self.schema.n_attributes,
            "notation": notation,
            "date_columns": frozenset(self.date_columns),
        }
        for name, value in made.items():
            object.__setattr__(self, name, value)

    @classmethod
    def of(cls, dataset: Dataset, ranges: Ranges, settings: Settings) -> RuleContext:
        """Return the context of rules that are learned from a data set, with numbers to read in place of bounds."""
        dates = () if dataset.reading is None else dataset.reading.date_columns
        found = cls(dataset.schema, ranges, settings, dataset.n_instances, date_columns=dates)
        days = [place for place, attribute in enumerate(dataset.schema.attributes) if attribute.name in dates]
        return replace(found, cuts=cuts_of(found.layout, dataset.matrix, days))

    def seen(
        self,
        positives: tuple[int, ...] | None,
        n_instances: int,
        n_runs: int = 1,
        new_as: Mapping[int, int] | None = None,
    ) -> RuleContext:
        """Return the same for rules that know what they have seen of so many instances (EXT-8), or for plain ones."""
        return replace(
            self, positives=positives, n_instances=n_instances, n_runs=n_runs, new_as=new_as or {}, notation=None
        )

    @cached_property
    def accounting(self) -> Accounting:
        """What the counts of a rule are worth (PAR-1)."""
        return accounting_for(self.schema, self.settings)

    @cached_property
    def discount_threshold(self) -> int:
        """The experience below which F_d is 0 (GEN-1)."""
        return discount_threshold(self.settings)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RuleContext) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.schema.labels, self.n_instances))

    def _key(self) -> tuple[object, ...]:
        # two NaN are different numbers, but the same text
        own = self.n_instances, self.positives, self.n_runs, self.new_as
        return self.schema, repr(self.ranges), self.settings, *own

    def index(self, instances: Matrix | Values) -> CoverageIndex:
        """Return the index of which of the instances a test accepts; see `checked`."""
        return index_for(self.layout, self.checked(instances), self.settings)

    def checked(self, instances: Matrix | Values) -> Matrix:
        """Return instances, coded by the schema, as a matrix, NaN where they are masked; the shape has to fit.

        Values that are not declared have the code of the one as which they count, if there is one (EXT-11).
        """
        values: object = instances
        is_table = isinstance(values, Matrix) or (isinstance(values, np.ndarray) and values.ndim == 2)
        if not is_table or instances.shape[1] != self.schema.n_attributes:
            shape = getattr(values, "shape", None) or f"a value of type {type(values).__name__}"
            raise DataError(
                f"expected instances of shape (n, {self.schema.n_attributes}), coded by the schema of the rules, found "
                f"{shape}"
            )
        if isinstance(instances, np.ma.MaskedArray):
            instances = np.ma.filled(instances.astype(np.float64), np.nan)
        matrix = Matrix.of(instances)
        new = {index: code for index, code in self.new_as.items() if (matrix.column(index).numbers == UNDECLARED).any()}

        def column(place: int) -> Values:
            numbers = matrix.column(place).numbers
            return np.where(numbers == UNDECLARED, new[place], numbers) if place in new else numbers

        return Matrix.made(matrix.shape, column) if new else matrix
