"""The command line: `run`, `replay`, `rules` and `predict`. The only part of the package that knows rich."""

from mlslcs_ref.cli.main import main

__all__ = ["main"]
