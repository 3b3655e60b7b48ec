"""The package as an oracle: vectors, traces, recorded runs, and what is asked of other implementations."""
