"""What is said where a package is missing."""

import pytest

from mlslcs_ref.errors import UsageError
from mlslcs_ref.experiments.extras import extra


def test_a_missing_package_is_named_with_the_way_to_get_it() -> None:
    advice = r"pictures: no_such_package is not installed.*mlslcs_ref\[experiments\]"
    with pytest.raises(UsageError, match=advice), extra("pictures"):
        import no_such_package.part  # type: ignore[import-not-found]  # noqa: F401


def test_other_errors_pass() -> None:
    with pytest.raises(ZeroDivisionError), extra("pictures"):
        raise ZeroDivisionError


def test_a_package_that_is_there_is_imported() -> None:
    with extra("numbers"):
        import numpy as np

    assert np.pi > 3
