"""The parts of cases: settings, data and rules that belong together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from mlslcs_ref.oracle.fuzz.chance import SIZES, Chance, chosen_settings, chosen_shape
from mlslcs_ref.settings import Settings

Json = dict[str, Any]
T = TypeVar("T")

HUGE: Final = (1.5e308, -1.7e308, 1e308, 6e307, 0.0)
"""Values whose sums and differences overflow."""
RANGES: Final = ((0.0, 1e308), (0.0, 1e-300), (0.0, 5e-324), (1.0, 1.0 + 1e-9), (2.0**24, 2.0**24 + 1.0))
"""Ranges at the limits of doubles, and those that 32 bits do not see."""
FAR_APART: Final = (1.0, 65.0, 710.0)
"""Values of cs at which deletion votes are just not too small beside each other, or add up to more than a double."""
SELDOM: Final = 0.03
"""How often there is nothing, or something that is refused."""
MOST_NUM: Final = 1000
"""Rules of more micro-classifiers are not made a few times as many."""
FEW: Final = 4
"""How many of many differ from the first, at most, where the last ones decide."""


def attribute_width(attribute: Mapping[str, Any], precision_bits: int) -> int:
    """Return the bits of an attribute's gene (REP-2 to REP-4)."""
    if attribute["kind"] == "continuous":
        return 2 * precision_bits + 1
    n_values = int(attribute.get("n_values", 2))
    return 2 if n_values <= 2 else n_values + 1


