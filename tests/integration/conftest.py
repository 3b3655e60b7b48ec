"""The command line as a fixture."""

from terminals import cli

__all__ = ["cli"]
