"""Folders of results as a page: the paper's tables and figures beside the paper's, and what became of its claims."""

from mlslcs_ref.experiments.results_page.folders import require_page_folder, results_folders, write_page
from mlslcs_ref.experiments.results_page.pages import results_document
from mlslcs_ref.experiments.results_page.runs import Run, load_run

__all__ = ["Run", "load_run", "require_page_folder", "results_document", "results_folders", "write_page"]
