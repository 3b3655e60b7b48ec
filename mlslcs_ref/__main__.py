"""`python -m mlslcs_ref`: the command line."""

import sys

from mlslcs_ref.cli import main

if __name__ == "__main__":
    sys.exit(main())
