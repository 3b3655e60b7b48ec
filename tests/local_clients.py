"""Executors in this process, which cannot be lost."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mlslcs_ref.oracle.protocol import Answer, Description, parsed_answer, parsed_description


@dataclass
class LocalClient:
    """A client by what describes it, and what answers a case."""

    description: Description
    ask: Callable[[Mapping[str, Any]], Answer]

    def finish(self) -> None:
        """There is no process to end."""


def model_client(executor: Any) -> LocalClient:
    """The client of the model or of a copy, which speaks in objects of the protocol."""
    seq = itertools.count()

    def ask(case: Mapping[str, Any]) -> Answer:
        number = next(seq)
        return parsed_answer({"seq": number, **executor.respond(case)}, number)

    return LocalClient(parsed_description(executor.description()), ask)
