"""What the paper does not have: a decision, shorter rules and fewer of them, for data without any tuning.

Nothing here is part of the profiles `paper` and `authors`. Clauses: EXT.
"""
