"""Every vector holds on the build that is installed."""

import json
from typing import Any

import pytest
from specification import whole_suite
from suite.formats import FORMATS

from mlslcs_ref.oracle.operators.case import Reject
from mlslcs_ref.oracle.operators.run_case import run_case


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_every_vector_of_a_format_holds(name: str) -> None:
    """To the last digit, which is more than other implementations are asked for."""
    for vector in whole_suite().vectors:
        if vector.format == name:
            found: Any
            try:
                found = run_case(vector.case)
            except Reject as refusal:
                found = refusal.reason
            assert json.dumps(found) == json.dumps(vector.error or vector.out), vector.id
