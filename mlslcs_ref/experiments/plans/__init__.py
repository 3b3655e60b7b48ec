"""The plans that come with the package, in TOML."""