class Materials:
    """Settings, attributes, instances and rules of one case; `varied` are the sizes that may be at an edge."""

    def __init__(self, chance: Chance, varied: Sequence[str] = SIZES) -> None:
        self.chance = chance
        self.settings = chosen_settings(chance)
        self.known = Settings.profile(
            self.settings["profile"], **{name: value for name, value in self.settings.items() if name != "profile"}
        )
        self.shape = chosen_shape(chance, varied)
        self.tape: list[float] = []
        self.kinds = chance.among((("binary",), ("nominal",), ("continuous",), ("binary", "nominal", "continuous")))
        self.missing = chance.among((0.0, 0.0, 0.0, 0.15, 0.15, 0.5))
        self.huge: tuple[float, ...] = HUGE if chance.flag(0.06) else ()
        self.accepted = chance.among((0.2, 0.8, 0.8))
        self.tested = chance.among((0.1, 0.4, 0.8))
        self.decided = chance.among((0.3, 0.7, 1.0))
        self.attributes = [self.attribute(chance.among(self.kinds)) for _ in range(self.shape.attributes)]
        self.n_labels = self.shape.labels
        self._label_set = ""
        self.alike = chance.flag(0.1)
        self.due = chance.flag(0.3)
        self.far_apart = chance.flag(0.2)
        small = (0, chance.integer(0, 30), chance.integer(0, 3000))
        self.clock = chance.among((*small, *small, 2**31 - chance.integer(0, 40), chance.edge("clocks")))
        self.step = chance.integer(1, 40) + chance.among((0, self.shape.instances))

    def problem(self) -> Json:
        """Return the fields `attributes` and `n_labels`."""
        return {"attributes": self.attributes, "n_labels": self.n_labels}

    def attribute(self, kind: str) -> Json:
        """Return an attribute of a kind."""
        if kind == "nominal":
            return {"kind": kind, "n_values": self.chance.among((self.shape.values, self.chance.integer(1, 4)))}
        return {"kind": kind} if kind == "binary" else {"kind": kind} | self._range()

    def _range(self) -> Json:
        if self.chance.flag(0.1):
            return {"minimum": None, "maximum": None}
        if self.huge or self.chance.flag(0.1):
            low, high = RANGES[0] if self.huge else self.chance.among(RANGES)
            return {"minimum": low, "maximum": high}
        low = self.chance.real(-10, 10)
        return {"minimum": low, "maximum": low if self.chance.flag(0.1) else low + self.chance.real(0, 20)}

    def cell(self, attribute: Mapping[str, Any]) -> float | None:
        """Return a value of an attribute, perhaps a missing one."""
        if self.chance.flag(self.missing):
            return None
        if attribute["kind"] != "continuous":
            return self.chance.integer(0, attribute.get("n_values", 2) - 1)
        if self.huge:
            return self.chance.among(self.huge)
        low, high = attribute["minimum"], attribute["maximum"]
        if low is None or self.chance.flag():
            return self.chance.real(-10, 20)
        # a bound that a test can have, or nearly
        most = 2**self.known.precision_bits - 1
        return self.chance.near(low + (high - low) * (self.chance.integer(0, most) / most))

    def row(self) -> list[float | None]:
        """Return the values of an instance."""
        return [self.cell(attribute) for attribute in self.attributes]

    def rows(self) -> list[list[float | None]]:
        """Return as many rows as there are instances, some of them twice."""
        rows = self._crowd(self.shape.instances, self.row)
        while len(rows) < self.shape.instances:
            rows.append(self._twin(self.chance.among(rows)) if rows and self.chance.flag(0.15) else self.row())
        return rows

    def _twin(self, row: list[float | None]) -> list[float | None]:
        """Return a row that is the same, or nearly."""
        if self.chance.flag():
            return row
        return [self.chance.near(x) if isinstance(x, float) else x for x in row]

    def _crowd(self, n: int, make: Callable[[], T]) -> list[T]:
        """Return nothing, or so many copies of one thing that only a few others are left to be made."""
        if n <= FEW or self.chance.flag():
            return []
        return [make()] * (n - self.chance.integer(1, FEW))

    def instances(self) -> list[Json]:
        """Return D, perhaps with an instance that nothing can be learned from."""
        found = [{"x": row, "y": self.labels()} for row in self.rows()]
        if self.chance.flag(SELDOM):
            for _ in range(self.chance.integer(1, 3)):
                place = self.chance.integer(0, len(found) - 1)
                found[place] = self._spoilt(found[place])
        return found

    def _spoilt(self, instance: Json) -> Json:
        """Return an instance without a label, or with a value that is infinite or not declared."""
        if self.chance.flag(0.3):
            return instance | {"y": "?" + instance["y"][1:]}
        place = self.chance.integer(0, len(self.attributes) - 1)
        attribute = self.attributes[place]
        infinite = attribute["kind"] == "continuous"
        value = self.chance.among(("inf", "-inf")) if infinite else attribute.get("n_values", 2)
        return instance | {"x": [*instance["x"][:place], value, *instance["x"][place + 1 :]]}

    def labels(self) -> str:
        """Return a label set: few labels hold, or many, or the set before but for one label or none, or always one."""
        if self._label_set and self.alike:
            return self._label_set
        if self._label_set and self.chance.flag(0.4):
            label = self.chance.among_or_last(range(self.n_labels))
            digit = self.chance.among(("0", "1"))
            self._label_set = self._label_set[:label] + digit + self._label_set[label + 1 :]
        else:
            self._label_set = self.chance.bits(self.n_labels, self.chance.among((0.1, 0.5)))
        return self._label_set

    def label_sets(self, n: int) -> list[str]:
        """Return label sets of so many instances."""
        return [self.labels() for _ in range(n)]

    def data(self) -> Json:
        """Return the fields `attributes`, `n_labels` and `instances`; ranges are seldom given."""
        told = ("kind", "n_values", *(("minimum", "maximum") if self.chance.flag(0.2) else ()))
        attributes = [{name: each[name] for name in each if name in told} for each in self.attributes]
        return {"attributes": attributes, "n_labels": self.n_labels, "instances": self.instances()}

    def width(self, attribute: Mapping[str, Any]) -> int:
        """Return the bits of an attribute's gene."""
        return attribute_width(attribute, self.known.precision_bits)

    def gene(self, attribute: Mapping[str, Any]) -> str:
        """Return the bits of a test, or of none."""
        width = self.width(attribute)
        active = "1" if self.chance.flag(self.tested) else "0"
        if attribute["kind"] == "continuous" and self.chance.flag(0.7):
            k = self.known.precision_bits
            low, high = sorted(self.chance.integer(0, 2**k - 1) for _ in range(2))
            return active + "".join(f"{bound:0{k}b}"[::-1] for bound in (low, high))
        return active + self.chance.bits(width - 1, 0.5 if width < 4 else self.accepted)

    def chromosome(self) -> str:
        """Return the bits of a rule."""
        condition = "".join(self.gene(attribute) for attribute in self.attributes)
        decisions = [
            ("1" if self.chance.flag(self.decided) else "0") + self.chance.bits(1) for _ in range(self.n_labels)
        ]
        return condition + "".join(decisions)

    def relative(self, bits: str) -> str:
        """Return a chromosome that differs from another in a few bits, or in none."""
        changed = list(bits)
        for _ in range(self.chance.integer(0, 2)):
            place = self.chance.among((self.chance.integer(0, len(bits) - 1), len(bits) - 1, 0))
            changed[place] = "10"[int(changed[place])]
        return "".join(changed)

    def with_other_ends(self, bits: str) -> str:
        """Return a chromosome that differs from another in second bounds at most."""
        k, end, found = self.known.precision_bits, 0, bits
        for attribute in self.attributes:
            end += attribute_width(attribute, k)
            if attribute["kind"] == "continuous":
                found = found[: end - k] + self.chance.bits(k) + found[end:]
        return found

    def rule(self, bits: str | None = None) -> Json:
        """Return a rule that has been updated a few times, with counts that belong together."""
        chance = self.chance
        bits = self.chromosome() if bits is None else bits
        per_label = self.known.experience_unit == "label"
        thresholds = (self.known.theta_exp, self.known.theta_exp + 1, self.known.theta_del)
        seldom = chance.among((chance.integer(1, 3000), chance.integer(1, 3000), chance.edge("updates")))
        updates = chance.among((0, chance.integer(1, 9), *thresholds, seldom))
        decided = updates * bits[-2 * self.n_labels :: 2].count("1")
        correct = chance.among((decided, chance.integer(0, decided)))
        ts = self.time()
        return {
            "bits": bits,
            "num": chance.among((1, 1, 1, chance.integer(1, 6), chance.edge("nums"))),
            "exp": updates * (self.n_labels if per_label else 1),
            "correct": correct,
            "wrong": decided - correct,
            "indifferent": updates * self.n_labels - decided,
            "cs": chance.among(FAR_APART if self.far_apart else (1.0, chance.real(1, 40), chance.real(1, 800))),
            "ts": ts,
            "created": chance.among((0, chance.integer(0, self.step - 1))),
            "stamped": updates > 0 and ts > 0 and chance.flag(),
        }

    def time(self) -> int:
        """Return when a rule was last in a GA: with others perhaps just so long ago that it is due."""
        if self.due:
            return max(0, self.clock - self.known.theta_ga + self.chance.among((-1, 0, 0, 0, 1)))
        return self.chance.among((0, self.clock, self.chance.integer(0, self.clock)))

    def rules(self) -> list[Json]:
        """Return P: strangers, relatives of each other, rules of equal strength, and perhaps a crowd before them.

        Perhaps there are a few chromosomes alone, so that many rules are equal or general for each other.
        """
        rules = self._crowd(self.shape.rules, self._extreme)
        few = self.chance.several(1, 3, self.chromosome) if self.chance.flag(0.25) else []
        while len(rules) < self.shape.rules:
            if few and self.chance.flag(0.8):
                rules.append(self.rule(self.chance.among(few)))
            elif rules and self.chance.flag(0.3):
                other = self.chance.among(rules)
                bits = self.relative(other["bits"])
                same = bits[-2 * self.n_labels :: 2] == other["bits"][-2 * self.n_labels :: 2]
                alike = same and self.chance.flag()
                rules.append(self._as_strong(other) | {"bits": bits} if alike else self.rule(bits))
            else:
                rules.append(self.rule())
        return rules

    def _as_strong(self, rule: Json) -> Json:
        """Return a rule with the counts of another, or a few times as many of it, of which as many fewer were right.

        Where fitness is accuracy, and every label decided, num*F is the same but for rounding.
        """
        times = self.chance.among((1, 1, 3, 7))
        decided = times * (rule.get("correct", 0) + rule.get("wrong", 0))
        if times == 1 or "wrong" not in rule or rule["num"] > MOST_NUM:
            return rule
        return rule | {
            "num": times * rule["num"],
            "exp": times * rule["exp"],
            "indifferent": times * rule["indifferent"],
            "wrong": decided - rule["correct"],
        }

    def _extreme(self) -> Json:
        """Return a rule that has never been updated, or has been right always, or never."""
        rule = self.rule() | {"num": 1}
        decided = rule["correct"] + rule["wrong"]
        if self.chance.flag(0.3):
            return {name: rule[name] for name in ("bits", "num", "cs", "ts", "created")}
        correct = self.chance.among((0, decided))
        return rule | {"correct": correct, "wrong": decided - correct}

    def population(self) -> Json:
        """Return D with a P, seldom an empty one."""
        return self.data() | {"rules": [] if self.chance.flag(SELDOM) else self.rules()}

    def ruleset(self) -> Json:
        """Return rules and the rows that they are asked about, seldom none."""
        rules = [] if self.chance.flag(SELDOM) else self.rules()
        rows = [] if self.chance.flag(SELDOM) else self.rows()
        return self.problem() | {"rules": rules, "x": rows}

    def presented(self, most: int) -> list[int]:
        """Return positions in D."""
        return self.chance.several(1, most, self.position)

    def position(self) -> int:
        """Return a position in D."""
        return self.chance.among_or_last(range(self.shape.instances))

    def label(self) -> int:
        """Return a label, often the last one."""
        return self.chance.among((self.n_labels - 1, self.chance.integer(0, self.n_labels - 1)))
