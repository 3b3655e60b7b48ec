"""Every format: what is written is read back, and no bytes make a reader fail in another way than by a `DataError`.

`python3 -m pytest tests/properties/test_format_properties.py -m slow` tries 10,000 inputs with each kind of reader.
"""

import gzip
import random
import resource
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import datasets

from mlslcs_ref.data.dataset import Dataset
from mlslcs_ref.data.formats.registry import format_names, written
from mlslcs_ref.data.label_specs import read_label_listing, read_label_xml
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.text_lines import TextSource
from mlslcs_ref.errors import DataError, DataWarning

ENDINGS = {"arff": ".arff", "keel": ".dat", "csv": ".csv", "libsvm": ".svm", "extreme": ".xc"}
SEEDS = {
    "arff": "@relation 'x: -C 1'\n@attribute l {0,1}\n@attribute a numeric\n@attribute b {X,'Y z'}\n@data\n"
    "1,2.5,X\n{1 3}\n",
    "keel": "@relation k\n@attribute a real [0,9]\n@attribute l {0,1}\n@inputs a\n@outputs l\n@data\n1.5,1\n2,0\n",
    "csv": 'a,b,d,l\n1.5,x,2020-01-01,1\n"2,5",NA,2021-01-01,1\n,"q ""r""",,0\n',
    "libsvm": "1,3 2:0.5 4:1.0 # c\n2 1:0.25\n 3:1\n",
    "extreme": "3 5 3\n0,2 1:0.5 4:1\n1 0:0.25\n 3:1\n",
}
PIECES = (
    *(b",", b"'", b'"', b"\n", b"\r", b"\t", b"{", b"}", b"%", b":", b"?", b"\0", b"\xff", b"@data", b"1e999", b"-"),
    *(b"nan", b"99999999999", b"1:1", b"\\", b"&x;", b"<!DOCTYPE x>", b"\xef\xbb\xbf", b"\xff\xfe", b";", b"[0,1]"),
)
# whole numbers beyond 2^53 are told of
pytestmark = pytest.mark.filterwarnings("ignore::mlslcs_ref.errors.DataWarning")
LIMIT = 512 * 2**20


@pytest.mark.parametrize("kind", sorted(set(format_names()) - {"csv"}))
@pytest.mark.parametrize("packed", [False, True])
@given(data=datasets())
def test_what_a_format_can_say_is_read_back(kind: str, packed: bool, data: Dataset) -> None:
    name = "t" + ENDINGS[kind] + (".gz" if packed else "")
    try:
        text = written(data, name)
    except DataError:
        assert kind in {"libsvm", "extreme"} or not np.isfinite(data.X[~np.isnan(data.X)]).all() or (data.X == -1).any()
        return
    labels = list(data.schema.labels) if kind == "arff" else None
    found = load_dataset(TextSource(name, text), labels)

    if kind in {"arff", "keel"}:
        assert found.schema == data.schema
        assert np.array_equal(found.X, data.X, equal_nan=True)
        assert np.array_equal(found.Y, data.Y)
    else:
        # an attribute or label that no row has is known to be there by the count alone
        assert np.array_equal(found.X, data.X[:, : found.n_attributes])
        assert not data.X[:, found.n_attributes :].any()
        held = [{int(found.schema.labels[place]) for place in np.flatnonzero(row)} for row in found.Y]
        assert held == [set((np.flatnonzero(row) + (kind == "libsvm")).tolist()) for row in data.Y]


NUMBERS = (
    st.from_regex(r"[+-]?([0-9]{1,5}(\.[0-9]{0,25})?|\.[0-9]{1,25})([eE][+-]?[0-9]{1,2})?", fullmatch=True)
    | st.floats(allow_nan=False, allow_infinity=False).map(repr)
    | st.sampled_from(["0", "1", "-0", "007", "5.", ".5", "+1e5", "1e-5", "1e-099", "1e-323", "9007199254740992"])
)
ABSENT = st.sampled_from(["", "?", "nan", "NaN", "<null>"])
NEARLY = st.sampled_from(
    ["1e-400", "-1E-0400", "0e-400", "1e999", "0." + 199 * "0" + "1", "0." + 330 * "0" + "1", "9007199254740993"]
) | st.sampled_from(["e5", "-", ".", "1-2", "1e", "1e+", "--1", "1.2.3"])


@pytest.mark.parametrize("spelled", ["{}", '"{}"', " {} "])
@pytest.mark.parametrize("missing", ["NA", '"NA"', '"', " NA", "-", "e", ".", "", ",", "?", "N\tA"])
def test_a_missing_cell_is_the_same_beside_texts_as_beside_numbers(missing: str, spelled: str) -> None:
    def found(other: str) -> tuple[object, ...]:
        rows = "".join(f"{value},{cell},{other},{place}\n" for place, (value, cell) in enumerate(cells))
        try:
            dataset = load_dataset(TextSource("d.csv", f"a,b,c,l\n{rows}".encode()), -1, missing=[missing], drop=["c"])
        except DataError as error:
            return str(error), error.line, error.column
        return dataset.schema, dataset.X.tobytes()

    cells = [("1.5", "3"), ("2.5", spelled.format(missing))]
    with warnings.catch_warnings(action="ignore", category=DataWarning):
        assert found("0.5") == found("x")


