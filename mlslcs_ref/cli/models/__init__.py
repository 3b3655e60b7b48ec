"""The commands that look at saved models."""
