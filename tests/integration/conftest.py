"""The command line and a browser as fixtures."""

from browsers import browser
from terminals import cli

__all__ = ["browser", "cli"]
