"""A run that is interrupted anywhere and resumed from its file is the run that was not interrupted."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from strategies import datasets, settings, share

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.learning.train import train
from mlslcs_ref.learning.training import STREAMS
from mlslcs_ref.learning.watch import Callback, Moment
from mlslcs_ref.rulesets.model_file import model_text
from mlslcs_ref.settings import Settings


class Stopping:
    """A callback that ends a run after so many steps; at 0 it only asks for the record that callbacks ask for."""

    def __init__(self, step: int) -> None:
        self.every = step or 1
        self._stops = step > 0

    def __call__(self, _moment: Moment, /) -> bool:
        return self._stops


def never() -> Callback:
    return Stopping(0)


@given(
    dataset=datasets(),
    run=settings(),
    seed=st.integers(0, 2**31),
    stream=st.sampled_from(STREAMS),
    step=st.integers(1, 100),
    patience=st.one_of(st.none(), st.integers(1, 3)),
)
@share(0.5)
def test_a_run_that_is_resumed_from_its_file_ends_in_the_same_bytes(
    dataset: Dataset, run: Settings, seed: int, stream: Any, step: int, patience: int | None
) -> None:
    common: dict[str, Any] = {"stream": stream, "validation": dataset, "patience": patience}
    whole = train(dataset, run, seed, callbacks=[never()], **common)
    with TemporaryDirectory() as folder:
        common["checkpoint"] = Path(folder)
        train(dataset, run, seed, callbacks=[Stopping(step)], every=1000, **common)
        resumed = train(dataset, run, seed, callbacks=[never()], resume=True, **common)

    assert model_text(resumed) == model_text(whole)
