"""What is likely meant by a name that is not there."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from folders import Write

from mlslcs_ref._meant import did_you_mean, meant
from mlslcs_ref.data.files import load_instances
from mlslcs_ref.data.loading import load_dataset
from mlslcs_ref.data.table import encoded, from_table
from mlslcs_ref.errors import DataError


def test_a_name_in_another_case_goes_before_a_similar_one() -> None:
    assert meant("CONTRACT", ["contracts", "Contract"]) == "Contract"
    assert meant("acuracy", ["best", "accuracy"]) == "accuracy"
    assert meant("sqlite", ["json", "sql"]) == "sql"


def test_nothing_is_meant_where_nothing_is_near() -> None:
    assert meant("xyz", ["age", "contract"]) is None
    assert did_you_mean("xyz", []) == ""


def test_a_name_in_another_case_is_found_among_however_many() -> None:
    assert meant("COLUMN 90000", [f"column {place}" for place in range(100_000)]) == "column 90000"


@pytest.mark.parametrize("other", ["Contract", "contrakt", "contract "])
def test_a_misspelt_column_of_new_data_is_told(other: str, tmp_path: Path) -> None:
    """In files and tables alike; a column that the training data had is no misspelling of another."""
    columns = {"contracts": [1.5, 2.5, 3.5], "contract": [2.5, 1.5, 4.5]}
    frame = pd.DataFrame(columns)
    dataset = from_table(frame, np.array([[0], [1], [0]]))
    later = frame.rename(columns={"contract": other})
    with pytest.raises(DataError, match=rf"did you mean '{other}'"):
        encoded(later, dataset.schema)
    path = tmp_path / "later.csv"
    later.rename(columns=str.strip).to_csv(path, index=False)
    if other.strip() == other:
        with pytest.raises(DataError, match=rf"did you mean '{other}'"):
            load_instances(path, dataset.schema)


def test_a_misspelt_column_in_what_is_asked_of_a_file_is_told(write: Write) -> None:
    path = write("age,contract,l\n1.5,2.5,0\n2.5,3.5,1\n", "data.csv")
    for how in ({"labels": "Contract"}, {"drop": ["contrct"]}, {"nominal": ["contracts"]}):
        with pytest.raises(DataError, match="did you mean 'contract'"):
            load_dataset(path, **{"labels": -1, **how})  # type: ignore[arg-type]