def read_or_refused(name: str, text: str) -> tuple[object, ...]:
    """Return all that a reader can see of a file, or where and how it is wrong."""
    with warnings.catch_warnings(record=True, action="always") as told:
        try:
            found = load_dataset(TextSource(name, text.encode()), -1)
            again = load_dataset(TextSource(name, text.encode()), -1, schema=found.schema)
        except DataError as error:
            return str(error), error.line, error.column, error.argument
    remarks = [str(remark.message) for remark in told]
    return found.schema, found.X.tobytes(), again.X.tobytes(), found.Y.tolist(), again.Y.tolist(), remarks


@given(
    rows=st.tuples(st.sampled_from([NUMBERS, NUMBERS | ABSENT, NUMBERS | ABSENT | NEARLY]), st.integers(1, 4)).flatmap(
        lambda drawn: st.lists(st.lists(drawn[0], min_size=drawn[1], max_size=drawn[1]), min_size=1)
    )
)
def test_rows_of_numbers_read_at_once_are_read_as_cell_by_cell(rows: list[list[str]]) -> None:
    """To the last bit, with all remarks and errors: cells are looked at one by one beside quoted ones and comments."""
    names = [f"a{place}" for place in range(len(rows[0]))]
    lines = [",".join([*row, str(place % 2)]) for place, row in enumerate(rows)]
    quoted = ",".join(f'"{name}"' for name in [*names, "l"])
    with_quotes = [*lines[:-1], f'{lines[-1][:-1]}"{lines[-1][-1]}"']
    head = "".join(
        ["@relation r\n", *(f"@attribute {name} numeric\n" for name in names), "@attribute l {0,1}\n@data\n"]
    )

    as_numbers = read_or_refused("t.csv", "\n".join([quoted, *lines]))
    assert as_numbers == read_or_refused("t.csv", "\n".join([quoted.replace('"', ""), *lines]))
    assert as_numbers == read_or_refused("t.csv", "\n".join([quoted, *with_quotes]))
    as_numbers = read_or_refused("t.arff", head + "\n".join(lines))
    assert as_numbers == read_or_refused("t.arff", head + "\n".join(f"{line} % as it is" for line in lines))


@given(data=datasets())
def test_separated_values_are_read_back_by_the_schema(data: Dataset) -> None:
    try:
        text = written(data, "t.csv")
    except DataError:
        return
    found = load_dataset(TextSource("t.csv", text), schema=data.schema)

    assert np.array_equal(found.X, data.X, equal_nan=True)
    assert np.array_equal(found.Y, data.Y)


def mutated(text: bytes, chance: random.Random) -> bytes:
    """The bytes with a few changes of the kinds that files suffer."""
    data = bytearray(text)
    for _turn in range(chance.randint(0, 6)):
        place = chance.randint(0, len(data))
        kind = chance.randint(0, 5)
        if kind == 0:
            data[place:place] = chance.choice(PIECES)
        elif kind == 1:
            del data[place : place + chance.randint(1, 9)]
        elif kind == 2 and data:
            data[place % len(data)] = chance.randrange(256)
        elif kind == 3:
            data[place:place] = data[: chance.randint(0, 40)]
        elif kind == 4:
            data = data[:place]
        else:
            data[place:place] = bytes(chance.choices(b"0123456789,:.\n ", k=chance.randint(1, 12)))
    return bytes(data)


def tried(kind: str, n: int, seed: int) -> tuple[int, int]:
    """How many of n mutated inputs a reader takes, and how many it refuses, each by an error with the file's name."""
    chance, taken = random.Random(seed), 0
    for turn in range(n):
        data = mutated(SEEDS.get(kind, '<labels><label name="l1"/>\n<label name="l2"/></labels>').encode(), chance)
        if turn % 5 == 0:
            data = gzip.compress(data)[: chance.choice([None, -1, 12])]
        source = TextSource(f"t{ENDINGS.get(kind, '.xml')}", data)
        try:
            if kind == "xml":
                read_label_xml(source)
            elif kind == "listing":
                read_label_listing(source)
            else:
                load_dataset(source, chance.choice([None, -1, 1, "l"]))
            taken += 1
        except DataError as error:
            assert error.file == source.name
    return taken, n - taken


@pytest.mark.parametrize("kind", [*ENDINGS, "xml", "listing"])
@given(seed=st.integers(0, 2**32))
def test_any_bytes_are_read_or_refused(kind: str, seed: int) -> None:
    with warnings.catch_warnings(action="ignore", category=DataWarning):
        tried(kind, 3, seed)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*ENDINGS, "xml", "listing"])
def test_ten_thousand_inputs_end_in_data_or_an_error_in_bounded_memory(kind: str) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    with warnings.catch_warnings(action="ignore", category=DataWarning):
        taken, refused = tried(kind, 10_000, 1)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

    print(f"{kind}: {taken} read, {refused} refused, {(after - before) / 2**20:.0f} MiB more")
    assert taken > 0
    assert refused > 0
    assert after - before < LIMIT
