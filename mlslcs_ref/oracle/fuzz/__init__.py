"""Random cases beyond the vectors: they are made, run with an executor, and shrunk if the answers differ."""

from mlslcs_ref.oracle.fuzz.search import Finding, Fuzzing, Search, fuzzed, vector_file

__all__ = ["Finding", "Fuzzing", "Search", "fuzzed", "vector_file"]
