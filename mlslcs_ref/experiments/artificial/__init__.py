"""Section 4.1 of the paper repeated: how omega decides what is learned of two artificial problems."""

from mlslcs_ref.experiments.artificial.figures import study_picture
from mlslcs_ref.experiments.artificial.study import CURVE_POINTS, OMEGAS, STUDIES, Study, artificial_plan
from mlslcs_ref.experiments.artificial.summary import Row, StudyNumber, compared_rows, study_rows
from mlslcs_ref.experiments.artificial.tables import study_document, study_records, study_table

__all__ = [
    "CURVE_POINTS",
    "OMEGAS",
    "STUDIES",
    "Row",
    "Study",
    "StudyNumber",
    "artificial_plan",
    "compared_rows",
    "study_document",
    "study_picture",
    "study_records",
    "study_rows",
    "study_table",
]
