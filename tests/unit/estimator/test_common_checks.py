"""What scikit-learn asks of every estimator, and what of it is not asked of an estimator for label sets."""

import re
from typing import Any, Final

import numpy as np
import pytest
import sklearn
from repo.source import PACKAGE
from sklearn.utils.estimator_checks import check_estimator
from unit.estimator.builders import small

from mlslcs_ref.errors import DataError

EXPECTED: Final = {
    "check_classifier_multioutput": "it wants labels where raw votes exceed 0 and proba exceeds one half, and both "
    "in one order over instances: a vote is divided by what the other labels of its instance get (INF-2)",
    "check_classifiers_multilabel_output_format_predict_proba": "it wants proba inside 0 and 1; a share can be 0 or 1",
}


def has_other_classes(result: dict[str, Any]) -> bool:
    """Tell whether a check failed because its y is no indicator, which more of them do in older versions."""
    return isinstance(result["exception"], DataError) and str(result["exception"]).startswith("Unknown label type")


def test_every_other_check_of_scikit_learn_passes() -> None:
    """Two checks fail for the reasons above, and no other."""
    results = check_estimator(small(passes=4), on_fail=None, on_skip=None)
    failed = [result for result in results if result["status"] == "failed"]

    assert [result for result in failed if result["check_name"] not in EXPECTED and not has_other_classes(result)] == []
    assert {result["check_name"] for result in failed} >= set(EXPECTED)
    if tuple(map(int, sklearn.__version__.split(".")[:2])) >= (1, 9):
        assert {result["check_name"] for result in failed} <= set(EXPECTED)
        assert sum(result["status"] == "passed" for result in results) > 50


def test_nothing_private_of_scikit_learn_is_used() -> None:
    """API-15."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))

    assert re.findall(r"sklearn[\w.]*\._|from sklearn[\w.]* import _", text) == []


def test_the_tags_say_what_is_taken() -> None:
    tags = small().__sklearn_tags__()

    assert tags.input_tags.allow_nan
    assert tags.input_tags.categorical
    assert tags.input_tags.string
    assert tags.input_tags.sparse
    assert tags.classifier_tags.multi_label
    assert not tags.classifier_tags.multi_class
    assert tags.target_tags.multi_output
    assert tags.target_tags.single_output
    assert tags.estimator_type == "classifier"


@pytest.mark.parametrize("y", [[0, 1, 2, 0], np.array([5, 6, 7, 5]), ["a", "b", "c", "a"]])
def test_classes_in_one_dimension_are_pointed_to_an_indicator(y: object) -> None:
    with pytest.raises(ValueError, match="LabelBinarizer"):
        small().fit([[1.0], [2.0], [3.0], [4.0]], y)
