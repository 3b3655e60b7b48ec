"""The command line: runs, models, recordings and the specification. The only part of the package that knows rich."""

from mlslcs_ref.cli.main import main

__all__ = ["main"]
