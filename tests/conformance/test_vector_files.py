"""The files of vectors are what they claim to be, on whatever build: `test_vectors` tests builds."""

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final

import fill
import jsonschema
import pytest
from repo.source import ROOT
from schemas import documents, validator
from specification import whole_suite
from speclint import read_clauses
from suite.formats import FORMATS

from mlslcs_ref.oracle.operators.case import REJECT_CODES
from mlslcs_ref.oracle.operators.run_case import FORMATS as PERFORMED
from mlslcs_ref.oracle.vectors.files import Vector

SPECS: Final = ROOT / "specs"
CLAUSES: Final = tuple(
    clause.id for clause in read_clauses(ROOT) if not clause.successor and clause.kinds != "extension"
)
MODALS: Final = re.compile(r"\b(should|test that|must|ought)\b", re.IGNORECASE)


def vectors() -> tuple[Vector, ...]:
    return whole_suite().vectors


def test_there_are_vectors_of_every_format() -> None:
    found = Counter(vector.format for vector in vectors())

    assert set(found) == set(FORMATS) == set(PERFORMED)
    assert len(vectors()) > 300


def test_the_index_lists_all_vectors_that_are_read() -> None:
    listed = fill.hashes_in((SPECS / "index.json").read_text(encoding="utf-8"))

    assert sorted(vector.id for vector in vectors()) == sorted(listed)


def test_every_clause_of_the_reference_has_a_vector() -> None:
    """Clauses EXT are an extension beside it, whose numbers are worked out by hand in unit tests."""
    cited = {clause for vector in vectors() for clause in vector.clauses}

    assert cited == {clause for clause in CLAUSES if not clause.startswith("EXT-")}


def test_every_code_of_refusal_has_a_vector() -> None:
    assert {vector.error for vector in vectors() if vector.error} == set(REJECT_CODES)


def test_ids_are_unique_and_no_alias_is_an_id() -> None:
    names = [name for vector in vectors() for name in (vector.id, *vector.aliases)]

    assert [name for name, times in Counter(names).items() if times > 1] == []


def test_ids_are_words_not_numbers() -> None:
    assert [vector.id for vector in vectors() if re.search(r"(/|-)[0-9]+$", vector.id)] == []


def test_comments_are_short_facts() -> None:
    wrong = [vector.id for vector in vectors() if len(vector.comment) > 160 or MODALS.search(vector.comment)]

    assert wrong == []


@pytest.mark.parametrize(
    "path",
    [*sorted((SPECS / "vectors").glob("*/*.json")), *sorted((SPECS / "large").glob("*.json.gz"))],
    ids=lambda path: f"{path.parent.name}-{path.name.split('.')[0]}",
)
def test_a_file_of_vectors_fits_its_schema(path: Path) -> None:
    """Of cases that were drawn all of a group have the same fields: one of them is looked at."""
    document = json.loads(fill.held(path))
    if document["topic"] in fill.DRAWN:
        for group in document["groups"]:
            del group["tests"][1:]

    validator(f"vector-{document['format']}.schema.json").validate(document)
    assert path.relative_to(SPECS).as_posix() in {
        f"vectors/{document['format']}/{document['topic']}.json",
        f"{document['topic']}/{document['format']}.json.gz",
    }


def test_large_vectors_stay_below_two_megabytes() -> None:
    assert sum(path.stat().st_size for path in (SPECS / "large").iterdir()) < 2_000_000


def test_schemas_are_schemas() -> None:
    for schema in documents().values():
        jsonschema.Draft202012Validator.check_schema(schema)


@cache
def filled() -> dict[str, str]:
    return fill.documents([], asks=False)


def test_filling_changes_nothing() -> None:
    """That the answers are this package's to the last digit, and the model's, `test_vectors` and `test_model` tell."""
    assert fill.stale(filled()) == []


def test_no_decision_hangs_on_the_last_digits_of_a_real() -> None:
    """Where one does, the vector says which clause decides the tie; filling looks at each real of a new one."""
    assert fill.narrow_decisions(filled(), thorough=False) == []


def test_every_format_has_a_page() -> None:
    pages = {path.stem for path in (SPECS / "formats").glob("*.md")} - {"README"}

    assert pages == set(FORMATS)


def test_draws_are_numbers_that_a_stream_can_give() -> None:
    """A draw is a multiple of 2^-53 below 1 (RND-1): smaller digits turn implementations wrong that are right."""
    draws = [(vector.id, u) for vector in vectors() for u in vector.case["draws"]]

    assert [case for case in draws if not (0.0 <= case[1] < 1.0 and (case[1] * 2.0**53).is_integer())] == []


def test_what_is_known_of_a_rule_belongs_together() -> None:
    """Only a rule that has been updated has counts, and only one with a ts as well is stamped (formats/README.md)."""
    rules = [
        (vector.id, rule)
        for vector in vectors()
        if vector.out is not None
        for rule in vector.case["in"].get("rules", ())
        if isinstance(rule, dict)
    ]
    apart = [
        case
        for case, rule in rules
        if (rule.get("stamped") and not rule.get("ts"))
        or (not rule.get("exp") and any(map(rule.get, ("correct", "wrong", "indifferent", "stamped"))))
    ]

    assert len(rules) > 10_000
    assert apart == []
