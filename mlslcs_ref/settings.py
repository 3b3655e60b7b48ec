"""Every setting of the system, in one table, and the two profiles that fix them all.

`Settings.paper()` is the text of the paper, `Settings.authors()` the behaviour of the authors' program. The fields of
`Settings` are the table: each carries its default in both profiles, its symbol, its range and its clause as metadata.
What a setting *does* is said where it is used; this module knows only names and ranges.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

from mlslcs_ref._facts import facts_html
from mlslcs_ref._given import brief
from mlslcs_ref._setting_info import SettingInfo, completed, described
from mlslcs_ref.errors import SettingsError

Profile = Literal["paper", "authors"]
PROFILES: Final[tuple[Profile, ...]] = get_args(Profile)
AUTO: Final = "auto"
"""The profile that is made for the data (EXT-8); its settings are those of `auto_settings`."""
RUN_PROFILES: Final = (AUTO, *PROFILES)
T = TypeVar("T")


_REQUIRED: Final = object()


def _setting(
    paper: T,
    text: str,
    *,
    clause: str,
    authors: object = _REQUIRED,
    symbol: str = "",
    low: float = 0.0,
    high: float = math.inf,
    above: bool = False,
) -> T:
    """Return a dataclass field that carries its row of the table; `authors` defaults to `paper`."""
    metadata = {
        "help": text,
        "clause": clause,
        "authors": paper if authors is _REQUIRED else authors,
        "symbol": symbol,
        "low": low,
        "high": high,
        "above": above,
    }
    field: T = dataclasses.field(default=paper, metadata=metadata)
    return field


@dataclass(frozen=True, kw_only=True, repr=False)
class Settings:
    """All settings of one run; immutable, checked, and made of plain Python values.

    Make one with `Settings.paper(...)` or `Settings.authors(...)`. Numpy scalars and whole numbers for reals are taken
    and turned into plain values, and so are 0 and 1 for switches; true and false are no numbers.

    Raises
    ------
    SettingsError
        If a value is out of its range, or omega > phi (UPD-5).
    """

    population_size: int = _setting(
        5000, "largest number of micro-classifiers in P", symbol="N", low=1, high=10**9, clause="DEL-1"
    )
    passes: int = _setting(500, "training passes over the data", symbol="I/|D|", high=10**9, clause="CYC-1")
    theta_ga: int = _setting(
        2000, "mean time since the last GA that makes one due", symbol="theta_GA", high=2**31 - 1, clause="CYC-2"
    )
    p_hash: float = _setting(
        0.5, "probability that covering generalises an attribute", symbol="P#", high=1, clause="COV-1"
    )
    p_label_hash: float = _setting(
        0.1, "probability that covering generalises a label", symbol="P_label#", high=1, clause="COV-1"
    )
    crossover_rate: float = _setting(
        0.8, "probability of crossover", authors=0.800000011920929, symbol="chi", high=1, clause="GEN-4"
    )
    mutation_rate: float = _setting(
        0.04, "probability that mutation flips a bit", authors=0.03999999910593033, symbol="mu", high=1, clause="GEN-6"
    )
    learning_rate: float = _setting(
        0.2, "weight of the newest correct-set size in cs", symbol="beta", high=1, clause="UPD-3"
    )
    accuracy_power: float = _setting(
        10.0, "exponent of accuracy in fitness", symbol="nu", high=1000, above=True, clause="UPD-4"
    )
    accuracy_threshold: float = _setting(
        0.99, "accuracy above which a rule may subsume", symbol="acc0", high=1, clause="SUB-1"
    )
    theta_exp: int = _setting(
        10,
        "experience from which parents weigh, and above which rules subsume",
        symbol="theta_exp",
        high=2**31 - 1,
        clause="SUB-1",
    )
    theta_del: int = _setting(
        20, "experience from which cs counts in deletion", symbol="theta_del", high=2**31 - 1, clause="DEL-2"
    )
    omega: float = _setting(0.9, "credit for being indifferent to a label", symbol="omega", high=1, clause="UPD-1")
    phi: float = _setting(
        1.0, "weight of an indifferent label in msa; at least omega", symbol="phi", high=1, clause="UPD-1"
    )
    precision_bits: int = _setting(
        5, "bits of each bound of a continuous attribute", symbol="k", low=1, high=16, clause="REP-4"
    )
    update_only: float = _setting(0.0, "share of further passes that only update", authors=0.1, high=1, clause="CYC-4")
    match_set_control: bool = _setting(
        True, "take from the least fit rule of low coverage in a match set", authors=False, clause="CTL-1"
    )
    clustering: bool = _setting(True, "start from rules made of cluster centroids", authors=False, clause="INI-1")
    clustering_gamma: float = _setting(
        0.2, "clusters per instance of a label combination", symbol="gamma", high=1, above=True, clause="INI-1"
    )
    p_hash_init: float = _setting(0.0, "P# of rules made of centroids", symbol="P#_init", high=1, clause="INI-1")
    p_label_hash_init: float = _setting(
        0.0, "P_label# of rules made of centroids", symbol="P_label#_init", high=1, clause="INI-1"
    )
    ga_clock: Literal["label", "step"] = _setting(
        "label", "what raises the GA clock: every non-empty C[l], or every step", clause="CYC-2"
    )
    ga_due: Literal["exact", "truncated"] = _setting(
        "exact", "mean time exactly, or in truncated 32-bit integers with >=", authors="truncated", clause="CYC-2"
    )
    discovery_order: Literal["by_label", "in_phases"] = _setting(
        "by_label", "covering and GA label by label, or each in a phase of its own", authors="in_phases", clause="CYC-3"
    )
    birth_timestamp: Literal["clock", "zero"] = _setting("clock", "ts of a new rule", authors="zero", clause="PAR-0")
    experience_unit: Literal["label", "match"] = _setting(
        "label", "what raises exp by one", authors="match", clause="UPD-2"
    )
    covering_focus: Literal["specific", "generalised"] = _setting(
        "specific", "whether the label that triggered covering may become #", authors="generalised", clause="COV-2"
    )
    covering_bounds: Literal["corrected", "raw"] = _setting(
        "corrected",
        "whether covering's bounds are moved apart to hold the value",
        authors="raw",
        clause="COV-3",
    )
    covering_duplicates: Literal["merge", "append"] = _setting(
        "merge", "what happens to a covering rule equal to one in P", authors="append", clause="COV-5"
    )
    interval_arithmetic: Literal["double", "float32"] = _setting(
        "double", "precision of bounds and ranges", authors="float32", clause="REP-4"
    )
    interval_order: Literal["unordered", "ordered"] = _setting(
        "unordered", "whether bounds in the wrong order match nothing", authors="ordered", clause="REP-4"
    )
    interval_equality: Literal["both_bounds", "first_bound"] = _setting(
        "both_bounds", "which bounds equal rules share", authors="first_bound", clause="REP-10"
    )
    constant_attribute: Literal["inactive", "drawn"] = _setting(
        "inactive", "activation of a continuous attribute without a range", authors="drawn", clause="REP-6"
    )
    missing_values: Literal["match", "unhandled"] = _setting(
        "match", "whether a missing value matches every test", authors="unhandled", clause="REP-7"
    )
    discount_threshold: Literal["theta_exp", "theta_del"] = _setting(
        "theta_exp", "experience below which F_d is 0", authors="theta_del", clause="GEN-1"
    )
    zero_fitness_parents: Literal["numerosity", "first"] = _setting(
        "numerosity", "selection when no parent has weight", authors="first", clause="GEN-2"
    )
    roulette_zero_weights: Literal["skip", "allow"] = _setting(
        "skip", "whether the roulette can stop at weight 0", authors="allow", clause="GEN-3"
    )
    crossover_cut: Literal["shared", "per_child"] = _setting(
        "shared", "one cut for both children, or one each", authors="per_child", clause="GEN-4"
    )
    zero_coverage_test: Literal["after_repair", "before_repair"] = _setting(
        "after_repair", "when offspring are tested for coverage", authors="before_repair", clause="GEN-7"
    )
    subsumer_ability: Literal["current", "last_update"] = _setting(
        "current", "whether a subsumer must have had ts > 0 at its last update", authors="last_update", clause="SUB-1"
    )
    nominal_generality: Literal["superset", "equal"] = _setting(
        "superset", "when a nominal test is as general as another", authors="equal", clause="SUB-2"
    )
    absorption: Literal["strongest", "authors"] = _setting(
        "strongest", "who absorbs an offspring", authors="authors", clause="SUB-5"
    )
    deletion_domain: Literal["log", "plain"] = _setting(
        "log", "deletion votes as logarithms, or as doubles that overflow", authors="plain", clause="DEL-3"
    )
    vote_weight: Literal["fitness", "accuracy"] = _setting(
        "fitness", "weight of a vote: num*F, or num*acc in 32 bits", authors="accuracy", clause="INF-1"
    )
    active_labels: Literal["at_least", "above"] = _setting(
        "at_least", "labels active at a vote equal to the threshold or only above", authors="above", clause="INF-2"
    )
    ival_search: Literal["exact", "halving"] = _setting(
        "exact", "how IVAL looks for its threshold", authors="halving", clause="INF-3"
    )
    pcut_search: Literal["exact", "halving"] = _setting(
        "exact", "how PCUT looks for its threshold", authors="halving", clause="INF-4"
    )
    best_order: Literal["fitness", "num_accuracy"] = _setting(
        "fitness", "which rule BEST asks first", authors="num_accuracy", clause="INF-5"
    )
    empty_label_sets: Literal["count_one", "skip"] = _setting(
        "count_one", "accuracy of an instance without labels that gets none", authors="skip", clause="MET-A"
    )
    compaction_weight: Literal["fitness", "discounted"] = _setting(
        "fitness", "order of rules in compaction: num*F or num*F_d", authors="discounted", clause="MET-D"
    )
    final_merge: bool = _setting(
        False, "after update-only passes, let subsumers absorb rules of P", authors=True, clause="FIN-1"
    )

    def __post_init__(self) -> None:
        for info in setting_infos():
            object.__setattr__(self, info.name, info.checked(getattr(self, info.name)))
        if self.omega > self.phi:
            raise SettingsError("omega", f"at most phi = {self.phi:g} (accuracy could exceed 1)", f"{self.omega:g}")

    @classmethod
    def paper(cls, /, **changes: Any) -> Settings:
        """Return the profile `paper`, the text as written, with `changes`."""
        return cls.profile("paper", **changes)

    @classmethod
    def authors(cls, /, **changes: Any) -> Settings:
        """Return the profile `authors`, the behaviour of the authors' program, with `changes`.

        Its chi and mu are 32-bit floats, written here in full (FIN-2).
        """
        return cls.profile("authors", **changes)

    @classmethod
    def profile(cls, profile: str, /, **changes: Any) -> Settings:
        """Return the named profile with `changes`.

        Raises
        ------
        SettingsError
            If the profile or a setting does not exist, or a value is out of range.
        """
        given: object = profile
        if not isinstance(given, str) or profile not in PROFILES:
            raise SettingsError("profile", "one of " + ", ".join(PROFILES), brief(profile))
        names = [info.name for info in setting_infos()]
        for name in changes:
            if name not in names:
                raise SettingsError(name, "one of " + ", ".join(names), "an unknown setting")
        defaults = {info.name: getattr(info, profile) for info in setting_infos()}
        return cls(**{**defaults, **changes})

    def __repr__(self) -> str:
        """Return the call that makes it: the nearest profile, and what differs from it."""
        profile, changes = self._nearest()
        return f"Settings.{profile}({', '.join(f'{name}={value!r}' for name, value in changes.items())})"

    def _nearest(self) -> tuple[str, dict[str, object]]:
        found = [(profile, self.differences(profile)) for profile in PROFILES]
        return min(found, key=lambda one: len(one[1]))

    def _repr_html_(self) -> str:
        profile, changes = self._nearest()
        base = Settings.profile(profile).as_dict()
        symbols = {info.name: info.symbol for info in setting_infos()}
        rows = [(name, symbols[name], value, base[name]) for name, value in changes.items()]
        title = f"Settings: profile {profile}, {len(rows)} of {len(base)} settings changed"
        return facts_html(title, ("setting", "symbol", "value", profile), rows)

    @property
    def skip_empty(self) -> bool:
        """Whether accuracy leaves out instances without labels that get none (`empty_label_sets`, MET-A)."""
        return self.empty_label_sets == "skip"

    @property
    def votes_by_accuracy(self) -> bool:
        """Whether votes weigh num*acc in 32-bit floats, and not num*F (`vote_weight`, INF-1)."""
        return self.vote_weight == "accuracy"

    @property
    def active_above(self) -> bool:
        """Whether a label is active only above the threshold (`active_labels`, INF-2)."""
        return self.active_labels == "above"

    @property
    def best_by_num_accuracy(self) -> bool:
        """Whether BEST asks rules by num*acc, and not by F (`best_order`, INF-5)."""
        return self.best_order == "num_accuracy"

    @property
    def missing_match(self) -> bool:
        """Whether a missing value matches every test (`missing_values`, REP-7)."""
        return self.missing_values == "match"

    @property
    def merges_equals(self) -> bool:
        """Whether equal rules become one (`covering_duplicates`, `discovery_order` and `absorption`, COV-5, SUB-5)."""
        one_by_one = self.covering_duplicates == "merge" and self.discovery_order == "by_label"
        return one_by_one and self.absorption == "strongest"

    @property
    def always_covers(self) -> bool:
        """Whether every rule matches some instance, whatever the data are.

        That depends on `covering_bounds`, `interval_arithmetic`, `missing_values` and `zero_coverage_test`
        (COV-3, REP-7, GEN-7).
        """
        encloses = self.covering_bounds == "corrected" and self.interval_arithmetic == "double"
        return encloses and self.missing_values == "match" and self.zero_coverage_test == "after_repair"

    def n_steps(self, n_instances: int) -> int:
        """Return how many steps a run on so many instances has: passes of training, then of update alone (CYC-4)."""
        if isinstance(n_instances, bool) or not isinstance(n_instances, int):
            raise SettingsError("n_instances", "a whole number", brief(n_instances))
        return (self.passes + int(self.update_only * self.passes)) * n_instances

    def differences(self, profile: str) -> dict[str, object]:
        """Return the settings that differ from `profile`, in the order of the table."""
        base = Settings.profile(profile)
        return {
            info.name: getattr(self, info.name)
            for info in setting_infos()
            if getattr(self, info.name) != getattr(base, info.name)
        }

    def as_dict(self) -> dict[str, int | float | bool | str]:
        """Return every setting by name, in the order of the table."""
        return {info.name: getattr(self, info.name) for info in setting_infos()}


def setting_infos() -> tuple[SettingInfo, ...]:
    """Return the table of settings, in the order in which they are shown."""
    return _TABLE


def _table() -> tuple[SettingInfo, ...]:
    hints = get_type_hints(Settings)
    rows = []
    for field in dataclasses.fields(Settings):
        hint = hints[field.name]
        choices = get_args(hint) if get_origin(hint) is Literal else ()
        rows.append(
            SettingInfo(
                name=field.name, kind=str if choices else hint, paper=field.default, choices=choices, **field.metadata
            )
        )
    return tuple(rows)


_TABLE: Final = _table()

# one table, so that neither help nor completion can differ from what is checked
Settings.__doc__ = (Settings.__doc__ or "").replace("\n\n    Raises", f"\n{described(_TABLE)}\n    Raises")
for _profile in PROFILES:
    getattr(Settings, _profile).__func__.__signature__ = completed(_TABLE, _profile, Settings)
