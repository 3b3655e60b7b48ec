"""Random cases beyond the vectors: they are made, run with an executor, and shrunk if the answers differ."""

from mlslcs_ref.oracle.fuzz.search import Disagreement, Fuzzing, FuzzOptions, fuzzed, vector_file

__all__ = ["Disagreement", "FuzzOptions", "Fuzzing", "fuzzed", "vector_file"]
