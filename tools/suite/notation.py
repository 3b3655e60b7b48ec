"""Short ways to write the values of vectors: rules as `1# -> 0#`, instances as `01 -> 10`, `?` for missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

__all__ = [
    "AUTHORS",
    "COPIES",
    "PAPER",
    "PROFILES",
    "binary",
    "bits",
    "chromosome",
    "continuous",
    "data",
    "fit",
    "interval",
    "nominal",
    "problem",
    "rule",
]

PAPER: Final[Mapping[str, Any]] = {"profile": "paper"}
AUTHORS: Final[Mapping[str, Any]] = {"profile": "authors"}
PROFILES: Final = (("paper", PAPER), ("authors", AUTHORS))
PAIRS: Final[Mapping[str, str]] = {"#": "00", "0": "10", "1": "11", "~": "01"}
"""The bits of a binary or label gene; `~` is an inactive one whose value bit is set."""

COPIES: Final = (0.5, 0.5, 0.9)
"""The draws of a GA that copies the parents in the middle of the wheel: two parents, and no crossover."""


def binary(n: int) -> list[dict[str, Any]]:
    """Return n binary attributes."""
    return [{"kind": "binary"} for _ in range(n)]


def nominal(n_values: int) -> dict[str, Any]:
    """Return a nominal attribute."""
    return {"kind": "nominal", "n_values": n_values}


def continuous(*bounds: float | None) -> dict[str, Any]:
    """Return a continuous attribute, perhaps with its minimum and maximum."""
    return {"kind": "continuous", **dict(zip(("minimum", "maximum"), bounds, strict=False))}


def bits(text: str) -> str:
    """Return bits without the spaces that are for the reader."""
    return text.replace(" ", "")


def chromosome(text: str) -> str:
    """Return the bits of a rule on binary attributes, written as `1# -> 0#`."""
    return "".join(PAIRS[letter] for letter in text.replace("->", "").replace(" ", ""))


def data(*instances: str) -> list[dict[str, Any]]:
    """Return instances written as `01 -> 10`, or as `0.5 2 ? -> 10` where values are numbers."""
    found = []
    for instance in instances:
        values, labels = (half.strip() for half in instance.split("->"))
        cells: Sequence[str] = values.split() if " " in values or "." in values else list(values)
        found.append({"x": [None if cell == "?" else _number(cell) for cell in cells], "y": labels})
    return found


def _number(text: str) -> float | str:
    if text in {"inf", "-inf"}:
        return text
    return float(text) if "." in text or "e" in text else int(text)


def problem(n_attributes: int, *instances: str) -> dict[str, Any]:
    """Return the inputs of a problem with binary attributes."""
    found = data(*instances)
    return {"attributes": binary(n_attributes), "n_labels": len(found[0]["y"]), "instances": found}


def rule(text: str, n_labels: int = 0, **fields: Any) -> dict[str, Any]:
    """Return a rule with the counts that follow from its matches and right decisions.

    Parameters
    ----------
    text : str
        In notation, or bits whose last genes are those of `n_labels` labels.
    n_labels : int
        Needed for bits only.
    **fields
        `matches`: updates so far (0), `correct`: labels decided rightly in them (0), `by_match`: whether exp is counted
        by match (UPD-2, `authors`) or by label (false); num, cs, ts, stamped, created as they are.
    """
    matches, correct, by_match = (fields.pop(name, 0) for name in ("matches", "correct", "by_match"))
    if "->" in text:
        code, n_labels = chromosome(text), len(text.split("->")[1].strip())
    else:
        code = bits(text)
    n_decided = code[len(code) - 2 * n_labels :: 2].count("1")
    counts = {
        "exp": matches * (1 if by_match else n_labels),
        "correct": correct,
        "wrong": matches * n_decided - correct,
        "indifferent": matches * (n_labels - n_decided),
    }
    return {"bits": code, **(counts if matches else {}), **fields}


def fit(text: str, tenths: int, **fields: Any) -> dict[str, Any]:
    """Return a rule in notation that has met ten instances, with tenths/10 of its decisions right."""
    decided = sum(letter in "01" for letter in text.split("->")[1].strip())
    return rule(text, matches=10, correct=tenths * decided, **fields)


def interval(active: int, first: int, second: int, k: int = 5) -> str:
    """Return the gene of a continuous attribute: activation, then two bounds, least significant bits first."""
    return f"{active}" + "".join(f"{bound:0{k}b}"[::-1] for bound in (first, second))
