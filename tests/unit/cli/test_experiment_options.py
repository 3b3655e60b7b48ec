"""What the actions of `experiment` have in common: where results are, and what is said of them."""

from pathlib import Path

import pytest

from mlslcs_ref.cli.experiment import options as experiment_options
from mlslcs_ref.cli.experiment.options import run_as_asked
from mlslcs_ref.cli.experiment.tune import _request
from mlslcs_ref.cli.parser import build_parser
from mlslcs_ref.experiments.grid.plan import DatasetEntry, MethodEntry, Plan


@pytest.mark.parametrize(
    ("words", "begun", "said"), [((), True, True), ((), False, False), (("--quiet",), True, False)]
)
def test_who_interrupts_a_run_hears_how_to_go_on(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    begun: bool,
    said: bool,
) -> None:
    folder = tmp_path / "r"
    plan = Plan("p", (DatasetEntry("toy6x4"),), (MethodEntry("m", "br"),))

    def interrupted(*_call: object, **_options: object) -> None:
        if begun:
            folder.mkdir()
            (folder / "experiment.json").touch()
        raise KeyboardInterrupt

    monkeypatch.setattr(experiment_options, "run_plan", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run_as_asked(plan, build_parser().parse(["experiment", "run", "toy", "--out", str(folder), *words]))

    assert (f"--resume {folder}\n" in capsys.readouterr().err) == said


@pytest.mark.parametrize(
    ("labels", "kept"), [("mine.xml", str(Path("mine.xml").absolute())), ("a,b", "a,b"), ("-2", "-2")]
)
def test_a_label_xml_that_settings_are_looked_for_with_is_found_from_everywhere(labels: str, kept: str) -> None:
    arguments = build_parser().parse(["experiment", "tune", "mine.csv", "--labels", labels])

    assert _request(arguments).dataset.labels == kept
