"""The package as an oracle: vectors, traces, recorded runs, and tests of other implementations."""
