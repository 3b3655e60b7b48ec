"""Reading the files of vectors: `vectors/<format>/<topic>.json`, `large/<format>.json.gz`, and their schemas."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from mlslcs_ref.errors import DataError
from mlslcs_ref.oracle.vectors.comparison import Comparison
from mlslcs_ref.origin import Origin

Level: TypeAlias = Literal["must", "reject", "may"]


@dataclass(frozen=True)
class Vector:
    """One test of the suite."""

    id: str
    """`format/topic/group/test`; permanent."""
    comment: str
    """What the case is about; the arithmetic where the answer was worked out by hand."""
    clauses: tuple[str, ...]
    """The clauses that it pins down."""
    level: Level
    """`must`, `reject` (the case must be refused), or `may` (another answer is no failure)."""
    source: str
    """`hand` where a person worked the answer out, `filled` where the package gave it."""
    case: Mapping[str, Any]
    """What an executor is sent: `format`, `settings`, `in`, `draws`."""
    out: Mapping[str, Any] | None
    """The wanted answer; None if the case must be refused."""
    error: str | None
    """The wanted code of refusal."""
    aliases: tuple[str, ...]
    """Former ids."""

    @property
    def format(self) -> str:
        """The format, which names the operator."""
        return str(self.case["format"])


def load_vectors(specs: Path) -> list[Vector]:
    """Return all vectors of a specification, sorted by file, in the order of each file; large ones are last."""
    paths = sorted((specs / "vectors").glob("*/*.json"))
    if not paths:
        raise DataError("expected files vectors/FORMAT/TOPIC.json, found none", str(specs))
    return [vector for path in [*paths, *sorted((specs / "large").glob("*.json.gz"))] for vector in vectors_of(path)]


def vectors_of(path: Path) -> Iterator[Vector]:
    """Yield the vectors of a file."""
    document = _read(path)
    try:
        yield from vectors_in(document)
    except (KeyError, TypeError) as error:
        raise DataError(f"expected a file of vectors, found other JSON ({error})", str(path)) from None


def vectors_in(document: Mapping[str, Any]) -> Iterator[Vector]:
    """Yield the vectors of a file that was read."""
    for group in document["groups"]:
        for test in group["tests"]:
            yield Vector(
                id=f"{document['format']}/{document['topic']}/{group['id']}/{test['id']}",
                comment=test["comment"],
                clauses=tuple(test["clauses"]),
                level=test["level"],
                source=test["source"],
                case={"format": document["format"], **{name: test[name] for name in ("settings", "in", "draws")}},
                out=test.get("out"),
                error=test.get("error"),
                aliases=tuple(test.get("aliases", ())),
            )


def load_comparisons(specs: Path) -> dict[str, Comparison]:
    """Return for every format how its answers are compared, as its schema says."""
    found = {}
    for path in sorted((specs / "schema").glob("vector-*.schema.json")):
        document = _read(path)
        try:
            found[document["properties"]["format"]["const"]] = Comparison(document["comparison"], document["follows"])
        except (KeyError, TypeError, AttributeError) as error:
            raise DataError(f"expected the schema of a format, found other JSON ({error})", str(path)) from None
    return found


def _read(path: Path) -> Any:
    text = Origin(str(path), "vectors or a schema", DataError).read()
    try:
        return json.loads(text)
    except (RecursionError, ValueError) as error:
        raise DataError(f"expected JSON, found other text ({error})", str(path)) from None


def canonical(value: Any) -> str:
    """Return JSON text that is the same for the same value: sorted names, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def vector_hash(vector: Vector) -> str:
    """Return the SHA-256 of a case and its expected answer, in hexadecimal; comments and clauses do not count."""
    content = {**vector.case, "level": vector.level, "out": vector.out, "error": vector.error}
    return hashlib.sha256(canonical(content).encode("ascii")).hexdigest()
