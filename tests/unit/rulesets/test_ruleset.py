"""Rulesets asked about data that are not theirs."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pytest
from unit.rulesets.builders import Spec, binary_schema, model, plain, ruleset

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.problems import toy6x4
from mlslcs_ref.data.schema import BinaryAttribute, Schema
from mlslcs_ref.errors import DataError
from mlslcs_ref.rulesets.checking import check_model
from mlslcs_ref.rulesets.compaction import compacted
from mlslcs_ref.rulesets.consultation import Consultation
from mlslcs_ref.rulesets.losses import worth
from mlslcs_ref.rulesets.ruleset import RuleSet
from mlslcs_ref.rulesets.strategies import compact

TWO: Final = ruleset(binary_schema(2, 1), [Spec("1# -> 1", 1, 4, 4)], plain())
NAMED: Final = Schema(tuple(BinaryAttribute(f"a{place}", ("1", "0")) for place in (1, 2)), ("l1",))
"""The attributes of `TWO`, with values that mean the opposite."""
ASKED: Final[list[Callable[[Any], Any]]] = [
    model(TWO).evaluate,
    lambda dataset: compact(TWO, dataset, "greedy").places,
    lambda dataset: worth(TWO, dataset),
]


@pytest.mark.parametrize("ask", ASKED, ids=["evaluate", "compact", "worth"])
def test_data_of_another_schema_are_read_by_what_their_codes_mean(ask: Callable[[Any], Any]) -> None:
    """The same two rows, with the codes of their values the other way round."""
    Y = np.array([[True], [False]])
    same = Dataset(TWO.schema, np.array([[1.0, 0.0], [0.0, 1.0]]), Y)
    other = Dataset(NAMED, np.array([[0.0, 1.0], [1.0, 0.0]]), Y)

    assert ask(other) == ask(same)
    with pytest.raises(DataError):
        ask(Dataset(binary_schema(1, 1), np.zeros((1, 1)), Y[:1]))
    with pytest.raises(DataError):
        ask(([[0, 1, 1]], [[1]]))


def test_a_model_is_checked_on_data_of_its_own_schema_alone() -> None:
    for dataset in (toy6x4(), Dataset(NAMED, np.zeros((1, 2)), np.zeros((1, 1), dtype=np.bool_))):
        with pytest.raises(DataError):
            check_model(model(TWO), dataset)


@pytest.mark.parametrize(
    "ask",
    [Consultation, compacted, lambda rules, instances: model(rules).predict(instances)],
    ids=["votes", "compaction", "prediction"],
)
@pytest.mark.parametrize("instances", [np.zeros((1, 3)), np.zeros(2), np.zeros((1, 2, 1)), [[0, 1, 1]], None])
def test_instances_of_another_shape_are_refused(ask: Callable[[RuleSet, Any], Any], instances: Any) -> None:
    with pytest.raises(DataError):
        ask(TWO, instances)


def test_a_masked_cell_of_an_instance_is_missing() -> None:
    """What numpy hides under a mask is no datum: the rule asks for a 1, and a missing value matches (REP-7)."""
    given = np.array([[0.0, 1.0], [1.0, 0.0]])
    hidden = np.array([[True, False], [False, False]])

    assert Consultation(TWO, given).votes().tolist() == [[0.0], [1.0]]
    assert Consultation(TWO, np.ma.masked_array(given, hidden)).votes().tolist() == [[1.0], [1.0]]
