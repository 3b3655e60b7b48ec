"""The streams of draws (`clauses/draws.md`)."""

from model.arithmetic import Draw, Json


class Tape:
    """RND-1: the draws of a vector."""

    def __init__(self, numbers: list[float]) -> None:
        self.numbers = numbers
        self.made = 0

    def __call__(self) -> float:
        """RND-1: the next one."""
        if self.made == len(self.numbers):
            raise ValueError(f"The tape has only {self.made} draws, and one more is needed.")
        self.made += 1
        return self.numbers[self.made - 1]

    def check_end(self) -> None:
        """README, What the data promise: refuse draws that are left."""
        if self.made < len(self.numbers):
            raise ValueError(f"Of {len(self.numbers)} draws only {self.made} were made.")


def stream_of(given: Json) -> Draw:
    """`protocol.md`, run: the stream whose state stands in place of a tape."""
    if given["stream"] == "java":
        return JavaRandom(int(given["seed"]))
    return Pcg64(int(given["state"]), int(given["increment"]))


class Pcg64:
    """RND-2: PCG XSL-RR 128/64."""

    def __init__(self, state: int, increment: int) -> None:
        self.state = state
        self.increment = increment
        self.made = 0

    def __call__(self) -> float:
        """RND-2: the next one."""
        self.made += 1
        self.state = (self.state * 47026247687942121848144207491837523525 + self.increment) % 2**128
        x = (self.state >> 64) ^ (self.state % 2**64)
        r = self.state >> 122
        rotated = ((x >> r) | (x << (64 - r))) % 2**64
        return (rotated >> 11) * 2.0**-53


def seeded(seed: int) -> Pcg64:
    """RND-3: the stream that numpy derives from a seed."""
    words = [seed >> 32 * i & WORD for i in range(max(4, (seed.bit_length() + 31) // 32))]
    scramble = Hashing(0x43B0D7E5, 0x931E8875)
    pool = [scramble(word) for word in words[:4]]
    for s in range(4):
        for d in range(4):
            if d != s:
                pool[d] = mix(pool[d], scramble(pool[s]))
    for word in words[4:]:
        for d in range(4):
            pool[d] = mix(pool[d], scramble(word))
    scramble = Hashing(0x8B51F9DD, 0x58F38DED)
    w = [scramble(pool[i % 4]) for i in range(8)]
    a, b, c, d = (w[i] + 2**32 * w[i + 1] for i in (0, 2, 4, 6))
    stream = Pcg64(0, (2 * (c * 2**64 + d) + 1) % 2**128)
    stream.state = (stream.increment + a * 2**64 + b) % 2**128
    stream()
    stream.made = 0
    return stream


WORD = 2**32 - 1


class Hashing:
    """RND-3: `hash` with its running constant."""

    def __init__(self, h: int, factor: int) -> None:
        self.h = h
        self.factor = factor

    def __call__(self, v: int) -> int:
        """RND-3: the hash of v."""
        v = v ^ self.h
        self.h = self.h * self.factor & WORD
        v = v * self.h & WORD
        return v ^ v >> 16


def mix(x: int, y: int) -> int:
    """RND-3: `mix`."""
    z = (0xCA01F9DD * x - 0x4973F715 * y) & WORD
    return z ^ z >> 16


class JavaRandom:
    """RND-4: java.util.Random."""

    def __init__(self, seed: int) -> None:
        self.state = (seed ^ 0x5DEECE66D) % 2**48
        self.made = 0

    def __call__(self) -> float:
        """RND-4: the next one."""
        self.made += 1
        upper = self.next(26)
        return (upper * 2**27 + self.next(27)) * 2.0**-53

    def next(self, n: int) -> int:
        """RND-4: the next n bits."""
        self.state = (self.state * 0x5DEECE66D + 0xB) % 2**48
        return self.state >> (48 - n)
