"""The verdicts on the paper's claims."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from mlslcs_ref.documents.document import Block, Bullets, Entries, Entry, Facts, Paragraph
from mlslcs_ref.experiments.benchmark.evidence import Gathered
from mlslcs_ref.experiments.paper.tables import paper
from mlslcs_ref.experiments.paper.verdicts import Verdict

OUTCOMES: Final = ("reproduced", "not reproduced", "not testable")
RESTS: Final = ("reproduced", "not reproduced", None)
MOST_NUMBERS: Final = 7
PERCENT = 100.0


def claims_blocks(found: Gathered, judged: Sequence[Verdict]) -> Iterator[Block]:
    """Yield the verdicts."""
    counts = Counter(one.found.outcome for one in judged)
    yield Facts(tuple((outcome, str(counts[outcome])) for outcome in OUTCOMES))
    rests = Counter(one.found.rest for one in judged)
    if rests["reproduced"] or rests["not reproduced"]:
        yield Paragraph(
            f"Of the claims that are not testable because data sets are missing, {rests['reproduced']} are "
            f"reproduced on the other data sets and {rests['not reproduced']} are not."
        )
    yield Paragraph(
        "A claim is judged on complete cells with the paper's settings. A mean over fewer folds or after fewer "
        "passes is no evidence, and a claim that lacks any of its evidence is not testable. On artificial problems "
        "accuracy is that of BEST."
    )
    if found.sources:
        # of two folders the first counts, and profiles differ
        yield Paragraph("These runs of MlS-LCS are compared with the paper:")
        yield Bullets(found.sources)
    # within an outcome, in the order of the paper
    order = [(outcome, rest) for outcome in OUTCOMES for rest in RESTS]
    yield Entries(tuple(map(_judged, sorted(judged, key=lambda one: order.index((one.found.outcome, one.found.rest))))))
    if found.left_out:
        yield Paragraph("Runs that are no evidence:")
        yield Bullets(found.left_out)


def _judged(one: Verdict) -> Entry:
    places = {entry.id: entry.where for entry in paper().inconsistencies}
    claim, found = one
    facts = (
        ("Paper", _numbers([(number.name, number.paper, number.is_share) for number in found.numbers])),
        ("Here", _numbers([(number.name, number.ours, number.is_share) for number in found.numbers])),
        ("Why", found.reason[:1].upper() + found.reason[1:] + "."),
    )
    doubts = "; ".join(dict.fromkeys(places[name] for name in claim.see))
    also = f"{found.rest} on the rest" if found.rest else ""
    return Entry(found.outcome, claim.text, claim.where, facts, also, ("doubts", doubts))


def _numbers(numbers: Sequence[tuple[str, float | None, bool]]) -> str:
    told = [f"{name} {_number(value, is_share)}" for name, value, is_share in numbers if value is not None]
    rest = len(told) - MOST_NUMBERS
    return "; ".join(told[:MOST_NUMBERS]) + (f"; and {rest} more" if rest > 0 else "")


def _number(value: float, is_share: bool) -> str:
    if not math.isfinite(value):
        return "infinite" if math.isinf(value) else "undefined"
    if is_share:
        return f"{100.0 * value:.2f}%"
    return f"{value:g}" if value == int(value) else f"{value:.3f}" if abs(value) < 1 else f"{value:.2f}"
