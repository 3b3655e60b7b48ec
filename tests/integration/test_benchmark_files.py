"""The six benchmark data sets load with the statistics that the paper and other readers give for them."""

import math
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import arff
import numpy as np
import pytest
from folders import Write
from table_rows import rows_of

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.files import load_instances
from mlslcs_ref.data.formats.arff import read_arff
from mlslcs_ref.data.label_specs import read_label_xml
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.reading import Reading
from mlslcs_ref.data.schema import BinaryAttribute, ContinuousAttribute, NominalAttribute
from mlslcs_ref.errors import AdviceWarning


class Facts(NamedTuple):
    """What is known of a file; kinds are counts of binary, nominal and continuous attributes."""

    instances: int
    kinds: tuple[int, int, int]
    labels: int
    combinations: int
    density: float
    cardinality: float


FACTS = {
    "flags/flags": Facts(194, (5, 4, 10), 7, 54, 0.4845, 3.3918),
    "flags/flags-train": Facts(129, (5, 4, 10), 7, 45, 0.4884, 3.4186),
    "flags/flags-test": Facts(65, (5, 4, 10), 7, 32, 0.4769, 3.3385),
    "emotions/emotions": Facts(593, (0, 0, 72), 6, 27, 0.3114, 1.8685),
    "emotions/emotions-train": Facts(391, (0, 0, 72), 6, 26, 0.3022, 1.8133),
    "emotions/emotions-test": Facts(202, (0, 0, 72), 6, 21, 0.3292, 1.9752),
    "genbase/genbase": Facts(662, (1185, 1, 0), 27, 32, 0.0464, 1.2523),
    "scene/scene": Facts(2407, (0, 0, 294), 6, 15, 0.1790, 1.0740),
    "cal500/cal500": Facts(502, (0, 0, 68), 174, 502, 0.1497, 26.0438),
    "enron/enron": Facts(1702, (1001, 0, 0), 53, 753, 0.0637, 3.3784),
    "enron/enron-train": Facts(1123, (1001, 0, 0), 53, 545, 0.0639, 3.3865),
    "enron/enron-test": Facts(579, (1001, 0, 0), 53, 317, 0.0634, 3.3627),
}
FIRST = ("flags/flags", "genbase/genbase", "enron/enron-test")
"""A file with values of every kind, one of nominal ones and one in sparse rows: what takes longer waits."""
WHOLE = ["flags/flags", "emotions/emotions", "genbase/genbase", "scene/scene", "cal500/cal500", "enron/enron"]


# of a label of enron-train, which its own test looks for
pytestmark = pytest.mark.filterwarnings("ignore::mlslcs_ref.errors.AdviceWarning")


@cache
def loaded(file: Path) -> Dataset:
    """Load a file once for all tests: nobody can change a data set."""
    return load_dataset(file)


@pytest.fixture
def data(shared: Path, request: pytest.FixtureRequest) -> Dataset:
    """Return the file that the test is parametrised with."""
    return loaded(shared / "data" / f"{request.param}.arff")


def positives(data: Dataset, label: str) -> int:
    return int(np.count_nonzero(data.Y[:, data.schema.labels.index(label)]))


@pytest.mark.parametrize(("data", "facts"), FACTS.items(), indirect=["data"], ids=list(FACTS))
def test_statistics_are_the_published_ones(data: Dataset, facts: Facts) -> None:
    kinds = [type(attribute) for attribute in data.schema.attributes]

    assert (
        Facts(
            data.n_instances,
            (kinds.count(BinaryAttribute), kinds.count(NominalAttribute), kinds.count(ContinuousAttribute)),
            data.n_labels,
            data.n_label_combinations,
            round(data.label_density, 4),
            round(data.label_cardinality, 4),
        )
        == facts
    )
    assert not np.isnan(data.X).any()
    data.require_trainable()


@pytest.mark.parametrize(
    ("data", "label", "count"),
    [
        ("emotions/emotions", "amazed-suprised", 173),
        ("emotions/emotions", "happy-pleased", 166),
        ("emotions/emotions", "relaxing-calm", 264),
        ("scene/scene", "Beach", 427),
        ("scene/scene", "Sunset", 364),
        ("genbase/genbase", "PDOC00154", 79),
    ],
    indirect=["data"],
)
def test_label_counts_are_the_known_ones(data: Dataset, label: str, count: int) -> None:
    assert positives(data, label) == count


@pytest.mark.parametrize(
    ("data", "smallest", "largest"),
    [
        ("flags/flags", 26, 153),
        ("emotions/emotions", 148, 264),
        ("genbase/genbase", 1, 171),
        ("scene/scene", 364, 533),
        ("cal500/cal500", 5, 444),
        ("enron/enron", 1, 913),
    ],
    indirect=["data"],
)
def test_the_rarest_and_the_commonest_label_are_the_known_ones(data: Dataset, smallest: int, largest: int) -> None:
    counts = np.count_nonzero(data.Y, axis=0)

    assert (counts.min(), counts.max()) == (smallest, largest)


