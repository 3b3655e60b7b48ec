"""Conformance vectors: cases with the answers that are wanted, read from files and compared with answers."""
