"""The performance component: how rules classify (INF)."""
