"""What all tests share: how hard hypothesis works, files of some text, and where the benchmark files are."""

import os
from pathlib import Path

import pytest
from folders import Write
from hypothesis import HealthCheck, settings
from processes import heed_signals

# here, because every process of pytest loads this file, before any test
heed_signals()

# A loaded machine makes deadlines fail and a random seed makes a failure hard to repeat, so CI has neither. It has few
# examples, because they are the same every time: new ones are met in `dev`, and many in `deep`.
settings.register_profile(
    "ci", deadline=None, derandomize=True, max_examples=25, suppress_health_check=[HealthCheck.too_slow]
)
# where CI is set, hypothesis itself derandomizes whatever does not say otherwise
settings.register_profile("dev", deadline=None, derandomize=False, max_examples=50)
settings.register_profile(
    "deep", deadline=None, derandomize=False, max_examples=2000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if "CI" in os.environ else "dev"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder with the benchmark data, which is not part of this repository."""
    beside_repository = Path(__file__).resolve().parents[2] / "shared"
    folder = Path(os.environ.get("MLSLCS_REF_SHARED", beside_repository))
    if not folder.is_dir():
        pytest.skip("the benchmark files are absent: set MLSLCS_REF_SHARED, or put them in ../shared")
    return folder


@pytest.fixture
def write(tmp_path: Path, request: pytest.FixtureRequest) -> Write:
    """Return a function that writes a text to a file, called `DEFAULT_NAME` of the module, and returns its path."""

    def write_file(text: str | bytes, name: str = getattr(request.module, "DEFAULT_NAME", "t.csv")) -> Path:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write_file
