"""The command line: `python -m mlslcs_ref`, or `mlslcs-ref` where the package is installed."""

import os
import sys

from mlslcs_ref._signals import end_at_once


def main() -> int:
    """Carry out the command that the process was started with, and return its exit status."""
    # while modules load, and when all is done, a signal finds nothing to tidy up
    end_at_once()
    # a thread that waits for matrices would take a third of the time in which the package loads; --jobs asks for cores
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from mlslcs_ref.cli import main as command_line  # noqa: PLC0415

    return command_line()


if __name__ == "__main__":
    sys.exit(main())
