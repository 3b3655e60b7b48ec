"""Every command under every encoding of its output: documents are the same UTF-8 bytes, pages say the same."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pandas as pd
import pytest
from exports import executed

ENCODINGS: Final = {
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
    "utf-16": {"PYTHONIOENCODING": "utf-16"},
    "the locale C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}
DATA: Final = "größe,日本,price €,café,\U0001f600\n" + "klein,x,1.5,1,0\ngroß,ü,2.5,0,1\nklein,ü,3.5,1,1\n" * 4
ESCAPE: Final = re.compile(r"\\x([0-9a-f]{2})|\\u([0-9a-f]{4})|\\U([0-9a-f]{8})")
FORMATS: Final = ("json", "csv", "tsv", "markdown", "latex", "python", "sql", "dot")
RUN: Final = ("run", "data.csv", "--labels", "café,\U0001f600", "--profile", "paper", "--passes", "4", "--quiet")
DOCUMENTS: Final = {
    "run": (*RUN, "--json"),
    "predict": ("predict", "model.json", "data.csv", "--quiet"),
    "evaluate": ("evaluate", "model.json", "data.csv", "--json"),
    **{f"export {name}": ("export", "model.json", name) for name in FORMATS},
}
PAGES: Final = {
    "run page": RUN,
    "rules page": ("rules", "model.json", "--all"),
    "explain": ("explain", "model.json", "data.csv", "--row", "2"),
    "check": ("check", "model.json"),
    "compare page": ("compare", "model.json", "other.json"),
    "evaluate page": ("evaluate", "model.json", "data.csv"),
}
FILES: Final = {
    "saved": (*RUN, "--save", "saved.json"),
    "labels": ("predict", "model.json", "data.csv", "--out", "labels.csv", "--quiet"),
    "page": ("report", "model.json", "--out", "pages", "--no-pictures"),
    "arff": ("convert", "data.csv", "out.arff", "--labels", "-2", "--quiet"),
    "tsv": ("convert", "data.csv", "out.tsv", "--labels", "-2", "--quiet"),
    "sql": ("export", "model.json", "sql", "--out", "rules.sql"),
}
WRITTEN: Final = ("saved.json", "labels.csv", "pages/index.html", "out.arff", "out.xml", "out.tsv", "rules.sql")
CODE: Final = """
import json, os, sys
from mlslcs_ref.cli import main
out = os.dup(1)
for name, argv in json.load(open("calls.json", encoding="utf-8")).items():
    with open(f"{name}.out", "wb") as file:
        os.dup2(file.fileno(), 1)
    status = main(argv)
    sys.stdout.flush()
    assert status == (name == "compare page"), (name, status)
os.dup2(out, 1)
"""


def outputs(folder: Path, changes: dict[str, str]) -> dict[str, bytes]:
    """Make all calls in a process of this encoding, and return what each wrote."""
    (folder / "data.csv").write_text(DATA, encoding="utf-8")
    setting = {
        "first": (*RUN, "--save", "model.json"),
        "second": (*RUN, "--seed", "1", "--save", "other.json"),
        **DOCUMENTS,
        **PAGES,
        **FILES,
    }
    (folder / "calls.json").write_text(json.dumps(setting), encoding="utf-8")
    plain = {name: value for name, value in os.environ.items() if name not in {"PYTHONIOENCODING", "LC_ALL"}}
    done = subprocess.run(
        [sys.executable, "-c", CODE], cwd=folder, env={**plain, **changes}, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, b""), done.stderr.decode("utf-8", "replace")
    found = {name: (folder / f"{name}.out").read_bytes() for name in (*DOCUMENTS, *PAGES)}
    return found | {name: (folder / name).read_bytes() for name in WRITTEN}


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return outputs(tmp_path_factory.mktemp("utf-8"), {"PYTHONIOENCODING": "utf-8"})


def test_documents_are_parsed_and_have_the_names(expected: dict[str, bytes]) -> None:
    """What the other encodings are held against, by the readers of each format."""
    labels = ["café", "\U0001f600"]
    text = {name: data.decode("utf-8") for name, data in expected.items()}
    module = executed(text["export python"])

    assert next(csv.reader(io.StringIO(text["predict"]))) == labels
    assert json.loads(text["export json"])["labels"] == labels
    assert module["LABELS"] == tuple(labels)
    assert "größe" in json.loads(text["saved.json"])["schema"]["attributes"][0]["name"]
    for name in ("run", "evaluate"):
        json.loads(text[name])
    for name, separator in (("csv", ","), ("tsv", "\t")):
        rules = pd.read_csv(io.StringIO(text[f"export {name}"]), sep=separator)["rule"]
        assert rules.str.contains("café").any()
    assert "größe" in text["rules page"]


@pytest.mark.parametrize("name", ENCODINGS)
def test_documents_and_files_are_the_same_bytes_and_pages_say_the_same(
    name: str, expected: dict[str, bytes], tmp_path: Path
) -> None:
    found = outputs(tmp_path, ENCODINGS[name])
    encoding = ENCODINGS[name].get("PYTHONIOENCODING", "ascii")

    for document in (*DOCUMENTS, *WRITTEN):
        assert found[document] == expected[document], document
    for page in PAGES:
        text = found[page].decode("utf-16-le" if encoding == "utf-16" else encoding).removeprefix("\ufeff")
        wanted = expected[page].decode("utf-8")
        assert unescaped(text) == unescaped(wanted), page


def unescaped(text: str) -> str:
    """Return a page with its letters in place of their escapes, and without the widths that these take."""
    letters = ESCAPE.sub(lambda match: chr(int(match[1] or match[2] or match[3], 16)), text)
    return re.sub(r"[ \t]+", " ", letters)


def test_names_in_a_call_are_utf_8_in_every_locale(tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_text(DATA.replace("klein", "=klein"), encoding="utf-8")
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "PYTHONIO"))}
    start = [os.fsencode(sys.executable), b"-m", b"mlslcs_ref"]

    def output(*words: str) -> bytes:
        call = [*start, *(word.encode("utf-8") for word in words)]
        return subprocess.run(
            call, cwd=tmp_path, env={**plain, **ENCODINGS["the locale C"]}, capture_output=True, check=True
        ).stdout

    output(*RUN, "--drop", "größe", "--nominal", "日本", "--missing", "groß", "--save", "m.json")
    found = list(csv.reader(io.StringIO(output("predict", "m.json", "data.csv", "--id", "größe").decode("utf-8"))))
    rules = output("export", "m.json", "sql", "--id", "日本").decode("utf-8")

    assert {row[0] for row in found[1:]} == {"=klein", "groß"}
    assert '"日本"' in rules
