"""The templates of executors compile or run, and pass the smoke set."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from processes import PATIENCE
from repo.source import ROOT

from mlslcs_ref.oracle.clients import ProcessClient
from mlslcs_ref.oracle.executor_process import Limits
from mlslcs_ref.oracle.known import KnownFailures
from mlslcs_ref.oracle.protocol import Out, Skipped
from mlslcs_ref.oracle.runner import Run, run_vectors
from mlslcs_ref.oracle.smoke import judged_echo, smoke_vectors

TEMPLATES: Final = ROOT / "tools" / "executors"
SIXTY: Final = 66
"""Lines of a template that is read in a minute."""
ODD_SPACING: Final = '{ "draws" : [ ] ,"in":{ "out" : {"a\\"}{": [ "]" , 1e-3 ] } } , "settings":{},"format" : "echo" }'

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the runner needs process groups and pipes of Unix")


@pytest.fixture(scope="module", params=["template.c", "template.mjs"])
def executor(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command of a template."""
    source = TEMPLATES / request.param
    if source.suffix == ".mjs":
        node = shutil.which("node")
        return [node, str(source)] if node else pytest.skip("there is no Node")
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    target = tmp_path_factory.mktemp("template") / "template"
    subprocess.run(
        [compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", str(source), "-o", str(target)],
        check=True,
        capture_output=True,
    )
    return [str(target)]


def smoke(command: list[str]) -> Run:
    with ProcessClient(command, Limits()) as client:
        return run_vectors(smoke_vectors(), client, judged_echo, KnownFailures(), 1)


def test_a_template_passes_the_smoke_set(executor: list[str]) -> None:
    run = smoke(executor)

    assert [(one.id, one.difference or one.message) for one in run.results if one.bad] == []
    assert (run.verdict, run.gave_up, run.ending) == ("passed", "", "")


def test_a_template_skips_what_it_does_not_know(executor: list[str]) -> None:
    with ProcessClient(executor, Limits()) as client:
        answer = client.ask({"format": "update", "settings": {"profile": "paper"}, "in": {}, "draws": []})
        client.finish()

    assert answer == Skipped("not written yet")


def test_a_template_takes_fields_in_any_order_and_blanks(executor: list[str]) -> None:
    requests = (
        f'{{"cmd":"start","protocol":1}}\n{{ "case" : {ODD_SPACING} , "seq":3, "cmd" : "run" }}\n{{"cmd":"stop"}}\n'
    )
    done = subprocess.run(executor, input=requests, capture_output=True, text=True, check=True, timeout=PATIENCE)

    assert done.stderr == ""
    assert "".join(done.stdout.splitlines()[1].split()) == '{"seq":3,"out":{"a\\"}{":["]",1e-3]}}'.replace(
        "1e-3", "0.001" if "mjs" in shlex.join(executor) else "1e-3"
    )


def test_a_template_ends_with_its_input(executor: list[str]) -> None:
    done = subprocess.run(executor, input="", capture_output=True, text=True, check=True, timeout=PATIENCE)

    assert done.stdout == ""


@pytest.mark.parametrize("name", ["template.c", "template.mjs"])
def test_a_template_is_short_and_needs_nothing(name: str) -> None:
    text = Path(TEMPLATES / name).read_text(encoding="utf-8")

    assert len(text.splitlines()) <= SIXTY
    assert "require(" not in text
    assert "import " not in text


def test_an_echo_survives_the_templates_as_a_value(executor: list[str]) -> None:
    said = {"out": {"x": [1e-7, 123456789.125, -0.5], "text": "\u2028 \r \u0000"}}
    with ProcessClient(executor, Limits()) as client:
        assert client.ask({"format": "echo", "settings": {"profile": "paper"}, "in": said, "draws": []}) == Out(
            said["out"]
        )
