"""Traces: what happens in a run, record by record, to find the first difference."""
