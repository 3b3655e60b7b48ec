"""A random case of every format; its draws come from the reference."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from mlslcs_ref.oracle.fuzz.chance import Chance
from mlslcs_ref.oracle.fuzz.materials import Json, Materials
from mlslcs_ref.oracle.fuzz.shapes import SIZES
from mlslcs_ref.settings import setting_infos

MOST_DELETIONS: Final = 20
METRICS: Final = ("accuracy", "exact_match", "hamming_loss")
MOST_WORK: Final = 400_000
"""Steps by rules by instances by genes of a whole run: what a plain executor does in a second."""
GROWING: Final = (5, 12, 40, 120)
"""Population sizes of whole runs."""


def made_case(format_name: str, seed: int, whole_runs: bool = False) -> Json:
    """Return a case of a format, with no draws but those that it cannot do without.

    Parameters
    ----------
    format_name : str
        One of `FORMATS`.
    seed : int
        The same seed gives the same case.
    whole_runs : bool
        Whether a `run` goes on for hundreds of steps.
    """
    materials = Materials(Chance(seed), VARIED.get(format_name, SIZES))
    inputs = FORMATS[format_name](materials)
    if whole_runs:
        _lengthen(materials, inputs)
    return {"format": format_name, "settings": materials.settings, "in": inputs, "draws": materials.tape}


def _lengthen(made: Materials, inputs: Json) -> None:
    """Let a run go on for hundreds of steps, or as many as do not take too long."""
    wanted = made.chance.among((made.chance.integer(1, 400), made.chance.edge("steps")))
    size = made.chance.among(GROWING)
    genes = made.shape.attributes + made.n_labels
    steps = max(1, min(wanted, MOST_WORK // (size * made.shape.instances * genes)))
    made.settings |= {"population_size": size, "passes": 1 + steps // made.shape.instances}
    inputs["n_steps"] = steps


def _problem(made: Materials) -> Json:
    return {"attributes": made.attributes, "n_labels": made.n_labels}


def _gene(made: Materials) -> Json:
    attribute = made.attributes[0]
    return {"attribute": attribute, "bits": made.gene(attribute)}


def _coded(made: Materials) -> Json:
    """Return a gene, perhaps one of more values than a word has bits, or than a short number can count."""
    if made.chance.flag(0.8):
        return _gene(made)
    n = made.chance.edge("codes")
    # of a length that no power of two is a multiple of, so that a code which wraps is told from another
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
    return _problem(made) | {"rule": bits, "other": other}


def _notation(made: Materials) -> Json:
    made.attributes = [{"kind": "binary"} for _ in range(min(made.shape.attributes, 64))]
    return _problem(made) | {"rule": {"bits": made.chromosome()}}


def _ga_due(made: Materials) -> Json:
    def member() -> Json:
        num = made.chance.among((1, 2, 300, made.chance.edge("nums")))
        return {"num": num, "ts": made.time() + made.chance.flag(0.1)}

    sets = [made.chance.several(0, 3, member) for _ in range(made.n_labels)]
    return {"clock": made.clock, "step": made.step, "correct_sets": sets}


def _roulette(made: Materials) -> Json:
    kinds = (0.0, 1.0, made.chance.unit(), made.chance.unit() * 1e-12, made.chance.unit() * 1e6)
    weights = [made.chance.among(kinds) for _ in range(made.shape.rules)]
    weights[made.chance.integer(0, len(weights) - 1)] = 1.0
    return {"weights": weights}


def _deletion(made: Materials) -> Json:
    given = made.population()
    micro = sum(rule["num"] for rule in given["rules"])
    made.settings["population_size"] = max(1, micro - made.chance.integer(0, 4))
    fair = [rule for rule in given["rules"] if rule.get("correct") and rule["wrong"]]
    if fair and made.chance.flag(0.15):
        # a power at which the fitness of a rule is around the smallest doubles
        rule = made.chance.among(fair)
        smallest = -math.log10(rule["correct"] / (rule["correct"] + rule["wrong"]))
        made.settings["accuracy_power"] = math.ceil(made.chance.integer(306, 330) / smallest)
    return given


def _covering(made: Materials) -> Json:
    return _problem(made) | {"x": made.row(), "y": made.labels(), "label": made.label()}


def _selection(made: Materials) -> Json:
    return _problem(made) | {"rules": made.rules()}


def _crossover(made: Materials) -> Json:
    first = made.chromosome()
    second = made.chromosome() if made.chance.flag(0.8) else made.relative(first)
    return _problem(made) | {"first": first, "second": second, "label": made.label()}


def _subsumption(made: Materials) -> Json:
    given = made.data() | {"rules": made.rules()}
    near = (given["rules"][-1] if made.chance.flag() else made.chance.among(given["rules"]))["bits"]
    given["child"] = made.chance.among((near, near, made.relative(near), made.with_other_ends(near), made.chromosome()))
    if made.chance.flag():
        given["parents"] = [made.chance.integer(0, len(given["rules"]) - 1) for _ in range(2)]
    return given


def _step(made: Materials) -> Json:
    given = made.population() | {"presented": made.presented(6), "step": made.step, "clock": made.clock}
    micro = sum(rule["num"] for rule in given["rules"])
    if made.chance.flag() or micro > made.known.population_size + MOST_DELETIONS:
        made.settings["population_size"] = max(1, micro - made.chance.integer(0, 2))
    update_only = made.chance.flag(0.25)
    return given | {"deletions_commenced": made.chance.flag(), "update_only": update_only}


def _run(made: Materials) -> Json:
    return made.data() | {"n_steps": made.chance.integer(0, 12)}


def _votes(made: Materials) -> Json:
    levels = (0.0, 0.5, round(made.chance.unit(), 1), made.chance.unit() / 2, made.chance.unit())
    votes = [[made.chance.among(levels) for _ in range(made.n_labels)] for _ in range(made.shape.instances)]
    return {"n_labels": made.n_labels, "votes": votes}


def _active(made: Materials) -> Json:
    given = _votes(made)
    return given | {"threshold": made.chance.among((*given["votes"][0], 0.5, 0.0, made.chance.unit()))}


def _truth(made: Materials, given: Json, n: int) -> Json:
    return given | {"truth": made.label_sets(n), "metric": made.chance.among(METRICS)}


def _thresholds(made: Materials) -> Json:
    given = _votes(made)
    return _truth(made, given, len(given["votes"]))


def _evaluation(made: Materials) -> Json:
    given = made.ruleset()
    return _truth(made, given, len(given["x"]))


def _metrics(made: Materials) -> Json:
    truth = made.label_sets(made.shape.instances)
    predicted = [each if made.chance.flag(0.3) else made.labels() for each in truth]
    return {"n_labels": made.n_labels, "truth": truth, "predicted": predicted}


def _compaction(made: Materials) -> Json:
    if made.chance.flag(0.8):
        # a prefix suffices for some instances, and a longer one for the others
        made.attributes = [{"kind": "binary"}]
        made.decided = made.tested = 1.0
    return made.ruleset()


def _scs(made: Materials) -> Json:
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


def _k_means(made: Materials) -> Json:
    if made.chance.flag(0.15):
        return _row_of_points(made)
    points = made.rows()
    return _problem(made) | {"points": points, "k": made.chance.integer(1, max(1, min(12, len(points))))}


def _row_of_points(made: Materials) -> Json:
    """Return points in a row, which clusters that start at one end share out in 10 to 50 rounds."""
    n = made.chance.integer(30, 130)
    points = [[10.0 * place + made.chance.real(0, 3)] for place in range(n)]
    k = made.chance.integer(3, 8)
    made.tape = [0.0] * k
    return {"attributes": [{"kind": "continuous", "minimum": 0, "maximum": 10 * n}], "n_labels": 1} | {
        "points": points,
        "k": k,
    }


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
    return {"seed": seed, **texts, "skip": made.chance.among((0, 1, 4095, 4096)), "count": 3}


INFERENCE: Final = ("rules", "instances", "labels")
VARIED: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "layout": ("attributes", "labels", "values"),
        **dict.fromkeys(("decode", "match"), ("values",)),
        **dict.fromkeys(
            ("generality", "equality", "repair", "covering", "crossover"), ("attributes", "labels", "values")
        ),
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
)
"""The sizes that matter to a format, where not all of them do."""

FORMATS: Final[Mapping[str, Callable[[Materials], Json]]] = MappingProxyType(
    {
        "layout": _problem,
        "decode": _coded,
        "match": _match,
        "generality": _two_rules,
        "equality": _two_rules,
        "repair": lambda made: _problem(made) | {"rule": made.chromosome()},
        "notation": _notation,
        "parameters": lambda made: _problem(made) | {"rule": made.rule()},
        "coverage": lambda made: made.population(),
        "correct-sets": lambda made: made.population() | {"instance": made.position()},
        "update": lambda made: made.population() | {"presented": made.presented(6)},
        "ga-due": _ga_due,
        "control": lambda made: made.population() | {"instance": made.position(), "step": made.step},
        "roulette": _roulette,
        "deletion": _deletion,
        "covering": _covering,
        "selection": _selection,
        "crossover": _crossover,
        "ga": lambda made: made.population() | {"label": made.label(), "clock": made.clock},
        "subsumption": _subsumption,
        "discovery": lambda made: (
            made.population() | {"instance": made.position(), "step": made.step, "clock": made.clock}
        ),
        "step": _step,
        "run": _run,
        "clustering": lambda made: made.data(),
        "k-means": _k_means,
        "final-merge": lambda made: made.population(),
        "votes": lambda made: made.ruleset(),
        "active-labels": _active,
        "thresholds": _thresholds,
        "best": lambda made: made.ruleset(),
        "evaluation": _evaluation,
        "metrics": _metrics,
        "scs": _scs,
        "compaction": _compaction,
        "settings": _settings,
        "problem": lambda made: {
            "name": f"mlposition{made.chance.among(('', '', '0', '+', ' '))}{made.chance.integer(0, 9)}"
        },
        "pcg64": _pcg64,
        "java-random": lambda made: {"seed": str(_seed(made)), "skip": made.chance.integer(0, 9), "count": 3},
    }
)
"""What makes the inputs of each format; it may change the settings of the case."""
