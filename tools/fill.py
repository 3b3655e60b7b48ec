"""Write the vectors, their schemas, tables of fields and index into `specs`, from the sources in `tools/vectors`.

    python3 tools/fill.py            write what has changed
    python3 tools/fill.py --check    write nothing; status 1 if a file would change

Every answer is the package's, and the naive model has to give it too. A source that is at odds with either, or a
decision of which hangs on the last digits of a real, leaves its file as
it was; what would have been written stands beside it, in a file that ends in `.rej`.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Collection, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from suite.formats import FORMATS
from suite.margins import closest_decision
from suite.pages import format_pages
from suite.schemas import common_schema, vector_schema
from suite.source import Source, Topic

from mlslcs_ref.oracle.operators import CaseError, Reject, run_case
from mlslcs_ref.oracle.vectors import Comparison, Vector, vector_hash
from model.executor import respond

__all__ = ["Faults", "documents", "topics"]

ROOT: Final = Path(__file__).resolve().parents[1]
SPECS: Final = ROOT / "specs"
DRAWN: Final = frozenset({"drawn", "large"})
"""Topics of random cases, which meet no tipping point but by chance."""


class Faults:
    """What is wrong with the sources, in words, and in which files."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.paths: set[str] = set()

    def add(self, identity: str, text: str) -> None:
        """Note what is wrong with a test."""
        self.texts.append(f"{identity}: {text}")
        # the index tells of all files
        name, topic = identity.split("/")[:2]
        self.paths |= {path_of(Topic(name, topic)), "index.json"}


def topics() -> Iterator[Topic]:
    """Return the topics of all sources, in alphabetical order of the modules."""
    for path in sorted((ROOT / "tools" / "vectors").glob("*.py")):
        yield from import_module(f"vectors.{path.stem}").topics()


def filled(identity: str, name: str, source: Source, faults: Faults) -> dict[str, Any]:
    """Return a test as it stands in a file; what is wrong with it is added to `faults`."""
    case = case_of(name, source)
    test: dict[str, Any] = {
        "id": source.id,
        "comment": source.comment,
        "clauses": list(source.clauses),
        "level": source.level,
        "source": "filled" if source.hand is None and source.error is None else "hand",
    }
    if source.tie is not None:
        test["tie"] = {"clause": source.tie[0], "inputs": list(source.tie[1])}
    test |= {key: case[key] for key in ("settings", "in", "draws")}
    try:
        out = run_case(case)
    except Reject as refusal:
        if source.error != refusal.reason:
            faults.add(identity, f"refused, {refusal}")
        return {**test, "error": refusal.reason}
    except CaseError as error:
        faults.add(identity, f"{error}")
        return test
    if source.error is not None:
        faults.add(identity, f"expected the refusal {source.error}, found {out}")
    comparison = Comparison(FORMATS[name].comparison)
    difference = partial_difference(source.hand, out, comparison)
    if difference:
        faults.add(identity, f"{difference}")
    if source.level == "must":
        disagreement = comparison.first_difference(out, respond(case).get("out"))
        if disagreement:
            faults.add(identity, f"{disagreement.path}: {disagreement.wanted}; the model: {disagreement.found}")
    return {**test, "out": out}


def case_of(name: str, source: Source) -> dict[str, Any]:
    """Return the case of a source, as plain JSON values."""
    case = {"format": name, "settings": source.settings, "in": source.given, "draws": source.draws}
    plain: dict[str, Any] = json.loads(json.dumps(case))
    return plain


def partial_difference(hand: Any, out: Any, comparison: Comparison) -> str:
    """Return where an answer differs from the part that was worked out by hand, in words, or an empty text."""
    if hand is None:
        return ""
    difference = comparison.first_difference(json.loads(json.dumps(hand)), _same_part(hand, out))
    return f"{difference.path}: by hand {difference.wanted}, found {difference.found}" if difference else ""


def _same_part(hand: Any, out: Any) -> Any:
    if isinstance(hand, Mapping) and isinstance(out, Mapping):
        return {name: _same_part(hand[name], out[name]) for name in hand if name in out}
    if isinstance(hand, (list, tuple)) and isinstance(out, list) and len(hand) == len(out):
        return [_same_part(one, other) for one, other in zip(hand, out, strict=True)]
    return out


def documents(faults: Faults) -> dict[str, str]:
    """Return the text of every generated file by its path in `specs`; what is wrong is added to `faults`."""
    found = {"schema/common.schema.json": _text(common_schema())}
    for name in FORMATS:
        found[f"schema/vector-{name}.schema.json"] = _text(vector_schema(name))
    index = []
    for topic in topics():
        path = path_of(topic)
        if path in found:
            faults.add(f"{topic.format}/{topic.name}", "there are two topics of this name")
        groups = []
        for group in topic.groups:
            tests = [
                filled(f"{topic.format}/{topic.name}/{group.name}/{source.id}", topic.format, source, faults)
                for source in group.tests
            ]
            groups.append({"id": group.name, "tests": tests})
            index += [_entry(topic, group.name, test, path) for test in tests]
        found[path] = _vector_text(
            {
                "format": topic.format,
                "format_version": 1,
                "schema": f"vector-{topic.format}.schema.json",
                "topic": topic.name,
                "groups": groups,
            }
        )
    found |= format_pages(SPECS)
    found["index.json"] = _index_text(sorted(index, key=lambda entry: str(entry["id"])))
    return found


