"""The paper's way to settings, one at a time, deciding on training data alone (Section 4.2)."""
