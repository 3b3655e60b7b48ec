"""Reading files of vectors."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from raising import raising

from mlslcs_ref.errors import DataError
from mlslcs_ref.oracle.vectors.files import canonical, load_comparisons, load_vectors, vector_hash

TEST: dict[str, Any] = {
    "id": "border",
    "aliases": ["roulette/old/paper/border"],
    "comment": "0.5*2 = 1",
    "clauses": ["GEN-3"],
    "level": "must",
    "source": "hand",
    "settings": {"profile": "paper"},
    "in": {"weights": [1, 1]},
    "draws": [0.25],
    "out": {"chosen": 0},
}


def write(folder: Path, *tests: dict[str, Any], name: str = "wheel") -> Path:
    document = {"format": "roulette", "topic": name, "groups": [{"id": "paper", "tests": list(tests)}]}
    place = folder / "vectors" / "roulette" / f"{name}.json"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(json.dumps(document), encoding="utf-8")
    return folder


def test_a_vector_knows_its_id_and_its_case(tmp_path: Path) -> None:
    (vector,) = load_vectors(write(tmp_path, TEST))

    assert vector.id == "roulette/wheel/paper/border"
    assert (vector.format, vector.level, vector.aliases) == ("roulette", "must", ("roulette/old/paper/border",))
    assert vector.case == {
        "format": "roulette",
        "settings": {"profile": "paper"},
        "in": {"weights": [1, 1]},
        "draws": [0.25],
    }
    assert (vector.out, vector.error) == ({"chosen": 0}, None)


def test_vectors_come_by_file_and_then_in_order(tmp_path: Path) -> None:
    write(tmp_path, {**TEST, "id": "b"}, {**TEST, "id": "a"}, name="second")
    write(tmp_path, {**TEST, "id": "c"}, name="first")

    assert [vector.id.rpartition("/")[2] for vector in load_vectors(tmp_path)] == ["c", "b", "a"]


def test_large_vectors_come_last(tmp_path: Path) -> None:
    write(tmp_path, {**TEST, "id": "a"})
    document = {"format": "roulette", "topic": "large", "groups": [{"id": "paper", "tests": [{**TEST, "id": "b"}]}]}
    (tmp_path / "large").mkdir()
    (tmp_path / "large" / "roulette.json.gz").write_bytes(gzip.compress(json.dumps(document).encode()))

    found = [vector.id for vector in load_vectors(tmp_path)]

    assert found == ["roulette/wheel/paper/a", "roulette/large/paper/b"]


def test_a_hash_ignores_words_and_sees_content(tmp_path: Path) -> None:
    changes: list[dict[str, Any]] = [
        {},
        {"comment": "other"},
        {"clauses": ["GEN-1"]},
        {"draws": [0.3]},
        {"out": {"chosen": 1}},
    ]
    write(tmp_path, *({**TEST, **change, "id": f"t{place}"} for place, change in enumerate(changes)))
    first, *others = map(vector_hash, load_vectors(tmp_path))

    assert [other == first for other in others] == [True, True, False, False]


def test_canonical_text_is_sorted_and_short() -> None:
    assert canonical({"b": [1, 0.5], "a": "é"}) == '{"a":"\\u00e9","b":[1,0.5]}'


def test_no_vectors_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DataError):
        load_vectors(tmp_path)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"format": "roulette", "topic": "t", "groups": [{"id": "g"}]}'])
def test_a_file_that_holds_something_else_is_named(tmp_path: Path, text: str) -> None:
    place = tmp_path / "vectors" / "roulette" / "wheel.json"
    place.parent.mkdir(parents=True)
    place.write_text(text, encoding="utf-8")

    with raising(DataError, file=str(place)):
        load_vectors(tmp_path)


def test_a_schema_says_how_its_format_is_compared(tmp_path: Path) -> None:
    place = tmp_path / "schema" / "vector-scs.schema.json"
    place.parent.mkdir()
    schema = {
        "properties": {"format": {"const": "scs"}},
        "comparison": {"share": {"rel": 1e-9}},
        "follows": {},
    }
    place.write_text(json.dumps(schema), encoding="utf-8")

    assert load_comparisons(tmp_path)["scs"].first_difference({"share": 0.5}, {"share": 0.5 + 1e-12}) is None


def test_a_schema_without_comparison_is_named(tmp_path: Path) -> None:
    place = tmp_path / "schema" / "vector-scs.schema.json"
    place.parent.mkdir()
    place.write_text("{}", encoding="utf-8")

    with pytest.raises(DataError):
        load_comparisons(tmp_path)