def path_of(topic: Topic) -> str:
    """Return the file of a topic: large cases are compressed, a file for each format."""
    return f"large/{topic.format}.json.gz" if topic.name == "large" else f"vectors/{topic.format}/{topic.name}.json"


def _entry(topic: Topic, group: str, test: Mapping[str, Any], path: str) -> dict[str, Any]:
    vector = Vector(
        id=f"{topic.format}/{topic.name}/{group}/{test['id']}",
        comment=test["comment"],
        clauses=tuple(test["clauses"]),
        level=test["level"],
        source=test["source"],
        case={"format": topic.format, **{key: test[key] for key in ("settings", "in", "draws")}},
        out=test.get("out"),
        error=test.get("error"),
        aliases=tuple(test.get("aliases", ())),
    )
    return {
        "id": vector.id,
        "file": path,
        "level": vector.level,
        "source": vector.source,
        "clauses": list(vector.clauses),
        "sha256": vector_hash(vector),
    }


def _text(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _vector_text(document: Mapping[str, Any]) -> str:
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


def _index_text(entries: list[dict[str, Any]]) -> str:
    lines = ",\n".join("  " + json.dumps(entry) for entry in entries)
    return f'{{\n "vectors": [\n{lines}\n ]\n}}\n'


def narrow_decisions(faults: Faults, known: Collection[str] = ()) -> None:
    """Add to `faults` every test a decision of which hangs on the last digits of a real; `known` ids are left out."""
    for topic in topics():
        for identity, source in topic.sources():
            if source.error is None and identity not in known:
                case = case_of(topic.format, source)
                exempt, by_hand = source.tie[1] if source.tie else (), topic.name not in DRAWN
                found = closest_decision(case, run_case(case), exempt, one_by_one=by_hand)
                if found:
                    faults.add(identity, f"a decision hangs on the last digits of {found}")


def unchanged(index: str) -> set[str]:
    """Return the ids of an index that ask and want what they did in the file."""
    path = SPECS / "index.json"
    before = json.loads(path.read_text(encoding="utf-8"))["vectors"] if path.is_file() else []
    hashes = {entry["id"]: entry["sha256"] for entry in before}
    return {entry["id"] for entry in json.loads(index)["vectors"] if hashes.get(entry["id"]) == entry["sha256"]}


def write(texts: Mapping[str, str], rejected: Collection[str]) -> list[str]:
    """Write files that have changed and remove vectors that have no source; return the paths.

    Parameters
    ----------
    texts : mapping of str to str
        What `documents` gives.
    rejected : collection of str
        Paths of files that stay as they are; what would have been written stands beside them.
    """
    for refused_before in SPECS.rglob("*.rej"):
        refused_before.unlink()
    changed = stale(texts)
    for path in changed:
        target = SPECS / path
        if path not in texts:
            target.unlink()
            continue
        target = target.with_name(target.name + ".rej") if path in rejected else target
        target.parent.mkdir(parents=True, exist_ok=True)
        content = texts[path].encode()
        # the same bytes at any time; a compressed file is written anew only if what it holds has changed
        target.write_bytes(gzip.compress(content, mtime=0) if path.endswith(".gz") else content)
    return changed


def stale(texts: Mapping[str, str]) -> list[str]:
    """Return the paths whose files are not as they are to be, those without a source included."""
    files = [*(SPECS / "vectors").rglob("*.json"), *(SPECS / "large").glob("*.json.gz")]
    kept = {path.relative_to(SPECS).as_posix() for path in files}
    return sorted(
        path
        for path in kept | set(texts)
        if path not in texts or not (SPECS / path).is_file() or held(SPECS / path) != texts[path].encode()
    )


def held(path: Path) -> bytes:
    """Return what a file holds, decompressed."""
    content = path.read_bytes()
    return gzip.decompress(content) if path.suffix == ".gz" else content


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; status 1 if a file would change")
    options = parser.parse_args(arguments)
    faults = Faults()
    texts = documents(faults)
    if not options.check and not faults.texts:
        narrow_decisions(faults, unchanged(texts["index.json"]))
    changed = stale(texts) if options.check else write(texts, faults.paths)
    for fault in faults.texts:
        print(f"fault: {fault}", file=sys.stderr)
    for path in changed:
        print(f"{'would change' if options.check else 'rejected' if path in faults.paths else 'written'}: {path}")
    n_vectors = sum(len(group.tests) for topic in topics() for group in topic.groups)
    print(f"{n_vectors} vectors, {len(faults.texts)} faults, {len(changed)} files differ")
    return 1 if faults.texts or (options.check and changed) else 0


if __name__ == "__main__":
    sys.exit(main())
