"""Random cases beyond the vectors: they are made, run with an executor, and shrunk if the answers differ."""
