"""Orders and samples from a stream of draws, the same on every platform and with every release of numpy."""

from __future__ import annotations

from mlslcs_ref.core.draws import Draws


def index(draws: Draws, n: int, purpose: str) -> int:
    """Draw one of 0 ... n - 1, all equally likely."""
    # the largest draw is 1 - 2^-53, and that times n is never rounded up to n
    return int(draws.unit(purpose) * n)


def distinct(draws: Draws, n: int, k: int, purpose: str) -> list[int]:
    """Draw `k` different numbers of 0 ... n - 1, in the order drawn; k <= n."""
    left = list(range(n))
    return [left.pop(index(draws, len(left), purpose)) for _ in range(k)]


def shuffled(draws: Draws, n: int, purpose: str) -> list[int]:
    """Draw an order of 0 ... n - 1."""
    return distinct(draws, n, n, purpose)


def bag(draws: Draws, n: int, purpose: str) -> list[int]:
    """Draw `n` numbers of 0 ... n - 1 with replacement: a bootstrap sample."""
    return [index(draws, n, purpose) for _ in range(n)]


def seed(draws: Draws, purpose: str) -> int:
    """Draw a seed for scikit-learn, below 2 ** 31."""
    return index(draws, 1 << 31, purpose)
