"""A random case of every format; its draws come from the reference."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from mlslcs_ref.metrics import METRICS
from mlslcs_ref.oracle.fuzz import training_cases
from mlslcs_ref.oracle.fuzz.chance import SIZES, Chance
from mlslcs_ref.oracle.fuzz.materials import Json, Materials
from mlslcs_ref.settings import setting_infos


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


MOST_WORK: Final = 400_000
"""Steps by rules by instances by genes of a whole run: what a plain executor does in a second."""
GROWING: Final = (5, 12, 40, 120)
"""Population sizes of whole runs."""
INFERENCE: Final = ("rules", "instances", "labels")
VARIED: Final[Mapping[str, tuple[str, ...]]] = {
    "layout": ("attributes", "labels", "values"),
    **dict.fromkeys(("decode", "match"), ("values",)),
    **dict.fromkeys(("generality", "equality", "repair", "covering", "crossover"), ("attributes", "labels", "values")),
    **dict.fromkeys(("notation", "parameters"), ("attributes", "labels")),
    "roulette": ("rules",),
    **dict.fromkeys(("deletion", "final-merge", "subsumption"), ("rules", "rules", "attributes", "labels")),
    **dict.fromkeys(("selection", "ga", "scs"), ("rules", "attributes", "labels")),
    **dict.fromkeys(("correct-sets", "discovery"), ("rules", "labels")),
    **dict.fromkeys(("update", "control"), ("rules", "labels", "instances")),
    "coverage": ("rules", "attributes", "instances", "values"),
    **dict.fromkeys(("ga-due", "metrics", "active-labels", "thresholds"), ("instances", "labels")),
    "k-means": ("instances", "instances", "attributes", "values"),
    "clustering": ("instances", "instances", "attributes", "values", "labels"),
    **dict.fromkeys(("votes", "best", "evaluation"), INFERENCE),
    "compaction": ("instances", *INFERENCE),
}
"""The sizes that matter to a format, where not all of them do."""


def made_case(format_name: str, seed: int, whole_runs: bool = False) -> Json:
    """Return a case of a format, with no draws but those that it cannot do without; the same seed gives the same case.

    A whole run has hundreds of steps.
    """
    materials = Materials(Chance(seed), VARIED.get(format_name, SIZES))
    inputs = FORMATS[format_name](materials)
    if whole_runs:
        _lengthen(materials, inputs)
    return {"format": format_name, "settings": materials.settings, "in": inputs, "draws": materials.tape}


def _lengthen(made: Materials, inputs: Json) -> None:
    """Let a run have hundreds of steps, or as many as do not take too long."""
    wanted = made.chance.among((made.chance.integer(1, 400), made.chance.edge("steps")))
    size = made.chance.among(GROWING)
    genes = made.shape.attributes + made.n_labels
    steps = max(1, min(wanted, MOST_WORK // (size * made.shape.instances * genes)))
    made.settings |= {"population_size": size, "passes": 1 + steps // made.shape.instances}
    inputs["n_steps"] = steps


def _gene(made: Materials) -> Json:
    attribute = made.attributes[0]
    return {"attribute": attribute, "bits": made.gene(attribute)}


def _coded(made: Materials) -> Json:
    """Return a gene, perhaps with more values than a word has bits, or than a short integer can count."""
    if made.chance.flag(0.8):
        return _gene(made)
    n = made.chance.edge("codes")
    # of a length that no power of two is a multiple of, so that a code that wraps differs from another
    values = made.chance.bits(61) * (n // 61 + 1)
    return {"attribute": {"kind": "nominal", "n_values": n}, "bits": "1" + values[:n]}


def _match(made: Materials) -> Json:
    given = _gene(made)
    outside: list[Any] = [None, -1, made.chance.real(-1e6, 1e6)] if given["attribute"]["kind"] == "continuous" else [-1]
    if given["attribute"]["kind"] == "nominal":
        outside.append(given["attribute"]["n_values"] - 1)
    return given | {"x": [*(made.cell(given["attribute"]) for _ in range(6)), *outside]}


def _two_rules(made: Materials) -> Json:
    bits = made.chromosome()
    other = made.relative(bits) if made.chance.flag(0.7) else made.chromosome()
    return made.problem() | {"rule": bits, "other": other}


def _notation(made: Materials) -> Json:
    made.attributes = [{"kind": "binary"} for _ in range(min(made.shape.attributes, 64))]
    return made.problem() | {"rule": {"bits": made.chromosome()}}


def _settings(made: Materials) -> Json:
    """Let a number be the last that is allowed, or the first that is not."""
    if made.chance.flag():
        info = made.chance.among([info for info in setting_infos() if info.kind in {int, float}])
        step = 1 if info.kind is int else made.chance.among((1e-9, 1.0))
        bound = made.chance.among([bound for bound in (info.low, info.high) if math.isfinite(bound)])
        made.settings[info.name] = info.kind(bound + made.chance.among((-step, 0, step)))
    return {"problem": "toy6x4"} if made.chance.flag() else {}


def _seed(made: Materials) -> int:
    return made.chance.integer(0, 2 ** made.chance.among((4, 31, 33, 53)))


def _pcg64(made: Materials) -> Json:
    seed = _seed(made)
    started: Any = np.random.PCG64(seed).state["state"]
    texts = {"state": str(started["state"]), "increment": str(started["inc"])}
    return {"seed": seed, **texts, "skip": made.chance.among((0, 1, 4095, 4096, 16383, 16384)), "count": 3}


FORMATS: Final[Mapping[str, Callable[[Materials], Json]]] = {
    "layout": Materials.problem,
    "decode": _coded,
    "match": _match,
    "generality": _two_rules,
    "equality": _two_rules,
    "repair": lambda made: made.problem() | {"rule": made.chromosome()},
    "notation": _notation,
    "parameters": lambda made: made.problem() | {"rule": made.rule()},
    "coverage": lambda made: made.population(),
    "correct-sets": lambda made: made.population() | {"instance": made.position()},
    "update": lambda made: made.population() | {"presented": made.presented(6)},
    "ga-due": training_cases.ga_due,
    "control": lambda made: made.population() | {"instance": made.position(), "step": made.step},
    "roulette": training_cases.roulette,
    "deletion": training_cases.deletion,
    "covering": training_cases.covering,
    "selection": training_cases.selection,
    "crossover": training_cases.crossover,
    "ga": lambda made: made.population() | {"label": made.label(), "clock": made.clock},
    "subsumption": training_cases.subsumption,
    "discovery": training_cases.discovery,
    "step": training_cases.step,
    "run": training_cases.run,
    "clustering": training_cases.clustering,
    "k-means": training_cases.k_means,
    "final-merge": lambda made: made.population(),
    "votes": lambda made: made.ruleset(),
    "active-labels": active,
    "thresholds": thresholds,
    "best": lambda made: made.ruleset(),
    "evaluation": evaluation,
    "metrics": metrics,
    "scs": scs,
    "compaction": compaction,
    "settings": _settings,
    "problem": lambda made: {
        "name": f"mlposition{made.chance.among(('', '', '0', '+', ' '))}{made.chance.integer(0, 9)}"
    },
    "pcg64": _pcg64,
    "java-random": lambda made: {"seed": str(_seed(made)), "skip": made.chance.integer(0, 9), "count": 3},
}
"""What makes the inputs of each format; it may change the settings of the case."""
