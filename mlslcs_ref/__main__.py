"""`python -m mlslcs_ref`: the command line."""

import sys

from mlslcs_ref._signals import end_at_once

if __name__ == "__main__":
    # while modules load, and when all is done, a signal finds nothing to tidy up
    end_at_once()
    from mlslcs_ref.cli import main

    sys.exit(main())
