"""REP-9: a rule as text (`specs/clauses/representation.md`)."""

from model.arithmetic import Bits
from model.representation import World, ordered_bounds


def read_ternary(text: str) -> Bits:
    """REP-9: a rule of binary attributes from the paper's notation."""
    bits: Bits = []
    for symbol in text.replace(" -> ", ""):
        bits += {"#": [0, 0], "0": [1, 0], "1": [1, 1]}[symbol]
    return bits


def ternary(world: World, bits: Bits) -> str:
    """REP-9: a rule of binary attributes in the paper's notation."""
    symbols = "".join("#" if bits[i] == 0 else str(bits[i + 1]) for i in range(0, len(bits), 2))
    n = len(world.attributes)
    return f"{symbols[:n]} -> {symbols[n:]}"


def by_name(world: World, bits: Bits) -> str:
    """REP-9: a rule of other attributes; its form is free."""
    tests: list[str] = []
    for i, attribute in enumerate(world.attributes):
        gene = world.gene(bits, attribute)
        if gene[0] == 0:
            continue
        if attribute.kind == "continuous":
            lower, upper = ordered_bounds(attribute, gene)
            tests.append(f"a{i + 1} in [{attribute.value(lower)}, {attribute.value(upper)}]")
        elif attribute.kind == "binary":
            tests.append(f"a{i + 1} = {gene[1]}")
        else:
            tests.append(f"a{i + 1} in {{{', '.join(str(j) for j, bit in enumerate(gene[1:]) if bit)}}}")
    decisions = world.decisions(bits)
    labels = [f"{'' if d else 'NOT '}l{label + 1}" for label, d in enumerate(decisions) if d is not None]
    return f"IF {' AND '.join(tests) or 'TRUE'} THEN {', '.join(labels) or 'NOTHING'}"
