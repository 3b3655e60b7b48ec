"""Files of data for the tests of what reads them."""

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def write(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[..., Path]:
    """Return a function that writes a text to a file, called `DEFAULT_NAME` of the module, and returns its path."""

    def write_file(text: str | bytes, name: str = getattr(request.module, "DEFAULT_NAME", "t.csv")) -> Path:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write_file
