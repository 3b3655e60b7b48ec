"""Pages of results: what they hold, and how a terminal, a program or a browser is shown it."""
