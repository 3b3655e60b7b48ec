"""The words of SQL: names, texts, comments and numbers, so that every database reads what is meant."""

from __future__ import annotations

import math

from mlslcs_ref.errors import UsageError

DOUBLE = "DOUBLE PRECISION"


def quoted(name: str) -> str:
    """Return a name in quotes, for a column or a table."""
    return '"' + _spellable(name).replace('"', '""') + '"'


def literal(value: str) -> str:
    """Return a text in quotes."""
    return "'" + _spellable(value).replace("'", "''") + "'"


def _spellable(text: str) -> str:
    if "\0" in text:
        raise UsageError(f"{text!r}: SQL cannot write the character NUL; rename it, or export the model to python")
    return text


def comment(text: str) -> str:
    """Return a text that cannot end its line."""
    return text.encode("ascii", "backslashreplace").decode("ascii")


def real(x: float) -> str:
    """Return a number so that every database reads this very double: short decimals, or a quotient of whole numbers."""
    text = f"{x:.15g}"
    if float(text) == x and "e" not in text:
        return text if "." in text else f"{text}.0"
    numerator, denominator = x.as_integer_ratio()
    exponent = denominator.bit_length() - 1
    while not numerator % 2 and abs(numerator) >= 2**53:
        numerator //= 2
        exponent -= 1
    parts = [f"CAST({numerator} AS DOUBLE PRECISION)"]
    operator = "/" if exponent > 0 else "*"
    left = abs(exponent)
    while left:
        step = min(left, 62)
        parts.append(f"CAST({2**step} AS DOUBLE PRECISION)")
        left -= step
    return "(" + f" {operator} ".join(parts) + ")" if math.isfinite(x) else "NULL"


def double(expression: str) -> str:
    """Return an expression as a 64-bit number; SQLite reads a text that is compared with one as a number."""
    return f"CAST({expression} AS {DOUBLE})"
