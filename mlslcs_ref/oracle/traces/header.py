"""The header of a trace: all that a run is a function of.

Data are codes and numbers alone, so that a trace needs no other file.
"""

from __future__ import annotations

import hashlib
import math
import re
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import numpy as np

from mlslcs_ref._build import __version__
from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.schema import Attribute, ContinuousAttribute, NominalAttribute, Schema
from mlslcs_ref.errors import DataError, ModelError, SettingsError, TraceError
from mlslcs_ref.learning.training import STREAMS, Stream
from mlslcs_ref.oracle.operators.case import CaseError, Reject, count_of
from mlslcs_ref.oracle.operators.values import dataset_of, problem_of
from mlslcs_ref.oracle.traces.records import COMPARISONS, HEADER, Record
from mlslcs_ref.origin import Origin
from mlslcs_ref.settings import PROFILES, Settings
from mlslcs_ref.untrusted import Untrusted

FORMAT: Final = "mlslcs_ref.trace"
VERSION: Final = 1
Source: TypeAlias = Literal["run", "recording"]
_INTEGER: Final = re.compile(r"-?[0-9]{1,100}")
_JAVA_SCRAMBLER: Final = 0x5DEECE66D
_JAVA_MASK: Final = (1 << 48) - 1
RECORDED_COMPARISONS: Final[Mapping[str, Any]] = {
    **{f"population/*/{name}": {"rel": 1e-9, "abs": 1e-9} for name in ("tp", "msa", "fitness", "cs")},
    "evaluation/*": {"abs": 1e-6},
}
"""How the numbers of a recorded run of the authors' program are compared."""


def data_record(dataset: Dataset) -> dict[str, Any]:
    """Return a data set as JSON: attributes a1, a2, ... and labels l1, l2, ... by kind, instances in order."""
    kinds = [isinstance(attribute, ContinuousAttribute) for attribute in dataset.schema.attributes]
    return {
        "name": dataset.name,
        "sha256": data_hash(dataset),
        "attributes": [_attribute(attribute) for attribute in dataset.schema.attributes],
        "n_labels": dataset.n_labels,
        "instances": [
            {"x": [_cell(x, kind) for x, kind in zip(row, kinds, strict=True)], "y": _digits(labels)}
            for row, labels in zip(dataset.rows(), dataset.Y.tolist(), strict=True)
        ],
    }


def dataset_from(inputs: Untrusted, schema: Schema | None = None) -> Dataset:
    """Return the data set of a record. Data to test on have the schema of the training data."""
    name = inputs.field("name").text()
    inputs.field("sha256").text()
    found, bounds = problem_of(inputs)
    if any(bound is not None and not math.isnan(bound[0]) for bound in bounds):
        raise DataError("attributes: expected the minimum and maximum of the instances, or none")
    if schema is not None and found != schema:
        raise DataError("test: expected the attributes and labels of the training data")
    dataset = dataset_of(inputs, found)
    inputs.done()
    return Dataset(found, dataset.matrix, dataset.Y, name)


def data_hash(dataset: Dataset) -> str:
    """Return the SHA-256 of a data set, whatever its names.

    It is over lines of ASCII text: a line for each attribute ("binary", "nominal 3", "continuous"), "labels n", and one
    for each instance: its values, then its labels as 0s and 1s, with blanks between. A code is in decimal, a number is
    the 16 hexadecimal digits of its IEEE-754 double, a missing value is "?".
    """
    kinds = [isinstance(attribute, ContinuousAttribute) for attribute in dataset.schema.attributes]
    lines = [_attribute_line(attribute) for attribute in dataset.schema.attributes]
    lines.append(f"labels {dataset.n_labels}")
    for row, labels in zip(dataset.rows(), dataset.Y.tolist(), strict=True):
        cells = [_cell_text(x, kind) for x, kind in zip(row, kinds, strict=True)]
        lines.append(" ".join([*cells, _digits(labels)]))
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode("ascii")).hexdigest()


def _attribute(attribute: Attribute) -> dict[str, Any]:
    if isinstance(attribute, ContinuousAttribute):
        return {"kind": "continuous"}
    if isinstance(attribute, NominalAttribute):
        return {"kind": "nominal", "n_values": len(attribute.values)}
    return {"kind": "binary"}


def _attribute_line(attribute: Attribute) -> str:
    return " ".join(map(str, _attribute(attribute).values()))


def _cell(x: float, is_number: bool) -> float | int | None:
    if math.isnan(x):
        return None
    return x if is_number else int(x)


def _cell_text(x: float, is_number: bool) -> str:
    if math.isnan(x):
        return "?"
    return struct.pack(">d", x).hex() if is_number else str(int(x))


def _digits(labels: list[bool]) -> str:
    return "".join("01"[label] for label in labels)


@dataclass(frozen=True)
class TracePlan:
    """What a trace of this package contains."""

    steps: int
    """Steps, at most those of the run."""
    checkpoint_every: int = 100
    """Steps from one checkpoint to the next, at least 1; the first is before step 1, the last after the last step."""
    population_every: int = 10
    """Checkpoints from one with the whole population to the next, at least 1; the first and the last have it."""


