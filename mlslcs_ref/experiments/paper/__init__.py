"""What the paper reports and claims in its section 4, as data, and whether other results confirm it."""