@pytest.mark.parametrize("data", ["flags/flags"], indirect=True)
def test_flags_reads_tabs_and_spaces_and_codes_by_position(data: Dataset) -> None:
    """``landmass`` declares 1..6, so the value 1 has the code 0; two instances have all seven labels."""
    assert data.schema.attributes[0] == NominalAttribute("landmass", ("1", "2", "3", "4", "5", "6"))
    assert data.X[:, 0].min() == 0
    assert np.count_nonzero(data.Y.all(axis=1)) == 2
    assert data.ranges()[2:4] == ((0, 22402), (0, 1008))


@pytest.mark.parametrize("data", ["genbase/genbase"], indirect=True)
def test_genbase_has_an_identifier_and_two_valued_attributes(data: Dataset) -> None:
    """``protein`` differs in each of the 662 rows, and 1073 attributes are NO in every row; YES is declared first."""
    assert data.identifier_attributes == ("protein",)
    assert {attribute.values for attribute in data.schema.attributes[1:]} == {("YES", "NO")}  # type: ignore[union-attr]
    assert np.count_nonzero((data.X[:, 1:] == 1).all(axis=0)) == 1073


def test_genbase_can_be_read_without_its_identifier(shared: Path) -> None:
    data = load_dataset(shared / "data/genbase/genbase.arff", drop=["protein"])

    assert data.n_attributes == 1185
    assert all(isinstance(attribute, BinaryAttribute) for attribute in data.schema.attributes)
    assert len(np.unique(data.X, axis=0)) == 206


@pytest.mark.parametrize("data", ["enron/enron"], indirect=True)
def test_enron_keeps_the_files_order_of_labels_and_odd_names(data: Dataset, shared: Path) -> None:
    in_xml = read_label_xml(shared / "data/enron/enron.xml")

    assert data.schema.labels[:2] == ("A.A8", "C.C9")
    assert in_xml[:2] == ("A.A1", "A.A2")
    assert set(in_xml) == set(data.schema.labels)
    assert [attribute.name for attribute in data.schema.attributes[:3]] == ["0", "00", "000"]
    assert len(np.unique(data.X, axis=0)) == 1702 - 141


def test_enron_train_has_a_label_that_never_holds(shared: Path) -> None:
    with pytest.warns(AdviceWarning) as told:
        data = load_dataset(shared / "data/enron/enron-train.arff")

    assert positives(data, "D.D18") == 0
    assert [getattr(remark.message, "column", "") for remark in told] == ["D.D18"]


@pytest.mark.parametrize("name", ["flags", "emotions", "enron"])
def test_train_and_test_together_are_the_whole_file(shared: Path, name: str) -> None:
    folder = shared / "data" / name
    whole = loaded(folder / f"{name}.arff")
    parts = [load_dataset(folder / f"{name}-{part}.arff", schema=whole.schema) for part in ("train", "test")]
    rows = [np.hstack([data.X, data.Y]) for data in (whole, *parts)]

    assert sorted(rows[0].tolist()) == sorted(np.vstack(rows[1:]).tolist())


def test_a_test_file_is_read_against_the_training_schema(shared: Path) -> None:
    train = loaded(shared / "data/flags/flags-train.arff")
    test = load_dataset(shared / "data/flags/flags-test.arff", schema=train.schema)
    X, Y = load_instances(shared / "data/flags/flags-test.arff", train.schema)

    assert test.schema is train.schema
    assert np.array_equal(X.rows(), test.X)
    assert Y is not None
    assert np.array_equal(Y, test.Y)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in FIRST else pytest.mark.slow) for name in FACTS]
)
def test_liac_arff_reads_the_same_table(shared: Path, name: str) -> None:
    """The other dense files are read by scipy too, in `test_arff_real_files`."""
    path = shared / "data" / f"{name}.arff"
    table, _reading = read_arff(path, Reading())
    sparse = name.startswith("enron")
    with path.open(encoding="utf-8") as file:
        loaded = arff.load(file, return_type=arff.LOD if sparse else arff.DENSE)
    theirs = np.zeros(rows_of(table).shape)
    for i, row in enumerate(loaded["data"]):
        for j, cell in row.items() if sparse else enumerate(row):
            theirs[i, j] = code(cell, table.columns[j].values)

    assert [name for name, _ in loaded["attributes"]] == [column.name for column in table.columns]
    assert np.array_equal(theirs, rows_of(table))


def code(cell: Any, values: tuple[str, ...]) -> float:
    if cell is None:
        return math.nan
    return float(values.index(cell)) if values else float(cell)


def test_a_file_of_mediamills_shape_fits_into_memory_and_seconds(write: Write) -> None:
    """A twentieth of its rows (2,195 of 43,907), so that the whole would take twenty times as much."""
    generator = np.random.default_rng(1)
    columns = [f"@attribute Att{j} numeric" for j in range(120)] + [f"@attribute Class{j} {{0,1}}" for j in range(101)]
    numbers, labels = generator.random((2195, 120)), generator.integers(0, 2, (2195, 101))
    rows = [
        ",".join([*(f"{number:.6f}" for number in x), *map(str, y)])
        for x, y in zip(numbers.tolist(), labels.tolist(), strict=True)
    ]
    path = write("\n".join(["@relation mediamill", *columns, "@data", *rows]), "mediamill.arff")
    data = load_dataset(path, -101)

    assert np.array_equal(data.X, np.round(numbers, 6))
    assert np.array_equal(data.Y, labels == 1)