@dataclass(frozen=True)
class TraceHeader:
    """What a trace starts with."""

    source: Source
    """`run`, with all events, or `recording`, converted from a recorded run, with the recorded states alone."""
    profile: str
    """Where the settings start from, for the reader."""
    settings: Settings
    """All settings."""
    stream: Stream
    """The stream of draws."""
    seed: int
    dataset: Dataset
    """D, in the order of presentation."""
    test: Dataset | None
    """What the evaluation at the end is on; None: D."""
    plan: TracePlan
    """What the trace contains."""
    compare: Mapping[str, Any]
    """How fields are compared; what is not named is exact."""

    @classmethod
    def of_run(
        cls,
        dataset: Dataset,
        settings: Settings,
        seed: int,
        plan: TracePlan,
        profile: str = "paper",
        stream: Stream = "pcg64",
    ) -> TraceHeader:
        """Return the header of a run of this package, whose plan ends with the run at the latest."""
        steps = min(plan.steps, settings.n_steps(dataset.n_instances))
        plan = TracePlan(steps, plan.checkpoint_every, plan.population_every)
        return cls("run", profile, settings, stream, seed, dataset, None, plan, COMPARISONS)

    def record(self) -> Record:
        """Return the header as a record."""
        plan = self.plan
        return {
            "phase": HEADER,
            "format": FORMAT,
            "version": VERSION,
            "source": self.source,
            "implementation": {"name": "mlslcs_ref", "version": __version__},
            "profile": self.profile,
            "settings": self.settings.as_dict(),
            "stream": _stream_record(self.stream, self.seed),
            "data": data_record(self.dataset),
            "test": None if self.test is None else data_record(self.test),
            "steps": plan.steps,
            "checkpoint_every": plan.checkpoint_every,
            "population_every": plan.population_every,
            "compare": dict(self.compare),
        }

    @classmethod
    def from_record(cls, record: Record, file: str) -> TraceHeader:
        """Return the header of a record."""
        try:
            return _parsed(Untrusted(record, "", Origin(file, "a trace")))
        except (DataError, ModelError, CaseError) as error:
            raise TraceError(error.message, file, 1, place=error.place) from None
        except (SettingsError, Reject) as error:
            raise TraceError(str(error), file, 1) from None


def compared_part(record: Record) -> Record:
    """Return a header without the fields in which traces of the same run may differ: the writer, names of data."""
    part = {name: value for name, value in record.items() if name != "implementation"}
    for name in ("data", "test"):
        if isinstance(part.get(name), dict):
            part[name] = {field: value for field, value in part[name].items() if field != "name"}
    return part


def _parsed(inputs: Untrusted) -> TraceHeader:
    if inputs.has("format") and inputs.field("format").value != FORMAT:
        raise inputs.field("format").error(repr(FORMAT))
    if inputs.field("version").value != VERSION:
        raise inputs.field("version").error(f"{VERSION}")
    inputs.field("format").text()
    inputs.field("phase").text()
    inputs.field("implementation").mapping()
    source: Any = inputs.field("source").choice(("run", "recording"))
    dataset = dataset_from(inputs.field("data"))
    test = None
    if inputs.field("test").value is not None:
        test = dataset_from(inputs.field("test"), dataset.schema)
    stream: Any = inputs.field("stream").field("name").choice(STREAMS)
    header = TraceHeader(
        source=source,
        profile=inputs.field("profile").choice(tuple(PROFILES)),
        settings=_settings(inputs.field("settings")),
        stream=stream,
        seed=_seed(inputs.field("stream").field("seed"), stream),
        dataset=dataset,
        test=test,
        plan=TracePlan(
            count_of(inputs.field("steps")),
            count_of(inputs.field("checkpoint_every"), 1),
            count_of(inputs.field("population_every"), 1),
        ),
        compare=_compare(inputs.field("compare")),
    )
    inputs.done()
    return header


def _settings(node: Untrusted) -> Settings:
    given = node.mapping()
    for name in Settings.paper().as_dict():
        node.field(name)
    return Settings.paper(**given)


def _seed(node: Untrusted, stream: Stream) -> int:
    text = node.text()
    if not _INTEGER.fullmatch(text):
        raise node.error("a whole number as text")
    seed = int(text)
    low, high = (-(1 << 63), (1 << 63) - 1) if stream == "java" else (0, 10**100)
    if not low <= seed <= high:
        raise node.error(f"a seed of the stream {stream}, at least {low}")
    return seed


def _compare(node: Untrusted) -> Mapping[str, Any]:
    found = node.mapping()
    for path, how in found.items():
        bounds = node.field(path)
        if how != "exact" and not bounds.mapping():
            raise bounds.error("'exact' or bounds rel, abs or ulp")
        for name in [] if how == "exact" else bounds.mapping():
            if name not in {"rel", "abs", "ulp"}:
                raise bounds.error("bounds rel, abs or ulp")
            bounds.field(name).number(0.0)
    return found


def _stream_record(stream: Stream, seed: int) -> Record:
    """Return a stream with the raw state of its generator before the first draw, as decimal texts."""
    if stream == "java":
        return {"name": stream, "seed": str(seed), "state": str((seed ^ _JAVA_SCRAMBLER) & _JAVA_MASK)}
    started: Any = np.random.PCG64(seed).state["state"]
    return {"name": stream, "seed": str(seed), "state": str(started["state"]), "increment": str(started["inc"])}
