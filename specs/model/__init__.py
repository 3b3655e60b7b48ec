"""MlS-LCS as an executable specification: `specs/` in plain Python, a chapter a file, each function with its clause."""
