"""What is said when a library is missing."""

import pytest

from mlslcs_ref._extra import needed_by
from mlslcs_ref.errors import UsageError


def test_a_missing_library_is_named_with_the_way_to_install_it() -> None:
    with (
        pytest.raises(
            UsageError, match=r"the picture needs no_such_library; .*pip install 'mlslcs_ref\[experiments\]'"
        ),
        needed_by("the picture"),
    ):
        import no_such_library.part  # type: ignore[import-not-found]  # noqa: F401


def test_a_way_to_do_without_the_library_is_named_first() -> None:
    with pytest.raises(UsageError, match=r"; leave it out, or .*pip install"), needed_by("the picture", "leave it out"):
        import no_such_library  # noqa: F401


def test_a_module_of_the_package_that_is_missing_is_a_fault_of_the_package() -> None:
    with pytest.raises(ModuleNotFoundError), needed_by("the picture"):
        import mlslcs_ref.no_such_module  # type: ignore[import-not-found]  # noqa: F401
