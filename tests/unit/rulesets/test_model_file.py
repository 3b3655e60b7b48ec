"""Models as files: what is written is read back, and what is damaged is refused by name."""

import copy
import hashlib
import json
import math
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from folders import Write
from model_documents import Place, at, places, why_refused
from raising import raising
from unit.rulesets.builders import NAN, Spec, binary_schema, mixed_ruleset, model, plain, ruleset

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.problems import toy6x4
from mlslcs_ref.data.schema import ContinuousAttribute, Schema
from mlslcs_ref.errors import ModelError, ModelWarning, OutputError
from mlslcs_ref.inference.thresholds import Thresholds
from mlslcs_ref.learning.training import Training
from mlslcs_ref.rulesets.checking import check_model
from mlslcs_ref.rulesets.consultation import METHODS, Consultation
from mlslcs_ref.rulesets.model import Model, RunRecord
from mlslcs_ref.rulesets.model_file import load_model, model_text, save_model
from mlslcs_ref.rulesets.pass_record import PassRecord
from mlslcs_ref.settings import PROFILES, Settings

HUGE: Final = 10**400

BY_HAND: Final = """{
 "format": "mlslcs_ref.model",
 "version": 2,
 "digest": "DIGEST",
 "run": {
  "data": "data",
  "profile": "paper",
  "stream": "pcg64",
  "seed": 1,
  "steps": 640,
  "draws": 12345,
  "crc32": "0a1b2c3d",
  "n_centroids": 5,
  "n_unmatched_centroids": 2,
  "compaction": "none",
  "metric": "accuracy",
  "parts": []
 },
 "reading": {},
 "instances": 4,
 "schema": {
  "attributes": [
   {
    "name": "a1",
    "kind": "binary",
    "values": [
     "0",
     "1"
    ]
   }
  ],
  "labels": [
   "l1",
   "l2"
  ]
 },
 "settings": SETTINGS,
 "thresholds": {
  "pcut": 0.25,
  "ival": 0.5
 },
 "history": [],
 "rules": [
  {"bits": "111000", "num": 2, "exp": 6, "correct": 1, "wrong": 2, "indifferent": 3, "cs": 1.5, "ts": 0, "created": 0, \
"coverage": 0},
  {"bits": "000000", "num": 1, "exp": 0, "correct": 0, "wrong": 0, "indifferent": 0, "cs": 1.0, "ts": 0, "created": 0, \
"coverage": 0}
 ]
}
"""


@cache
def of_mixed() -> Model:
    """A model with every kind of attribute and two rules."""
    rules = mixed_ruleset("11 1100 1 00 11 11 10", "00 0000 0 00 00 00 11", settings=plain(precision_bits=2))
    return model(rules)


@cache
def trained(profile: str) -> tuple[Model, Dataset]:
    """A small model out of a run, and its data."""
    dataset = toy6x4()
    settings = Settings.profile(
        profile, population_size=80, passes=6, theta_ga=30, p_hash=0.33, p_label_hash=0.5, clustering=False, theta_exp=5
    )
    return Training(dataset, settings, 7, profile=profile, stream="java").complete(), dataset


def saved(found: Model, folder: Path) -> Path:
    path = folder / "model.json"
    save_model(found, path)
    return path


TEXT: Final = model_text(of_mixed())


def document() -> dict[str, Any]:
    """The model of `of_mixed` as JSON."""
    found: dict[str, Any] = json.loads(TEXT)
    return found


