"""Random cases that no vector holds: made, asked of an executor, and shrunk where it answers otherwise."""

from mlslcs_ref.oracle.fuzz.search import Finding, Fuzzing, Search, fuzzed, vector_file

__all__ = ["Finding", "Fuzzing", "Search", "fuzzed", "vector_file"]
