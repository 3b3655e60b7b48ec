"""Conformance vectors: cases with the answers that are wanted, read from files and compared with answers."""

from mlslcs_ref.oracle.vectors.comparison import Comparison, FirstDifference
from mlslcs_ref.oracle.vectors.files import (
    Level,
    Vector,
    canonical,
    load_comparisons,
    load_vectors,
    vector_hash,
    vectors_in,
    vectors_of,
)

__all__ = [
    "Comparison",
    "FirstDifference",
    "Level",
    "Vector",
    "canonical",
    "load_comparisons",
    "load_vectors",
    "vector_hash",
    "vectors_in",
    "vectors_of",
]
