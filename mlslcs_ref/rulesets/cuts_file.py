"""Cuts in the file of a model: one text of numbers with blanks between them."""

from __future__ import annotations

import math
from typing import Any

from mlslcs_ref.rulesets.cuts import Cuts
from mlslcs_ref.rulesets.notation import number_text
from mlslcs_ref.untrusted import Untrusted


def cuts_document(cuts: Cuts | None) -> dict[str, Any]:
    """Return cuts as fields of an attribute; where the two numbers of a bound differ, a stroke stands between them."""
    if cuts is None:
        return {}
    pairs = zip(map(number_text, cuts.lower), map(number_text, cuts.upper), strict=True)
    text = " ".join(lower if lower == upper else f"{lower}/{upper}" for lower, upper in pairs)
    return {"missing": cuts.missing, "cuts": text}


def cuts_of_file(item: Untrusted, bits: int) -> Cuts:
    """Return the cuts of an attribute whose bounds have k bits: 2^k numbers, or pairs of numbers."""
    node = item.field("cuts")
    pairs = [text.split("/") for text in node.text().split(" ")]
    try:
        lower, upper = tuple(float(pair[0]) for pair in pairs), tuple(float(pair[-1]) for pair in pairs)
    except ValueError:
        lower, upper = (math.nan,), ()
    if any(map(math.isnan, (*lower, *upper))) or any(len(pair) > 2 for pair in pairs):
        raise node.error("numbers with blanks between them, or two with a stroke between")
    if len(lower) != 1 << bits:
        raise node.error(f"{1 << bits} numbers, as many as there are bounds")
    return Cuts(lower, upper, item.field("missing").boolean())
