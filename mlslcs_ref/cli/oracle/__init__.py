"""The commands of the oracle: `conform`, `trace` and `replay`."""
