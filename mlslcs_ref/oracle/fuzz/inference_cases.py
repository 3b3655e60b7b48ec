"""Random cases of what a ruleset answers, and of how answers are judged."""

from __future__ import annotations

from mlslcs_ref.metrics import METRICS
from mlslcs_ref.oracle.fuzz.materials import Json, Materials


def _votes(made: Materials) -> Json:
    levels = (0.0, 0.5, round(made.chance.unit(), 1), made.chance.unit() / 2, made.chance.unit())
    votes = [[made.chance.among(levels) for _ in range(made.n_labels)] for _ in range(made.shape.instances)]
    return {"n_labels": made.n_labels, "votes": votes}


def active(made: Materials) -> Json:
    """Return votes and a threshold, often one of the votes."""
    given = _votes(made)
    return given | {"threshold": made.chance.among((*given["votes"][0], 0.5, 0.0, made.chance.unit()))}


def _truth(made: Materials, given: Json, n: int) -> Json:
    return given | {"truth": made.label_sets(n), "metric": made.chance.among(METRICS)}


def thresholds(made: Materials) -> Json:
    """Return votes and the labels that are true."""
    given = _votes(made)
    return _truth(made, given, len(given["votes"]))


def evaluation(made: Materials) -> Json:
    """Return rules, rows, and the labels that are true."""
    given = made.ruleset()
    return _truth(made, given, len(given["x"]))


def metrics(made: Materials) -> Json:
    """Return labels that are true and labels that are predicted, often the same."""
    truth = made.label_sets(made.shape.instances)
    predicted = [each if made.chance.flag(0.3) else made.labels() for each in truth]
    return {"n_labels": made.n_labels, "truth": truth, "predicted": predicted}


def compaction(made: Materials) -> Json:
    """Return rules and rows."""
    if made.chance.flag(0.8):
        # a prefix suffices for some instances, and a longer one for the others
        made.attributes = [{"kind": "binary"}]
        made.decided = made.tested = 1.0
    return made.ruleset()


def scs(made: Materials) -> Json:
    """Return rules and solutions, of which some are among them."""
    made.attributes = [{"kind": "binary"} for _ in made.attributes]
    rules = made.rules()

    def text(bits: str) -> str:
        symbols = ["#" if bits[i] == "0" else bits[i + 1] for i in range(0, len(bits), 2)]
        n = len(made.attributes)
        return f"{''.join(symbols[:n])} -> {''.join(symbols[n:])}"

    def member() -> str:
        return text(made.relative(made.chance.among_or_last(rules)["bits"]))

    solutions = made.chance.several(1, 3, lambda: made.chance.several(1, 5, member))
    return {"attributes": made.attributes, "n_labels": made.n_labels, "rules": rules, "solutions": solutions}
