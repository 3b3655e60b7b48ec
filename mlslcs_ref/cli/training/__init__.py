"""`run`: train, and report."""
