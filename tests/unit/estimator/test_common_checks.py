"""What scikit-learn asks of every estimator, and what of it is not asked of an estimator for label sets."""

import re
from typing import Final

import numpy as np
import pytest
from repo.source import PACKAGE
from sklearn.utils.estimator_checks import check_estimator
from unit.estimator.builders import small

TWO_CLASSES: Final = "its y has two classes other than 0 and 1; an indicator of labels is 0 and 1 alone"
ONE_COLUMN: Final = "it wants one column of y in one dimension back, or two columns of proba; labels keep (n, n_labels)"
EXPECTED: Final = {
    "check_estimators_dtypes": TWO_CLASSES,
    "check_classifier_data_not_an_array": TWO_CLASSES,
    "check_classifiers_classes": TWO_CLASSES,
    "check_classifiers_one_label": ONE_COLUMN,
    "check_classifiers_train": ONE_COLUMN,
    "check_estimator_sparse_array": ONE_COLUMN,
    "check_estimator_sparse_matrix": ONE_COLUMN,
    "check_decision_proba_consistency": ONE_COLUMN,
    "check_classifier_multioutput": "it wants labels where raw votes exceed 0 and proba exceeds one half, and both "
    "in one order over instances: a vote is divided by what the other labels of its instance get (INF-2)",
    "check_classifiers_multilabel_output_format_predict_proba": "it wants proba inside 0 and 1; a share can be 0 or 1",
    "check_dtype_object": "it wants a dict in a cell of X taken as a text; a cell that is no value is refused",
    "check_dict_unchanged": "n_unmatched_ tells of the data last predicted",
}
SEEN: Final = {name for name in EXPECTED if name not in ("check_dtype_object", "check_dict_unchanged")}


def test_every_other_check_of_scikit_learn_passes() -> None:
    """Ten checks fail for the reasons above, and no other; versions differ in whether they ask for the last two."""
    results = check_estimator(small(passes=4), expected_failed_checks=dict(EXPECTED), on_skip=None)

    assert {result["status"] for result in results} <= {"passed", "xfail", "skipped"}
    assert {result["check_name"] for result in results if result["status"] == "xfail"} >= SEEN
    assert sum(result["status"] == "passed" for result in results) > 40


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
    assert not tags.target_tags.single_output
    assert tags.estimator_type == "classifier"


@pytest.mark.parametrize("y", [[0, 1, 2, 0], np.array([5, 6, 7, 5]), ["a", "b", "c", "a"]])
def test_classes_in_one_dimension_are_pointed_to_an_indicator(y: object) -> None:
    with pytest.raises(ValueError, match="LabelBinarizer"):
        small().fit([[1.0], [2.0], [3.0], [4.0]], y)
