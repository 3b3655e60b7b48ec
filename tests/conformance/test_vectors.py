"""Every vector holds on the build that is installed."""

import json
from functools import cache
from typing import Any

import pytest
from repo.source import ROOT
from suite.formats import FORMATS

from mlslcs_ref.oracle.operators.errors import Reject
from mlslcs_ref.oracle.operators.run_case import run_case
from mlslcs_ref.oracle.vectors.files import Vector, load_vectors


@cache
def vectors() -> tuple[Vector, ...]:
    return tuple(load_vectors(ROOT / "specs"))


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_every_vector_of_a_format_holds(name: str) -> None:
    """To the last digit, which is more than other implementations are asked for."""
    for vector in vectors():
        if vector.format == name:
            found: Any
            try:
                found = run_case(vector.case)
            except Reject as refusal:
                found = refusal.reason
            assert json.dumps(found) == json.dumps(vector.error or vector.out), vector.id
