"""PRB: the artificial problems (`specs/clauses/problems.md`)."""

from model.arithmetic import Bits, RefusalError
from model.representation import bits_of


def artificial_problem(name: str) -> tuple[list[tuple[Bits, Bits]], list[list[str]]]:
    """PRB-1: instances, and alternative shortest complete solutions."""
    if name == "toy6x4":
        both = ["1##### -> 01##", "01#### -> 10##", "00#### -> 11##"]
        a1 = ["####00 -> ##00", "####01 -> ##01", "####10 -> ##10", "####11 -> ##11"]
        a2 = ["#####0 -> ###0", "#####1 -> ###1", "####0# -> ##0#", "####1# -> ##1#"]
        return [(x, toy_labels(x)) for x in combinations(6)], [both + a1, both + a2]
    if name not in {f"mlposition{n}" for n in range(1, 17)}:
        raise RefusalError("unknown-problem")
    n = int(name.removeprefix("mlposition"))
    solution = [
        "0" * (j - 1) + "1" + "#" * (n - j) + " -> " + "0" * (j - 1) + "1" + "0" * (n - j) for j in range(1, n + 1)
    ]
    solution.append("0" * n + " -> " + "0" * n)
    return [(x, position_labels(x)) for x in combinations(n)], [solution]


def combinations(n: int) -> list[Bits]:
    """PRB-1: every combination of n bits in increasing binary order, the first bit being the most significant."""
    return [bits_of(number, n)[::-1] for number in range(2**n)]


def toy_labels(x: Bits) -> Bits:
    """PRB-1: labels of toy6x4."""
    if x[0] == 1:
        return [0, 1, x[4], x[5]]
    return [1, 0, x[4], x[5]] if x[1] == 1 else [1, 1, x[4], x[5]]


def position_labels(x: Bits) -> Bits:
    """PRB-1: labels of mlpositionN."""
    return [1 if bit == 1 and 1 not in x[:j] else 0 for j, bit in enumerate(x)]
