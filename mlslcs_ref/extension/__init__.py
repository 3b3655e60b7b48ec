"""What the paper does not have: a decision, shorter rules and fewer of them, for data that nobody tuned anything for.

Nothing here is part of the profiles `paper` and `authors`. Clauses: EXT.
"""