def dotted(path: Place) -> str:
    """A place as messages name it: rules[0].num."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).lstrip(".")


def refused(content: object, folder: Path) -> ModelError:
    """Return the error of a document, a text or bytes; it names the file."""
    path = folder / "damaged.json"
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    with raising(ModelError, file=str(path)) as caught:
        load_model(path)
    assert str(caught.value).startswith(f"{path}")
    return caught.value


def damaged(path: Place, value: object) -> dict[str, Any]:
    found = document()
    at(found, path[:-1])[path[-1]] = value
    return found


# ------------------------------------------------------------------------------------------------------ what is written


def test_the_text_of_a_model_by_hand() -> None:
    """11 10 00: a1 = 1, label 1 decided 0, label 2 not; 3 matches, exp 3 * 2, 1 of 3 decisions right."""
    rules = ruleset(binary_schema(1, 2), [Spec("11 10 00", 2, 3, 1, 1.5), Spec("00 00 00")])
    settings = json.dumps(plain().as_dict(), indent=1).replace("\n", "\n ")

    wanted = BY_HAND.replace("SETTINGS", settings)
    said = json.loads(wanted)
    for name in ("format", "version", "digest"):
        del said[name]
    plainly = json.dumps(said, sort_keys=True, separators=(",", ":"))

    assert model_text(model(rules)) == wanted.replace("DIGEST", hashlib.sha256(plainly.encode()).hexdigest())


def test_the_text_is_json_in_ascii_with_a_line_for_every_rule() -> None:
    """No pickles: another version of a library reads it alike."""
    model = trained("paper")[0]
    text = model_text(model)

    rules = [json.loads(line.rstrip(",")) for line in text.splitlines() if '"bits"' in line]
    assert len(rules) == len(model.ruleset) > 1
    assert all(next(iter(rule)) == "bits" for rule in rules)
    assert json.loads(text)["format"] == "mlslcs_ref.model"
    assert text.isascii()
    assert text.rstrip("\n") + "\n" == text
    assert "\r" not in text
    assert model_text(copy.deepcopy(model)) == model_text(trained.__wrapped__("paper")[0]) == text


# ---------------------------------------------------------------------------------------------------- and is read back


@pytest.mark.parametrize("profile", PROFILES)
def test_a_trained_model_is_read_back_whole(profile: str, tmp_path: Path) -> None:
    """Bytes, predictions, votes, thresholds, printed rules, record, settings and schema. Clauses: PAR-1."""
    first, dataset = trained(profile)
    path = saved(first, tmp_path)
    second = load_model(path)

    assert len(first.ruleset) > 1
    save_model(second, tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == path.read_bytes()
    assert (second.thresholds, second.record) == (first.thresholds, first.record)
    assert (second.ruleset.schema, second.ruleset.settings) == (first.ruleset.schema, first.ruleset.settings)
    assert second.ruleset.n_instances == first.ruleset.n_instances == 64
    for method in METHODS:
        assert second.predict(dataset, method).tolist() == first.predict(dataset.X, method).tolist()
    assert second.evaluate(dataset) == first.evaluate(dataset)
    votes = [Consultation(found.ruleset, dataset.X).votes().tolist() for found in (first, second)]
    assert votes[0] == votes[1]
    assert Consultation(second.ruleset, dataset.X).thresholds(dataset.Y) == first.thresholds
    names = "text chromosome num exp correct wrong indifferent tp msa acc fitness cs ts created coverage"
    for one, other in zip(first.ruleset, second.ruleset, strict=True):
        for name in names.split():
            assert getattr(one, name) == getattr(other, name), name


@pytest.mark.parametrize(
    ("stream", "seed", "cs", "bounds"),
    [
        ("pcg64", 0, 1.0, (0.0, 3.0)),
        ("pcg64", 2**64, 0.1 + 0.2, (1e-300, 3e-300)),
        ("pcg64", 10**60, 1e22, (-1e300, 1e300)),
        ("java", -(2**63), 5e-324, (-0.0, 5e-324)),
        ("java", 2**63 - 1, 1.7976931348623157e308, (0.1, 0.3)),
        ("pcg64", 1, 12345.678901234567, (3.0, 3.0)),
    ],
)
def test_numbers_of_any_legal_size_are_read_back_to_the_last_bit(
    stream: str, seed: int, cs: float, bounds: tuple[float, float], tmp_path: Path
) -> None:
    """Thresholds of 0, too, which the halving searches find. Clauses: INF-2."""
    schema = Schema((ContinuousAttribute("x"), ContinuousAttribute("absent")), ("l",))
    rules = ruleset(schema, [Spec("1 01 10 0 00 00 11", 1, 2, 1, cs)], plain(precision_bits=2), (bounds, (NAN, NAN)))
    first = Model(rules, Thresholds(0.0, 0.0), RunRecord("data", "paper", stream, seed, 1, 2, "0a1b2c3d", 0, 0))
    second = load_model(saved(first, tmp_path))

    assert [bound.hex() for bound in second.ruleset.ranges[0]] == [bound.hex() for bound in bounds]
    assert all(math.isnan(bound) for bound in second.ruleset.ranges[1])
    assert second.ruleset.rules[0].cs == cs
    assert (second.record, second.thresholds) == (first.record, first.thresholds)
    assert model_text(second) == model_text(first)


def test_the_layout_of_the_json_does_not_matter(write: Write) -> None:
    path = write(json.dumps(document(), indent=7, sort_keys=True, ensure_ascii=True), "other.json")

    assert model_text(load_model(path)) == TEXT


# ------------------------------------------------------------------------------------------------- damage of the fields


def test_every_field_that_is_missing_is_named(tmp_path: Path) -> None:
    """Elements of arrays are not fields."""
    fields = [path for path in places(document()) if isinstance(path[-1], str)]
    assert len(fields) > 80
    for path in fields:
        found = document()
        del at(found, path[:-1])[path[-1]]
        error = refused(found, tmp_path)
        if path != ("format",):
            assert error.place == dotted(path)


WRONG: Final[tuple[object, ...]] = (None, True, 0.25, "text", [], {}, [[]], -1, math.nan, math.inf)
"""Values of every kind, each of them wrong in most places."""


def may_stand_at(place: Place, value: object) -> bool:
    """Tell whether a value of `WRONG` is a right one at a place of `document()`, as far as its kind goes."""
    name = place[-1]
    if isinstance(value, str):
        return name in {"name", "data", "crc32", "digest", "parts"} or "labels" in place[:-1] or "values" in place[:-1]
    if isinstance(value, list | dict):
        return (value == [] and name in {"rules", "attributes", "labels", "values", "history", "parts"}) or (
            value == {} and name == "reading"
        )
    if name in {"minimum", "maximum"}:
        return value in {0.25, -1} or value is None
    if name in {"pcut", "ival"}:
        return value == 0.25
    return (name == "cs" and value in {0.25, -1}) or (name == "seed" and value == -1)


@pytest.mark.parametrize("place", [path for path in places(document()) if path[0] != "settings"], ids=dotted)
def test_every_value_of_a_wrong_kind_is_refused_by_name(place: Place, tmp_path: Path) -> None:
    """Null, a flag, a fraction, a text, an array, an object, a negative number, no number."""
    for value in WRONG:
        if not may_stand_at(place, value):
            error = refused(damaged(place, value), tmp_path)
            assert no_number(value) or names(error, place), f"{value!r}: {error}"


def no_number(value: object) -> bool:
    """Whether JSON has no such number, so that the text as a whole is refused."""
    return isinstance(value, float) and not math.isfinite(value)


def names(error: ModelError, place: Place) -> bool:
    """Whether an error names a place or what holds it."""
    return any(dotted(place[:length]) in str(error) for length in range(max(1, len(place) - 1), len(place) + 1))


SETTING_PLACES: Final = [path for path in places(document()) if path[0] == "settings" and len(path) == 2]


@pytest.mark.parametrize("place", SETTING_PLACES, ids=dotted)
def test_every_setting_of_a_wrong_kind_is_refused_by_name(place: Place, tmp_path: Path) -> None:
    values: tuple[object, ...] = (None, "text", [], {}, -1, math.nan, HUGE)
    for value in values:
        error = refused(damaged(place, value), tmp_path)
        assert no_number(value) or str(place[1]) in str(error)


@pytest.mark.parametrize("place", SETTING_PLACES, ids=dotted)
def test_a_setting_that_python_alone_takes_for_another_kind_is_refused(place: Place, tmp_path: Path) -> None:
    """True is no 1 and 1 is not true, 100.0 is no whole number."""
    kind = type(document()["settings"][place[1]])
    for value in {bool: (0, 1, 1.0), int: (True, False, 100.0), float: (True, False), str: (True, 1)}[kind]:
        assert dotted(place) in str(refused(damaged(place, value), tmp_path))


@pytest.mark.parametrize("name", ["other", "N", "profile", "cls", "self", "changes", ""])
def test_a_setting_that_does_not_exist_is_refused_by_name(name: str, tmp_path: Path) -> None:
    assert name in str(refused(damaged(("settings", name), 1), tmp_path))


def test_settings_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    """Omega above phi. Clauses: UPD-5."""
    found = document()
    found["settings"]["omega"], found["settings"]["phi"] = 0.9, 0.5

    assert "omega" in refused(found, tmp_path).message


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("rules", 0, "bits"), "111100100111"),  # too short
        (("rules", 0, "bits"), "1111001001111100"),  # too long
        (("rules", 0, "bits"), "11110010011112x"),
        (("rules", 0, "bits"), "11110010011111\u0661"),
        (("rules", 0, "bits"), ""),
        (("rules", 1, "num"), 0),
        (("rules", 0, "exp"), 9),  # no multiple of 2 labels
        (("rules", 0, "correct"), 9),  # of 4 matches * 2 decisions
        (("rules", 0, "wrong"), 4),  # 8 - 3 = 5
        (("rules", 0, "indifferent"), 1),  # 0
        (("rules", 0, "coverage"), 5),  # of 4 instances
        (("instances",), 0),
        (("thresholds", "pcut"), 0.5000000000000001),
        (("thresholds", "ival"), -5e-324),
        (("schema", "attributes"), []),
        (("schema", "labels"), []),
        (("schema", "labels"), ["l1"]),  # the bits of rules do not fit
        (("schema", "labels"), ["l1", "l1"]),
        (("schema", "labels"), ["l1", "area"]),
        (("schema", "attributes", 0, "values"), []),
        (("schema", "attributes", 0, "values"), ["a", "b", "c"]),  # a nominal one
        (("schema", "attributes", 1, "values"), ["a", "b"]),  # a binary one
        (("schema", "attributes", 0, "values"), ["a", "a"]),
        (("schema", "attributes", 0, "kind"), "nominal"),
        (("schema", "attributes", 0, "kind"), "continuous"),
        (("schema", "attributes", 2, "kind"), "binary"),
        (("schema", "attributes", 2, "minimum"), 4.0),  # above the maximum, 3
        (("schema", "attributes", 2, "minimum"), None),  # but a maximum
        (("schema", "attributes", 2, "maximum"), None),
        (("schema", "attributes", 2, "maximum"), -1.0),
        (("run", "seed"), -1),  # pcg64 has none
        (("run", "profile"), "java"),
        (("run", "stream"), "mersenne"),
        (("run", "n_unmatched_centroids"), 6),  # of 5
        (("version",), 0),
        (("version",), 1),
        (("version",), 3),
        (("version",), 2.0),
        (("version",), "2"),
        (("version",), True),
        (("format",), "mlslcs_ref.ruleset"),
        (("format",), None),
    ],
    ids=lambda value: f"{dotted(value) if isinstance(value, tuple) else value!r}",
)
def test_a_file_that_contradicts_itself_is_refused(place: Place, value: object, tmp_path: Path) -> None:
    refused(damaged(place, value), tmp_path)


def test_a_field_that_nobody_knows_is_refused_by_name(tmp_path: Path) -> None:
    """In every object of the file but the one that says how a file was read, which readers fill."""
    found = document()
    objects = [(), *(path for path in places(found) if isinstance(at(found, path), dict) and path != ("reading",))]
    assert len(objects) > 7
    for path in objects:
        damaged_one = document()
        at(damaged_one, path)["treshold"] = 1
        assert "treshold" in str(refused(damaged_one, tmp_path))


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("schema", "labels"), ["l2", "l1"]),
        (("thresholds", "ival"), 0.25),
        (("settings", "accuracy_power"), 1000.0),
        (("run", "compaction"), "greedy"),
        (("reading",), {"delimiter": ";"}),
        (("rules", 0, "num"), 3),
    ],
    ids=lambda value: dotted(value) if isinstance(value, tuple) else "",
)
def test_an_edit_that_contradicts_nothing_is_told(place: Place, value: object, write: Write) -> None:
    """Loading warns and goes on; checking finds it; what is saved anew is a model of its own."""
    path = write(json.dumps(damaged(place, value)), "edited.json")
    with pytest.warns(ModelWarning):
        found = load_model(path)

    assert found.edited
    assert ("error", "digest") in [(finding.severity, finding.code) for finding in check_model(found)]


def test_all_that_a_model_may_keep_is_read_back(tmp_path: Path) -> None:
    """History with what is not defined, and the reading of the file."""
    first = replace(
        of_mixed(),
        history=(
            PassRecord(1, NAN, None, 2, 3, 1, 0, 0, 0, 0, 0.25),
            PassRecord(2, 0.5, 1.0, 2, 3, 1, 0, 0, 0, 0, 0.5, 0.25),
        ),
        reading={"delimiter": ";", "header": False, "names": ["a", "b"]},
    )
    second = load_model(saved(first, tmp_path))

    assert model_text(second) == model_text(first)
    assert second.history[1:] == first.history[1:]
    assert math.isnan(second.history[0].accuracy)
    assert second.history[0][2:] == first.history[0][2:]
    assert second.reading == first.reading
    assert not second.edited


def assert_usable_or_refused(content: dict[str, Any], folder: Path, place: str) -> None:
    """Check that a file is refused, at `place`, or that its model predicts, prints and can be saved."""
    path = folder / "model.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    said = why_refused(path)
    assert not said or place in said


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("name", ["num", "exp", "correct", "wrong", "indifferent", "ts", "created", "coverage", "cs"])
def test_a_count_of_any_size_is_refused_by_name_or_does_no_harm(name: str, profile: str, tmp_path: Path) -> None:
    """10^400 is no double and 10^39 no 32-bit number; no population and no run has so many of anything."""
    for value in (HUGE, 10**39, 10**300):
        content = damaged(("rules", 1, name), value)
        content["settings"]["vote_weight"] = Settings.profile(profile).vote_weight
        assert_usable_or_refused(content, tmp_path, f"rules[1].{name}" if name != "exp" else "rules[1]")


def test_counts_of_any_size_that_agree_with_each_other_are_refused_or_do_no_harm(tmp_path: Path) -> None:
    """4 bits of labels, 00 11: one of two labels is decided."""
    content = document()
    content["rules"][1] |= {"exp": 2 * HUGE, "correct": 0, "wrong": HUGE, "indifferent": HUGE}

    assert_usable_or_refused(content, tmp_path, "rules[1]")


@pytest.mark.parametrize("exp", [2**52, 2**53])
def test_matches_whose_decisions_are_more_than_a_run_can_count_are_refused(exp: int, tmp_path: Path) -> None:
    """With 1,024 labels, 2^52 matches are 2^62 decisions; one less is a model. Clauses: PAR-1."""
    content = document()
    n_labels = 1024
    content["schema"]["labels"] = [f"l{label}" for label in range(n_labels)]
    content["settings"]["experience_unit"] = "match"
    size = len(content["rules"][0]["bits"]) - 4
    counts = {"correct": 0, "wrong": 0, "coverage": 0}
    (rule,) = content["rules"] = [
        content["rules"][1] | counts | {"bits": "0" * (size + 2 * n_labels), "exp": exp, "indifferent": exp * n_labels}
    ]

    assert_usable_or_refused(content, tmp_path, "rules[0]")
    path = tmp_path / "model.json"
    with pytest.raises(ModelError):
        load_model(path)
    rule |= {"exp": 2**52 - 1, "indifferent": (2**52 - 1) * n_labels}
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.warns(ModelWarning):
        assert load_model(path).ruleset[0].indifferent == (2**52 - 1) * n_labels


@pytest.mark.parametrize("value", [HUGE, 10**18], ids=["10^400", "10^18"])
def test_a_number_of_instances_that_no_memory_holds_is_refused_or_costs_no_memory(value: int, write: Write) -> None:
    path = write(json.dumps(damaged(("instances",), value)), "model.json")

    try:
        assert load_model(path).ruleset.n_instances == value
    except ModelError as error:
        assert error.file == str(path)
        assert "instances" in str(error)


# -------------------------------------------------------------------------------------------------- damage of the text


def test_a_file_cut_anywhere_is_refused(tmp_path: Path) -> None:
    """Without its last character, a line feed, it is whole."""
    content = TEXT.encode()
    for length in {*range(0, len(content) - 1, 37), *range(len(content) - 40, len(content) - 1)}:
        refused(content[:length], tmp_path)


NO_MODELS: Final = (
    *(
        b"",
        b"\n",
        b"not json",
        b"\xff\xfe{\x00}\x00",
        b"\x80",
        b"\x00",
        b"[]",
        b"3",
        b"null",
        b'"text"',
        b"{}",
        b"[{}]",
    ),
    *(TEXT + "{}", TEXT + "x", TEXT + TEXT, b"\xef\xbb\xbf" + TEXT.encode()),
)


@pytest.mark.parametrize("content", NO_MODELS, ids=lambda content: repr(content[-9:]))
def test_what_is_no_model_or_more_than_one_is_refused(content: bytes | str, tmp_path: Path) -> None:
    """Nor is one behind a byte order mark, the last of these."""
    refused(content, tmp_path)


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_nesting_of_any_depth_is_refused(opening: str, tmp_path: Path) -> None:
    """Around the depth at which Python's stack ends, and far beyond it."""
    limit = sys.getrecursionlimit()
    closing = {"[": "]", '{"a":': "}"}[opening]
    start = '{"format": "mlslcs_ref.model", "version": '
    for depth in (2, 50, *range(limit - 150, limit + 10, 3), 50_000):
        refused(start + opening * depth + "1" + closing * depth + "}", tmp_path)
        refused(opening * depth, tmp_path)


def test_a_name_that_cannot_be_saved_again_is_refused_or_saved(write: Write) -> None:
    r"""JSON can spell half of a pair of surrogates, \ud800, which UTF-8 cannot hold."""
    why_refused(write(json.dumps(damaged(("schema", "labels", 0), "\ud800")), "model.json"))


# -------------------------------------------------------------------------------------------------------- and the files


def test_saving_fails_with_the_name_of_the_file_and_leaves_what_was_there(tmp_path: Path) -> None:
    with raising(OutputError, file=str(tmp_path / "missing" / "model.json")):
        save_model(of_mixed(), tmp_path / "missing" / "model.json")

    assert list(tmp_path.iterdir()) == []


def test_loading_does_not_change_the_file_whose_path_may_be_a_text(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    save_model(of_mixed(), str(path))
    before = path.read_bytes(), path.stat().st_mtime_ns

    assert model_text(load_model(str(path))) == TEXT
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
