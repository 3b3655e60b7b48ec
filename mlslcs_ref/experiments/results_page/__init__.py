"""Folders of results as a page: the paper's tables and figures beside the paper's, and the verdicts on its claims."""

from mlslcs_ref.experiments.results_page.folders import found_folders, require_page_folder, write_page
from mlslcs_ref.experiments.results_page.pages import results_document
from mlslcs_ref.experiments.results_page.runs import ResultsWithData, load_with_data
from mlslcs_ref.experiments.tuning.document import Tuned, load_tuned

__all__ = [
    "ResultsWithData",
    "Tuned",
    "found_folders",
    "load_tuned",
    "load_with_data",
    "require_page_folder",
    "results_document",
    "write_page",
]
