"""Complete the files of vectors in `specs`, and write their schemas, tables of fields and index.

    python3 tools/fill.py            write what has changed
    python3 tools/fill.py --check    write nothing; status 1 if a file would change

A new test needs `id`, `comment`, `clauses`, `settings` and `in`, and `draws`, `tie` and `error` where it has any; rules
may be written as `{"bits": "1# -> 0#"}`. In `out` stands what a person worked out, at least the fields that the test is
about; the others are filled in. Every answer is the package's, and the naive model has to give it too. Nothing is
written while a test is at odds with either, or a decision of a new one hangs on the last digits of a real.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Final

import zopfli.gzip as zopfli
from suite.formats import FORMATS
from suite.margins import closest_decision
from suite.pages import format_pages
from suite.schemas import common_schema, vector_schema

from mlslcs_ref.oracle.operators.case import CaseError, Reject
from mlslcs_ref.oracle.operators.run_case import run_case
from mlslcs_ref.oracle.vectors.comparison import Comparison
from mlslcs_ref.oracle.vectors.files import vector_hash, vectors_in
from model.executor import respond

__all__ = ["documents", "held", "narrow_decisions", "packed", "stale"]

ROOT: Final = Path(__file__).resolve().parents[1]
SPECS: Final = ROOT / "specs"
DRAWN: Final = frozenset({"drawn", "large", "three-hundred"})
"""Topics of random and of large cases, which meet no tipping point but by chance: all reals are moved together."""

GENES: Final[Mapping[str, str]] = {"#": "00", "0": "10", "1": "11", "~": "01"}
"""The bits of a binary or label gene; `~` is an inactive one whose value bit is set."""

FIELDS: Final = ("id", "comment", "clauses", "aliases", "level", "source", "tie", "settings", "in", "draws")
Json = dict[str, Any]


def files() -> dict[str, Json]:
    """Return the content of every file of vectors by its path below `specs`."""
    paths = [*sorted((SPECS / "vectors").glob("*/*.json")), *sorted((SPECS / "large").glob("*.json.gz"))]
    return {path.relative_to(SPECS).as_posix(): json.loads(held(path), object_hook=_with_bits) for path in paths}


def filled(identity: str, name: str, test: Json, faults: list[str], *, asks: bool = True) -> Json:
    """Return a test of a format with its answer and all its fields in order; what is wrong is added to `faults`.

    Without `asks`, an answer that is there is taken for that of package and model.
    """
    by_hand = test.get("source", "hand" if "out" in test or "error" in test else "filled") == "hand"
    given: Json = {
        "level": "reject" if "error" in test else "must",
        "draws": [],
        **test,
        "source": "hand" if by_hand else "filled",
    }
    found: Json = {field: given[field] for field in FIELDS if field in given}
    if not asks:
        return {**found, **{field: test[field] for field in ("error", "out") if field in test}}
    case = case_of(name, found)
    try:
        out = run_case(case)
    except Reject as refusal:
        if test.get("error") != refusal.reason:
            faults.append(f"{identity}: refused, {refusal}")
        return {**found, "error": refusal.reason}
    except CaseError as error:
        faults.append(f"{identity}: {error}")
        return found
    if "error" in test:
        faults.append(f"{identity}: expected the refusal {test['error']}, found {out}")
    comparison = Comparison(FORMATS[name].comparison)
    difference = partial_difference(test.get("out"), out, comparison) if by_hand else ""
    if difference:
        faults.append(f"{identity}: {difference}")
    if found["level"] == "must":
        disagreement = comparison.first_difference(out, respond(case).get("out"))
        if disagreement:
            faults.append(f"{identity}: {disagreement.path}: {disagreement.wanted}; the model: {disagreement.found}")
    return {**found, "out": out}


def case_of(name: str, test: Json) -> Json:
    """Return the case of a test of a format."""
    return {"format": name, **{field: test[field] for field in ("settings", "in", "draws")}}


def _with_bits(item: Json) -> Json:
    """Return an object whose rule, if it is one in notation, has become bits."""
    if "->" in item.get("bits", ""):
        item["bits"] = "".join(map(GENES.__getitem__, item["bits"].replace("->", "").replace(" ", "")))
    return item


def partial_difference(hand: Any, out: Any, comparison: Comparison) -> str:
    """Return where an answer differs from the part that was worked out by hand, in words, or an empty text."""
    if hand is None:
        return ""
    difference = comparison.first_difference(hand, _same_part(hand, out))
    return f"{difference.path}: by hand {difference.wanted}, found {difference.found}" if difference else ""


def _same_part(hand: Any, out: Any) -> Any:
    if isinstance(hand, Mapping) and isinstance(out, Mapping):
        return {name: _same_part(hand[name], out[name]) for name in hand if name in out}
    if isinstance(hand, list) and isinstance(out, list) and len(hand) == len(out):
        return [_same_part(one, other) for one, other in zip(hand, out, strict=True)]
    return out


def documents(faults: list[str], *, asks: bool = True) -> dict[str, str]:
    """Return the text of every file by its path in `specs`; what is wrong with a test is added to `faults`."""
    found = {"schema/common.schema.json": _text(common_schema())}
    for name in FORMATS:
        found[f"schema/vector-{name}.schema.json"] = _text(vector_schema(name))
    index = {}
    for path, document in files().items():
        for group in document["groups"]:
            prefix = f"{document['format']}/{document['topic']}/{group['id']}"
            group["tests"] = [
                filled(f"{prefix}/{test['id']}", document["format"], test, faults, asks=asks) for test in group["tests"]
            ]
        found[path] = _vector_text(document)
        entries = [
            {
                "id": vector.id,
                "level": vector.level,
                "source": vector.source,
                "clauses": list(vector.clauses),
                "sha256": vector_hash(vector),
            }
            for vector in sorted(vectors_in(document), key=lambda vector: vector.id)
        ]
        # no blanks: it is the largest file there is
        index[path] = ",\n".join("   " + json.dumps(entry, separators=(",", ":")) for entry in entries)
    lists = ",\n".join(f'  "{path}": [\n{index[path]}\n  ]' for path in sorted(index))
    return {**found, **format_pages(SPECS), "index.json": f'{{\n "vectors": {{\n{lists}\n }}\n}}\n'}


def _text(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _vector_text(document: Json) -> str:
    """Return a file of vectors: one line for every value of a test, so that people can read it and diffs are small."""
    head = {name: value for name, value in document.items() if name != "groups"}
    lines = [f' "{name}": {json.dumps(value)},' for name, value in head.items()]
    groups = []
    for group in document["groups"]:
        tests = []
        for test in group["tests"]:
            fields = ",\n".join(f'    "{name}": {json.dumps(value, allow_nan=False)}' for name, value in test.items())
            tests.append("   {\n" + fields + "\n   }")
        groups.append(f'  {{"id": {json.dumps(group["id"])}, "tests": [\n' + ",\n".join(tests) + "\n  ]}")
    return "{\n" + "\n".join(lines) + '\n "groups": [\n' + ",\n".join(groups) + "\n ]\n}\n"


def narrow_decisions(texts: Mapping[str, str], known: Collection[str] = (), *, thorough: bool = True) -> list[str]:
    """Return what is wrong with every test a decision of which hangs on the last digits of a real.

    Parameters
    ----------
    texts : mapping of str to str
        What `documents` gives.
    known : collection of str
        Ids that are left out.
    thorough : bool
        Whether drawn tests are looked at, and each real of the others is also moved alone; both take long.
    """
    faults = []
    # all large cases are drawn
    places = ("vectors/", "large/") if thorough else ("vectors/",)
    for path, text in texts.items():
        document: Json = json.loads(text) if path.startswith(places) else {"groups": []}
        drawn = document.get("topic") in DRAWN
        for group in document["groups"] if thorough or not drawn else ():
            for test in group["tests"]:
                identity = f"{document['format']}/{document['topic']}/{group['id']}/{test['id']}"
                if "error" not in test and identity not in known:
                    exempt = test["tie"]["inputs"] if "tie" in test else ()
                    case, alone = case_of(document["format"], test), thorough and not drawn
                    found = closest_decision(case, test["out"], exempt, one_by_one=alone, by_lot=drawn)
                    if found:
                        faults.append(f"{identity}: a decision hangs on the last digits of {found}")
    return faults


def unchanged(index: str) -> set[str]:
    """Return the ids of an index whose cases and answers are those of the file."""
    path = SPECS / "index.json"
    before = hashes_in(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return {identity for identity, sha256 in hashes_in(index).items() if before.get(identity) == sha256}


def hashes_in(index: str) -> dict[str, str]:
    """Return the hash of every vector of an index by its id."""
    files: dict[str, list[dict[str, str]]] = json.loads(index)["vectors"]
    return {entry["id"]: entry["sha256"] for entries in files.values() for entry in entries}


def stale(texts: Mapping[str, str]) -> list[str]:
    """Return the paths of the files that would change."""
    return sorted(
        path for path, text in texts.items() if not (SPECS / path).is_file() or held(SPECS / path) != text.encode()
    )


def held(path: Path) -> bytes:
    """Return what a file holds, decompressed."""
    content = path.read_bytes()
    return gzip.decompress(content) if path.suffix == ".gz" else content


def packed(content: bytes) -> bytes:
    """Return gzip's bytes of a content, the same at any time; slowly, but an eighth smaller than with level 9."""
    smaller: bytes = zopfli.compress(content, numiterations=5)
    return smaller


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; status 1 if a file would change")
    options = parser.parse_args(arguments)
    faults: list[str] = []
    texts = documents(faults)
    if not faults:
        faults = narrow_decisions(texts, unchanged(texts["index.json"]))
    changed = stale(texts)
    write = not (faults or options.check)
    for path in changed if write else ():
        target, content = SPECS / path, texts[path].encode()
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(packed(content) if path.endswith(".gz") else content)
    for fault in faults:
        print(f"fault: {fault}", file=sys.stderr)
    for path in changed:
        print(f"{'written' if write else 'would change'}: {path}")
    n_vectors = len(hashes_in(texts["index.json"]))
    print(f"{n_vectors} vectors, {len(faults)} faults, {len(changed)} files differ")
    return 1 if faults or (options.check and changed) else 0


if __name__ == "__main__":
    sys.exit(main())
