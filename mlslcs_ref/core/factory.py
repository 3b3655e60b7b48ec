"""Making classifiers out of chromosomes: coverage, meaning and consequent, worked out once at birth."""

from __future__ import annotations

from bitarray import bitarray

from mlslcs_ref.core.building import mypyc_attr
from mlslcs_ref.core.chromosome import Layout
from mlslcs_ref.core.classifier import Accounting, Classifier
from mlslcs_ref.core.consequent import Consequent
from mlslcs_ref.core.coverage import CoverageIndex

__all__ = ["ClassifierFactory", "restored"]


@mypyc_attr(allow_interpreted_subclasses=True)
class ClassifierFactory:
    """What all rules of a run have in common at birth.

    Parameters
    ----------
    layout : Layout
        The genes.
    index : CoverageIndex
        The training instances.
    accounting : Accounting
        What counts are worth.
    """

    def __init__(self, layout: Layout, index: CoverageIndex, accounting: Accounting) -> None:
        self.layout = layout
        self.index = index
        self.accounting = accounting

    def matched(self, chromosome: bitarray) -> bitarray:
        """Return the training instances that a chromosome matches (MAT-2)."""
        return self.index.matched(chromosome)

    def make(self, chromosome: bitarray, coverage: bitarray, ts: int) -> Classifier:
        """Return a new classifier: num 1, exp, tp, fp and msa 0, cs 1 and the given ts (PAR-0)."""
        classifier = restored(chromosome, self.layout, self.accounting, coverage)
        classifier.ts = ts
        if ts > 0:
            classifier.stamped_at = 0
        return classifier


def restored(chromosome: bitarray, layout: Layout, accounting: Accounting, coverage: bitarray) -> Classifier:
    """Return a classifier with nothing counted yet, whatever its coverage is known to be."""
    care = layout.care(chromosome)
    labels = chromosome[layout.condition_size :]
    consequent = Consequent(labels[::2], labels[1::2])
    return Classifier(chromosome, care, layout.meaning(chromosome, care), coverage, consequent, accounting)
