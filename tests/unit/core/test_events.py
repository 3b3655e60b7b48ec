"""Events are values."""

import pytest

from mlslcs_ref.core.events import Absorbed, Controlled, Covered, Deleted, GeneticRun, Inserted, StepEnded


@pytest.mark.parametrize(
    "event",
    [
        Controlled(1, 2, 0),
        Covered(1, 0, 2, False, "1111"),
        GeneticRun(1, 0, 5, 1, 2, ("1111", "0111"), (True, False)),
        Absorbed(1, 2, True, "1111"),
        Inserted(1, 2, "1111"),
        Deleted(1, 2, 0),
        StepEnded(1, 0, 1, 1, 4),
    ],
)
def test_an_event_holds_plain_values_that_cannot_be_changed(event: tuple[object, ...]) -> None:
    assert all(type(value) in {int, bool, str, tuple} for value in event)
    with pytest.raises(AttributeError):
        event.step = 9  # type: ignore[attr-defined]


def test_the_state_after_a_step_is_named_by_its_fields() -> None:
    event = StepEnded(step=7, instance=6, macro=2, micro=3, draws=40)

    assert (event.macro, event.micro, event.draws) == (2, 3, 40)
